"""The last round taken back though chips have moved since, as long as the next one has not started.

Chips put down since go back to their players, and chips taken up since lie where they lay. Players who have left are
squared with by themselves; what a player no longer has of what was paid stands as a debt under the round's case, and is
taken from what the round then pays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from feltwork.money import format_money
from feltwork.refusal import Refusal, shown
from feltwork.table.live.topic import DICE_OUT, Topic, at, evolve, game_of, tag
from feltwork.table.live.topics.cards import WagersFoundInvalid
from feltwork.table.live.topics.corrections import (
    ALL,
    CorrectionProposed,
    Part,
    PastRound,
    RoundAdjusted,
    differences,
    left_since,
    parts_of,
    undone,
)
from feltwork.table.live.topics.dice import DiceSet
from feltwork.table.live.topics.seats import Attendance
from feltwork.table.play import events as game
from feltwork.table.play.commands import Remove
from feltwork.table.play.events import CHECKS, CHIPS, TOKENS, BetsClosed, Key, RoundInvalid, RoundSettled
from feltwork.table.play.evolve import credit, pay_in_kind
from feltwork.table.play.evolve import evolve as evolve_game
from feltwork.table.play.removing import decide_remove
from feltwork.table.play.state import Lot, Standing, TableState

if TYPE_CHECKING:
    from feltwork.table.live.events import LiveEvent
    from feltwork.table.live.state import LiveTable


Outcome = Callable[[TableState], RoundSettled | RoundInvalid]
"""How the round ends instead, on the table as it lay."""


class Chips(NamedTuple):
    """Chips that moved between the rail and the layout."""

    key: game.Key
    amount: int
    commission: int = 0
    tokens: int = 0
    checks: int = 0
    """Of the amount, in tokens and in colour checks."""


class Owed(NamedTuple):
    """What a player has too little to give back, by what it is in."""

    seat: int
    player: str
    cents: int
    of: str


class RoundReversed(Struct, frozen=True, tag="round-reversed"):
    """The last round's settlement taken back, chip by chip; the record it reverses stays."""

    version: int
    reason: str
    clause: str
    back: tuple[Chips, ...] = ()
    """Chips put down since, which go back to their players;"""
    again: tuple[Chips, ...] = ()
    """chips taken up since, which lie where they lay;"""
    gone: tuple[int, ...] = ()
    """seats whose players have left since, so that their settlement is not taken back chip by chip;"""
    owed: tuple[Owed, ...] = ()
    """what stands as a debt under the round's case until the round is settled again."""


class DebtRepaid(Struct, frozen=True, tag="debt-repaid"):
    """What a player owed of a round that was taken back, taken from what it paid when it was settled again."""

    version: int
    seat: int
    player: str
    cents: int
    of: str
    clause: str


class Hands(NamedTuple):
    """Who had the dice, and who sat by, when a round was settled."""

    shooter: int | None = None
    last_shooter: int | None = None
    dice: DiceSet = DiceSet()
    house_throws: bool = False
    attendance: Attendance = Attendance()
    new_shooter: bool = False
    passed: bool = False
    """Has that shooter given the dice on since, by choice or by order? Then no ruling on the round brings them back."""


class Ended(NamedTuple):
    """A round that was taken back and ended another way."""

    reversed: RoundReversed
    instead: RoundSettled | RoundInvalid
    rest: tuple[LiveEvent, ...]
    """What follows from it: chips taken up again, debts, players who have left."""


class Rounds(Struct):
    """The last round, while it can be taken back, and those before that two people can still set right."""

    last: tuple[int, RoundSettled] | None = None
    """The version and the settlement of the last round, while that can still be taken back."""
    moved: bool = False
    """Have chips moved since?"""
    sat: dict[int, str] = field(default_factory=dict)
    """Who sat where when it was settled."""
    hands: Hands = field(default_factory=Hands)
    final: bool = False
    """Has the last result been ruled on already? Then it is final."""
    kept: tuple[int, ...] = ()
    """The last rounds, by the event that settled each, that two people can still set right."""
    parts: dict[int, tuple[Part, ...]] = field(default_factory=dict)
    """What has been set right of the last rounds, by round."""
    proposed: CorrectionProposed | None = None
    unacknowledged: tuple[int, ...] = ()
    """Corrections, by the entry that made each, that the crew have yet to take and pay."""
    ruled: frozenset[int] = frozenset()
    """Of the last rounds those whose faces were ruled on: nobody reads their dice again."""


