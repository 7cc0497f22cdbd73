"""What must be at the table before play opens (2, 7.2)."""

from __future__ import annotations

from feltwork.outcomes import THROWS
from feltwork.table.live.commands import CallWager, EnterResult, OfferDice, OpenPlay, OpenTable, ReportDie
from feltwork.table.play.events import Called
from tests.rules.duties import checks_before_play, measured, numbered
from tests.rules.live import CROWN_ROLES, PIT_BOSS, Live, crown


def recorded(item: str, clause: str, variant: str | None = None) -> None:
    """Play opens only once this is checked, by a Pit Boss or above; the event names what was looked at."""
    live = Live("crown-craps", variant, CROWN_ROLES)
    checks_before_play(live, item, clause, PIT_BOSS, (OfferDice(),))


def table(variant: str | None = None) -> Live:
    return Live("crown-craps", variant, CROWN_ROLES)


def test_2_1() -> None:
    """The game has its own high-walled table, looked over before play."""
    recorded("table", "2.1")
    measured(table(), "table", "2.1", "shape", ["oblong"], ["round", "square"])
    measured(table(), "table", "2.1", "corners", ["rounded"], ["square"])
    measured(table(), "table", "2.1", "sides", ["high walled"], ["low"])


def test_2_3() -> None:
    """Five dice make the set, no more and no fewer, and five are back after a closure."""
    for variant in (None, "mini"):
        recorded("five dice", "2.3", variant)
        numbered(table(variant), "five dice", "2.3", "die", 5)
    live = crown()
    assert live.bowl == {1, 2, 3, 4, 5}
    assert live.no(ReportDie(6, found=False), "stickperson") == "not in the book"
    live.ok(ReportDie(5, found=False), "stickperson")
    live.shut().ok(OpenTable("crown-craps", 100, 8), "pit_boss")
    assert (len(live.life.dice.usable()), live.no(OpenPlay(), "pit_boss")) == (5, "2.1")


def test_2_3_1() -> None:
    """Dice have faces of one to six, and that opposite ones make 7 was looked at."""
    recorded("faces adding up to 7", "2.3.1")
    uneven = [[6, 7, 7, 7, 7], [7, 7, 7, 7, 8], [7, 7, 7, 7], 7]
    measured(table(), "faces adding up to 7", "2.3.1", "opposite sides", [[7] * 5], uneven)
    measured(table(), "faces adding up to 7", "2.3.1", "marks", ["values from one to six"], ["otherwise"])
    live = crown().with_shooter(1).thrown()
    for dice in THROWS:
        live.ok(EnterResult(*dice), "stickperson")
    for none in (0, 7, -1):
        assert live.no(EnterResult(none, 1), "stickperson") == "2.3.1"


def test_2_3_2() -> None:
    """Dice are made to precision, and each has faces of 19 mm or more, measured to a thousandth."""
    for variant in (None, "mini"):
        recorded("faces of 19 mm", "2.3.2", variant)
        small = [[19_050, 19_050, 18_999, 19_050, 19_050], [18_999] * 5, [0] * 5, [19_000] * 4, 19_000]
        sizes = [[19_000] * 5, [19_001] * 5, [19_000, 19_050, 19_050, 20_000, 19_001]]
        measured(table(variant), "faces of 19 mm", "2.3.2", "smallest face", sizes, small)
        measured(table(variant), "faces of 19 mm", "2.3.2", "make", ["to precision"], ["otherwise"])


def test_2_4() -> None:
    """A bowl keeps the dice not in play: at first all five, then what the shooter leaves."""
    recorded("dice bowl", "2.4")
    assert crown().bowl == {1, 2, 3, 4, 5}
    assert crown().with_shooter(1).bowl == {3, 4, 5}


def test_2_5() -> None:
    """There is a stick to bring and pass the dice with."""
    recorded("stick", "2.5")


def test_2_6() -> None:
    """A puck shows the point: off before a come out roll, on the number after."""
    recorded("puck", "2.6")
    measured(table(), "puck", "2.6", "sides", ["ON and OFF"], ["otherwise"])
    live = crown().with_shooter(1)
    assert live.game.area_state is None
    assert live.rolled(2, 4).game.area_state == 6
    assert live.rolled(4, 4).game.area_state == 6
    assert live.rolled(3, 3).game.area_state is None


def test_2_7_1() -> None:
    """There are OFF buttons, and a confirmed call of off is marked on the wager."""
    recorded("marker OFF", "2.7.1")
    live = crown().with_shooter(1).rolled(2, 4).bets(2, "place", 10_00, 5)
    live.ok(CallWager(2, "place", working=False, on=5), 2)
    off = (Called(((2, "place", 5),), working=False, similar=True),)
    assert live.ok(CallWager(2, "place", working=False, on=5), "dealer") == off


def test_2_7_2() -> None:
    """There are ON buttons, and a confirmed call of on is marked on the wager."""
    recorded("marker ON", "2.7.2")
    live = crown().bets(2, "place", 10_00, 5)
    live.ok(CallWager(2, "place", working=True, on=5), 2)
    on = (Called(((2, "place", 5),), working=True, similar=True),)
    assert live.ok(CallWager(2, "place", working=True, on=5), "dealer") == on


def test_2_7_3() -> None:
    """There are Lay buttons, and a Lay Bet is told from a Don't Place Bet on the same number."""
    recorded("marker Lay", "2.7.3")
    live = crown().bets(1, "lay", 40_00, 4).bets(1, "dont-place", 11_00, 4)
    assert live.lies == {(1, "lay", 4): 40_00, (1, "dont-place", 4): 11_00}


def test_2_7_4() -> None:
    """There are Buy buttons, and a Buy Bet is told from a Place Bet on the same number."""
    recorded("marker Buy", "2.7.4")
    live = crown().bets(1, "buy", 20_00, 4).bets(1, "place", 10_00, 4)
    assert live.lies == {(1, "buy", 4): 20_00, (1, "place", 4): 10_00}


def test_2_7_5() -> None:
    """There are buttons with numbers."""
    recorded("number markers", "2.7.5")


def test_2_7_6() -> None:
    """There are D.P buttons, and a Don't Place Bet is told from a Place Bet on the same number."""
    recorded("marker D.P", "2.7.6")
    live = crown().bets(1, "dont-place", 11_00, 4).bets(1, "place", 10_00, 4)
    assert live.lies == {(1, "dont-place", 4): 11_00, (1, "place", 4): 10_00}


def test_7_2_1() -> None:
    """Mini Craps has a table of its own, smaller, looked over before play."""
    recorded("table", "7.2.1", "mini")
    measured(table("mini"), "table", "7.2.1", "size", ["smaller than Craps"], ["as large as Craps"])
    measured(table("mini"), "table", "7.2.1", "shape", ["oblong"], ["round"])
