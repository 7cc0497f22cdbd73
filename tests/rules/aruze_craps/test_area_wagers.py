"""Wagers on numbers and on the next roll: 3.9, 3.9.5 to 3.9.9, 3.9.14 to 3.9.23."""

from __future__ import annotations

from itertools import combinations_with_replacement

from tests.rules.aruze_craps.terminal import ALL, PHASES, POINTS, any_time, cents, puck, refuses, totals
from tests.rules.fates import ends, leaves
from tests.rules.felt import lay, throw

NOT_POINTS = (2, 3, 7, 11, 12, None)
HOPS = tuple(combinations_with_replacement(range(1, 7), 2))
WAGERS = {
    "pass-line",
    "odds",
    "come",
    "come-odds",
    "big-6",
    "big-8",
    "place",
    "buy",
    "hardway",
    "dont-pass",
    "dont-come",
    "dont-odds",
    "dont-come-odds",
    "place-to-lose",
    "lay",
    "field",
    "any-seven",
    "any-craps",
    "craps",
    "eleven",
    "craps-and-eleven",
    "horn",
    "hop",
}


def race(wager: str, on: int | None, number: int, win: str, lose: str, *, against: bool = False) -> None:
    """In every phase the number and 7 decide the wager, one wins and one loses, and nothing else does."""
    everywhere = any_time(wager, on)
    assert ends(everywhere, "win", win) == totals(7 if against else number)
    assert ends(everywhere, "lose", lose) == totals(number if against else 7)
    assert leaves(everywhere) == set(ALL) - totals(number, 7)


def next_roll(wager: str, clause: str, *winning: int) -> None:
    """In every phase the next roll wins on these totals and loses on all others."""
    everywhere = any_time(wager)
    assert ends(everywhere, "win", clause) == totals(*winning)
    assert ends(everywhere, "lose", clause) == set(ALL) - totals(*winning)


def on_points_only(wager: str, clause: str) -> None:
    """Taken on 4, 5, 6, 8, 9 and 10 in every phase, and on nothing else."""
    for phase in PHASES:
        table = puck(phase)
        for number in POINTS:
            lay(table, wager, number)
        for other in NOT_POINTS:
            refuses(table, clause, table.bet, 1, wager, "120.00", other)


def test_3_9() -> None:
    """The book's list of wagers is complete: others are turned away, those of other books included."""
    table = puck()
    assert set(table.book.wagers) == WAGERS
    for other in ("win-line", "craps-two", "horn-high", "crap-eleven", "dont-place", "dragon", "red", ""):
        refuses(table, "3.9", table.bet, 1, other, "10.00")


def test_3_9_5() -> None:
    """Big 6, at any time: 6 before 7."""
    race("big-6", None, 6, "3.9.5", "3.9.5")


def test_3_9_6() -> None:
    """Big 8, at any time: 8 before 7."""
    race("big-8", None, 8, "3.9.6", "3.9.6")


def test_3_9_7() -> None:
    """Place is taken at any time on the six point numbers, and on nothing else."""
    on_points_only("place", "3.9.7")


def test_3_9_7_1() -> None:
    """Place wins when its number comes before 7, on come out rolls too."""
    for number in POINTS:
        assert ends(any_time("place", number), "win", "3.9.7.1") == totals(number)


def test_3_9_7_2() -> None:
    """Place loses when 7 comes before its number, and lies until one of them does."""
    for number in POINTS:
        race("place", number, number, "3.9.7.1", "3.9.7.2")


def test_3_9_8() -> None:
    """Buy is Place at true odds for exactly 5% of the stake, paid on placing, back with a removal."""
    on_points_only("buy", "3.9.8")
    for number in POINTS:
        race("buy", number, number, "3.9.8", "3.9.8")
        table = lay(puck(), "buy", number, "20.00")
        assert cents(table) == 10_000_000 - 2000 - 100
        for stake in ("19.99", "20.01"):
            refuses(table, "3.9.8", table.bet, 1, "buy", stake, number)
        assert table.remove(1, "buy", number)
        assert cents(table) == 10_000_000
        throw(lay(table, "buy", number, "20.00"), 7)
        assert cents(table) == 10_000_000 - 2100


