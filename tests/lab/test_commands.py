"""The laboratory from the command line: results, and every kind of bad input in one line."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.cli.test_cli import answer, complaint

SMALL = ("--sessions", "2000", "--rolls", "60")


def test_simulate_as_json_has_the_figures_and_repeats(capsys: pytest.CaptureFixture[str]) -> None:
    found = [
        json.loads(answer(capsys, "simulate", "standard-w", *SMALL, "--json", *more))
        for more in ((), ("--threads", "1"), ("--backend", "numpy"))
    ]
    names = {
        "mean",
        "sd",
        "ruin",
        "rolls_per_session",
        "quantiles",
        "sessions",
        "rolls",
        "seconds",
        "rolls_per_second",
        "backend",
        "threads",
        "ci95",
    }
    assert names <= found[0].keys()
    for other in found[1:]:
        assert {n: other[n] for n in ("mean", "sd", "ruin", "quantiles", "rolls")} == {
            n: found[0][n] for n in ("mean", "sd", "ruin", "quantiles", "rolls")
        }
    assert found[0]["ci95"][0] < found[0]["exact_mean"] < found[0]["ci95"][1]


def test_the_exact_mean_stands_beside_come_wagers_too(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(answer(capsys, "simulate", "three-point-molly", *SMALL, "--json"))
    assert found["ci95"][0] < found["exact_mean"] < found["ci95"][1]


def test_both_ways_to_ask_for_mini_craps(capsys: pytest.CaptureFixture[str]) -> None:
    asked = [("--mini",), ("--variant", "mini"), ("--mini", "--variant", "mini")]
    told = [answer(capsys, "session", "standard-w", "--book", "crown-craps", "--rolls", "5", *how) for how in asked]
    assert "with Mini Craps" in told[0]
    assert told[0] == told[1] == told[2]


def test_session_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(answer(capsys, "session", "standard-w", "--bankroll", "300", "--rolls", "500", "--json"))
    assert found["exact"] is True
    assert {"mean", "sd", "ruin", "rolls_per_session", "quantiles"} <= found.keys()
    assert round(found["mean"], 6) == 264.004351


def test_what_people_see(capsys: pytest.CaptureFixture[str]) -> None:
    shown = answer(capsys, "simulate", "standard-w", *SMALL)
    assert "exact" in shown
    assert "million rolls a second by numba" in shown
    assert "█" in shown
    assert "exact, 80 states" in answer(capsys, "session", "standard-w", "--rolls", "20")
    both = answer(capsys, "simulate", "standard-w", "line-and-odds", *SMALL)
    assert "2,000 sessions on the same dice" in both


def test_rows_and_drawing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table, picture, parquet = (tmp_path / name for name in ("rows.csv", "drawn.svg", "rows.parquet"))
    data = json.loads(
        answer(capsys, "simulate", "standard-w", *SMALL, "--json", "--rows", str(table), "--svg", str(picture))
    )
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) == 2000
    assert sum(int(row["final_cents"]) for row in rows) / 2000 / 100 == pytest.approx(data["mean"])
    assert picture.read_text().startswith("<svg")
    answer(capsys, "simulate", "standard-w", *SMALL, "--rows", str(parquet))
    import pyarrow.parquet

    assert pyarrow.parquet.read_table(parquet).column("final_cents").to_pylist() == [
        int(row["final_cents"]) for row in rows
    ]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["drawn.svg", "rows.csv", "rows.parquet"]


def test_given_results_are_played_at_the_live_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    dice = tmp_path / "dice.txt"
    dice.write_text("4-2  # the point\n6-2, 3-3\n")
    told = json.loads(answer(capsys, "simulate", "standard-w", "--dice", str(dice), "--json"))
    assert told["final"] == 362.0  # 8 pays 14; the point pays 10, its odds 24, place 6 another 14
    dice.write_text("4-7")
    assert "line 1: '4-7' is not a throw" in complaint(capsys, "simulate", "standard-w", "--dice", str(dice))


def test_a_strategy_too_large_to_be_exact_is_simulated_only_when_told(capsys: pytest.CaptureFixture[str]) -> None:
    large = ("session", "three-point-molly", "--bankroll", "90000", "--rolls", "20")
    assert "add --simulate" in complaint(capsys, *large)
    told = json.loads(answer(capsys, *large, "--simulate", "--json"))
    assert (told["exact"], told["sessions"]) == (False, 1_000_000)


@pytest.mark.parametrize("command", ["session", "simulate"])
def test_a_strategy_without_a_table_is_told(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("feltwork.lab.strategy.compile.MAX_STATES", 50)
    assert "more than 50 states" in complaint(capsys, command, "three-point-molly")


def test_strategies_are_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert "three-point-molly" in answer(capsys, "strategies")
    assert "Odds behind every line" in answer(capsys, "strategies", "standard-w")
    assert len(json.loads(answer(capsys, "strategies", "--json"))["strategies"]) >= 12


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("simulate", "standard-v"), "did you mean 'standard-w'?"),
        (("simulate", "friday.strategy"), "no strategy and no file is called 'friday.strategy'"),
        (("simulate", "standard-w", "--dice", "nosuch.txt"), "nosuch.txt: No such file"),
        (("simulate", "standard-w", "--dice", "x", "--seed", "2", "--svg", "x"), "each, without --seed, --svg"),
        (("session", "odds 2"), "the strategy never makes a wager at Craps (The Star)"),
        (("session", "standard-w", "--mini"), "star-craps has no variant 'mini'"),
        (("session", "standard-w", "--book", "crown-craps", "--mini", "--variant", "x"), "contradict each other"),
        (("simulate", "keep plac 10"), "plac: refused (6.1): there is no wager 'plac'"),
        (("session", "place 7=10"), "place-to-win: refused (6.1.10): Place Bet to Win is on 4, 5, 6"),
        (("session", "keep line 10; odds 5"), "refused (6.1.5.1)"),
        (("session", "keep horn 5"), "refused (6.1.21)"),
        (("session", "keep field 10.50"), "cannot be put down in chips of 1.00"),
        (("session", "keep field 10", "--limit", "field=25-100"), "refused (7.1): Field would be 10.00"),
        (("simulate", "standard-w", "--sessions", "0"), "sessions are 1 to"),
        (("simulate", "standard-w", "--sessions", "-5"), "sessions are 1 to"),
        (("simulate", "standard-w", "--sessions", "9999999999999999"), "sessions are 1 to"),
        (("simulate", "standard-w", "--rolls", "0"), "rolls are 1 to"),
        (("session", "standard-w", "--rolls", "-1"), "rolls are 1 to"),
        (("session", "standard-w", "--rolls", "999999999999"), "rolls are 1 to"),
        (("simulate", "standard-w", "--seed", "-1"), "a seed is 0 to"),
        (("simulate", "standard-w", "--bankroll", "5"), "a bankroll of 5.00 does not cover the first wager"),
        (("simulate", "standard-w", "--bankroll", "0"), "is nothing to stake"),
        (("simulate", "standard-w", "--bankroll", "10.50"), "cannot be held in chips"),
        (("simulate", "standard-w", "--book", "star-roulette"), "there is no wager 'line'"),
        (("session", "keep ;"), "the wager is missing"),
        (("session", "keep line ten"), "an amount is written like"),
        (("session", "keep line 10 sideways"), "'sideways' is not understood"),
        (("session", "; ;"), "the strategy is empty"),
        (("session", "stop loss"), "'loss' is followed by nothing"),
        (("simulate", "standard-w", "--rows", "x.txt"), "a .csv or a .parquet file"),
        (("simulate", "standard-w", "--svg", "/nonexistent/x.svg", *SMALL), "No such file"),
        (("simulate", "standard-w", "--limit", "field=9"), "a limit is written like"),
        (("simulate", "standard-w", "--scheduler", "tcp://127.0.0.1:9"), "no Dask scheduler answers"),
        (("simulate", "standard-w", "--backend", "gpu"), "cupy is not installed: pip install 'feltwork[gpu]'"),
        (("session", "martingale field 10 steps 99"), "not absurdly large"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str) -> None:
    assert says in complaint(capsys, *arguments)
