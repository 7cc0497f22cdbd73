"""How sessions end: between what bounds, with what in hand, with what standing, and what that is worth."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from math import gcd
from pathlib import Path

import numpy as np
import pytest

from feltwork.games import open_book
from feltwork.lab.analysis.layout import forecast
from feltwork.lab.analysis.worth import Worth
from feltwork.lab.simulate.bounds import bounds_of
from feltwork.lab.simulate.lab import Prepared, prepare
from feltwork.lab.simulate.run import find_backend
from feltwork.lab.simulate.tables import Tables
from feltwork.lab.strategy import NAMED, by_choice
from feltwork.lab.strategy.compile import emptied, rest_key
from feltwork.lab.strategy.strategy import StrategyError
from tests.cli.test_cli import answer, complaint

SEED = int(os.environ.get("FELTWORK_SEED", "3"))
STOPS = "keep line 10; odds 2; place 6=12 8=12; stop loss 300 win 200"


def test_the_most_is_what_can_be_won_however_unlikely(capsys: pytest.CaptureFixture[str]) -> None:
    """Eighty wins of 10.00 in a row, one chance in more than 1e50; what is cut is told."""
    asked = ("session", "keep line 10", "--bankroll", "100", "--rolls", "80")
    found = json.loads(answer(capsys, *asked, "--json"))
    assert (found["least"], found["most"], found["bounds_exact"]) == (0.0, 900.0, True)
    assert found["cut"]["chances_below"] == 1e-25
    assert 1e-25 < found["cut"]["probability"] < 1e-20
    told = answer(capsys, *asked)
    assert "ends between 0.00 and 900.00" in told
    assert "of the chance is cut, by chances under 1e-25 at the rich end" in told
    assert "nothing of the chance is cut" in answer(capsys, "session", "keep line 10", "--rolls", "3")


def reached(t: Tables, rolls: int) -> tuple[int, int]:
    """The least and the most by following every amount of cash in every state, one bit each."""
    unit = gcd(*np.unique(t.credit).tolist(), *np.unique(t.spent).tolist()) or 1
    base = t.start.cash % unit
    branch = [*t.branch.tolist(), len(t.low)]
    now, ends = {t.start.state: 1 << (t.start.cash - base) // unit}, set[int]()

    def amounts(bits: int, more: int) -> set[int]:
        return {base + unit * (bits.bit_length() - 1) + more, base + unit * ((bits & -bits).bit_length() - 1) + more}

    for left in range(rolls, 0, -1):
        then: dict[int, int] = {}
        for state, cash in now.items():
            for group in range(int(t.groups[state]), int(t.groups[state + 1])):
                poorer, credit = cash, int(t.credit[group])
                for at in range(branch[group], branch[group + 1]):
                    floor = max(0, -((base + credit - int(t.low[at])) // unit))
                    here, poorer = poorer >> floor << floor, poorer & (1 << floor) - 1
                    over, spent = bool(t.ends[t.to[at]]), int(t.spent[at])
                    if here and over:
                        ends |= amounts(here, credit - spent)
                    elif here and left == 1:
                        ends |= amounts(here, credit + int(t.face[t.rest[group]]))
                    elif here:
                        by, to = (credit - spent) // unit, int(t.to[at])
                        then[to] = then.get(to, 0) | (here << by if by >= 0 else here >> -by)
        now = then
    return min(ends), max(ends)


@pytest.mark.parametrize(
    ("text", "book", "bankroll", "rolls"),
    [
        *((name, books[0], 60, 12) for name, (_, books, _) in NAMED.items()),
        ("standard-w", "star-craps", 24, 60),  # what is wanted at first is not covered
        ("standard-w", "star-craps", 300, 120),
        ("keep line 10; stop loss 40 win 30", "star-craps", 100, 90),  # bounded by the stop
        (STOPS, "star-craps", 300, 40),
        ("place buy 4=20 10=20; press buy by 20; stop loss 30 win 500", "star-craps", 100, 25),  # with commission
        ("martingale red 10 steps 6", "star-roulette", 155, 60),
    ],
)
def test_bounds_are_those_of_all_that_can_be_reached(text: str, book: str, bankroll: int, rolls: int) -> None:
    """Without anything known beforehand, as the exact session knows it from its chances."""
    t = prepare(text, book, bankroll=bankroll).tables
    found = bounds_of(t, rolls, t.face, t.face, 10**15, -(10**15))
    assert found.exact
    assert (found.least, found.most) == reached(t, rolls)


def test_bounds_that_would_take_too_long_are_said_to_be_outer_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.lab.simulate.bounds.MAX_FOLLOWED", 10)
    monkeypatch.setattr("feltwork.lab.simulate.bounds.MAX_STEPS", 10)
    ready = prepare(STOPS, "star-craps", bankroll=300)
    least, most = reached(ready.tables, 20)
    found = ready.session(20).bounds
    assert not found.exact
    assert found.least <= least < most <= found.most
    assert str(found).startswith("no end is below")
    assert found.as_data()["bounds_exact"] is False


def test_what_stands_is_told_with_its_worth(capsys: pytest.CaptureFixture[str]) -> None:
    """At face value a losing game shows a profit; what stands is worth less, and played out it is a loss."""
    asked = ("session", "three-point-molly", "--bankroll", "150", "--rolls", "10")
    found = json.loads(answer(capsys, *asked, "--json"))
    assert round(found["mean"], 2) == 152.09
    assert round(found["in_hand"] + found["standing"]["face"], 6) == round(found["mean"], 6)
    assert round(found["mean_worth"], 2) == 148.85
    line = next(e for e in found["standing"]["wagers"] if e["wagers"] == [{"wager": "win-line", "on": None}])
    assert (line["area"], line["stake"], line["worth"]) in {(6, "10.00", "100/11"), (8, "10.00", "100/11")}
    told = answer(capsys, *asked)
    assert "mean 152.090281 with what stands at face value" in told
    assert "in hand 111.8464, standing 40.2439 at face value, worth 37.0047: 148.8511 together" in told
    assert "win-line, point 8, 10.00, worth 9.0909 (100/11)" in told
    finished = json.loads(answer(capsys, *asked, "--finish", "--json"))
    assert (finished["finished"], finished["standing"]["wagers"]) == (True, [])
    assert abs(finished["mean"] - found["mean_worth"]) < 1e-9


@pytest.mark.parametrize("backend", ["numba", "numpy"])
def test_simulations_tell_and_finish_what_stands_too(backend: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = (
        "simulate",
        "three-point-molly",
        "--bankroll",
        "150",
        "--rolls",
        "10",
        "--sessions",
        "40000",
        "--backend",
        backend,
        "--json",
    )
    found, finished = json.loads(answer(capsys, *asked)), json.loads(answer(capsys, *asked, "--finish"))
    assert abs(found["in_hand"] + found["standing"]["face"] - found["mean"]) < 1e-9
    assert abs(found["mean_worth"] - 148.851066) < 4.5 * found["sd"] / 200
    assert abs(finished["mean"] - finished["exact_mean"]) < 4.5 * finished["sd"] / 200
    assert round(finished["exact_mean"], 6) == 148.851066
    assert finished["rolls"] > found["rolls"]


@pytest.mark.parametrize("name", NAMED)
def test_what_stands_and_what_it_comes_to_is_the_same_everywhere(name: str) -> None:
    """Session by session: numba, NumPy and the table, left standing and played out."""
    ready = prepare(name, NAMED[name][1][-1], bankroll=100)
    assert ready.automaton
    for finish in (False, True):
        job = ready.job(13, 40, SEED, finish=finish)
        pieces = [find_backend(backend)[1](job, 0, 40) for backend in ("numba", "numpy")]
        assert all(np.array_equal(pieces[0][column], pieces[1][column]) for column in range(4))
        finals, lengths, endings, rests = pieces[0]
        for n in range(40):
            played = ready.play(SEED, n, 13, finish=finish)
            assert (played.final, played.rolls, played.ends) == (finals[n], lengths[n], endings[n])
            if rests[n] >= 0:
                assert rest_key(ready.automaton.rests[rests[n]]) == rest_key(emptied(played.table))
            assert sum(stake for _, stake in played.standing) == played.final - played.in_hand
            assert bool(played.standing) <= (not finish)


@pytest.mark.parametrize("name", NAMED)
def test_played_out_the_mean_is_what_stands_is_worth(name: str) -> None:
    """The exact session knows the worth by fractions, and plays out by chances: they meet within 1e-9."""
    ready = prepare(name, NAMED[name][1][0], bankroll=100)
    left, done = ready.session(15), ready.session(15, finish=True)
    assert left.at_end.worth is not None
    assert abs(left.at_end.in_hand + left.at_end.worth - done.figures.mean) < 1e-9 * 100
    assert abs(done.figures.weights.sum() - 1) < 1e-12
    assert (done.bounds.least, done.bounds.most) == (done.figures.finals[0], done.figures.finals[-1])


def test_one_roll_of_the_line_played_out_is_the_line_itself() -> None:
    done = prepare("keep line 10", "star-craps", bankroll=100).session(1, finish=True)
    assert done.figures.finals.tolist() == [9000, 11000]
    assert done.figures.weights[1] == pytest.approx(244 / 495, rel=1e-14)
    assert done.figures.rolls == pytest.approx(557 / 165, rel=1e-13)


def test_after_the_last_result_nothing_more_is_put_down() -> None:
    """A Buy that sees no result costs no commission, and no wager stands that nobody made before the last result."""
    ready = prepare("place buy 4=20 10=20", "star-craps", bankroll=100)
    assert ready.session(1).figures.finals.tolist() == [10_000]
    assert find_backend("numba")[1](ready.job(1, 50, SEED), 0, 50)[0].tolist() == [10_000] * 50
    assert {ready.play(SEED, n, 1).final for n in range(20)} == {10_000}
    roulette = prepare("ten-straights", "star-roulette", bankroll=100).session(3)
    assert (roulette.at_end.face, roulette.at_end.stands) == (0, ())


LAYOUTS = [
    ("standard-w", "star-craps", {}),
    ("three-point-molly", "crown-craps", {}),
    ("dont-come-ladder", "aruze-craps", {}),
    ("fire-and-tail", "dragon-fire", {}),
    ("place buy 4=40 10=40; place lay 6=72; keep horn 8; keep hardway 5 on 8", "star-craps", {}),
    ("standard-w", "star-craps", {"rounding_scope": "per_payout"}),
]


@pytest.mark.parametrize(("text", "book", "readings"), LAYOUTS)
def test_the_worth_of_a_layout_is_what_the_engine_makes_of_it(text: str, book: str, readings: dict[str, str]) -> None:
    """By one wager's chain at a time, or by every continuation that the engine plays."""
    ready = prepare(text, open_book(book, readings=readings), bankroll=300)
    assert ready.automaton
    rests = [rest for rest in ready.automaton.rests if rest.layout]
    worths = Worth()
    for rest in rests[:: max(1, len(rests) // 12)]:
        whole = forecast(rest)[None]
        assert worths.of_layout(rest) == whole.staked + whole.mean


def test_winnings_rounded_on_their_sum_are_worth_what_the_layout_is() -> None:
    """Wagers that are rounded together stand together; played out they come to the same."""
    book = open_book("star-craps", readings={"rounding_scope": "per_payout"})
    ready = prepare("place 4=6 5=6 9=6", book, bankroll=100)
    left, done = ready.session(6), ready.session(6, finish=True)
    assert max(len(each.wagers) for each in left.at_end.stands) == 3
    assert left.at_end.worth is not None
    assert abs(left.at_end.in_hand + left.at_end.worth - done.figures.mean) < 1e-7


def test_wagers_that_go_back_up_by_themselves_are_never_played_out(capsys: pytest.CaptureFixture[str]) -> None:
    rebet = ("six-and-eight", "--rolls", "20", "--reading", "auto_rebet=true")
    assert "worth not known" in answer(capsys, "session", *rebet)
    assert "auto_rebet" in complaint(capsys, "session", *rebet, "--finish")
    assert "auto_rebet" in complaint(capsys, "simulate", *rebet, "--finish")
    book = open_book("star-craps", readings={"auto_rebet": "true"})
    with pytest.raises(StrategyError, match="auto_rebet"):
        prepare("six-and-eight", book).play(1, 1, 10, finish=True)


def test_functions_that_choose_and_strategies_without_a_table_finish_too(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = prepare(by_choice(lambda point, cash, stakes, start: 0, ["standard-w", "line-and-odds"]), "star-craps")
    plain = prepare("standard-w", "star-craps")
    assert (
        chosen.simulate(300, 11, SEED, finish=True).figures.mean
        == plain.simulate(300, 11, SEED, finish=True).figures.mean
    )
    monkeypatch.setattr("feltwork.lab.strategy.compile.MAX_STATES", 50)
    by_wager: Prepared = prepare("standard-w", "star-craps")
    for finish in (False, True):
        one, two = by_wager.simulate(60, 11, SEED, finish=finish), plain.simulate(60, 11, SEED, finish=finish)
        assert (one.backend, one.figures.mean, one.rolls) == ("plain", two.figures.mean, two.rolls)
        assert one.at_end == two.at_end


def test_results_from_a_file_tell_what_stands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    dice = tmp_path / "dice.txt"
    dice.write_text("4-2 6-3 3-3 1-1")
    asked = ("simulate", "line-and-odds", "--dice", str(dice), "--rolls", "2")
    told = json.loads(answer(capsys, *asked, "--json"))
    assert (told["final"], told["in_hand"], told["rolls"]) == (300.0, 270.0, 2)
    assert [(each["wager"], each["stake"]) for each in told["standing"]] == [
        ("win-line", "10.00"),
        ("behind-win-line", "20.00"),
    ]
    assert Fraction(told["standing_worth"]) == Fraction(100, 11) + 20
    assert "270.00 in hand, standing win-line 10.00, behind-win-line 20.00, worth 29.0909 (320/11)" in answer(
        capsys, *asked
    )
    done = json.loads(answer(capsys, *asked, "--finish", "--json"))
    assert (done["final"], done["rolls"], done["standing"]) == (334.0, 3, [])