def _remember_hands(live: LiveTable) -> None:
    """Who has the dice when a round is settled."""
    live.rounds.hands = Hands(
        live.shooter.seat,
        live.shooter.last,
        live.dice,
        live.shooter.house_throws,
        live.seats.attendance,
        live.shooter.new,
    )
    live.shooter.new = False


def _give_back(live: LiveTable) -> None:
    """The round is taken back: its shooter has the dice again, unless dice have been given on since."""
    then = live.rounds.hands
    live.seats.attendance, live.shooter.offered = (
        then.attendance if live.seats.players == live.rounds.sat else live.seats.attendance,
        None,
    )
    if not then.passed:
        live.shooter.seat, live.shooter.last, live.shooter.house_throws, live.shooter.new = (
            then.shooter,
            then.last_shooter,
            then.house_throws,
            then.new_shooter,
        )
        live.dice = live.dice.held_again(then.dice.hand)


def end_again(
    live: LiveTable, reason: str, clause: str, outcome: Outcome, person: str, symbol: int | None, forfeits: list[int]
) -> Ended:
    """Take the last round back and end it so; without a symbol its outcome is invalid."""
    if live.before is None or live.rounds.last is None:
        raise ValueError("no round to reverse")
    version, settled = live.rounds.last
    past = PastRound(live.before, live.rounds.sat, settled)
    back = taken_back(live, past, version, reason, clause)
    then = live.copy()
    evolve(then, back)
    instead = outcome(game_of(then))
    evolve(then, instead)
    rest = list(_taken_up_again(then, past, back, instead))
    rest += _repaid(then, back, clause)
    if back.gone:
        owed = differences(past, symbol) if symbol is not None else undone(past, forfeits)
        due = {seat: cents for seat, cents in sorted(owed.items()) if seat in back.gone}
        result = instead.result if isinstance(instead, RoundSettled) else None
        if due:
            rest.append(left_since(then, past, version, due, result, person, clause))
    return Ended(back, instead, tuple(rest))


def taken_back(live: LiveTable, past: PastRound, version: int, reason: str, clause: str) -> RoundReversed:
    """The last round as it is taken back, with everything that has moved since."""
    played = {seat for seat, _, _ in past.before.layout}
    gone = tuple(sorted(seat for seat in played if live.seats.players.get(seat) != past.seats[seat]))
    after = after_round(past)
    back = tuple(_put_down_since(game_of(live), after))
    again = tuple(chips for chips in _taken_up_since(game_of(live), after) if chips.key[0] not in gone)
    return RoundReversed(version, reason, clause, back, again, gone, _short(live, past, back, again, gone))


def after_round(past: PastRound) -> TableState:
    """The table as the round left it."""
    after = past.before.copy()
    evolve_game(after, past.settled)
    return after


def _put_down_since(now: TableState, after: TableState) -> Iterator[Chips]:
    for key, standing in now.layout.items():
        lots = tuple(lot for lot in standing.lots if lot.round >= after.round)
        if lots:
            yield _chips(key, lots, sum(lot.commission for lot in lots))


def _taken_up_since(now: TableState, after: TableState) -> Iterator[Chips]:
    for key, standing in after.layout.items():
        there = now.layout.get(key)
        left = tuple(lot for lot in there.lots if lot.round < after.round) if there else ()
        missing = standing.stake - sum(lot.amount for lot in left)
        if missing > 0:
            refunded = now.book.readings.is_set("commission_refund_on_removal")
            paid = sum(lot.commission for lot in standing.lots) - sum(lot.commission for lot in left)
            yield _chips(key, _newest(standing, missing), paid if refunded else 0)


