"""How each book's equipment is checked: what is measured, counted and numbered, item by item.

What an item's clause does not speak of is not asked: such an item is only looked at.
"""

from __future__ import annotations

from feltwork.rulebooks.conduct_rows import BALL
from feltwork.rulebooks.equipment import (
    BALL_KIND,
    BALL_PART,
    COLOUR_CHECKS,
    DICE_PART,
    DIE,
    EMBLEM,
    LENGTH,
    OTHERWISE,
    SET,
    SEVERAL,
    TERMINAL,
    TUMBLER,
    UNIT,
    UNIT_PART,
    WHEEL,
    WHEEL_PART,
    Inspected,
    Measure,
    Numbered,
    cloth,
    count,
    craps_table,
    length,
    of_each_seat,
    one_of,
    seven,
)

COLOURS = ("blue", "brown", "green", "lavender", "orange", "pink", "red", "white", "yellow")
"""What colours a set of colour checks may be divided into."""
STAR_CRAPS = {
    "table": craps_table("2.1"),
    "layout": cloth("2.2", "A"),
    "five dice": Inspected(seven("2.3", SET), Numbered(DIE, SET), DICE_PART),
    "puck": Inspected((
        one_of("material", "2.4.3", ("plastic",), ("metal", "wood")),
        one_of("sides", "2.4.3", ("On and Off",), OTHERWISE),
    )),
}  # fmt: skip
DRAGON_FIRE = {
    "table": craps_table("2.1", one_of("places", "2.1", ("players on one side, dealers opposite",), OTHERWISE)),
    "layout": cloth("2.2", "A"),
    "entry terminal": Inspected((one_of("buttons", "2.4", ("1 to 6",), OTHERWISE),)),
    "five dice": Inspected(seven("2.5", SET), Numbered(DIE, SET), DICE_PART),
}
_NAMED = ("name", "logo", "name and logo")
CROWN_CRAPS = {
    "table": craps_table("2.1"),
    "layout": cloth("2.2", "A", "B", more=(one_of("imprint", "2.2", _NAMED, ("neither",)),)),
    "five dice": Inspected((), Numbered(DIE, SET), DICE_PART),
    "faces adding up to 7": Inspected((
        count("opposite sides", "2.3.1", 7, each=SET),
        one_of("marks", "2.3.1", ("values from one to six",), OTHERWISE),
    ), part=DICE_PART),
    "faces of 19 mm": Inspected((
        length("smallest face", "2.3.2", 19, usual=19_050, each=SET),
        one_of("make", "2.3.2", ("to precision",), OTHERWISE),
    ), part=DICE_PART),
    "puck": Inspected((one_of("sides", "2.6", ("ON and OFF",), OTHERWISE),)),
}  # fmt: skip
MINI_CRAPS = CROWN_CRAPS | {
    "table": craps_table("7.2.1", one_of("size", "7.2.1", ("smaller than Craps",), ("as large as Craps",))),
    "layout": cloth("7.2.2", "B", more=(one_of("imprint", "7.2.2", _NAMED, ("neither",)),)),
}
_NOT_METAL = ("acetal", "ceramic", "nylon", "phenolic resin", "PTFE")
_METAL = ("aluminium", "brass", "steel", "partly metal")
STAR_ROULETTE = {
    "table and wheel of 0.75 m": Inspected((
        length("diameter", "2.1", 750, usual=810_000),
        one_of("place", "2.1", ("at one end",), ("elsewhere",)),
    ), Numbered(WHEEL), WHEEL_PART),
    "layout": cloth("2.2", "A", "B", "C", "D", "E", "F"),
    "compartments": Inspected((
        count("compartments", "2.3.1", 37), count("green", "2.3.1", 1),
        one_of("size", "2.3.1", ("equal",), ("unequal",)),
        one_of("colours", "2.3.1", ("red and black by turns",), OTHERWISE),
    ), part=WHEEL_PART),
    "number order": Inspected((
        one_of("order", "2.3.2", ("diagram G",), ("diagram H", "another")),
    ), part=WHEEL_PART),
    BALL: Inspected((
        length("diameter", "2.4", 17, 23, usual=21_000), one_of("material", "2.4", _NOT_METAL, _METAL),
    ), Numbered(BALL_KIND), BALL_PART),
    "dolly": Inspected((one_of("material", "2.5.2", ("plastic", "brass"), ("glass", "steel", "wood")),)),
    COLOUR_CHECKS: Inspected((
        one_of("emblem", "3.4", ("on every check",), ("not on every check",)),
        Measure("colours", "3.4", SEVERAL, least=2, fits=COLOURS),
    ), Numbered(EMBLEM)),
}  # fmt: skip
DOUBLE_ZERO = {
    "compartments": Inspected((
        count("compartments", "2.3.3", 38), count("green", "2.3.3", 2),
        one_of("size", "2.3.3", ("equal",), ("unequal",)),
        one_of("colours", "2.3.3", ("red and black by turns",), OTHERWISE),
    ), part=WHEEL_PART),
    "number order": Inspected((
        one_of("order", "2.3.4", ("diagram H",), ("diagram G", "another")),
    ), part=WHEEL_PART),
}  # fmt: skip
WITH_UNIT = {"uSpin unit": Inspected((), Numbered(UNIT), UNIT_PART)}
"""What a wheel with a double zero, or with a uSpin unit, has checked otherwise or as well."""
ARUZE_CRAPS = {
    "terminals": Inspected((), Numbered(TERMINAL, 0)),
    "note stackers": Inspected((of_each_seat("attached", "2.2.2"),)),
    "ticket printers": Inspected((of_each_seat("attached", "2.2.3"),)),
    "tumbler": Inspected((
        count("dice", "2.2.4", 2), *seven("2.2.4", 2), one_of("seal", "2.2.4", ("sealed",), ("open",)),
    ), Numbered(TUMBLER)),
}  # fmt: skip
BOOKS = (STAR_CRAPS, DRAGON_FIRE, CROWN_CRAPS, MINI_CRAPS, STAR_ROULETTE, DOUBLE_ZERO, WITH_UNIT, ARUZE_CRAPS)
LENGTHS = frozenset(m.name for book in BOOKS for how in book.values() for m in how.measures if m.kind == LENGTH)
"""Measures that are micrometres, in whatever book."""
