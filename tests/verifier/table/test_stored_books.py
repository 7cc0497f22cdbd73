"""Old rounds settle as they were played, from the stored book alone, whatever the code says today."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from feltwork.games import BookError, open_book
from feltwork.games.book import Book
from feltwork.games.stored_book import rebuilt
from feltwork.store.memory import MemoryStore
from feltwork.verifier.log.rows import Listed
from feltwork.verifier.table import books
from feltwork.verifier.table.books import canonical
from feltwork.verifier.verify import findings, verify
from feltwork.wagers.arms import Arm, Pays, Result
from feltwork.wagers.automaton import compile_shape
from tests.desk.test_desk import TABLES
from tests.verifier.night import Night, full_night, listed


def changed(name: str, **options: Any) -> Book:
    """The book after somebody changed how it rounds: all its fingerprints are others."""
    book = open_book(name, **options)
    other = "down" if book.house.rounding_rule != "down" else "up"
    return replace(book, house=replace(book.house, rounding_rule=other), _machines={})


def withdrawn(name: str, **options: Any) -> Book:
    raise BookError("there is no such book any more")


def generous(data: dict[str, Any]) -> Book:
    """Every win at seven times the stake."""
    for entry in data["wagers"]:
        entry["arms"] = [[result, clause, "7", leg] for result, clause, _, leg in entry["arms"]]
    return rebuilt(data)


@pytest.mark.parametrize("today", [changed, withdrawn])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_night_under_an_older_book_is_sound(seed: int, today: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    night = full_night(MemoryStore(), seed, 250)
    monkeypatch.setattr(books, "open_book", today)
    notes: list[str] = []
    assert list(findings(listed(night), notes=notes)) == []
    assert len(notes) >= 2
    assert all("is not this program's" in note for note in notes)


@pytest.mark.parametrize("readings", [{}, {"rounding_scope": "per_payout"}, {"odds_excess": "auto_return"}])
def test_under_other_readings_too(readings: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night(MemoryStore(), 4)
    night.open("t", "star-craps", readings=readings)
    night.play("t", 250)
    monkeypatch.setattr(books, "open_book", withdrawn)
    assert verify(listed(night)) == []


def test_what_was_settled_otherwise_than_the_stored_book_says_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    night = full_night(MemoryStore(), 3, 250)
    log = listed(night)
    monkeypatch.setattr(books, "open_book", withdrawn)
    monkeypatch.setattr(books, "rebuilt", generous)
    assert "lines" in {finding.kind for finding in verify(log)}


def test_a_book_that_is_neither_here_nor_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    night = full_night(MemoryStore(), 3, 60)
    log = listed(night)
    bare = Listed([row for name in log.streams() for row in log.records(name)], log.answers())
    assert {finding.kind for finding in verify(bare)} == {"book"}
    monkeypatch.setattr(books, "open_book", withdrawn)
    assert "body" in {finding.kind for finding in verify(bare)}


@pytest.mark.parametrize(("name", "variant"), TABLES)
def test_a_stored_book_steps_as_its_rows_do(name: str, variant: str | None) -> None:
    book = open_book(name, variant=variant)
    again = rebuilt(json.loads(canonical(book.data)))
    assert (again.house, again.area, again.readings) == (book.house, book.area, book.readings)
    assert (again.wheel, again.lucky) == (book.wheel, book.lucky)
    for wager in book.wagers.values():
        row = again.wagers[wager.name]
        assert row.travels == wager.travels
        for part in ("window", "contract", "cap", "commission", "units", "sleeps", "switchable", "frozen", "parent"):
            assert getattr(row, part) == getattr(wager, part)
        for on, shape in wager.shapes.items():
            machine = compile_shape(row.shapes[on], again.area, len(again.wheel))
            assert machine.table == book.machine(wager.name, on).table, (wager.name, on)
            winning = getattr(shape, "winning", None)
            if wager.parent and isinstance(winning, dict):
                points = [on] if isinstance(on, int) else list(winning)
                assert all(row.shapes[on].winning[p].odds == winning[p].odds for p in points)  # type: ignore[attr-defined]


def test_a_change_of_the_house_changes_the_fingerprint() -> None:
    assert changed("star-craps").fingerprint != open_book("star-craps").fingerprint
    assert Arm(Result.WIN, "1", Pays("3 to 2", "2")).odds == rebuilt_odds()


def rebuilt_odds() -> object:
    book = rebuilt(json.loads(canonical(open_book("star-craps").data)))
    return next(arm.odds for row in book.wagers.values() for arm in row.arms() if str(arm.odds) == "3/2")
