"""Clauses 2.5.4, 2.8, 3.10 to 3.13, 4 and 8.9: when wagers may be handled, how large they are, and no spin."""

from __future__ import annotations

from feltwork.table.live.commands import (
    CallNoRoll,
    CloseBets,
    ConfirmNumber,
    OpenTable,
    PlaceWager,
    RepositionWager,
    SpinBall,
    TakeBallOut,
)
from feltwork.table.play.events import Placed
from feltwork.table.play.table import Table
from tests.build import enters, signed
from tests.rules.desk import LIVE, AtDesk
from tests.rules.duties import opens_with_limits_shown
from tests.rules.felt import at, lay, money, spin
from tests.rules.live import FLOOR_ROLES, MONEY, Live, roulette
from tests.rules.star_roulette.layout import (
    BOOK,
    COLOURS,
    DRAWN,
    WHEELS,
    all_wagers,
    refusal,
    refused,
    snapshot,
)
from tests.rules.star_roulette.test_table_crew import recorded

LIMITS = {"straight": ("5.00", "100.00"), "red": ("10.00", "500.00", "10.00")}


def with_sign(late: bool = False) -> Table:
    """A table of dollar chips: straight up from 5 to 100, red from 10 to 500 by tens."""
    return at(BOOK, smallest_chip="1.00", limits=LIMITS, late=late)


def net(table: Table, seat: int = 1) -> int:
    """What a seat has won or lost since it sat down with 100000.00."""
    return table.state.balances[seat] - money("100000.00")


def test_2_5_4() -> None:
    """The sign names the minimum, the maximum and the unit."""
    lines = dict(line.split(": ", 1) for line in with_sign().sign().splitlines() if ": " in line)
    assert lines["straight"] == "minimum 5.00, maximum 100.00"
    assert lines["red"] == "minimum 10.00, maximum 500.00, above the minimum in units of 10.00"
    assert "1.00" in with_sign().sign().splitlines()[0]
    recorded("limit sign", "2.5.4")
    for wager, on, amount in (("straight", 7, "4.00"), ("straight", 7, "101.00"), ("red", None, "15.00")):
        assert refusal(with_sign(), wager, on, amount).clause == "4.1", "what it names is kept"


def test_2_8() -> None:
    """Lucky Ball is open to every player of the round until no more bets, and not after."""
    for wheel in WHEELS:
        table = lay(at(BOOK, wheel=wheel, lucky_ball=True), "lucky-ball", "red")
        table.lucky_ball(DRAWN)
        lay(table, "lucky-ball", "blue", seat=2)
        table.no_more_bets()
        for seat, colour in ((1, "red"), (1, "green"), (2, "blue"), (2, "yellow")):
            before = snapshot(table)
            assert refused(table.bet(seat, "lucky-ball", "10.00", colour), "3.10")
            assert snapshot(table) == before
    live = Live("star-roulette", roles=FLOOR_ROLES)
    for layout in "ABCDEF":
        wheel = "double" if layout in "BDF" else "single"
        opening = OpenTable("star-roulette", 100, 8, wheel=wheel, lucky_ball=True, layout=layout, rehearsal=True)
        taken = isinstance(live.asks(signed(opening), "casino_supervisor"), tuple)
        assert taken == (layout in "EF"), "on layout E or F and on no other cloth"


def test_3_10() -> None:
    """After no more bets nothing is placed, added to, reduced or withdrawn; the next round is open again."""
    for wheel in WHEELS:
        table = at(BOOK, wheel=wheel)
        for wager, on in all_wagers(wheel):
            lay(table, wager, on, "10.00")
            assert table.remove(1, wager, on, "5.00")
        table.no_more_bets()
        before = snapshot(table)
        for wager, on in all_wagers(wheel):
            assert refused(table.bet(1, wager, "10.00", on), "3.10")
            assert refused(table.bet(2, wager, "10.00", on), "3.10")
            assert refused(table.remove(1, wager, on), "3.10")
            assert refused(table.remove(1, wager, on, "1.00"), "3.10")
        table.no_more_bets()
        assert snapshot(table) == before
        assert table.spin(7)
        assert table.bet(1, "red", "10.00")
        assert table.remove(1, "red")


def test_3_12() -> None:
    """The record names whose wager lies where, and it is settled there and nowhere nearby."""
    for wager, on in all_wagers("double"):
        table = at(BOOK, wheel="double")
        step = table.bet(2, wager, "10.00", on)
        assert [(event.key, event.amount) for event in step.events if isinstance(event, Placed)] == [
            ((2, wager, on), money("10.00"))
        ]
        for own in (None, "10.00"):
            assert refused(table.remove(1, wager, on, own), "not in the book"), "those chips are another's"
        held = table.state.balances[1]
        assert [line.key for line in spin(table, 17).settled] == [(2, wager, on)]
        won = 17 in all_wagers("double")[wager, on]
        assert (table.state.balances[1], net(table, 2) > 0) == (held, won), "paid to the seat it is of"


def test_3_13() -> None:
    """What counts is where chips lie when betting has closed, not where they once lay."""
    table = lay(lay(at(BOOK), "straight", 7), "straight", 8, seat=2)
    table.remove(1, "straight", 7)
    lay(lay(table, "straight", 8), "split", (7, 8), "2.00", seat=2)
    table.no_more_bets()
    for step in (table.bet(1, "straight", "10.00", 7), table.remove(1, "straight", 8)):
        assert refused(step, "3.10"), "the position no longer changes"
    lines = {(line.seat, line.wager, line.on): line.result for line in spin(table, 7).settled}
    assert lines == {
        (1, "straight", (8,)): "lose",
        (2, "straight", (8,)): "lose",
        (2, "split", (7, 8)): "win",
    }


