"""The order of the numbers on the usual wheels, clockwise from 0, as any table has them (diagrams G and H)."""

from __future__ import annotations

from feltwork.felt import layout_data, render_wheel
from feltwork.felt.wheel import order_of
from feltwork.games.book import Book
from feltwork.games.star_roulette.felt import roulette
from feltwork.outcomes import Pocket

SINGLE_ZERO = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
DOUBLE_ZERO = "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"


def goes_round_as(book: Book, numbers: str) -> None:
    """The wheel has these numbers in this order: as it is kept, as it is drawn, and as screens are told it."""
    order: list[Pocket] = [number if number == "00" else int(number) for number in numbers.split()]
    assert list(order_of(book)) == order
    assert sorted(map(str, book.wheel)) == sorted(numbers.split())
    drawn = render_wheel(book)
    places = [drawn.index(f'data-pocket="{pocket}"') for pocket in order]
    assert places == sorted(places)
    told = layout_data(roulette(book))["wheel"]
    assert isinstance(told, list)
    assert [pocket["pocket"] for pocket in told] == order
    turns = [pocket["turn"] for pocket in told]
    assert turns == sorted(turns)
