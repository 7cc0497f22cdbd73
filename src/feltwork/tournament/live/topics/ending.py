"""The end of a session and of the tournament: early ends, counts, chips returned, places, buying back, prizes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from feltwork.aggregate import Elsewhere, Stamp
from feltwork.games.tournament import Duty, Who
from feltwork.money import format_money
from feltwork.refusal import Refusal, shown
from feltwork.table.live.asker import Asked, Asker
from feltwork.tournament.live.guards import at_table, entered, not_for, not_official, not_staff, playing_at, rules_of
from feltwork.tournament.live.play import ranking, undecided
from feltwork.tournament.live.state import (
    CLOSED,
    ENDED,
    FINISHED,
    IN,
    OUT,
    PAID,
    RUNNING,
    UNDECIDED,
    WAITING,
    Decision,
    Heat,
    Tournament,
    advance_from,
)
from feltwork.tournament.live.topic import Happens, Sender, Topic
from feltwork.tournament.live.topics.rounds import HeatEnded
from feltwork.tournament.live.topics.starting import paid_in
from feltwork.tournament.placings import advancing, prizes

MAX_MISSING = 10**6


class AgreeToEnd(Asked, frozen=True, tag="agree-to-end"):
    """A player agrees that the session at the table ends early."""

    table: str
    player: str


class EndTableEarly(Asked, frozen=True, tag="end-table-early"):
    table: str


class OrderTied(Asked, frozen=True, tag="order-tied"):
    """The official puts those with equal chips into an order, as the conditions say."""

    table: str
    order: list[str]
    reason: str


class OrderCount(Asked, frozen=True, tag="order-count"):
    """Have all players' chips at a table counted before the next round."""

    table: str


class RecordTotals(Asked, frozen=True, tag="record-totals"):
    """The value of chips in front of each remaining player."""

    table: str
    totals: dict[str, int]


class ReturnTournamentChips(Asked, frozen=True, tag="return-tournament-chips"):
    """All chips are back in the inventory, but for these: value and quantity."""

    table: str
    missing: list[tuple[int, int]] = field(default_factory=list)


class AnnounceSession(Asked, frozen=True, tag="announce-session"):
    """Announce winners and place getters, and who goes on."""


class BuyBack(Asked, frozen=True, tag="buy-back"):
    player: str


class PayPrizes(Asked, frozen=True, tag="pay-prizes"):
    pass


class EndAgreed(Struct, frozen=True, tag="end-agreed"):
    table: str
    player: str


class TieOrdered(Struct, frozen=True, tag="tie-ordered"):
    """Those who shared a place are in order, and others still share one that matters."""

    table: str
    order: tuple[str, ...]
    reason: str


class CountOrdered(Struct, frozen=True, tag="count-ordered"):
    table: str


class TotalsRecorded(Struct, frozen=True, tag="totals-recorded"):
    table: str
    totals: tuple[tuple[str, int], ...]


class TournamentChipsReturned(Struct, frozen=True, tag="tournament-chips-returned"):
    """The chips of all players at a table go back; missing ones by value and quantity."""

    table: str
    missing: tuple[tuple[int, int], ...]
    chips: tuple[tuple[str, int], ...]
    """What each player had,"""
    cashed: tuple[tuple[str, int], ...]
    """and the cents for it, where the conditions pay chips in cash."""


class SessionAnnounced(Struct, frozen=True, tag="session-announced"):
    """Who goes on, who does not; after the last session, the order of the tournament."""

    session: int
    advance: tuple[str, ...]
    beaten: tuple[str, ...]
    coming: tuple[str, ...]
    """Who plays the next session."""
    waiting: tuple[str, ...]
    """Who is through already while a repechage is played."""
    places: tuple[tuple[str, ...], ...]


class BoughtBack(Struct, frozen=True, tag="bought-back"):
    player: str
    amount: int


class PrizesPaid(Struct, frozen=True, tag="prizes-paid"):
    """What everybody gets in cents; buy-ins went to the pool and to the house first, as the conditions say."""

    to_pool: int
    to_house: int
    prizes: tuple[tuple[str, int], ...]


def agree(tournament: Tournament, command: AgreeToEnd, by: Asker, others: Elsewhere) -> Decision:
    heat, entry = playing_at(tournament, command.table), entered(tournament, command.player)
    clause = rules_of(tournament).clause(Duty.EARLY_CASH)
    if isinstance(heat, Refusal) or isinstance(entry, Refusal):
        return heat if isinstance(heat, Refusal) else Refusal(clause, "that is no player here")
    if command.player not in heat.still_in() or command.player in heat.closing.agreed:
        return Refusal(clause, "players at the table agree, each once")
    return not_for(tournament, entry, by) or (EndAgreed(command.table, command.player),)


