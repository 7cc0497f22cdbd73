"""The clause register tells the truth: clauses exist, tests exist, states do not lie."""

from __future__ import annotations

import ast
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from feltwork.games import book_names
from feltwork.games.register import (
    IMPLEMENTED,
    IN_PARTS,
    NOT_YET,
    PHYSICAL,
    RECORDED,
    STATES,
    below,
    carried_out,
    coverage,
    name_of_test,
    register,
)
from feltwork.games.registry import every_kind
from tests.rules.alike import collected

TESTS = Path(__file__).parents[1] / "rules"
COUNTED = {"star-craps": 297, "crown-craps": 281, "aruze-craps": 285, "star-roulette": 316, "dragon-fire": 181}
"""Clauses of the approved texts, counted by hand."""
SETTLED_HERE = {"wager", "settlement", "odds-table", "placement", "working(on/off)", "limits"}


def written_tests(book: str) -> dict[str, int]:
    """Tests of a book: functions in its folder with how many statements each has, and rows of the table of duties."""
    found: dict[str, int] = {}
    for path in (TESTS / book.replace("-", "_")).glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                assert node.name not in found, f"{node.name} stands twice for {book}"
                found[node.name] = sum(isinstance(n, ast.Assert) for n in ast.walk(node)) + sum(
                    isinstance(n, ast.Call) for n in ast.walk(node)
                )
    for name in collected(book):
        assert name not in found, f"{name} stands twice for {book}, once in the table of duties"
        found[name] = 1
    return found


def test_all_clauses_of_all_books_are_there_once() -> None:
    rows = [(row.book, row.clause) for row in register()]
    assert len(rows) == len(set(rows))
    counted = Counter(book for book, _ in rows)
    assert {book: counted[book] for book in COUNTED} == COUNTED
    assert {book for book, _ in rows} == set(book_names())
    assert {row.state for row in register()} <= set(STATES)
    assert all(row.obligation and row.category and row.who for row in register())


@pytest.mark.parametrize("book", book_names())
def test_every_cited_clause_exists(book: str) -> None:
    known = {row.clause for row in register() if row.book == book}
    assert set(carried_out(book)) <= known
    amended = {clause for kind in every_kind(book) for a in kind.amendments for clause in a.replaces}
    assert amended <= known


@pytest.mark.parametrize("book", book_names())
def test_an_implemented_clause_is_carried_out_and_shown(book: str) -> None:
    tests = written_tests(book)
    for row in register():
        if row.book != book or row.state not in (IMPLEMENTED, RECORDED):
            continue
        assert row.by, f"{book} {row.clause}: nothing carries it out"
        if row.module:
            assert find_spec(row.module), f"{book} {row.clause}: no module {row.module}"
        assert tests.get(name_of_test(row.clause)), f"{book} {row.clause}: no test {name_of_test(row.clause)}"


@pytest.mark.parametrize("book", book_names())
def test_what_is_not_done_says_so(book: str) -> None:
    """No wager's row cites a clause that is called not yet, and a waived clause has its reason."""
    states = {row.clause: row.state for row in register() if row.book == book}
    for kind in every_kind(book):
        for wager in kind.wagers.values():
            assert {c for c in wager.clauses() if states[c] != IMPLEMENTED} == set(), wager.name
    assert all(row.note for row in register() if row.book == book and row.state == PHYSICAL)
    undone = {name_of_test(clause) for clause, state in states.items() if state in (NOT_YET, PHYSICAL)}
    assert not undone & set(written_tests(book)), "a test for a clause that is said not to be done"


@pytest.mark.parametrize("book", book_names())
def test_the_books_are_whole(book: str) -> None:
    """Every wager, settlement, odds, placement, working and limits clause is implemented."""
    missing = {
        row.clause
        for row in register()
        if row.book == book and row.category in SETTLED_HERE and row.state not in (IMPLEMENTED, IN_PARTS)
    }
    assert missing == set()


@pytest.mark.parametrize("book", book_names())
def test_a_clause_done_in_parts_only_leads_to_others(book: str) -> None:
    """Each of them is done; and nothing is said to be done in parts that a row or a house rule cites itself."""
    for row in register():
        if row.book == book and row.state == IN_PARTS:
            assert {part.state for part in below(row)} <= {IMPLEMENTED, RECORDED, PHYSICAL, IN_PARTS}, row.clause
            assert below(row), row.clause
            assert row.clause not in carried_out(book), f"{row.clause} does more than lead to others"


def test_every_test_in_a_book_s_folder_belongs_to_a_clause() -> None:
    """A further test of a clause has the clause's name and more after it."""
    for book in book_names():
        names = {name_of_test(row.clause) for row in register() if row.book == book}
        for written in written_tests(book):
            assert any(written == name or written.startswith(f"{name}_") for name in names), written


def test_coverage_adds_up() -> None:
    for by_category in (False, True):
        assert sum(count.total() for count in coverage(by_category).values()) == len(register())


def test_what_is_carried_out_promises_nothing_that_is_not_there() -> None:
    """Measures of time and counters of throws are not kept: no clause is said to be carried out by them."""
    absent = ("metric", "counter of", "indicator", "regulator contact")
    done = [row for row in register() if row.state in (IMPLEMENTED, RECORDED)]
    assert [(row.book, row.clause, row.how) for row in done if any(word in row.how for word in absent)] == []
