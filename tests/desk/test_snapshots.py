"""A table reopened from its snapshot is the table replayed from its first event."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from feltwork.engine.desk import Desk
from feltwork.engine.past_rounds import recalled
from feltwork.engine.replay import read_event
from feltwork.engine.snapshots import EVERY
from feltwork.rehearse.kinds import kind_of
from feltwork.store.memory import MemoryLog, MemorySnapshots, MemoryStore, Shared
from feltwork.store.port import Snapshot, StoreError
from feltwork.table.live.commands import CorrectPaidRound
from feltwork.table.live.saved import load, save
from feltwork.table.live.schema import LIFE
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import evolve
from feltwork.table.live.topics.crew import Crew
from tests.desk.test_desk import TABLES, rehearse


class Forgetful(MemorySnapshots):
    """Keeps none."""

    def save(self, snapshot: Snapshot) -> None:
        raise StoreError("the disk is full")


class CountingLog(MemoryLog):
    """Counts the records that are read."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self.seen = 0

    def read(self, stream: str, after: int = 0):  # type: ignore[no-untyped-def]
        for record in super().read(stream, after):
            self.seen += 1
            yield record


class Counting(MemoryStore):
    """A store with such a log."""

    log: CountingLog

    def __init__(self) -> None:
        super().__init__()
        self.log = CountingLog(self._shared)


@pytest.mark.parametrize(("book", "variant"), TABLES)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 999), every=st.integers(1, 90))
def test_a_snapshot_and_its_tail_are_the_full_replay(book: str, variant: str | None, seed: int, every: int) -> None:
    desk = Desk(MemoryStore())
    desk.save_every = every
    table = kind_of(book)(desk, "t", book, variant, seed)
    table.open()
    for number, _ in enumerate(table.rounds(12)):
        life = desk.table("t")
        assert load(save(life), MemoryStore().log.book) == life
        if number % 3 == 0:
            kept = desk.store.snapshots.get("table/t")
            assert life.version - (kept.version if kept else 0) < every + 20
            again = Desk(desk.store)
            assert again.table("t") == life
            assert (again.cage, again.streams.heads["table/t"]) == (desk.cage, desk.streams.heads["table/t"])


def test_reopening_reads_the_tail_only() -> None:
    store = Counting()
    desk = Desk(store)
    table = rehearse(desk, "star-craps", None, 60)
    desk.close()
    store.log.seen = 0
    again = Desk(store)
    assert again.table(table.night.table) == desk.table(table.night.table)
    assert store.log.seen == 2, "the record that each snapshot was saved at, and no other"


@pytest.mark.parametrize("change", ["hash", "version", "body", "shape", "ahead"])
def test_a_snapshot_that_does_not_match_is_thrown_away(change: str) -> None:
    desk = Desk(MemoryStore())
    table = rehearse(desk, "dragon-fire", None, 20)
    desk.close()
    stream = f"table/{table.night.table}"
    kept = desk.store.snapshots.get(stream)
    assert kept is not None
    false = save(replace_seats(desk.table(table.night.table)))
    wrong = {
        "hash": replace(kept, hash=bytes(32), body=kept.body[:32] + false),
        "version": replace(kept, version=kept.version - 1, body=kept.body[:32] + false),
        "body": replace(kept, body=kept.body[:32] + b"\x93nonsense"),
        "shape": replace(kept, body=bytes(32) + false),
        "ahead": replace(kept, version=kept.version + 5, body=kept.body[:32] + false),
    }[change]
    desk.store.snapshots.save(wrong)
    assert Desk(desk.store).table(table.night.table) == desk.table(table.night.table)


def replace_seats(life: LiveTable) -> LiveTable:
    false = life.copy()
    false.crew = Crew({**life.crew.roster, "somebody-else": "dealer"}, life.crew.stick)
    return false


def test_a_snapshot_that_cannot_be_saved_costs_nothing() -> None:
    store = MemoryStore()
    store.snapshots = Forgetful(Shared())
    desk = Desk(store)
    desk.save_every = 1
    table = rehearse(desk, "star-craps", None, 5)
    desk.close()
    assert Desk(desk.store).table(table.night.table) == desk.table(table.night.table)


def test_what_is_not_a_saved_table_is_none() -> None:
    assert load(b"", MemoryStore().log.book) is None
    assert load(b"\xc1", MemoryStore().log.book) is None
    assert load(save(LiveTable("t")), MemoryStore().log.book) == LiveTable("t")
    assert Desk(MemoryStore()).save_every == 1000


def test_an_old_round_is_found_from_a_milestone_before_it() -> None:
    """A ruling on a paid round does not replay the table from its first day while everybody waits."""
    store = Counting()
    desk = Desk(store)
    desk.save_every = 70
    night = kind_of("star-craps")(desk, "t", "star-craps", None, 5)
    night.open()
    for _ in night.rounds(700):
        pass
    desk.close()
    stream, life = "table/t", desk.table("t")
    rounds = [record.version for record in store.log.read(stream) if record.kind == "round-settled"]
    assert rounds[-1] > 5 * EVERY, "a long night"
    for version in (*rounds[:3], *rounds[100::150], *rounds[-2:]):
        store.log.seen = 0
        found = recalled(store, life, CorrectPaidRound(version, [1, 1], "seen on the recording"))
        read = store.log.seen
        then = LiveTable("t")
        for record in MemoryLog.read(store.log, stream):
            if record.version == version:
                break
            evolve(then, read_event(LIFE, record))
        assert found is not None
        assert (found.before, found.seats) == (then.game, then.seats.players)
        assert read <= 2 * EVERY
