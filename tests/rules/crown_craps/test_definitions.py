"""What the words of the book mean, and what Mini Craps changes: 1.1, 1.4, 7.1 and 7.4.1."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from feltwork.table.live.commands import AssignCrew, CloseBets, PlaceWager, RemoveWager, ThrowDice
from feltwork.table.play.events import Placed
from tests.rules.crown_craps.crown import (
    EVERY,
    HARD,
    PHASES,
    POINTS,
    TOTALS,
    crown,
    dice_with,
    ends,
    fates,
    lies_through,
    no_bet,
    no_call,
    no_removal,
    others,
    pointed,
    ready_for,
    refuses,
    with_wager,
)
from tests.rules.felt import each_throw, lay, line_of, throw
from tests.rules.live import PIT_BOSS
from tests.rules.live import crown as in_play
from tests.rules.terms import defined


def test_1_1_7_out() -> None:
    """A 7 after a point ends the hand for the Don't Win Line; a come out 7 is none and loses it."""
    defined("crown-craps", "7-out")
    for point, table in pointed("dont-win-line"):
        assert table.state.area_state == point
        assert [line.result for line in throw(table, 7).settled] == ["win"]
        assert table.state.come_out
    assert 7 in ends(fates("dont-win-line"), "lose")
    live = in_play().with_shooter(1).rolled(3, 4).bets(1, "win-line")
    assert live.life.shooter.seat == 1, "a come out 7 is none"
    assert live.rolled(2, 4).rolled(3, 4).life.shooter.seat is None


def test_1_1_come_out_roll() -> None:
    """Rolls are come out rolls until one of them sets a point, and again once it is decided."""
    defined("crown-craps", "Come Out Roll")
    table = crown()
    for shown in (*others(*POINTS), 7):
        throw(table, shown)
        assert table.state.come_out
        assert table.bet(1, "win-line", "5.00")
        assert table.remove(1, "win-line")
    for point in POINTS:
        for end in (point, 7):
            throw(table, point)
            assert no_bet(table, "3.6.1", "win-line", "5.00")
            for between in others(point, 7):
                throw(table, between)
                assert not table.state.come_out
                assert no_bet(table, "3.6.1", "win-line", "5.00")
            throw(table, end)
            assert table.state.come_out


