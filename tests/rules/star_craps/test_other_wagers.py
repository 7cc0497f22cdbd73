"""Hardways, number and one roll wagers, Buy and Lay: how they are made and end (6.1.9 to 6.1.25)."""

from __future__ import annotations

from feltwork.outcomes import THROWS
from tests.rules.felt import each_throw, lay, throw
from tests.rules.star_craps.layout import (
    ANY_TIME,
    EVERY,
    POINTS,
    STATES,
    UNIT,
    awake,
    felt,
    keeps,
    of,
    one_roll,
    races,
    refuses,
    settles,
)

HORN = (2, 3, 11, 12)
LISTED = {
    "win-line",
    "dont-win",
    "come",
    "dont-come",
    "behind-win-line",
    "behind-dont-win",
    "behind-come",
    "behind-dont-come",
    "hardway",
    "place-to-win",
    "place-to-lose",
    "any-craps",
    "craps-two",
    "craps-three",
    "craps-twelve",
    "eleven",
    "field",
    "any-seven",
    "big-6",
    "big-8",
    "horn",
    "horn-high",
    "crap-eleven",
    "buy",
    "lay",
}


def only_on(wager: str, clause: str, numbers: tuple[int, ...]) -> None:
    """Taken on these numbers wherever the puck is; no other number, and none at all, is on the layout."""
    for point in STATES:
        for number in numbers:
            assert felt(point).bet(1, wager, UNIT, number)
        for other in (None, 1, 13, *EVERY - set(numbers)):
            refuses(felt(point), clause, wager, UNIT, other)


def test_6_1() -> None:
    """The 25 wagers of the rule can be made, and what other games and books offer cannot."""
    assert set(felt().book.wagers) == LISTED
    for other in ("hop", "place", "pass-line", "odds", "straight", "dragon", "win line", "Win-Line", ""):
        refuses(felt(), "6.1", other)
    for name, on in ANY_TIME:
        assert felt().bet(1, name, UNIT, on)


