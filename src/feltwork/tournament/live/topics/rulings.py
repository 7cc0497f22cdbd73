"""Disputes and rulings, breaches and disqualification, retiring, and substitutes."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from feltwork.aggregate import Elsewhere, Stamp
from feltwork.games.tournament import Duty, Who
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, RefusalKind, shown
from feltwork.table.live.asker import PLAYER, Asked, Asker
from feltwork.table.live.names import may_be_person
from feltwork.tournament.document import POOL
from feltwork.tournament.live.clock import paused, resumed
from feltwork.tournament.live.guards import not_for, not_official, not_staff, not_words, rules_of, still_in
from feltwork.tournament.live.play import ranking, undecided
from feltwork.tournament.live.state import (
    CANCELLED,
    CLOSED,
    DISQUALIFIED,
    ENDED,
    IN,
    PAID,
    RETIRED,
    RUNNING,
    UNDECIDED,
    WAITING,
    Decision,
    Dispute,
    Entry,
    Heat,
    Tournament,
    heat_of,
)
from feltwork.tournament.live.topic import Happens, Sender, Topic
from feltwork.tournament.live.topics.rounds import after, over_again
from feltwork.tournament.terms import Terms

MAX_DISPUTES = 1000
MAX_OPEN = 5
"""Disputes of one player that wait for a ruling."""
MAX_EACH = 20
"""Disputes of one player in a tournament, ruled on or not; what is beyond it the crew raises."""


class RaiseDispute(Asked, frozen=True, tag="raise-dispute"):
    """Not accept something at a table, or, without a table, about entry and conditions."""

    about: str
    table: str = ""


class RuleOnDispute(Asked, frozen=True, tag="rule-on-dispute"):
    number: int
    ruling: str


class ReviewRuling(Asked, frozen=True, tag="review-ruling"):
    """Review a ruling, where the book has a review."""

    number: int
    ruling: str


class FindBreach(Asked, frozen=True, tag="find-breach"):
    """The official finds that a player broke a rule: a warning, or disqualified."""

    player: str
    ground: str
    words: str
    disqualify: bool
    refund: bool = False


class RetirePlayer(Asked, frozen=True, tag="retire-player"):
    player: str


class NominateSubstitute(Asked, frozen=True, tag="nominate-substitute"):
    player: str
    substitute: str


class AnswerSubstitute(Asked, frozen=True, tag="answer-substitute"):
    player: str
    approved: bool


class DisputeRaised(Struct, frozen=True, tag="dispute-raised"):
    number: int
    table: str
    about: str


class DisputeRuled(Struct, frozen=True, tag="dispute-ruled"):
    number: int
    ruling: str


class RulingReviewed(Struct, frozen=True, tag="ruling-reviewed"):
    number: int
    ruling: str


class BreachFound(Struct, frozen=True, tag="breach-found"):
    """A warning."""

    player: str
    clause: str
    words: str


class PlayerDisqualified(Struct, frozen=True, tag="player-disqualified"):
    """Out of the tournament, with what is given back of the entry fee; chips stay on record."""

    player: str
    clause: str
    words: str
    refund: int


class PlayerRetired(Struct, frozen=True, tag="player-retired"):
    player: str
    refund: int


class BuyInRefunded(Struct, frozen=True, tag="buy-in-refunded"):
    """What goes back of the buy-ins of somebody who has just left, as the conditions say."""

    player: str
    amount: int


class SubstituteNominated(Struct, frozen=True, tag="substitute-nominated"):
    player: str
    substitute: str


class SubstituteAnswered(Struct, frozen=True, tag="substitute-answered"):
    player: str
    approved: bool


def raise_dispute(tournament: Tournament, command: RaiseDispute, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    clause = rules.clause(Duty.DISPUTE)
    if tournament.terms is None or tournament.phase in (PAID, CANCELLED):
        return Refusal(clause, "the tournament is not under way")
    if by.role == PLAYER and (refused := _not_theirs(tournament, command, by)):
        return refused
    if by.role != PLAYER and (refused := not_staff(rules, Who.DEALER, by, clause)):
        return refused
    if command.table and command.table not in tournament.heats:
        return Refusal(clause, f"no session is played at table {shown(command.table)}")
    if len(tournament.disputes) >= MAX_DISPUTES:
        return Refusal(NOT_IN_THE_BOOK, "there are too many disputes")
    wrong = not_words(command.about, clause, "the dispute")
    return wrong or (DisputeRaised(len(tournament.disputes) + 1, command.table, command.about),)


def _not_theirs(tournament: Tournament, command: RaiseDispute, by: Asker) -> Refusal | None:
    """A dispute is for whose position it is, at the table where that position is, and not without end."""
    clause = rules_of(tournament).clause(Duty.DISPUTE)
    inside = (entry for entry in tournament.entries.values() if entry.standing == IN)
    entry = next((entry for entry in inside if by.person in (entry.player, entry.substitute)), None)
    if entry is None:
        return Refusal(clause, "that is for those who take part", RefusalKind.ROLE)
    heat = tournament.heats.get(command.table)
    if heat is not None and entry.player not in heat.players:
        return Refusal(clause, f"you do not play at table {shown(command.table)}", RefusalKind.ROLE)
    theirs = [each for each in tournament.disputes if each.by == by.person]
    if len([each for each in theirs if not each.ruling]) >= MAX_OPEN:
        return Refusal(clause, f"you have {MAX_OPEN} open disputes; another is taken when one is ruled on")
    if len(theirs) >= MAX_EACH:
        return Refusal(clause, f"you have raised {MAX_EACH} disputes; tell the crew what else is wrong")
    return None


def _people(tournament: Tournament) -> set[str]:
    return {*tournament.entries, *(entry.substitute for entry in tournament.entries.values())}


def _dispute(tournament: Tournament, number: int) -> Dispute | Refusal:
    if 0 < number <= len(tournament.disputes):
        return tournament.disputes[number - 1]
    return Refusal(rules_of(tournament).clause(Duty.DISPUTE), "there is no such dispute")


def rule(tournament: Tournament, command: RuleOnDispute, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    clause = rules.clause(Duty.DISPUTE)
    dispute = _dispute(tournament, command.number)
    if isinstance(dispute, Refusal):
        return dispute
    overridden = tournament.terms is not None and clause in tournament.terms.overrides
    if Who.RULES in rules.roles and not overridden:
        refused = not_staff(rules, Who.RULES, by, clause)
    else:
        refused = not_official(tournament, by, Duty.DISPUTE)
    if refused:
        return refused
    if dispute.ruling:
        return Refusal(clause, "this is ruled on, and the decision is final")
    if dispute.by == by.person:
        return Refusal(NOT_IN_THE_BOOK, "nobody rules on their own dispute (our rule, not in the book)")
    return not_words(command.ruling, clause, "the ruling") or (DisputeRuled(command.number, command.ruling),)


def review(tournament: Tournament, command: ReviewRuling, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    clause = rules.clause(Duty.DISPUTE)
    dispute = _dispute(tournament, command.number)
    if isinstance(dispute, Refusal):
        return dispute
    if Who.REVIEWS not in rules.roles:
        return Refusal(clause, f"the decision of the {rules.official} is final")
    refused = not_staff(rules, Who.REVIEWS, by, clause)
    if refused:
        return refused
    if not dispute.ruling or dispute.review or dispute.ruled_by == by.person:
        return Refusal(clause, "a ruling is reviewed once, by somebody else than who made it")
    return not_words(command.ruling, clause, "the ruling") or (RulingReviewed(command.number, command.ruling),)


def find_breach(tournament: Tournament, command: FindBreach, by: Asker, others: Elsewhere) -> Decision:
    rules, terms = rules_of(tournament), tournament.terms
    ground = rules.grounds.get(command.ground)
    if ground is None or terms is None:
        known = ", ".join(rules.grounds)
        return Refusal(rules.conditions, f"{shown(command.ground)} is no ground; {known} are")
    if by.person != tournament.official.person or by.role == PLAYER:
        return Refusal(ground.clause, f"that is for the {rules.official}", RefusalKind.ROLE)
    entry = still_in(tournament, command.player)
    if isinstance(entry, Refusal):
        return entry
    if tournament.phase not in (CLOSED, RUNNING):
        return Refusal(ground.clause, "nobody is disqualified before entries close, or after the end")
    wrong = not_words(command.words, ground.clause, "what was found")
    if wrong:
        return wrong
    if not command.disqualify:
        if ground.must:
            return Refusal(ground.clause, f"{ground.about}: this disqualifies, and a warning is not enough")
        return (BreachFound(command.player, ground.clause, command.words),)
    allowed = ground.refund and (rules.session is not None or terms.play.refundable)
    if command.refund and not allowed:
        return Refusal(ground.clause, "no entry fee is refunded for this")
    back = _back(terms, entry) if command.refund else 0
    gone = PlayerDisqualified(command.player, ground.clause, command.words, back)
    return _leaves(tournament, entry, gone, _buy_in_back(tournament, entry) if command.refund else 0)


def _back(terms: Terms, entry: Entry) -> int:
    """What may go back of a fee, in whole or in part."""
    return entry.fee * terms.play.refund_percent // 100


def _buy_in_back(tournament: Tournament, entry: Entry) -> int:
    """What goes back of buy-ins; where chips are paid in cash, only of a session that has not begun."""
    terms = tournament.terms
    assert terms is not None
    if terms.chips.cash_value:
        paid = terms.chips.buy_in if entry.player in tournament.seating.bought_in else 0
    else:
        paid = entry.bought - entry.backs * terms.buy_back.price
    return paid * terms.play.buy_in_percent // 100


def _leaves(tournament: Tournament, entry: Entry, event: PlayerDisqualified | PlayerRetired, buy_in: int) -> Decision:
    """A player leaves; where fewer than two are left at the table between two rounds, its session is over.

    So it is where somebody leaves who shared a place that was to be decided, and nothing is left to decide. Who is
    disqualified after the end of the table, and before it is announced, has no place there: the order is found anew.
    """
    heat = heat_of(tournament, entry.player)
    left: tuple[Struct, ...] = (event, BuyInRefunded(entry.player, buy_in)) if buy_in else (event,)
    gone = isinstance(event, PlayerDisqualified)
    decides = (WAITING, UNDECIDED, ENDED) if gone else (WAITING, UNDECIDED)
    if tournament.phase != RUNNING or heat is None or heat.phase not in decides:
        return left
    trial = heat.copy()
    _gone(trial, entry.player, DISQUALIFIED if gone else RETIRED)
    if heat.phase == ENDED:
        return (*left, *over_again(tournament, trial))
    if heat.phase == WAITING:
        return (*left, *after(tournament, trial, last=False))
    open_place = undecided(tournament, trial, ranking(trial))
    return left if open_place else (*left, *after(tournament, trial, last=True))


def _gone(heat: Heat, name: str, standing: str) -> None:
    """Take a player out of a table, chips on record."""
    player = heat.players[name]
    player.chips = heat.chips(name)
    player.state = "eliminated" if standing == RETIRED else DISQUALIFIED
    if standing == RETIRED and name not in heat.out:
        heat.out.append(name)
        heat.out_at[name] = heat.number
    if heat.round is not None:
        heat.round.playing = [each for each in heat.round.playing if each != name]
        heat.round.short = [each for each in heat.round.short if each != name]
        heat.round.turn = [each for each in heat.round.turn if each != name]
        heat.round.done.pop(name, None)
    if heat.game is not None:
        seat = heat.seat(name)
        layout = [lies for lies in heat.game.layout if lies.seat != seat]
        balances = {number: cents for number, cents in heat.game.balances.items() if number != seat}
        heat.game = replace(heat.game, layout=layout, balances=balances)
    heat.forms.pop(name, None)


def retire(tournament: Tournament, command: RetirePlayer, by: Asker, others: Elsewhere) -> Decision:
    rules, terms = rules_of(tournament), tournament.terms
    clause = rules.clause(Duty.RETIRE)
    if not rules.has(Duty.RETIRE) or terms is None:
        return Refusal(clause, "this book has no retiring; who stays away is absent")
    entry = still_in(tournament, command.player)
    if isinstance(entry, Refusal):
        return entry
    if tournament.phase not in (CLOSED, RUNNING):
        return Refusal(clause, "before entries close, withdraw instead")
    if by.role == PLAYER and by.person != command.player:
        return Refusal(clause, "players retire themselves", RefusalKind.ROLE)
    refused = None if by.role == PLAYER else not_for(tournament, entry, by)
    refund = _back(terms, entry) if terms.play.refundable else 0
    retired = PlayerRetired(command.player, refund)
    return refused or _leaves(tournament, entry, retired, _buy_in_back(tournament, entry))


def nominate(tournament: Tournament, command: NominateSubstitute, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    clause = rules.clause(Duty.SUBSTITUTE)
    if not rules.has(Duty.SUBSTITUTE):
        return Refusal(clause, "this book has no substitutes")
    entry = still_in(tournament, command.player)
    if isinstance(entry, Refusal):
        return entry
    if by.role == PLAYER and by.person != command.player:
        return Refusal(clause, "players nominate their own substitute", RefusalKind.ROLE)
    if by.role != PLAYER and (refused := not_staff(rules, Who.DEALER, by, clause)):
        return refused
    if tournament.terms is None or not tournament.terms.play.substitutes:
        return Refusal(clause, "the conditions have no substitutes")
    taken = {
        *_people(tournament),
        *(each.nominated for each in tournament.entries.values()),
        tournament.official.person,
    }
    if not may_be_person(command.substitute) or command.substitute.casefold() in {name.casefold() for name in taken}:
        return Refusal(clause, "a substitute is somebody who does not take part")
    return (SubstituteNominated(command.player, command.substitute),)


def answer(tournament: Tournament, command: AnswerSubstitute, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    entry = still_in(tournament, command.player)
    if isinstance(entry, Refusal):
        return entry
    refused = not_official(tournament, by, Duty.SUBSTITUTE)
    if refused:
        return refused
    if not entry.nominated:
        return Refusal(rules.clause(Duty.SUBSTITUTE), f"{command.player} has nominated nobody")
    return (SubstituteAnswered(command.player, command.approved),)


def dispute_raised(tournament: Tournament, event: DisputeRaised, stamp: Stamp) -> None:
    tournament.disputes = (*tournament.disputes, Dispute(event.number, event.table, stamp.person, event.about))
    if rules_of(tournament).dispute_stops:
        for table in _held(tournament, event.table):
            paused(tournament, table, stamp.at)


def _held(tournament: Tournament, table: str) -> list[str]:
    """The tables that a dispute stops: its own, or all."""
    return [table] if table in tournament.heats else [] if table else list(tournament.heats)


def dispute_ruled(tournament: Tournament, event: DisputeRuled, stamp: Stamp) -> None:
    dispute = tournament.disputes[event.number - 1]
    _told(tournament, replace(dispute, ruling=event.ruling, ruled_by=stamp.person))
    if rules_of(tournament).dispute_stops:
        for table in _held(tournament, dispute.table):
            resumed(tournament, table, stamp.at)


def _told(tournament: Tournament, dispute: Dispute) -> None:
    at = dispute.number - 1
    tournament.disputes = (*tournament.disputes[:at], dispute, *tournament.disputes[at + 1 :])


def reviewed(tournament: Tournament, event: RulingReviewed, stamp: Stamp) -> None:
    _told(tournament, replace(tournament.disputes[event.number - 1], review=event.ruling))


def nothing(tournament: Tournament, event: BreachFound, stamp: Stamp) -> None:
    """A warning changes nothing but the record."""


def left(tournament: Tournament, event: PlayerDisqualified | PlayerRetired, stamp: Stamp) -> None:
    entry = tournament.entries[event.player]
    standing = DISQUALIFIED if isinstance(event, PlayerDisqualified) else RETIRED
    tournament.entries[event.player] = replace(entry, standing=standing, fee=entry.fee - event.refund)
    tournament.money = replace(tournament.money, pool=tournament.money.pool - event.refund)
    heat = heat_of(tournament, event.player) if tournament.phase == RUNNING else None
    if heat is not None:
        with tournament.change(heat.table) as changed:
            _gone(changed, event.player, standing)
    for field in ("coming", "waiting"):
        setattr(tournament, field, tuple(name for name in getattr(tournament, field) if name != event.player))


def buy_in_refunded(tournament: Tournament, event: BuyInRefunded, stamp: Stamp) -> None:
    terms, entry = tournament.terms, tournament.entries[event.player]
    assert terms is not None
    money, seating = tournament.money, tournament.seating
    tournament.entries[event.player] = replace(entry, bought=entry.bought - event.amount)
    of_pool = event.amount if terms.chips.to == POOL else 0
    tournament.money = replace(money, bought=money.bought - event.amount, to_pool=money.to_pool - of_pool)
    tournament.seating = replace(seating, bought_in=seating.bought_in - {event.player})


def nominated(tournament: Tournament, event: SubstituteNominated, stamp: Stamp) -> None:
    entry = tournament.entries[event.player]
    tournament.entries[event.player] = replace(entry, nominated=event.substitute)


def answered(tournament: Tournament, event: SubstituteAnswered, stamp: Stamp) -> None:
    entry = tournament.entries[event.player]
    substitute = entry.nominated if event.approved else entry.substitute
    tournament.entries[event.player] = replace(entry, nominated="", substitute=substitute)


TOPIC = Topic(
    commands={
        RaiseDispute: (Sender.ALL, raise_dispute),
        RuleOnDispute: (Sender.DESK, rule),
        ReviewRuling: (Sender.ALL, review),
        FindBreach: (Sender.DESK, find_breach),
        RetirePlayer: (Sender.PLAYER, retire),
        NominateSubstitute: (Sender.PLAYER, nominate),
        AnswerSubstitute: (Sender.DESK, answer),
    },
    events={
        DisputeRaised: Happens(dispute_raised, lambda e: f"Dispute {e.number}: {shown(e.about)}."),
        DisputeRuled: Happens(dispute_ruled, lambda e: f"Dispute {e.number} is ruled on: {shown(e.ruling)}."),
        RulingReviewed: Happens(
            reviewed, lambda e: f"The ruling on dispute {e.number} is reviewed: {shown(e.ruling)}."
        ),
        BreachFound: Happens(nothing, lambda e: f"{e.player} is warned ({e.clause}): {shown(e.words)}."),
        PlayerDisqualified: Happens(
            left, lambda e: f"{e.player} is disqualified ({e.clause}): {shown(e.words)}. {format_money(e.refund)} back."
        ),
        PlayerRetired: Happens(left, lambda e: f"{e.player} retires; {format_money(e.refund)} goes back."),
        BuyInRefunded: Happens(
            buy_in_refunded, lambda e: f"{format_money(e.amount)} of the buy-ins of {e.player} goes back."
        ),
        SubstituteNominated: Happens(nominated, lambda e: f"{e.player} nominates {e.substitute} as substitute."),
        SubstituteAnswered: Happens(
            answered, lambda e: f"The substitute of {e.player} is {'approved' if e.approved else 'refused'}."
        ),
    },
)
