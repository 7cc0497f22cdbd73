"""The settlement odds, row by row (8.1), on every throw and wherever the puck is."""

from __future__ import annotations

from fractions import Fraction

from feltwork.outcomes import THROWS
from tests.rules.felt import each_throw, lay, throw
from tests.rules.star_craps.layout import (
    POINTS,
    STATES,
    UNIT,
    any_time,
    awake,
    came,
    felt,
    net,
    of,
    on_line,
    pays,
    travelled,
)

PRINTED = {
    "Win Line": "1 to 1",
    "Don't Win": "1 to 1",
    "Come": "1 to 1",
    "Don't Come": "1 to 1",
    "Behind the Win Line 6/8": "6 to 5",
    "Behind the Win Line 5/9": "3 to 2",
    "Behind the Win Line 4/10": "2 to 1",
    "Behind the Don't Win 6/8": "5 to 6",
    "Behind the Don't Win 5/9": "2 to 3",
    "Behind the Don't Win 4/10": "1 to 2",
    "Behind the Come 6/8": "6 to 5",
    "Behind the Come 5/9": "3 to 2",
    "Behind the Come 4/10": "2 to 1",
    "Behind the Don't Come 6/8": "5 to 6",
    "Behind the Don't Come 5/9": "2 to 3",
    "Behind the Don't Come 4/10": "1 to 2",
    "Hardway 4": "7.5 to 1",
    "Hardway 6": "9.5 to 1",
    "Hardway 8": "9.5 to 1",
    "Hardway 10": "7.5 to 1",
    "Place to Win 4": "9 to 5",
    "Place to Win 5": "7 to 5",
    "Place to Win 6": "7 to 6",
    "Place to Win 8": "7 to 6",
    "Place to Win 9": "7 to 5",
    "Place to Win 10": "9 to 5",
    "Place to Lose 4": "5 to 11",
    "Place to Lose 5": "5 to 8",
    "Place to Lose 6": "4 to 5",
    "Place to Lose 8": "4 to 5",
    "Place to Lose 9": "5 to 8",
    "Place to Lose 10": "5 to 11",
    "Any Craps": "7.5 to 1",
    "Craps Two": "33 to 1",
    "Craps Three": "16 to 1",
    "Craps Twelve": "33 to 1",
    "Eleven": "16 to 1",
    "Any Seven": "4 to 1",
    "Field 3,4,9,10,11": "1 to 1",
    "Field 2,12": "2 to 1",
    "Big 6": "1 to 1",
    "Big 8": "1 to 1",
    "Crap-Eleven 2,3,12": "7.5 to 1",
    "Crap-Eleven 11": "16 to 1",
    "Buy 4": "2 to 1",
    "Buy 5": "3 to 2",
    "Buy 6": "6 to 5",
    "Buy 8": "6 to 5",
    "Buy 9": "3 to 2",
    "Buy 10": "2 to 1",
    "Lay 4": "1 to 2",
    "Lay 5": "2 to 3",
    "Lay 6": "5 to 6",
    "Lay 8": "5 to 6",
    "Lay 9": "2 to 3",
    "Lay 10": "1 to 2",
}
"""The table as printed, but for the Horn, which is paid as the single numbers are."""
HORN_ROWS = {("8.1[Horn/Horn High]", "33 to 1"), ("8.1[Horn/Horn High]", "16 to 1")}
SINGLES = {2: "craps-two", 3: "craps-three", 11: "eleven", 12: "craps-twelve"}


def behind_line(row: str, odds: Fraction | int, parent: str, points: tuple[int, ...]) -> None:
    """Behind a line these points pay these odds: on the point, or on 7 behind the Don't."""
    for point in points:
        table = lay(on_line(parent, point), f"behind-{parent}", None, UNIT)
        pays(row, odds, table, (f"behind-{parent}", None), of(point if parent == "win-line" else 7))


def behind_come(row: str, odds: Fraction | int, parent: str, numbers: tuple[int, ...]) -> None:
    """The same behind a travelled wager, wherever the puck is."""
    for number in numbers:
        for table in travelled(parent, number):
            lay(table, f"behind-{parent}", number, UNIT)
            if parent == "come":
                assert table.call(1, "behind-come", number, working=True)
            pays(row, odds, table, (f"behind-{parent}", number), of(number if parent == "come" else 7))


