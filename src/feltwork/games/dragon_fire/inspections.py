"""How the equipment of a Dragon Fire table is checked: what is measured, counted and numbered, item by item.

What an item's clause does not speak of is not asked: such an item is only looked at.
"""

from __future__ import annotations

from feltwork.games.equipment import OTHERWISE, SET, Inspected, cloth, craps_table, five_dice, one_of, seven

INSPECTED = {
    "table": craps_table("2.1", one_of("places", "2.1", ("players on one side, dealers opposite",), OTHERWISE)),
    "layout": cloth("2.2", "A"),
    "entry terminal": Inspected((one_of("buttons", "2.4", ("1 to 6",), OTHERWISE),)),
    "five dice": five_dice(*seven("2.5", SET)),
}
