"""Each alternative of a reading does something, and a value that there is not is refused by name."""

from __future__ import annotations

from fractions import Fraction

import pytest

from feltwork.games import open_book
from feltwork.games.register import readings, register
from feltwork.games.registry import book_names, choose_readings, games, options_of
from feltwork.lab.analysis.edges import odds_of
from feltwork.readings import ReadingError
from feltwork.table.play.table import Table, open_table
from feltwork.views.card import wager_card


def at(book: str, chip: str = "1.00", **settings: object) -> Table:
    return open_table(book, seats={1: "1000.00"}, smallest_chip=chip, **settings)  # type: ignore[arg-type]


def test_every_option_stands_on_a_written_reading_that_touches_its_books() -> None:
    written = {reading.id: reading for reading in readings()}
    known = {(row.book, row.clause) for row in register()}
    for game in games():
        for option in game.options:
            assert option.id in written, option
            assert game.id in {book for book, _ in written[option.id].where}, option
    assert all(pair in known for reading in readings() for pair in reading.where)


@pytest.mark.parametrize("book", book_names())
def test_a_value_that_there_is_not_is_refused_by_name(book: str) -> None:
    for option in options_of(book):
        with pytest.raises(ReadingError, match=option.name if option.name != "mega_probability" else "probability"):
            choose_readings(book, {option.name: "nonsense"})
        for value in option.values:
            assert choose_readings(book, {option.name: value})[option.name] == value


def test_unknown_and_foreign_readings_are_refused() -> None:
    with pytest.raises(ReadingError, match="did you mean 'horn_split'"):
        choose_readings("star-craps", {"horn_splt": "exact_fraction"})
    with pytest.raises(ReadingError, match="belongs to aruze-craps"):
        choose_readings("star-craps", {"az_rounding": "down"})


def test_limit_scope_counts_a_player_s_wagers_of_a_kind_together() -> None:
    limits = {"place-to-win": ("6.00", "30.00")}
    for scope, taken in (("per_area", True), ("per_player_total", False)):
        table = at("star-craps", limits=limits, readings={"limit_scope": scope})
        assert table.bet(1, "place-to-win", "24.00", 6)
        assert bool(table.bet(1, "place-to-win", "12.00", 8)) is taken
        assert table.bet(1, "place-to-win", "6.00", 5)


def test_limit_scope_caps_what_was_put_down_last() -> None:
    table = at("star-craps", limits={"lay": ("0.00", "50.00")}, late=True, readings={"limit_scope": "per_player_total"})
    table.bet(1, "lay", "40.00", 4)
    table.bet(1, "lay", "40.00", 10)
    first, second = table.roll(3, 4).settled
    assert (first.on, first.winnings, second.on, second.winnings) == (4, 2000, 10, 500)


def test_odds_may_share_the_limit_of_the_flat_wager() -> None:
    limits = {"win-line": ("5.00", "25.00")}
    for reading, taken in (("own", True), ("share_flat", False)):
        table = at("star-craps", limits=limits, readings={"odds_limits": reading})
        table.bet(1, "win-line", "10.00")
        table.roll(2, 2)
        assert table.bet(1, "behind-win-line", "15.00")
        assert bool(table.bet(1, "behind-win-line", "5.00")) is taken


def test_guard_limits_may_let_a_wager_lie_until_it_is_found() -> None:
    for reading, taken in (("refuse", False), ("accept_and_apply_late_rule", True)):
        table = at("star-craps", limits={"field": ("5.00", "50.00")}, readings={"guard_limits": reading})
        assert bool(table.bet(1, "field", "80.00")) is taken
    (line,) = table.roll(1, 2).settled
    assert (line.winnings, line.returned) == (5000, 8000)


def test_auto_rebet_puts_a_winning_wager_back_up_and_pays_commission_again() -> None:
    table = at("star-craps", readings={"auto_rebet": "true"})
    table.roll(2, 2)
    table.bet(1, "buy", "20.00", 6)
    table.roll(5, 1)
    assert [s.key for s in table.standing] == [(1, "buy", 6)]
    assert table.balance(1) == "1002.00"  # 1000 - 21 + 20 + 24 - 21
    table.roll(3, 4)
    assert not table.standing


