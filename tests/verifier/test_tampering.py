"""Whoever changes a log is found out: by the chain, by the checkpoint, or because the story no longer adds up."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltwork.store.memory import MemoryStore
from feltwork.table.live.commands import PressShoot
from feltwork.verifier.keys.checkpoint import check_signature, make_checkpoint
from feltwork.verifier.keys.rotation import fingerprint
from feltwork.verifier.log.database import ReadError
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.log.rows import Row
from feltwork.verifier.verify import verify
from tests.verifier import tables
from tests.verifier.night import full_night, listed, night_answers, night_rows
from tests.verifier.tampering import Log, tamper

TAMPERS = int(os.environ.get("FELTWORK_TAMPERS", "60"))
SEED = int(os.environ.get("FELTWORK_SEED", "0"))
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
STORE = MemoryStore()
NIGHT = full_night(STORE, seed=7, commands=240)
NIGHT.desk.count_refusals()  # as a floor does before it signs where its streams stand
LOG = Log(night_rows(NIGHT), night_answers(NIGHT), list(listed(NIGHT).books()))
CHECKPOINT = make_checkpoint(STORE.log.heads(), 1_700_000_000_000_000, 1, KEY)


def test_the_log_is_sound_before() -> None:
    assert NIGHT.sent > 300
    assert verify(LOG.reading(), CHECKPOINT, KEY.public_key()) == []


@pytest.mark.parametrize("seed", range(SEED, SEED + TAMPERS))
def test_tampering_is_found(seed: int) -> None:
    log = LOG.copy()
    what = tamper(log, Random(seed), seed)
    assert verify(log.reading(), CHECKPOINT, KEY.public_key()), what


def test_no_key_of_a_refusal_that_was_only_counted_can_be_exchanged() -> None:
    """The records stand for them all, and a repeat under another key, or one less, used to go unseen."""
    night = full_night(MemoryStore(), seed=7, commands=20)
    for _ in range(15):
        assert night.send("c1", "ann", "player", PressShoot(1)).reason
    night.desk.count_refusals()
    log = Log(night_rows(night), night_answers(night), list(listed(night).books()))
    assert verify(log.reading()) == []
    recorded = {row.key for row in log.rows if row.stream.startswith("refused/")}
    counted = [n for n, answer in enumerate(log.answers) if answer.reason and answer.key not in recorded]
    assert len(counted) > 9
    for n in counted:
        for changed in ([log.answers[n]._replace(key="another")], []):
            tampered = log.copy()
            tampered.answers[n : n + 1] = changed
            found = [finding.what for finding in verify(tampered.reading())]
            assert any("are not answered under the keys that they were given to" in what for what in found), found


@pytest.mark.parametrize("others", ["", "AAAA", "no Base64", 7])
def test_marks_that_are_not_those_of_the_others_are_found(others: object) -> None:
    log = LOG.copy()
    n = next(n for n, row in enumerate(log.rows) if row.stream == "refused/c1" and b'"times":1' in row.body)
    body = msgspec.json.decode(log.rows[n].body) | {"others": others, "times": 2}
    log.rows[n] = log.rows[n]._replace(body=msgspec.json.encode(body))
    log.rechain()
    assert any("it stands for 2 refusals and not for the marks" in finding.what for finding in verify(log.reading()))


@pytest.mark.parametrize("seed", range(SEED, SEED + TAMPERS))
def test_tampering_with_any_table_is_found(seed: int, tmp_path: Path) -> None:
    """Every column of every table that is not a cache: edited, swapped, and rows put in and taken out."""
    database, checkpoint = tables.floor()
    path = tmp_path / "floor.db"
    path.write_bytes(database)
    what = tables.tamper(path, Random(seed))
    assert in_file(path, checkpoint), f"seed {seed}: {what}"


def test_the_database_is_sound_before(tmp_path: Path) -> None:
    database, checkpoint = tables.floor()
    path = tmp_path / "floor.db"
    path.write_bytes(database)
    assert in_file(path, checkpoint) == []
    with closing(sqlite3.connect(path)) as db:
        there = tables.tables(db)
        names = {table.name for table in there}
        assert names == {"answers", "books", "meta", "records", "shelves"}, "a new table is covered, or has its reason"
        assert all(table.rows(db) for table in there)


def in_file(path: Path, checkpoint: bytes) -> list[str]:
    """What is found in a database; one that is refused as a whole is found as well."""
    try:
        log = read_log(str(path))
    except ReadError as refused:
        return [str(refused)]
    try:
        return [str(finding) for finding in verify(log, checkpoint, tables.KEY.public_key())]
    except ReadError as refused:
        return [str(refused)]
    finally:
        log.close()


def test_a_forged_signature_is_found() -> None:
    forger = Ed25519PrivateKey.from_private_bytes(bytes(32))
    forged = make_checkpoint(STORE.log.heads(), 1, 1, forger)
    assert not check_signature(forged, KEY.public_key())
    assert [f.kind for f in verify(LOG.reading(), forged, KEY.public_key())] == ["signature"]


@pytest.mark.parametrize(("old", "new"), [(b'"number": 1', b'"number": 2'), (b'"at": 17', b'"at": 16')])
def test_an_edited_checkpoint_is_found(old: bytes, new: bytes) -> None:
    edited = CHECKPOINT.replace(old, new, 1)
    assert edited != CHECKPOINT
    assert not check_signature(edited, KEY.public_key())
    assert [f.kind for f in verify(LOG.reading(), edited, KEY.public_key())] == ["signature"]


def test_a_signature_of_somebody_else_put_under_our_key_is_found() -> None:
    forger = Ed25519PrivateKey.from_private_bytes(bytes(32))
    forged = make_checkpoint(STORE.log.heads(), 1, 1, forger)
    ours, theirs = (key.public_key().public_bytes_raw() for key in (KEY, forger))
    mixed = forged.replace(theirs.hex().encode(), ours.hex().encode())
    mixed = mixed.replace(fingerprint(theirs).encode(), fingerprint(ours).encode())
    assert not check_signature(mixed, KEY.public_key())


def test_a_cut_tail_is_found_by_the_checkpoint() -> None:
    log = LOG.copy()
    head = max(row.version for row in log.rows if row.stream == "refused/c1")
    log.rows = [row for row in log.rows if (row.stream, row.version) != ("refused/c1", head)]
    kinds = {f.kind for f in verify(log.reading(), CHECKPOINT, KEY.public_key())}
    assert "checkpoint" in kinds


Change = Callable[[dict[str, object]], None]


def _rewritten(kind: str, change: Change, *, fix: Callable[[Row], Row] = lambda row: row) -> set[str]:
    """What is found, without any checkpoint, in a log rewritten from the last event of a kind on."""
    log = LOG.copy()
    fits = [n for n, row in enumerate(log.rows) if row.kind == kind and log.rows[n - 1].kind != "round-reversed"]
    i = max(n for n in fits if kind != "round-settled" or log.rows[n].postings)
    body = msgspec.json.decode(log.rows[i].body)
    change(body)
    log.rows[i] = fix(log.rows[i]._replace(body=msgspec.json.encode(body)))
    log.rechain()
    return {finding.kind for finding in verify(log.reading())}


def _pay_more(body: dict[str, object]) -> None:
    lines = body["lines"]
    assert isinstance(lines, list)
    lines[0][5] += 1000


def _paid_more(row: Row) -> Row:
    """The postings changed to suit."""
    table = row.stream.removeprefix("table/")
    seat = msgspec.json.decode(row.body)["lines"][0][0]
    moved = dict(row.postings)
    for account, cents in ((f"float/{table}", -1000), (f"seat/{table}/{seat}", 1000)):
        moved[account] = moved.get(account, 0) + cents
    return row._replace(postings=tuple((a, c) for a, c in sorted(moved.items()) if c))


def test_a_clever_rewrite_that_pays_more_is_found_by_settling_again() -> None:
    assert "lines" in _rewritten("round-settled", _pay_more, fix=_paid_more)


def test_other_dice_are_found() -> None:
    def other(body: dict[str, object]) -> None:
        body["result"] = [1, 1] if body["result"] != [1, 1] else [6, 6]

    assert "result" in _rewritten("round-settled", other)


def test_a_puck_moved_is_found() -> None:
    assert "area" in _rewritten("round-settled", lambda body: body.update(area=3 if body["area"] != 3 else 4))


def test_a_reversal_of_another_round_is_found() -> None:
    assert "reversal" in _rewritten("round-reversed", lambda body: body.update(version=5))


def test_a_larger_wager_is_found() -> None:
    assert {"postings", "placing"} <= _rewritten("wager-placed", lambda body: body.update(amount=90_000_000))


def test_a_payment_that_its_twin_does_not_know_is_found() -> None:
    assert "link" in _rewritten("paid-to-table", lambda body: body.update(amount=1))


def test_a_deposit_nobody_made_is_found() -> None:
    log = LOG.copy()
    i = max(n for n, row in enumerate(log.rows) if row.kind == "deposited")
    log.rows.insert(i + 1, log.rows[i])
    log.rechain()
    assert {"answer", "link"} <= {finding.kind for finding in verify(log.reading())}


def test_bodies_that_make_no_sense_are_findings_and_not_crashes() -> None:
    chance = Random(3)
    for _ in range(300):
        log = LOG.copy()
        i = log.place(chance)
        body = msgspec.json.decode(log.rows[i].body)
        name = chance.choice(list(body))
        body[name] = chance.choice([None, -1, "x", [], {}, 1 << 70, True, [[]], {"a": 1}])
        changed = msgspec.json.encode(body)
        if changed == log.rows[i].body:
            continue
        log.rows[i] = log.rows[i]._replace(body=changed)
        assert verify(log.reading())
