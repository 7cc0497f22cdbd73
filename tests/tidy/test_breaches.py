"""Breaches of clauses (``tests/breaches``) are there for every listed test, and fit the program as it is."""

from __future__ import annotations

import pytest

from feltwork.games import book_names
from tests.breaches.patches import PatchError, written
from tests.breaches.trial import breaches, excused, listed


@pytest.mark.parametrize("book", book_names())
def test_every_clause_with_a_listed_test_can_be_broken(book: str) -> None:
    excuses = excused()
    found = breaches(book)
    assert {clause for clause, some in found.items() if not some} == {clause for own, clause in excuses if own == book}
    assert all(excuses.values()), "an excuse says why"
    known = {row.clause for row in listed(book)}
    assert [c for patch in written() for own, c in patch.clauses if own == book and c not in known] == []


def test_written_breaches_fit_the_program_as_it_is() -> None:
    misfits = []
    for patch in written():
        assert patch.clauses, patch.says
        try:
            patch.sources()
        except PatchError as wrong:
            misfits.append(str(wrong))
    assert misfits == []
