"""A store as a whole, on each adapter: its clock, its news, how it is opened and closed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import Any

import pytest

from feltwork.store.memory import MemoryStore
from feltwork.store.opening import open_store
from feltwork.store.port import (
    FIRST,
    Batch,
    Head,
    Snapshot,
    Store,
    StoreError,
)
from tests.store.appender import draft
from tests.store.behind import ANSWER, add, everything, raw, whole


def test_an_empty_store_has_nothing(store: Store) -> None:
    assert store.log.heads() == []
    assert store.log.head("table/1") == Head("table/1", 0, FIRST)
    assert list(store.log.read("table/1")) == []
    assert store.log.balances() == {}
    assert (store.log.answer("k"), store.log.book("f"), store.snapshots.get("table/1")) == (None, None, None)
    store.log.append(Batch())
    assert store.log.heads() == []


def test_the_clock_does_not_go_backwards(store: Store) -> None:
    times = [store.now() for _ in range(200)]
    assert times == sorted(times)
    assert 1_600_000_000_000_000 < times[0] < 10_000_000_000_000_000


def test_a_clock_of_ones_own() -> None:
    clock = iter([10, 7, 12])
    store = MemoryStore(lambda: next(clock))
    assert [store.now() for _ in range(3)] == [10, 10, 12]


def test_a_closed_store_says_so(store: Store) -> None:
    add(store, "t")
    store.close()
    store.close()
    for use in (
        lambda: store.log.head("t"),
        lambda: add(store, "t"),
        lambda: store.snapshots.save(Snapshot("t", 1, b"", b"")),
    ):
        with pytest.raises(StoreError, match="closed"):
            use()
    with pytest.raises(StoreError, match="closed"):
        store.log.append(Batch(answers=(ANSWER,)))


def test_reopening_keeps_everything(url: str) -> None:
    store = open_store(url)
    add(store, "t", draft("t", cents=100), draft("t"), answers=(ANSWER,))
    store.log.append(Batch(books=(("f", b"book"),)))
    store.snapshots.save(Snapshot("t", 2, FIRST, b"state"))
    before = everything(store)
    store.close()
    again = open_store(url)
    assert everything(again) == before
    assert (again.log.book("f"), again.snapshots.get("t")) == (b"book", Snapshot("t", 2, FIRST, b"state"))
    add(again, "t")
    assert len(whole(again, "t")) == 3
    again.close()


def test_one_store_serves_many_threads(store: Store) -> None:
    done: list[int] = []

    def play(stream: str) -> None:
        for _ in range(20):
            add(store, stream, draft(stream, cents=1))
            done.append(len(list(store.log.read(stream))))

    threads = [threading.Thread(target=play, args=(f"t{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == sorted(list(range(1, 21)) * 4)
    assert store.log.balances() == {"bank": -80, "seat/1": 80}


def test_postgres_commits_durably_and_keeps_the_time(postgres_schema: str) -> None:
    from feltwork.store.postgres import PostgresStore

    store = PostgresStore(postgres_schema)
    assert store.connections._writer.execute("SHOW synchronous_commit").fetchone() == ("on",)
    (row,) = raw(postgres_schema, "SELECT extract(epoch FROM now())::bigint")
    assert isinstance(row[0], int)
    assert abs(store.now() // 1_000_000 - row[0]) < 60
    store.close()


def cut(url: str, connection: Any) -> None:
    """Have the server end this connection, and wait until it has."""
    assert raw(url, f"SELECT pg_terminate_backend({connection.info.backend_pid}, 5000)") == [(True,)]


def test_postgres_comes_back_after_a_lost_connection(postgres_schema: str) -> None:
    """Connections that were cut while nobody asked cost nothing: what is asked next is done, once."""
    from feltwork.store.postgres import PostgresStore

    store = PostgresStore(postgres_schema)
    add(store, "t")
    lost = [store.connections._writer, store.connections._reader]
    for connection in lost:
        cut(postgres_schema, connection)
    assert store.log.head("t").version == 1
    store.log.append(Batch(answers=(ANSWER,)))
    assert [connection.closed for connection in lost] == [True, True]
    assert raw(postgres_schema, "SELECT key FROM answers") == [(ANSWER.key,)]
    add(store, "t")
    assert len(whole(store, "t")) == 2
    store.close()


def test_postgres_refuses_what_a_second_connection_loses_too(
    postgres_schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that is cut as soon as it is made: refused in one line, nothing is written, and it comes back."""
    from feltwork.store.postgres import PostgresStore
    from feltwork.store.postgres_connection import Limits, connect

    def doomed(limits: Limits | None = None) -> Any:
        connection = connect(postgres_schema, limits)
        cut(postgres_schema, connection)
        return connection

    store = PostgresStore(postgres_schema)
    add(store, "t")
    for connection in (store.connections._writer, store.connections._reader):
        cut(postgres_schema, connection)
    with monkeypatch.context() as network:
        network.setattr(store.connections, "_connect", doomed)
        with pytest.raises(StoreError, match=r"^PostgreSQL: [^\n]+$"):
            store.log.head("t")
        with pytest.raises(StoreError, match=r"^PostgreSQL: [^\n]+$"):
            store.log.append(Batch(answers=(ANSWER,)))
    assert store.log.head("t").version == 1
    assert store.log.answer("key-1") is None
    add(store, "t")
    assert len(whole(store, "t")) == 2
    store.close()


