"""The electronic cloth of Dragon Fire (2.2, diagram A)."""

from __future__ import annotations

from feltwork.felt import felt_of, render
from feltwork.rulebooks import open_book

FELT = felt_of(open_book("dragon-fire"))


def test_2_2() -> None:
    """Every wager has its area, and each area can be lit alone."""
    for name, wager in FELT.book.wagers.items():
        for on in wager.shapes:
            assert FELT.area(name, on)
            assert render(FELT, lit=[(name, on)]).count(" lit") == render(FELT).count(" lit") + 1


def test_diagram_a() -> None:
    """Dragon and Fire lie apart with the tail between them; totals run from 3 to 11."""
    dragon, tail, fire = (FELT.spot(name, None) for name in ("dragon", "dragons-tail", "fire"))
    assert dragon
    assert tail
    assert fire
    assert dragon[0] < tail[0] < fire[0]
    totals = sorted((area.spot, area.on) for area in FELT.areas if area.wager == "total")
    assert [on for _, on in totals] == list(range(3, 12))