def test_dont_lock_read_literally_bars_putting_a_dont_wager_back_before_the_roll() -> None:
    for reading, taken in (("until_decision", True), ("literal_any_time", False)):
        table = at("star-craps", readings={"dont_lock": reading})
        table.bet(1, "dont-win", "10.00")
        table.remove(1, "dont-win", amount="5.00")
        step = table.bet(1, "dont-win", "5.00")
        assert bool(step) is taken
    assert step.refused is not None
    assert step.refused.clause == "6.5"
    table.roll(3, 4)
    assert table.bet(1, "dont-win", "5.00"), "a decision ends the lock"


def test_odds_excess_may_go_back_by_itself() -> None:
    table = at("star-craps", readings={"odds_excess": "auto_return"})
    table.bet(1, "dont-win", "10.00")
    table.roll(2, 2)
    table.bet(1, "behind-dont-win", "40.00")
    (line,) = table.remove(1, "dont-win", amount="5.00").settled
    assert (line.wager, line.result, line.returned) == ("behind-dont-win", "returned", 2000)
    assert table.state.stake_of(1, "behind-dont-win", None) == 2000


def test_bar_effect_changes_the_edge() -> None:
    (stays,) = odds_of("star-craps", "dont-win", readings={"bar_effect": "stay"})
    (goes,) = odds_of("crown-craps", "dont-win-line", readings={"bar_effect": "return"})
    assert stays.edge == Fraction(27, 1925)
    assert goes.edge == Fraction(3, 220)


def test_come_out_off_puts_aruze_wagers_to_sleep_without_a_call() -> None:
    (asleep,) = (r for r in odds_of("aruze-craps", "place", readings={"come_out_off": "true"}) if r.on == 6)
    assert asleep.rolls > Fraction(36, 11)
    table = at("aruze-craps", readings={"come_out_off": "true"})
    table.bet(1, "place", "6.00", 6)
    table.no_more_bets()
    assert table.roll(3, 4).settled == ()


def test_mini_lock_until_decided() -> None:
    table = at("crown-craps", variant="mini", readings={"mini_lock": "until_decided"})
    table.bet(1, "place", "6.00", 6)
    table.no_more_bets()
    table.roll(2, 2)
    for step in (
        table.remove(1, "place", 6),
        table.bet(1, "place", "6.00", 6),
        table.call(1, "place", 6, working=False),
    ):
        assert step.refused is not None
        assert step.refused.clause == "7.4.1"
    assert table.bet(1, "place", "6.00", 8)


def test_the_fingerprint_tells_readings_apart() -> None:
    prints = {at("star-craps", readings={"bar_effect": value}).book.fingerprint for value in ("return", "stay")}
    assert len(prints) == 2
    assert at("star-craps").book.fingerprint == at("star-craps").book.fingerprint


def test_a_chip_set_is_multiples_of_the_smallest() -> None:
    """Reading G6: another set is refused."""
    table = open_table("star-craps", seats={1: "100.00"}, chips=["5.00", "2.50", "25.00"])
    assert table.state.rules.chip == 250
    for chips in (["5.00", "2.00"], ["0.00", "1.00"]):
        with pytest.raises(ValueError, match="chip"):
            open_table("star-craps", seats={1: "100.00"}, chips=chips)
    with pytest.raises(ValueError, match="not both"):
        open_table("star-craps", seats={1: "100.00"}, chips=["1.00"], smallest_chip="1.00")


@pytest.mark.parametrize("book", book_names())
def test_a_terminal_may_leave_the_edges_out(book: str) -> None:
    shown, silent = wager_card(open_book(book)), wager_card(open_book(book, readings={"show_edges": "false"}))
    assert {"edge", "edge_percent"} == set.union(*(spot.keys() - silent[key].keys() for key, spot in shown.items()))
    assert silent == {
        key: {part: said for part, said in spot.items() if part not in ("edge", "edge_percent")}
        for key, spot in shown.items()
    }
