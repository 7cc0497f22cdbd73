"""Terms in a file: what is filled in is read, and what is wrong is said in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feltwork.cli.main import run
from feltwork.store.opening import open_store

FILLED = """
books = ["BOOK"]
title = "Spring"
manner = "a draw"
awarded = "at the draw"
eligible = "members"
wager_required = false
nature = "money"
closes = 2027-01-31T18:00:00+11:00
place = "the hall"
commences = 2027-01-01T18:00:00+11:00
draws_at = 2027-02-01T18:00:00+11:00
claiming = "at the desk"
presence = "not required"
told = "by mail"
published = "on the wall"
conditions = "none"
marketing = "on each poster"
available = ["at the desk"]
[[prizes]]
name = "first"
kind = "vehicle"
value = "10000.01"
details = { "make" = "A", "model" = "B", "accessories" = "none", "on-road costs" = "included" }
"""


@pytest.mark.parametrize("book", ["star-craps", "star-roulette", "aruze-craps"])
def test_a_form_lacks_every_item_and_a_filled_one_none(
    book: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["promotion", "new", book]) == 0
    blank = tmp_path / "blank.toml"
    blank.write_text(capsys.readouterr().out)
    assert run(["promotion", "check", str(blank), "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["lacks"]) == 13
    filled = tmp_path / "filled.toml"
    filled.write_text(FILLED.replace("BOOK", book))
    assert run(["promotion", "check", str(filled), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["complete"], said["scrutineer"]) == (True, True)
    assert run(["promotion", "check", str(filled), "--prescribed", "included"]) == 1
    assert "5.5" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('books = ["BOOK"]', "", "field 'books'"),
        ("T18:00:00+11:00\nplace", "T18:00:00\nplace", "a time with its offset"),
        ('"10000.01"', "10000.01", "money is text with two decimals"),
        ('title = "Spring"', 'titel = "Spring"', "unknown field"),
        ('title = "Spring"', "title = 3", "Expected `str`"),
        ("[[prizes]]", "[prizes]", "Expected `array`"),
        ("title =", "title", "Expected '='"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_line(
    before: str, after: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "terms.toml"
    file.write_text(FILLED.replace(before, after).replace("BOOK", "star-craps"))
    assert run(["promotion", "check", str(file)]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("prize", "clause"),
    [("two rifles", "10.5.2"), ("50 litres of whisky", "10.5.4"), ("cartons of cigarillos", "10.5.1")],
)
def test_a_file_with_a_prize_that_reads_as_barred_is_not_complete(
    prize: str, clause: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "terms.toml"
    told = FILLED.replace("BOOK", "star-craps").replace('name = "first"', f'name = "{prize}"\ncleared = "it is fine"')
    file.write_text(told)
    assert run(["promotion", "check", str(file)]) == 1
    assert f"{clause}: {prize}" in capsys.readouterr().out


def test_wagers_for_each_entry_are_read_as_money(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "terms.toml"
    wager = 'wager_required = true\nwager = "any"\nminimum_wager = "10.00"\nwager_for_each = "5.00"'
    file.write_text(FILLED.replace("BOOK", "star-craps").replace("wager_required = false", wager))
    assert run(["promotion", "check", str(file)]) == 0
    file.write_text(FILLED.replace("BOOK", "star-craps").replace("wager_required = false", wager.replace("5.00", "x")))
    assert run(["promotion", "check", str(file)]) == 2
    assert "wager_for_each" in capsys.readouterr().err


def test_enter_wagered_says_when_nobody_has_entries_to_come(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, file = str(tmp_path / "floor.sqlite"), tmp_path / "terms.toml"
    open_store(db).close()
    file.write_text(FILLED.replace("BOOK", "star-craps"))
    assert run(["promotion", "draft", db, "spring", str(file), "--as", "mia"]) == 0
    assert run(["promotion", "enter-wagered", db, "spring"]) == 0
    assert "nobody has entries to come" in capsys.readouterr().out
    assert run(["promotion", "enter-wagered", db, "autumn"]) == 2
