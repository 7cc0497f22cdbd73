"""What the book's words mean at the table: 1.1, 3.12 and the cocked dice of 6.4.1."""

from __future__ import annotations

from fractions import Fraction

from feltwork.table.live.commands import CallNoRoll, CloseBets, PlaceWager, ReportThrow, SenseResult, ShootDice
from tests.rules.aruze_craps.terminal import ALL, PHASES, POINTS, any_time, cents, lined, puck, refuses, totals
from tests.rules.aruze_craps.test_table_terminals import MANAGERS, Floor
from tests.rules.fates import ends
from tests.rules.felt import lay, line_of, throw
from tests.rules.terms import defined


def test_1_1_cocked_dice() -> None:
    """A die not lying flat voids the round: its wagers go back, the point stays, wagering reopens."""
    defined("aruze-craps", "Cocked Dice")
    for phase in PHASES:
        table = lay(lay(puck(phase), "field"), "hop", (3, 3), seat=2)
        table.no_more_bets()
        step = table.no_roll("cocked dice")
        assert [(line.seat, line.result, line.winnings) for line in step.settled] == [
            (1, "void", 0),
            (2, "void", 0),
        ]
        assert (cents(table, 1), cents(table, 2), table.state.area_state) == (10_000_000, 10_000_000, phase)
        assert not table.standing
        lay(table, "field")


def test_1_1_come_out_roll() -> None:
    """The first roll is a come out roll, and so is the one after each roll that decides the lines."""
    defined("aruze-craps", "Come Out Roll")
    assert puck().state.come_out
    for dice in ALL:
        table = lay(puck(), "pass-line")
        decided = bool(throw(table, dice).settled)
        assert table.state.come_out == decided == (sum(dice) not in POINTS)
        assert bool(table.bet(1, "dont-pass", "1.00")) == decided
        for point in POINTS:
            table = lined("pass-line", point)
            assert not table.state.come_out
            decided = bool(throw(table, dice).settled)
            assert table.state.come_out == decided == (sum(dice) in (point, 7))


def test_1_1_draw() -> None:
    """A draw neither wins nor loses: the whole stake comes back and nothing else."""
    defined("aruze-craps", "Draw")
    for wager, phase in (("dont-pass", None), *(("dont-come", point) for point in POINTS)):
        table = lay(puck(phase), wager)
        (line,) = throw(table, 12).settled
        assert (line.result, line.stake, line.winnings, line.returned) == ("draw", 12_000, 0, 12_000)
        assert (cents(table), table.standing) == (10_000_000, ())


def test_1_1_easy() -> None:
    """A total is easy when the faces differ, whichever die shows which: easy eight takes the hard eight."""
    defined("aruze-craps", "Easy")
    for number in (4, 6, 8, 10):
        lost = ends(any_time("hardway", number), "lose", "3.9.9") - totals(7)
        assert lost == {(a, b) for a, b in ALL if a + b == number and a != b}
    assert {(2, 6), (6, 2)} <= ends(any_time("hardway", 8), "lose", "3.9.9")
    assert ends(any_time("hop", (2, 6)), "win", "3.9.23") == {(2, 6), (6, 2)}


def test_1_1_hard() -> None:
    """A total is hard when both faces are the same: two fours make the hard eight."""
    defined("aruze-craps", "Hard")
    for number in (4, 6, 8, 10):
        won = ends(any_time("hardway", number), "win", "3.9.9")
        assert won == {(a, b) for a, b in ALL if a + b == number and a == b}
    assert ends(any_time("hardway", 8), "win", "3.9.9") == {(4, 4)}


def test_1_1_maximum_bet() -> None:
    """The maximum holds for each selection by itself, at once or bit by bit, and is never waived."""
    defined("aruze-craps", "Maximum Bet")
    for late in (False, True):
        table = puck(limits={"place": ("5.00", "100.00")}, late=late)
        refuses(table, "3.1", table.bet, 1, "place", "100.01", 6)
        lay(table, "place", 6, "99.99")
        refuses(table, "3.1", table.bet, 1, "place", "0.02", 6)
        lay(table, "place", 6, "0.01")
        refuses(table, "3.1", table.bet, 1, "place", "0.01", 6)
        for number, seat in ((8, 1), (6, 2), (8, 2)):
            lay(table, "place", number, "100.00", seat)


