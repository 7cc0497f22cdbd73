"""The odds at which winning wagers are paid: 6.1."""

from __future__ import annotations

from fractions import Fraction

from feltwork.money import format_money
from feltwork.outcomes import THROWS
from tests.rules.crown_craps.crown import (
    EVERY,
    HORN,
    PHASES,
    POINTS,
    crown,
    fates,
    pointed,
    travelled,
    with_wager,
)
from tests.rules.felt import each_throw, lay, paid, throw

STAKE = "1320.00"
"""Divides by every denominator of the odds table, so that nothing is rounded."""
EVEN = Fraction(1)


def paired(four: Fraction, five: Fraction, six: Fraction) -> dict[int, Fraction]:
    """Odds that 4 shares with 10, 5 with 9 and 6 with 8."""
    return {4: four, 5: five, 6: six, 8: six, 9: five, 10: four}


RIGHT = paired(Fraction(2), Fraction(3, 2), Fraction(6, 5))
WRONG = paired(Fraction(1, 2), Fraction(2, 3), Fraction(5, 6))
PLACED = paired(Fraction(9, 5), Fraction(7, 5), Fraction(7, 6))
NOT_PLACED = paired(Fraction(5, 11), Fraction(5, 8), Fraction(4, 5))
SINGLE = {2: 33, 3: 16, 11: 16, 12: 33}
"""Two Crap, Three Crap, Eleven and Twelve Crap: what each leg of a horn is paid at."""
BY_NUMBER = {
    "come-odds": RIGHT,
    "buy": RIGHT,
    "dont-come-odds": WRONG,
    "lay": WRONG,
    "place": PLACED,
    "dont-place": NOT_PLACED,
    "hardway": {4: Fraction(15, 2), 6: Fraction(19, 2), 8: Fraction(19, 2), 10: Fraction(15, 2)},
}
PLAIN = {
    "any-craps": Fraction(15, 2),
    "two-crap": Fraction(33),
    "three-crap": Fraction(16),
    "twelve-crap": Fraction(33),
    "eleven": Fraction(16),
    "any-seven": Fraction(4),
}


def listed(wager: str, on: int | None, point: int, thrown: int) -> Fraction:
    """What the table of odds gives for a wager won by this total, per unit staked."""
    if wager in BY_NUMBER and on:
        return BY_NUMBER[wager][on]
    if wager in ("win-line-odds", "dont-win-line-odds"):
        return (RIGHT if wager == "win-line-odds" else WRONG)[point]
    if wager == "horn":
        return Fraction(SINGLE[thrown], 4)
    if wager == "horn-high":
        return Fraction(SINGLE[thrown] * (2 if thrown == on else 1), 5)
    if wager == "field":
        return Fraction(2 if thrown in (2, 12) else 1)
    return PLAIN.get(wager, EVEN)


def on_numbers(wager: str, *numbers: int) -> set[Fraction]:
    """The odds a wager on these numbers is paid at, in every phase."""
    return set().union(*(paid(fates(wager, n, phase, STAKE)) for n in numbers for phase in PHASES))


def on_next_roll(wager: str) -> set[Fraction]:
    return set().union(*(paid(fates(wager, phase=phase)) for phase in PHASES))


def behind_line(line: str, odds: str, *points: int) -> set[Fraction]:
    """The odds that odds behind a line are paid at with these points."""
    tables = (table for point, table in pointed(line, odds) if point in points)
    return set().union(*(paid(each_throw(table, odds)) for table in tables))


def behind_come(come: str, odds: str, *points: int) -> set[Fraction]:
    """The same on a Come or Don't Come, called on where the odds would sleep."""
    won = set()
    for own, table in travelled(come, odds):
        if odds == "come-odds":
            assert table.call(1, odds, own, working=True)
        if own in points:
            won |= paid(each_throw(table, odds, own))
    return won


def field_paying(odds: Fraction) -> set[int]:
    """The totals that the Field is paid on at these odds, the same in every phase."""
    found = [fates("field", phase=phase).items() for phase in PHASES]
    won = [{sum(dice) for dice, line in fate if line and line[:2] == ("win", odds)} for fate in found]
    assert all(totals == won[0] for totals in won)
    return won[0]


def test_6_1() -> None:
    """Every winning throw of every wager is paid exactly what the table of odds lists."""
    wins = 0
    for wager, on in EVERY:
        for dice in THROWS:
            table = with_wager(wager, on, STAKE)
            before, point = table.state.balances[1], table.state.area_state
            lines = throw(table, dice).settled
            for line in lines:
                if (line.wager, line.result) == (wager, "win"):
                    due = listed(wager, on, point if isinstance(point, int) else 0, sum(dice))
                    assert line.winnings == due * line.stake
                    wins += 1
            assert table.state.balances[1] - before == sum(line.winnings + line.returned for line in lines)
    assert wins > len(EVERY)
    for line_wager, odds in (("win-line", "win-line-odds"), ("dont-win-line", "dont-win-line-odds")):
        for point, table in pointed(line_wager, odds):
            total = point if line_wager == "win-line" else 7
            assert paid(each_throw(table, odds)) == {listed(odds, None, point, total)}


