"""What must be at the table before play opens (2.1 to 2.5)."""

from __future__ import annotations

from feltwork.table.live.commands import OfferDice, OpenPlay, OpenTable, ReportDie
from tests.rules.duties import checks_before_play, measured, numbered
from tests.rules.live import ITEMS, SUPERVISORS, Live, opened


def recorded(item: str, clause: str) -> None:
    """Play opens only once this is checked, by a supervisor; the event keeps what was found."""
    assert item in ITEMS
    checks_before_play(Live(), item, clause, SUPERVISORS, (OfferDice(),))


def test_2_1() -> None:
    """The game has its own oblong table with rounded corners and high walls, looked over before play."""
    recorded("table", "2.1")
    measured(Live(), "table", "2.1", "shape", ["oblong"], ["round", "square", "long", 1])
    measured(Live(), "table", "2.1", "corners", ["rounded"], ["square"])
    measured(Live(), "table", "2.1", "sides", ["high walled"], ["low"])


def test_2_3() -> None:
    """Five dice, opposite sides making seven, are there whenever play commences, after a closure too."""
    recorded("five dice", "2.3")
    numbered(Live(), "five dice", "2.3", "die", 5)
    uneven = [[7, 7, 6, 7, 7], [8, 7, 7, 7, 7], [7, 7, 7, 7], [7] * 6, 7, ["7"] * 5]
    measured(Live(), "five dice", "2.3", "opposite sides", [[7, 7, 7, 7, 7]], uneven)
    measured(Live(), "five dice", "2.3", "marks", ["dots from one to six"], ["otherwise", "numerals"])
    live = opened()
    assert live.bowl == {1, 2, 3, 4, 5}
    assert live.no(ReportDie(6, found=False), "stickperson") == "not in the book"
    live.ok(ReportDie(5, found=False), "stickperson")
    live.shut().ok(OpenTable("star-craps", 100, 8), "boxperson")
    assert (len(live.life.dice.usable()), live.no(OpenPlay(), "boxperson")) == (5, "2.1")


def test_2_4_1() -> None:
    """A bowl keeps the dice not in play: at first all five, then what the shooter leaves."""
    recorded("dice bowl", "2.4.1")
    assert opened().bowl == {1, 2, 3, 4, 5}
    assert opened().with_shooter(1).bowl == {3, 4, 5}


def test_2_4_3() -> None:
    """A puck shows the point: off before a come out roll, on the number after."""
    recorded("puck", "2.4.3")
    measured(Live(), "puck", "2.4.3", "material", ["plastic"], ["metal", "wood"])
    measured(Live(), "puck", "2.4.3", "sides", ["On and Off"], ["otherwise"])
    live = opened().with_shooter(1)
    assert live.game.area_state is None
    assert live.rolled(2, 4).game.area_state == 6
    assert live.rolled(3, 3).game.area_state is None
