"""How the equipment of an Aruze Craps table is checked: what is measured, counted and numbered, item by item.

What an item's clause does not speak of is not asked: such an item is only looked at.
"""

from __future__ import annotations

from feltwork.games.equipment import TERMINAL, TUMBLER, Inspected, Numbered, count, of_each_seat, one_of, seven

INSPECTED = {
    "terminals": Inspected((), Numbered(TERMINAL, 0)),
    "note stackers": Inspected((of_each_seat("attached", "2.2.2"),)),
    "ticket printers": Inspected((of_each_seat("attached", "2.2.3"),)),
    "tumbler": Inspected(
        (
            count("dice", "2.2.4", 2),
            *seven("2.2.4", 2),
            one_of("seal", "2.2.4", ("sealed",), ("open",)),
        ),
        Numbered(TUMBLER),
    ),
}