def test_6_1_win_line() -> None:
    """The Win Line pays even money, on the come out and by every point."""
    assert paid(fates("win-line")) == {EVEN}
    assert all(paid(each_throw(table, "win-line")) == {EVEN} for _, table in pointed("win-line"))


def test_6_1_don_t_win_line() -> None:
    """The Don't Win Line pays even money, on the come out and against every point."""
    assert paid(fates("dont-win-line")) == {EVEN}
    assert all(paid(each_throw(table, "dont-win-line")) == {EVEN} for _, table in pointed("dont-win-line"))


def test_6_1_come() -> None:
    """Come pays even money, on its first roll and by every point of its own."""
    assert all(paid(fates("come", phase=point)) == {EVEN} for point in POINTS)
    assert all(paid(each_throw(table, "come", own)) == {EVEN} for own, table in travelled("come"))


def test_6_1_don_t_come() -> None:
    """Don't Come pays even money, on its first roll and against every point of its own."""
    assert all(paid(fates("dont-come", phase=point)) == {EVEN} for point in POINTS)
    assert all(paid(each_throw(table, "dont-come", own)) == {EVEN} for own, table in travelled("dont-come"))


def test_6_1_odds_behind_the_win_line_6_8() -> None:
    """Win Line Odds pay 6 to 5 on a point of 6 or 8."""
    assert behind_line("win-line", "win-line-odds", 6, 8) == {Fraction(6, 5)}


def test_6_1_odds_behind_the_win_line_5_9() -> None:
    """Win Line Odds pay 3 to 2 on a point of 5 or 9."""
    assert behind_line("win-line", "win-line-odds", 5, 9) == {Fraction(3, 2)}


def test_6_1_odds_behind_the_win_line_4_10() -> None:
    """Win Line Odds pay 2 to 1 on a point of 4 or 10."""
    assert behind_line("win-line", "win-line-odds", 4, 10) == {Fraction(2, 1)}


def test_6_1_lay_odds_behind_the_don_t_win_line_6_8() -> None:
    """Lay Odds behind the Don't Win Line pay 5 to 6 on a point of 6 or 8."""
    assert behind_line("dont-win-line", "dont-win-line-odds", 6, 8) == {Fraction(5, 6)}


def test_6_1_lay_odds_behind_the_don_t_win_line_5_9() -> None:
    """Lay Odds behind the Don't Win Line pay 2 to 3 on a point of 5 or 9."""
    assert behind_line("dont-win-line", "dont-win-line-odds", 5, 9) == {Fraction(2, 3)}


def test_6_1_lay_odds_behind_the_don_t_win_line_4_10() -> None:
    """Lay Odds behind the Don't Win Line pay 1 to 2 on a point of 4 or 10."""
    assert behind_line("dont-win-line", "dont-win-line-odds", 4, 10) == {Fraction(1, 2)}


def test_6_1_come_odds_6_8() -> None:
    """Come Odds pay 6 to 5 on a point of 6 or 8."""
    assert behind_come("come", "come-odds", 6, 8) == {Fraction(6, 5)}


def test_6_1_come_odds_5_9() -> None:
    """Come Odds pay 3 to 2 on a point of 5 or 9."""
    assert behind_come("come", "come-odds", 5, 9) == {Fraction(3, 2)}


def test_6_1_come_odds_4_10() -> None:
    """Come Odds pay 2 to 1 on a point of 4 or 10."""
    assert behind_come("come", "come-odds", 4, 10) == {Fraction(2, 1)}


def test_6_1_lay_odds_behind_the_don_t_come_6_8() -> None:
    """Lay Odds on a Don't Come pay 5 to 6 on a point of 6 or 8."""
    assert behind_come("dont-come", "dont-come-odds", 6, 8) == {Fraction(5, 6)}


def test_6_1_lay_odds_behind_the_don_t_come_5_9() -> None:
    """Lay Odds on a Don't Come pay 2 to 3 on a point of 5 or 9."""
    assert behind_come("dont-come", "dont-come-odds", 5, 9) == {Fraction(2, 3)}


def test_6_1_lay_odds_behind_the_don_t_come_4_10() -> None:
    """Lay Odds on a Don't Come pay 1 to 2 on a point of 4 or 10."""
    assert behind_come("dont-come", "dont-come-odds", 4, 10) == {Fraction(1, 2)}


def test_6_1_place_4_10() -> None:
    """A Place Bet on 4 or 10 pays 9 to 5."""
    assert on_numbers("place", 4, 10) == {Fraction(9, 5)}


def test_6_1_place_5_9() -> None:
    """A Place Bet on 5 or 9 pays 7 to 5."""
    assert on_numbers("place", 5, 9) == {Fraction(7, 5)}


def test_6_1_place_6_8() -> None:
    """A Place Bet on 6 or 8 pays 7 to 6."""
    assert on_numbers("place", 6, 8) == {Fraction(7, 6)}


def test_6_1_don_t_place_4_10() -> None:
    """A Don't Place Bet on 4 or 10 pays 5 to 11."""
    assert on_numbers("dont-place", 4, 10) == {Fraction(5, 11)}


