"""What the proving commands say, to people, to programs and through their exit codes."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from feltwork.cli.main import run
from feltwork.store.chain import chained
from feltwork.store.port import Batch, Head
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live.events import SCHEMA
from feltwork.table.live.topics.outside_zero import ZeroMoved
from feltwork.table.live.topics.seats import SeatTaken
from feltwork.table.play.events import RoundInvalid
from tests.cli.test_cli import answer, complaint
from tests.cli.test_live_cli import played, verified
from tests.desk.electronic import Electronic
from tests.unguarded import unguarded

Capture = pytest.CaptureFixture[str]
__all__ = ["played"]


def pack_at(db: Path, *more: str) -> list[str]:
    room = db.parent
    where = ["--table", "star-craps-7", "--checkpoint", str(room / "signed"), "--out", str(room / "pack.json")]
    return ["audit", "pack", str(db), *where, *more]


@pytest.mark.parametrize(("reader", "more"), [("head -n 1", ""), ("true", ""), ("head -c 1", " --json")])
def test_findings_count_even_if_nobody_reads_them_all(played: Path, reader: str, more: str) -> None:
    with sqlite3.connect(played) as db, unguarded(db):
        db.execute("UPDATE records SET actor = 'somebody whose name is long enough to fill every pipe there is'")
    db.close()
    asked = f"{sys.executable} -m feltwork audit verify {played}{more}"
    done = subprocess.run(
        ["bash", "-c", f"{asked} | {reader}; exit ${{PIPESTATUS[0]}}"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert all(line.startswith("note: ") for line in done.stderr.splitlines())


def test_a_pack_checked_with_its_own_key_says_so(played: Path, capsys: Capture) -> None:
    answer(capsys, *pack_at(played, "--round", "2"))
    pack, key = str(played.parent / "pack.json"), str(played.parent / "key.pub")
    assert "the pack's own key" in answer(capsys, "audit", "check-pack", pack, "--own-key")
    assert "own key" not in answer(capsys, "audit", "check-pack", pack, "--key", key)
    assert json.loads(answer(capsys, "audit", "check-pack", pack, "--own-key", "--json"))["own_key_only"] is True
    told = json.loads(answer(capsys, "audit", "check-pack", pack, "--key", key, "--json"))
    assert told.pop("checkpoint")["key"] == answer(capsys, "audit", "fingerprint", key).strip()
    assert told == {"sound": True, "findings": [], "rehearsal_tables": ["star-craps-7"], "own_key_only": False}


def test_a_pack_takes_the_round_as_replay_counts_it(played: Path, capsys: Capture) -> None:
    told = json.loads(answer(capsys, "replay", str(played), "--table", "star-craps-7", "--round", "2", "--json"))
    version = told[0]["events"][-1]["version"]
    assert json.loads(answer(capsys, *pack_at(played, "--round", "2", "--json")))["version"] == version
    pack = played.parent / "pack.json"
    assert json.loads(pack.read_bytes())["round"] == version
    pack.write_text("mine")
    assert "--force" in complaint(capsys, *pack_at(played, "--version", str(version)))
    assert pack.read_text() == "mine"
    answer(capsys, *pack_at(played, "--version", str(version), "--force"))
    assert json.loads(pack.read_bytes())["round"] == version
    assert "rounds at this table" in complaint(capsys, *pack_at(played, "--round", "999", "--force"))
    assert "--round" in complaint(capsys, *pack_at(played, "--force"))
    assert "--version" in complaint(capsys, *pack_at(played, "--force", "--round", "1", "--version", "9"))


def test_a_restore_from_nothing_makes_nothing(played: Path, capsys: Capture) -> None:
    room = played.parent
    proof = ("--checkpoint", str(room / "signed"), "--key", str(room / "key.pub"))
    there = set(room.iterdir())
    said = complaint(capsys, "restore", str(room / "absent.db"), str(room / "new.db"), *proof)
    assert "absent.db: no such database" in said
    assert set(room.iterdir()) == there


def test_a_key_and_a_checkpoint_go_together(played: Path, capsys: Capture) -> None:
    room = played.parent
    assert "--checkpoint" in complaint(capsys, "audit", "verify", str(played), "--key", str(room / "key.pub"))
    again = ("rehearse", "--rounds", "1", "--seed", "8", "--books", "star-craps", "--db", str(played))
    assert "go together" in complaint(capsys, *again, "--checkpoint", str(room / "signed"))
    assert "go together" in complaint(capsys, *again, "--key", str(room / "key.pub"))


def test_a_seat_where_nobody_sat(played: Path, capsys: Capture) -> None:
    said = complaint(capsys, "replay", str(played), "--table", "star-craps-7", "--seat", "99")
    assert "nobody has sat in seat 99" in said


def test_a_seat_is_recalled_by_its_whole_number(tmp_path: Path, capsys: Capture) -> None:
    store = SqliteStore(tmp_path / "floor.sqlite")
    head = store.log.head("table/t")
    seats = (SeatTaken(1, "ann"), SeatTaken(12, "bob"), ZeroMoved((1, 12), "4.1"), ZeroMoved((12,), "4.1"))
    records = []
    for number, event in enumerate((*seats, RoundInvalid("cocked", (), 0, "9.1"))):
        said = ("max", "dealer", str(event.__struct_config__.tag), SCHEMA)
        records.append(chained(head, store.now(), f"k{number}", said, msgspec.json.encode(event), "", ()))
        head = Head("table/t", records[-1].version, records[-1].hash)
    store.log.append(Batch(tuple(records), ()))
    store.close()
    recalled = {}
    for seat in ("1", "12"):
        (told,) = json.loads(answer(capsys, "replay", str(tmp_path / "floor.sqlite"), "--seat", seat, "--json"))
        recalled[seat] = [event["version"] for event in told["events"]]
    assert recalled == {"1": [1, 3, 5], "12": [2, 3, 4, 5]}
    assert "nobody has sat in seat 2 " in complaint(capsys, "replay", str(tmp_path / "floor.sqlite"), "--seat", "2")


def test_dice_are_told_as_they_are_called(played: Path, capsys: Capture) -> None:
    words = "".join(
        answer(capsys, "replay", str(played), "--table", "star-craps-7", "--round", str(n)) for n in range(1, 7)
    )
    called = re.findall(r"called: (\d-\d)", words)
    results = re.findall(r"result (\d-\d)", words)
    assert set(results) <= set(called)
    assert all(dice[0] <= dice[2] for dice in called + results)


def test_files_that_are_missing_or_another_thing(played: Path, capsys: Capture) -> None:
    room, key = played.parent, str(played.parent / "key.pub")
    absent, other = str(room / "absent"), str(room / "other")
    Path(other).write_text('{"format": "shopping list"}')
    for path, why in ((absent, "No such file"), (other, "another form, or none")):
        for words in (
            ("audit", "verify", str(played), "--key", key, "--checkpoint", path),
            (
                "audit",
                "pack",
                str(played),
                "--table",
                "star-craps-7",
                "--round",
                "1",
                "--out",
                "x",
                "--checkpoint",
                path,
            ),
            ("restore", str(played), str(room / "new.db"), "--key", key, "--checkpoint", path),
        ):
            said = complaint(capsys, *words)
            assert path in said
            assert why in said
            assert "Errno" not in said
    said = complaint(capsys, "audit", "check-pack", absent)
    assert "absent: No such file" in said
    assert "Errno" not in said


def test_what_was_done_for_a_program(played: Path, capsys: Capture) -> None:
    room, key = played.parent, str(played.parent / "key")

    def told(*words: str) -> dict[str, object]:
        return dict(json.loads(answer(capsys, *words, "--json")))

    signed, copy = str(room / "signed"), str(room / "copy.db")
    by = answer(capsys, "audit", "fingerprint", key).strip()
    done = told("audit", "checkpoint", str(played), "--key", key, "--out", signed)
    assert done == {"number": 2, "file": signed, "key": by}
    copied = told("backup", str(played), copy)
    assert copied["to"] == copy
    proof = ("--checkpoint", signed, "--key", f"{key}.pub")
    assert told("restore", copy, str(room / "new.db"), *proof)["records"] == copied["records"]
    person = {"id": "p-1", "name": "Ann", "address": ""}
    assert told("people", "add", str(played), "p-1", "--name", "Ann") == person
    assert told("people", "erase", str(played), "p-1") == {"id": "p-1", "erased": True}
    drawn = told("draw", "round", "r-1", "two-dice", "--out", str(room / "drawn"))
    assert drawn["round_id"] == "r-1"
    assert told("draw", "check", str(room / "drawn"))["agrees"] is True
    drawn["commitment"] = "00" * 32
    (room / "drawn").write_text(json.dumps(drawn))
    assert run(["draw", "check", str(room / "drawn"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["agrees"] is False
    assert told("draw", "collect", "two-dice", "--count", "3", "--out", str(room / "dice.csv"))["count"] == 3


def test_dealing_tells_a_program_what_was_done(tmp_path: Path, capsys: Capture) -> None:
    db, key = str(tmp_path / "t.db"), str(tmp_path / "draw.key")
    store = SqliteStore(db)
    Electronic("star-roulette", store=store)
    store.close()
    answer(capsys, "draw", "key", key)
    told = json.loads(answer(capsys, "draw", "deal", db, "--key", key, "--once", "--json"))
    assert told == {"table": "t", "done": 1}


def test_an_older_copy_is_not_played_on_though_nobody_names_the_checkpoint(played: Path, capsys: Capture) -> None:
    room = played.parent
    old = room / "old.db"
    answer(capsys, "backup", str(played), str(old))
    again = ("rehearse", "--rounds", "1", "--books", "star-craps", "--db", str(played), "--seed")
    answer(capsys, *again, "8")
    answer(capsys, "audit", "checkpoint", str(played), "--key", str(room / "key"))
    assert (room / "floor.db.checkpoint").is_file()
    answer(capsys, *again, "9")
    for end in ("", "-wal", "-shm"):
        Path(f"{played}{end}").unlink(missing_ok=True)
    old.rename(played)
    assert "is older than its last checkpoint" in complaint(capsys, *again, "10")
    answer(capsys, "draw", "key", str(room / "draw.key"))
    dealt = ("draw", "deal", str(played), "--key", str(room / "draw.key"), "--once")
    assert "is older than its last checkpoint" in complaint(capsys, *dealt)
    assert run(verified(played)) == 0, "it can still be read"
    capsys.readouterr()


def test_the_checkpoint_may_be_named_by_the_environment(
    played: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FELTWORK_CHECKPOINT", str(played.parent / "elsewhere"))
    again = ("rehearse", "--rounds", "1", "--books", "star-craps", "--db", str(played), "--seed", "8")
    assert "elsewhere: the checkpoint that goes with this database is missing" in complaint(capsys, *again)
