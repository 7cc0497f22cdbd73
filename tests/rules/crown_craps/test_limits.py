"""The notice at the table, and wagers found outside it: 4.2 and 4.4."""

from __future__ import annotations

from feltwork.table.live.commands import PlaceWager
from feltwork.table.play.events import Placed, RoundSettled
from feltwork.table.play.table import Step, Table
from tests.rules.crown_craps.crown import by, crown, ends, no_bet
from tests.rules.desk import LIVE, AtDesk
from tests.rules.duties import opens_with_limits_shown
from tests.rules.felt import each_throw, lay, throw
from tests.rules.live import CROWN_ROLES, Live

SIGN = {"field": ("5.00", "100.00")}
ALL_TOTALS = range(2, 13)
FIELD_WINS, FIELD_LOSES = (2, 3, 4, 9, 10, 11, 12), (5, 6, 7, 8)


def lax(**settings: object) -> Table:
    """A table that lets wagers outside the sign lie and applies what the book says of them."""
    return crown(None, limits=SIGN, late=True, **settings)


def warned(step: Step) -> tuple[int, ...]:
    (event,) = step.events
    assert isinstance(event, RoundSettled)
    return event.warned


def field_after(stake: str, shown: int) -> tuple[str, int, int]:
    """What a Field wager of this size brings when the limits are applied afterwards."""
    (line,) = throw(lay(lax(), "field", stake=stake), shown).settled
    return (line.result, line.winnings, line.returned)


def test_4_2_1() -> None:
    """A first wager under the minimum is settled with a warning; the owner's next ones go back undecided."""
    for shown in ALL_TOTALS:
        table = lay(lay(lax(), "field", stake="4.99"), "field", stake="5.00", seat=2)
        step = throw(table, shown)
        assert {line.result for line in step.settled} == {"win" if shown in FIELD_WINS else "lose"}
        assert warned(step) == (1,)
        lay(lay(table, "field", stake="4.99"), "field", stake="4.99", seat=2)
        assert ends(each_throw(table, "field"), "returned") == by("4.2.1", *ALL_TOTALS)
        assert ends(each_throw(table, "field", seat=2), "lose") == by("3.6.21(b)", *FIELD_LOSES)
        lay(table, "field", stake="0.01")
        assert ends(each_throw(table, "field"), "lose") == by("3.6.21(b)", *FIELD_LOSES)
    live = AtDesk("crown-craps", limits={"field": LIVE}).shooting()
    live.reduced("field").throws(2, 3)
    assert (live.last("round-settled")["warned"], live.line(2, "field")[0]) == ([2], "lose")
    live.reduced("field").throws(1, 2)
    assert live.line(2, "field") == ["returned", 2_00, 0, 2_00, "4.2.1"]


def test_4_2_2() -> None:
    """A wager over the maximum is paid and collected as if it were the maximum; the rest goes back."""
    assert field_after("99.99", 3) == ("win", 9999, 9999)
    assert field_after("100.00", 3) == ("win", 10000, 10000)
    assert field_after("100.01", 3) == ("win", 10000, 10001)
    assert field_after("250.00", 12) == ("win", 20000, 25000)
    assert field_after("100.00", 7) == ("lose", 0, 0)
    assert field_after("100.01", 7) == ("lose", 0, 1)
    assert field_after("250.00", 7) == ("lose", 0, 15000)
    live = AtDesk("crown-craps", limits={"field": LIVE}).shooting()
    assert live.says_no(PlaceWager(2, "field", 250_00), 2) == "4.4"
    live.forges(2, Placed((2, "field", None), 250_00, 0)).throws(3, 4)
    assert live.line(2, "field")[:4] == ["lose", 250_00, 0, 150_00]


def test_4_2_3() -> None:
    """What chips cannot pay exactly is paid up to the next amount they can; odd multiples are settled."""
    for chip, stake, due in (
        ("1.00", 5, 600),
        ("1.00", 6, 700),
        ("1.00", 7, 900),
        ("2.50", 5, 750),
        ("0.50", 5, 600),
    ):
        table = crown(8, smallest_chip=chip)
        (line,) = throw(lay(table, "place", 6, f"{stake}.00"), 6).settled
        assert (line.winnings, line.returned) == (due, stake * 100)
    units = crown(None, limits={"field": ("5.00", "100.00", "5.00")}, late=True, smallest_chip="1.00")
    (line,) = throw(lay(units, "field", stake="7.00"), 3).settled
    assert (line.result, line.winnings, line.returned) == ("win", 700, 700)


def test_4_4() -> None:
    """The notice's minimum and maximum bind, a unit only if it names one, per area or per player."""
    table = crown(None, limits=SIGN)
    assert "field: minimum 5.00, maximum 100.00" in table.sign().splitlines()
    for amount in ("4.99", "100.01"):
        assert no_bet(table, "4.4", "field", amount)
    for amount in ("5.00", "5.01", "7.00", "100.00"):
        assert crown(None, limits=SIGN).bet(1, "field", amount)
    units = crown(None, limits={"field": ("5.00", "100.00", "2.00")})
    assert "units of 2.00" in units.sign()
    for amount in ("6.99", "7.01", "10.00"):
        assert no_bet(units, "4.4", "field", amount)
    assert units.bet(1, "field", "7.00")
    for scope, fits in (("per_area", True), ("per_player_total", False)):
        shared = crown(None, limits={"place": ("5.00", "100.00")}, readings={"limit_scope": scope})
        lay(lay(shared, "place", 6, "60.00"), "place", 8, "40.00")
        assert bool(shared.bet(1, "place", "60.00", 5)) == fits
        assert shared.bet(2, "place", "60.00", 5)
    opens_with_limits_shown(Live("crown-craps", roles=CROWN_ROLES), "4.4")
