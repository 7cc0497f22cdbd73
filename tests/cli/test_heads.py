"""What is asked of a book wherever one is chosen: Mega Odds, contradictions refused, JSON that says what it is of."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

import pytest

import feltwork
from feltwork.cli.book_options import SCHEMA
from feltwork.games.registry import options_of
from tests.cli.test_cli import answer, complaint

WHEEL = "star-roulette"
LUCKY = "keep lucky-ball 1 on red"
MEGA = ("--mega", "1/500")
CHOSEN = {
    "odds": ("odds", WHEEL),
    "session": ("session", LUCKY, "--book", WHEEL, "--rolls", "2"),
    "simulate": ("simulate", LUCKY, "--book", WHEEL, "--rolls", "2", "--sessions", "100"),
    "par": ("par", WHEEL),
    "diff": ("diff", WHEEL, f"{WHEEL}:double"),
}
"""Every command that prints figures of a book."""


@pytest.mark.parametrize("command", CHOSEN)
def test_mega_odds_can_be_asked_for_wherever_a_book_is_chosen(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(answer(capsys, *CHOSEN[command], *MEGA, "--json"))
    for book in (found["first"], found["second"]) if command == "diff" else (found,):
        assert book["readings"]["mega_probability"] == "1/500"
        assert {"lucky-ball", "mega"} <= set(book["variants"])


@pytest.mark.parametrize("command", ["odds", "session", "simulate", "par"])
def test_mega_odds_that_contradict_the_reading_are_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = (*CHOSEN[command], *MEGA, "--json", "--reading")
    for other in ("1/1000", "unset"):
        wrong = complaint(capsys, *asked, f"mega_probability={other}")
        assert f"--mega 1/500 and --reading mega_probability={other} contradict each other" in wrong
    assert json.loads(answer(capsys, *asked, "mega_probability=0.002"))["readings"]["mega_probability"] == "1/500"
    assert "are for star-roulette, not star-craps" in complaint(
        capsys, *("star-craps" if word == WHEEL else word for word in CHOSEN[command]), *MEGA, "--json"
    )
    assert "2/225" in complaint(capsys, *CHOSEN[command], "--mega", "1/100", "--json")


@pytest.mark.parametrize("command", ["play", "drill"])
def test_the_trainer_knows_mega_odds_too(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    book = (WHEEL,) if command == "play" else ("--book", WHEEL)
    asked = (command, *book, *MEGA, "--reading", "mega_probability=1/1000")
    assert "contradict each other" in complaint(capsys, *asked)


def test_a_script_s_own_mega_odds_are_not_overruled(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "layout.json"
    path.write_text(
        json.dumps(
            {
                "book": WHEEL,
                "table": {"lucky_ball": "mega"},
                "seats": {"1": "10.00"},
                "readings": {"mega_probability": "1/1000"},
                "steps": [{"bet": {"seat": 1, "wager": "lucky-ball", "on": "red", "amount": "1.00"}}],
            }
        )
    )
    asked = ("odds", "--layout", str(path), "--json")
    assert "contradicts the script's own chance, 1/1000" in complaint(capsys, *asked, *MEGA)
    same = json.loads(answer(capsys, *asked, "--mega", "1/1000"))
    assert same == json.loads(answer(capsys, *asked))
    assert same["readings"]["mega_probability"] == "1/1000"


def test_one_of_two_books_may_have_mega_odds(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(answer(capsys, "diff", f"{WHEEL}:lucky-ball", f"{WHEEL}:mega", *MEGA, "--json"))
    assert [book["variants"] for book in (found["first"], found["second"])] == [["lucky-ball"], ["lucky-ball", "mega"]]
    red = next(d for d in found["differences"] if d["concept"] == "lucky-ball" and d["on"] == "red")
    assert red["edge_difference"] is not None


@pytest.mark.parametrize(
    "arguments",
    [
        ("odds", "crown-craps", "--mini"),
        ("odds", "crown-craps", "--mini", "--stake", "10"),
        ("odds", "--layout", "examples/layout.json"),
        ("par", "crown-craps", "--mini"),
        ("session", "standard-w", "--book", "crown-craps", "--mini", "--rolls", "3"),
        ("session", "three-point-molly", "--bankroll", "90000", "--rolls", "2", "--simulate"),
        ("simulate", "standard-w", "--book", "crown-craps", "--mini", "--rolls", "3", "--sessions", "100"),
        ("simulate", "standard-w", "line-and-odds", "--rolls", "3", "--sessions", "100"),
    ],
)
def test_json_says_its_schema_its_book_and_the_readings_in_force(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    found = json.loads(answer(capsys, *arguments, "--json"))
    book = (
        feltwork.open_book("crown-craps", variant="mini") if "--mini" in arguments else feltwork.open_book("star-craps")
    )
    assert (found["schema"], found["book"], found["title"]) == (SCHEMA, book.id, book.name)
    assert found["variants"] == (["mini"] if "--mini" in arguments else [])
    assert found["fingerprint"] == book.fingerprint
    assert set(found["readings"]) == {option.name for option in options_of(book.id)}


def test_readings_that_were_chosen_are_those_in_force(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("odds", "star-craps", "dont-win", "--reading", "bar_effect=stay", "--json")
    assert json.loads(answer(capsys, *asked))["readings"]["bar_effect"] == "stay"


def test_json_of_two_books_has_both(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(answer(capsys, "diff", "star-craps", "crown-craps:mini", "--json"))
    assert (found["schema"], found["first"]["book"], found["second"]["variants"]) == (SCHEMA, "star-craps", ["mini"])
    assert found["differences"]
    assert {"first", "second"} == set(found["house"][0])


def test_results_from_files_say_their_book_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    dice = tmp_path / "dice.txt"
    dice.write_text("3-4 2-2")
    one = json.loads(answer(capsys, "simulate", "standard-w", "--dice", str(dice), "--json"))
    two = json.loads(answer(capsys, "simulate", "standard-w", "line-and-odds", "--dice", str(dice), "--json"))
    assert one["schema"] == two["schema"] == SCHEMA
    assert [each["strategy"] for each in two["sessions"]] == ["standard-w", "line-and-odds"]


def test_a_drill_says_what_it_asked_about(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    asked = ("drill", "--book", WHEEL, *MEGA, "--json")
    found = json.loads(answer(capsys, *asked))
    (book,) = found["books"]
    assert (found["schema"], book["book"], book["readings"]["mega_probability"]) == (SCHEMA, WHEEL, "1/500")


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert feltwork.__version__ == version("feltwork")
    assert "__version__" in dir(feltwork)
    assert answer(capsys, "--version") == f"feltwork {feltwork.__version__}\n"
    loaded = "import sys, feltwork; sys.exit('importlib.metadata' in sys.modules)"
    assert (
        subprocess.run(
            [sys.executable, "-S", "-c", loaded], check=False, cwd=Path(feltwork.__file__).parents[1]
        ).returncode
        == 0
    )


def test_mega_odds_as_fine_as_a_thousandth_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    """One spin of Lucky Ball loses its edge, whatever the chance of Mega Odds."""
    for mega in ("1/200", "1/1000", "3/1000"):
        asked = ("session", LUCKY, "--book", WHEEL, "--bankroll", "100", "--rolls", "1", "--json", "--mega", mega)
        mean = json.loads(answer(capsys, *asked))["mean"]
        (red,) = (row for row in feltwork.odds_of(WHEEL, "lucky-ball", mega=Fraction(mega)) if row.on == "red")
        assert abs(100 - mean - float(red.edge)) < 1e-9
