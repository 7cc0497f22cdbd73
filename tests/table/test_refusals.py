"""What is refused says why, in words and figures a player can use, and moves nothing."""

from __future__ import annotations

import dataclasses
from dataclasses import is_dataclass

import pytest

from feltwork.games import book_names, open_book
from feltwork.games.registry import every_kind
from feltwork.refusal import Refusal
from feltwork.table.play import commands, events, state
from feltwork.table.play.script import read_script
from feltwork.table.play.table import Step, Table, open_table
from feltwork.wagers import arms, automaton, row, shapes


def at(book: str = "star-craps", chip: str = "1.00", **settings: object) -> Table:
    return open_table(book, seats={1: "100.00", 2: "100.00"}, smallest_chip=chip, **settings)  # type: ignore[arg-type]


def why(step: Step) -> tuple[str, str]:
    assert step.refused is not None, step
    return step.refused.clause, step.refused.reason


@pytest.mark.parametrize(
    ("wager", "on", "stake", "would_do"),
    [
        ("buy", 4, "25.00", "20.00 or 40.00 would do"),
        ("buy", 4, "10.00", "20.00 would do"),
        ("buy", 6, "41.00", "40.00 or 60.00 would do"),
        ("lay", 4, "41.00", "40.00 or 80.00 would do"),
        ("lay", 6, "25.00", "24.00 or 48.00 would do"),
        ("lay", 5, "29.00", "30.00 would do"),
    ],
)
def test_an_inexact_commission_names_the_stakes_that_would_do(wager: str, on: int, stake: str, would_do: str) -> None:
    clause, reason = why(at().bet(1, wager, stake, on))
    assert clause == {"buy": "6.1.24", "lay": "6.1.25"}[wager]
    assert reason.startswith(f"{wager.capitalize()} ")
    assert reason.endswith(f", so that the commission is whole: {would_do}")


def test_too_little_money_is_told_with_the_commission() -> None:
    table = open_table("star-craps", seats={1: "20.00"}, smallest_chip="1.00")
    assert why(table.bet(1, "buy", "20.00", 4))[1] == "you have 20.00, not enough for 20.00 and 1.00 commission"
    assert why(table.bet(1, "field", "21.00"))[1] == "you have 20.00, not enough for 21.00"
    assert table.bet(1, "field", "20.00")


def test_limits_are_told_with_what_the_wager_would_be() -> None:
    limits = {"field": ("5.00", "20.00", "5.00")}
    table = at(limits=limits)
    assert why(table.bet(1, "field", "4.00")) == ("7.1", "Field would be 4.00, under the minimum of 5.00")
    assert table.bet(1, "field", "5.00")
    assert why(table.bet(1, "field", "16.00")) == ("7.1", "Field would be 21.00, over the maximum of 20.00")
    assert why(table.bet(1, "field", "1.00"))[1] == "Field of 6.00 is not in units of 5.00 above the minimum"
    assert table.bet(1, "field", "15.00")
    totals = at(limits=limits, readings={"limit_scope": "per_player_total"})
    assert why(totals.bet(1, "field", "4.00"))[1].startswith("all Field of a player would be 4.00")


def test_selections_that_are_not_there_are_told_apart() -> None:
    wheel = at("star-roulette")
    assert why(wheel.bet(1, "split", "1.00", [5, 5]))[1] == "Split names the same number twice"
    assert why(wheel.bet(1, "split", "1.00", [5, 7]))[1] == "5-7 is not a Split on this layout"
    assert why(wheel.bet(1, "split", "1.00", [0, 4]))[1] == "0-4 is not a Split on this layout at this wheel"
    assert why(wheel.bet(1, "straight", "1.00", "00"))[1] == "00 is not a Straight Up on this layout at this wheel"
    assert why(wheel.bet(1, "straight", "1.00"))[1] == "say what the Straight Up bet is on"
    assert why(wheel.bet(1, "red", "1.00", 3))[1] == "Red is not on any number"
    assert why(wheel.bet(1, "dozen", "1.00", 4)) == ("3.2.8", "Dozen is on 1, 2, 3, not on 4")
    assert why(wheel.bet(1, "dozen", "1.00", "2"))[1] == "Dozen is on 1, 2, 3, not on '2'"
    assert why(wheel.bet(1, "split", "1.00", []))[1] == "say what the Split bet is on"
    assert why(wheel.bet(1, "rde", "1.00")) == ("3.2", "there is no wager 'rde' at this table; did you mean 'red'?")


