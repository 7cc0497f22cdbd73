"""The cloths of Crown Craps and Mini Craps (2.2, 7.2.2, diagrams A and B)."""

from __future__ import annotations

from feltwork.felt import Felt, felt_of, render
from feltwork.rulebooks import open_book

FULL = felt_of(open_book("crown-craps"))
MINI = felt_of(open_book("crown-craps", variant="mini"))


def shows_all(felt: Felt) -> bool:
    return all(felt.area(name, on) for name, wager in felt.book.wagers.items() for on in wager.shapes)


def test_2_2() -> None:
    """Either cloth has every wager and the name of the casino."""
    for felt in (FULL, MINI):
        assert shows_all(felt)
        assert ">Crown<" in render(felt)


def test_7_2_2() -> None:
    """Mini Craps is played on diagram B, with the casino's name."""
    assert MINI.figure == "DIAGRAM B"
    assert "Crown" in [line.text for line in MINI.marks]


def test_diagram_a() -> None:
    """The line turns the corner of the table and runs along its end and its side."""
    line = FULL.area("win-line", None)
    assert FULL.figure == "DIAGRAM A"
    assert line
    assert line.outline.covers((40, 100))
    assert line.outline.covers((600, 510))


def test_diagram_b() -> None:
    """The line runs straight, before the one dealer."""
    line = MINI.area("win-line", None)
    assert line
    assert line.outline.bounds[3] < 100
    assert len(line.outline.points) == 4