def test_3_9_9() -> None:
    """A hardway wins when its pair comes before the same total made easy and before 7."""
    for number in (4, 6, 8, 10):
        everywhere, pair = any_time("hardway", number), {(number // 2, number // 2)}
        assert ends(everywhere, "win", "3.9.9") == pair
        assert ends(everywhere, "lose", "3.9.9") == totals(number, 7) - pair
        assert leaves(everywhere) == set(ALL) - totals(number, 7)
    table = puck()
    for other in (2, 5, 7, 9, 12, None):
        refuses(table, "3.9.9", table.bet, 1, "hardway", "10.00", other)


def test_3_9_14() -> None:
    """Place to Lose is taken at any time against the six point numbers, and against nothing else."""
    on_points_only("place-to-lose", "3.9.14")


def test_3_9_14_1() -> None:
    """Place to Lose wins when 7 comes before its number."""
    for number in POINTS:
        assert ends(any_time("place-to-lose", number), "win", "3.9.14.1") == totals(7)


def test_3_9_14_2() -> None:
    """Place to Lose loses when its number comes before 7, and lies until one of them does."""
    for number in POINTS:
        race("place-to-lose", number, number, "3.9.14.1", "3.9.14.2", against=True)


def test_3_9_15() -> None:
    """Lay is Place to Lose at true odds for 5% of what it could win, paid on placing and to the cent."""
    on_points_only("lay", "3.9.15")
    for number, could_win in {4: 6000, 5: 8000, 6: 10000, 8: 10000, 9: 8000, 10: 6000}.items():
        race("lay", number, number, "3.9.15", "3.9.15", against=True)
        table = lay(puck(), "lay", number, "120.00")
        assert cents(table) == 10_000_000 - 12000 - could_win * 5 // 100
        for stake in ("119.99", "120.01"):
            refuses(table, "3.9.15", table.bet, 1, "lay", stake, number)
        assert table.remove(1, "lay", number)
        assert cents(table) == 10_000_000
        throw(lay(table, "lay", number, "120.00"), 7)
        assert cents(table) == 10_000_000 + could_win * 95 // 100


def test_3_9_16() -> None:
    """Field, one roll: wins on 2, 3, 4, 9, 10, 11 and 12."""
    next_roll("field", "3.9.16", 2, 3, 4, 9, 10, 11, 12)


def test_3_9_17() -> None:
    """Any Seven, one roll: wins on 7."""
    next_roll("any-seven", "3.9.17", 7)


def test_3_9_18() -> None:
    """Any Craps, one roll: wins on 2, 3 and 12."""
    next_roll("any-craps", "3.9.18", 2, 3, 12)


def test_3_9_19() -> None:
    """C, one roll: wins on 2, 3 and 12."""
    next_roll("craps", "3.9.19", 2, 3, 12)


def test_3_9_20() -> None:
    """E, one roll: wins on 11."""
    next_roll("eleven", "3.9.20", 11)


def test_3_9_21() -> None:
    """C and E, one roll: wins on 2, 3, 11 and 12."""
    next_roll("craps-and-eleven", "3.9.21", 2, 3, 11, 12)


def test_3_9_22() -> None:
    """Horn, one roll: a quarter on each of 2, 3, 11 and 12, so three quarters are lost even when it wins."""
    next_roll("horn", "3.9.22", 2, 3, 11, 12)
    for number in (2, 3, 11, 12):
        (line,) = throw(lay(puck(), "horn", stake="4.00"), number).settled
        assert (line.stake, line.returned) == (400, 100)
    table = puck()
    for stake in ("0.03", "0.05", "0.06", "0.07"):
        refuses(table, "3.9.22", table.bet, 1, "horn", stake)
    refuses(table, "3.9.22", table.bet, 1, "horn", "0.04", 2)
    lay(table, "horn", stake="0.04")


def test_3_9_23() -> None:
    """A hop, one roll: wins on the two faces chosen, in either order, named in either order."""
    for low, high in HOPS:
        everywhere = any_time("hop", (low, high))
        assert ends(everywhere, "win", "3.9.23") == {(low, high), (high, low)}
        assert ends(everywhere, "lose", "3.9.23") == set(ALL) - {(low, high), (high, low)}
        assert lay(puck(), "hop", [high, low]).standing[0].on == (low, high)
    table = puck()
    for other in (None, 7, (0, 1), (6, 7), (1, 2, 3)):
        refuses(table, "3.9.23", table.bet, 1, "hop", "1.00", other)
