"""What was asked wrongly is answered with what would do, and asking makes nothing."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from feltwork.games.registry import roles_at_tables
from feltwork.server.auth.staff import STAFF_KINDS, roles_for
from tests.cli.test_cli import answer, complaint

Capture = pytest.CaptureFixture[str]
ROUNDED = {
    "book": "crown-craps",
    "seats": {"1": "500.00"},
    "steps": [
        {"roll": [4, 1]},
        {"bet": {"seat": 1, "wager": "place", "on": 6, "amount": "10.00"}},
        {"bet": {"seat": 1, "wager": "place", "on": 8, "amount": "12.00"}},
        {"roll": [4, 2]},
        {"roll": [6, 2]},
    ],
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", STAFF_KINDS)
def test_a_role_that_is_none_is_answered_with_those_there_are(
    kind: str, here: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("right horse\n"))
    said = complaint(capsys, "staff", "add", "dana", "--db", "s.sqlite", "--kind", kind, "--role", "nope")
    assert f"for kind {kind} a --role is one of {', '.join(roles_for(kind))}, not 'nope'" in said
    assert not list(here.iterdir())


@pytest.mark.parametrize(
    ("kind", "last"),
    [
        ("crew", ", pit_boss, stickperson\n"),
        ("supervisor", ", pit_boss, stickperson, promotions_manager, scrutineer\n"),
    ],
    ids=["crew", "supervisor"],
)
def test_who_works_at_a_table_works_there_as_somebody(kind: str, last: str, here: Path, capsys: Capture) -> None:
    said = complaint(capsys, "staff", "add", "dana", "--db", "s.sqlite", "--kind", kind)
    assert said.endswith(last)
    assert not {"system", "player", kind} & set(roles_at_tables())


@pytest.mark.parametrize(
    "words",
    [
        ("staff", "list", "--db"),
        ("staff", "remove", "dana", "--db"),
        ("staff", "unlock", "dana", "--db"),
        ("terminal", "list", "--db"),
        ("terminal", "enrol", "--table", "one", "--db"),
        ("terminal", "revoke", "one-1", "--db"),
        ("ledger",),
        ("replay",),
        ("cage", "report"),
        ("people", "show"),
    ],
)
def test_asking_makes_no_database(words: tuple[str, ...], here: Path, capsys: Capture) -> None:
    assert "none.sqlite: no such database" in complaint(capsys, *words, "none.sqlite")
    assert not list(here.iterdir())


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ({"no_more_bets": {}}, "field 'no_more_bets': its value must be true"),
        ({"no_more_bets": False}, "field 'no_more_bets': its value must be true"),
        ({"call": {"seat": 1, "wager": "place", "working": "on"}}, "'call.working': its value must be true or false"),
        ({"no_roll": True}, "field 'no_roll': its value must be a reason in words"),
        (
            {"bet": {"seat": "1", "wager": "field", "amount": "5.00"}},
            "its value must be a whole number, without quotes",
        ),
        ({"boost": {"colour": 1, "odds": "super"}}, "'boost.colour': its value must be text"),
        ({"jump": 1}, "unknown verb 'jump'; there are bet, remove, call, no_more_bets, roll, spin"),
        ({"lucky_ball": {"puce": 1}}, "unknown field 'puce'; there are "),
        ({"roll": [1, 1], "spin": 1}, 'a step is one verb with what it needs, such as {"roll": [3, 4]}'),
    ],
)
def test_a_step_that_is_none_is_told_what_it_must_be(
    step: dict[str, object], says: str, here: Path, capsys: Capture
) -> None:
    (here / "s.json").write_text(json.dumps({"book": "crown-craps", "seats": {"1": "5.00"}, "steps": [step]}))
    said = complaint(capsys, "settle", "s.json")
    assert "s.json: step 0: " in said
    assert says in said


@pytest.mark.parametrize("place", ["nowhere/FILE", "FILE"])
@pytest.mark.parametrize(
    "words",
    [
        ("par", "dragon-fire", "-o", "sheet.html"),
        ("par", "dragon-fire", "-o", "sheet.pdf"),
        ("felt", "dragon-fire", "-o", "felt.svg"),
        ("simulate", "standard-w", "--sessions", "10", "--rows", "rows.csv"),
        ("simulate", "standard-w", "--sessions", "10", "--rows", "rows.parquet"),
    ],
)
def test_a_file_that_cannot_be_written_is_named_as_it_was_asked_for(
    words: tuple[str, ...], place: str, here: Path, capsys: Capture
) -> None:
    path = place.replace("FILE", words[-1])
    if path == words[-1]:
        (here / path).mkdir()  # a folder has the name
    before = sorted(here.iterdir())
    said = complaint(capsys, *words[:-1], path)
    assert path in said
    assert not [word for word in (".part", "Errno") if word in said]
    assert sorted(here.iterdir()) == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("replay", "x", "--last", "abc"), "'--last': 'abc' is not a whole number from 1 to 1000"),
        (("replay", "x", "--last", "0"), "'--last': 0 is not a whole number from 1 to 1000"),
        (("replay", "x", "--round", "0"), "'--round': 0 is not a whole number of 1 or more"),
        (("demo", "--pace", "slow"), "'--pace': 'slow' is not a number from 0.01 to 100"),
        (("demo", "--port", "x"), "'--port': 'x' is not a whole number"),
        (("simulate", "standard-w", "--seed", "1.5"), "'--seed': '1.5' is not a whole number"),
        (("explain", "star-roulette", "10.11"), "'10.11'; under it there are 10.11.1, 10.11.2, 10.11.3, 10.11.4\n"),
        (("explain", "star-roulette", "10."), '10.1.1["session"] and 84 more'),
        (("explain", "star-craps", "6.1.2.33"), "did you mean '6.1.2.3'?"),
    ],
)
def test_numbers_and_clauses_that_would_do_are_named(words: tuple[str, ...], says: str, capsys: Capture) -> None:
    assert says in complaint(capsys, *words)


def test_a_payment_rounded_to_chips_names_the_clause(here: Path, capsys: Capture) -> None:
    (here / "s.json").write_text(json.dumps(ROUNDED))
    told = answer(capsys, "settle", "s.json")
    assert "place on 6 10.00 win, paid 12.00 (11.67 rounded up, 4.2.3), 10.00 back (3.6.9(a))" in told
    assert "place on 8 12.00 win, paid 14.00, 12.00 back (3.6.9(a))" in told
    steps = json.loads(answer(capsys, "settle", "--json", "s.json"))["steps"]
    fields = {"seat", "wager", "on", "result", "stake", "winnings", "returned", "clause"}
    assert [set(line) for step in steps for line in step["settled"]] == [fields] * 2, "programs read what they did"
    (here / "s.json").write_text(json.dumps(ROUNDED | {"steps": ROUNDED["steps"][:3]}))  # type: ignore[index]  # a list
    assert "(11.67 rounded up, 4.2.3)" in answer(capsys, "odds", "--layout", "s.json")


def test_crown_says_by_which_reading_odds_go_back(capsys: Capture) -> None:
    told = answer(capsys, "explain", "crown-craps", "3.5.1")
    assert "reading S1: " in told
    assert "they are handed back" in told
