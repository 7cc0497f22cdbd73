"""What clause tests need to say their rule in a line or two: a table, a wager, and every throw there is."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from feltwork.money import parse_money
from feltwork.outcomes import THROWS, Pocket, Selection
from feltwork.table.play.commands import NoMoreBets, RawSelection, Roll, Spin
from feltwork.table.play.decide import Decision, decide
from feltwork.table.play.events import Event, RoundSettled, Settled
from feltwork.table.play.evolve import evolve
from feltwork.table.play.table import Step, Table, open_table

STAKE = "120.00"
DICE = {total: (max(1, total - 6), min(6, total - 1)) for total in range(2, 13)}
"""A throw for each total; even totals come easy, so that hardways are not made by accident."""

Throw = tuple[int, int]
Line = tuple[str, Fraction, str]
"""Result, winnings per unit staked, clause."""


def at(book: str, **settings: object) -> Table:
    """A table with two rich players in seats 1 and 2 and cents for chips unless told otherwise."""
    settings.setdefault("seats", {1: "100000.00", 2: "100000.00"})
    settings.setdefault("smallest_chip", "0.01")
    return open_table(book, **settings)  # type: ignore[arg-type]  # settings are open_table's own


def lay(table: Table, wager: str, on: RawSelection = None, stake: str = STAKE, seat: int = 1) -> Table:
    """Place a wager that must be accepted."""
    step = table.bet(seat, wager, stake, on)
    assert step, f"{wager}: {step}"
    return table


def throw(table: Table, shown: int | Throw) -> Step:
    """A valid throw of a total (made easy) or of two given dice, with betting closed first where needed."""
    dice = DICE[shown] if isinstance(shown, int) else shown
    if table.book.house.closing:
        table.no_more_bets()
    step = table.roll(*dice)
    assert step, str(step)
    return step


def spin(table: Table, pocket: Pocket) -> Step:
    """A valid spin, with betting closed first."""
    table.no_more_bets()
    step = table.spin(pocket)
    assert step, str(step)
    return step


def line_of(settled: Iterable[Settled], wager: str, on: Selection = None, seat: int = 1) -> Line | None:
    """What became of one wager in a settlement; ``None`` if it was not decided."""
    for line in settled:
        if line.key == (seat, wager, on):
            return (line.result, Fraction(line.winnings, line.stake), line.clause)
    return None


def each_throw(table: Table, wager: str, on: Selection = None, seat: int = 1) -> dict[Throw, Line | None]:
    """What each of the 36 throws would do next to a wager as it lies, tried on copies of the table."""
    fates = {}
    for dice in THROWS:
        state = table.state.copy()
        if table.book.house.closing:
            for event in _events(decide(state, NoMoreBets())):
                evolve(state, event)
        (settled,) = _events(decide(state, Roll(*dice)))
        assert isinstance(settled, RoundSettled)
        fates[dice] = line_of(settled.lines, wager, on, seat)
    return fates


def each_pocket(table: Table, wager: str, on: Selection = None, seat: int = 1) -> dict[Pocket, Line | None]:
    """What each pocket would do next to a wager; betting (and Lucky Ball) must already be closed."""
    fates: dict[Pocket, Line | None] = {}
    for pocket in table.book.wheel:
        (settled,) = _events(decide(table.state, Spin(pocket)))
        assert isinstance(settled, RoundSettled)
        fates[pocket] = line_of(settled.lines, wager, on, seat)
    return fates


def totals_with(fates: dict[Throw, Line | None], result: str | None, clause: str | None = None) -> set[int]:
    """The totals whose every throw gives this result (``None``: stands), by this clause if one is named."""
    found: dict[int, set[bool]] = {}
    for dice, line in fates.items():
        same = line is None if result is None else line is not None and line[0] == result
        same = same and (clause is None or (line is not None and line[2] == clause))
        found.setdefault(sum(dice), set()).add(same)
    return {total for total, answers in found.items() if answers == {True}}


def paid(fates: dict[Throw, Line | None], clause: str | None = None) -> set[Fraction]:
    """All the odds at which the wager wins."""
    return {line[1] for line in fates.values() if line and line[0] == "win" and clause in (None, line[2])}


def money(text: str) -> int:
    return parse_money(text)


def _events(decided: Decision) -> tuple[Event, ...]:
    assert isinstance(decided, tuple), f"unexpected refusal: {decided}"
    return decided
