"""The cloth of Star Craps (2.2, diagram A)."""

from __future__ import annotations

from functools import cache

from feltwork.felt import Felt
from feltwork.games import open_book
from feltwork.games.felts import felt_of
from tests.rules.drawn import every_wager_has_its_own_place, says
from tests.rules.duties import measured
from tests.rules.live import Live
from tests.rules.star_craps.test_table_equipment import recorded


@cache
def felt() -> Felt:
    return felt_of(open_book("star-craps"))


def test_2_2() -> None:
    """An area is marked for each permissible wager, with the wager's own name or number on it."""
    recorded("layout", "2.2")
    every_wager_has_its_own_place(felt())
    for name, wager in felt().book.wagers.items():
        for on in wager.shapes:
            area = felt().area(name, on)
            assert area, f"{name} on {on} is not marked"
            assert area.lettering or area.dice
    assert (says(felt(), "big-6"), says(felt(), "big-8"), says(felt(), "field")[:1]) == (
        ["BIG 6"],
        ["BIG 8"],
        ["FIELD"],
    )
    measured(Live(), "layout", "2.2", "diagram", ["A"], ["B", "another"])


def test_diagram_a() -> None:
    """The six points stand in order from left to right, each with a place for the puck; don't wagers bar two."""
    assert felt().figure == "DIAGRAM A"
    every_wager_has_its_own_place(felt())
    assert (says(felt(), "big-6"), says(felt(), "big-8")) == (["BIG 6"], ["BIG 8"])
    assert sorted(felt().pucks, key=lambda n: felt().pucks[n]) == [4, 5, 6, 8, 9, 10]
    for name in ("dont-win", "dont-come"):
        area = felt().area(name, None)
        assert area
        assert sum(die.face for die in area.dice) == 2
