"""A million draws look like chance, and three generators that only look like it are found out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from math import sqrt

import pytest

from feltwork.entropy.commit import stream
from feltwork.entropy.mapping import Outcome, draw_below, mapper
from feltwork.entropy.sources import Entropy, OsEntropy, SeededEntropy, outcomes
from feltwork.outcomes import COLOURS, DOUBLE_WHEEL, THROWS
from tests.entropy.battery import BATTERY, alarms, chi_square_tail, normal_tail, runs

DRAWS = max(200_000, int(os.environ.get("FELTWORK_DRAWS", "1_000_000")))
A_SECRET = 64
"""Draws from one secret's stream, so that both ends of a stream and many streams are looked at."""

BOOSTS = [(colour, odds) for colour in COLOURS for odds in ("super", "mega")]
SYMBOLS: dict[str, list[Outcome]] = {
    "two-dice": list(THROWS),
    "pocket:37": [(pocket,) for pocket in DOUBLE_WHEEL[:37]],
    "pocket:38": [(pocket,) for pocket in DOUBLE_WHEEL],
    "boost:1/20": list(BOOSTS),
}
CHANCES = {kind: [Fraction(1, len(symbols))] * len(symbols) for kind, symbols in SYMBOLS.items()}
CHANCES["boost:1/20"] = [
    Fraction(1, 4) * (Fraction(1, 20) if odds == "mega" else Fraction(19, 20)) for _, odds in BOOSTS
]
WHEEL = CHANCES["pocket:37"]


def long_streams(kind: str, source: Entropy) -> Iterator[Outcome]:
    mapped = mapper(kind)
    while True:
        taken = stream(source.secret(), "battery", ())
        for _ in range(A_SECRET):
            yield mapped(taken).outcome


def row_of(kind: str, drawn: Iterator[Outcome], count: int) -> bytes:
    numbers = {outcome: k for k, outcome in enumerate(SYMBOLS[kind])}
    return bytes(map(numbers.__getitem__, islice(drawn, count)))


@pytest.mark.parametrize("kind", SYMBOLS)
def test_draws_look_like_chance(kind: str) -> None:
    assert alarms(row_of(kind, long_streams(kind, OsEntropy()), DRAWS), CHANCES[kind]) == set()


def test_first_draws_of_fresh_secrets_look_like_chance() -> None:
    """As live rounds draw: one outcome from each secret."""
    assert alarms(row_of("pocket:37", outcomes("pocket:37", OsEntropy()), max(100_000, DRAWS // 10)), WHEEL) == set()


@pytest.mark.parametrize("place", [0, 3])
def test_each_of_four_different_pockets_looks_like_chance(place: int) -> None:
    drawn = ((four[place],) for four in long_streams("distinct:38", OsEntropy()))
    assert alarms(row_of("pocket:38", drawn, max(100_000, DRAWS // 10)), CHANCES["pocket:38"]) == set()


def test_seeded_draws_look_like_chance_too() -> None:
    row = row_of("pocket:37", long_streams("pocket:37", SeededEntropy(1)), 100_000)
    assert alarms(row, WHEEL) == set()
    assert row == row_of("pocket:37", long_streams("pocket:37", SeededEntropy(1)), 100_000)


def good_bytes() -> Iterator[int]:
    return stream(SeededEntropy("planted").secret(), "planted", ())


def biased_modulo() -> Iterator[int]:
    """A byte modulo 37: the last three pockets come less often."""
    return (byte % 37 for byte in good_bytes())


def stuck_repeats() -> Iterator[int]:
    """Now and then the last pocket is given again: each pocket still comes as often as it should."""
    source, last = good_bytes(), 0
    while True:
        if draw_below(40, source):
            last = draw_below(37, source)
        yield last


def short_period() -> Iterator[int]:
    """A linear congruential generator of full period 2**16, its upper bytes mapped without bias."""

    def upper_bytes() -> Iterator[int]:
        state = 1
        while True:
            state = (state * 25_173 + 13_849) % 65_536
            yield state >> 8

    source = upper_bytes()
    while True:
        yield draw_below(37, source)


@pytest.mark.parametrize(
    ("planted", "found_by"),
    [(biased_modulo, {"frequencies"}), (stuck_repeats, {"pairs", "runs"}), (short_period, {"pairs"})],
)
def test_bad_generators_are_found_out(planted: Callable[[], Iterator[int]], found_by: set[str]) -> None:
    assert alarms(bytes(islice(planted(), 200_000)), WHEEL) >= found_by


def test_a_repeat_keeps_frequencies_and_is_found_by_the_pairs() -> None:
    assert "frequencies" not in alarms(bytes(islice(stuck_repeats(), 200_000)), WHEEL)


def test_a_row_that_is_too_even_is_found_out() -> None:
    assert alarms(bytes(range(37)) * 4_000, WHEEL) == {test.__name__ for test in BATTERY}


@pytest.mark.parametrize(
    ("statistic", "freedom", "tail"),
    [
        (3.841459, 1, 0.05),
        (5.991465, 2, 0.05),
        (50.998460, 36, 0.05),
        (52.192320, 37, 0.05),
        (67.985, 36, 0.001),
        (36.841361, 2, 1e-8),
        (1074.679449, 1000, 0.05),
    ],
)
def test_chi_square_tails_are_those_of_the_tables(statistic: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(tail, rel=2e-3)


def test_normal_tails_are_those_of_the_tables() -> None:
    assert normal_tail(1.959964) == pytest.approx(0.025, rel=1e-5)
    assert normal_tail(-5.612001) == pytest.approx(1e-8, rel=1e-4)


def test_runs_of_a_fair_coin_have_the_textbook_spread() -> None:
    """201 tosses: 100 changes are expected, with a variance of 50; this row has 99."""
    row = bytes([0] * 101 + [0, 1] * 50)
    assert runs(row, [Fraction(1, 2)] * 2) == pytest.approx(normal_tail(-1 / sqrt(50)))
