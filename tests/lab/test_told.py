"""Nothing is passed over in silence: what was not placed, what cannot be done in time or space, what has no effect."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from feltwork.extras import MissingExtraError
from feltwork.lab.simulate.jit import numba_trouble
from feltwork.lab.simulate.lab import prepare
from feltwork.lab.strategy import by_choice, by_function, keep
from feltwork.lab.strategy.strategy import StrategyError
from tests.cli.test_cli import answer, complaint
from tests.lab.test_commands import SMALL

UNEVEN = "keep line 10; press line by 2.50"
CHIPS = "12.50 cannot be put down in chips of 1.00"


@pytest.mark.parametrize("command", [("simulate", *SMALL), ("session", "--rolls", "60")])
def test_a_stake_that_is_no_whole_chips_is_told_with_its_clause(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"win-line (6.2): {CHIPS}" in answer(capsys, *command, UNEVEN)
    unmet = json.loads(answer(capsys, *command, UNEVEN, "--json"))["unmet"]
    (chips,) = (each for each in unmet if each["reason"] == CHIPS)
    assert (chips["wager"], chips["clause"]) == ("win-line", "6.2")
    assert chips["times_per_session"] > 1


def test_side_by_side_each_strategy_tells_what_it_lacked(capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, "simulate", UNEVEN, "standard-w", *SMALL, "--bankroll", "60")
    assert f"{UNEVEN}: wanted and not placed" in told
    assert "place-to-win on 8 (6.2): the cash left does not cover 12.00" in told


@pytest.mark.parametrize("text", [UNEVEN, "standard-w", "keep field 30"])
def test_what_was_not_placed_is_counted_as_at_the_live_table(text: str) -> None:
    ready = prepare(text, "star-craps", bankroll=60)
    played = [ready.play(3, session, 50).unmet.total() for session in range(40)]
    counted = ready.simulate(40, 50, 3).unmet
    assert sum(played) > 0
    assert sum(each.times or 0 for each in counted) * 40 == pytest.approx(sum(played))


def test_a_bankroll_that_covers_everything_lacks_nothing() -> None:
    assert prepare("standard-w", "star-craps", bankroll=90_000).simulate(50, 60).unmet == ()


def test_a_function_chooses_among_two_layouts_or_more() -> None:
    with pytest.raises(StrategyError, match="among 2 to 32 layouts, not 1"):
        by_choice(lambda *_: 1, ["standard-w"])


def test_a_strategy_without_a_table_is_played_a_little(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("feltwork.lab.strategy.compile.MAX_STATES", 50)
    monkeypatch.setattr("feltwork.cli.session.PLAYED_ROLLS", 400)
    told = json.loads(answer(capsys, "session", "three-point-molly", "--rolls", "20", "--simulate", "--json"))
    assert (told["exact"], told["backend"], told["sessions"]) == (False, "plain", 20)
    assert "wager by wager" in complaint(capsys, "session", "three-point-molly", "--rolls", "21", "--simulate")


def test_only_wagers_that_see_a_result_are_counted() -> None:
    session = prepare("keep field 10", "star-craps").session(1)
    assert session.played["field", None] == (1.0, 1000.0)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("session", "standard-w", "--rolls", "100001"), "rolls are 1 to 100,000 here, not 100,001"),
        (("simulate", "standard-w", "--sessions", "1000000000000", "--rows", "many.csv"), "rows take at least"),
        (("simulate", "standard-w", "--dice", "d.txt", "--rows", "e.csv"), "one session each, without --"),
        (("simulate", "standard-w", "--dice", "d.txt", "--svg", "e.svg"), "one session each, without --"),
    ],
)
def test_what_cannot_be_done_is_refused(
    arguments: tuple[str, ...],
    says: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in complaint(capsys, *arguments)
    assert not list(tmp_path.iterdir())


def ignores() -> None:
    """A shell's background jobs ignore Ctrl-C, and so do their children."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_rows_half_written_are_cleaned_up(how: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "feltwork", "simulate", "standard-w", "--sessions", "50000000", "--threads", "1"]
    with subprocess.Popen(
        [*command, "--rows", str(tmp_path / "b.csv")], stderr=subprocess.PIPE, env=os.environ, preexec_fn=ignores
    ) as run:
        for _ in range(600):
            if list(tmp_path.iterdir()):
                break
            time.sleep(0.1)
        assert list(tmp_path.iterdir())
        run.send_signal(how)
        _, complained = run.communicate(timeout=60)
    assert run.returncode == 128 + how
    assert b"Traceback" not in complained
    assert not list(tmp_path.iterdir())


def test_a_scheduler_that_is_no_address_is_one_line() -> None:
    command = [sys.executable, "-m", "feltwork", "simulate", "standard-w", *SMALL, "--scheduler", "nonsense"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "no Dask scheduler answers at nonsense" in done.stderr


def test_a_numba_that_does_not_load_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = prepare("standard-w", "star-craps")
    chosen = prepare(by_choice(lambda *_: 0, ["standard-w", "line-and-odds"]), "star-craps")
    numba_trouble.cache_clear()

    def broken(name: str) -> None:
        raise ImportError("Numba needs another NumPy\nand more")

    with monkeypatch.context() as patch:
        patch.setattr("importlib.import_module", broken)
        assert numba_trouble() == "is installed and cannot be loaded (Numba needs another NumPy)"
    assert ready.simulate(20, 20).backend == "numpy"
    with pytest.raises(MissingExtraError, match=r"cannot be loaded .*pip install 'feltwork\[sim\]'"):
        chosen.simulate(20, 20)
    numba_trouble.cache_clear()
    assert ready.simulate(20, 20).backend == "numba"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda three, none: keep("line", 10) + three, "a sum of parts, and 3 is none"),
        (lambda three, none: keep(none, 10), "a wager has a name, and None is none"),
        (lambda three, none: by_function(three), "3 is no function"),
        (lambda three, none: prepare(by_function(lambda view: none), "star-craps"), "gives wagers with their cents"),
        (lambda three, none: prepare("standard-w", "star-craps").simulate(three + 0.5), "whole number, not 3.5"),
    ],
)
def test_a_slip_in_python_is_told_at_once(wrong: Callable[[Any, Any], object], says: str) -> None:
    with pytest.raises(StrategyError, match=says):
        wrong(3, None)


def test_without_numpy_the_laboratory_says_what_to_install() -> None:
    hidden = "import sys; sys.modules['numpy'] = None; import feltwork.lab.simulate.lab"
    found = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert "MissingExtraError: numpy is not installed: pip install 'feltwork[sim]'" in found.stderr


def test_results_say_what_they_are_in_a_line() -> None:
    ready = prepare("standard-w", "star-craps")
    assert repr(ready.session(50)) == "<exact session: mean 295.3949, sd 161.23, ruin 6.623%, 49.18 rolls>"
    said = repr(ready.simulate(1000))
    assert said.startswith(
        "<1,000 simulated sessions: mean 265.2580, sd 397.88, ruin 61.400%, 306.06 rolls; 95% between"
    )
    assert len(repr(ready.session(5).figures)) < 200
