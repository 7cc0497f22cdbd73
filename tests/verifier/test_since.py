"""Verification that goes on from an earlier one: what it finds, what it rests on, and what it does not take."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.sealed_answers import seal_answers
from feltwork.rehearse.kinds import kind_of, rehearsed_tables
from feltwork.store.checkpoints import export
from feltwork.store.sqlite import SqliteStore
from feltwork.verifier.keys.checkpoint import make_key, read_checkpoint
from feltwork.verifier.keys.signing import load_signer
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.log.rows import Finding
from feltwork.verifier.saved_state import StateError, read_state, write_state
from feltwork.verifier.verify import Since, findings
from tests.unguarded import unguarded
from tests.verifier.nights import KEY, night, nights, signed_with_trees

MINE = Ed25519PrivateKey.from_private_bytes(bytes(reversed(range(32))))
TRUSTED = KEY.public_key()


def saved(db: Path, checkpoint: bytes, since: Since | None = None) -> bytes:
    """Verify, and keep what it comes to at the checkpoint."""
    reading, saving = read_log(str(db)), list[bytes]()
    try:
        assert list(findings(reading, checkpoint, TRUSTED, since=since, saving=saving)) == []
    finally:
        reading.close()
    return write_state(saving[0], read_checkpoint(checkpoint), MINE)


def taken_up(state: bytes, checkpoint: bytes) -> Since:
    signed = read_checkpoint(checkpoint)
    return Since(signed, read_state(state, signed, MINE.public_key()))


def found(db: Path, last: bytes, since: Since | None = None) -> list[Finding]:
    reading = read_log(str(db), looked_over=since is None)
    try:
        return sorted(findings(reading, last, TRUSTED, since=since))
    finally:
        reading.close()


@cache
def two_halves() -> tuple[Path, bytes, bytes, bytes]:
    """A floor that was verified after its second night and played on; first checkpoint, what was saved, the last."""
    db = Path(mkdtemp()) / "floor.db"
    store = SqliteStore(db)
    till = nights("star-craps", 2, store)
    seal_answers(store)
    first = signed_with_trees(store)
    state = saved(db, first)
    night("star-craps", till)
    seal_answers(store)
    night("star-roulette", till, 1, "wheel")
    last = signed_with_trees(store, 2)
    store.close()
    return db, first, state, last


@pytest.mark.parametrize("name", rehearsed_tables())
def test_every_kind_of_table_goes_on(name: str, tmp_path: Path) -> None:
    db = tmp_path / "floor.db"
    store = SqliteStore(db)
    book, _, variant = name.partition(":")
    bots = kind_of(book)(Desk(store), "one", book, variant or None, 7)
    bots.open()
    parts, since, checkpoint = bots.rounds(6), None, b""
    for number in range(1, 4):
        next(parts)
        next(parts)
        checkpoint = signed_with_trees(store, number)
        since = taken_up(saved(db, checkpoint, since), checkpoint)
    bots.close()
    bots.shut()
    last = signed_with_trees(store, 4)
    store.close()
    assert found(db, last, since) == found(db, last) == []


def test_only_what_came_after_is_read() -> None:
    db, first, state, last = two_halves()
    reading, read = read_log(str(db), looked_over=False), list[int]()
    heads = read_checkpoint(first).heads

    def counted(stream, rows):  # type: ignore[no-untyped-def]
        for row in rows:
            read.append(row[1] - heads.get(stream, (0, b""))[0])
            yield row

    reading.through = counted
    assert list(findings(reading, last, TRUSTED, since=taken_up(state, first))) == []
    reading.close()
    after = sum(version for version, _ in read_checkpoint(last).heads.values()) - sum(v for v, _ in heads.values())
    assert len(read) == after + 2, "and the opening of each table"


COLUMNS = {
    "at": "at + 1",
    "key": "key || 'x'",
    "actor": "'eve'",
    "role": "'player'",
    "kind": "'bets-opened'",
    "body": "CAST(replace(CAST(body AS TEXT), '1', '2') AS BLOB)",
    "link": "'cage@1'",
    "postings": '\'{"seat/t/1":5,"float/t":-5}\'',
    "hash": "zeroblob(32)",
}
ANSWERS = ("digest = zeroblob(32)", "first = first + 1", "last = last - 1", "last = last + 1", "clause = '1.1'")


def forgeries() -> list[tuple[str, ...]]:
    """Statements that change what came after the first checkpoint."""
    db, first, _, _ = two_halves()
    with closing(sqlite3.connect(db)) as there:
        ends = dict(there.execute("SELECT stream, max(version) FROM records GROUP BY stream").fetchall())
    made: list[tuple[str, ...]] = []
    for stream, (version, _) in sorted(read_checkpoint(first).heads.items()):
        if ends[stream] == version or stream == "answers":
            continue
        for at in sorted({version + 1, version + 4, version + 9, ends[stream]}):
            where = f"WHERE stream = '{stream}' AND version = {at}"
            made += [(f"UPDATE records SET {column} = {value} {where}",) for column, value in COLUMNS.items()]
            made.append((f"DELETE FROM records {where}",))
            key = f"WHERE key = (SELECT key FROM records {where})"
            made += [(f"UPDATE answers SET {change} {key}",) for change in ANSWERS]
            made.append((f"DELETE FROM answers {key}",))
    return made


def changed(tmp_path: Path, *statements: str) -> Path:
    copy = tmp_path / "copy.db"
    shutil.copy(two_halves()[0], copy)
    with closing(sqlite3.connect(copy)) as db, unguarded(db):
        for statement in statements:
            db.execute(statement)
        db.commit()
    return copy


def compared(some: list[Finding], statement: str) -> list[Finding]:
    """What both ways find alike.

    The answer to a record that is gone, or under another key, is found only by who counts all answers.
    """
    lost = "SET key" in statement or statement.startswith("DELETE FROM records")
    return [finding for finding in some if not lost or finding.kind != "answer"]


def test_what_was_changed_since_is_found_as_by_a_verification_of_everything(tmp_path: Path) -> None:
    _, first, state, last = two_halves()
    kinds, silent = set(), 0
    for statements in forgeries():
        copy = changed(tmp_path, *statements)
        for checkpoint in (first, last):
            whole, tail = found(copy, checkpoint), found(copy, checkpoint, taken_up(state, first))
            assert compared(tail, statements[0]) == compared(whole, statements[0]), statements
            assert tail or not whole, statements
            kinds |= {finding.kind for finding in tail}
            silent += not tail
    assert {"chain", "version", "postings", "answer", "checkpoint", "role", "body"} <= kinds
    assert silent < len(forgeries()) / 3, "what changed nothing, or cut off what no checkpoint has seen"


def test_what_was_changed_before_shows_by_the_hash_at_the_checkpoint(tmp_path: Path) -> None:
    """A log written anew from its start, with all its hashes, has others where it was verified."""
    _, first, state, last = two_halves()
    for stream, (version, _) in read_checkpoint(first).heads.items():
        here = f"WHERE stream = '{stream}' AND version"
        for statement, at in (
            (f"UPDATE records SET hash = zeroblob(32) {here} = {version}", version),
            (f"DELETE FROM records {here} >= {version}", version - 1),
        ):
            copy = changed(tmp_path, statement)
            wrong = {finding[:3] for finding in found(copy, last, taken_up(state, first))}
            assert ("checkpoint", stream, at) in wrong


class TestTheFile:
    """It is the inspector's own word, and nobody else's."""

    def test_another_key_or_another_byte(self) -> None:
        _, first, state, last = two_halves()
        signed = read_checkpoint(first)
        other = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key()
        line, _, body = state.partition(b"\n")
        told = json.loads(line)
        wrongs = [
            (state, other, "was not signed with your key"),
            (state[:-1] + bytes([state[-1] ^ 1]), MINE.public_key(), "was changed since"),
            (b"{}\n", MINE.public_key(), "not the state of a verification"),
            (b"", MINE.public_key(), "not the state of a verification"),
        ]
        for name in told:
            changed = {**told, name: told[name] + 1 if isinstance(told[name], int) else "00"}
            wrongs.append((json.dumps(changed).encode() + b"\n" + body, MINE.public_key(), "this (is not the )?state"))
        for raw, mine, why in wrongs:
            with pytest.raises(StateError, match=why):
                read_state(raw, signed, mine)
        with pytest.raises(StateError, match="is of checkpoint 1, and not of this one"):
            read_state(state, read_checkpoint(last), MINE.public_key())

    def test_the_floors_key_has_no_say(self) -> None:
        _, first, state, _ = two_halves()
        signed = read_checkpoint(first)
        for use in (lambda: write_state(b"", signed, KEY), lambda: read_state(state, signed, TRUSTED)):
            with pytest.raises(StateError, match="signs the floor's checkpoints"):
                use()

    def test_another_release(self, monkeypatch: pytest.MonkeyPatch) -> None:
        _, first, state, _ = two_halves()
        monkeypatch.setattr("feltwork.verifier.saved_state.program", lambda: "another")
        with pytest.raises(StateError, match="another release"):
            read_state(state, read_checkpoint(first), MINE.public_key())


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, first, last, state = (tmp_path / name for name in ("floor.db", "first.json", "last.json", "verified"))
    make_key(tmp_path / "house")
    make_key(tmp_path / "mine")
    store = SqliteStore(db)
    till = nights("star-craps", 1, store)
    export(store, first, load_signer(tmp_path / "house"))
    asked = ["audit", "verify", str(db), "--key", str(tmp_path / "house.pub")]
    mine = ["--mine", str(tmp_path / "mine")]
    assert run([*asked, "--checkpoint", str(first), "--save", str(state), *mine]) == 0
    assert "what it came to at checkpoint 1 is kept in" in capsys.readouterr().err
    night("star-craps", till)
    export(store, last, load_signer(tmp_path / "house"))
    store.close()
    since = ["--since", str(first), "--state", str(state), *mine]
    assert run([*asked, *since, "--checkpoint", str(last), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sound"]
    assert any("your own earlier verification" in what for what in told["unseen"])
    assert run([*asked, *since, "--checkpoint", str(last), "--save", str(state)]) == 0
    assert run([*asked, "--since", str(last), "--state", str(state), *mine]) == 0
    capsys.readouterr()
    for wrong, why in (
        (["--since", str(first), *mine], "give both"),
        (["--since", str(first), "--state", str(state)], "--mine KEY"),
        (["--save", str(state), *mine], "--checkpoint FILE"),
        (since, "is of checkpoint"),
        (["--checkpoint", str(last), "--save", str(state), "--mine", str(tmp_path / "house")], "of your own"),
        ([*since[:2], "--state", str(db), *mine], "not the state of a verification"),
    ):
        assert run([*asked, *wrong]) == 2
        said = capsys.readouterr().err
        assert why in said
        assert "Traceback" not in said
    with closing(sqlite3.connect(db)) as there, unguarded(there):
        there.execute("UPDATE records SET actor = 'eve' WHERE stream = 'table/t' AND version = 3")
        there.commit()
    assert run([*asked, "--checkpoint", str(last), "--save", str(tmp_path / "no"), *mine]) == 1
    assert not (tmp_path / "no").exists()
