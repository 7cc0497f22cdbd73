"""``feltwork draw key`` and ``draw deal``: a process that attends tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltwork.store.sqlite import SqliteStore
from tests.cli.test_audit_draw import run
from tests.desk.electronic import Electronic

Capture = pytest.CaptureFixture[str]


def test_a_process_opens_a_round_and_leaves(tmp_path: Path, capsys: Capture) -> None:
    db, key = str(tmp_path / "t.db"), str(tmp_path / "draw.key")
    store = SqliteStore(db)
    Electronic("star-roulette", store=store)
    store.close()
    assert run("draw", "key", key) == 0
    assert run("draw", "key", key) == 2, "a key is never written over"
    assert run("draw", "deal", db, "--key", key, "--once") == 0
    assert "t: 1 done" in capsys.readouterr().out
    assert run("draw", "deal", db, "--key", key, "--once", "--table", "t") == 0
    assert capsys.readouterr().out == "nothing is due\n"
    assert run("audit", "draw", db, "1") == 1


@pytest.mark.parametrize("words", [("none.db", "--key", "draw.key"), ("t.db", "--key", "none.key")])
def test_what_is_missing_is_said_in_one_line(tmp_path: Path, words: tuple[str, ...], capsys: Capture) -> None:
    run("draw", "key", str(tmp_path / "draw.key"))
    SqliteStore(str(tmp_path / "t.db")).close()
    capsys.readouterr()
    places = [word if word.startswith("--") else str(tmp_path / word) for word in words]
    assert run("draw", "deal", *places, "--once") == 2
    assert capsys.readouterr().err.count("\n") == 1
