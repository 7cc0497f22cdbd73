"""What every drawn layout must keep: a place for each wager, that no other wager has."""

from __future__ import annotations

from feltwork.felt import Felt
from feltwork.outcomes import Selection

FURTHER = "further"
"""Areas that nobody has drawn: they are added so that a new row can be played."""
EDGE = "edge"
"""Places on the lines of a roulette cloth, which lie over the numbers."""


def every_wager_has_its_own_place(felt: Felt) -> None:
    """Each wager on each thing it may be on has one area, and chips put there lie on no other."""
    marked = [(area.wager, area.on) for area in felt.areas if not area.stands_for and area.group != FURTHER]
    wanted = [(name, on) for name, wager in felt.book.wagers.items() for on in wager.shapes]
    assert sorted(map(repr, marked)) == sorted(map(repr, wanted))
    on_top = [area for area in felt.areas if area.group == EDGE]
    for area in felt.areas:
        assert area.outline.covers(area.spot), f"chips on {area.wager} on {area.on} lie beside it"
        others = on_top if area.group == EDGE else [other for other in felt.areas if other.group != EDGE]
        over = [other for other in others if other is not area and other.outline.covers(area.spot)]
        assert not over, f"{area.wager} on {area.on} lies under {over[0].wager} on {over[0].on}"


def says(felt: Felt, wager: str, on: Selection = None) -> list[str]:
    """What is lettered on an area, line by line."""
    area = felt.area(wager, on)
    assert area, f"{wager} on {on} is not marked"
    return [line.text for line in area.lettering]
