"""Clause 7: Lucky Ball, its two tables of odds, and the number that is boosted after no more bets."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from feltwork.table.live import commands as ask
from feltwork.table.live.commands import ReportScreenFault, RestoreScreen
from tests.build import enters
from tests.rules.felt import at, lay, money
from tests.rules.live import roulette
from tests.rules.star_roulette.layout import (
    BOOK,
    COLOURS,
    DRAWN,
    MEGA,
    TABLE_ONE,
    TABLE_TWO,
    WHEELS,
    all_wagers,
    lucky_table,
    lucky_wins,
    refusal,
    refused,
    snapshot,
)


def row_pays(clause: str, colour: str, standard: int, *boosted: int) -> None:
    """A row of a table of odds: what the colour pays plain and boosted, at both wheels, citing the row."""
    mega = clause == "7.10"
    other = COLOURS[COLOURS.index(colour) - 1]
    for wheel in WHEELS:
        tiers = ("super", "mega")[: len(boosted)]
        for tier, odds in zip(tiers, boosted, strict=True):
            assert lucky_wins(colour, tier, mega, wheel)[colour][0] == Fraction(odds, 1)
            assert lucky_wins(other, tier, mega, wheel)[colour][0] == Fraction(standard, 1)
        shape = lucky_table(mega, wheel).book.wagers["lucky-ball"].shapes[colour]
        prices = {(arm.pays.value, arm.pays.clause) for arm in shape.arms() if arm.pays}
        assert prices == {(Fraction(odds), f"{clause}[{colour.title()}]") for odds in (standard, *boosted)}


def boosted_once(mega: bool, clause: str) -> None:
    """One number is boosted, after no more bets and before the result; a second is refused."""
    table = at(BOOK, lucky_ball="mega" if mega else True)
    lay(table, "lucky-ball", "red")
    table.lucky_ball(DRAWN)
    assert refused(table.boost("red", "super"), clause)
    table.no_more_bets()
    before = snapshot(table)
    assert refused(table.spin(7), clause)
    assert refused(table.boost("purple", "super"), clause)
    assert refused(table.boost("red", "double"), clause)
    assert snapshot(table) == before
    assert table.boost("red", "super")
    assert refused(table.boost("red", "super"), clause)
    assert refused(table.boost("blue", "mega"), clause)
    assert table.state.boost == ("red", "super")
    assert table.spin(7)


def boosted_each_round(lucky: bool | str, clause: str) -> None:
    """At a live table one number is boosted in each round, wagered on or not, before the winning one is called."""
    for screen_fails in (False, True):
        live = roulette(lucky=lucky)
        live.ok(ask.SpinBall(), "dealer")
        live.ok(ask.DrawNumbers(dict(DRAWN)), "system")
        live.ok(ask.CloseBets(), "dealer")
        assert live.no(enters(7), "dealer") == clause
        assert live.who_may(ask.BoostNumber("red", "super"), "7.4") == {"system"}
        live.ok(
            *((ReportScreenFault("dark"), "dealer") if screen_fails else (ask.BoostNumber("red", "super"), "system"))
        )
        live.ok(enters(7), "dealer")
        if screen_fails:
            live.ok(RestoreScreen("cable"), "casino_supervisor")
        assert live.no(ask.BoostNumber("blue", "super"), "system") == clause
        live.ok(ask.ConfirmNumber(7), "dealer")


def test_7_1() -> None:
    """The house may offer Lucky Ball or not; where it does not, no wager, draw or boost is taken."""
    for wheel in WHEELS:
        table = at(BOOK, wheel=wheel)
        before = snapshot(table)
        assert refused(table.lucky_ball(DRAWN), "7.1")
        assert refused(table.boost("red", "super"), "7.1")
        assert {refusal(table, "lucky-ball", colour).clause for colour in COLOURS} == {"7.1"}
        assert snapshot(table) == before
        assert all(at(BOOK, wheel=wheel, lucky_ball=True).bet(1, "lucky-ball", "1.00", colour) for colour in COLOURS)


def test_7_2() -> None:
    """Roulette goes on beside Lucky Ball, whose rule wins where a zero would take all else."""
    for wheel in WHEELS:
        table = at(BOOK, wheel=wheel, lucky_ball=True)
        for wager, on in all_wagers(wheel):
            lay(table, wager, on, "10.00")
        lay(table, "lucky-ball", "green", "10.00")
        table.lucky_ball(DRAWN)
        table.no_more_bets()
        table.boost("red", "super")
        assert DRAWN["green"] == 0
        lines = {(line.wager, line.on): line for line in table.spin(0).settled}
        assert lines.pop(("lucky-ball", "green")).winnings == 12 * money("10.00")
        assert {spot: line.result for spot, line in lines.items()} == {
            spot: "win" if 0 in numbers else "lose" for spot, numbers in all_wagers(wheel).items()
        }


def test_7_3() -> None:
    """A Lucky Ball wager may be a player's only one, and is settled by itself."""
    for mega in (False, True):
        table = lucky_table(mega, colours=("yellow",))
        table.boost("red", "super")
        (line,) = table.spin(31).settled
        assert (line.key, line.result, line.winnings) == (
            (1, "lucky-ball", "yellow"),
            "win",
            25 * money("120.00"),
        )


