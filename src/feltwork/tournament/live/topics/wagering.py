"""What players do in a round: wagers, pass cards, forms that nobody else sees, and wagers taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from feltwork.aggregate import Elsewhere, Stamp
from feltwork.games.tournament import Duty, Who
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import Asked, Asker, Raw
from feltwork.table.play import events as game
from feltwork.table.play.commands import Bet, Remove
from feltwork.tournament.betting import Form, Stake, Told, deemed, find_place, is_chips, valid_open
from feltwork.tournament.bounds import wager_beyond
from feltwork.tournament.live.guards import not_for, not_staff, playing_at, rules_of, still_in
from feltwork.tournament.live.play import book_of, on_table, play_on, session_of
from feltwork.tournament.live.state import BETTING, CHIP, IN, Decision, Heat, Tournament
from feltwork.tournament.live.topic import Happens, Sender, Topic
from feltwork.tournament.session import Done, pass_turn, turn_again
from feltwork.tournament.steps import Open, Pass, Step, Undisclosed, Wagers

MAX_LINES = 100
"""Wagers of a player put down together."""


class WagerLine(Struct, frozen=True, forbid_unknown_fields=True):
    """One wager as it is put down: its name, what it is on, and how many chips."""

    wager: str
    amount: int
    on: Raw = None


class PlaceTournamentWagers(Asked, frozen=True, tag="place-tournament-wagers"):
    """A player's open wagers of a round, from the player's own seat."""

    table: str
    player: str
    seat: int
    lines: list[WagerLine]


class TakeBackWager(Asked, frozen=True, tag="take-back-wager"):
    """Take up a wager that may be taken up by the rules of the game."""

    table: str
    player: str
    wager: str
    on: Raw = None


class PlayPassCard(Asked, frozen=True, tag="play-pass-card"):
    table: str
    player: str


class HandInForm(Asked, frozen=True, tag="hand-in-form"):
    """A wager that nobody else sees until the round is over; what is left out is left out on the form."""

    table: str
    player: str
    wager: str | None = None
    on: Raw = None
    amount: int | None = None


class ExamineForm(Asked, frozen=True, tag="examine-form"):
    """The supervisor has examined a form, and puts an indicator in front of the player."""

    table: str
    player: str


class HandBackForm(Asked, frozen=True, tag="hand-back-form"):
    """The supervisor has examined a form, finds it not in order, and gives it back to be filled in anew."""

    table: str
    player: str


class WagersMade(Struct, frozen=True, tag="tournament-wagers-made"):
    table: str
    player: str
    stakes: tuple[Stake, ...]


class LayoutPlayed(Struct, frozen=True, tag="tournament-layout-played"):
    """Something happened on the layout; its seats are those of the table, its amounts hundredths of a chip."""

    table: str
    event: game.Event


class PassCardPlayed(Struct, frozen=True, tag="pass-card-played"):
    table: str
    player: str


class FormHandedIn(Struct, frozen=True, tag="form-handed-in"):
    """As it was filled in. Nobody but the player and who examines it is shown it before the round is over."""

    table: str
    player: str
    form: Form


class FormExamined(Struct, frozen=True, tag="form-examined"):
    table: str
    player: str


class FormHandedBack(Struct, frozen=True, tag="form-handed-back"):
    """It counts as never handed in; what was wrong with it is not told."""

    table: str
    player: str


def place(tournament: Tournament, command: PlaceTournamentWagers, by: Asker, others: Elsewhere) -> Decision:
    heat = _acting(tournament, command.table, command.player, by)
    if isinstance(heat, Refusal):
        return heat
    rules = rules_of(tournament)
    if heat.seat(command.player) != command.seat:
        return Refusal(rules.clause(Duty.POSITION), f"seat {command.seat} is not the one allotted to {command.player}")
    if len(command.lines) > MAX_LINES:
        return Refusal(NOT_IN_THE_BOOK, f"at most {MAX_LINES} wagers are put down together")
    amount = sum(line.amount for line in command.lines)
    late = _late(tournament, heat, by, amount) or _too_much(tournament, heat, command.player, amount)
    if late:
        return late
    if heat.game is not None:
        return _on_layout(tournament, heat, command)
    lines = tuple(Open(line.wager, line.on, line.amount) for line in command.lines)
    done = _try(tournament, heat, Wagers(command.player, lines))
    return done if isinstance(done, Refusal) else (WagersMade(command.table, command.player, done.stakes),)


def _on_layout(tournament: Tournament, heat: Heat, command: PlaceTournamentWagers) -> Decision:
    terms = tournament.terms
    assert terms is not None
    if not command.lines or not all(is_chips(line.amount) for line in command.lines):
        return Refusal(rules_of(tournament).clause(Duty.CHIPS), "a wager is a whole number of tournament chips")
    bets = [Bet(command.seat, line.wager, line.amount * CHIP, line.on) for line in command.lines]
    events = on_table(terms, heat.game, bets)
    if isinstance(events, Refusal):
        return Refusal(events.clause, _in_chips(events.reason))
    return tuple(LayoutPlayed(heat.table, event) for event in events)


def _in_chips(reason: str) -> str:
    """Words of the game's own layout, which counts in hundredths, as they are said of tournament chips.

    >>> _in_chips("Field would be 4.00, under the minimum of 1,000.00")
    'Field would be 4, under the minimum of 1,000'
    """
    return re.sub(r"(?<=\d)\.00\b", "", reason)


def _acting(tournament: Tournament, table: str, player: str, by: Asker) -> Heat | Refusal:
    """A table at which this player may act now."""
    rules, entry = rules_of(tournament), still_in(tournament, player)
    if isinstance(entry, Refusal):
        return entry
    heat = playing_at(tournament, table)
    if isinstance(heat, Refusal):
        return heat
    if player not in heat.players:
        return Refusal(rules.clause(Duty.POSITION), f"{player} has no seat at table {table}")
    refused = not_for(tournament, entry, by)
    if refused:
        return refused
    if heat.phase != BETTING:
        return Refusal(rules.clause(Duty.CHIPS), "no wagers are taken now")
    if player in heat.away:
        return Refusal(rules.clause(Duty.LATE), f"{player} is away in this round")
    if heat.players[player].state != IN or (heat.ties and player not in heat.ties.tied):
        return Refusal(rules.clause(Duty.TIES), f"{player} does not play in this round")
    return heat


def _late(tournament: Tournament, heat: Heat, by: Asker, amount: int | None) -> Refusal | None:
    """After the time for wagers nothing over the minimum is taken."""
    if not heat.closes_at or by.at < heat.closes_at or heat.round is None or (amount or 0) <= heat.round.minimum:
        return None
    clause = rules_of(tournament).clause(Duty.RESTRICTED)
    return Refusal(clause, f"the time is up: the wager is restricted to the minimum of {heat.round.minimum}")


def _too_much(tournament: Tournament, heat: Heat, player: str, amount: int) -> Refusal | None:
    assert tournament.terms is not None
    return wager_beyond(tournament.terms, heat.chips(player), amount, len(heat.players))


def _try(tournament: Tournament, heat: Heat, step: Step) -> Done | Refusal:
    """What a player has done in the round once this step is taken; or why it is not."""
    trial = heat.copy()
    if trial.round is None or step.player not in trial.round.done:
        return Refusal(rules_of(tournament).clause(Duty.CHIPS), f"{step.player} does not play in this round")
    refused = session_of(tournament, trial).act(trial.round, step)
    return refused or trial.round.done[step.player]


def take_back(tournament: Tournament, command: TakeBackWager, by: Asker, others: Elsewhere) -> Decision:
    heat = _acting(tournament, command.table, command.player, by)
    if isinstance(heat, Refusal):
        return heat
    rules, terms = rules_of(tournament), tournament.terms
    if heat.game is None or terms is None:
        clause = rules.session.locked if rules.session else rules.clause(Duty.CHIPS)
        return Refusal(clause, "a wager that is made is not removed or altered")
    events = on_table(terms, heat.game, [Remove(heat.seat(command.player), command.wager, command.on)])
    return events if isinstance(events, Refusal) else tuple(LayoutPlayed(heat.table, event) for event in events)


def pass_card(tournament: Tournament, command: PlayPassCard, by: Asker, others: Elsewhere) -> Decision:
    heat = _acting(tournament, command.table, command.player, by)
    if isinstance(heat, Refusal):
        return heat
    if heat.game is not None:
        return Refusal(NOT_IN_THE_BOOK, "there are no pass cards in this game")
    done = _try(tournament, heat, Pass(command.player))
    return done if isinstance(done, Refusal) else (PassCardPlayed(command.table, command.player),)


def hand_in(tournament: Tournament, command: HandInForm, by: Asker, others: Elsewhere) -> Decision:
    heat = _acting(tournament, command.table, command.player, by)
    if isinstance(heat, Refusal):
        return heat
    late = _late(tournament, heat, by, command.amount)
    late = late or _too_much(tournament, heat, command.player, command.amount or 0)
    if late:
        return late
    line = Open(command.wager, command.on, command.amount)
    if heat.game is not None:
        form: Form | Refusal | None = _secret(tournament, heat, command.player, line)
    else:
        done = _try(tournament, heat, Undisclosed(command.player, line))
        form = done if isinstance(done, Refusal) else done.form
    if form is None or isinstance(form, Refusal):
        return form or Refusal(rules_of(tournament).clause(Duty.EXAMINE), "no form was handed in")
    return (FormHandedIn(command.table, command.player, form),)


def _secret(tournament: Tournament, heat: Heat, player: str, line: Open) -> Form | Refusal:
    """A secret wager at a layout, as the conditions allow it: whole, and for chips that the player has."""
    clause, terms = rules_of(tournament).clause(Duty.EXAMINE), tournament.terms
    assert terms is not None
    if not heat.players[player].forms or player in heat.forms:
        return Refusal(clause, f"{player} has no secret wager left for this round")
    place = find_place(book_of(terms), line)
    if isinstance(place, Refusal):
        return place
    if not isinstance(line.amount, int) or not is_chips(line.amount) or line.amount > heat.chips(player):
        return Refusal(clause, "a secret wager is for chips that the player has")
    return Form(place, line.amount)


def examine(tournament: Tournament, command: ExamineForm, by: Asker, others: Elsewhere) -> Decision:
    return _not_examined(tournament, command, by) or (FormExamined(command.table, command.player),)


def hand_back(tournament: Tournament, command: HandBackForm, by: Asker, others: Elsewhere) -> Decision:
    refused = _not_examined(tournament, command, by)
    if refused:
        return refused
    heat = tournament.heats[command.table]
    if heat.phase != BETTING:
        return Refusal(rules_of(tournament).clause(Duty.EXAMINE), "forms are examined before the round is played")
    if defect_of(tournament, heat, command.player) is None:
        return Refusal(rules_of(tournament).clause(Duty.EXAMINE), "this form is in order, and stands")
    return (FormHandedBack(command.table, command.player),)


def _not_examined(tournament: Tournament, command: ExamineForm | HandBackForm, by: Asker) -> Refusal | None:
    """Refuse who may not examine a form, and where there is none to examine."""
    rules = rules_of(tournament)
    clause = rules.clause(Duty.EXAMINE)
    heat = playing_at(tournament, command.table)
    if isinstance(heat, Refusal):
        return heat
    refused = not_staff(rules, Who.SUPERVISOR, by, clause)
    if refused:
        return refused
    if command.player not in waiting_forms(heat):
        return Refusal(clause, "there is no form of this player to examine")
    return None


def defect_of(tournament: Tournament, heat: Heat, player: str) -> Told | None:
    """What is not in order on a form, if anything: for who examines it, and nobody else."""
    terms, rules = tournament.terms, rules_of(tournament)
    assert terms is not None
    if heat.game is not None:
        form = heat.forms[player]
        assert form.stake is not None
        assert form.amount is not None
        bet = Bet(heat.seat(player), form.stake.wager, form.amount * CHIP, form.stake.on)
        wrong = on_table(terms, heat.game, [bet])
        return Told(wrong.clause, _in_chips(wrong.reason)) if isinstance(wrong, Refusal) else None
    assert heat.round is not None
    assert rules.session is not None
    done = heat.round.done[player]
    assert done.form is not None
    low, high = heat.round.minimum, heat.round.maximum
    lies = sum(stake.amount for stake in valid_open(done.stakes, low, high, rules.session)[0]) if done.stakes else 0
    found = deemed(done.form, low, high, heat.players[player].chips - lies, rules.session)[1]
    return found[0] if found else None


def waiting_forms(heat: Heat) -> list[str]:
    """Whose forms of this round nobody has examined."""
    handed = [*heat.forms, *(name for name, done in (heat.round.done if heat.round else {}).items() if done.form)]
    return [name for name in handed if name not in heat.examined]


def made(tournament: Tournament, event: WagersMade, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        _done(heat, event.player, Wagers(event.player, ())).stakes = event.stakes


def passed(tournament: Tournament, event: PassCardPlayed, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        _done(heat, event.player, Pass(event.player)).passed = True
        heat.players[event.player].cards -= 1


def handed_in(tournament: Tournament, event: FormHandedIn, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        heat.players[event.player].forms -= 1
        if heat.game is not None:
            heat.forms[event.player] = event.form
        else:
            step = Undisclosed(event.player, Open(None, None, None))
            _done(heat, event.player, step).form = event.form


def examined(tournament: Tournament, event: FormExamined, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        heat.examined |= {event.player}


def handed_back(tournament: Tournament, event: FormHandedBack, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        heat.players[event.player].forms += 1
        heat.forms.pop(event.player, None)
        if heat.round is not None:
            heat.round.done[event.player].form = None
            turn_again(heat.round, event.player)


def layout_played(tournament: Tournament, event: LayoutPlayed, stamp: Stamp) -> None:
    terms = tournament.terms
    with tournament.change(event.table) as heat:
        assert heat.game is not None
        assert terms is not None
        heat.game = play_on(terms, heat.game, event.event)


def _done(heat: Heat, player: str, step: Step) -> Done:
    """What a player has done in the round; with this step the turn goes on."""
    assert heat.round is not None
    heat.round.begun = True
    if heat.round.turn:
        pass_turn(heat.round, step)
    return heat.round.done[player]


def _stakes(stakes: Sequence[Stake]) -> str:
    return ", ".join(f"{stake.amount} on {stake.wager}{'' if stake.on is None else f' {stake.on}'}" for stake in stakes)


def _tell_layout(event: LayoutPlayed) -> str:
    what = event.event
    if isinstance(what, game.Placed | game.Removed):
        verb = "puts" if isinstance(what, game.Placed) else "takes back"
        return f"Table {event.table}: seat {what.key[0]} {verb} {what.amount // CHIP} on {what.key[1]}."
    return f"Table {event.table}: the layout is settled."


TOPIC = Topic(
    commands={
        PlaceTournamentWagers: (Sender.PLAYER, place),
        TakeBackWager: (Sender.PLAYER, take_back),
        PlayPassCard: (Sender.PLAYER, pass_card),
        HandInForm: (Sender.PLAYER, hand_in),
        ExamineForm: (Sender.CREW, examine),
        HandBackForm: (Sender.CREW, hand_back),
    },
    events={
        WagersMade: Happens(made, lambda e: f"Table {e.table}: {e.player} wagers {_stakes(e.stakes)}."),
        LayoutPlayed: Happens(layout_played, _tell_layout),
        PassCardPlayed: Happens(passed, lambda e: f"Table {e.table}: {e.player} plays a pass card."),
        FormHandedIn: Happens(handed_in, lambda e: f"Table {e.table}: {e.player} hands in a form."),
        FormHandedBack: Happens(
            handed_back, lambda e: f"Table {e.table}: the form of {e.player} is not in order and is handed back."
        ),
        FormExamined: Happens(examined, lambda e: f"Table {e.table}: the form of {e.player} is examined."),
    },
)