def test_postgres_undoes_what_was_cut_in_its_midst(postgres_schema: str) -> None:
    """A transaction that has begun is not done again by itself: it is refused and leaves nothing."""
    from feltwork.store.postgres import PostgresStore

    def half_written() -> None:
        with store.connections.writing() as writer:
            writer.execute("INSERT INTO people (id, name, address) VALUES ('ann', 'Ann', '')")
            cut(postgres_schema, writer)
            writer.execute("SELECT 1")

    store = PostgresStore(postgres_schema)
    with pytest.raises(StoreError, match=r"^PostgreSQL: [^\n]+$"):
        half_written()
    assert raw(postgres_schema, "SELECT id FROM people") == []
    add(store, "t")
    assert len(whole(store, "t")) == 1
    store.close()


def test_postgres_of_another_schema(postgres_schema: str) -> None:
    open_store(postgres_schema).close()
    raw(postgres_schema, "UPDATE meta SET value = '99' WHERE name = 'schema_version'")
    with pytest.raises(StoreError, match="has schema version '99'; this program knows versions up to"):
        open_store(postgres_schema)
    raw(postgres_schema, "DELETE FROM meta")
    with pytest.raises(StoreError, match="another program's"):
        open_store(postgres_schema)


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("postgresql://me:secret@127.0.0.1:1/x", "cannot be reached"),
        ("postgresql:///x?host=/nonexistent", "cannot be reached"),
        ("postgresql://me:secret@[oops/x?a=b", "no PostgreSQL address"),
        ("mysql://me:secret@host/x", "not mysql://"),
        ("sqlite:", "needs a path"),
        ("", "needs a path"),
    ],
)
def test_places_that_are_none(place: str, says: str) -> None:
    with pytest.raises(StoreError, match=says) as caught:
        open_store(place)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_without_the_driver() -> None:
    """The extra is optional: without it the module still imports, and opening says what to install."""
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from feltwork.store.opening import open_store\n"
        "try: open_store('postgresql://x/y')\n"
        "except Exception as error: sys.stdout.write(f'{type(error).__name__}: {error}')\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ})
    assert told.stdout == "StoreError: PostgreSQL needs its driver: pip install 'feltwork[postgres]'"


def test_news_of_a_commit_wakes_a_follower(store: Store) -> None:
    assert not store.wait_for_news(0.01)
    heard: list[bool] = []
    waiting = threading.Thread(target=lambda: heard.append(store.wait_for_news(20)))
    waiting.start()
    while waiting.is_alive():
        add(store, "table/1")
        waiting.join(0.05)
    assert heard == [True]


def test_news_from_another_process_is_heard(on_disk: Store, url: str) -> None:
    other = open_store(url)
    heard: list[bool] = []
    waiting = threading.Thread(target=lambda: heard.append(on_disk.wait_for_news(20)))
    waiting.start()
    while waiting.is_alive():
        add(other, "table/1")
        waiting.join(0.1)
    assert heard == [True]
    other.close()