def test_odds_lean_on_their_own_seat_s_wager_only() -> None:
    table = at()
    for seat in (1, 2):
        table.bet(seat, "dont-win", "10.00")
    table.roll(2, 2)
    table.bet(2, "behind-dont-win", "40.00")
    assert table.remove(1, "dont-win", amount="5.00")
    assert table.remove(1, "dont-win")
    refused = why(table.remove(2, "dont-win", amount="5.00"))
    assert refused == ("6.1.6.1", "odds lean on this wager: take Behind the Don't Win down to 20.00 first")
    assert why(table.remove(2, "dont-win"))[1] == "odds lean on this wager: take Behind the Don't Win down first"


def test_odds_handed_back_win_nothing() -> None:
    table = at(readings={"odds_excess": "auto_return"})
    table.bet(1, "dont-win", "10.00")
    table.roll(2, 2)
    table.bet(1, "behind-dont-win", "40.00")
    (line,) = table.remove(1, "dont-win").settled
    assert (line.stake, line.winnings, line.returned) == (4000, 0, 4000)
    assert table.balance(1) == "100.00"


def test_cancel_later_false_lets_only_this_period_s_chips_come_down() -> None:
    table = at("aruze-craps", readings={"cancel_later": "false"})
    table.bet(1, "place", "6.00", 6)
    assert table.remove(1, "place", 6, "6.00"), "all of what was just placed"
    table.bet(1, "place", "6.00", 6)
    table.no_more_bets()
    table.roll(1, 1)
    table.bet(1, "place", "4.00", 6)
    assert why(table.remove(1, "place", 6, "5.00")) == ("3.3.6", "Place was placed in an earlier wagering period")
    assert table.remove(1, "place", 6, "3.00")
    assert table.remove(1, "place", 6, "1.00")
    assert not table.remove(1, "place", 6, "1.00")


def test_winnings_rounded_on_their_sum() -> None:
    """Two wins of 5.83 and one third: 12.00 in all, not 6.00 and 6.00 and more."""
    table = at(readings={"rounding_scope": "per_payout"})
    table.roll(2, 2)
    for wager, on in (("place-to-win", 6), ("field", None), ("big-6", None)):
        table.bet(1, wager, "5.00", on)
    table.bet(2, "place-to-win", "5.00", 6)
    lines = table.roll(4, 2).settled
    assert [(line.seat, line.wager, line.winnings) for line in lines] == [
        (1, "big-6", 500),
        (1, "field", 0),
        (1, "place-to-win", 600),
        (2, "place-to-win", 600),
    ]
    table.bet(1, "place-to-win", "5.00", 6)
    table.bet(1, "place-to-win", "5.00", 8)
    table.bet(1, "hardway", "1.00", 8)
    lines = table.roll(4, 4).settled
    # 9.50 is made up to 10.00; 15.33 and a third to 16.00, of which 10.00 are already paid.
    assert [(line.wager, line.winnings) for line in lines] == [("hardway", 1000), ("place-to-win", 600)]


def test_winnings_of_legs_rounded_on_their_sum() -> None:
    """A Horn of 5.00 split exactly: 1.25 at 16 to 1 is 20.00; Crap-Eleven of 5.00: 2.50 at 16 to 1 is 40.00."""
    readings = {"rounding_scope": "per_payout", "horn_split": "exact_fraction"}
    table = at(readings=readings)
    table.bet(1, "horn", "5.00")
    table.bet(1, "crap-eleven", "5.00")
    table.bet(1, "horn-high", "5.00", 11)
    lines = {line.wager: (line.winnings, line.returned) for line in table.roll(5, 6).settled}
    assert lines == {"horn": (2000, 125), "crap-eleven": (4000, 250), "horn-high": (3200, 200)}


def test_zeros_left_out_of_the_draw() -> None:
    for number, taken in ((0, False), ("00", False), (1, True)):
        table = at("star-roulette", wheel="double", lucky_ball=True, readings={"lucky_include_zeros": "false"})
        assert bool(table.lucky_ball({"red": number, "green": 5, "blue": 6, "yellow": 7})) is taken


def test_chips_of_later_rounds_lie_on_lots_of_their_own() -> None:
    """Two chips in one round lie together; a third in the next is what a cocked die voids."""
    table = at("aruze-craps")
    for _ in range(2):
        table.bet(1, "place", "6.00", 6)
    table.no_more_bets()
    table.roll(1, 1)
    for _ in range(3):
        table.bet(1, "place", "1.00", 6)
    (lots,) = [standing.lots for standing in table.standing]
    assert [(lot.amount, lot.round) for lot in lots] == [(1200, 0), (300, 1)]
    assert [line.stake for line in table.no_roll("cocked").settled] == [300]


