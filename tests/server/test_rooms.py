"""A room that hears from its own desk, or was saved, shows what one shows that reads the log, whatever it misses."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from tests.desk.test_desk import TABLES, rehearse
from tests.desk.test_snapshots import Counting

from feltwork.cage.till import Till
from feltwork.engine.desk import Desk
from feltwork.engine.transaction import Committed
from feltwork.rehearse.kinds import kind_of
from feltwork.server.runtime import Runtime
from feltwork.server.sockets.room import News, Room
from feltwork.server.sockets.room_saved import keep_room, reopen
from feltwork.server.sockets.room_views import room_opened, room_recalls
from feltwork.store.memory import MemoryStore
from feltwork.store.opening import open_store
from feltwork.store.port import Store
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live.saved import save


class Listener:
    """Three rooms of one table: the first hears what the desk tells, now and then; the second reads the log; the third
    is saved and reopened again and again."""

    def __init__(self, desk: Desk, store: Store, table: str, chance: random.Random, misses: float) -> None:
        self.store, self.table, self.chance, self.misses = store, table, chance, misses
        self.hears, self.reads, self.kept_room = Room(table), Room(table), Room(table)
        self.waiting: Committed | None = None
        self.kept: list[tuple[Committed, bytes]] = []
        self.only_heard = 0
        desk.commits.tell = self.tell

    def tell(self, tables: Mapping[str, Committed]) -> None:
        told = tables.get(self.table)
        if told is None or not told.events:
            return
        self.kept.append((told, save(told.live)))
        if self.chance.random() >= self.misses:
            before = self.waiting.events if self.waiting else []
            self.waiting = Committed(told.live, [*before, *told.events])
        if self.chance.random() < 0.4:
            self.look()

    def look(self) -> None:
        heard, self.waiting = self.waiting, None
        stood = self.hears.live.version
        news, expected = self.hears.catch_up(self.store, heard), self.reads.catch_up(self.store)
        if heard is not None and news is not None:
            self.only_heard += self.hears.live is heard.live
        if self.hears.live.version < self.reads.live.version:  # it heard all there was, and something was missed after
            assert heard is not None
            assert self.hears.live.version > stood
            self.hears.catch_up(self.store)
        else:
            assert plain(news) == plain(expected)
        self.kept_room.catch_up(self.store)
        if self.chance.random() < 0.3:
            keep_room(self.store, self.kept_room, every=1)
            self.kept_room = reopen(self.store, self.table)
        for room in (self.hears, self.kept_room):
            assert room.live == self.reads.live
            assert (room.head, room.settled) == (self.reads.head, self.reads.settled)
            assert (room.recall, room.takings, room.guide) == (self.reads.recall, self.reads.takings, self.reads.guide)
            assert msgspec.json.encode(room.told) == msgspec.json.encode(self.reads.told)
            for seat in (None, *room.live.seats.players):
                assert room.greeting({}, seat, 0, guided=True) == self.reads.greeting({}, seat, 0, guided=True)
                assert room_recalls(room, seat) == room_recalls(self.reads, seat)
            assert room_opened(room) == room_opened(self.reads)


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
    rehearsal = kind_of(book)(desk, "t", book, variant, 11)
    listener = Listener(desk, desk.store, "t", random.Random(3), misses)
    rehearsal.open()
    for _ in rehearsal.rounds(25):
        pass
    listener.look()
    assert listener.only_heard > 20
    for told, then in listener.kept:
        assert save(told.live) == then, "a table that was told of is not changed any more"


def test_what_another_process_wrote_in_between_is_read(tmp_path: Path) -> None:
    ours, theirs = (Desk(SqliteStore(tmp_path / "t.db")) for _ in range(2))
    chance = random.Random(5)
    rehearsal = kind_of("star-craps")(ours, "t", "star-craps", None, 11)
    listener = Listener(ours, ours.store, "t", chance, 0)
    rehearsal.open()
    for _ in rehearsal.rounds(12):
        rehearsal.night.desk = chance.choice((ours, theirs))
    listener.look()
    assert listener.only_heard > 5
    assert listener.hears.live.version == theirs.look("t").version
    for desk in (ours, theirs):
        desk.store.close()


def test_a_room_that_was_saved_reads_only_what_came_later() -> None:
    store = Counting()
    desk = Desk(store)
    rehearsal = rehearse(desk, "star-roulette", None, 20)
    before = reopen(store, rehearsal.night.table)
    before.catch_up(store)
    keep_room(store, before)
    assert store.snapshots.get(f"room/{rehearsal.night.table}") is None, "it has not moved on so far"
    keep_room(store, before, every=1)
    stood = before.head.version
    for _ in rehearsal.rounds(3):
        pass
    store.log.seen = 0
    again = reopen(store, rehearsal.night.table)
    again.catch_up(store)
    assert again.live == desk.table(rehearsal.night.table)
    assert store.log.seen == again.head.version - stood + 1, "what came later, and the entry that it was saved at"


@pytest.mark.parametrize("change", ["hash", "body", "shape", "life"])
def test_a_saved_room_that_does_not_match_is_thrown_away(change: str) -> None:
    desk = Desk(MemoryStore())
    rehearsal = rehearse(desk, "dragon-fire", None, 10)
    room = reopen(desk.store, rehearsal.night.table)
    room.catch_up(desk.store)
    keep_room(desk.store, room, every=1)
    kept = desk.store.snapshots.get(f"room/{rehearsal.night.table}")
    assert kept is not None
    wrong = {
        "hash": replace(kept, hash=bytes(32)),
        "body": replace(kept, body=kept.body[:-1]),
        "shape": replace(kept, body=bytes(32) + kept.body[32:]),
        "life": replace(kept, body=kept.body[:32] + kept.body[32:].replace(b'"life":"', b'"life":"AAAA')),
    }[change]
    assert reopen(desk.store, rehearsal.night.table).head.version == room.head.version
    desk.store.snapshots.save(wrong)
    assert reopen(desk.store, rehearsal.night.table).head.version == 0


def test_a_house_that_starts_again_goes_on_where_its_rooms_were(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'floor.sqlite'}"
    store = open_store(url)
    rehearsal = rehearse(Desk(store), "star-craps", None, 8)
    store.close()
    shown = []
    for _ in range(2):
        house = Runtime(url, till=Till(bytes(32)))
        house.start()
        shown.append(house.rooms[rehearsal.night.table].greeting({}, 1, 0))
        house.stop()
        store = open_store(url)
        kept = store.snapshots.get(f"sealed/room/{rehearsal.night.table}")
        assert kept is not None
        assert kept.version == store.log.head(f"table/{rehearsal.night.table}").version
        store.close()
    assert shown[0] == shown[1]
