"""``feltwork audit draw``: an outsider recomputes a round from a database or a pack, and is told every step."""

from __future__ import annotations

import base64
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from feltwork.cli.main import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two electronic tables, a key and a checkpoint."""
    folder = tmp_path_factory.mktemp("draws")
    books = "aruze-craps,star-roulette"
    run("rehearse", "--rounds", "6", "--seed", "3", "--db", str(folder / "floor.db"), "--books", books)
    run("audit", "key", str(folder / "key"))
    run("audit", "checkpoint", str(folder / "floor.db"), "--key", str(folder / "key"), "--out", str(folder / "signed"))
    return folder


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(list(words))
    return int(left.value.code or 0)


def test_a_round_is_recomputed_and_explained(floor: Path, capsys: Capture) -> None:
    for name in ("aruze-craps-3-2", "star-roulette-3-2"):
        capsys.readouterr()
        assert run("audit", "draw", str(floor / "floor.db"), name) == 0
        told = capsys.readouterr().out
        assert "published the commitment" in told
        assert "HMAC-SHA256" in told
        assert told.endswith(f"{name}: the outcome follows from the secret\n")
        assert run("audit", "draw", str(floor / "floor.db"), "2", "--table", name[:-2], "--json") == 0
        data = json.loads(capsys.readouterr().out)
        assert data["agrees"]
        assert data["drawn"]
        assert data["round"] == name


def test_a_number_is_the_round_s_as_replay_counts(floor: Path, capsys: Capture) -> None:
    """A round set right is told as another round, and was not drawn again."""
    seed = next(seed for seed in range(1, 30) if a_round_is_reversed(floor / f"longer-{seed}.db", seed))
    database = str(floor / f"longer-{seed}.db")
    table = ("--table", f"aruze-craps-{seed}")
    others = 0
    capsys.readouterr()
    for number in (1, 10, 20, 30, 40):
        assert run("replay", database, *table, "--round", str(number), "--json") == 0
        told = [line for event in json.loads(capsys.readouterr().out)[0]["events"] for line in event["told"]]
        assert run("audit", "draw", database, str(number), *table, "--json") == 0
        found = json.loads(capsys.readouterr().out)
        ((_, dice),) = [(part["kind"], part["outcome"]) for part in found["drawn"]]
        assert f"drawn: two-dice {dice[0]} {dice[1]}" in told
        others += found["round"] != f"aruze-craps-{seed}-{number}"
    assert others, "some round was set right or called off before the last of these"
    assert run("audit", "draw", database, "4000", *table) == 2
    assert "no drawn round 4000" in capsys.readouterr().err


def a_round_is_reversed(database: Path, seed: int) -> bool:
    """Rehearse forty rounds into a database, and say whether one of them was reversed."""
    run("rehearse", "--rounds", "40", "--seed", str(seed), "--db", str(database), "--books", "aruze-craps")
    with closing(sqlite3.connect(database)) as log:
        ((times,),) = log.execute("SELECT count(*) FROM records WHERE kind = 'round-reversed'")
    return bool(times)


def packed(floor: Path) -> str:
    """The evidence of the first settled round at the electronic craps table."""
    database = sqlite3.connect(floor / "floor.db")
    ask = "select min(version) from records where stream = 'table/aruze-craps-3' and kind = 'round-settled'"
    version = database.execute(ask).fetchone()[0]
    database.close()
    pack = str(floor / "pack.json")
    where = ("--table", "aruze-craps-3", "--version", str(version), "--checkpoint", str(floor / "signed"))
    assert run("audit", "pack", str(floor / "floor.db"), *where, "--out", pack, "--force") == 0
    return pack


def test_a_round_from_an_evidence_pack(floor: Path, capsys: Capture) -> None:
    pack = packed(floor)
    assert run("audit", "draw", pack, "1") == 0
    assert "as recorded" in capsys.readouterr().out
    text = json.loads(Path(pack).read_text())
    text["format"] = "another"
    (floor / "bad.json").write_text(json.dumps(text))
    assert run("audit", "draw", str(floor / "bad.json"), "1") == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("kind", "field", "value", "said"),
    [
        ("secret-revealed", "secret", "00" * 32, "does not match its commitment"),
        ("outcome-drawn", "outcome", [6, 6, 6], "the secret gives"),
        ("round-settled", "result", [0, 0], "had been drawn"),
    ],
)
def test_a_changed_round_does_not_agree(
    floor: Path, capsys: Capture, kind: str, field: str, value: object, said: str
) -> None:
    pack = json.loads(Path(packed(floor)).read_text())
    record = next(row for row in pack["records"] if row[6] == kind)
    body = json.loads(base64.b64decode(record[8])) | {field: value}
    record[8] = base64.b64encode(json.dumps(body).encode()).decode()
    (floor / "changed.json").write_text(json.dumps(pack))
    capsys.readouterr()
    assert run("audit", "draw", str(floor / "changed.json"), "1") == 1
    told = capsys.readouterr().out
    assert said in told
    assert told.endswith("does not hold\n")


def test_an_open_round_does_not_agree_yet(floor: Path, capsys: Capture) -> None:
    assert run("audit", "draw", str(floor / "floor.db"), "aruze-craps-3-7") == 1
    assert "not revealed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("9999", "--table", "aruze-craps-3"), "there is no drawn round 9999 at table aruze-craps-3"),
        (("aruze-craps-3-9999",), "there is no drawn round 'aruze-craps-3-9999'"),
        (("1",), "say with --table whose round 1 is meant; the tables are aruze-craps-3, "),
        (("no-such-1",), "there is no round 'no-such-1'; a round is called TABLE-NUMBER, and the tables are "),
        (("nope",), "there is no round 'nope'"),
        (("1", "--table", "nobody"), "there is no table 'nobody'; the tables are "),
        (("²",), "there is no round '²'"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(floor: Path, words: tuple[str, ...], says: str, capsys: Capture) -> None:
    capsys.readouterr()
    assert run("audit", "draw", str(floor / "floor.db"), *words) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_no_such_file(tmp_path: Path, capsys: Capture) -> None:
    assert run("audit", "draw", str(tmp_path / "none.db"), "1") == 2
    (tmp_path / "text").write_text("{ not a pack")
    assert run("audit", "draw", str(tmp_path / "text"), "1") == 2
    assert "Traceback" not in capsys.readouterr().err


def test_verify_and_replay_name_rehearsal_tables(floor: Path, capsys: Capture) -> None:
    assert run("audit", "verify", str(floor / "floor.db")) == 0
    assert "no money is real: aruze-craps-3, star-roulette-3" in capsys.readouterr().out
    assert run("audit", "verify", str(floor / "floor.db"), "--json") == 0
    assert json.loads(capsys.readouterr().out)["rehearsal_tables"] == ["aruze-craps-3", "star-roulette-3"]
    assert run("replay", str(floor / "floor.db"), "--table", "aruze-craps-3", "--round", "1") == 0
    assert "results from seeded, for a rehearsal" in capsys.readouterr().out