def test_7_5() -> None:
    """Any or all of the colours may be backed, each by a wager of its own that lies on one area."""
    table = at(BOOK, lucky_ball=True)
    for size in (2, 3, 4):
        for several in combinations(COLOURS, size):
            assert refusal(table, "lucky-ball", several).clause == "7.5"
    for wrong in (None, "purple", 7, 0):
        assert refusal(table, "lucky-ball", wrong).clause == "7.5"
    for size in (1, 2, 3, 4):
        for chosen in combinations(COLOURS, size):
            for winner, pocket in DRAWN.items():
                played = lucky_table(colours=chosen)
                played.boost("red", "super")
                lines = {line.on: line.result for line in played.spin(pocket).settled}
                assert lines == {colour: "win" if colour == winner else "lose" for colour in chosen}


def test_7_6() -> None:
    """Without Mega Odds, a number drawn after no more bets is paid super instead of standard odds."""
    boosted_once(False, "7.6")
    boosted_each_round(True, "7.6")
    assert refused(lucky_table().boost("red", "mega"), "7.6")
    for wheel in WHEELS:
        for colour, (_, boosted) in TABLE_ONE.items():
            wins = lucky_wins(colour, "super", wheel=wheel)
            assert wins.pop(colour) == (Fraction(boosted), "7.6")
            assert {clause for _, clause in wins.values()} == {"7.7"}, "one of the four, and no more"


def test_7_7() -> None:
    """The three colours that were not drawn are paid their standard odds."""
    for wheel in WHEELS:
        for boosted in COLOURS:
            wins = lucky_wins(boosted, "super", wheel=wheel)
            others = {colour: paid for colour, paid in wins.items() if colour != boosted}
            assert others == {colour: (Fraction(TABLE_ONE[colour][0]), "7.7") for colour in others}
            assert len(others) == 3


def test_7_8() -> None:
    """Without Mega Odds there are two prices a colour, and the table has no third."""
    book = at(BOOK, lucky_ball=True).book
    prices = {c: sorted(a.odds for a in book.machine("lucky-ball", c).arms if a.pays) for c in COLOURS}
    assert prices == {"red": [6, 120], "green": [12, 100], "blue": [20, 75], "yellow": [25, 60]}


def test_7_8_red() -> None:
    """Red without Mega Odds: 6 to 1, or 120 to 1 super."""
    row_pays("7.8", "red", 6, 120)


def test_7_8_green() -> None:
    """Green without Mega Odds: 12 to 1, or 100 to 1 super."""
    row_pays("7.8", "green", 12, 100)


def test_7_8_blue() -> None:
    """Blue without Mega Odds: 20 to 1, or 75 to 1 super."""
    row_pays("7.8", "blue", 20, 75)


def test_7_8_yellow() -> None:
    """Yellow without Mega Odds: 25 to 1, or 60 to 1 super."""
    row_pays("7.8", "yellow", 25, 60)


def test_7_9() -> None:
    """With Mega Odds, after no more bets exactly one number gets either super or mega odds."""
    boosted_once(True, "7.9")
    boosted_each_round("mega", "7.9")
    for colour in COLOURS:
        for tier in ("super", "mega"):
            table = lucky_table(mega=True)
            assert table.boost(colour, tier)
            assert all(refused(table.boost(c, t), "7.9") for c in COLOURS for t in ("super", "mega"))


def test_7_9_1() -> None:
    """A super number is paid its super odds and the other three their standard odds, all by this clause."""
    for wheel in WHEELS:
        for boosted in COLOURS:
            assert lucky_wins(boosted, "super", True, wheel) == {
                colour: (Fraction(prices[colour == boosted]), "7.9.1") for colour, prices in TABLE_TWO.items()
            }


def test_7_9_2() -> None:
    """A mega number is paid 1000 to 1 and the other three their standard odds, all by this clause."""
    for wheel in WHEELS:
        for boosted in COLOURS:
            assert lucky_wins(boosted, "mega", True, wheel) == {
                colour: (Fraction(MEGA if colour == boosted else standard), "7.9.2")
                for colour, (standard, _) in TABLE_TWO.items()
            }


def test_7_10() -> None:
    """With Mega Odds there are three prices a colour, and red's standard price is lower than without."""
    book = at(BOOK, lucky_ball="mega").book
    prices = {c: sorted({a.odds for a in book.machine("lucky-ball", c).arms if a.pays}) for c in COLOURS}
    assert prices == {
        "red": [5, 120, 1000],
        "green": [12, 100, 1000],
        "blue": [20, 75, 1000],
        "yellow": [25, 60, 1000],
    }


def test_7_10_red() -> None:
    """Red with Mega Odds: 5 to 1, 120 to 1 super, 1000 to 1 mega."""
    row_pays("7.10", "red", 5, 120, 1000)


def test_7_10_green() -> None:
    """Green with Mega Odds: 12 to 1, 100 to 1 super, 1000 to 1 mega."""
    row_pays("7.10", "green", 12, 100, 1000)


def test_7_10_blue() -> None:
    """Blue with Mega Odds: 20 to 1, 75 to 1 super, 1000 to 1 mega."""
    row_pays("7.10", "blue", 20, 75, 1000)


def test_7_10_yellow() -> None:
    """Yellow with Mega Odds: 25 to 1, 60 to 1 super, 1000 to 1 mega."""
    row_pays("7.10", "yellow", 25, 60, 1000)