def _newest(standing: Standing, amount: int) -> tuple[Lot, ...]:
    found: list[Lot] = []
    for lot in reversed(standing.lots):
        part = min(lot.amount, amount)
        if part:
            found.append(Lot(part, lot.round, 0, lot.limit, lot.instrument))
        amount -= part
    return tuple(found)


def _chips(key: Key, lots: tuple[Lot, ...], commission: int) -> Chips:
    of = Counter[str]()
    for lot in lots:
        of[lot.instrument] += lot.amount
    return Chips(key, of.total(), commission, of[TOKENS], of[CHECKS])


def _short(
    live: LiveTable, past: PastRound, back: tuple[Chips, ...], again: tuple[Chips, ...], gone: tuple[int, ...]
) -> tuple[Owed, ...]:
    """What the players who are there have too little to give back what they were paid, by what it is in."""
    table, left = game_of(live), Counter[tuple[int, str]]()
    for line in past.settled.lines:
        if line.seat not in gone:
            tokens, checks = (line.apart.tokens_back, line.apart.checks_back) if line.apart else (0, 0)
            left[line.seat, CHIPS] -= line.winnings + line.returned + line.commission_back - tokens - checks
            left[line.seat, TOKENS] -= tokens
            left[line.seat, CHECKS] -= checks
    for sign, moved in ((1, back), (-1, again)):
        for (seat, _, _), amount, commission, tokens, checks in moved:
            left[seat, CHIPS] += sign * (amount + commission - tokens - checks)
            left[seat, TOKENS] += sign * tokens
            left[seat, CHECKS] += sign * checks
    short = {place: -cents - table.held(*place) for place, cents in sorted(left.items())}
    return tuple(Owed(seat, live.seats.players[seat], cents, of) for (seat, of), cents in short.items() if cents > 0)


def _taken_up_again(
    then: LiveTable, past: PastRound, back: RoundReversed, instead: RoundSettled | RoundInvalid
) -> Iterator[LiveEvent]:
    """What a player had taken up since comes up again, where it still lies and may."""
    was, now = _travels(past.before, past.settled), _travels(past.before, instead)
    for chips in back.again:
        first = next((key for key, to in was.items() if to == chips.key), chips.key)
        seat, wager, on = now.get(first, first)
        if (seat, wager, on) not in game_of(then).layout:
            continue
        raw = list(on) if isinstance(on, tuple) else on
        removed = decide_remove(game_of(then), Remove(seat, wager, raw, chips.amount))
        if not isinstance(removed, Refusal):
            evolve(then, removed)
            yield removed


def _travels(before: TableState, event: RoundSettled | RoundInvalid) -> dict[Key, Key]:
    """Where wagers that travel with a result go."""
    moved = event.moved if isinstance(event, RoundSettled) else ()
    return {key: before.layout[key].moved_to(to).key for key, to in moved if key in before.layout}


def _repaid(then: LiveTable, back: RoundReversed, clause: str) -> Iterator[LiveEvent]:
    for seat, player, cents, of in back.owed:
        there = min(cents, game_of(then).held(seat, of))
        if there > 0:
            repaid = DebtRepaid(back.version, seat, player, there, of, clause)
            evolve(then, repaid)
            yield repaid


def _lay_back(table: TableState, before: TableState, lines: list[game.Settled], event: RoundReversed) -> None:
    """The layout as it was before the round, and what each player holds without what the round paid."""
    for line in lines:
        credit(table, line, -1)
    for sign, moved in ((1, event.back), (-1, event.again)):
        for (seat, _, _), amount, commission, tokens, checks in moved:
            pay_in_kind(table, seat, CHIPS, sign * (amount + commission - tokens - checks))
            if tokens:
                pay_in_kind(table, seat, TOKENS, sign * tokens)
            if checks:
                pay_in_kind(table, seat, CHECKS, sign * checks)
            table.tray -= sign * commission
    for seat, _, cents, of in event.owed:
        pay_in_kind(table, seat, of, cents)
    table.layout = {key: standing for key, standing in before.layout.items() if key[0] not in event.gone}
    table.area, table.round, table.results, table.locks = before.area, before.round, before.results, before.locks
    table.closed, table.lucky, table.boost = before.closed, before.lucky, before.boost
    table.buttons = frozenset(button for button in before.buttons if button[0] not in event.gone)
    here = table.balances.keys() - event.gone
    new = {seat: since for seat, since in table.warned.items() if seat not in before.balances}
    table.warned = {seat: since for seat, since in before.warned.items() if seat in here} | new


