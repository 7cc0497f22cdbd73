"""Logs written by an earlier program verify, replay and add up, each under the rules its tables were opened by."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from feltwork.cli.main import run
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import findings

KEPT = sorted((Path(__file__).parent.parent / "data").glob("*.db.xz"))
Capture = pytest.CaptureFixture[str]


def unpacked(packed: Path, folder: Path) -> Path:
    """The log as it was written, in a file that may be opened."""
    db = folder / packed.stem
    db.write_bytes(lzma.decompress(packed.read_bytes()))
    return db


def test_every_book_and_variant_is_kept() -> None:
    assert {path.name.removesuffix(".db.xz") for path in KEPT} == {
        "aruze-craps",
        "crown-craps",
        "crown-craps-mini",
        "dragon-fire",
        "scenes",
        "star-craps",
        "star-roulette",
        "star-roulette-layout-c",
        "star-roulette-mega",
    }


@pytest.mark.parametrize("packed", KEPT, ids=lambda path: path.name.removesuffix(".db.xz"))
def test_a_kept_log_is_sound_under_its_own_rules(packed: Path, tmp_path: Path, capsys: Capture) -> None:
    db = unpacked(packed, tmp_path)
    reading = read_log(str(db))
    try:
        notes: list[str] = []
        tables = [name for name in reading.streams() if name.startswith("table/")]
        assert list(findings(reading, notes=notes)) == []
    finally:
        reading.close()
    for table in tables:
        assert any(table in note and "rules of conduct 1" in note for note in notes), table
    assert run(["ledger", str(db), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["wrong"] == []
    assert run(["audit", "verify", str(db)]) == 0
    assert "was opened under rules of conduct 1 and is held against those" in capsys.readouterr().err