def end_early(tournament: Tournament, command: EndTableEarly, by: Asker, others: Elsewhere) -> Decision:
    rules, heat, terms = rules_of(tournament), playing_at(tournament, command.table), tournament.terms
    if isinstance(heat, Refusal):
        return heat
    assert terms is not None
    refused = not_official(tournament, by, Duty.EARLY_END)
    if refused:
        return refused
    if heat.phase != WAITING:
        return Refusal(rules.clause(Duty.EARLY_END), "a session ends between two rounds")
    inside = heat.still_in()
    if tournament.is_final or len(inside) > advance_from(tournament, heat):
        return Refusal(rules.clause(Duty.EARLY_END), "who goes on from this table is not determined")
    if terms.chips.cash_value and not heat.closing.agreed.issuperset(inside):
        return Refusal(rules.clause(Duty.EARLY_CASH), "chips are paid in cash, and not all players agree")
    return (HeatEnded(heat.table, tuple(map(tuple, ranking(heat))), "early"),)


def order_tied(tournament: Tournament, command: OrderTied, by: Asker, others: Elsewhere) -> Decision:
    rules, heat = rules_of(tournament), playing_at(tournament, command.table)
    clause = rules.clause(Duty.TIES)
    if isinstance(heat, Refusal):
        return heat
    refused = not_official(tournament, by, Duty.TIES) or not_words_tied(command, clause)
    if refused:
        return refused
    if heat.phase != UNDECIDED:
        return Refusal(clause, "nobody's place is open")
    places = ranking(heat)
    at = next((number for number, place in enumerate(places) if set(place) == set(command.order)), None)
    if at is None or len(command.order) != len(places[at]) or len(command.order) < 2:
        return Refusal(clause, "the order names those who share the place, each once")
    trial = heat.copy()
    trial.ordered = (*heat.ordered, tuple(command.order))
    decided = ranking(trial)
    if undecided(tournament, trial, decided):
        return (TieOrdered(heat.table, tuple(command.order), command.reason),)
    return (HeatEnded(heat.table, tuple(map(tuple, decided)), command.reason),)


def not_words_tied(command: OrderTied, clause: str) -> Refusal | None:
    return None if 0 < len(command.reason) <= 500 else Refusal(clause, "say why in 1 to 500 letters")


def order_count(tournament: Tournament, command: OrderCount, by: Asker, others: Elsewhere) -> Decision:
    heat = playing_at(tournament, command.table)
    if isinstance(heat, Refusal):
        return heat
    return not_official(tournament, by, Duty.COUNT) or (CountOrdered(command.table),)


def totals(tournament: Tournament, command: RecordTotals, by: Asker, others: Elsewhere) -> Decision:
    rules, heat = rules_of(tournament), at_table(tournament, command.table)
    if isinstance(heat, Refusal):
        return heat
    clause = rules.clause(Duty.TOTALS)
    refused = not_staff(rules, Who.DEALER, by, clause)
    if refused:
        return refused
    if heat.phase not in (WAITING, ENDED) or heat.closing.returned:
        return Refusal(clause, "chips are counted between two rounds, or when the session is over")
    held = {name: heat.chips(name) for name in heat.still_in()}
    if set(command.totals) != set(held):
        return Refusal(clause, f"the count is of {', '.join(held) or 'nobody'}")
    wrong = next((name for name in held if command.totals[name] != held[name]), None)
    if wrong is not None:
        return Refusal(clause, f"{wrong} should have {held[wrong]}; count again, or raise a dispute")
    return (TotalsRecorded(command.table, tuple(held.items())),)


def return_chips(tournament: Tournament, command: ReturnTournamentChips, by: Asker, others: Elsewhere) -> Decision:
    rules, heat, terms = rules_of(tournament), at_table(tournament, command.table), tournament.terms
    if isinstance(heat, Refusal):
        return heat
    assert terms is not None
    clause = rules.clause(Duty.RETURNED)
    refused = not_staff(rules, Who.DEALER, by, clause)
    if refused:
        return refused
    if heat.phase != ENDED or heat.closing.returned:
        return Refusal(clause, "chips are returned once, when the session at the table is over")
    if {name for name, _ in heat.closing.counted} != set(heat.still_in()):
        return Refusal(rules.clause(Duty.TOTALS), "count the chips first")
    values = terms.chips.values
    for value, quantity in command.missing:
        if value < 1 or not 0 < quantity <= MAX_MISSING or (values and value not in values):
            return Refusal(clause, "missing chips are recorded by denomination and quantity")
    chips = tuple((name, heat.chips(name)) for name in heat.players)
    cashed = tuple((name, held * terms.chips.cash_value) for name, held in chips if held * terms.chips.cash_value)
    return (TournamentChipsReturned(command.table, tuple(command.missing), chips, cashed),)


