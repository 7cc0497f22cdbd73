"""The port of the store, on each adapter: what one of them does, all of them do."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from feltwork.store.chain import FIRST, chain_hash
from feltwork.store.memory import MemoryStore
from feltwork.store.opening import open_store
from feltwork.store.port import (
    Answer,
    Batch,
    ConflictError,
    Head,
    Person,
    Posting,
    Record,
    Shelved,
    Snapshot,
    Store,
    StoreError,
)
from feltwork.store.rows import RECORD
from tests.store.appender import draft, sealed

ROOT = Path(__file__).parents[2]
ANSWER = Answer("key-1", bytes(range(32)), "table/1", 1, 2)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place on disk, still empty."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'log?#%20 ü.sqlite'}"
    return str(request.getfixturevalue("postgres_schema"))


@pytest.fixture
def on_disk(url: str) -> Iterator[Store]:
    opened = open_store(url)
    yield opened
    opened.close()


def raw(url: str, sql: str) -> list[tuple[object, ...]]:
    """Speak to the database behind the adapter's back."""
    if url.startswith("sqlite:"):
        connection = sqlite3.connect(url.removeprefix("sqlite:"), isolation_level=None)
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            return connection.execute(sql).fetchall()
        finally:
            connection.close()
    import psycopg

    with psycopg.connect(url, autocommit=True) as server:
        cursor = server.execute(sql.encode())
        return cursor.fetchall() if cursor.description else []


def refused(url: str, sql: str) -> str:
    import psycopg

    with pytest.raises((sqlite3.Error, psycopg.Error)) as caught:
        raw(url, sql)
    return str(caught.value)


def add(store: Store, stream: str, *drafts: Record, answers: tuple[Answer, ...] = ()) -> list[Record]:
    records = sealed(store.log.head(stream), drafts or [draft(stream)])
    store.log.append(Batch(tuple(records), answers))
    return records


def everything(store: Store) -> object:
    """All there is to see, for comparing before with after."""
    heads = store.log.heads()
    return heads, [list(store.log.read(head.stream)) for head in heads], store.log.balances(), store.log.answer("key-1")


def whole(store: Store, stream: str) -> list[Record]:
    """A stream's records, after proving versions without a gap and hashes that chain."""
    records, before = list(store.log.read(stream)), FIRST
    for number, record in enumerate(records, 1):
        assert record.version == number
        assert record.hash == chain_hash(before, record.columns())
        before = record.hash
    assert store.log.head(stream) == Head(stream, len(records), before)
    return records


def test_an_empty_store_has_nothing(store: Store) -> None:
    assert store.log.heads() == []
    assert store.log.head("table/1") == Head("table/1", 0, FIRST)
    assert list(store.log.read("table/1")) == []
    assert store.log.balances() == {}
    assert (store.log.answer("k"), store.log.book("f"), store.snapshots.get("table/1")) == (None, None, None)
    store.log.append(Batch())
    assert store.log.heads() == []


def test_what_is_appended_comes_back_as_it_was(store: Store) -> None:
    body = bytes(range(256)) + "Zażółć 🎲".encode()
    odd = replace(
        draft("täble/🎲'\"; --", "k-ü", 250, body), at=2**62, schema=7, link="cage@3", actor="", role="\n\t", kind="x"
    )
    records = add(store, odd.stream, odd, draft(odd.stream))
    assert list(store.log.read(odd.stream)) == records
    assert records[0].postings == (Posting("bank", -250), Posting("seat/1", 250))
    assert whole(store, odd.stream) == records


def test_read_after(store: Store) -> None:
    records = add(store, "t", *[draft("t", str(n), n) for n in range(1203)])
    add(store, "tt")
    assert list(store.log.read("t")) == records
    for after in (-5, 0, 1, 499, 500, 501, 1202, 1203, 5000, 2**70):
        assert list(store.log.read("t", after)) == records[max(after, 0) :]


