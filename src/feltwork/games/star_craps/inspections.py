"""How the equipment of a Star Craps table is checked: what is measured, counted and numbered, item by item.

What an item's clause does not speak of is not asked: such an item is only looked at.
"""

from __future__ import annotations

from feltwork.games.equipment import (
    DICE_PART,
    DIE,
    OTHERWISE,
    SET,
    Inspected,
    Numbered,
    cloth,
    craps_table,
    one_of,
    seven,
)

INSPECTED = {
    "table": craps_table("2.1"),
    "layout": cloth("2.2", "A"),
    "five dice": Inspected(seven("2.3", SET), Numbered(DIE, SET), DICE_PART),
    "puck": Inspected(
        (
            one_of("material", "2.4.3", ("plastic",), ("metal", "wood")),
            one_of("sides", "2.4.3", ("On and Off",), OTHERWISE),
        )
    ),
}
