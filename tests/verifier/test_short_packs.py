"""Evidence of one round with the records of its night and a path to the checkpoint's tree."""

from __future__ import annotations

import copy
import json
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from feltwork.cage.commands import Deposit
from feltwork.cli.main import run
from feltwork.store.checkpoints import export
from feltwork.store.sqlite import SqliteStore
from feltwork.store.trees import KEPT_FROM, node_name
from feltwork.table.live.commands import CreditFloat, PlaceWager
from feltwork.verifier.evidence import FIRST_FORMAT, FORMAT, PackError, make_pack, verify_pack
from feltwork.verifier.keys.checkpoint import FORMAT as UNTREED
from feltwork.verifier.keys.checkpoint import make_checkpoint, make_key, read_checkpoint, written
from feltwork.verifier.keys.signing import load_signer
from feltwork.verifier.keys.tree import Peaks, path_to, root_by
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.log.rows import ROUNDS
from feltwork.verifier.verify import verify
from tests.cage.till import Till
from tests.rules.desk import AtDesk
from tests.unguarded import unguarded
from tests.verifier.nights import BOOKS, KEY, night, nights, signed_with_trees

TRUSTED = KEY.public_key()


@cache
def played(book: str = "star-craps", many: int = 3) -> tuple[Till, bytes]:
    till = nights(book, many)
    return till, signed_with_trees(till.store)


def rounds(till: Till) -> list[int]:
    return [record.version for record in till.store.log.read("table/t") if record.kind in ROUNDS]


def pack_of(till: Till, version: int, checkpoint: bytes) -> dict[str, Any]:
    pack: dict[str, Any] = json.loads(make_pack(till.log(), "t", version, checkpoint))
    return pack


def found(pack: dict[str, Any]) -> set[str]:
    return {finding.kind for finding in verify_pack(json.dumps(pack).encode(), TRUSTED)}


def test_a_path_leads_from_every_leaf_to_the_root_and_from_nowhere_else() -> None:
    leaves = [bytes([n]) * 32 for n in range(40)]
    for size in range(1, len(leaves) + 1):
        tree = Peaks()
        for leaf in leaves[:size]:
            tree.add(leaf)

        def at(level: int, place: int) -> bytes:
            part = Peaks()
            for leaf in leaves[place << level : (place + 1) << level]:
                part.add(leaf)
            return part.root()

        for n in range(size):
            path = path_to(n, size, at)
            assert root_by(path, n, size, leaves[n]) == tree.root()
            assert len(path) <= size.bit_length()
            assert root_by(path, n, size, bytes(32)) != tree.root() or n == 0
            assert root_by([*path, leaves[0]], n, size, leaves[n]) is None
            if size > 1:
                assert root_by(path, (n + 1) % size, size, leaves[n]) != tree.root()
    assert root_by([], 1, 1, leaves[0]) is None


@pytest.mark.parametrize("book", BOOKS)
def test_a_round_is_packed_with_its_night_and_checks(book: str) -> None:
    till, checkpoint = played(book)
    records = list(till.store.log.read("table/t"))
    openings = [record.version for record in records if record.kind == "table-opened"]
    assert len(openings) == 3
    for version in rounds(till):
        pack = pack_of(till, version, checkpoint)
        assert found(pack) == set()
        assert pack["format"] == FORMAT
        assert pack["records"][0][1] == max(opening for opening in openings if opening < version)
        after = [other for other in rounds(till) if other > version]
        assert pack["records"][-1][1] == (after[0] if after else len(records)), "up to the end of the next round"
        assert len(pack["path"]) <= len(records).bit_length()
    assert verify(till.log(), checkpoint, TRUSTED) == []


