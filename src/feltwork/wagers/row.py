"""A wager is a row: everything the book says of it, in one value, beside its clause numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property

from feltwork.outcomes import Selection
from feltwork.wagers.arms import Arm
from feltwork.wagers.shapes import Line, Shape


class Window(Enum):
    """When a wager may be placed."""

    ANY_TIME = "at any time"
    COME_OUT = "only just before a come out roll"
    POINT_ON = "only after the come out roll, while a point is set"
    PARENT = "once the wager it rides on has a point"


class Of(Enum):
    """What a cap or a commission is a share of."""

    STAKE = "the stake"
    WINNINGS = "the winnings"


@dataclass(frozen=True)
class Cap:
    """How much may ride on a parent wager: a multiple of its stake, or winnings of that multiple."""

    times: int
    of: Of
    clause: str


@dataclass(frozen=True)
class Commission:
    """Paid when the wager is placed: a share of the stake, or of what it could win."""

    rate: Fraction
    of: Of
    clause: str


@dataclass(frozen=True)
class Units:
    """The stake comes in so many chips at a time, because it is split into so many parts."""

    count: int
    clause: str


@dataclass(frozen=True)
class Frozen:
    """When the wagering area is closed to everybody, pending a result."""

    areas: tuple[Selection, ...]
    states: tuple[Selection, ...]
    placing: str
    changing: str


@dataclass(frozen=True)
class Wager:
    """One permissible wager of one book."""

    name: str
    title: str
    clause: str
    concept: str
    """The same word in every book, so that books can be laid side by side."""
    shapes: Mapping[Selection, Shape]
    window: Window = Window.ANY_TIME
    contract: str | None = None
    """The clause that keeps it up once its point is set."""
    dont_lock: str | None = None
    """The clause that bars replacing or increasing it after a reduction."""
    adds_with_point: bool = False
    """May an existing one be increased after its point is set?"""
    parent: str | None = None
    cap: Cap | None = None
    commission: Commission | None = None
    units: Units | None = None
    sleeps: str | None = None
    """The clause that makes it inactive on the come out roll."""
    switchable: str | None = None
    """The clause that lets a player call it on or off."""
    frozen: Frozen | None = None
    withheld: Mapping[Selection, str] = field(default_factory=dict)
    """Selections that the book has but this kind of table does not offer, with the clause that says so."""
    rebets: bool = False
    """Would a player who wins it expect to find it up again?"""

    @cached_property
    def travels(self) -> bool:
        """Does it move on to its point, as a Come wager does?"""
        shape = next(iter(self.shapes.values()))
        return isinstance(shape, Line) and shape.travels

    def rides(self) -> bool:
        return self.parent is not None

    def takes_selection(self) -> bool:
        return None not in self.shapes

    def arms(self) -> tuple[Arm, ...]:
        seen: dict[Arm, None] = {}
        for shape in self.shapes.values():
            seen.update(dict.fromkeys(shape.arms()))
        return tuple(seen)

    def clauses(self) -> frozenset[str]:
        """Every clause that this row carries out."""
        cited = {self.clause, self.contract, self.dont_lock, self.sleeps, self.switchable}
        for part in (self.cap, self.commission, self.units):
            cited.add(part.clause if part else None)
        if self.frozen:
            cited |= {self.frozen.placing, self.frozen.changing}
        for shape in self.shapes.values():
            cited |= set(shape.standing_clauses())
            for arm in shape.arms():
                cited |= set(arm.clauses)
        return frozenset(clause for clause in cited if clause)


def rows(*wagers: Wager) -> dict[str, Wager]:
    """Rows by name, in the book's order; two of one name would be one wager too few."""
    named = {wager.name: wager for wager in wagers}
    if len(named) < len(wagers):
        twice = next(wager.name for wager in wagers if named[wager.name] is not wager)
        raise ValueError(f"two wagers are called '{twice}'")
    return named


def on_each(selections: tuple[Selection, ...], shape: Callable[[int], Shape]) -> dict[Selection, Shape]:
    """A shape for each number that a wager may be on."""
    return {on: shape(on) for on in selections if isinstance(on, int)}
