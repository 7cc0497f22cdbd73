"""Everything that plays a strategy plays the same game: live table, kernels, exact sessions."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from feltwork.lab.simulate import stream, vector
from feltwork.lab.simulate.exact import exact_session, sweep_by_slices
from feltwork.lab.simulate.job import Job
from feltwork.lab.simulate.lab import Prepared, prepare
from feltwork.lab.simulate.run import find_backend, simulate
from feltwork.lab.strategy.named import NAMED

SEED, ROLLS = 7, 201


def _ready(name: str) -> Prepared:
    return prepare(name, NAMED[name][1][0], bankroll=300)


@pytest.mark.parametrize("name", NAMED)
def test_simulated_sessions_replayed_at_the_live_table_give_the_same_cents(name: str) -> None:
    ready = _ready(name)
    sessions = 100 if name == "standard-w" else 6
    finals, lengths, endings, _ = find_backend("numba")[1](Job(ready.tables, ROLLS, sessions, SEED), 0, sessions)
    watched = vector.run(ready.tables, SEED, 0, sessions, ROLLS, watch=True)
    for n in range(sessions):
        played = ready.play(SEED, n, ROLLS)
        assert (played.final, played.rolls, played.ends) == (finals[n], lengths[n], endings[n])
        assert (played.final, played.drawdown) == (watched[0][n], watched[4][n])


@pytest.mark.parametrize("name", NAMED)
def test_backends_threads_and_pieces_give_the_same_result(name: str) -> None:
    job = Job(_ready(name).tables, ROLLS, 3001, SEED)
    one = simulate(job, "numba", 1)
    for other in (simulate(job, "numba", 2), simulate(job, "numba", 5), simulate(job, "numpy", 1)):
        assert (one.figures.finals == other.figures.finals).all()
        assert (one.figures.weights == other.figures.weights).all()
        assert (one.rolls, one.figures.ruin, one.drawdown) == (other.rolls, other.figures.ruin, other.drawdown)
    assert simulate(Job(job.tables, ROLLS, 3001, SEED + 1), "numba", 1).figures.mean != one.figures.mean


@pytest.mark.parametrize(
    ("text", "bankroll", "rolls"),
    [
        ("keep line 10; odds 2; place 6=12 8=12; stop loss 300 win 200", 300, 500),  # a range with an upper end
        ("keep line 10; stop loss 40 win 30", 100, 500),  # a narrow one
        ("standard-w", 54, 500),  # below the range from the start
        ("standard-w", 20_000_000, 40),  # rich
        ("standard-w", 300, 20_000_000),  # cash could outgrow its half of a mark: one result a lookup
    ],
)
def test_ranges_of_cash(text: str, bankroll: int, rolls: int) -> None:
    """Session by session the same by numba, by NumPy and at the live table."""
    ready = prepare(text, "star-craps", bankroll=bankroll)
    job = Job(ready.tables, rolls, 50 if rolls < 1000 else 2, SEED)
    assert ready.tables.pairs.fit(rolls, ready.tables.start.bankroll) is (rolls < 1000)
    by_numba, by_numpy = (find_backend(name)[1](job, 0, job.sessions) for name in ("numba", "numpy"))
    assert all(np.array_equal(by_numba[column], by_numpy[column]) for column in range(4))
    if rolls < 1000:
        assert [ready.play(SEED, n, rolls).final for n in range(3)] == by_numba[0][:3].tolist()


@pytest.mark.parametrize("rolls", [1, 2, 3, 7, 8, 9])
def test_odd_and_even_numbers_of_rolls(rolls: int) -> None:
    ready = _ready("standard-w")
    finals, lengths, _, _ = find_backend("numba")[1](Job(ready.tables, rolls, 300, SEED), 0, 300)
    assert (lengths <= rolls).all()
    assert (finals == vector.run(ready.tables, SEED, 0, 300, rolls)[0]).all()
    assert ready.play(SEED, 0, rolls).final == finals[0]


@pytest.mark.parametrize("results", [36, 37, 38, 5476, 100_000])
def test_results_are_uniform(results: int) -> None:
    """Chi square over 64 bins, at a significance of 1 in 10,000."""
    drawn = np.array(list(islice(stream.results_of(SEED, 3, results), 40_000)))
    assert drawn.min() >= 0
    assert drawn.max() < results
    cells = min(results, 64)
    found = np.bincount(drawn * cells // results, minlength=cells)
    sizes = np.bincount(np.arange(results) * cells // results, minlength=cells) / results * len(drawn)
    assert ((found - sizes) ** 2 / sizes).sum() < cells - 1 + 4 * (2 * (cells - 1)) ** 0.5 + 8


def test_a_half_word_is_thrown_away_exactly_where_results_would_be_uneven() -> None:
    """Small enough to count: with 8-bit words in place of 32, each pair of results comes equally often."""
    for many in (3, 5, 6, 7):
        least = 256 % many**2
        seen = np.zeros((many, many), dtype=int)
        for word in range(256):
            first, left = divmod(word * many, 256)
            second, left = divmod(left * many, 256)
            if left >= least:
                seen[first, second] += 1
        assert (seen == seen[0, 0]).all()


@pytest.mark.parametrize("name", ["standard-w", "dont-and-lay", "red-martingale", "three-hits", "dragon-paroli"])
def test_simulation_agrees_with_the_exact_session(name: str) -> None:
    """Within 4.5 standard errors: a false alarm once in 150,000 seeds."""
    ready = _ready(name)
    exact, done = ready.session(100).figures, ready.simulate(100_000, 100, SEED)
    assert abs(done.figures.mean - exact.mean) < 4.5 * exact.sd / 100_000**0.5
    assert abs(done.figures.ruin - exact.ruin) < 4.5 * (exact.ruin * (1 - exact.ruin) / 100_000) ** 0.5 + 1e-9
    assert abs(done.figures.rolls - exact.rolls) < 0.5


def test_exact_sessions_are_the_same_by_numba_and_by_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = _ready("standard-w")
    compiled = ready.session(60).figures
    monkeypatch.setattr("feltwork.lab.simulate.exact._sweep", lambda: sweep_by_slices)
    assert ready.automaton
    sliced = exact_session(ready.automaton, ready.tables, 60).figures
    assert (compiled.finals == sliced.finals).all()
    assert np.allclose(compiled.weights, sliced.weights, rtol=1e-12)


@pytest.mark.parametrize(
    ("text", "book"), [("standard-w", "star-craps"), ("martingale red 10 steps 3", "star-roulette")]
)
def test_exact_sessions_equal_brute_force(text: str, book: str) -> None:
    """Every sequence of two results, each played at the live table."""
    from feltwork.lab.strategy.runner import play_session

    ready = prepare(text, book, bankroll=40)
    many = ready.results
    found: dict[int, int] = {}
    for first in range(many):
        for second in range(many):
            final = play_session(ready.strategy, ready.book, ready.rules, 4000, [first, second], 2).final
            found[final] = found.get(final, 0) + 1
    exact = ready.session(2).figures
    assert exact.finals.tolist() == sorted(found)
    assert np.allclose(exact.weights * many * many, [found[final] for final in sorted(found)], rtol=1e-13)


def test_the_exact_mean_follows_from_the_edges_and_the_wagers_made() -> None:
    from benchmarks.lab import mean_by_edges

    session = _ready("standard-w").session(500)
    assert abs(session.figures.mean - mean_by_edges(session)) / 100 < 1e-9
    assert session.cut < 1e-12


def test_the_compiler_picks_a_form_that_fits_and_says_which() -> None:
    ready = _ready("three-point-molly")
    assert ready.tables.states > 1000
    assert ready.form.startswith("1,262 states, two results a lookup")
    wide = prepare("keep line 10; keep come 10 most 3; keep dont-come 10 most 1", "star-craps", bankroll=1000)
    assert "one result a lookup" in wide.form
    job = Job(wide.tables, 60, 500, SEED)
    assert simulate(job, "numba").figures.mean == simulate(job, "numpy").figures.mean
    assert [wide.play(SEED, n, 60).final for n in range(5)] == find_backend("numba")[1](job, 0, 5)[0].tolist()
