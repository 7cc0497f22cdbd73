"""Placing, limits, rounding and no rolls: 5.2, 6.4 to 6.8, 7, 8.6, 10.5."""

from __future__ import annotations

from feltwork.table.live.commands import CallNoRoll, EnterResult, PlaceWager, ReportThrow, ThrowDice
from feltwork.table.play.events import Placed, RoundInvalid
from tests.rules.desk import LIVE, AtDesk
from tests.rules.dragon_fire.pit import (
    EVERYTHING,
    OTHERS,
    RICH,
    SIDES,
    after,
    cents,
    frozen,
    lying,
    refuses,
    tail,
)
from tests.rules.duties import opens_with_limits_shown
from tests.rules.felt import at, lay, throw
from tests.rules.live import FLOOR_ROLES, MANAGERS, MONEY, Live, dragon

SIDE_AREAS = (("dragon", None), ("fire", None))
LIMITS = {"dragon": ("5.00", "100.00")}


def test_5_2() -> None:
    """A no roll voids everything but the Tail, frozen sides included, whose freeze ends; a run of 8s goes on."""
    openings = [(after(*thrown), (*SIDE_AREAS, *OTHERS)) for thrown in ((), (8,), (8, 8))]
    for table, areas in (*openings, (frozen(), OTHERS)):
        tails, before = lying(table, 2), cents(table, 2)
        for wager, on in areas:
            lay(table, wager, on, "1.00")
        table.no_more_bets()
        lines = table.no_roll("one die off the table").settled
        assert {(x.wager, x.on) for x in lines} == set(areas)
        assert {(x.result, x.winnings, x.returned, x.clause) for x in lines} == {("void", 0, 100, "5.2")}
        assert (lying(table), cents(table), lying(table, 2), cents(table, 2)) == ([], RICH, tails, before)
    run = tail(2)
    run.no_roll("dice in the bowl")
    assert [x.clause for x in throw(run, 8).settled] == ["6.1.7.3"]
    sides = frozen("dragon", "fire")
    assert [(x.wager, x.clause) for x in sides.no_roll("cocked").settled] == [("dragon", "5.2"), ("fire", "5.2")]
    assert (cents(sides), sides.state.area_state) == (RICH, "open")


def test_6_4() -> None:
    """Every wager may be placed, increased, reduced and removed until no more bets, and not after it."""
    for wager, on in EVERYTHING:
        table = lay(lay(at("dragon-fire"), wager, on), wager, on)
        assert table.remove(1, wager, on, "60.00")
        assert lying(table) == [(wager, on, 18_000)]
        assert table.remove(1, wager, on)
        assert (lying(table), cents(table)) == ([], RICH)
        lay(table, wager, on).no_more_bets()
        refuses(table, "6.4", table.bet, 1, wager, "1.00", on)
        refuses(table, "6.4", table.bet, 2, wager, "1.00", on)
        refuses(table, "6.4", table.remove, 1, wager, on)
        refuses(table, "6.4", table.remove, 1, wager, on, "1.00")


def test_6_4_1() -> None:
    """Frozen areas take no increase, no reduction and nobody's new wager."""
    for side in SIDES:
        table = frozen(side)
        refuses(table, "6.4.1", table.remove, 1, side)
        refuses(table, "6.4.1", table.remove, 1, side, None, "1.00")
        for seat in (1, 2):
            refuses(table, "6.2.4", table.bet, seat, side, "1.00")
    for run in (1, 2):
        table = tail(run)
        refuses(table, "6.4.1", table.remove, 1, "dragons-tail")
        refuses(table, "6.4.1", table.remove, 1, "dragons-tail", None, "1.00")
        for seat in (1, 2):
            refuses(table, "6.4.1", table.bet, seat, "dragons-tail", "1.00")
        assert all(lay(table, wager, on) for wager, on in (*OTHERS, *SIDE_AREAS))
    assert tail(3).bet(2, "dragons-tail", "1.00")


