"""The screen of the Aruze player terminal (2.3, diagram A)."""

from __future__ import annotations

from functools import cache

from feltwork.felt import Felt, layout_data, render
from feltwork.games import open_book
from feltwork.games.felts import felt_of
from tests.rules.drawn import every_wager_has_its_own_place, says


@cache
def screen() -> Felt:
    return felt_of(open_book("aruze-craps"))


def test_2_3() -> None:
    """Every selection of every wager is on the screen, in a place of its own."""
    every_wager_has_its_own_place(screen())
    assert screen().figure == "DIAGRAM A"


def test_2_3_1() -> None:
    """What the rules need besides: the puck on the point and the dice thrown, added to the same areas."""
    plain, shown = render(screen()), render(screen(), puck=8, thrown=(3, 5))
    assert "#puck-on" in shown
    assert "#puck-on" not in plain
    dice = [shown.count(f"#die-{face}") - plain.count(f"#die-{face}") for face in range(1, 7)]
    assert dice == [0, 0, 1, 0, 1, 0]
    assert shown.count('role="button"') == plain.count('role="button"')


def test_2_3_2() -> None:
    """Further features leave the areas as they are: each has the spoken name and the clause of its own row."""
    areas = layout_data(screen())["areas"]
    assert isinstance(areas, list)
    for area in areas:
        row = screen().book.wagers[area["wager"]]
        assert area["name"].startswith(row.title)
        assert area["clause"] == row.clause
    assert (says(screen(), "big-6"), says(screen(), "big-8")) == (["BIG 6"], ["BIG 8"])


def test_diagram_a() -> None:
    """Twenty-one hops, each showing its two faces."""
    every_wager_has_its_own_place(screen())
    hops = {area.on: tuple(die.face for die in area.dice) for area in screen().areas if area.wager == "hop"}
    assert len(hops) == 21
    assert all(on == faces for on, faces in hops.items())