def hardway(number: int, odds: Fraction) -> None:
    """The pair pays, under every point and on a come out roll when called on."""
    for table in awake("hardway", number):
        pays(f"Hardway {number}", odds, table, ("hardway", number), {(number // 2, number // 2)})


def test_8_1() -> None:
    """The book pays by exactly the printed rows, and what a winner is paid is what its row says."""
    book = felt().book
    machines = [book.machine(name, on) for name, wager in book.wagers.items() for on in wager.shapes]
    rows = {(arm.pays.clause, arm.pays.text) for machine in machines for arm in machine.arms if arm.pays}
    assert rows == {(f"8.1[{row}]", odds) for row, odds in PRINTED.items()} | HORN_ROWS
    table = lay(lay(felt(), "field", None, "5.00"), "craps-twelve", None, "3.00")
    won = {line.wager: line.winnings for line in throw(table, 12).settled}
    assert won == {"field": 1000, "craps-twelve": 9900}


def test_8_1_win_line() -> None:
    """Win Line is paid even money, at once or by its point."""
    pays("Win Line", 1, lay(felt(), "win-line"), ("win-line", None), of(7, 11))
    for point in POINTS:
        pays("Win Line", 1, on_line("win-line", point), ("win-line", None), of(point))


def test_8_1_don_t_win() -> None:
    """Don't Win is paid even money, at once or by a 7 under any point."""
    pays("Don't Win", 1, lay(felt(), "dont-win"), ("dont-win", None), of(3, 12))
    for point in POINTS:
        pays("Don't Win", 1, on_line("dont-win", point), ("dont-win", None), of(7))


def test_8_1_come() -> None:
    """Come is paid even money, at once or by its come point."""
    for point in POINTS:
        pays("Come", 1, lay(felt(point), "come"), ("come", None), of(7, 11))
        for number in POINTS:
            pays("Come", 1, came("come", number, point), ("come", number), of(number))


def test_8_1_don_t_come() -> None:
    """Don't Come is paid even money, at once or by a 7 once it has travelled."""
    for point in POINTS:
        pays("Don't Come", 1, lay(felt(point), "dont-come"), ("dont-come", None), of(3, 12))
        for number in POINTS:
            pays("Don't Come", 1, came("dont-come", number, point), ("dont-come", number), of(7))


def test_8_1_behind_the_win_line_6_8() -> None:
    """On 6 and 8, Behind the Win Line is paid 6 to 5."""
    behind_line("Behind the Win Line 6/8", Fraction(6, 5), "win-line", (6, 8))


def test_8_1_behind_the_win_line_5_9() -> None:
    """On 5 and 9, Behind the Win Line is paid 3 to 2."""
    behind_line("Behind the Win Line 5/9", Fraction(3, 2), "win-line", (5, 9))


def test_8_1_behind_the_win_line_4_10() -> None:
    """On 4 and 10, Behind the Win Line is paid 2 to 1."""
    behind_line("Behind the Win Line 4/10", 2, "win-line", (4, 10))


def test_8_1_behind_the_don_t_win_6_8() -> None:
    """On 6 and 8, Behind the Don't Win is paid 5 to 6."""
    behind_line("Behind the Don't Win 6/8", Fraction(5, 6), "dont-win", (6, 8))


def test_8_1_behind_the_don_t_win_5_9() -> None:
    """On 5 and 9, Behind the Don't Win is paid 2 to 3."""
    behind_line("Behind the Don't Win 5/9", Fraction(2, 3), "dont-win", (5, 9))


def test_8_1_behind_the_don_t_win_4_10() -> None:
    """On 4 and 10, Behind the Don't Win is paid 1 to 2."""
    behind_line("Behind the Don't Win 4/10", Fraction(1, 2), "dont-win", (4, 10))


def test_8_1_behind_the_come_6_8() -> None:
    """On 6 and 8, Behind the Come is paid 6 to 5."""
    behind_come("Behind the Come 6/8", Fraction(6, 5), "come", (6, 8))


def test_8_1_behind_the_come_5_9() -> None:
    """On 5 and 9, Behind the Come is paid 3 to 2."""
    behind_come("Behind the Come 5/9", Fraction(3, 2), "come", (5, 9))


def test_8_1_behind_the_come_4_10() -> None:
    """On 4 and 10, Behind the Come is paid 2 to 1."""
    behind_come("Behind the Come 4/10", 2, "come", (4, 10))


def test_8_1_behind_the_don_t_come_6_8() -> None:
    """On 6 and 8, Behind the Don't Come is paid 5 to 6."""
    behind_come("Behind the Don't Come 6/8", Fraction(5, 6), "dont-come", (6, 8))


def test_8_1_behind_the_don_t_come_5_9() -> None:
    """On 5 and 9, Behind the Don't Come is paid 2 to 3."""
    behind_come("Behind the Don't Come 5/9", Fraction(2, 3), "dont-come", (5, 9))


def test_8_1_behind_the_don_t_come_4_10() -> None:
    """On 4 and 10, Behind the Don't Come is paid 1 to 2."""
    behind_come("Behind the Don't Come 4/10", Fraction(1, 2), "dont-come", (4, 10))


def test_8_1_hardway_4() -> None:
    """Hard 4 is paid 7.5 to 1."""
    hardway(4, Fraction(15, 2))


def test_8_1_hardway_6() -> None:
    """Hard 6 is paid 9.5 to 1."""
    hardway(6, Fraction(19, 2))


def test_8_1_hardway_8() -> None:
    """Hard 8 is paid 9.5 to 1."""
    hardway(8, Fraction(19, 2))


def test_8_1_hardway_10() -> None:
    """Hard 10 is paid 7.5 to 1."""
    hardway(10, Fraction(15, 2))


def test_8_1_any_craps() -> None:
    """Any Craps is paid 7.5 to 1."""
    any_time("Any Craps", Fraction(15, 2), "any-craps", None, 2, 3, 12)


def test_8_1_craps_two() -> None:
    """Craps Two is paid 33 to 1."""
    any_time("Craps Two", 33, "craps-two", None, 2)


def test_8_1_craps_three() -> None:
    """Craps Three is paid 16 to 1."""
    any_time("Craps Three", 16, "craps-three", None, 3)


def test_8_1_craps_twelve() -> None:
    """Craps Twelve is paid 33 to 1."""
    any_time("Craps Twelve", 33, "craps-twelve", None, 12)


def test_8_1_eleven() -> None:
    """Eleven is paid 16 to 1."""
    any_time("Eleven", 16, "eleven", None, 11)


def test_8_1_any_seven() -> None:
    """Any Seven is paid 4 to 1."""
    any_time("Any Seven", 4, "any-seven", None, 7)


def test_8_1_field_3_4_9_10_11() -> None:
    """Field is paid even money on 3, 4, 9, 10 and 11."""
    any_time("Field 3,4,9,10,11", 1, "field", None, 3, 4, 9, 10, 11)


def test_8_1_field_2_12() -> None:
    """Field is paid double on 2 and 12."""
    any_time("Field 2,12", 2, "field", None, 2, 12)


def test_8_1_big_6() -> None:
    """Big 6 is paid 1 to 1."""
    any_time("Big 6", 1, "big-6", None, 6)


def test_8_1_big_8() -> None:
    """Big 8 is paid 1 to 1."""
    any_time("Big 8", 1, "big-8", None, 8)


def test_8_1_horn_horn_high() -> None:
    """Horn and Horn High leave a player just where their parts, wagered as single numbers, would."""
    for dice in THROWS:
        quarters = [(name, None, "30.00") for name in SINGLES.values()]
        assert net(("horn", None, "120.00"), dice=dice) == net(*quarters, dice=dice)
        for high, name in SINGLES.items():
            fifths = [(single, None, "24.00") for single in SINGLES.values()] + [(name, None, "24.00")]
            for point in STATES:
                assert net(("horn-high", high, "120.00"), dice=dice, point=point) == net(
                    *fifths, dice=dice, point=point
                )
    for table in awake("horn"):
        won = {dice: line[1] for dice, line in each_throw(table, "horn").items() if line and line[0] == "win"}
        assert won == dict.fromkeys(of(2, 12), Fraction(33, 4)) | dict.fromkeys(of(3, 11), Fraction(16, 4))


def test_8_1_crap_eleven_2_3_12() -> None:
    """Crap-Eleven is paid 7.5 to 1 on half the stake when 2, 3 or 12 comes."""
    any_time("Crap-Eleven 2,3,12", Fraction(15, 2) / 2, "crap-eleven", None, 2, 3, 12)


def test_8_1_crap_eleven_11() -> None:
    """Crap-Eleven is paid 16 to 1 on half the stake when 11 comes."""
    any_time("Crap-Eleven 11", Fraction(16) / 2, "crap-eleven", None, 11)


def test_8_1_crap_eleven_half() -> None:
    """Half of a Crap-Eleven is paid and comes back and half is lost, as if on Any Craps and Eleven."""
    halves = (("any-craps", None, "60.00"), ("eleven", None, "60.00"))
    for total, won in {2: 45000, 3: 45000, 12: 45000, 11: 96000}.items():
        (line,) = throw(lay(felt(), "crap-eleven", None, "120.00"), total).settled
        assert (line.winnings, line.returned) == (won, 6000)
    for dice in THROWS:
        assert net(("crap-eleven", None, "120.00"), dice=dice) == net(*halves, dice=dice)
