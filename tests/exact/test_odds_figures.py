"""What the other figures of an odds row mean, held against sums done another way."""

from __future__ import annotations

from fractions import Fraction

import pytest

from feltwork.games import open_book
from feltwork.games.lucky import break_even, expected_return
from feltwork.lab.analysis.edges import OddsError, odds_of
from feltwork.lab.analysis.layout import forecast, next_round
from feltwork.lab.analysis.staking import staked
from feltwork.odds import percent
from feltwork.outcomes import POINTS
from feltwork.readings import ReadingError
from feltwork.table.play.table import open_table


def test_rolls_while_off_are_counted() -> None:
    """A Place bet sleeps through come-outs, so it takes longer than 36/11 rolls; in Aruze it never sleeps."""
    (star,) = (r for r in odds_of("star-craps", "place-to-win") if r.on == 6)
    (aruze,) = (r for r in odds_of("aruze-craps", "place") if r.on == 6)
    assert aruze.rolls == Fraction(36, 11)
    assert star.rolls > aruze.rolls
    assert (star.win, star.edge) == (aruze.win, aruze.edge)
    # Working rolls are what they always were: 36/11. The rest are the come-outs slept through.
    assert star.edge_per_roll == star.edge / star.rolls


def test_odds_on_a_come_sleep_and_go_back() -> None:
    for row in odds_of("star-craps", "behind-come"):
        assert row.edge == row.edge_resolved == 0
        assert row.push > 0
        assert row.win / row.lose == 1 / row.pays[0]
        assert row.rolls == Fraction(36, 6 + {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}[int(str(row.on))])
    assert [row.on for row in odds_of("star-craps", "behind-win-line")] == list(POINTS)


def test_variance_of_an_even_money_wager() -> None:
    (row,) = odds_of("star-craps", "win-line")
    assert row.variance == 1 - row.edge**2


def test_commission_is_part_of_what_the_edge_is_measured_on() -> None:
    (row,) = (r for r in odds_of("star-craps", "lay") if r.on == 4)
    assert row.commission == Fraction(1, 40)
    assert row.edge == Fraction(1, 40) / Fraction(41, 40)


@pytest.mark.parametrize(("wheel", "limit"), [("single", Fraction(2, 225)), ("double", Fraction(1, 75))])
def test_a_mega_probability_that_removes_the_edge_is_refused_with_the_break_even(wheel: str, limit: Fraction) -> None:
    book = open_book("star-roulette", wheel=wheel, lucky_ball="mega")
    assert break_even(book) == limit
    assert max(expected_return(book, c, limit) for c in ("red", "green", "blue", "yellow")) == 1
    with pytest.raises(ReadingError, match=rf"below {limit} \({percent(limit, 3)}%\)"):
        odds_of("star-roulette", wheel=wheel, mega=limit)
    just_under = limit - Fraction(1, 10**9)
    assert min(r.edge for r in odds_of("star-roulette", "lucky-ball", wheel=wheel, mega=just_under)) > 0
    with pytest.raises(ReadingError):
        open_book("star-roulette", wheel=wheel, lucky_ball="mega", readings={"mega_probability": "1/2"})


def test_mega_odds_need_a_probability() -> None:
    with pytest.raises(OddsError, match="probability"):
        odds_of("star-roulette", lucky_ball="mega")
    given = odds_of("star-roulette", lucky_ball="mega", readings={"mega_probability": "1/500"})
    assert given == odds_of("star-roulette", mega=Fraction(1, 500))


def test_one_roulette_row_speaks_for_its_kind() -> None:
    """All selections of a kind have the same figures, so one row may stand for them."""
    for wheel in ("single", "double"):
        book = open_book("star-roulette", wheel=wheel)
        for wager in book.wagers.values():
            sizes = {len(shape.arms()) for shape in wager.shapes.values()}
            covered = {
                sum(
                    code < 0 and book.machine(wager.name, on).arms[~code].result == "win"
                    for code in book.machine(wager.name, on).codes(0, 0, True)
                )
                for on in wager.shapes
            }
            assert len(sizes) == len(covered) == 1, wager.name


def test_chip_rounding_changes_the_edge() -> None:
    """Reading G6: a 1.00 Place on 6 with 1.00 chips pays 2.00, and the player is ahead by 36%."""
    book = open_book("star-craps")
    rows = {(r.wager, r.on): r for r in odds_of(book)}
    small = staked(book, rows["place-to-win", 6], 100, 100)
    assert small.edge == -(Fraction(5, 11) * 2 - Fraction(6, 11))
    assert small.favours_player
    assert staked(book, rows["place-to-win", 6], 600, 100).edge == rows["place-to-win", 6].edge
    assert staked(book, rows["buy", 4], 1000, 100).edge is None
    assert "20.00 would do" in str(staked(book, rows["buy", 4], 1000, 100).why_not)
    assert "multiples of 4.00" in str(staked(book, rows["horn", None], 1000, 100).why_not)
    assert "chips of 3.00" in str(staked(book, rows["field", None], 1000, 300).why_not)


def test_a_layout_is_worth_the_sum_of_its_wagers() -> None:
    table = open_table("star-craps", seats={1: "1000.00", 2: "1000.00"}, smallest_chip="0.01")
    table.bet(1, "win-line", "49.50")
    table.bet(2, "field", "18.00")
    table.bet(2, "big-6", "11.00")
    seen = forecast(table.state)
    assert seen[1].mean == -70  # 7/495 of 49.50
    assert seen[2].mean == -100 - 100  # 1/18 of 18.00 and 1/11 of 11.00
    assert seen[None].mean == seen[1].mean + seen[2].mean
    assert (seen[None].worst, seen[None].best) == (-7850, 4950 + 1800 + 1100)  # a Field at 2 to 1 sinks the line
    assert sum(o.chance for o in next_round(table.state)) == 1
    average = sum((o.chance * o.change() for o in next_round(table.state)), Fraction(0))
    assert average == -100 + Fraction(4950 * (8 - 4), 36) + Fraction(1100 * (5 - 6), 36)


def test_wagers_called_off_for_good_are_worth_what_lies() -> None:
    table = open_table("star-craps", seats={1: "1000.00"})
    table.roll(2, 2)
    table.bet(1, "place-to-win", "6.00", 6)
    table.call(1, "place-to-win", 6, working=False)
    seen = forecast(table.state)[None]
    assert seen.mean == seen.variance == 0
    assert seen.worst == seen.best == 0