def test_caps_and_units_count_the_whole_wager() -> None:
    table = at()
    table.bet(1, "win-line", "10.00")
    assert table.bet(1, "horn", "4.00")
    assert table.bet(1, "horn", "8.00"), "12.00 in all is three times four"
    table.roll(2, 2)
    assert table.bet(1, "behind-win-line", "10.00")
    assert why(table.bet(1, "behind-win-line", "11.00"))[0] == "6.1.5.1"
    assert table.bet(1, "behind-win-line", "10.00")


def test_odds_well_under_their_cap_do_not_hold_the_flat_wager_up() -> None:
    table = at()
    table.bet(1, "dont-win", "10.00")
    table.roll(2, 2)
    table.bet(1, "behind-dont-win", "8.00")
    assert table.remove(1, "dont-win", amount="5.00")
    assert table.remove(1, "dont-win", amount="3.00")
    assert not table.remove(1, "dont-win", amount="1.00")


def test_what_does_not_lie_cannot_be_taken_down() -> None:
    table = at()
    assert why(table.remove(1, "hardway", 8)) == ("not in the book", "seat 1 has no Hardways on 8 on the layout")
    assert why(table.remove(1, "field")) == ("not in the book", "seat 1 has no Field on the layout")


def test_usual_chips() -> None:
    assert open_table("aruze-craps", seats={}).state.rules.chip == 1
    assert open_table("star-craps", seats={}).state.rules.chip == 100


def test_nothing_cannot_be_taken_down() -> None:
    table = at()
    table.bet(1, "big-6", "5.00")
    assert why(table.remove(1, "big-6", amount="0.00"))[1] == "0.00 cannot be taken from a Big 6 of 5.00"
    assert why(table.remove(1, "big-6", amount="6.00"))[0] == "not in the book"


def test_a_draw_of_fewer_than_four_numbers_is_refused() -> None:
    table = at("star-roulette", lucky_ball=True)
    for numbers in ({"red": 1, "green": 2, "blue": 3}, {"red": 1, "green": 2, "blue": 3, "pink": 4}):
        assert why(table.lucky_ball(numbers))[0] == "7.4"


def test_limits_may_name_any_wager_of_the_book() -> None:
    text = '{"book": "star-roulette", "table": {"limits": {"five-line": {"max": "5.00"}, "lucky-ball": {}}}'
    script = read_script(text + ', "seats": {"1": "9.00"}, "steps": []}')
    assert script.rules.limits["five-line"] == state.Limit(0, 500)


def test_every_multi_roll_number_wager_goes_back_up_under_auto_rebet() -> None:
    for name in ("star-craps", "crown-craps", "aruze-craps"):
        book = open_book(name)
        up = {wager.concept for wager in book.wagers.values() if wager.rebets}
        assert up == {"place", "dont-place", "buy", "lay", "hardway", "big-6", "big-8"}


def test_only_wins_go_back_up() -> None:
    table = at(readings={"auto_rebet": "true"})
    table.bet(1, "lay", "40.00", 4)
    table.bet(1, "big-6", "5.00")
    table.bet(1, "field", "5.00")
    table.roll(3, 4)
    assert [s.wager.name for s in table.standing] == ["lay"]


def test_a_spin_needs_a_draw_only_for_lucky_wagers() -> None:
    table = at("star-roulette", lucky_ball=True)
    table.bet(1, "red", "1.00")
    table.no_more_bets()
    assert table.spin(1)
    table.bet(1, "lucky-ball", "1.00", "red")
    table.no_more_bets()
    assert why(table.spin(1))[0] == "7.4"


def test_no_spin_clears_the_draw_at_a_table_that_hands_wagers_back() -> None:
    draw = {"red": 1, "green": 2, "blue": 3, "yellow": 4}
    for reading, taken in (("return", True), ("keep_numbers", False)):
        table = at("star-roulette", lucky_ball=True, readings={"lucky_on_no_spin": reading})
        table.lucky_ball(draw)
        table.no_spin("ball out")
        assert bool(table.lucky_ball(draw)) is taken


def test_values_are_frozen() -> None:
    """Commands, events, rows and lots are values; only the table's state may change."""
    changing = {state.TableState}
    for module in (commands, events, state, arms, automaton, row, shapes):
        for kind in vars(module).values():
            if isinstance(kind, type) and is_dataclass(kind) and kind not in changing:
                assert kind.__dataclass_params__.frozen, kind  # type: ignore[attr-defined]  # made by dataclass
    assert dataclasses.replace(Refusal("1", "x"), clause="2").clause == "2"


@pytest.mark.parametrize("book", [b for name in book_names() for b in every_kind(name)], ids=lambda b: b.name)
def test_an_arm_that_pays_no_odds_is_whole(book: object) -> None:
    for wager in book.wagers.values():  # type: ignore[attr-defined]  # a Book
        for arm in wager.arms():
            assert 0 < arm.leg <= 1
            assert arm.pays is not None or arm.leg == 1