def test_a_night_that_needs_one_before_it_brings_it_along() -> None:
    """Chips that the table won last night leave its tray tonight: without that night there were none."""
    till = nights("star-roulette", 2)
    tonight = AtDesk("star-roulette", table="t", till=till)
    tonight.does(CreditFloat(20_00), tonight.boss)
    tonight.betting().does(PlaceWager(1, "straight", 10_00, 36), 1)
    tonight.spun().lands(1)
    openings = [r.version for r in till.store.log.read("table/t") if r.kind == "table-opened"]
    pack = pack_of(till, rounds(till)[-1], signed_with_trees(till.store))
    assert (pack["records"][0][1], found(pack)) == (openings[1], set())


CHANGES = ("format", "table", "round", "before", "public_key", "fewer", "extra")


@pytest.mark.parametrize("part", CHANGES)
def test_a_changed_field_is_found(part: str) -> None:
    till, checkpoint = played()
    pack = pack_of(till, rounds(till)[4], checkpoint)
    if part == "fewer":
        del pack["before"]
    elif part == "extra":
        pack["more"] = 1
    elif part == "round":
        pack["round"] += 1
    elif part == "format":
        pack["format"] = FIRST_FORMAT
    else:
        pack[part] = ("00" if pack[part][:2] != "00" else "11") + pack[part][2:]
    assert found(pack), part


def test_every_step_of_the_path_every_record_and_every_column_counts() -> None:
    till, checkpoint = played()
    whole = pack_of(till, rounds(till)[4], checkpoint)
    for n in range(len(whole["path"])):
        for change in ("changed", "gone", "twice"):
            pack = copy.deepcopy(whole)
            step = pack["path"][n]
            pack["path"][n : n + 1] = {"changed": [step[::-1]], "gone": [], "twice": [step, step]}[change]
            assert "checkpoint" in found(pack), (n, change)
    for n, record in enumerate(whole["records"]):
        for column, value in enumerate(record):
            pack = copy.deepcopy(whole)
            other: Any = value + 1 if isinstance(value, int) else [["x", 1]] if column == 10 else f"{value}AAAA"
            pack["records"][n][column] = other
            assert found(pack), (n, column)
        pack = copy.deepcopy(whole)
        del pack["records"][n]
        assert found(pack), n
    for name in whole["checkpoint"]:
        pack = copy.deepcopy(whole)
        value = pack["checkpoint"][name]
        pack["checkpoint"][name] = value + 1 if isinstance(value, int) else [] if isinstance(value, list) else "00"
        assert found(pack) or (name == "rotations" and value == []), name
    pack = copy.deepcopy(whole)
    pack["books"] = {name: body.replace("33", "35", 1) for name, body in pack["books"].items()}
    assert "book" in found(pack)


def test_a_record_that_is_elsewhere_in_the_tree_is_not_taken() -> None:
    """A night from another log, forged whole, has no path to what was signed."""
    till, checkpoint = played()
    pack = pack_of(till, rounds(till)[4], checkpoint)
    other = pack_of(played("crown-craps")[0], rounds(played("crown-craps")[0])[4], played("crown-craps")[1])
    for part in ("records", "before", "books", "round", "path"):
        pack[part] = other[part]
        if part != "path":
            assert found(pack)
    assert "checkpoint" in found(pack)


def test_checkpoints_and_packs_without_trees_are_as_they_were() -> None:
    till, checkpoint = played()
    older = make_checkpoint(till.store.log.heads(), 5, 3, KEY)
    assert read_checkpoint(older).format == UNTREED
    pack = pack_of(till, rounds(till)[4], older)
    assert pack["format"] == FIRST_FORMAT
    assert pack["records"][0][1] == 1
    assert found(pack) == set()
    assert verify(till.log(), older, TRUSTED) == []
    assert written(read_checkpoint(checkpoint)) == checkpoint
    assert written(read_checkpoint(older)) == older


