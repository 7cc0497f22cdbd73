"""What is measured, counted or looked at on each item of a table's equipment, each thing beside its clause.

Lengths are whole micrometres. A choice lists what will do and what will not, so that whoever checks a table says what
is there and not only that it will do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LENGTH, COUNT, CHOICE, SEVERAL = "length", "count", "choice", "several"
"""What kind of value a measure has: micrometres, a number, one of several words, or some of them."""
DIE, BALL_KIND, WHEEL, UNIT, TUMBLER, TERMINAL, EMBLEM = (
    "die",
    "ball",
    "wheel",
    "uSpin unit",
    "tumbler",
    "terminal",
    "colour check emblem",
)
"""What has a number of its own."""
DICE_PART, BALL_PART, UNIT_PART, WHEEL_PART = "dice", "ball", "uSpin unit", "wheel"
COLOUR_CHECKS = "colour checks"
"""The item whose colours may be issued."""
SET = 5
MICROMETRES = 1_000
"""In a millimetre."""


@dataclass(frozen=True)
class Measure:
    """One thing that is found out about an item."""

    name: str
    clause: str
    kind: str
    least: int | None = None
    most: int | None = None
    fits: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()
    """Words that will do, and words that will not."""
    each: int = 0
    """On how many pieces of the item it is found out one by one; 0: once for the item."""
    of_each_seat: bool = False
    """Is there to be one for each seat?"""
    usual: int = 0
    """What is found at a rehearsal."""

    def bounds(self, seats: int) -> tuple[int | None, int | None]:
        """The least and the most that will do at a table with so many seats."""
        return (seats, seats) if self.of_each_seat else (self.least, self.most)


@dataclass(frozen=True)
class Numbered:
    """What pieces of an item have a number or a mark of their own."""

    kind: str
    count: int = 1
    """How many there are; 0: one for each seat."""

    def many(self, seats: int) -> int:
        return self.count or seats


@dataclass(frozen=True)
class Inspected:
    """How one item is checked."""

    measures: tuple[Measure, ...] = ()
    numbered: Numbered | None = None
    part: str = ""
    """What it is a part of: when that is replaced, everything of it is checked again. By itself, the item."""


def length(name: str, clause: str, least: int, most: int | None = None, *, usual: int, each: int = 0) -> Measure:
    """A length, its bounds in millimetres; ``usual`` in micrometres."""
    high = most * MICROMETRES if most is not None else None
    return Measure(name, clause, LENGTH, least * MICROMETRES, high, each=each, usual=usual)


def count(name: str, clause: str, wanted: int, *, each: int = 0) -> Measure:
    """A number that must be this one."""
    return Measure(name, clause, COUNT, wanted, wanted, each=each, usual=wanted)


def one_of(name: str, clause: str, fits: tuple[str, ...], fails: tuple[str, ...]) -> Measure:
    return Measure(name, clause, CHOICE, fits=fits, fails=fails)


def of_each_seat(name: str, clause: str) -> Measure:
    return Measure(name, clause, COUNT, of_each_seat=True)


OTHERWISE = ("otherwise",)


def craps_table(clause: str, *more: Measure) -> Inspected:
    """Oblong, with rounded corners and high walls."""
    return Inspected(
        (
            one_of("shape", clause, ("oblong",), ("square", "round")),
            one_of("corners", clause, ("rounded",), ("square",)),
            one_of("sides", clause, ("high walled",), ("low",)),
            *more,
        )
    )


def cloth(clause: str, *diagrams: str, more: tuple[Measure, ...] = ()) -> Inspected:
    """Marked as one of the book's diagrams."""
    return Inspected((one_of("diagram", clause, diagrams, ("another",)), *more))


def seven(clause: str, pieces: int) -> tuple[Measure, ...]:
    """Dots from one to six, each pair of opposite sides making seven."""
    return (
        count("opposite sides", clause, 7, each=pieces),
        one_of("marks", clause, ("dots from one to six",), OTHERWISE),
    )


def five_dice(*measures: Measure) -> Inspected:
    """The set of dice, each with its number."""
    return Inspected(measures, Numbered(DIE, SET), DICE_PART)


def key_of(kind: str, number: str) -> str:
    """What a numbered piece is known by on the whole floor."""
    return f"{kind} {number}"


def parts(inspects: Mapping[str, Inspected]) -> dict[str, list[str]]:
    """The items that are checked together, by the part they belong to."""
    found: dict[str, list[str]] = {}
    for item, how in inspects.items():
        found.setdefault(how.part or item, []).append(item)
    return found


def told_in(kind: str, value: int) -> str:
    """A value as a person reads it: micrometres as millimetres.

    >>> told_in(LENGTH, 21_050), told_in(LENGTH, 750_000), told_in(COUNT, 2)
    ('21.05 mm', '750 mm', '2')
    """
    if kind != LENGTH:
        return str(value)
    whole, rest = divmod(abs(value), MICROMETRES)
    after = f".{rest:03d}".rstrip("0").rstrip(".")
    return f"{'-' if value < 0 else ''}{whole}{after} mm"