def test_1_1_minimum_bet() -> None:
    """The minimum holds for each selection by itself; what lies elsewhere does not help."""
    defined("aruze-craps", "Minimum Bet")
    for late in (False, True):
        table = puck(limits={"place": ("5.00", "100.00")}, late=late)
        for number in POINTS:
            refuses(table, "3.1", table.bet, 1, "place", "4.99", number)
            lay(table, "place", number, "5.00")
            lay(table, "place", number, "0.01")
        lay(table, "place", 6, "5.01", 2)


def test_1_1_void() -> None:
    """A void wager has no result: stake and commission go back, whatever the dice would have shown."""
    defined("aruze-craps", "Void")
    table = lay(lay(lay(puck(), "buy", 6), "lay", 4), "horn")
    table.no_more_bets()
    step = table.no_roll("cocked dice")
    assert {(line.wager, line.result, line.winnings) for line in step.settled} == {
        (wager, "void", 0) for wager in ("buy", "lay", "horn")
    }
    assert all(line.returned == line.stake for line in step.settled)
    assert (cents(table), table.standing) == (10_000_000, ())


def test_3_12() -> None:
    """The two upper faces added up are the result; without them there is none."""
    for a, b in ALL:
        table = lay(puck(), "hop", (a, b), "1.00")
        won = line_of(throw(table, (a, b)).settled, "hop", (min(a, b), max(a, b)))
        assert won == ("win", Fraction(33 if a == b else 16), "3.9.23")
        assert table.state.area_state == (a + b if a + b in POINTS else None)
    table = puck(6)
    table.no_more_bets()
    table.no_roll("one die on its edge")
    assert (table.state.area_state, table.state.results) == (6, 1)
    refuses(table, "not in the book", table.spin, 7)
    for a, b in ALL:
        lay(table := puck(), "any-seven", stake="1.00")
        lay(table, "eleven", stake="1.00")
        winners = {line.wager for line in throw(table, (a, b)).settled if line.result == "win"}
        assert winners == {wager for wager, total in (("any-seven", 7), ("eleven", 11)) if a + b == total}
    floor = Floor().seated(1)
    floor.player(1, PlaceWager(1, "any-seven", 1_00))
    floor.system(CloseBets())
    assert floor.no(SenseResult(3, 4), "sensor", "system") == "3.12", "no dice have been shot"
    floor.system(ShootDice())
    floor.system(SenseResult(3, 4))
    assert floor.life.game
    assert floor.life.game.balances[1] == 104_50


def test_6_4_1() -> None:
    """Cocked dice void this round's wagers and leave carried ones and the point (other reading: void all)."""
    for point in POINTS:
        table = lay(lay(lined("pass-line", point, "10.00"), "pass-line", stake="5.00"), "odds", stake="30.00")
        lay(table, "buy", 4, "20.00", 2)
        table.no_more_bets()
        voided = [
            (line.seat, line.wager, line.result, line.returned, line.clause, line.commission_back)
            for line in table.no_roll("cocked dice").settled
        ]
        assert voided == [
            (1, "odds", "void", 3000, "6.4.1", 0),
            (1, "pass-line", "void", 500, "6.4.1", 0),
            (2, "buy", "void", 2000, "6.4.1", 100),
        ]
        assert [(s.wager.name, s.stake) for s in table.standing] == [("pass-line", 1000)]
        assert (cents(table), cents(table, 2)) == (10_000_000 - 1000, 10_000_000)
        assert table.state.area_state == point
    table = puck(readings={"cocked_scope": "all_live"})
    throw(lay(table, "pass-line"), 6)
    table.no_more_bets()
    assert [line.clause for line in table.no_roll("cocked dice").settled] == ["6.4.1"]
    assert (cents(table), table.standing) == (10_000_000, ())
    floor = Floor().seated(1)
    floor.player(1, PlaceWager(1, "field", 5_00))
    floor.system(CloseBets())
    floor.system(ShootDice())
    assert floor.who_may(CallNoRoll("cocked"), "6.4.1") == MANAGERS
    floor.manager(ReportThrow("cocked"))
    assert floor.no(SenseResult(3, 4), "sensor", "system") == "6.4.1", "there is no result, and no choice about it"
    floor.manager(CallNoRoll("cocked"))
    assert floor.life.game
    assert (floor.life.game.balances[1], floor.life.game.layout) == (100_00, {})