def test_6_1_don_t_place_5_9() -> None:
    """A Don't Place Bet on 5 or 9 pays 5 to 8."""
    assert on_numbers("dont-place", 5, 9) == {Fraction(5, 8)}


def test_6_1_don_t_place_6_8() -> None:
    """A Don't Place Bet on 6 or 8 pays 4 to 5."""
    assert on_numbers("dont-place", 6, 8) == {Fraction(4, 5)}


def test_6_1_buy_4_10() -> None:
    """A Buy Bet on 4 or 10 pays 2 to 1."""
    assert on_numbers("buy", 4, 10) == {Fraction(2, 1)}


def test_6_1_buy_5_9() -> None:
    """A Buy Bet on 5 or 9 pays 3 to 2."""
    assert on_numbers("buy", 5, 9) == {Fraction(3, 2)}


def test_6_1_buy_6_8() -> None:
    """A Buy Bet on 6 or 8 pays 6 to 5."""
    assert on_numbers("buy", 6, 8) == {Fraction(6, 5)}


def test_6_1_lay_4_10() -> None:
    """A Lay Bet on 4 or 10 pays 1 to 2."""
    assert on_numbers("lay", 4, 10) == {Fraction(1, 2)}


def test_6_1_lay_5_9() -> None:
    """A Lay Bet on 5 or 9 pays 2 to 3."""
    assert on_numbers("lay", 5, 9) == {Fraction(2, 3)}


def test_6_1_lay_6_8() -> None:
    """A Lay Bet on 6 or 8 pays 5 to 6."""
    assert on_numbers("lay", 6, 8) == {Fraction(5, 6)}


def test_6_1_hardway_4() -> None:
    """The hard 4 pays 7.5 to 1."""
    assert on_numbers("hardway", 4) == {Fraction(15, 2)}


def test_6_1_hardway_6() -> None:
    """The hard 6 pays 9.5 to 1."""
    assert on_numbers("hardway", 6) == {Fraction(19, 2)}


def test_6_1_hardway_8() -> None:
    """The hard 8 pays 9.5 to 1."""
    assert on_numbers("hardway", 8) == {Fraction(19, 2)}


def test_6_1_hardway_10() -> None:
    """The hard 10 pays 7.5 to 1."""
    assert on_numbers("hardway", 10) == {Fraction(15, 2)}


def test_6_1_any_craps() -> None:
    """Any Craps pays 7.5 to 1."""
    assert on_next_roll("any-craps") == {Fraction(15, 2)}


def test_6_1_two_crap() -> None:
    """Two Crap pays 33 to 1."""
    assert on_next_roll("two-crap") == {Fraction(33)}


def test_6_1_three_crap() -> None:
    """Three Crap pays 16 to 1."""
    assert on_next_roll("three-crap") == {Fraction(16)}


def test_6_1_twelve_crap() -> None:
    """Twelve Crap pays 33 to 1."""
    assert on_next_roll("twelve-crap") == {Fraction(33)}


def test_6_1_eleven() -> None:
    """Eleven pays 16 to 1."""
    assert on_next_roll("eleven") == {Fraction(16)}


def test_6_1_any_seven() -> None:
    """Any Seven pays 4 to 1."""
    assert on_next_roll("any-seven") == {Fraction(4)}


def test_6_1_field_3_4_9_10_11() -> None:
    """The Field pays even money on 3, 4, 9, 10 and 11."""
    assert field_paying(EVEN) == {3, 4, 9, 10, 11}


def test_6_1_field_2_12() -> None:
    """The Field pays 2 to 1 on 2 and 12."""
    assert field_paying(Fraction(2)) == {2, 12}


def test_6_1_big_6() -> None:
    """Big 6 pays even money."""
    assert on_next_roll("big-6") == {EVEN}


def test_6_1_big_8() -> None:
    """Big 8 pays even money."""
    assert on_next_roll("big-8") == {EVEN}


def test_6_1_horn() -> None:
    """A Horn Bet leaves its player exactly where a quarter on each of its four totals would."""
    for shown in range(2, 13):
        together, apart = lay(crown(), "horn", stake="120.00"), crown()
        for wager in ("two-crap", "three-crap", "eleven", "twelve-crap"):
            lay(apart, wager, stake="30.00")
        throw(together, shown)
        throw(apart, shown)
        assert together.balance(1) == apart.balance(1)
        won = 30_00 * (SINGLE[shown] + 1) if shown in HORN else 0
        assert together.balance(1) == format_money(100_000_00 - 120_00 + won)


def test_6_1_horn_high() -> None:
    """A Horn High Bet leaves its player where five single units would, two of them on the nominated total."""
    names = {2: "two-crap", 3: "three-crap", 11: "eleven", 12: "twelve-crap"}
    for high in HORN:
        for shown in range(2, 13):
            together, apart = lay(crown(), "horn-high", high, "100.00"), crown()
            for number, wager in names.items():
                lay(apart, wager, stake="40.00" if number == high else "20.00")
            throw(together, shown)
            throw(apart, shown)
            assert together.balance(1) == apart.balance(1)