def test_6_1_9() -> None:
    """A hardway wins on its pair, loses on its total made otherwise and on 7, and else stays."""
    only_on("hardway", "6.1.9", (4, 6, 8, 10))
    for number in (4, 6, 8, 10):
        pair = (number // 2, number // 2)
        for table in awake("hardway", number):
            fates = {dice: line and (line[0], line[2]) for dice, line in each_throw(table, "hardway", number).items()}
            lost = (of(number) | of(7)) - {pair}
            expected = {dice: ("lose", "6.1.9") if dice in lost else None for dice in THROWS}
            assert fates == {**expected, pair: ("win", "6.1.9")}


def test_6_1_10() -> None:
    """Place to Win is taken at any time, on the six point numbers only."""
    only_on("place-to-win", "6.1.10", POINTS)


def test_6_1_10_1() -> None:
    """Place to Win wins on its number if no 7 came first; other totals leave it as it is."""
    for number in POINTS:
        races("place-to-win", number, ("6.1.10.1", number), ("6.1.10.2", 7))


def test_6_1_10_2() -> None:
    """Place to Win loses on 7 alone, under every point."""
    for number in POINTS:
        for table in awake("place-to-win", number):
            settles(each_throw(table, "place-to-win", number), "lose", "6.1.10.2", {7})


def test_6_1_11() -> None:
    """Place to Lose is taken at any time, against the six point numbers only."""
    only_on("place-to-lose", "6.1.11", POINTS)


def test_6_1_11_1() -> None:
    """Place to Lose wins on 7 if its number did not come first, on a come out roll too."""
    for number in POINTS:
        races("place-to-lose", number, ("6.1.11.1", 7), ("6.1.11.2", number))


def test_6_1_11_2() -> None:
    """Place to Lose loses on its number alone, wherever the puck is."""
    for number in POINTS:
        for table in awake("place-to-lose", number):
            settles(each_throw(table, "place-to-lose", number), "lose", "6.1.11.2", {number})


def test_6_1_12() -> None:
    """Any Craps wins on 2, 3 and 12 and loses on the rest, at any time."""
    one_roll("any-craps", "6.1.12", {2, 3, 12})


def test_6_1_13() -> None:
    """Craps Two wins on 2 and loses on the rest, at any time."""
    one_roll("craps-two", "6.1.13", {2})


def test_6_1_14() -> None:
    """Craps Three wins on 3 and loses on the rest, at any time."""
    one_roll("craps-three", "6.1.14", {3})


def test_6_1_15() -> None:
    """Craps Twelve wins on 12 and loses on the rest, at any time."""
    one_roll("craps-twelve", "6.1.15", {12})


def test_6_1_16() -> None:
    """Eleven wins on 11 and loses on the rest, at any time."""
    one_roll("eleven", "6.1.16", {11})


def test_6_1_17() -> None:
    """Field wins on 2, 3, 4, 9, 10, 11 and 12 and loses on 5, 6, 7 and 8, at any time."""
    one_roll("field", "6.1.17", {2, 3, 4, 9, 10, 11, 12})


def test_6_1_18() -> None:
    """Any Seven wins on 7 and loses on the rest, at any time."""
    one_roll("any-seven", "6.1.18", {7})


def test_6_1_19() -> None:
    """Big 6 wins on 6 and loses on 7, whichever is first, and works on the come out roll."""
    refuses(felt(), "6.1.19", "big-6", UNIT, 6)
    races("big-6", None, ("6.1.19", 6), ("6.1.19", 7))


def test_6_1_20() -> None:
    """Big 8 wins on 8 and loses on 7, whichever is first, and works on the come out roll."""
    refuses(felt(), "6.1.20", "big-8", UNIT, 8)
    races("big-8", None, ("6.1.20", 8), ("6.1.20", 7))


def test_6_1_21() -> None:
    """Horn wins on 2, 3, 11 and 12 and loses on the rest; a stake has four equal quarters."""
    one_roll("horn", "6.1.21", set(HORN))
    for stake in ("3.00", "5.00", "7.00", "9.00"):
        refuses(felt(smallest_chip="1.00"), "6.1.21", "horn", stake)
    assert felt(smallest_chip="1.00").bet(1, "horn", "4.00")
    assert felt(smallest_chip="1.00").bet(1, "horn", "8.00")


def test_6_1_22() -> None:
    """Horn High is taken wherever the puck is, and the very next roll decides it."""
    for number in HORN:
        for table in awake("horn-high", number):
            assert None not in each_throw(table, "horn-high", number).values()


def test_6_1_22_1() -> None:
    """Horn High comes five chips at a time, four across and one more on a named 2, 3, 11 or 12."""
    only_on("horn-high", "6.1.22", HORN)
    table = felt(smallest_chip="1.00")
    for stake in ("1.00", "4.00", "6.00", "9.00", "11.00"):
        refuses(table, "6.1.22.1", "horn-high", stake, 2)
    lay(table, "horn-high", 2, "10.00")
    keeps(table, "6.1.22.1", "horn-high", 2, "4.00")
    parts = {on: throw(lay(felt(), "horn-high", 3, "5.00"), on).settled[0].returned for on in HORN}
    assert parts == {2: 100, 3: 200, 11: 100, 12: 100}


def test_6_1_22_2() -> None:
    """Horn High wins on 2, 3, 11 and 12, whichever of them is the high one."""
    for number in HORN:
        for table in awake("horn-high", number):
            settles(each_throw(table, "horn-high", number), "win", "6.1.22.2", set(HORN))


def test_6_1_22_3() -> None:
    """Horn High loses on every total from 4 to 10."""
    for number in HORN:
        for table in awake("horn-high", number):
            settles(each_throw(table, "horn-high", number), "lose", "6.1.22.3", {4, 5, 6, 7, 8, 9, 10})


def test_6_1_23() -> None:
    """Crap-Eleven wins on 2, 3, 11 and 12 and loses on the rest; its stake has two equal halves."""
    one_roll("crap-eleven", "6.1.23", set(HORN))
    for stake in ("1.00", "3.00"):
        refuses(felt(smallest_chip="1.00"), "6.1.23", "crap-eleven", stake)
    assert felt(smallest_chip="1.00").bet(1, "crap-eleven", "2.00")


def test_6_1_24() -> None:
    """Buy ends as Place to Win does; exactly 5% of the stake is taken with it and kept."""
    only_on("buy", "6.1.24", POINTS)
    for number in POINTS:
        races("buy", number, ("6.1.24", number), ("6.1.24", 7))
        table = lay(felt(4 if number != 4 else 5), "buy", number, "120.00")
        assert table.balance(1) == "99874.00"
        throw(table, 7)
        assert table.balance(1) == "99874.00"
    whole = felt(6, smallest_chip="1.00")
    assert "20.00 would do" in refuses(whole, "6.1.24", "buy", "19.00", 4)
    refuses(whole, "6.1.24", "buy", "21.00", 4)
    lay(whole, "buy", 4, "20.00")
    assert (throw(whole, 4).settled[0].commission_back, whole.balance(1)) == (0, "100039.00")


def test_6_1_25() -> None:
    """Lay ends as Place to Lose does; 5% of what it could win is taken with it, exactly, and kept."""
    only_on("lay", "6.1.25", POINTS)
    dues = {4: "99877.00", 5: "99876.00", 6: "99875.00", 8: "99875.00", 9: "99876.00", 10: "99877.00"}
    for number, left in dues.items():
        races("lay", number, ("6.1.25", 7), ("6.1.25", number))
        table = lay(felt(), "lay", number, "120.00")
        assert table.balance(1) == left
        assert throw(table, number).settled[0].commission_back == 0
        assert table.balance(1) == left
    whole = felt(6, smallest_chip="1.00")
    for number, fits in ((4, 40), (5, 30), (6, 24)):
        for stake in (fits - 1, fits + 1):
            refuses(whole, "6.1.25", "lay", f"{stake}.00", number)
        assert whole.bet(1, "lay", f"{fits}.00", number)
