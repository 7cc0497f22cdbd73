"""Taking down, calling on and off, payment in chips and the limits on the sign (6.4 to 7.4)."""

from __future__ import annotations

from feltwork.table.live.commands import CallWager, DeclineCall, PlaceWager, RemoveWager
from feltwork.table.play.events import Called, Placed, RoundSettled
from feltwork.table.play.table import Table
from tests.rules.desk import LIVE, AtDesk
from tests.rules.duties import opens_with_limits_shown
from tests.rules.felt import each_throw, lay, throw
from tests.rules.live import Live, opened
from tests.rules.star_craps.layout import (
    ANY_TIME,
    EVERY,
    POINTS,
    SLEEPERS,
    STATES,
    UNIT,
    came,
    felt,
    keeps,
    on_line,
    refuses,
    settles,
    stands,
)

SIGN = {"field": ("5.00", "100.00")}
ALWAYS_ON = (("place-to-lose", 6), ("lay", 6), ("big-6", None), ("field", None), ("horn", None))


def change(table: Table, total: int, wager: str, on: int | None = None) -> tuple[str, int, int, str]:
    """Result, winnings, amount back and clause of one wager after a throw."""
    lines = [line for line in throw(table, total).settled if (line.wager, line.on) == (wager, on)]
    return (lines[0].result, lines[0].winnings, lines[0].returned, lines[0].clause)


def odds_come_down(point: int) -> None:
    """What is behind a wager comes down also where the wager itself must stay."""
    for parent in ("win-line", "dont-win"):
        table = lay(on_line(parent, point), f"behind-{parent}", None, UNIT)
        assert table.remove(1, f"behind-{parent}", None, "0.01")
        assert table.remove(1, f"behind-{parent}")
    for parent in ("come", "dont-come"):
        table = lay(came(parent, 6, point), f"behind-{parent}", 6, UNIT)
        assert table.remove(1, f"behind-{parent}", 6, "0.01")
        assert table.remove(1, f"behind-{parent}", 6)


def test_6_4() -> None:
    """All comes down before it is decided, but for a Win Line or Come that has its point."""
    for wager, points in (("win-line", (None,)), ("come", POINTS)):
        for point in points:
            table = lay(felt(point), wager, None, "10.00")
            assert table.remove(1, wager, None, "4.00")
            assert table.remove(1, wager)
            assert table.balance(1) == "100000.00"
    for point in POINTS:
        odds_come_down(point)
        for amount in (None, "0.01", UNIT):
            keeps(on_line("win-line", point), "6.4", "win-line", None, amount)
            for number in POINTS:
                keeps(came("come", number, point), "6.4", "come", number, amount)
    for point in STATES:
        for wager, on in ANY_TIME:
            table = lay(felt(point), wager, on, UNIT)
            assert table.remove(1, wager, on, "660.00")
            assert table.remove(1, wager, on)
            assert (table.balance(1), table.standing) == ("100000.00", ())
    live = opened().with_shooter(1).bets(2, "field").bets(2, "hardway", on=6).thrown()
    for up in (RemoveWager(2, "field"), RemoveWager(2, "hardway", 6)):
        assert live.no(up, 2) == "6.4", "the dice are in the air"


def test_6_5() -> None:
    """A Don't Win or Don't Come comes down at any time, but goes neither back nor up until it is decided."""
    for point in POINTS:
        for amount in (None, "0.01"):
            table = on_line("dont-win", point)
            assert table.remove(1, "dont-win", None, amount)
            refuses(table, "6.5", "dont-win", "0.01")
            throw(table, 7)
            assert table.bet(1, "dont-win", "0.01")
        for number in POINTS:
            table = came("dont-come", number, point)
            assert table.remove(1, "dont-come", number, "0.01")
            refuses(table, "6.1.4", "dont-come", "0.01", number)
            assert table.remove(1, "dont-come", number)
            refuses(table, "6.1.4", "dont-come", "0.01", number)
    for reading, free in (("until_decision", True), ("literal_any_time", False)):
        early = lay(felt(readings={"dont_lock": reading}), "dont-win")
        assert early.remove(1, "dont-win")
        assert bool(early.bet(1, "dont-win", "5.00")) is free
        come = lay(felt(6, readings={"dont_lock": reading}), "dont-come")
        assert come.remove(1, "dont-come", None, "0.01")
        step = come.bet(1, "dont-come", "5.00")
        assert step if free else step.refused and step.refused.clause == "6.5"


