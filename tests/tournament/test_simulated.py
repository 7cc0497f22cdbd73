"""Tournaments played by bots, and the exact best last wager."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from feltwork.cli.main import run
from feltwork.games import open_book
from feltwork.lab.tournaments.bots import BotError, read_bots
from feltwork.lab.tournaments.last_wager import best_wagers, read_last_round
from feltwork.lab.tournaments.plan import PlanError, read_plan
from feltwork.lab.tournaments.run import Tally, simulate
from tests.tournament.conditions import ROULETTE, changed
from tests.tournament.sessions import report, spun

BOTS = """
[[strategy]]
name = "steady"
wager = ["red", "black"]
amount = "minimum"
[[strategy]]
name = "numbers"
wager = "straight"
on = "any"
amount = 50
last_rounds = 2
last_amount = "all"
"""
SESSIONS = [
    {"rounds": 5, "tables": 4, "seats": 6, "advance": 3},
    {"rounds": 5, "tables": 2, "seats": 6, "advance": 2},
    {"rounds": 5, "tables": 1, "seats": 6, "advance": 1},
]
BOOK = open_book("star-roulette")


def tally(**how: Any) -> Tally:
    document = changed(ROULETTE, "structure.sessions", SESSIONS)
    plan = read_plan(document, read_bots(BOTS, BOOK), how.get("players", 24), 60)
    return simulate(plan, how.get("tournaments", 30), how.get("seed", 7), how.get("workers", 1))


def test_as_many_advance_and_win_as_there_are_places_and_the_pool_is_paid() -> None:
    found = tally()
    assert [sum(counts) for counts in zip(*found.advanced.values(), strict=True)] == [30 * 12, 30 * 4, 30]
    assert sum(found.won.values()) == 30
    assert sum(found.prizes.values()) == 30 * 24 * 10_000
    assert found.players == {"steady": 30 * 12, "numbers": 30 * 12}
    assert all(rounds <= 15 + 3 * 20 for rounds in found.rounds)


def test_the_seed_gives_the_result_whatever_the_workers() -> None:
    assert tally(workers=2, tournaments=60) == tally(tournaments=60)
    assert tally(seed=8) != tally()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected one [[strategy]]"),
        ("strategy = 7", "expected one [[strategy]]"),
        ("[[strategy]]\nwager = 'red'", "'name' is missing"),
        ("[[strategy]]\nname = 'a'\nwager = 'rouge'\namount = 10", "there is no wager 'rouge'"),
        ("[[strategy]]\nname = 'a'\nwager = 'red'\namount = 'lots'", "an amount is"),
        ("[[strategy]]\nname = 'a'\nwager = 'red'\namount = 0", "an amount is"),
        ("[[strategy]]\nname = 'a'\nwager = ['red', 'dozen']\non = 'any'\namount = 10", "pay alike"),
        ("[[strategy]]\nname = 'a'\nwager = 'red'\namount = 10\nplayer = 3", "did you mean 'players'?"),
        ("[[strategy]]\nname = 'a'\nwager = 'red'\namount = 10\n" * 2, "the same name"),
        ("[[", "not TOML"),
    ],
)
def test_what_is_no_strategy_is_told(text: str, complaint: str) -> None:
    with pytest.raises(BotError) as wrong:
        read_bots(text, BOOK)
    assert complaint in str(wrong.value)


@pytest.mark.parametrize(
    ("path", "value", "players", "complaint"),
    [
        ("structure.sessions", SESSIONS, 25, "24 seats for 25 players"),
        ("structure.sessions", SESSIONS, 7, "4 tables for 7 players"),
        ("structure.sessions", SESSIONS[:2], 24, "the final at one table"),
        ("entry.fee", "", 24, "10.4.2(a)"),
    ],
)
def test_conditions_that_cannot_be_played_are_told(path: str, value: object, players: int, complaint: str) -> None:
    document = changed(changed(ROULETTE, "structure.sessions", SESSIONS), path, value)
    with pytest.raises(PlanError) as wrong:
        read_plan(document, read_bots(BOTS, BOOK), players, 60)
    assert complaint in str(wrong.value)


LAST = {
    "tournament": "star-roulette",
    "wheel": "double",
    "minimum": 10,
    "maximum": 50,
    "advance": 1,
    "me": "ann",
    "players": {"ann": [40, []], "ben": [70, [["red", None, 10]]], "cat": [50, [["dozen", 2, 20]]]},
}


def test_chances_of_a_last_wager_are_those_of_the_session_itself() -> None:
    """Each of the first choices of a few kinds, played with every pocket through the session."""
    choices = best_wagers(read_last_round(json.dumps(LAST)))
    assert choices[0].advances == max(choice.advances for choice in choices)
    pockets = [0, "00", *range(1, 37)]
    for choice in (choices[0], choices[len(choices) // 2], choices[-1]):
        on = list(choice.on) if isinstance(choice.on, tuple) else choice.on
        wagers: dict[str, Any] = {"ann": [[choice.wager, on, choice.amount]]}
        wagers |= {name: lines for name, (_, lines) in LAST["players"].items() if lines}  # type: ignore[attr-defined]
        steps = [{"wagers": [name, lines]} for name, lines in wagers.items()]
        ahead = sum(_winner(pocket, steps) == ["ann"] for pocket in pockets)
        assert Fraction(ahead, 38) == choice.advances


def _winner(pocket: object, steps: list[dict[str, Any]]) -> list[str]:
    """Who advances alone, after a round that brings everybody to the chips they hold."""
    chips = {name: held for name, (held, _) in LAST["players"].items()}  # type: ignore[attr-defined]
    got = report(spun(pocket, *steps), wheel="double", chips=1000, maximum=50)
    after = {name: chips[name] + got["rounds"][0]["chips"][name] - 1000 for name in chips}
    best = max(after.values())
    return [name for name in after if after[name] == best]


def test_simulate_and_last_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "last.json"
    file.write_text(json.dumps(LAST))
    assert run(["tournament", "last", "--json", "--most", "2", str(file)]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 2
    file.write_text(json.dumps(LAST | {"me": "zoe"}))
    assert run(["tournament", "last", str(file)]) == 2
    (tmp_path / "c.toml").write_text("tournament = 'crown-craps'")
    (tmp_path / "b.toml").write_text(BOTS)
    words = [
        "tournament",
        "simulate",
        str(tmp_path / "c.toml"),
        "--players",
        "24",
        "--strategies",
        str(tmp_path / "b.toml"),
    ]
    assert run(words) == 2
    assert "there is no wager 'red'" in capsys.readouterr().err
    (tmp_path / "b.toml").write_text(
        BOTS.replace('["red", "black"]', '"field"').split('on = "any"')[0].replace("straight", "field") + "amount = 50"
    )
    assert run(words) == 2
    assert "the conditions are not complete: 8.2.1(a)" in capsys.readouterr().err