def announce(tournament: Tournament, command: AnnounceSession, by: Asker, others: Elsewhere) -> Decision:
    rules, terms = rules_of(tournament), tournament.terms
    clause = rules.clause(Duty.TOTALS)
    if tournament.phase != RUNNING or terms is None:
        return Refusal(clause, "no session is played")
    refused = not_official(tournament, by, Duty.TOTALS)
    if refused:
        return refused
    for heat in tournament.heats.values():
        if heat.phase != ENDED:
            return Refusal(clause, f"the session at table {heat.table} is not over")
        if not heat.closing.returned:
            return Refusal(rules.clause(Duty.RETURNED), f"the chips of table {heat.table} are not returned")
    if open_ := next((each for each in tournament.disputes if not each.ruling), None):
        return Refusal(rules.clause(Duty.DISPUTE), f"dispute {open_.number} is not settled")
    return (_announced(tournament, list(tournament.heats.values())),)


def _announced(tournament: Tournament, heats: Sequence[Heat]) -> SessionAnnounced:
    """Who goes on. A repechage is for those who did not advance; its winners join those who wait."""
    terms = tournament.terms
    assert terms is not None
    entries = tournament.entries
    order = [name for heat in heats for name in advancing(heat.places, advance_from(tournament, heat))[0]]
    through = [name for name in order if entries[name].standing == IN]
    everybody = [name for heat in heats for name in heat.seats if entries[name].standing == IN]
    beaten = tuple(name for name in everybody if name not in through)
    last = tournament.session
    if tournament.is_final:
        return SessionAnnounced(last, (), (), (), (), tuple(map(tuple, heats[0].places)) if heats else ())
    together = (*tournament.waiting, *through)
    if terms.stages[last].repechage and beaten:
        return SessionAnnounced(last, tuple(through), beaten, beaten, together, ())
    places = ((together[0],),) if len(together) == 1 and terms.stages[last:] else ()
    return SessionAnnounced(last, tuple(through), beaten, together, (), places)


def buy_back(tournament: Tournament, command: BuyBack, by: Asker, others: Elsewhere) -> Decision:
    rules, terms = rules_of(tournament), tournament.terms
    clause = rules.clause(Duty.BUY_BACK)
    entry = entered(tournament, command.player)
    if isinstance(entry, Refusal):
        return entry
    if terms is None or not terms.buy_back.offered:
        return Refusal(clause, "the conditions offer no buying back")
    if entry.standing != OUT:
        return Refusal(clause, f"only who is eliminated buys back; {command.player} is {entry.standing}")
    if tournament.phase != CLOSED or tournament.session < 2 or tournament.seating.drawn:
        return Refusal(clause, "buy back between two sessions, before the seats are drawn")
    if tournament.session - 1 > terms.buy_back.until or entry.backs >= terms.buy_back.times:
        return Refusal(clause, "the conditions offer no further buying back")
    stage = tournament.stage
    if not stage.repechage and len(tournament.coming) >= stage.tables * stage.seats:
        return Refusal(rules.clause(Duty.SEATS), "there is no seat left in the next session")
    return not_for(tournament, entry, by) or (BoughtBack(command.player, terms.buy_back.price),)


def pay(tournament: Tournament, command: PayPrizes, by: Asker, others: Elsewhere) -> Decision:
    rules, terms, money = rules_of(tournament), tournament.terms, tournament.money
    clause = rules.clause(Duty.PRIZES)
    if tournament.phase != FINISHED or terms is None:
        return Refusal(clause, "prizes are paid when the tournament is over")
    refused = not_official(tournament, by, Duty.PRIZES)
    if refused:
        return refused
    if any(not each.ruling for each in tournament.disputes):
        return Refusal(rules.clause(Duty.DISPUTE), "a dispute is not settled")
    to_pool = min(money.to_pool, max(money.bought, 0))
    paid, held = prizes(money.pool + to_pool, terms.prizes.shares, [list(place) for place in tournament.places])
    if held:
        return Refusal(clause, "nobody has a place; cancel the tournament, and all fees go back")
    return (PrizesPaid(to_pool, money.bought - to_pool, tuple(paid.items())),)