def _moved(event: RoundReversed) -> list[str]:
    """What had moved since the round that is taken back."""
    back = [f"  {at(chips.key)}: {format_money(chips.amount)} put down since goes back" for chips in event.back]
    again = [f"  {at(chips.key)}: {format_money(chips.amount)} taken up since lies again" for chips in event.again]
    gone = [f"  seat {seat}: the player has left" for seat in event.gone]
    owed = [f"  {shown(debt.player)} owes {format_money(debt.cents)} in {debt.of}" for debt in event.owed]
    return [*back, *again, *gone, *owed]


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case RoundReversed():
            return [f"round of event {event.version} reversed ({event.clause}): {shown(event.reason)}", *_moved(event)]
        case DebtRepaid():
            return [f"{shown(event.player)} repays {format_money(event.cents)} in {event.of} ({event.clause})"]
        case _:
            return [tag(event)]


LAST = attrgetter("rounds.last")
"""The round that can still be taken back: without one, nothing moves on from it."""


def moves_on(live: LiveTable, event: object) -> None:
    """A chip has moved since the last round; from the start of the next on it can no longer be taken back.

    Under rules 1 it could not as soon as a chip had moved.
    """
    last, conduct = live.rounds.last, live.conduct
    assert last is not None
    live.rounds.moved = True
    past = conduct is None or conduct.rules == 1
    match event:
        case BetsClosed():
            past = past or conduct is None or conduct.rounds.begins_with_close
        case RoundAdjusted():
            past = past or (event.version == last[0] and ALL in parts_of(live, event))
        case WagersFoundInvalid():
            past = past or event.version != last[0]
    if past:
        live.before = live.rounds.last = None


def is_past(live: LiveTable, event: object) -> None:
    """The next round is there."""
    live.rounds.moved = True
    live.before = live.rounds.last = None


def happen(live: LiveTable, event: object) -> None:
    """What can still be taken back of the last round."""
    match event:
        case RoundSettled():  # the first to see it: the game is still as it was before
            live.before, live.rounds.last = game_of(live).copy(), (live.version, event)
            live.rounds.moved, live.rounds.sat = False, dict(live.seats.players)
            _remember_hands(live)
        case RoundReversed():
            _reverse(live, event)
        case DebtRepaid():
            pay_in_kind(game_of(live), event.seat, event.of, -event.cents)


def _reverse(live: LiveTable, event: RoundReversed) -> None:
    """Back to the table as it stood before the last round was settled; it is no longer open for any terminal."""
    if live.before is None or live.rounds.last is None:
        raise ValueError("no round to reverse")
    version, lines = event.version, [line for line in live.rounds.last[1].lines if line.seat not in event.gone]
    _lay_back(game_of(live), live.before, lines, event)
    live.before, live.rounds.last = None, None
    _give_back(live)
    live.rounds.kept = live.rounds.kept[:-1]
    doubts = tuple(doubt for doubt in live.stops.doubts if doubt.version != version)
    live.stops = replace(live.stops, doubts=doubts)
    live.phase, live.rounds.final = DICE_OUT, True
    live.gear = replace(live.gear, recent=live.gear.recent[:-1], outside_zero={})
    for seat, rounds in live.terminals.contested.items():
        live.terminals.contested[seat] = {then: cents for then, cents in rounds.items() if then != version}


TOPIC = Topic(
    events=(RoundReversed, DebtRepaid),
    follows=(RoundSettled,),
    keeps_last_round=(RoundReversed,),
    happen=happen,
    tell=tell,
)
