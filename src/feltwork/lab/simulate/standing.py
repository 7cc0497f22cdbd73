"""What is in hand and what stands when a session is over: at face value, and what it is worth.

A wager that stands counts with its stake, as chips on the layout do; what it is worth is what it brings back on average
if it is played out, an exact fraction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from feltwork.lab.analysis.edges import OddsError
from feltwork.lab.analysis.worth import Worth
from feltwork.lab.strategy.view import Spot
from feltwork.money import format_money
from feltwork.outcomes import Selection
from feltwork.table.play.events import say_selection, selection_data
from feltwork.table.play.state import TableState

EMPTY = -1
"""In place of a rest: nothing stands."""


@dataclass(frozen=True)
class Stands:
    """A wager that stands at the end of some sessions; several where their winnings are rounded on their sum."""

    wagers: tuple[Spot, ...]
    area: Selection
    """Where the puck is then, or what is frozen."""
    stake: int
    worth: Fraction | None
    """In cents; ``None`` where it cannot be known."""
    chance: float

    def __str__(self) -> str:
        names = " with ".join(f"{wager}{'' if on is None else f' on {say_selection(on)}'}" for wager, on in self.wagers)
        where = f", point {self.area}" if isinstance(self.area, int) else ""
        worth = "" if self.worth is None else f", worth {float(self.worth) / 100:,.4f} ({self.worth / 100})"
        return f"stands in {self.chance:.3%} of sessions: {names}{where}, {format_money(self.stake)}{worth}"

    def as_data(self) -> dict[str, object]:
        return {
            "wagers": [{"wager": wager, "on": selection_data(on)} for wager, on in self.wagers],
            "area": selection_data(self.area),
            "stake": format_money(self.stake),
            "worth": None if self.worth is None else str(self.worth / 100),
            "chance": self.chance,
        }


@dataclass(frozen=True)
class AtEnd:
    """Means over all sessions, in cents."""

    in_hand: float
    face: float
    """Of what stands: its stakes,"""
    worth: float | None
    """and what it brings back if it is played out; ``None`` where that cannot be known,"""
    why_not: str
    """for this reason."""
    stands: tuple[Stands, ...]
    finished: bool
    """Was what stood played out, so that all is in hand?"""

    def __str__(self) -> str:
        if self.finished:
            return f"all in hand, {self.in_hand / 100:,.4f}: what stood was played out"
        if not self.face:
            return f"all in hand, {self.in_hand / 100:,.4f}: nothing stands"
        stands = f"in hand {self.in_hand / 100:,.4f}, standing {self.face / 100:,.4f} at face value"
        if self.worth is None:
            return f"{stands}, worth not known: {self.why_not}"
        return f"{stands}, worth {self.worth / 100:,.4f}: {(self.in_hand + self.worth) / 100:,.4f} together"

    def as_data(self) -> dict[str, object]:
        """In units of money."""
        return {
            "finished": self.finished,
            "in_hand": self.in_hand / 100,
            "mean_worth": None if self.worth is None else (self.in_hand + self.worth) / 100,
            "standing": {
                "face": self.face / 100,
                "worth": None if self.worth is None else self.worth / 100,
                "why_not": self.why_not or None,
                "wagers": [each.as_data() for each in self.stands],
            },
        }


def at_end_of(
    rests: Sequence[TableState], chances: Mapping[int, float], mean: float, *, finished: bool = False
) -> AtEnd:
    """What sessions that end with this mean leave in hand and standing, by the chance of each rest."""
    values, why_not = Worth(), ""
    known: dict[tuple[tuple[Spot, ...], Selection, int, Fraction | None], float] = {}
    for rest, chance in chances.items():
        if rest == EMPTY or not chance or not rests[rest].layout:
            continue
        table = rests[rest]
        found: list[tuple[tuple[Spot, ...], int, Fraction | None]]
        try:
            found = list(_each(table, values))
        except OddsError as wrong:
            why_not = str(wrong)
            found = [((spot,), stake, None) for spot, stake in _lying(table)]
        for spots, stake, worth in found:
            key = (spots, table.area_state, stake, worth)
            known[key] = known.get(key, 0.0) + chance
    listed = (Stands(*key, chance) for key, chance in known.items())
    stands = tuple(sorted(listed, key=lambda each: (-each.chance, str(each.wagers), str(each.area))))
    face = sum(each.chance * each.stake for each in stands)
    worths = [each.chance * float(each.worth) for each in stands if each.worth is not None]
    return AtEnd(mean - face, face, None if why_not else sum(worths), why_not, stands, finished)


def _each(table: TableState, values: Worth) -> Iterator[tuple[tuple[Spot, ...], int, Fraction | None]]:
    if table.book.rounds_once:
        lying = _lying(table)
        yield tuple(spot for spot, _ in lying), sum(stake for _, stake in lying), values.of_layout(table)
        return
    for standing in table.layout.values():
        yield ((standing.wager.name, standing.on),), standing.stake, values.of(table, standing)


def _lying(table: TableState) -> list[tuple[Spot, int]]:
    return [((s.wager.name, s.on), s.stake) for s in sorted(table.layout.values(), key=lambda s: s.rank)]
