"""The last round taken back though chips have moved since, as long as the next one has not started.

Chips put down since go back to their players, and chips taken up since lie where they lay. Players who have left are
squared with by themselves; what a player no longer has of what was paid stands as a debt under the round's case, and is
taken from what the round then pays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from feltwork.games.conduct import LEFT_SINCE
from feltwork.refusal import Refusal
from feltwork.table.live.adjust import PastRound, adjustment, differences, undone
from feltwork.table.live.events import Chips, LifeEvent, Owed, RoundReversed
from feltwork.table.live.evolve import evolve
from feltwork.table.live.floor_events import DebtRepaid, RoundAdjusted
from feltwork.table.live.state import Life
from feltwork.table.play.commands import Remove
from feltwork.table.play.events import Key, RoundInvalid, RoundSettled
from feltwork.table.play.evolve import evolve as evolve_game
from feltwork.table.play.instruments import CHECKS, CHIPS, TOKENS
from feltwork.table.play.removing import decide_remove
from feltwork.table.play.state import Lot, Standing, TableState

Outcome = Callable[[TableState], RoundSettled | RoundInvalid]
"""How the round ends instead, on the table as it lay."""


class Ended(NamedTuple):
    """A round that was taken back and ended another way."""

    reversed: RoundReversed
    instead: RoundSettled | RoundInvalid
    rest: tuple[LifeEvent, ...]
    """What follows from it: chips taken up again, debts, players who have left."""


def end_again(
    life: Life, reason: str, clause: str, outcome: Outcome, person: str, symbol: int | None, forfeits: list[int]
) -> Ended:
    """Take the last round back and end it so; without a symbol its outcome is invalid."""
    if life.before is None or life.last_round is None:
        raise ValueError("no round to reverse")
    version, settled = life.last_round
    past = PastRound(life.before, life.sat, settled)
    back = taken_back(life, past, version, reason, clause)
    then = life.copy()
    evolve(then, back)
    instead = outcome(_game(then))
    evolve(then, instead)
    rest = list(_taken_up_again(then, past, back, instead))
    rest += _repaid(then, back, clause)
    if back.gone:
        owed = differences(past, symbol) if symbol is not None else undone(past, forfeits)
        due = {seat: cents for seat, cents in sorted(owed.items()) if seat in back.gone}
        lines = tuple(adjustment(then, _game(then), past.seats[seat], seat, cents) for seat, cents in due.items())
        result = instead.result if isinstance(instead, RoundSettled) else None
        said = list(result) if isinstance(result, tuple) else result
        if lines:
            rest.append(RoundAdjusted(version, said, person, person, lines, clause, LEFT_SINCE))
    return Ended(back, instead, tuple(rest))


def taken_back(life: Life, past: PastRound, version: int, reason: str, clause: str) -> RoundReversed:
    """The last round as it is taken back, with everything that has moved since."""
    played = {seat for seat, _, _ in past.before.layout}
    gone = tuple(sorted(seat for seat in played if life.seats.get(seat) != past.seats[seat]))
    after = after_round(past)
    back = tuple(_put_down_since(_game(life), after))
    again = tuple(chips for chips in _taken_up_since(_game(life), after) if chips.key[0] not in gone)
    return RoundReversed(version, reason, clause, back, again, gone, _short(life, past, back, again, gone))


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
    life: Life, past: PastRound, back: tuple[Chips, ...], again: tuple[Chips, ...], gone: tuple[int, ...]
) -> tuple[Owed, ...]:
    """What the players who are there have too little to give back what they were paid, by what it is in."""
    table, left = _game(life), Counter[tuple[int, str]]()
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
    return tuple(Owed(seat, life.seats[seat], cents, of) for (seat, of), cents in short.items() if cents > 0)


def _taken_up_again(
    then: Life, past: PastRound, back: RoundReversed, instead: RoundSettled | RoundInvalid
) -> Iterator[LifeEvent]:
    """What a player had taken up since comes up again, where it still lies and may."""
    was, now = _travels(past.before, past.settled), _travels(past.before, instead)
    for chips in back.again:
        first = next((key for key, to in was.items() if to == chips.key), chips.key)
        seat, wager, on = now.get(first, first)
        if (seat, wager, on) not in _game(then).layout:
            continue
        raw = list(on) if isinstance(on, tuple) else on
        removed = decide_remove(_game(then), Remove(seat, wager, raw, chips.amount))
        if not isinstance(removed, Refusal):
            evolve(then, removed)
            yield removed


def _travels(before: TableState, event: RoundSettled | RoundInvalid) -> dict[Key, Key]:
    """Where wagers that travel with a result go."""
    moved = event.moved if isinstance(event, RoundSettled) else ()
    return {key: before.layout[key].moved_to(to).key for key, to in moved if key in before.layout}


def _repaid(then: Life, back: RoundReversed, clause: str) -> Iterator[LifeEvent]:
    for seat, player, cents, of in back.owed:
        there = min(cents, _game(then).held(seat, of))
        if there > 0:
            repaid = DebtRepaid(back.version, seat, player, there, of, clause)
            evolve(then, repaid)
            yield repaid


def _game(life: Life) -> TableState:
    if life.game is None:
        raise ValueError("the table is not open")
    return life.game