def test_1_1_hardway() -> None:
    """Both faces alike is the hard way of 4, 6, 8 and 10; 2 and 12 have none."""
    defined("crown-craps", "Hardway")
    for number in HARD:
        found = fates("hardway", number, 5)
        assert dice_with(found, "win") == {(number // 2, number // 2)}
        assert all(a != b for a, b in dice_with(found, "lose"))
    assert all(no_bet(crown(), "3.6.13", "hardway", "5.00", number) for number in TOTALS - {*HARD})


def test_1_1_inactive() -> None:
    """An inactive wager is not paid, not taken and not moved: it lies there with its stake."""
    defined("crown-craps", "Inactive")
    table = lay(crown(), "place", 6)
    lying = table.standing
    assert lies_through(table, "place", 6, others(6, *POINTS))
    assert table.standing == lying
    assert "place" not in {line.wager for line in throw(table, 6).settled}
    assert table.standing == lying
    assert lies_through(table, "place", 6, others(6, 7))
    assert table.standing == lying


def test_1_1_point() -> None:
    """The first 4, 5, 6, 8, 9 or 10 of a come out is the point until it is made or 7 comes."""
    defined("crown-craps", "Point")
    for shown in TOTALS:
        table = crown()
        throw(table, shown)
        assert table.state.area_state == (shown if shown in POINTS else None)
    for point, table in pointed("win-line"):
        for shown in others(point, 7):
            throw(table, shown)
            assert table.state.area_state == point
        assert line_of(throw(table, point).settled, "win-line") == ("win", Fraction(1), "3.6.1(a)(ii)")


def test_1_4_1() -> None:
    """A bet is what may happen: each is known by its name and number, whoever stakes what on it."""
    for name, on in EVERY:
        table = with_wager(name, on)
        assert table.state.find(1, name, on)
        assert table.state.find(2, name, on) is None
    table = lay(lay(crown(5), "place", 6, "12.00"), "place", 6, "24.00", seat=2)
    same = [each_throw(table, "place", 6, seat) for seat in (1, 2)]
    assert same[0] == same[1]
    for no_bet_at_all in ("two-dice", "win", "", "placing"):
        assert no_bet(crown(), "3.6", no_bet_at_all, "5.00")


def test_1_4_2() -> None:
    """A wager is money put on a bet: it leaves the player's rack and lies there under the player's seat."""
    for name, on in EVERY:
        table = ready_for(name, on)
        before = table.state.balances[1]
        step = table.bet(1, name, "120.00", on)
        (event,) = step.events
        assert isinstance(event, Placed)
        assert (event.key, event.amount, table.state.stake_of(1, name, on)) == ((1, name, on), 12000, 12000)
        assert table.state.balances[1] == before - 12000 - event.commission


def test_7_1() -> None:
    """Mini Craps settles every wager as Craps does; where they differ its own closing of bets prevails."""
    for name, on in EVERY:
        full, mini = with_wager(name, on), with_wager(name, on, variant="mini")
        assert each_throw(mini, name, on) == each_throw(full, name, on)
    for phase in PHASES:
        full, mini = lay(crown(phase), "place", 6), lay(crown(phase, variant="mini"), "place", 6)
        assert refuses(full, "not in the book", full.no_more_bets)
        assert full.remove(1, "place", 6)
        assert mini.no_more_bets()
        assert no_removal(mini, "7.4.1", "place", 6)


def test_7_4_1() -> None:
    """At Mini Craps nothing is placed, raised or taken from no more bets until the roll is settled."""
    for name, on in EVERY:
        table = with_wager(name, on, variant="mini")
        assert refuses(table, "7.4.1", partial(table.roll, 1, 1))
        assert table.no_more_bets()
        assert no_bet(table, "7.4.1", name, "120.00", on)
        assert no_bet(table, "7.4.1", "field", "5.00", seat=2)
        assert no_removal(table, "7.4.1", name, on)
        assert no_removal(table, "7.4.1", name, on, "60.00")
        assert no_call(table, "7.4.1", name, on, working=False)
        assert table.roll(5, 6)
        assert table.bet(2, "field", "5.00")
    for lock, free in (("roll", True), ("until_decided", False)):
        held = lay(crown(5, variant="mini", readings={"mini_lock": lock}), "place", 6)
        throw(held, 11)
        assert bool(held.remove(1, "place", 6)) == free
    live = in_play(variant="mini").with_shooter(1).bets(2, "field")
    assert live.no(ThrowDice(), 1) == "7.4.1", "the call comes first"
    live.ok(AssignCrew("stickperson", "stickperson"), "pit_boss")
    assert live.who_may(CloseBets(), "7.4.1") == {"dealer", *PIT_BOSS}
    live.ok(CloseBets(), "dealer")
    assert (live.no(RemoveWager(2, "field"), 2), live.no(PlaceWager(2, "field", 5_00), "dealer")) == ("7.4.1", "7.4.1")


def test_5_3_1_d() -> None:
    """A throw settles all the wagers it decides, by the odds table, and leaves the others lying."""
    table = crown()
    throw(table, 6)
    lay(table, "place", 8)
    lay(table, "hardway", 8)
    lay(table, "field")
    lay(table, "big-6")
    settled = {(line.wager, line.result): line.winnings for line in throw(table, (4, 4)).settled}
    stake = 120 * 100
    assert settled == {
        ("place", "win"): stake * 7 // 6,
        ("hardway", "win"): stake * 19 // 2,
        ("field", "lose"): 0,
    }
    assert [standing.wager.name for standing in table.standing] == ["big-6"]