def test_6_5() -> None:
    """What chips cannot pay exactly is paid up to the next amount that they can."""
    for most, paid in {"9.99": 1000, "10.00": 1000, "10.01": 1500}.items():
        table = at("dragon-fire", smallest_chip="5.00", limits={"dragon": ("5.00", most)}, late=True)
        (line,) = throw(lay(table, "dragon", stake="15.00"), 2).settled
        assert (line.winnings, line.returned) == (paid, 1500)


def test_6_6() -> None:
    """A wager answers to the seat that placed it and is settled where it lies, not where it was meant to lie."""
    table = at("dragon-fire")
    (event,) = table.bet(2, "total", "10.00", 9).events
    assert isinstance(event, Placed)
    assert event.key == (2, "total", 9)
    refuses(table, "not in the book", table.remove, 1, "total", 9)
    assert [(line.seat, line.result) for line in throw(table, 6).settled] == [(2, "lose")]
    assert (cents(table, 1), cents(table, 2)) == (RICH, RICH - 1000)
    throw(lay(table, "total", 9, "10.00", 2), 9)
    assert (cents(table, 1), cents(table, 2)) == (RICH, RICH - 1000 + 7000), "and pays that seat"


def test_6_8() -> None:
    """The dice settle what lay where when no more bets was called."""
    for moved_to, result in (("dragon", "win"), ("fire", "lose")):
        table = lay(at("dragon-fire"), "fire" if moved_to == "dragon" else "dragon")
        assert table.remove(1, lying(table)[0][0])
        lay(table, moved_to).no_more_bets()
        refuses(table, "6.4", table.remove, 1, moved_to)
        refuses(table, "6.4", table.bet, 1, "total", "1.00", 6)
        assert [(x.wager, x.result, x.stake) for x in throw(table, 6).settled] == [(moved_to, result, 12_000)]
    for number in range(3, 12):
        table = lay(at("dragon-fire"), "total", number)
        assert [(x.on, x.result) for x in throw(table, number).settled] == [(number, "win")]


def test_7_1() -> None:
    """The sign shows minimum, maximum and any unit above it; multiples only if it says so."""
    plain, sized = (at("dragon-fire", limits={"fire": ("5.00", "20.00", *unit)}) for unit in ((), ("5.00",)))
    assert plain.sign().endswith("fire: minimum 5.00, maximum 20.00")
    assert sized.sign().endswith("fire: minimum 5.00, maximum 20.00, above the minimum in units of 5.00")
    for outside in ("4.99", "20.01"):
        refuses(plain, "7.1", plain.bet, 1, "fire", outside)
    for uneven in ("5.01", "7.50", "9.99"):
        refuses(sized, "7.1", sized.bet, 1, "fire", uneven)
    for stake in ("5.00", "5.01", "7.50", "20.00"):
        assert plain.bet(1, "fire", stake)
        assert plain.remove(1, "fire")
    for seat in (1, 2):
        lay(lay(sized, "fire", stake="5.00", seat=seat), "fire", stake="15.00", seat=seat)
        refuses(sized, "7.1", sized.bet, seat, "fire", "5.00")
    opens_with_limits_shown(Live("dragon-fire", roles=FLOOR_ROLES), "7.1")


def test_7_2() -> None:
    """A wager found under the minimum once the dice are out is settled like any other."""
    for stake, staked in {"0.01": 1, "4.99": 499, "5.00": 500}.items():
        for total, result, change in ((6, "win", staked), (8, "lose", -staked)):
            table = lay(at("dragon-fire", limits=LIMITS, late=True), "dragon", stake=stake)
            assert [(x.result, x.stake) for x in throw(table, total).settled] == [(result, staked)]
            assert cents(table) == RICH + change
    live = AtDesk("dragon-fire", limits={"dragon": LIVE}).shooting()
    for _ in range(2):
        live.reduced("dragon").throws(1, 2)
        assert live.line(2, "dragon")[:4] == ["win", 2_00, 2_00, 2_00]