def test_a_false_tree_is_found_by_the_verifier_and_no_pack_is_made_of_it() -> None:
    till, checkpoint = played()
    trees = {**read_checkpoint(checkpoint).trees, "table/t": bytes(32)}
    false = make_checkpoint(till.store.log.heads(), 5, 3, KEY, (), trees)
    (wrong,) = verify(till.log(), false, TRUSTED)
    assert (wrong.kind, wrong.stream) == ("checkpoint", "table/t")
    with pytest.raises(PackError, match="another tree"):
        make_pack(till.log(), "t", rounds(till)[4], false)


class TestTreesOfAStore:
    """Grown by what came since, and by nothing that somebody else wrote."""

    def test_they_grow_with_the_log_and_are_the_same_made_at_once(self) -> None:
        till = nights("star-craps", 1)
        for _ in range(3):
            signed_with_trees(till.store)
            till.ok(Deposit("zoe", 1_00))
            night("star-craps", till)
        now = read_checkpoint(signed_with_trees(till.store)).trees
        for head in till.store.log.heads():
            tree = Peaks()
            for record in till.store.log.read(head.stream):
                tree.add(record.hash)
            assert now[head.stream] == tree.root()

    def test_an_edge_that_somebody_made_up_is_not_gone_on_from(self) -> None:
        till = nights("star-craps", 1)
        honest = read_checkpoint(signed_with_trees(till.store)).trees
        kept = till.store.snapshots.get("edge/table/t")
        assert kept is not None
        for spoilt in (kept.body[:40] + bytes(4) + kept.body[44:], bytes(32) + kept.body[32:], b"", b"x"):
            till.store.snapshots.save(type(kept)(kept.stream, kept.version, kept.hash, spoilt))
            assert read_checkpoint(signed_with_trees(till.store)).trees == honest

    def test_a_stream_whose_chain_is_broken_has_no_tree(self, tmp_path: Path) -> None:
        store = SqliteStore(tmp_path / "t.db")
        nights("star-craps", 1, store)
        store.close()
        with closing(sqlite3.connect(tmp_path / "t.db")) as db, unguarded(db):
            db.execute("UPDATE records SET actor = 'x' WHERE stream = 'table/t' AND version = 5")
            db.commit()
        store = SqliteStore(tmp_path / "t.db")
        assert "table/t" not in read_checkpoint(signed_with_trees(store)).trees
        store.close()


def test_the_command_line_packs_and_checks_by_kept_subtrees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    db, last, out = tmp_path / "t.db", tmp_path / "last.json", tmp_path / "pack.json"
    monkeypatch.setattr("feltwork.store.trees.KEPT_FROM", 3)
    monkeypatch.setattr("feltwork.verifier.evidence.KEPT_FROM", 3)
    assert KEPT_FROM == 10
    store = SqliteStore(db)
    till = nights("star-craps", 4, store)
    make_key(tmp_path / "house")
    export(store, last, load_signer(tmp_path / "house"))
    version = rounds(till)[-2]
    kept = store.snapshots.get(node_name("table/t", 3, 0))
    assert kept is not None
    packs = []
    for body in (kept.body, bytes(32)):
        store.snapshots.save(type(kept)(kept.stream, kept.version, kept.hash, body))
        asked = ["audit", "pack", str(db), "--table", "t", "--version", str(version), "--checkpoint", str(last)]
        assert run([*asked, "--out", str(out), "--force"]) == 0
        packs.append(out.read_bytes())
    assert packs[0] == packs[1], "a subtree that is not one is made again from the records"
    store.close()
    capsys.readouterr()
    assert run(["audit", "check-pack", str(out), "--key", str(tmp_path / "house.pub")]) == 0
    assert "what came before them and after them is not in it" in capsys.readouterr().err
    pack = json.loads(out.read_bytes())
    pack["path"][0] = "00" * 32
    out.write_text(json.dumps(pack))
    assert run(["audit", "check-pack", str(out), "--key", str(tmp_path / "house.pub")]) == 1
    reading = read_log(str(db))
    assert verify(reading, last.read_bytes(), load_signer(tmp_path / "house").key.public_key()) == []
    reading.close()
