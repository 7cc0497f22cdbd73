"""The cloths of Crown Craps and Mini Craps (2.2, 7.2.2, diagrams A and B)."""

from __future__ import annotations

from functools import cache

from feltwork.felt import Felt, render
from feltwork.games import open_book
from feltwork.games.felts import felt_of
from tests.rules.crown_craps.test_table_equipment import recorded
from tests.rules.drawn import every_wager_has_its_own_place, says
from tests.rules.duties import measured
from tests.rules.live import CROWN_ROLES, Live


@cache
def felt(variant: str | None = None) -> Felt:
    return felt_of(open_book("crown-craps", variant=variant))


def is_marked_like(cloth: Felt, figure: str) -> None:
    """A place for every wager, under its own name, and the casino's name on the cloth."""
    every_wager_has_its_own_place(cloth)
    assert (says(cloth, "big-6"), says(cloth, "big-8")) == (["BIG 6"], ["BIG 8"])
    assert cloth.figure == figure
    assert ">Crown<" in render(cloth)
    assert "Crown" in [line.text for line in cloth.marks]


def test_2_2() -> None:
    """Either cloth has every wager and the name of the casino, and is looked at before play."""
    recorded("layout", "2.2")
    is_marked_like(felt(), "DIAGRAM A")
    is_marked_like(felt("mini"), "DIAGRAM B")
    live = Live("crown-craps", roles=CROWN_ROLES)
    measured(live, "layout", "2.2", "diagram", ["A", "B"], ["C", "another"])
    measured(live, "layout", "2.2", "imprint", ["name", "logo", "name and logo"], ["neither"], setup=False)


def test_7_2_2() -> None:
    """Mini Craps is played on diagram B, with the casino's name."""
    recorded("layout", "7.2.2", "mini")
    is_marked_like(felt("mini"), "DIAGRAM B")
    live = Live("crown-craps", "mini", CROWN_ROLES)
    measured(live, "layout", "7.2.2", "diagram", ["B"], ["A", "another"])
    measured(live, "layout", "7.2.2", "imprint", ["logo"], ["neither"], setup=False)


def test_diagram_a() -> None:
    """The line turns the corner of the table and runs along its end and its side."""
    is_marked_like(felt(), "DIAGRAM A")
    line = felt().area("win-line", None)
    assert line
    assert line.outline.covers((40, 100))
    assert line.outline.covers((600, 510))


def test_diagram_b() -> None:
    """The line runs straight, before the one dealer."""
    is_marked_like(felt("mini"), "DIAGRAM B")
    line = felt("mini").area("win-line", None)
    assert line
    assert line.outline.bounds[3] < 100
    assert len(line.outline.points) == 4
