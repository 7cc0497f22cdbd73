"""Edges that others have published, compared with ours as fractions.

A published percentage is matched as printed: our exact edge, rounded to the same number of places. Where a
source gives a fraction, the fractions are equal. Each row names its source.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from feltwork.lab.analysis.edges import odds_of
from feltwork.odds import percent

EPSTEIN = "R. A. Epstein, The Theory of Gambling and Statistical Logic, chapter on coins, wheels and dice"
SHACKLEFORD = "M. Shackleford, The Wizard of Odds, craps: house edge of all major bets, and the English payouts"
GROCHOWSKI = "J. Grochowski, Roulette's worst bet, Casino City Times, 30 November 2010"
THE_BOOK = "the roulette book's own declaration (1.1)"

FRACTIONS = [
    ("star-craps", "win-line", None, "win", Fraction(244, 495), EPSTEIN),
    ("star-craps", "win-line", None, "edge", Fraction(7, 495), EPSTEIN),
    ("star-craps", "dont-win", None, "edge", Fraction(3, 220), EPSTEIN),
    ("star-craps", "dont-win", None, "win", Fraction(949, 1980), EPSTEIN),
    ("aruze-craps", "pass-line", None, "edge", Fraction(7, 495), EPSTEIN),
    ("aruze-craps", "dont-pass", None, "edge", Fraction(3, 220), EPSTEIN),
    ("star-craps", "win-line", None, "rolls", Fraction(557, 165), EPSTEIN),
]

PERCENTS = [
    ("star-craps", "win-line", None, "1.41", SHACKLEFORD),
    ("star-craps", "come", None, "1.41", SHACKLEFORD),
    ("star-craps", "dont-win", None, "1.36", SHACKLEFORD),
    ("star-craps", "dont-come", None, "1.36", SHACKLEFORD),
    ("star-craps", "behind-win-line", 4, "0.00", SHACKLEFORD),
    ("star-craps", "behind-dont-win", 6, "0.00", SHACKLEFORD),
    ("star-craps", "place-to-win", 6, "1.52", SHACKLEFORD),
    ("star-craps", "place-to-win", 5, "4.00", SHACKLEFORD),
    ("star-craps", "place-to-win", 4, "6.67", SHACKLEFORD),
    ("star-craps", "place-to-lose", 6, "1.82", SHACKLEFORD),
    ("star-craps", "place-to-lose", 5, "2.50", SHACKLEFORD),
    ("star-craps", "place-to-lose", 4, "3.03", SHACKLEFORD),
    ("star-craps", "buy", 4, "4.76", SHACKLEFORD),
    ("star-craps", "buy", 5, "4.76", SHACKLEFORD),
    ("star-craps", "buy", 6, "4.76", SHACKLEFORD),
    ("star-craps", "lay", 4, "2.44", SHACKLEFORD),
    ("star-craps", "lay", 5, "3.23", SHACKLEFORD),
    ("star-craps", "lay", 6, "4.00", SHACKLEFORD),
    ("star-craps", "big-6", None, "9.09", SHACKLEFORD),
    ("star-craps", "big-8", None, "9.09", SHACKLEFORD),
    ("star-craps", "field", None, "5.56", SHACKLEFORD),
    ("star-craps", "any-seven", None, "16.67", SHACKLEFORD),
    ("star-craps", "hardway", 4, "5.56", SHACKLEFORD),
    ("star-craps", "hardway", 6, "4.55", SHACKLEFORD),
    ("aruze-craps", "hardway", 6, "9.09", SHACKLEFORD),
    ("aruze-craps", "any-seven", None, "8.33", SHACKLEFORD),
    ("star-craps", "any-craps", None, "5.56", SHACKLEFORD),
    ("star-craps", "craps-two", None, "5.56", SHACKLEFORD),
    ("star-craps", "craps-three", None, "5.56", SHACKLEFORD),
    ("star-craps", "craps-twelve", None, "5.56", SHACKLEFORD),
    ("star-craps", "eleven", None, "5.56", SHACKLEFORD),
    ("star-craps", "horn", None, "5.56", SHACKLEFORD),
    ("aruze-craps", "hop", (1, 1), "5.56", SHACKLEFORD),
    ("aruze-craps", "hop", (1, 2), "5.56", SHACKLEFORD),
]


@pytest.mark.parametrize(("book", "wager", "on", "figure", "published", "source"), FRACTIONS)
def test_published_fractions(
    book: str, wager: str, on: int | None, figure: str, published: Fraction, source: str
) -> None:
    (row,) = (row for row in odds_of(book, wager) if row.on == on)
    assert getattr(row, figure) == published, source


@pytest.mark.parametrize(("book", "wager", "on", "published", "source"), PERCENTS)
def test_published_percentages(book: str, wager: str, on: object, published: str, source: str) -> None:
    (row,) = (row for row in odds_of(book, wager) if row.on == on)
    assert percent(row.edge, 2) == published, source


@pytest.mark.parametrize(("wheel", "published"), [("single", "2.70"), ("double", "5.26")])
def test_declared_roulette_edges(wheel: str, published: str) -> None:
    rows = odds_of("star-roulette", wheel=wheel)
    odd_ones_out = {row.wager: percent(row.edge, 2) for row in rows if percent(row.edge, 2) != published}
    assert odd_ones_out == ({"five-line": "7.89"} if wheel == "double" else {}), (THE_BOOK, GROCHOWSKI)


def test_a_barred_number_that_stays_up_costs_more_than_one_that_goes_back() -> None:
    """Crown's inactive 2 leaves no push: the edge per wager made is the edge per wager resolved elsewhere."""
    (crown,) = odds_of("crown-craps", "dont-win-line")
    (star,) = odds_of("star-craps", "dont-win")
    assert crown.edge == star.edge_resolved == Fraction(27, 1925)
    assert crown.push == 0
    assert star.push == Fraction(1, 36)


def test_edges_reckoned_by_hand_where_nobody_has_published_them() -> None:
    """Dragon Fire and Lucky Ball, enumerated on paper from the texts."""
    dragon = {(row.wager, row.on): row.edge for row in odds_of("dragon-fire")}
    # 15 of 36 win at once, 6 freeze; of those 15 of 36 win: 15/36 + 6/36 * 15/36 = 35/72.
    assert dragon["dragon", None] == dragon["fire", None] == 1 - 2 * Fraction(35, 72)
    assert dragon["low-pair", None] == 1 - Fraction(3, 36) * 11
    assert dragon["specific-pair", 5] == 1 - Fraction(1, 36) * 34
    eight = Fraction(5, 36)
    tail = eight * (1 - eight) * 3 + eight**2 * (1 - eight) * 11 + eight**3 * 101
    assert dragon["dragons-tail", None] == 1 - tail
    lucky = {row.on: row.edge for row in odds_of("star-roulette", "lucky-ball", lucky_ball=True)}
    for colour, standard, boosted in (("red", 6, 120), ("green", 12, 100), ("blue", 20, 75), ("yellow", 25, 60)):
        assert lucky[colour] == 1 - Fraction(1, 37) * (1 + Fraction(3 * standard + boosted, 4))