def test_4_1() -> None:
    """A wager keeps to the sign: minimum, maximum, and unit where one is shown, for each player."""
    for amount in ("4.00", "101.00"):
        assert refusal(with_sign(), "straight", 7, amount).clause == "4.1"
    for amount in ("5.00", "6.00", "7.00", "99.00", "100.00"):
        assert with_sign().bet(1, "straight", amount, 7)
    for amount in ("9.00", "11.00", "19.00", "21.00", "499.00", "501.00", "510.00"):
        assert refusal(with_sign(), "red", None, amount).clause == "4.1"
    for amount in ("10.00", "20.00", "490.00", "500.00"):
        assert with_sign().bet(1, "red", amount)
    table = lay(with_sign(), "straight", 7, "60.00")
    assert refusal(table, "straight", 7, "41.00").clause == "4.1"
    assert table.bet(1, "straight", "40.00", 7)
    assert table.bet(2, "straight", "100.00", 7)
    opens_with_limits_shown(Live("star-roulette", roles=FLOOR_ROLES), "4.1")


def test_4_2() -> None:
    """A wager found under the minimum once betting is closed is good for all of it, won or lost."""
    for stake in ("1.00", "4.00", "5.00"):
        for pocket, won in ((7, 35 * money(stake)), (8, -money(stake))):
            table = lay(with_sign(late=True), "straight", 7, stake)
            (line,) = spin(table, pocket).settled
            assert (line.result, line.stake, net(table)) == ("win" if won > 0 else "lose", money(stake), won)
    reduced = lay(with_sign(), "straight", 7, "10.00")
    assert reduced.remove(1, "straight", 7, "8.00")
    spin(reduced, 7)
    assert net(reduced) == 35 * money("2.00")
    live = AtDesk("star-roulette", limits={"red": LIVE})
    for _ in range(2):
        live.reduced("red").spun().lands(1)
        assert live.line(2, "red") == ["win", 2_00, 2_00, 2_00, "3.2.13"]


def test_4_3() -> None:
    """Over the maximum a wager is paid or collected up to it, and earlier spins are left as they were."""
    for stake in ("99.00", "100.00", "101.00", "250.00"):
        counted = min(money(stake), money("100.00"))
        for pocket, won in ((7, 35 * counted), (8, -counted)):
            table = lay(with_sign(late=True), "straight", 7, stake)
            (line,) = spin(table, pocket).settled
            back = money(stake) if won > 0 else money(stake) - counted
            assert (line.stake, line.winnings, line.returned) == (money(stake), max(won, 0), back)
            assert net(table) == won
            assert [left.result for left in spin(lay(table, "straight", 7, "10.00"), 8).settled] == ["lose"]
            assert net(table) == won - money("10.00")
    for pocket, due in ((7, ["win", 140_00, 3_500_00, 140_00]), (9, ["lose", 140_00, 0, 40_00])):
        live = AtDesk("star-roulette", limits={"straight": LIVE}).betting()
        assert live.says_no(PlaceWager(1, "straight", 101_00, 7), 1) == "4.1"
        live.does(PlaceWager(1, "straight", 80_00, 8), 1)
        live.does(PlaceWager(1, "straight", 60_00, 7), 1)
        live.spun().does(RepositionWager(1, "straight", "straight", "pushed over", 8, 7), "casino_supervisor")
        assert live.lands(pocket).line(1, "straight")[:4] == due, "chips that count elsewhere (3.14) are capped too"


def test_4_4() -> None:
    """A player is shown the limits and, when refused, told which one the wager breaks."""
    assert "minimum 5.00, maximum 100.00" in with_sign().sign()
    assert "minimum of 5.00" in refusal(with_sign(), "straight", 7, "4.00").reason
    assert "maximum of 100.00" in refusal(with_sign(), "straight", 7, "101.00").reason
    assert "units of 10.00" in refusal(with_sign(), "red", None, "15.00").reason
    laid = lay(with_sign(), "straight", 7, "60.00")
    assert "maximum of 100.00" in refusal(laid, "straight", 7, "41.00").reason, "all that lies there counts"


def test_8_9() -> None:
    """After a no spin main wagers stand, betting reopens, and the ball is spun again to settle them."""
    for wheel in WHEELS:
        for closed in (False, True):
            table = at(BOOK, wheel=wheel, lucky_ball=True)
            for wager, on in all_wagers(wheel):
                lay(table, wager, on, "10.00")
            standing = table.standing
            for colour in COLOURS:
                lay(table, "lucky-ball", colour, "10.00")
            if closed:
                table.no_more_bets()
            step = table.no_spin("the ball left the wheel")
            assert {(line.wager, line.result, line.clause) for line in step.settled} == {
                ("lucky-ball", "returned", "8.9")
            }
            assert table.standing == standing
            assert refused(table.spin(7), "5.3")
            assert table.remove(1, "red")
            assert table.bet(1, "red", "10.00")
            results = {(line.wager, line.on): line.result for line in spin(table, 7).settled}
            assert results == {spot: "win" if 7 in numbers else "lose" for spot, numbers in all_wagers(wheel).items()}
    live = roulette().bets(1, "red").bets(2, "straight", 5_00, 7)
    live.ok(SpinBall(), "dealer")
    live.ok(CallNoRoll("foreign object"), "dealer")
    live.betting().bets(1, "red", 5_00)
    for command in (TakeBallOut(in_time=True), SpinBall(), CloseBets(), enters(7), ConfirmNumber(7)):
        live.ok(command, "dealer")
    assert (live.rail(1), live.rail(2)) == (MONEY + 15_00, MONEY + 175_00), "spun again, as rule 5 says"
