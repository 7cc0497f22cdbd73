"""The cloth of Star Craps (2.2, diagram A)."""

from __future__ import annotations

from feltwork.felt import felt_of
from feltwork.rulebooks import open_book

FELT = felt_of(open_book("star-craps"))


def test_2_2() -> None:
    """An area is marked for each permissible wager, with the wager's own name or number on it."""
    for name, wager in FELT.book.wagers.items():
        for on in wager.shapes:
            area = FELT.area(name, on)
            assert area, f"{name} on {on} is not marked"
            assert area.lettering or area.dice


def test_diagram_a() -> None:
    """The six points stand in order from left to right, each with a place for the puck; don't wagers bar two."""
    assert FELT.figure == "DIAGRAM A"
    assert sorted(FELT.pucks, key=lambda n: FELT.pucks[n]) == [4, 5, 6, 8, 9, 10]
    for name in ("dont-win", "dont-come"):
        area = FELT.area(name, None)
        assert area
        assert sum(die.face for die in area.dice) == 2