def agreed(tournament: Tournament, event: EndAgreed, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        heat.closing = replace(heat.closing, agreed=heat.closing.agreed | {event.player})


def tie_ordered(tournament: Tournament, event: TieOrdered, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        heat.ordered = (*heat.ordered, event.order)


def count_ordered(tournament: Tournament, event: CountOrdered, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        heat.closing = replace(heat.closing, counting=True)


def recorded(tournament: Tournament, event: TotalsRecorded, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        counted = event.totals if heat.phase == ENDED else heat.closing.counted
        heat.closing = replace(heat.closing, counting=False, counted=counted)


def returned(tournament: Tournament, event: TournamentChipsReturned, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        heat.closing = replace(heat.closing, returned=True)
        missing = tuple((event.table, value, quantity) for value, quantity in event.missing)
        tournament.record = replace(tournament.record, missing=(*tournament.record.missing, *missing))
        out = sum(cents for _, cents in event.cashed)
        money = tournament.money
        bought = max(money.bought - out, 0)
        tournament.money = replace(money, bought=bought, to_pool=min(money.to_pool, bought))


def announced(tournament: Tournament, event: SessionAnnounced, stamp: Stamp) -> None:
    history = tuple(
        (f"{event.session}/{heat.table}", tuple(map(tuple, heat.places))) for heat in tournament.heats.values()
    )
    tournament.record = replace(tournament.record, history=(*tournament.record.history, *history))
    tournament.phase, tournament.kept = CLOSED, {}
    for name in event.beaten:
        if name not in event.coming:
            tournament.entries[name] = replace(tournament.entries[name], standing=OUT)
    for name, entry in tournament.entries.items():
        if entry.substitute:
            tournament.entries[name] = replace(entry, substitute="")
    tournament.coming, tournament.waiting = event.coming, event.waiting
    if event.places or tournament.is_final or not event.coming:
        tournament.phase, tournament.places = FINISHED, event.places
        return
    tournament.session += 1


def bought_back(tournament: Tournament, event: BoughtBack, stamp: Stamp) -> None:
    terms, entry = tournament.terms, tournament.entries[event.player]
    assert terms is not None
    tournament.entries[event.player] = replace(entry, standing=IN, backs=entry.backs + 1)
    paid_in(tournament, event.player, event.amount, terms.buy_back.to)
    if tournament.stage.repechage:
        tournament.waiting = (*tournament.waiting, event.player)
    else:
        tournament.coming = (*tournament.coming, event.player)


def prizes_paid(tournament: Tournament, event: PrizesPaid, stamp: Stamp) -> None:
    money = tournament.money
    left = money.pool + event.to_pool - sum(cents for _, cents in event.prizes)
    tournament.phase = PAID
    tournament.money = replace(money, pool=left, bought=0, to_pool=0, paid=event.prizes)


def _tell_announced(event: SessionAnnounced) -> str:
    if event.places:
        order = "; ".join(" and ".join(place) for place in event.places)
        return f"The order of the tournament: {shown(order)}."
    return f"Session {event.session}: {', '.join(event.advance) or 'nobody'} advance."


def _tell_prizes(event: PrizesPaid) -> str:
    return "Prizes: " + ", ".join(f"{name} {format_money(cents)}" for name, cents in event.prizes) + "."


TOPIC = Topic(
    commands={
        AgreeToEnd: (Sender.PLAYER, agree),
        EndTableEarly: (Sender.DESK, end_early),
        OrderTied: (Sender.DESK, order_tied),
        OrderCount: (Sender.DESK, order_count),
        RecordTotals: (Sender.CREW, totals),
        ReturnTournamentChips: (Sender.CREW, return_chips),
        AnnounceSession: (Sender.DESK, announce),
        BuyBack: (Sender.PLAYER, buy_back),
        PayPrizes: (Sender.DESK, pay),
    },
    events={
        EndAgreed: Happens(agreed, lambda e: f"{e.player} agrees that table {e.table} ends early."),
        TieOrdered: Happens(
            tie_ordered, lambda e: f"Table {e.table}: {', '.join(e.order)}, in this order: {shown(e.reason)}."
        ),
        CountOrdered: Happens(count_ordered, lambda e: f"A count of all chips at table {e.table} is ordered."),
        TotalsRecorded: Happens(
            recorded, lambda e: f"Table {e.table} is counted: {', '.join(f'{n} {c}' for n, c in e.totals)}."
        ),
        TournamentChipsReturned: Happens(
            returned,
            lambda e: (
                f"The chips of table {e.table} are returned"
                + (f"; missing {', '.join(f'{q} of {v}' for v, q in e.missing)}." if e.missing else ".")
            ),
        ),
        SessionAnnounced: Happens(announced, _tell_announced),
        BoughtBack: Happens(bought_back, lambda e: f"{e.player} buys back for {format_money(e.amount)}."),
        PrizesPaid: Happens(prizes_paid, _tell_prizes),
    },
)
