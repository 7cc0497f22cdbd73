"""A table that is open while the program gets other rows is played to its end by the rows it was opened under."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.games import book_names, open_book
from feltwork.games.book import Book
from feltwork.games.stored_book import FormerBook, rebuilt
from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.server.sockets.room_saved import reopen
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Store
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live import commands as ask
from feltwork.table.live import opened_book
from feltwork.table.live.commands import PlaceWager
from feltwork.table.live.schema import LIFE
from feltwork.table.live.topics import opening
from feltwork.table.play.events import RoundSettled, Settled
from feltwork.verifier.table import books
from feltwork.verifier.verify import verify
from tests.verifier.night import Night, listed
from tests.verifier.table.test_stored_books import changed, generous

FIELD = PlaceWager(1, "field", 1_000)
Rows = Callable[..., Book]


def paid_better(name: str, **options: Any) -> Book:
    """Every row pays seven times the stake."""
    former = generous(as_stored(open_book(name, **options)))
    return Book(**{part.name: getattr(former, part.name) for part in fields(former)})


def without_field(name: str, **options: Any) -> Book:
    """A row was taken out of the book."""
    book = open_book(name, **options)
    return replace(book, wagers={row: book.wagers[row] for row in book.wagers if row != "field"}, _machines={})


def as_stored(book: Book) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(book.data, order="sorted"))
    return data


def upgraded(store: Store, book: str, rows: Rows, monkeypatch: pytest.MonkeyPatch) -> Night:
    """A table with a wager on it, and the program started again with other rows."""
    night = Night(store, 2)
    night.open("before", book)
    stick, ada = ("stickperson-before", "stickperson"), ("ada", "player")
    night.send("before", *ada, PlaceWager(1, next(iter(open_book(book).wagers)), 1_000))
    for who, body in ((stick, ask.OfferDice()), (ada, ask.AcceptDice(1)), (ada, ask.SelectDice(1, [1, 2]))):
        night.send("before", *who, body)
    assert not night.send("before", *ada, FIELD).reason
    for module in (opened_book, opening, books):
        monkeypatch.setattr(module, "open_book", rows)
    night.desk = Desk(store)
    return night


@pytest.mark.parametrize("rows", [changed, paid_better, without_field])
@pytest.mark.parametrize("book", ["star-craps", "crown-craps"])
def test_no_wager_is_added_under_other_rows(book: str, rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    night = upgraded(MemoryStore(), book, rows, monkeypatch)
    version = night.desk.table("before").version
    refused = night.send("before", "ada", "player", FIELD)
    assert refused.clause == NOT_IN_THE_BOOK
    assert "have changed since it was opened" in refused.reason
    assert night.desk.table("before").version == version, "nothing has moved"
    if rows is not without_field:  # the sign of a night names every wager
        night.open("after", book)
        assert not night.send("after", "ada", "player", FIELD).reason
    assert verify(listed(night)) == []


def shot(night: Night) -> tuple[Settled, ...]:
    """The dice come to 1 and 2; what was settled by them."""
    stick, ada = ("stickperson-before", "stickperson"), ("ada", "player")
    steps = ((stick, ask.EnterResult(1, 2)), (stick, ask.ConfirmResult(1, 2)))
    for who, body in ((ada, ask.ThrowDice()), *steps):
        assert not night.send("before", *who, body).reason, body
    *_, record = night.desk.store.log.read("table/before", night.answers[-1].first - 1)
    event = LIFE.read(record.schema, record.body)
    assert isinstance(event, RoundSettled)
    return event.lines


@pytest.mark.parametrize("rows", [paid_better, without_field])
@pytest.mark.parametrize("saved", [False, True])
def test_what_lies_is_settled_by_the_rows_it_was_placed_under(
    rows: Rows, saved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore()
    night = upgraded(store, "star-craps", rows, monkeypatch)
    if saved:
        night.desk.table("before")
        night.desk.close()
        night.desk = Desk(store)
    (line,) = (line for line in shot(night) if line.wager == "field")
    assert line.winnings == 1_000, "3 in the field is even money"
    assert verify(listed(night)) == []


@pytest.mark.parametrize("rows", [paid_better, without_field])
def test_the_ledger_of_such_a_floor_is_read(rows: Rows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "floor.sqlite")
    store = SqliteStore(path)
    night = upgraded(store, "star-craps", rows, monkeypatch)
    shot(night)
    night.desk.close()
    store.close()
    for command in (["ledger", path], ["audit", "verify", path], ["report", path], ["replay", path]):
        assert run(command) == 0, command


@pytest.mark.parametrize("rows", [paid_better, without_field])
def test_its_screens_show_it(rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    night = upgraded(store, "star-craps", rows, monkeypatch)
    room = reopen(store, "before")
    room.catch_up(store)
    who = {"kind": "player", "seat": 1, "table": "before", "people": [["ada", "player"]], "by_card": False}
    told = msgspec.json.decode(room.greeting(who, 1, night.desk.now(), guided=True))
    assert "field" in msgspec.json.encode(told).decode(), "the wager that lies"
    assert room.live.game is not None
    assert isinstance(room.live.game.book, FormerBook)
    shot(night)
    assert room.catch_up(store) is not None


def test_a_damaged_book_is_not_played_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program's own rows are left; nothing more is taken, and the verifier names the book."""
    store = MemoryStore()
    night = upgraded(store, "star-craps", paid_better, monkeypatch)
    kept = store.log.book
    monkeypatch.setattr(store.log, "book", lambda name: (kept(name) or b"").replace(b'"win"', b'"lose"'))
    night.desk = Desk(store)
    game = night.desk.table("before").game
    assert game is not None
    assert game.book.wagers["field"].title == paid_better("star-craps").wagers["field"].title
    assert "have changed" in night.send("before", "ada", "player", FIELD).reason


@pytest.mark.parametrize("name", book_names())
def test_a_stored_book_is_the_book_it_was(name: str) -> None:
    book = open_book(name)
    again = rebuilt(as_stored(book))
    assert again.fingerprint == book.fingerprint
    assert list(again.wagers) == list(book.wagers)
