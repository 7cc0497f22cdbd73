"""The event log, on each adapter: what one of them does, all of them do."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from feltwork.store.opening import open_store
from feltwork.store.port import (
    Answer,
    Batch,
    ConflictError,
    Head,
    Posting,
    Record,
    Store,
    StoreError,
)
from feltwork.store.sql import RECORD
from tests.store.appender import draft, sealed
from tests.store.behind import ANSWER, ROOT, add, everything, raw, refused, whole


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


def test_answers_in_one_question(store: Store) -> None:
    given = [replace(ANSWER, key=key) for key in ("key-1", "a'b\"c", "ü", "[1]")]
    add(store, "table/1", draft("table/1"), draft("table/1"), answers=tuple(given))
    asked = ["key-1", "ü", "[1]", "a'b\"c", "never", "bad\0", "\ud800", "key-1"]
    assert store.log.answers(asked) == {answer.key: answer for answer in given}
    assert store.log.answers([]) == {}


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
