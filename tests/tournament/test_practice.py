"""Books without rules for tournaments: simulated and practised with a mark, never on a live floor."""

from __future__ import annotations

import io
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from feltwork.cli.main import run
from feltwork.games import open_book
from feltwork.games.registry import games, practice_rules
from feltwork.lab.tournaments.bots import read_bots
from feltwork.lab.tournaments.plan import read_plan
from feltwork.lab.tournaments.run import simulate
from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.tournament.live.topics import drafting
from tests.tournament.conditions import CRAPS, ROULETTE
from tests.tournament.desk import AtDesk
from tests.tournament.live import small
from tests.tournament.test_desk_commands import toml

WITHOUT = [game.id for game in games() if game.tournament is None]
MARK = "has no rules for tournaments: practice and simulation only, never on a live floor"
CONDITIONS = """
tournament = "{book}"
[entry]
charged = true
fee = "10.00"
[chips]
allotment = 200
[wagers]
compulsory = true
minimum = 10
maximum = 100
[structure]
sessions = [{{rounds = 4, tables = 2, seats = 4, advance = 2}}, {{rounds = 4, tables = 1, seats = 4, advance = 1}}]
[prizes]
shares = [70, 30]
"""
BOTS = """
[[strategy]]
name = "one"
wager = "{first}"
amount = "minimum"
[[strategy]]
name = "two"
wager = "{second}"
amount = 20
last_rounds = 2
last_amount = "all"
"""
AT_ONCE = {
    "star-craps": ("field", "any-craps"),
    "aruze-craps": ("field", "any-craps"),
    "dragon-fire": ("low-pair", "high-pair"),
}


def files(folder: Path, book: str) -> tuple[str, str]:
    first, second = AT_ONCE.get(book, ("field", "any-craps"))
    (folder / "conditions.toml").write_text(CONDITIONS.format(book=book))
    (folder / "bots.toml").write_text(BOTS.format(first=first, second=second))
    return str(folder / "conditions.toml"), str(folder / "bots.toml")


def test_there_are_books_without_rules_for_tournaments() -> None:
    assert sorted(AT_ONCE) == sorted(book for book in WITHOUT if book in AT_ONCE)
    assert not any(practice_rules(book).in_the_book for book in WITHOUT)


@pytest.mark.parametrize("book", sorted(AT_ONCE))
def test_they_are_simulated_with_a_mark(book: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    conditions, bots = files(tmp_path, book)
    asked = ["tournament", "simulate", conditions, "--players", "8", "--strategies", bots, "--tournaments", "20"]
    assert run([*asked, "--workers", "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"not in the book: {open_book(book).name} {MARK}\n")
    assert run([*asked, "--workers", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["in_the_book"], found["tournaments"], found["pool"]) == (False, 20, "80.00")
    wins = sum(each["wins"] * each["players"] for each in found["strategies"])
    assert wins == pytest.approx(1)
    assert sum(each["prize"] * each["players"] for each in found["strategies"]) == pytest.approx(80)


@pytest.mark.parametrize("book", sorted(AT_ONCE))
def test_they_are_practised_with_a_mark(
    book: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    conditions, bots = files(tmp_path, book)
    wager = AT_ONCE[book][0]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{wager} 5\nnothing\n" + f"{wager} 10\n" * 4))
    assert run(["tournament", "practice", conditions, "--strategies", bots, "--seed", "3"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"not in the book: {open_book(book).name} {MARK}"
    assert any(line.startswith("Round 4 of 4, 10 to 100.") for line in said)
    assert sum(line.startswith("  The dice: ") for line in said) == 4
    assert said[-1].startswith("2 advance: ")
    assert len([line for line in said if line[:2] in ("1.", "2.", "3.", "4.")]) >= 2


def test_the_books_own_session_is_practised_without_a_mark(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its own rules: under the minimum is made up, and a pass card is used up."""
    conditions, bots = tmp_path / "conditions.toml", tmp_path / "bots.toml"
    conditions.write_text("".join(f"{name} = {toml(part)}\n" for name, part in small().items()))
    bots.write_text(BOTS.format(first="red", second="black"))
    monkeypatch.setattr("sys.stdin", io.StringIO("pass\npass\nstraight 7 10, red 3\nsplit 1-2 10\n"))
    assert run(["tournament", "practice", str(conditions), "--strategies", str(bots), "--seed", "1"]) == 0
    said = capsys.readouterr().out
    assert MARK not in said
    assert "you has no pass card left (10.7.1)" in said
    assert "wagers count to the last complete unit of 10 (10.6.14)" in said
    assert said.count("The ball: ") == 3


def test_a_game_left_to_its_conditions_is_simulated_and_a_repechage_gives_a_second_chance() -> None:
    """Crown Craps by its example; as many come to the final as the sessions and the repechage let through."""
    document = small(CRAPS)
    first = {"rounds": 3, "tables": 2, "seats": 4, "advance": 1}
    again = {"rounds": 2, "tables": 1, "seats": 8, "advance": 2, "repechage": True}
    document["structure"] |= {
        "sessions": [first, again, {"rounds": 3, "tables": 1, "seats": 8, "advance": 1}],
        "repechage": True,
        "repechage_how": "for all who did not advance",
    }
    bots = read_bots(BOTS.format(first="win-line", second="field"), open_book("crown-craps"))
    found = simulate(read_plan(document, bots, 8, 60), 20, 1, 1)
    assert [sum(counts) for counts in zip(*found.advanced.values(), strict=True)] == [40, 40, 20]
    assert sum(found.prizes.values()) == 20 * 8 * 10_000


@pytest.mark.parametrize("book", WITHOUT)
def test_they_are_never_on_a_live_floor(book: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither drafted at a desk nor published from the command line; what is refused says why, and nothing is made."""
    live = AtDesk(small())
    document = deepcopy(ROULETTE) | {"tournament": book}
    reason = live.no(NOT_IN_THE_BOOK, drafting.DraftTournament(document), "olga")
    assert reason == f"{open_book(book).name} {MARK}"
    conditions, _ = files(tmp_path, book)
    floor = tmp_path / "floor.sqlite"
    said: dict[str, Any] = {"--id": "x", "--licence": "1", "--start": "2030-01-01T00:00Z", "--as": "mia"}
    said |= {"--close": "2030-01-01T00:00Z", "--secret": str(tmp_path / "s"), "--db": str(floor), "--role": "dealer"}
    assert run(["tournament", "publish", conditions, *(word for each in said.items() for word in each)]) == 2
    assert f"{book} {MARK} (not in the book)" in capsys.readouterr().err
    assert not floor.exists()
    assert run(["tournament", "check", conditions]) == 1
    assert MARK in capsys.readouterr().out
    assert run(["tournament", "new", book]) == 0
    assert capsys.readouterr().out.startswith("# not in the book: ")
