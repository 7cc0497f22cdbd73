"""Live tables from the command line: rehearse, replay, prove, copy, draw."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from feltwork.cli.main import run
from tests.cli.test_cli import answer, complaint
from tests.unguarded import unguarded

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def played(tmp_path: Path, capsys: Capture) -> Path:
    """A database with two short rehearsals, a key and a signed checkpoint beside it."""
    db = tmp_path / "floor.db"
    answer(capsys, "rehearse", "--rounds", "6", "--books", "star-craps,dragon-fire", "--db", str(db))
    answer(capsys, "audit", "key", str(tmp_path / "key"))
    answer(capsys, "audit", "checkpoint", str(db), "--key", str(tmp_path / "key"), "--out", str(tmp_path / "signed"))
    return db


def verified(db: Path) -> list[str]:
    room = db.parent
    return ["audit", "verify", str(db), "--checkpoint", str(room / "signed"), "--key", str(room / "key.pub")]


def test_rehearse_tells_totals(capsys: Capture) -> None:
    told = json.loads(answer(capsys, "rehearse", "--rounds", "20", "--books", "crown-craps:mini", "--json"))
    assert told["sum"] == 0
    assert told["done"] > 100
    assert told["commands"]["close-bets"] >= 20
    assert told == json.loads(answer(capsys, "rehearse", "--rounds", "20", "--books", "crown-craps:mini", "--json")) | {
        "commands_per_second": told["commands_per_second"]
    }


def test_replay_tells_a_round_with_clauses(played: Path, capsys: Capture) -> None:
    words = answer(capsys, "replay", str(played), "--table", "star-craps-7", "--round", "2")
    assert "stickperson stick: called:" in words
    assert "(6.1" in words
    recalled = json.loads(answer(capsys, "replay", str(played), "--table", "star-craps-7", "--seat", "1", "--json"))
    assert recalled
    assert all(entry["events"] for entry in recalled)
    assert "rounds;" in answer(capsys, "replay", str(played), "--table", "dragon-fire-7")


def test_ledger_adds_up(played: Path, capsys: Capture) -> None:
    words = answer(capsys, "ledger", str(played), "--table", "star-craps-7")
    assert "float/star-craps-7" in words
    assert "dragon-fire" not in words
    assert "seat 1: in 1000.00" in words
    assert words.endswith("all money sums to zero, all tokens too, and every seat's meters agree\n")
    told = json.loads(answer(capsys, "ledger", str(played), "--json"))
    assert sum(round(100 * float(cents)) for cents in told["accounts"].values()) == 0
    assert told["wrong"] == []
    meter = {name: float(cents) for name, cents in told["tables"]["dragon-fire-7"]["meters"]["2"].items()}
    assert meter["in"] + meter["won"] == meter["out"] + meter["staked"] + meter["credit"]
    assert "no table 'nope'" in complaint(capsys, "ledger", str(played), "--table", "nope")


def test_ledger_says_what_does_not_add_up(played: Path, capsys: Capture) -> None:
    with sqlite3.connect(played) as db:
        for (trigger,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {trigger}")
        db.execute("UPDATE records SET postings = replace(postings, '\"cash/cage\":-', '\"cash/cage\":-1')")
    db.close()
    assert run(["ledger", str(played)]) == 1
    assert "money sums to" in capsys.readouterr().out


def test_a_sound_database_verifies(played: Path, capsys: Capture) -> None:
    assert answer(capsys, *verified(played)).startswith("sound")
    told = json.loads(answer(capsys, *verified(played), "--json"))
    notes, held = told.pop("notes"), told.pop("checkpoint")
    assert (held["number"], told.pop("unseen")) == (1, [])
    assert told == {"sound": True, "findings": [], "rehearsal_tables": ["dragon-fire-7", "star-craps-7"]}
    assert notes == [f"table/{name}: {acts_of_the_house(played, name)}" for name in ("star-craps-7", "dragon-fire-7")]
    assert all("1 float-filled" in note for note in notes)


def acts_of_the_house(database: Path, table: str) -> str:
    """What a short rehearsal does that no book names, counted in its log."""
    with closing(sqlite3.connect(database)) as db:
        tags = [tag for (tag,) in db.execute("SELECT kind FROM records WHERE stream = ?", (f"table/{table}",))]
    done = (f"{tags.count(tag)} {tag}" for tag in ("closure-withdrawn", "float-filled") if tag in tags)
    return f"done by the house and not in the book: {', '.join(done)}"


@pytest.mark.parametrize(
    "tamper",
    [
        "UPDATE records SET body = CAST(replace(CAST(body AS TEXT), '\"amount\":1000', '\"amount\":2000') AS BLOB)",
        "UPDATE records SET actor = 'somebody' WHERE version = 9",
        "DELETE FROM records WHERE stream LIKE 'table/star%' AND version > 40",
        "UPDATE records SET postings = replace(postings, ':', ':1') WHERE postings LIKE '%:5%'",
    ],
)
def test_a_changed_database_is_found_out(played: Path, capsys: Capture, tamper: str) -> None:
    with sqlite3.connect(played) as db, unguarded(db):
        db.execute("PRAGMA foreign_keys=OFF")
        db.execute(tamper)
    db.close()
    assert run(verified(played)) == 1
    out, err = capsys.readouterr()
    assert out
    assert all("not in the book" in line for line in err.splitlines())


def test_an_evidence_pack_verifies_on_its_own(played: Path, capsys: Capture) -> None:
    room = played.parent
    told = json.loads(answer(capsys, "replay", str(played), "--table", "star-craps-7", "--round", "2", "--json"))
    version = str(told[0]["events"][-1]["version"])
    pack = room / "pack.json"
    answer(
        capsys,
        "audit",
        "pack",
        str(played),
        "--table",
        "star-craps-7",
        "--version",
        version,
        "--checkpoint",
        str(room / "signed"),
        "--out",
        str(pack),
    )
    assert answer(capsys, "audit", "check-pack", str(pack), "--key", str(room / "key.pub")).startswith("sound")
    pack.write_text(pack.read_text().replace("stick", "stock", 1))
    assert run(["audit", "check-pack", str(pack), "--own-key"]) == 1


def test_a_backup_older_than_the_checkpoint_is_not_restored(played: Path, capsys: Capture) -> None:
    room = played.parent
    copy = str(room / "copy.db")
    answer(capsys, "backup", str(played), copy)
    proof = ["--checkpoint", str(room / "signed"), "--key", str(room / "key.pub")]
    answer(capsys, "restore", copy, str(room / "again.db"), *proof)
    answer(capsys, "rehearse", "--seed", "9", "--rounds", "2", "--books", "star-craps", "--db", str(played))
    answer(capsys, "audit", "checkpoint", str(played), "--key", str(room / "key"), "--out", str(room / "signed"))
    assert "the checkpoint has seen" in complaint(capsys, "restore", copy, str(room / "late.db"), *proof)
    assert not (room / "late.db").exists()


def test_a_group_without_a_command_shows_its_help(capsys: Capture) -> None:
    for group in ("audit", "draw"):
        assert answer(capsys, group).startswith(f"Usage: feltwork {group}")


def test_a_draw_can_be_recomputed(tmp_path: Path, capsys: Capture) -> None:
    record = tmp_path / "draw.json"
    kinds = ("two-dice", "boost:1/500", "pocket:38", "pocket:37", "pocket:38")  # that all come again by chance is rare
    answer(capsys, "draw", "round", "t1-1", *kinds, "--nonce", "ann", "--out", str(record))
    assert "as drawn" in answer(capsys, "draw", "check", str(record))
    record.write_text(record.read_text().replace('"ann"', '"bob"'))
    assert run(["draw", "check", str(record)]) == 1
    capsys.readouterr()
    answer(capsys, "draw", "collect", "pocket:38", "--count", "50", "--out", str(tmp_path / "o.csv"))
    assert (tmp_path / "o.csv").read_text().count("\n") >= 50


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rehearse", "--books", "poker"], "can be rehearsed for"),
        (["rehearse", "--rounds", "0"], "0 is not a whole number from 1 to 1000000"),
        (["rehearse", "--db", "/nowhere/at/all.db"], "/nowhere/at/all.db"),
        (["rehearse", "--db", "postgresql://127.0.0.1:1/none?connect_timeout=2"], "PostgreSQL"),
        (["replay", "nowhere.db", "--round", "1"], "nowhere.db"),
        (["audit", "verify", "nowhere.db"], "nowhere.db"),
        (["audit", "verify", "README.md"], "README.md"),
        (["backup", "nowhere.db", "x.db"], "nowhere.db"),
        (["draw", "round", "r", "cards"], "no kind of draw"),
        (["draw", "check", "README.md"], "not the record of a draw"),
        (["audit", "check-pack", "README.md"], "README.md: this is not an evidence pack"),
    ],
)
def test_bad_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    assert says in complaint(capsys, *arguments)
    assert not Path("nowhere.db").exists()
