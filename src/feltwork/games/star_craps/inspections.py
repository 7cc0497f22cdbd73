"""How the equipment of a Star Craps table is checked: what is measured, counted and numbered, item by item.

What an item's clause does not speak of is not asked: such an item is only looked at.
"""

from __future__ import annotations

from feltwork.games.equipment import OTHERWISE, SET, Inspected, cloth, craps_table, five_dice, one_of, seven

INSPECTED = {
    "table": craps_table("2.1"),
    "layout": cloth("2.2", "A"),
    "five dice": five_dice(*seven("2.3", SET)),
    "puck": Inspected(
        (
            one_of("material", "2.4.3", ("plastic",), ("metal", "wood")),
            one_of("sides", "2.4.3", ("On and Off",), OTHERWISE),
        )
    ),
}
