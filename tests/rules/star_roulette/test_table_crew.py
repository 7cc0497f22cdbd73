"""Who is who at the wheel (1.1) and what must be there before play opens (2)."""

from __future__ import annotations

from feltwork.games.conduct import BALL
from feltwork.table.live.commands import (
    AssignCrew,
    CallNoRoll,
    ChangeLimits,
    CloseBets,
    ConfirmNumber,
    ExamineBall,
    OpenBets,
    OpenPlay,
    Sit,
    SpinBall,
)
from feltwork.table.live.events import CrewAssigned, DollyPlaced
from feltwork.table.play.events import RoundSettled
from tests.build import checks, enters
from tests.rules.crews import supervises
from tests.rules.duties import checks_before_play, measured, numbered
from tests.rules.floors import FLOORS
from tests.rules.live import FLOOR, FLOOR_ROLES, Live, roulette
from tests.rules.terms import defined


def table() -> Live:
    return Live("star-roulette", roles=FLOOR_ROLES)


def recorded(item: str, clause: str) -> None:
    """Play opens only once this is checked, by a supervisor; the event names what was looked at."""
    checks_before_play(table(), item, clause, FLOOR, (SpinBall(), CloseBets()))


def test_1_1_dealer() -> None:
    """The dealer spins, calls no more bets and the number, alone; without one play does not open."""
    defined("star-roulette", "dealer")
    live = table().prepared(without="dealer")
    assert "dealer" in str(live.asks(OpenPlay(), "gaming_supervisor"))
    assert live.ok(AssignCrew("dealer", "dealer"), "gaming_supervisor") == (CrewAssigned("dealer", "dealer"),)
    live.ok(OpenPlay(), "gaming_supervisor")
    commands = (
        (OpenBets(), "5.1"),
        (SpinBall(), "5.2"),
        (CloseBets(), "5.3"),
        (enters(7), "5.4"),
        (ConfirmNumber(7), "5.4"),
    )
    for command, clause in commands:
        assert live.who_may(command, clause) == {"dealer"}
        live.ok(command, "dealer")
    assert live.no(ChangeLimits({"red": (1_00, 100_00, 0)}), "dealer") == "4.5"
    assert live.no(Sit("dealer", 2), "dealer") == "3.3"
    assert live.who_may(AssignCrew("dealer", "gaming_supervisor")) == set(), "no table plays on without a dealer"
    live.ok(AssignCrew("relief", "dealer"), "gaming_manager")
    live.ok(AssignCrew("dealer", "gaming_supervisor"), "gaming_manager")
    assert live.no(SpinBall(), "dealer") == "not in the book"


def test_1_1_dolly() -> None:
    """The dolly marks the winning number, whichever it is, before anything is taken or paid."""
    defined("star-roulette", "dolly")
    for pocket in range(37):
        live = roulette().bets(1, "red")
        live.ok(SpinBall(), "dealer")
        live.ok(CloseBets(), "dealer")
        live.ok(enters(pocket), "dealer")
        dolly, settled = live.ok(ConfirmNumber(pocket), "dealer")
        assert isinstance(settled, RoundSettled)
        assert (dolly, settled.result) == (DollyPlaced(pocket, "5.4"), pocket)


def test_1_1_gaming_supervisor() -> None:
    """A gaming supervisor watches over the game as a casino supervisor, and does not deal it."""
    defined("star-roulette", "gaming supervisor")
    supervises(FLOORS["star-roulette"], "gaming_supervisor")
    assert roulette().no(SpinBall(), "gaming_supervisor") == "5.2"


def test_2_1() -> None:
    """Table and wheel, of three quarters of a metre at least, were looked over before play."""
    recorded("table and wheel of 0.75 m", "2.1")
    wheel = "table and wheel of 0.75 m"
    numbered(table(), wheel, "2.1", "wheel", 1)
    measured(
        table(), wheel, "2.1", "diameter", [750_000, 750_001, 900_000], [749_999, 0, -750_000, "750 mm", [750_000]]
    )
    measured(table(), wheel, "2.1", "place", ["at one end"], ["elsewhere"])


def test_2_4() -> None:
    """So was the ball, for its size."""
    recorded("ball of 17 to 23 mm", "2.4")
    ball = "ball of 17 to 23 mm"
    numbered(table(), ball, "2.4", "ball", 1)
    measured(table(), ball, "2.4", "diameter", [17_000, 17_001, 22_999, 23_000], [16_999, 23_001, 17])
    measured(table(), ball, "2.4", "material", ["acetal", "nylon", "PTFE"], ["steel", "brass", "partly metal", "?"])
    live = roulette().bets(1, "red")
    live.ok(SpinBall(), "dealer")
    live.ok(CallNoRoll("ball out of the wheel"), "dealer")
    live.betting().ok(ExamineBall(replaced=True), "casino_supervisor")
    assert live.no(SpinBall(), "dealer") == "2.4", "and so is each ball that takes its place"
    live.ok(checks(live.life, [BALL], batch=2), "casino_supervisor")
    live.ok(SpinBall(), "dealer")


def test_2_5_2() -> None:
    """There is a dolly."""
    recorded("dolly", "2.5.2")
    measured(table(), "dolly", "2.5.2", "material", ["plastic", "brass"], ["glass", "steel", "wood"])