def test_a_reading_ends_where_the_stream_ended_when_it_began(store: Store) -> None:
    add(store, "t", draft("t"), draft("t"))
    reading = store.log.read("t")
    add(store, "t")
    assert [record.version for record in reading] == [1, 2]


def test_heads_by_name(store: Store) -> None:
    for stream in ("b", "a", "B", "ä", "table/10", "table/2", "a"):
        add(store, stream)
    assert [(head.stream, head.version) for head in store.log.heads()] == [
        ("B", 1),
        ("a", 2),
        ("b", 1),
        ("table/10", 1),
        ("table/2", 1),
        ("ä", 1),
    ]
    assert all(store.log.head(head.stream) == head for head in store.log.heads())


def test_one_batch_over_several_streams(store: Store) -> None:
    add(store, "cage")
    table, cage = (
        sealed(Head("table/1"), [draft("table/1"), draft("table/1")]),
        sealed(store.log.head("cage"), [draft("")]),
    )
    store.log.append(Batch((table[0], cage[0], table[1])))
    assert len(whole(store, "table/1")) == 2
    assert len(whole(store, "cage")) == 2


def test_the_version_offered_is_the_next_one(store: Store) -> None:
    first = add(store, "t", draft("t"), draft("t"))
    before = everything(store)
    for offered in (first[0], first[1]):
        with pytest.raises(ConflictError, match="moved on"):
            store.log.append(Batch((offered,)))
    third, fourth = sealed(store.log.head("t"), [draft("t"), draft("t")])
    for gap in (
        (fourth,),
        (third, third),
        (fourth, third),
        (replace(third, version=0),),
        (replace(third, version=-1),),
    ):
        with pytest.raises(StoreError):
            store.log.append(Batch(gap))
    assert everything(store) == before
    store.log.append(Batch((third, fourth)))
    assert len(whole(store, "t")) == 4


def test_a_conflict_leaves_nothing_behind(store: Store) -> None:
    add(store, "t")
    before = everything(store)
    stale = sealed(Head("t"), [draft("t", cents=100)])
    fresh = sealed(Head("new"), [draft("new", cents=100)])
    for records in ((*fresh, *stale), (*stale, *fresh)):
        with pytest.raises(ConflictError):
            store.log.append(Batch(tuple(records), (ANSWER,), (("f", b"book"),)))
    assert everything(store) == before
    assert store.log.book("f") is None
    store.log.append(Batch(tuple(fresh), (ANSWER,), (("f", b"book"),)))
    assert (store.log.answer("key-1"), store.log.book("f")) == (ANSWER, b"book")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda record: replace(record, hash=bytes(32)),
        lambda record: replace(record, hash=b"short"),
        lambda record: replace(record, body=b'{"other": 1}'),
        lambda record: replace(record, actor="d-2"),
        lambda record: replace(record, postings=(Posting("bank", -101), Posting("seat/1", 101))),
    ],
)
def test_a_hash_must_chain(store: Store, spoil: Callable[[Record], Record]) -> None:
    add(store, "t")
    second, third = sealed(store.log.head("t"), [draft("t", cents=100), draft("t")])
    with pytest.raises(StoreError, match="chain"):
        store.log.append(Batch((spoil(second), third)))
    assert store.log.head("t").version == 1
    assert store.log.balances() == {}


def test_a_chain_from_another_head_is_hashed_again(store: Store) -> None:
    add(store, "s", draft("s"))
    here, elsewhere = store.log.head("s"), Head("s", 1, b"x" * 32)
    strange = tuple(sealed(elsewhere, [draft("s")]))
    for on in ((), (elsewhere,)):
        with pytest.raises(StoreError, match="chain"):
            store.log.append(Batch(strange, sealed_on=on))
    store.log.append(Batch(tuple(sealed(here, [draft("s"), draft("s")])), sealed_on=(here,)))
    assert len(whole(store, "s")) == 3


