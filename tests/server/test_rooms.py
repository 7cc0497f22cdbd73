"""A room that hears from its own desk shows what one shows that reads the log, whatever it misses."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from tests.desk.test_desk import TABLES

from feltwork.rehearse.kinds import kind_of
from feltwork.server.room import News, Room
from feltwork.store.desk import Desk
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Store
from feltwork.store.sqlite import SqliteStore
from feltwork.store.tentative import Told
from feltwork.table.life.saved import save


class Listener:
    """Two rooms of one table: the first hears what the desk tells, now and then; the second reads the log."""

    def __init__(self, desk: Desk, store: Store, table: str, chance: random.Random, misses: float) -> None:
        self.store, self.table, self.chance, self.misses = store, table, chance, misses
        self.hears, self.reads = Room(table), Room(table)
        self.waiting: Told | None = None
        self.kept: list[tuple[Told, bytes]] = []
        self.only_heard = 0
        desk.tell = self.tell

    def tell(self, tables: Mapping[str, Told]) -> None:
        told = tables.get(self.table)
        if told is None or not told.events:
            return
        self.kept.append((told, save(told.life)))
        if self.chance.random() >= self.misses:
            before = self.waiting.events if self.waiting else []
            self.waiting = Told(told.life, [*before, *told.events])
        if self.chance.random() < 0.4:
            self.look()

    def look(self) -> None:
        heard, self.waiting = self.waiting, None
        stood = self.hears.life.version
        news, expected = self.hears.catch_up(self.store, heard), self.reads.catch_up(self.store)
        if heard is not None and news is not None:
            self.only_heard += self.hears.life is heard.life
        if self.hears.life.version < self.reads.life.version:  # it heard all there was, and something was missed after
            assert heard is not None
            assert self.hears.life.version > stood
            self.hears.catch_up(self.store)
        else:
            assert plain(news) == plain(expected)
        assert save(self.hears.life) == save(self.reads.life)
        assert self.hears.recall.rounds == self.reads.recall.rounds
        assert self.hears.takings.reading() == self.reads.takings.reading()
        assert [dict(told) for told in self.hears.told] == [dict(told) for told in self.reads.told]


def plain(news: News | None) -> object:
    """News without the time at which they were told."""
    if news is None:
        return None
    told = msgspec.json.decode(news.frame[news.frame.index(b'{"events"') :])
    return {name: value for name, value in told.items() if name != "now"}, news.mine


@pytest.mark.parametrize(("book", "variant"), TABLES)
@pytest.mark.parametrize("misses", [0, 0.3])
def test_heard_is_as_good_as_read(book: str, variant: str | None, misses: float) -> None:
    desk = Desk(MemoryStore())
    night = kind_of(book)(desk, "t", book, variant, 11)
    listener = Listener(desk, desk.store, "t", random.Random(3), misses)
    night.open()
    for _ in night.rounds(25):
        pass
    listener.look()
    assert listener.only_heard > 20
    for told, then in listener.kept:
        assert save(told.life) == then, "a table that was told of is not changed any more"


def test_what_another_process_wrote_in_between_is_read(tmp_path: Path) -> None:
    ours, theirs = (Desk(SqliteStore(tmp_path / "t.db")) for _ in range(2))
    chance = random.Random(5)
    night = kind_of("star-craps")(ours, "t", "star-craps", None, 11)
    listener = Listener(ours, ours.store, "t", chance, 0)
    night.open()
    for _ in night.rounds(12):
        night.desk = chance.choice((ours, theirs))
    listener.look()
    assert listener.only_heard > 5
    assert listener.hears.life.version == theirs.look("t").version
