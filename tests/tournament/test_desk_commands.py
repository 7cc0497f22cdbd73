"""A tournament from the command line: published, run from a file of commands, shown, reported, verified."""

from __future__ import annotations

import csv
import json
import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from feltwork.cage.commands import Deposit
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.store.opening import open_store
from tests.tournament.live import small

ENTRY = 2
"""Seconds for which entries are open."""


def toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name} = {toml(inner)}" for name, inner in value.items()) + "}"
    return f"[{', '.join(map(toml, value))}]" if isinstance(value, list) else json.dumps(value)


def as_sent(person: str, role: str, kind: str, **fields: Any) -> str:
    return json.dumps({"as": person, "role": role, "do": {"type": kind, **fields}})


class Floor:
    """A database and the files beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.db = folder, str(folder / "floor.sqlite")
        self.conditions = folder / "conditions.toml"
        document = small(
            prizes={"shares": [70, 30]}, structure={"sessions": [{"rounds": 1, "tables": 1, "seats": 8, "advance": 1}]}
        )
        self.conditions.write_text("".join(f"{name} = {toml(part)}\n" for name, part in document.items()))
        store = open_store(self.db)
        for name in ("ann", "ben"):
            Desk(store).submit(Envelope(f"d-{name}", "cage", "till", "cashier", Deposit(name, 500_00)))
        store.close()

    def call(self, command: str, *more: str) -> int:
        return run(["tournament", command, *more, "--db", self.db])

    def publish(self) -> int:
        soon = (datetime.now(UTC) + timedelta(seconds=ENTRY)).replace(microsecond=0).isoformat()
        who = ("--as", "mia", "--role", "gaming_manager", "--licence", "TM 7", "--secret", str(self.folder / "seats"))
        return self.call("publish", str(self.conditions), "--id", "spring", "--start", soon, "--close", soon, *who)

    def run(self, *lines: str) -> int:
        script = self.folder / "commands.jsonl"
        script.write_text("\n".join(lines))
        return self.call("run", "spring", str(script), "--secret", str(self.folder / "seats"), "--json")


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return Floor(tmp_path)


def test_from_published_to_paid(floor: Floor, capsys: pytest.CaptureFixture[str]) -> None:
    assert floor.publish() == 0
    boss = ("mia", "gaming_manager")
    entered = [as_sent(name, "player", "enter-tournament", player=name, form=True) for name in ("ann", "ben")]
    assert floor.run(*entered, as_sent(*boss, "close-entries"), as_sent(*boss, "designate-tables", tables=["t1"])) == 0
    time.sleep(ENTRY)
    assert floor.run(as_sent(*boss, "draw-seats", secret=""), as_sent(*boss, "start-session")) == 0
    capsys.readouterr()
    assert floor.call("standings", "spring", "--json") == 0
    seats = {each["player"]: each["seat"] for each in json.loads(capsys.readouterr().out)["tables"][0]["standings"]}
    wagers = [
        as_sent(name, "player", "place-tournament-wagers", table="t1", player=name, seat=seats[name], lines=[line])
        for name, line in (("ann", {"wager": "red", "amount": 10}), ("ben", {"wager": "black", "amount": 10}))
    ]
    dealer = ("dee", "dealer")
    assert (
        floor.run(
            as_sent(*dealer, "open-tournament-round", table="t1"),
            *wagers,
            as_sent(*dealer, "close-tournament-betting", table="t1"),
            as_sent(*dealer, "settle-tournament-round", table="t1", result=1),
            as_sent(*dealer, "record-totals", table="t1", totals={"ann": 110, "ben": 90}),
            as_sent(*dealer, "return-tournament-chips", table="t1"),
            as_sent(*boss, "announce-session"),
            as_sent(*boss, "pay-prizes"),
        )
        == 0
    )
    capsys.readouterr()
    assert floor.call("standings", "spring") == 0
    assert "2 in, 200.00 paid out" in (said := capsys.readouterr().out)
    assert "1. ann 140.00" in said
    papers = [str(floor.folder / name) for name in ("results.csv", "results.pdf", "heats.pdf")]
    assert floor.call("report", "spring", "--csv", papers[0], "--pdf", papers[1], "--heats", papers[2]) == 0
    rows = list(csv.DictReader(Path(papers[0]).read_text().splitlines()))
    assert [(row["place"], row["player"], row["prize"]) for row in rows[:2]] == [
        ("1", "ann", "140.00"),
        ("2", "ben", "60.00"),
    ]
    results, sheets = (Path(paper).read_bytes() for paper in papers[1:])
    assert results.startswith(b"%PDF")
    assert re.findall(rb"/Title \((.*?)\)", results + sheets) == [b"Spring: results", b"Spring: heat sheets"]
    assert run(["audit", "verify", floor.db]) == 0


def test_refusals_and_bad_input(floor: Floor, capsys: pytest.CaptureFixture[str]) -> None:
    assert floor.call("standings", "spring") == 2
    assert floor.publish() == 0
    assert floor.publish() == 2, "what is published stands"
    assert floor.run(as_sent("ann", "player", "enter-tournament", player="ben", form=True)) == 1
    assert "players enter themselves" in capsys.readouterr().out
    assert floor.run("{") == 2
    assert floor.run(json.dumps({"as": "ann", "role": "player", "do": {"type": "no-such"}})) == 2
    assert (floor.folder / "seats").stat().st_mode & 0o077 == 0


def test_where_there_is_no_database_no_secret_is_left_behind(floor: Floor) -> None:
    Path(floor.db).unlink()
    assert floor.publish() == 2
    assert not (floor.folder / "seats").exists()