@pytest.mark.parametrize(
    "moved",
    [
        (Posting("bank", 1),),
        (Posting("bank", -100), Posting("seat/1", 99)),
        (Posting("bank", -(2**63)), Posting("seat/1", 2**63)),
        (Posting("", -1), Posting("seat/1", 1)),
        (Posting("bank=1;x", -1), Posting("seat/1", 1)),
    ],
)
def test_postings_sum_to_zero(store: Store, moved: tuple[Posting, ...]) -> None:
    good, bad = draft("t", cents=5), replace(draft("t"), postings=moved)
    with pytest.raises(StoreError) as caught:
        add(store, "t", good, bad, answers=(ANSWER,))
    assert not isinstance(caught.value, ConflictError)
    assert store.log.heads() == []
    assert store.log.balances() == {}
    assert store.log.answer("key-1") is None


def test_balances_are_the_sum_of_all_postings(store: Store) -> None:
    for cents in (100, -30, 7):
        add(store, "t", draft("t", cents=cents))
    add(store, "u", replace(draft("u"), postings=(Posting("bank", -3), Posting("drop", 3))))
    assert store.log.balances() == {"bank": -80, "drop": 3, "seat/1": 77}
    assert list(store.log.balances()) == ["bank", "drop", "seat/1"]


def test_a_key_is_answered_once(store: Store) -> None:
    refusal = Answer("key-2", bytes(32), "table/1", 0, 0, "6.4", "no more bets: ü")
    add(store, "table/1", draft("table/1"), draft("table/1"), answers=(ANSWER, refusal))
    assert (store.log.answer("key-1"), store.log.answer("key-2"), store.log.answer("key-3")) == (ANSWER, refusal, None)
    third = Answer("key-3", bytes(32), "table/1", 3, 3)
    for answers in ((third, replace(ANSWER, reason="other")), (third, third)):
        with pytest.raises(ConflictError):
            add(store, "table/1", draft("table/1"), answers=answers)
    assert store.log.head("table/1").version == 2
    assert (store.log.answer("key-1"), store.log.answer("key-3")) == (ANSWER, None)
    store.log.append(Batch(answers=(third,)))
    assert store.log.answer("key-3") == third


def test_a_book_that_is_there_is_left_alone(store: Store) -> None:
    store.log.append(Batch(books=(("f", b"first"), ("g", b""), ("f", b"twice"))))
    store.log.append(Batch(books=(("f", b"second"), ("h", b"h"))))
    assert [store.log.book(name) for name in "fghi"] == [b"first", b"", b"h", None]


def test_the_last_snapshot_counts(store: Store) -> None:
    add(store, "t")
    for version in (1, 5, 3):
        store.snapshots.save(Snapshot("t", version, bytes([version]) * 32, b"state"))
    store.snapshots.save(Snapshot("u", 1, FIRST, b""))
    assert store.snapshots.get("t") == Snapshot("t", 3, bytes([3]) * 32, b"state")
    assert store.log.head("t").version == 1


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_texts_that_not_every_store_could_keep(store: Store, text: str) -> None:
    with pytest.raises(StoreError, match="cannot be stored"):
        store.log.append(Batch(answers=(replace(ANSWER, key=text),)))
    with pytest.raises(StoreError, match="cannot be stored"):
        store.log.append(Batch((replace(draft("t"), stream=text, version=1),)))
    assert (store.log.answer(text), store.log.book(text), store.log.head(text).version, list(store.log.read(text))) == (
        None,
        None,
        0,
        [],
    )


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


