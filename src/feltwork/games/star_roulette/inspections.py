"""How the equipment of a Roulette table is checked: what is measured, counted and numbered, item by item.

What an item's clause does not speak of is not asked: such an item is only looked at.
"""

from __future__ import annotations

from feltwork.games.conduct import BALL
from feltwork.games.equipment import (
    BALL_KIND,
    BALL_PART,
    COLOUR_CHECKS,
    EMBLEM,
    OTHERWISE,
    SEVERAL,
    UNIT,
    UNIT_PART,
    WHEEL,
    WHEEL_PART,
    Inspected,
    Measure,
    Numbered,
    cloth,
    count,
    length,
    one_of,
)

COLOURS = ("blue", "brown", "green", "lavender", "orange", "pink", "red", "white", "yellow")
"""What colours a set of colour checks may be divided into."""
_NOT_METAL = ("acetal", "ceramic", "nylon", "phenolic resin", "PTFE")
_METAL = ("aluminium", "brass", "steel", "partly metal")
INSPECTED = {
    "table and wheel of 0.75 m": Inspected(
        (
            length("diameter", "2.1", 750, usual=810_000),
            one_of("place", "2.1", ("at one end",), ("elsewhere",)),
        ),
        Numbered(WHEEL),
        WHEEL_PART,
    ),
    "layout": cloth("2.2", "A", "B", "C", "D", "E", "F"),
    "compartments": Inspected(
        (
            count("compartments", "2.3.1", 37),
            count("green", "2.3.1", 1),
            one_of("size", "2.3.1", ("equal",), ("unequal",)),
            one_of("colours", "2.3.1", ("red and black by turns",), OTHERWISE),
        ),
        part=WHEEL_PART,
    ),
    "number order": Inspected((one_of("order", "2.3.2", ("diagram G",), ("diagram H", "another")),), part=WHEEL_PART),
    BALL: Inspected(
        (
            length("diameter", "2.4", 17, 23, usual=21_000),
            one_of("material", "2.4", _NOT_METAL, _METAL),
        ),
        Numbered(BALL_KIND),
        BALL_PART,
    ),
    "dolly": Inspected((one_of("material", "2.5.2", ("plastic", "brass"), ("glass", "steel", "wood")),)),
    COLOUR_CHECKS: Inspected(
        (
            one_of("emblem", "3.4", ("on every check",), ("not on every check",)),
            Measure("colours", "3.4", SEVERAL, least=2, fits=COLOURS),
        ),
        Numbered(EMBLEM),
    ),
}
DOUBLE_ZERO = {
    "compartments": Inspected(
        (
            count("compartments", "2.3.3", 38),
            count("green", "2.3.3", 2),
            one_of("size", "2.3.3", ("equal",), ("unequal",)),
            one_of("colours", "2.3.3", ("red and black by turns",), OTHERWISE),
        ),
        part=WHEEL_PART,
    ),
    "number order": Inspected((one_of("order", "2.3.4", ("diagram H",), ("diagram G", "another")),), part=WHEEL_PART),
}
WITH_UNIT = {"uSpin unit": Inspected((), Numbered(UNIT), UNIT_PART)}
"""What a wheel with a double zero, or with a uSpin unit, has checked otherwise or as well."""
