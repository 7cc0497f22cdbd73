"""What the words mean (1.1) and what an invalid throw does (5.1)."""

from __future__ import annotations

from feltwork.outcomes import THROWS
from feltwork.table.live.commands import CallNoRoll
from feltwork.table.play.events import RoundSettled
from tests.rules.duties import called_off
from tests.rules.felt import each_throw, lay, throw
from tests.rules.live import SUPERVISORS, Live, opened
from tests.rules.star_craps.layout import (
    ANY_TIME,
    EVERY,
    POINTS,
    STATES,
    UNIT,
    came,
    felt,
    on_line,
    refuses,
    settles,
)
from tests.rules.terms import defined


def test_1_1_come_point() -> None:
    """A Come or Don't Come takes the total of its first roll as its number if that is 4, 5, 6, 8, 9 or 10."""
    defined("star-craps", "come point")
    for wager in ("come", "dont-come"):
        for dice in THROWS:
            table = lay(felt(6), wager)
            throw(table, dice)
            assert [s.on for s in table.standing] == ([sum(dice)] if sum(dice) in POINTS else [])
            throw(table, 11)
            assert all(s.on == sum(dice) for s in table.standing)


def test_1_1_come_out_point() -> None:
    """The come out roll sets 4, 5, 6, 8, 9 or 10 as the point; later totals do not set another."""
    defined("star-craps", "come out point")
    for dice in THROWS:
        table = felt()
        throw(table, dice)
        point = sum(dice) if sum(dice) in POINTS else None
        assert table.state.area_state == point
        for later in EVERY - {7, point} if point else ():
            throw(table, later)
            assert table.state.area_state == point


def test_1_1_come_out_roll() -> None:
    """The first roll is a come out, and so is the first after the line is decided; no other roll is."""
    defined("star-craps", "come out roll")
    assert felt().bet(1, "win-line", UNIT)
    for first in EVERY:
        for second in EVERY:
            table = felt()
            throw(table, first)
            throw(table, second)
            point_set = second in POINTS if first not in POINTS else second not in (first, 7)
            assert bool(table.bet(1, "win-line", UNIT)) is not point_set
            assert bool(table.bet(1, "come", UNIT)) is point_set


def test_1_1_7_out() -> None:
    """A 7 after the point ends the turn and a come out follows; a come out 7 is none and wins the line."""
    defined("star-craps", "7 Out")
    for point in POINTS:
        table = on_line("win-line", point)
        settles(each_throw(table, "win-line"), "lose", "6.1.1.2.2", {7})
        throw(table, 7)
        assert table.state.come_out
        assert table.standing == ()
    settles(each_throw(lay(felt(), "win-line"), "win-line"), "win", "6.1.1.1.1", {7, 11})
    live = opened().with_shooter(1).rolled(3, 4).bets(1, "win-line")
    assert live.life.shooter.seat == 1, "a come out 7 is none"
    assert live.rolled(2, 4).rolled(3, 4).life.shooter.seat is None


def test_1_1_total() -> None:
    """The total is the sum of both upper faces, so either order of the dice does the same to every wager."""
    defined("star-craps", "total")
    wins_on = {2: "craps-two", 3: "craps-three", 7: "any-seven", 11: "eleven", 12: "craps-twelve"}
    for total, wager in wins_on.items():
        won = {dice for dice, line in each_throw(lay(felt(), wager), wager).items() if line and line[0] == "win"}
        assert won == {(a, b) for a in range(1, 7) for b in range(1, 7) if a + b == total}
    for wager, on in ANY_TIME:
        fates = each_throw(lay(felt(6), wager, on, UNIT), wager, on)
        assert all(fates[a, b] == fates[b, a] for a, b in THROWS)
    for dice in THROWS:
        (settled, *_) = opened().with_shooter(1).thrown().called(*dice)
        assert isinstance(settled, RoundSettled)
        assert (settled.result, settled.area) == (dice, (None, *POINTS).index(sum(dice)) if sum(dice) in POINTS else 0)


def test_1_1_void() -> None:
    """A void wager has no result: nothing is won, the whole stake goes back and the wager is gone."""
    defined("star-craps", "void")
    for wager, table in (("dont-win", felt()), ("dont-come", felt(6))):
        (line,) = throw(lay(table, wager, None, "35.01"), 2).settled
        assert (line.wager, line.result, line.stake, line.winnings, line.returned) == (
            wager,
            "void",
            3501,
            0,
            3501,
        )
        assert (table.balance(1), table.standing) == ("100000.00", ())


def test_5_1() -> None:
    """A called no roll decides nothing: point, wagers and money stay, and what lies may still be changed."""
    for point in STATES:
        table = felt(point)
        for wager, on in ANY_TIME:
            lay(table, wager, on, UNIT)
        before = str(table)
        step = table.no_roll("dice off the table")
        assert step
        assert (step.settled, str(table)) == ((), before)
        assert table.remove(1, "field")
    fresh = came("come", 6, 5)
    lay(fresh, "come").no_roll("cocked die")
    settles(each_throw(fresh, "come"), "win", "6.1.3.1.1", {7, 11})
    refuses(fresh, "6.1.1", "win-line")
    callers = {"stickperson", *SUPERVISORS}
    live = called_off(_on_six, callers, "5.1", "4.4.1", "irregular throw", "5.2.3")
    assert live.no(CallNoRoll("irregular throw"), "stickperson") == "5.1", "no dice are in the air"


def _on_six() -> Live:
    """A point of 6, a wager that any throw would decide, and the dice in the air."""
    return opened().with_shooter(1).rolled(2, 4).bets(2, "field").thrown()
