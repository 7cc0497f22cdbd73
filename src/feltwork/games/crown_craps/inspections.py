"""How the equipment of Crown's tables is checked: what is measured, counted and numbered, item by item.

What an item's clause does not speak of is not asked: such an item is only looked at.
"""

from __future__ import annotations

from feltwork.games.equipment import (
    DICE_PART,
    OTHERWISE,
    SET,
    Inspected,
    cloth,
    count,
    craps_table,
    five_dice,
    length,
    one_of,
)

_NAMED = ("name", "logo", "name and logo")
INSPECTED = {
    "table": craps_table("2.1"),
    "layout": cloth("2.2", "A", "B", more=(one_of("imprint", "2.2", _NAMED, ("neither",)),)),
    "five dice": five_dice(),
    "faces adding up to 7": Inspected(
        (
            count("opposite sides", "2.3.1", 7, each=SET),
            one_of("marks", "2.3.1", ("values from one to six",), OTHERWISE),
        ),
        part=DICE_PART,
    ),
    "faces of 19 mm": Inspected(
        (
            length("smallest face", "2.3.2", 19, usual=19_050, each=SET),
            one_of("make", "2.3.2", ("to precision",), OTHERWISE),
        ),
        part=DICE_PART,
    ),
    "puck": Inspected((one_of("sides", "2.6", ("ON and OFF",), OTHERWISE),)),
}
MINI = INSPECTED | {
    "table": craps_table("7.2.1", one_of("size", "7.2.1", ("smaller than Craps",), ("as large as Craps",))),
    "layout": cloth("7.2.2", "B", more=(one_of("imprint", "7.2.2", _NAMED, ("neither",)),)),
}