def test_6_6_1() -> None:
    """Buy, Place to Win, Behind the Come and Hardways sleep on a come out roll unless called on."""
    for wager, on in SLEEPERS:
        table = lay(felt(), wager, on)
        stands(each_throw(table, wager, on), EVERY)
        assert table.call(1, wager, on, working=True)
        under_a_point = each_throw(lay(felt(8), wager, on), wager, on)
        assert each_throw(table, wager, on) == under_a_point
        assert any(under_a_point.values())
    for number in POINTS:
        table = lay(came("come", number, number), "behind-come", number)
        settles(each_throw(table, "behind-come", number), "returned", "6.6.1", {number, 7})
        assert table.call(1, "behind-come", number, working=True)
        settles(each_throw(table, "behind-come", number), "lose", "6.1.7.3", {7})
    for wager, other in ALWAYS_ON:
        assert any(each_throw(lay(felt(), wager, other), wager, other).values())
    live = opened().bets(1, "hardway", on=6).bets(1, "hardway", on=8).bets(2, "hardway", on=8)
    calls = [CallWager(seat, "hardway", True, on) for seat, on in ((1, 6), (1, 8), (2, 8))]
    for call in calls:
        live.ok(call, call.seat)
    assert live.who_may(calls[2], seat=2) == {"player", "dealer", "boxperson"}
    declined = DeclineCall(2, "hardway", "the dice were out", 8)
    assert live.who_may(declined, "6.6.1") == {"dealer", "boxperson"}
    live.ok(CallWager(2, "hardway", False, 8), 2)
    assert live.no(calls[2], "dealer") == "6.6.1", "the player thought better of it"
    for call in calls[:2]:
        assert live.ok(call, "dealer") == (Called(((1, "hardway", call.on),), True),)  # type: ignore[arg-type]  # a number
    live.ok(RemoveWager(2, "hardway", 8), 2)
    assert live.bets(2, "hardway", on=8).no(CallWager(2, "hardway", False, 8), "dealer") == "6.6.1", "another wager"


def test_6_6_2() -> None:
    """Those four may be called off and on again at any time, one wager at a time, and no others may."""
    for point in STATES:
        for wager, on in SLEEPERS:
            table = lay(lay(felt(point), wager, on), wager, 8)
            for working in (False, True, False):
                assert table.call(1, wager, on, working=working)
                assert any(each_throw(table, wager, on).values()) is working
            assert any(each_throw(table, wager, 8).values()) is (point is not None)
        for name, other in ALWAYS_ON:
            table = lay(felt(point), name, other)
            before = str(table)
            refused = table.call(1, name, other, working=False).refused
            assert refused
            assert refused.clause == "6.6.2"
            assert str(table) == before
    for number in POINTS:
        for point in set(POINTS) - {number}:
            table = lay(came("come", number, point), "behind-come", number)
            assert table.call(1, "behind-come", number, working=False)
            settles(each_throw(table, "behind-come", number), "returned", "6.6.2", {number, 7})


def test_6_7() -> None:
    """A winning wager is paid up to the next amount the chips can make, and exactly where they can."""
    for chip, stake, paid in (
        ("0.01", "10.00", 1167),
        ("0.50", "10.00", 1200),
        ("2.50", "10.00", 1250),
        ("5.00", "10.00", 1500),
        ("1.00", "11.00", 1300),
        ("1.00", "12.00", 1400),
        ("1.00", "13.00", 1600),
        ("1.00", "1.00", 200),
    ):
        table = lay(felt(8, smallest_chip=chip), "place-to-win", 6, stake)
        (line,) = throw(table, 6).settled
        assert (line.winnings, line.returned) == (paid, line.stake)
    table = lay(lay(felt(9, smallest_chip="1.00"), "place-to-win", 6, "1.00"), "place-to-win", 6, "1.00", seat=2)
    assert [line.winnings for line in throw(table, 6).settled] == [200, 200]
    assert table.book.clauses["6.7"] == "house rule: rounding"


def test_6_8() -> None:
    """The record names who placed what where, and a wager is settled as it lies, for that player only."""
    table = felt(5)
    for seat, number in ((1, 6), (2, 8)):
        (event,) = table.bet(seat, "place-to-win", "12.00", number).events
        assert event == Placed((seat, "place-to-win", number), 1200, 0)
    assert table.remove(2, "place-to-win", 6).refused, "those are another's"
    gone = table.remove(1, "place-to-win", 8).refused
    assert gone
    assert gone.clause == "not in the book"
    (settled,) = throw(table, 8).events
    assert isinstance(settled, RoundSettled)
    assert [line.key for line in settled.lines] == [(2, "place-to-win", 8)]
    assert (table.balance(1), table.balance(2)) == ("99988.00", "100014.00")
    keeps(table, "not in the book", "place-to-win", 8)
    assert "6.8" in table.book.clauses


