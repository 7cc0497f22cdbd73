"""What a table has kept of the wagers it decided, against what its rows expect, with a one-line reading."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from feltwork.games.conduct import LEFT_SINCE
from feltwork.lab.analysis.edges import OddsError, OddsRow, odds_row
from feltwork.odds import percent
from feltwork.outcomes import Selection
from feltwork.table.live.events import LiveEvent, RoundAdjusted, RoundReversed
from feltwork.table.live.state import LiveTable
from feltwork.table.play.events import RoundSettled
from feltwork.views.views import Data
from feltwork.wagers.arms import Result

DECIDED = (Result.WIN, Result.LOSE, Result.DRAW)
BAND = 2
"""Standard deviations to each side."""
REMEMBERED = 64
"""Rounds that can still be taken back."""
FEWEST = 30
"""Rounds below which a hold says nothing."""
MILLI = 1000
MAX_TRACE = 40
"""Rounds of which the supervisor's list draws the hold."""
BASIS = 10_000
_ROWS: dict[tuple[str, str, Selection], OddsRow | None] = {}


class Sums(NamedTuple):
    """Of one round, or of many."""

    rounds: int = 0
    handle: int = 0
    """Stakes and commission decided."""
    kept: int = 0
    """What of them stayed with the house."""
    expected: Fraction = Fraction(0)
    """What of them the rows expect to stay."""
    variance: int = 0
    """In square cents: wagers of a round are taken to move together, rounds to be independent."""

    def plus(self, other: Sums, sign: int = 1) -> Sums:
        return Sums(
            self.rounds + sign * other.rounds,
            self.handle + sign * other.handle,
            self.kept + sign * other.kept,
            self.expected + sign * other.expected,
            self.variance + sign * other.variance,
        )


class Takings(Struct):
    """A fold over a table's events; each is told before it has changed the table."""

    sums: Sums = Sums()
    rounds: dict[int, Sums] = {}
    """Of the last rounds, each by its entry in the log."""
    trace: list[tuple[int, int, int]] = []
    """After each of the last rounds: hold, expected hold and the band to each side, in hundredths of a percent."""

    def happen(self, live: LiveTable, event: LiveEvent, version: int) -> None:
        match event:
            case RoundSettled():
                counted = _of_round(live, event)
                self.sums = self.sums.plus(counted)
                self.rounds[version] = counted
                if len(self.rounds) > REMEMBERED:
                    del self.rounds[next(iter(self.rounds))]
                if (point := self._point()) is not None:
                    self.trace = [*self.trace, point][-MAX_TRACE:]
            case RoundReversed():
                self.trace = self.trace[:-1]
                self.sums = self.sums.plus(self.rounds.pop(event.version, Sums()), -1)
            case RoundAdjusted() if event.cause != LEFT_SINCE:  # its wagers went out of the sums with the reversal
                self.sums = self.sums._replace(kept=self.sums.kept - sum(line.cents for line in event.lines))
            case _:
                pass

    def _point(self) -> tuple[int, int, int] | None:
        sums = self.sums
        if not sums.handle:
            return None
        band = Fraction(BAND * _root(Fraction(sums.variance)), MILLI)
        kept, expected, around = (
            int(Fraction(BASIS * cents, sums.handle)) for cents in (sums.kept, sums.expected, band)
        )
        return kept, expected, around

    def reading(self) -> Data:
        """The hold in figures and in a sentence."""
        sums = self.sums
        told: Data = {"rounds": sums.rounds, "handle": sums.handle, "kept": sums.kept, "trace": self.trace}
        if not sums.handle:
            return told | {"words": "nothing decided yet"}
        hold, expected = Fraction(sums.kept, sums.handle), sums.expected / sums.handle
        band = Fraction(BAND * _root(Fraction(sums.variance)), MILLI * sums.handle)
        told |= {"hold": percent(hold, 1), "expected": percent(expected, 1), "band": percent(band, 1)}
        within = abs(hold - expected) <= band
        said = f"hold {percent(hold, 1)}% against {percent(expected, 1)}% expected"
        if sums.rounds < FEWEST:
            return told | {"within": True, "words": f"{said}, few rounds yet"}
        where = "within the band" if within else "above the band" if hold > expected else "below the band"
        return told | {"within": within, "words": f"{said}, {where}"}


def _of_round(live: LiveTable, settled: RoundSettled) -> Sums:
    table = live.game
    if table is None:
        return Sums()
    handle = kept = deviation = 0
    expected = Fraction(0)
    counted = set()
    for line in settled.lines:
        standing = table.layout.get(line.key)
        row = _row(live, line.wager, standing.selection) if standing is not None else None
        if line.result not in DECIDED or standing is None or row is None:
            continue
        commission = 0 if line.key in counted else sum(lot.commission for lot in standing.lots)
        counted.add(line.key)
        excess = line.apart.excess if line.apart else 0  # over the maximum: handed back, neither won nor lost
        staked = line.stake - excess + commission
        handle += staked
        kept += staked + excess - line.returned - line.winnings - line.commission_back
        expected += row.edge * staked
        deviation += (line.stake - excess) * _root(row.variance)
    return Sums(1, handle, kept, expected, (deviation // MILLI) ** 2)


def _row(live: LiveTable, wager: str, on: Selection) -> OddsRow | None:
    """The exact figures of a wager; nothing where the book leaves a chance to the table."""
    table = live.game
    if table is None:
        return None
    key = (table.book.fingerprint, wager, on)
    if key not in _ROWS:
        try:
            _ROWS[key] = odds_row(table.book, table.book.wagers[wager], on)
        except OddsError:
            _ROWS[key] = None
    return _ROWS[key]


def _root(value: Fraction) -> int:
    """A thousand times the square root, in whole numbers alone.

    >>> _root(Fraction(2))
    1414
    """
    square = value.numerator * MILLI * MILLI // value.denominator
    root = square
    while root * root > square:
        root = (root + square // root) // 2
    return root
