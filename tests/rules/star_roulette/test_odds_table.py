"""Clause 6: what winning wagers are paid, row by row, and what the zeros leave standing."""

from __future__ import annotations

from fractions import Fraction

from feltwork.outcomes import Pocket, Selection
from tests.rules.felt import at, lay, line_of, money, spin
from tests.rules.star_roulette.layout import BOOK, ODDS, POCKETS, WHEELS, ZERO_SETS, all_wagers, fates_of

Spot = tuple[str, Selection]


def pays(wager: str, row: str, odds: int, wheels: tuple[str, ...] = WHEELS) -> None:
    """Wherever it may lie, the wager wins at exactly these odds, taken from this row of the table."""
    for wheel in wheels:
        spots = [on for name, on in all_wagers(wheel) if name == wager]
        assert spots
        for on in spots:
            won = {line[1] for line in fates_of(wheel, wager, on).values() if line[0] == "win"}
            assert won == {Fraction(odds, 1)}, on
        arms = at(BOOK, wheel=wheel).book.wagers[wager].arms()
        assert {arm.pays.clause for arm in arms if arm.pays} == {f"6.1[{row}]"}


def spun_with_all_down(wheel: str, pocket: Pocket) -> dict[Spot, tuple[str, int, int]]:
    """Result, winnings and stake back of 10.00 on every wager there is, when that pocket comes."""
    table = at(BOOK, wheel=wheel)
    for wager, on in all_wagers(wheel):
        lay(table, wager, on, "10.00")
    lines = spin(table, pocket).settled
    return {(line.wager, line.on): (line.result, line.winnings, line.returned) for line in lines}


def with_zero(wheel: str, zero: Pocket) -> set[Spot]:
    """The zero straight up, and the sets it has with the other zero, 1, 2 and 3."""
    spots: set[Spot] = {(name, on) for name, sets in ZERO_SETS[wheel].items() for on in sets if zero in on}
    assert all(set(on) <= {0, "00", 1, 2, 3} for _, on in spots if isinstance(on, tuple))
    return spots


def only_its_own_win(wheel: str, zero: Pocket, count: int) -> None:
    """Of everything on the cloth, a zero pays what is on it and takes the rest whole."""
    settled = spun_with_all_down(wheel, zero)
    assert set(settled) == set(all_wagers(wheel))
    winning = with_zero(wheel, zero)
    assert {spot for spot, (result, _, _) in settled.items() if result == "win"} == winning
    assert len(winning) == count
    assert {settled[spot] for spot in set(settled) - winning} == {("lose", 0, 0)}


def same_odds_as_ever(wheel: str, zero: Pocket) -> None:
    """A wager with the zero in it is paid what its kind is paid anywhere, and gets its stake back."""
    settled = spun_with_all_down(wheel, zero)
    for wager, on in with_zero(wheel, zero):
        assert settled[wager, on] == ("win", ODDS[wager] * money("10.00"), money("10.00"))


def test_6_1() -> None:
    """Every winning wager at every pocket is paid its listed odds with its stake back."""
    for wheel in WHEELS:
        wagers = all_wagers(wheel)
        for pocket in POCKETS[wheel]:
            won = {spot: line for spot, line in spun_with_all_down(wheel, pocket).items() if line[0] == "win"}
            assert won == {
                spot: ("win", 1000 * ODDS[spot[0]], 1000) for spot, numbers in wagers.items() if pocket in numbers
            }


def test_6_1_straight_up() -> None:
    """Straight Up pays 35 to 1."""
    pays("straight", "Straight Up", 35)


def test_6_1_split() -> None:
    """Split pays 17 to 1."""
    pays("split", "Split", 17)


def test_6_1_street() -> None:
    """Street pays 11 to 1."""
    pays("street", "Street", 11)


def test_6_1_corner() -> None:
    """Corner pays 8 to 1."""
    pays("corner", "Corner", 8)


def test_6_1_five_line_00_only() -> None:
    """Five-line pays 6 to 1, where there is a 00."""
    pays("five-line", "Five-Line (00 only)", 6, ("double",))
    assert "five-line" not in at(BOOK).book.wagers


def test_6_1_six_line() -> None:
    """Six-line pays 5 to 1."""
    pays("six-line", "Six-Line", 5)


def test_6_1_column() -> None:
    """Column pays 2 to 1."""
    pays("column", "Column", 2)


def test_6_1_dozen() -> None:
    """Dozen pays 2 to 1."""
    pays("dozen", "Dozen", 2)


def test_6_1_low_1_18() -> None:
    """Low pays 1 to 1."""
    pays("low", "Low 1-18", 1)


def test_6_1_high_19_36() -> None:
    """High pays 1 to 1."""
    pays("high", "High 19-36", 1)


def test_6_1_even() -> None:
    """Even pays 1 to 1."""
    pays("even", "Even", 1)


def test_6_1_odd() -> None:
    """Odd pays 1 to 1."""
    pays("odd", "Odd", 1)


def test_6_1_red() -> None:
    """Red pays 1 to 1."""
    pays("red", "Red", 1)


def test_6_1_black() -> None:
    """Black pays 1 to 1."""
    pays("black", "Black", 1)


def test_6_2() -> None:
    """When 0 comes, only 0 straight up and its sets with 00, 1, 2 and 3 win."""
    only_its_own_win("single", 0, 1 + 3 + 2 + 1)
    only_its_own_win("double", 0, 1 + 3 + 2 + 1)


def test_6_3() -> None:
    """When 00 comes, only 00 straight up and its sets with 0, 1, 2 and 3 win."""
    only_its_own_win("double", "00", 1 + 3 + 2 + 1)


def test_6_4() -> None:
    """Wagers with 0 in them are paid like any other wager of their kind."""
    same_odds_as_ever("single", 0)
    same_odds_as_ever("double", 0)


def test_6_5() -> None:
    """Wagers with 00 in them are paid like any other wager of their kind."""
    same_odds_as_ever("double", "00")
    table = lay(at(BOOK, wheel="double"), "straight", "00")
    assert line_of(spin(table, "00").settled, "straight", ("00",)) == ("win", Fraction(35), "3.2.1")
