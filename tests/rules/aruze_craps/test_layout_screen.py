"""The screen of the Aruze player terminal (2.3, diagram A)."""

from __future__ import annotations

from feltwork.felt import felt_of, layout_data, render
from feltwork.rulebooks import open_book

FELT = felt_of(open_book("aruze-craps"))


def test_2_3() -> None:
    """Every selection of every wager is on the screen."""
    for name, wager in FELT.book.wagers.items():
        assert all(FELT.area(name, on) for on in wager.shapes), name


def test_2_3_1() -> None:
    """What the rules need besides: the puck on the point and the dice thrown, added to the same areas."""
    plain, shown = render(FELT), render(FELT, puck=8, thrown=(3, 5))
    assert "#puck-on" in shown
    assert "#puck-on" not in plain
    assert shown.count('role="button"') == plain.count('role="button"')


def test_2_3_2() -> None:
    """Further features leave the areas as they are: each has the spoken name and the clause of its own row."""
    areas = layout_data(FELT)["areas"]
    assert isinstance(areas, list)
    for area in areas:
        row = FELT.book.wagers[area["wager"]]
        assert area["name"].startswith(row.title)
        assert area["clause"] == row.clause


def test_diagram_a() -> None:
    """Twenty-one hops, each showing its two faces."""
    hops = {area.on: tuple(die.face for die in area.dice) for area in FELT.areas if area.wager == "hop"}
    assert len(hops) == 21
    assert all(on == faces for on, faces in hops.items())