def test_7_3() -> None:
    """A wager found over the maximum counts up to it and the rest goes back; rolls already settled stand."""
    for stake, counted in {"99.99": 9999, "100.00": 10_000, "100.01": 10_000, "250.00": 10_000}.items():
        table = at("dragon-fire", limits=LIMITS, late=True)
        held = RICH
        for thrown, change in (((6,), counted), ((8,), -counted), ((7, 5), counted), ((7, 9), -counted)):
            lay(table, "dragon", stake=stake)
            for total in thrown:
                throw(table, total)
            held += change
            assert cents(table) == held
    live = AtDesk("dragon-fire", limits={"dragon": LIVE}).shooting()
    assert live.says_no(PlaceWager(2, "dragon", 250_00), 2) == "7.1"
    live.forges(2, Placed((2, "dragon", None), 250_00, 0)).throws(4, 4)
    assert live.line(2, "dragon")[:4] == ["lose", 250_00, 0, 150_00]


def test_7_4() -> None:
    """The player is told which limit a wager breaks, and what it is, on the sign and in the refusal."""
    table = at("dragon-fire", limits=LIMITS)
    assert "dragon: minimum 5.00, maximum 100.00" in table.sign()
    for stake, told in {"4.99": "under the minimum of 5.00", "100.01": "over the maximum of 100.00"}.items():
        refused = table.bet(1, "dragon", stake).refused
        assert refused
        assert told in refused.reason
        assert stake in refused.reason
    assert all(table.bet(seat, "dragon", "5.00") for seat in (1, 2))
    refuses(table, "7.1", table.bet, 1, "dragon", "95.01")
    assert table.bet(1, "dragon", "95.00"), "all that lies there counts"


def test_8_6() -> None:
    """Losers are collected before winners are paid, on every total, and then a new round may begin."""
    for total in range(2, 13):
        table = at("dragon-fire")
        for wager, on in EVERYTHING:
            for seat in (1, 2):
                lay(table, wager, on, "1.00", seat)
        shown = str(throw(table, total)).splitlines()[1:]
        lost = [" lose " in line for line in shown]
        assert lost == sorted(lost, reverse=True)
        assert {True, False} == set(lost)
        assert table.bet(1, "low-pair", "1.00")


def announced_by_the_dealer() -> None:
    """A dealer or supervisor calls it as soon as it is seen, without numbers; and not where the call was made."""
    live = dragon(1).with_shooter(1, "dragon")
    live.ok(ThrowDice(), 1)
    unclosed = CallNoRoll("no more bets was not called")
    assert live.who_may(unclosed) == {"dealer", *MANAGERS}
    (invalid,) = live.ok(unclosed, "dealer")
    assert isinstance(invalid, RoundInvalid)
    assert (invalid.clause, live.rail(1), live.life.phase) == ("10.5", MONEY, "betting")
    assert dragon(1).with_shooter(1, "dragon").thrown().no(unclosed, "dealer") == "10.5"
    seen = dragon(1).with_shooter(1, "dragon")
    seen.ok(ThrowDice(), 1)
    seen.ok(ReportThrow(unclosed.reason), "dealer")
    assert seen.no(EnterResult(1, 1), "dealer") == "10.5", "there is no result, and no choice about it"


def test_10_5() -> None:
    """Dice thrown before no more bets are a no roll: nothing is settled by them, and 5.2 hands stakes back."""
    for dice in ((1, 1), (3, 4), (4, 4), (6, 6)):
        table = lay(lay(lay(after(8), "dragon"), "fire"), "total", 7)
        step = table.roll(*dice)
        (event,) = step.events
        assert isinstance(event, RoundInvalid)
        assert event.reason == "no more bets was not called"
        assert [(x.wager, x.result, x.clause) for x in step.settled] == [
            (wager, "void", "5.2") for wager in ("dragon", "fire", "total")
        ]
        assert (cents(table), lying(table, 2)) == (RICH, [("dragons-tail", None, 100)])
        assert [x.clause for x in throw(table, 7).settled] == ["6.1.7.1"]
    announced_by_the_dealer()
