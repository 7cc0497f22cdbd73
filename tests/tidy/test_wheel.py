"""The wheel and the cloth are data not from the text; what the text does say of them holds."""

from __future__ import annotations

import pytest

from feltwork.games.star_roulette import places
from feltwork.wagers import wheel


@pytest.mark.parametrize(("order", "size"), [(wheel.SINGLE_ORDER, 37), (wheel.DOUBLE_ORDER, 38)])
def test_wheel_orders(order: tuple[int | str, ...], size: int) -> None:
    assert len(order) == len(set(order)) == size
    assert set(order) == set(places.pockets_of(size == 38))
    colours = [wheel.colour(pocket) for pocket in order]
    assert colours.count("red") == colours.count("black") == 18
    around = list(zip(colours, colours[1:] + colours[:1], strict=True))
    assert all(a != b for a, b in around), "red and black by turns, a zero between two runs"


def test_zeros_lie_opposite_each_other() -> None:
    assert wheel.DOUBLE_ORDER.index("00") - wheel.DOUBLE_ORDER.index(0) == 19


@pytest.mark.parametrize("double", [False, True])
def test_places_on_the_cloth(double: bool) -> None:
    assert len(places.straights(double)) == 37 + double
    assert len(places.splits(double)) == 57 + (5 if double else 3)
    assert len(places.streets(double)) == 12 + (3 if double else 2)
    assert len(places.corners(double)) == 22 + (0 if double else 1)
    assert len(places.six_lines()) == 11
    for there in (places.splits(double), places.streets(double), places.corners(double)):
        for numbers in there:
            inside = [n for n in numbers if isinstance(n, int) and n]
            assert max(inside, default=0) - min(inside, default=0) <= 5
            assert all(places.covered(*numbers) == numbers for numbers in there)
    assert {n for row in places.ROWS for n in row} == set(range(1, 37))
    assert [sum(places.COLUMNS[c]) for c in (1, 2, 3)] == [210, 222, 234]
    assert [places.DOZENS[d][0] for d in (1, 2, 3)] == [1, 13, 25]