@pytest.mark.parametrize("table", ["records", "postings", "answers", "books"])
def test_the_database_itself_refuses_changes(url: str, on_disk: Store, table: str) -> None:
    add(on_disk, "table/1", draft("table/1", cents=100), answers=(ANSWER,))
    on_disk.log.append(Batch(books=(("f", b"book"),)))
    before = raw(url, f"SELECT * FROM {table}")
    column = "fingerprint" if table == "books" else "stream"
    assert "never changed" in refused(url, f"UPDATE {table} SET {column} = 'x'")
    assert "never" in refused(url, f"DELETE FROM {table}")
    if url.startswith("sqlite:"):
        refused(url, f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
        refused(url, f"INSERT OR IGNORE INTO {table} SELECT * FROM {table}")
    else:
        refused(url, f"INSERT INTO {table} SELECT * FROM {table}")
        refused(url, f"TRUNCATE {table} CASCADE")
    assert raw(url, f"SELECT * FROM {table}") == before


def test_the_database_itself_refuses_gaps_and_loose_postings(url: str, on_disk: Store) -> None:
    add(on_disk, "t", draft("t", cents=100))
    hash_, body = ("zeroblob(32)", "x'7b7d'") if url.startswith("sqlite:") else ("sha256('')", "''::bytea")
    for version in (-1, 0, 1, 3):
        row = f"'t', {version}, 0, '', '', '', '', 1, {body}, '', {hash_}"
        if url.startswith("sqlite:"):
            said = refused(url, f"INSERT INTO records ({RECORD}, postings) VALUES ({row}, '{{}}')")
        else:
            said = refused(url, f"INSERT INTO records ({RECORD}) VALUES ({row})")
        assert "version" in said, said
    assert "sealed" in refused(url, "INSERT INTO postings VALUES ('t', 1, 2, 'seat/1', 1000)")
    loose = refused(url, "INSERT INTO postings VALUES ('t', 2, 0, 'seat/1', 1000)").lower()
    assert ("sealed" if url.startswith("sqlite:") else "foreign key") in loose
    assert len(whole(on_disk, "t")) == 1
    assert on_disk.log.balances() == {"bank": -100, "seat/1": 100}


def test_a_file_itself_refuses_what_does_not_balance_and_what_would_replace(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'log.sqlite'}"
    store = open_store(url)
    add(store, "t", draft("t", cents=100))
    row = "2, 0, '', '', '', '', 1, x'7b7d', '', zeroblob(32)"
    said = refused(url, f"INSERT INTO records ({RECORD}, postings) VALUES ('t', {row}, '{{\"a\":5,\"b\":-4}}')")
    assert "sum to zero" in said
    refused(url, f"INSERT INTO records ({RECORD}, postings) VALUES ('t', {row}, 'nothing')")
    said = refused(url, f"INSERT OR REPLACE INTO records (seq, {RECORD}, postings) VALUES (1, 't', {row}, '{{}}')")
    assert "never replaced" in said
    assert len(whole(store, "t")) == 1
    store.close()


def test_an_account_is_named_once_in_a_record(store: Store) -> None:
    twice = (Posting("bank", -3), Posting("drop", 1), Posting("drop", 2))
    with pytest.raises(StoreError, match="an account twice"):
        add(store, "t", replace(draft("t"), postings=twice))
    assert store.log.balances() == {}


def test_two_stores_in_one_process_take_turns(url: str) -> None:
    stores = [open_store(url) for _ in range(3)]
    wins: list[list[int]] = [[] for _ in stores]
    others: list[BaseException] = []

    def play(store: Store, won: list[int]) -> None:
        try:
            while len(won) < 25:
                head = store.log.head("t")
                try:
                    store.log.append(Batch(tuple(sealed(head, [draft("t", cents=1)]))))
                except ConflictError:
                    continue
                won.append(head.version + 1)
        except BaseException as error:
            others.append(error)

    threads = [threading.Thread(target=play, args=pair) for pair in zip(stores, wins, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert others == []
    assert sorted(version for won in wins for version in won) == list(range(1, 76))
    assert len(whole(stores[0], "t")) == 75
    assert stores[0].log.balances() == {"bank": -75, "seat/1": 75}
    for store in stores:
        store.close()


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


def test_processes_racing_for_one_stream(url: str) -> None:
    """Both start on an empty place: they race for making the schema, too."""
    command = [sys.executable, "-m", "tests.store.appender", url, "t", "30"]
    racers = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    outputs: list[str] = []
    threads = [threading.Thread(target=lambda r=racer: outputs.append(r.communicate("go\n")[0])) for racer in racers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [racer.returncode for racer in racers] == [0, 0], outputs
    won = sorted(int(line.split()[0]) for output in outputs for line in output.splitlines())
    assert won == list(range(2, 121, 2)), "each version has exactly one winner"
    store = open_store(url)
    assert len(whole(store, "t")) == 120
    store.close()


def test_postgres_commits_durably_and_keeps_the_time(postgres_schema: str) -> None:
    from feltwork.store.postgres import PostgresStore

    store = PostgresStore(postgres_schema)
    assert store.connections._writer.execute("SHOW synchronous_commit").fetchone() == ("on",)
    (row,) = raw(postgres_schema, "SELECT extract(epoch FROM now())::bigint")
    assert isinstance(row[0], int)
    assert abs(store.now() // 1_000_000 - row[0]) < 60
    store.close()


def test_postgres_comes_back_after_a_lost_connection(postgres_schema: str) -> None:
    from feltwork.store.postgres import PostgresStore

    store = PostgresStore(postgres_schema)
    add(store, "t")
    for connection in (store.connections._writer, store.connections._reader):
        raw(postgres_schema, f"SELECT pg_terminate_backend({connection.info.backend_pid})")
    with pytest.raises(StoreError, match=r"^PostgreSQL: [^\n]+$"):
        store.log.head("t")
    with pytest.raises(StoreError, match=r"^PostgreSQL: [^\n]+$"):
        store.log.append(Batch(answers=(ANSWER,)))
    assert store.log.head("t").version == 1
    assert store.log.answer("key-1") is None
    add(store, "t")
    assert len(whole(store, "t")) == 2
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


def test_answers_in_one_question(store: Store) -> None:
    given = [replace(ANSWER, key=key) for key in ("key-1", "a'b\"c", "ü", "[1]")]
    add(store, "table/1", draft("table/1"), draft("table/1"), answers=tuple(given))
    asked = ["key-1", "ü", "[1]", "a'b\"c", "never", "bad\0", "\ud800", "key-1"]
    assert store.log.answers(asked) == {answer.key: answer for answer in given}
    assert store.log.answers([]) == {}


def test_people_are_noted_corrected_and_erased(store: Store) -> None:
    add(store, "table/1")
    before = everything(store)
    ann, bob = Person("p-1", "Ann Example", "1 Harbour St"), Person("p-2", "Bob")
    store.people.save(bob)
    store.people.save(Person("p-1", "An"))
    store.people.save(ann)
    assert store.people.all() == [ann, bob]
    assert store.people.erase("p-1")
    assert not store.people.erase("p-1")
    assert store.people.all() == [bob]
    assert everything(store) == before, "the log knows ids only"
    with pytest.raises(StoreError):
        store.people.save(Person("p-3", "a\0b"))


def test_an_erased_name_is_nowhere_in_the_file(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "log.sqlite"))
    store.people.save(Person("p-1", "Unmistakable Name"))
    for number in range(50):
        store.people.save(Person(f"q-{number}", "x" * 300))
    assert store.people.erase("p-1")
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Unmistakable" not in held
    store.close()


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


def test_a_mark_stands_still_while_nobody_commits(store: Store) -> None:
    first = store.log.mark()
    if first is None:
        return  # PostgreSQL cannot tell, and is asked for its heads each time
    assert store.log.mark() == first
    add(store, "table/1")
    assert store.log.mark() == (first.others, first.ours + 1)


def test_a_mark_moves_when_another_process_commits(tmp_path: Path) -> None:
    ours, theirs = (open_store(str(tmp_path / "log.sqlite")) for _ in range(2))
    before = ours.log.mark()
    assert before is not None
    add(theirs, "table/1")
    after = ours.log.mark()
    assert after is not None
    assert (after.others != before.others, after.ours) == (True, before.ours)
    ours.close()
    theirs.close()


def test_what_was_decided_before_another_commit_is_refused_where_it_says_so(tmp_path: Path) -> None:
    ours, theirs = (open_store(str(tmp_path / "log.sqlite")) for _ in range(2))
    add(ours, "table/1")
    known = ours.log.mark()
    assert known == ours.log.mark(asking=False)
    add(theirs, "table/2")
    assert ours.log.mark(asking=False) == known, "as it knew it when it last committed"
    answered = Batch(answers=(ANSWER,), decided_on=known)
    with pytest.raises(ConflictError, match="somebody else has committed"):
        ours.log.append(answered)
    assert ours.log.answer(ANSWER.key) is None
    ours.log.append(replace(answered, decided_on=ours.log.mark()))
    assert ours.log.answer(ANSWER.key) == ANSWER
    ours.close()
    theirs.close()


def test_a_shelf_keeps_what_lies_beside_the_log(store: Store) -> None:
    store.settings.put("session", "b", b"\0one")
    store.settings.put("session", "a", b"two")
    store.settings.put("link", "a", b"other")
    store.settings.put("session", "b", b"three")
    assert (store.settings.get("session", "b"), store.settings.get("session", "c")) == (b"three", None)
    assert store.settings.names("session") == ["a", "b"]
    assert store.log.heads() == []
    assert store.settings.swap("session", "a", b"two", b"four")
    assert not store.settings.swap("session", "a", b"two", b"five"), "somebody else was there"
    assert not store.settings.swap("session", "none", b"", b"five")
    assert store.settings.swap("session", "new", None, b"six")
    assert not store.settings.swap("session", "new", None, b"seven"), "somebody else was there first"
    assert store.settings.take("session", "new") == b"six"
    assert store.settings.take("session", "a") == b"four"
    assert store.settings.take("session", "a") is None
    assert store.settings.names("session") == ["b"]


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_a_name_that_no_shelf_can_have_is_not_there(store: Store, name: str) -> None:
    with pytest.raises(StoreError):
        store.settings.put("session", name, b"")
    assert store.settings.get("session", name) is None
    assert store.settings.take("session", name) is None


def test_only_one_taker_gets_it(url: str) -> None:
    stores = [open_store(url) for _ in range(4)]

    def take(store: Store, found: list[bytes | None]) -> None:
        found.append(store.settings.take("link", "code"))

    for round_ in range(10):
        stores[0].settings.put("link", "code", bytes([round_]))
        found: list[bytes | None] = []
        takers = [threading.Thread(target=take, args=(store, found)) for store in stores]
        for taker in takers:
            taker.start()
        for taker in takers:
            taker.join()
        assert sorted(found, key=bool) == [None, None, None, bytes([round_])]
    for store in stores:
        store.close()


def test_rows_on_a_shelf_change_with_their_record_or_not_at_all(store: Store) -> None:
    first, second = sealed(Head("s"), [draft("s"), draft("s")])
    store.log.append(Batch((first,), shelved=(Shelved("kept", "a", None, b"1"),)))
    assert store.settings.get("kept", "a") == b"1"
    for wrong in (Shelved("kept", "a", None, b"2"), Shelved("kept", "a", b"3", None), Shelved("kept", "b", b"1", None)):
        with pytest.raises(ConflictError):
            store.log.append(Batch((second,), shelved=(wrong,)))
    assert (store.log.head("s").version, store.settings.get("kept", "a")) == (1, b"1")
    store.log.append(Batch((second,), shelved=(Shelved("kept", "a", b"1", b"2"), Shelved("kept", "b", None, b"4"))))
    store.log.append(Batch(shelved=(Shelved("kept", "a", b"2", None),)))
    assert (store.log.head("s").version, store.settings.names("kept")) == (2, ["b"])
