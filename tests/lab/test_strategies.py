"""Strategies: parts add up, nothing is refused silently, and functions are strategies too."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest

from feltwork.extras import MissingExtraError, need
from feltwork.games import open_book
from feltwork.lab.simulate.cluster import ClusterError, simulate_on_cluster
from feltwork.lab.simulate.job import Job, Tally
from feltwork.lab.simulate.lab import prepare
from feltwork.lab.simulate.run import find_backend
from feltwork.lab.strategy import (
    NAMED,
    StrategyError,
    View,
    by_choice,
    by_function,
    find_strategy,
    keep,
    martingale,
    odds,
    per_shooter,
    place,
    press,
    read_strategy,
    regress,
    stop,
)
from feltwork.lab.strategy.purse import Purse
from feltwork.lab.strategy.reconcile import STOPPED
from feltwork.lab.strategy.runner import Played, play_session
from feltwork.lab.strategy.strategy import Strategy
from feltwork.outcomes import throw_symbol
from feltwork.table.play.state import Limit, TableRules

STAR = open_book("star-craps")


def _play(
    strategy: Strategy, *dice: tuple[int, int], bankroll: int = 30_000, limits: dict[str, Limit] | None = None
) -> Played:
    results = [throw_symbol(*throw) for throw in dice]
    return play_session(strategy, STAR, TableRules(100, limits or {}), bankroll, results, 500)


@pytest.mark.parametrize("name", NAMED)
def test_a_strategy_reads_as_it_is_written(name: str) -> None:
    once = str(find_strategy(name))
    assert str(read_strategy(once)) == once


def test_a_dozen_strategies_ship_and_each_plays_every_book_it_is_for() -> None:
    assert len(NAMED) >= 12
    for name, (_, books, _) in NAMED.items():
        for book in books:
            assert prepare(name, book).tables.states > 1


def test_the_standard_session_to_the_cent() -> None:
    w = find_strategy("standard-w")
    assert _play(w).final == 30_000
    assert _play(w, (4, 2), (6, 2)).final == 31_400  # the 8 pays 14
    assert _play(w, (4, 2), (5, 1)).final == 30_000 + 1000 + 2400 + 1400
    assert _play(w, (4, 2), (5, 1), (4, 3)).final == 34_800 + 1000  # on the come out 6 and 8 are off, 7 wins
    assert _play(w, (4, 2), (3, 4)).final == 30_000 - 1000 - 2000 - 2400


def test_wagers_are_made_in_order_while_the_cash_lasts() -> None:
    assert _play(find_strategy("standard-w"), (4, 2), (3, 4), bankroll=3000).final == 0
    assert _play(find_strategy("standard-w"), (4, 2), (3, 4), bankroll=2300).final == 100  # line and one 12: no odds


def test_what_was_wanted_and_not_placed_is_reported_with_its_clause() -> None:
    played = _play(keep("line", 10) + odds(5), (4, 2), (6, 2))
    ((wager, _, clause, reason),) = played.unmet
    assert (wager, clause, played.unmet.total()) == ("behind-win-line", "6.1.5.1", 2)
    assert "20.00 at most" in reason
    limited = _play(keep("field", 10) + keep("line", 10), (4, 2), limits={"field": Limit(2500)})
    assert {clause for _, _, clause, _ in limited.unmet} == {"7.1"}


def test_press_regress_and_enough_for_a_shooter() -> None:
    eights = [(4, 2), *[(6, 2)] * 3]
    assert _play(place({8: 12}) + press("place", 6, times=2), *eights).final == 30_000 + 1400 + 2100 + 2800
    assert _play(place({8: 24}) + regress("place", 12), *eights).final == 30_000 + 2800 + 1400 + 1400
    assert _play(place({8: 12}) + per_shooter("place", 2), *eights).final == 30_000 + 2 * 1400
    assert _play(place({8: 12}) + per_shooter("place", 1), *eights, (3, 4), *eights).final == 30_000 + 2 * 1400


def test_a_martingale_doubles_after_losses_and_starts_again_at_its_top() -> None:
    lost = [(2, 3)] * 3
    assert _play(martingale("field", 10, steps=3), *lost).final == 30_000 - 7000
    assert _play(martingale("field", 10, steps=3), *lost, (2, 3)).final == 30_000 - 8000
    assert _play(martingale("field", 10, steps=3), (2, 3), (5, 4)).final == 30_000 + 1000


def test_stop_takes_down_what_it_may_and_plays_the_rest_out() -> None:
    played = _play(keep("line", 10) + place({8: 12}) + stop(win=14), (4, 2), (6, 2), (4, 4), (3, 4))
    assert (played.final, played.rolls, played.ends) == (30_000 + 1400 - 1000, 4, STOPPED)
    assert _play(keep("field", 10) + stop(loss=20), *[(2, 3)] * 9).final == 28_000


def test_names_of_a_book_and_words_of_all_books() -> None:
    for book, line in (("star-craps", "win-line"), ("crown-craps", "win-line"), ("aruze-craps", "pass-line")):
        means = {prepare(f"keep {name} 10", book).session(50).figures.mean for name in (line, "line")}
        assert len(means) == 1


def test_a_function_that_compares_its_cash_is_compiled() -> None:
    def wants(view: View) -> dict[str | tuple[str, int], int]:
        rich = view.cash + 500 > 20_000
        return {"field": 2000 if rich else 1000}

    ready = prepare(by_function(wants), "star-craps")  # type: ignore[arg-type]  # a dict of what it wants
    finals = find_backend("numba")[1](Job(ready.tables, 80, 20, 3), 0, 20)[0]
    assert [ready.play(3, n, 80).final for n in range(20)] == finals.tolist()


def test_a_function_that_reads_the_very_cash_is_played() -> None:
    ready = prepare(by_function(lambda view: {"field": max(100, int(view.cash) // 2000 * 100)}), "star-craps")
    assert ready.automaton is None
    done = ready.simulate(3, 40)
    assert done.backend == "plain"
    assert done.figures.mean == pytest.approx(sum(ready.play(1, n, 40).final for n in range(3)) / 3)


def _choose(point: int, cash: int, stakes: int, start: int) -> int:
    return 1 if cash + stakes < start // 2 or point == 8 else 0


def test_a_function_that_chooses_is_compiled_into_the_kernel() -> None:
    ready = prepare(by_choice(_choose, ["standard-w", "keep line 10; odds 1"]), "star-craps")
    done = ready.simulate(50, 200, 3)
    assert done.figures.mean == pytest.approx(sum(ready.play(3, n, 200).final for n in range(50)) / 50)
    with pytest.raises(StrategyError, match="chose layout 2 of 2"):
        prepare(by_choice(lambda *_: 2, ["standard-w", "line-and-odds"]), "star-craps").play(1, 1)


def test_the_purse_remembers_what_was_asked() -> None:
    purse = Purse(1000)
    assert purse.cash > 400
    assert purse.cash + 100 <= 1300
    assert (purse.low, purse.high) == (401, 1201)
    assert purse.cash == 1000
    assert (purse.low, purse.high) == (1000, 1001)


def test_a_missing_extra_is_one_line() -> None:
    with pytest.raises(MissingExtraError, match=r"^nosuchlibrary is not installed: pip install 'feltwork\[sim\]'$"):
        need("nosuchlibrary", "sim")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    import distributed

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, silence_logs=logging.ERROR
    ) as made:
        yield made


def test_a_dask_cluster_gives_the_same_result(cluster: Any) -> None:
    ready = prepare("standard-w", "star-craps")
    there = simulate_on_cluster(Job(ready.tables, 60, 3000, 1), cluster.scheduler_address)
    here = ready.simulate(3000, 60)
    assert (there.figures.weights == here.figures.weights).all()
    assert there.rolls == here.rolls


def test_work_that_a_dask_cluster_loses_is_no_result(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(prepare("standard-w", "star-craps").tables, 60, 3000, 1)

    def lost(*_: object) -> None:
        raise ConnectionError("the worker is gone")

    with monkeypatch.context() as patch:
        patch.setattr("feltwork.lab.simulate.cluster._work", lost)
        patch.setattr("feltwork.lab.simulate.cluster.TRIES", 0)
        with pytest.raises(ClusterError, match=r"lost work for good \(ConnectionError\): no result"):
            simulate_on_cluster(job, cluster.scheduler_address)
    with monkeypatch.context() as patch:
        patch.setattr("feltwork.lab.simulate.cluster._work", lambda job, backend, first, count: Tally())
        with pytest.raises(StrategyError, match="only 0 of 3,000 sessions came back"):
            simulate_on_cluster(job, cluster.scheduler_address)


def test_a_dask_cluster_without_workers_is_told(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(prepare("standard-w", "star-craps").tables, 60, 3000, 1)
    cluster.scale(0)
    cluster.sync(cluster._correct_state)
    with pytest.raises(ClusterError, match="no workers"):
        simulate_on_cluster(job, cluster.scheduler_address)