def test_7_1() -> None:
    """The sign shows the limits of each player's wager; multiples matter only if it names a unit."""
    table = felt(limits=SIGN)
    assert "field: minimum 5.00, maximum 100.00" in table.sign().splitlines()
    refuses(table, "7.1", "field", "4.99")
    refuses(table, "7.1", "field", "100.01")
    for stake in ("5.00", "5.01", "7.77", "99.99", "100.00"):
        assert felt(limits=SIGN).bet(1, "field", stake)
    lay(table, "field", None, "60.00")
    refuses(table, "7.1", "field", "40.01")
    assert table.bet(1, "field", "40.00")
    assert table.bet(2, "field", "100.00")
    units = felt(limits={"field": ("5.00", "100.00", "10.00")})
    assert "field: minimum 5.00, maximum 100.00, above the minimum in units of 10.00" in units.sign()
    for stake in ("10.00", "14.99", "15.01", "20.00"):
        refuses(units, "7.1", "field", stake)
    assert lay(units, "field", None, "5.00").bet(1, "field", "10.00")
    opens_with_limits_shown(Live(), "7.1")


def test_7_2() -> None:
    """A wager found under the minimum once the dice are out is paid and collected in full."""
    for stake in ("4.99", "5.00", "5.01"):
        cents = int(stake.replace(".", ""))
        table = lay(felt(limits=SIGN, late=True), "field", None, stake)
        assert change(table, 12, "field") == ("win", 2 * cents, cents, "6.1.17")
        lay(table, "field", None, stake)
        assert change(table, 7, "field") == ("lose", 0, 0, "6.1.17")
    reduced = lay(felt(limits=SIGN), "field", None, "10.00")
    assert reduced.remove(1, "field", None, "5.01")
    assert change(reduced, 3, "field") == ("win", 499, 499, "6.1.17")
    assert reduced.book.clauses["7.2"] == "house rule: under minimum"
    live = AtDesk("star-craps", limits={"field": LIVE}).shooting()
    for _ in range(2):
        live.reduced("field").throws(1, 2)
        assert live.line(2, "field") == ["win", 2_00, 2_00, 2_00, "6.1.17"]


def test_7_3() -> None:
    """Over the maximum only the maximum is paid or collected and the rest goes back; earlier rolls stand."""
    for stake, counted in (("99.99", 9999), ("100.00", 10000), ("100.01", 10000), ("250.00", 10000)):
        cents = int(stake.replace(".", ""))
        table = lay(felt(limits=SIGN, late=True), "field", None, stake)
        assert change(table, 12, "field") == ("win", 2 * counted, cents, "6.1.17")
        after_first = table.state.balances[1]
        assert after_first == 10_000_000 + 2 * counted
        lay(table, "field", None, stake)
        assert change(table, 7, "field") == ("lose", 0, cents - counted, "6.1.17")
        assert table.state.balances[1] == after_first - counted
    table = lay(felt(6, limits={"buy": ("5.00", "100.00")}, late=True), "buy", 4, "120.00")
    (line,) = throw(table, 4).settled
    assert (line.winnings, line.returned, line.commission_back) == (20000, 12000, 100)
    live = AtDesk("star-craps", limits={"field": LIVE}).shooting()
    assert live.says_no(PlaceWager(2, "field", 250_00), 2) == "7.1"
    live.forges(2, Placed((2, "field", None), 250_00, 0)).throws(3, 4)
    assert live.line(2, "field")[:4] == ["lose", 250_00, 0, 150_00]


def test_7_4() -> None:
    """Limits bind the player: a refusal names the one missed, and a late slip is the player's own."""
    table = felt(limits=SIGN)
    assert "minimum of 5.00" in refuses(table, "7.1", "field", "4.99")
    assert "maximum of 100.00" in refuses(table, "7.1", "field", "100.01")
    assert "minimum of 5.00" in refuses(table, "7.1", "field", "4.99", seat=2)
    lay(table, "field", None, "60.00")
    assert "maximum of 100.00" in refuses(table, "7.1", "field", "40.01"), "bit by bit too"
    late = felt(limits=SIGN, late=True)
    for stake in ("4.99", "100.01"):
        assert late.bet(1, "field", stake)
        assert change(late, 7, "field")[0] == "lose"
