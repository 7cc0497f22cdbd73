"""The table of duties that books lay down alike, held against the registry."""

from __future__ import annotations

import pytest

from feltwork.games import book_names
from feltwork.games.register import find_clause
from tests.rules.alike import TABLE, collected
from tests.rules.floors import DICE, FLOORS


@pytest.mark.parametrize("book", book_names())
def test_every_book_has_its_rows(book: str) -> None:
    """Whoever adds a book says in the table which of these duties it has, or finds none of them there."""
    rows = collected(book)
    assert rows, f"{book} has no row in tests/rules/alike.py"
    assert all(find_clause(book, row.clause) for row in TABLE if row.book == book)


def test_no_row_is_of_a_book_that_is_not_there() -> None:
    assert {row.book for row in TABLE} == set(book_names())
    assert set(FLOORS) | set(DICE) <= set(book_names())
