"""The order of the wheel (2.3.2, 2.3.4) and the number display (2.6.2)."""

from __future__ import annotations

from feltwork.table.live.commands import CloseBets, ConfirmNumber, CorrectNumber, OpenPlay, SpinBall
from tests.build import enters
from tests.rules.duties import measured
from tests.rules.live import FLOOR_ROLES, Live, roulette
from tests.rules.star_roulette.wheels import DOUBLE_ZERO, SINGLE_ZERO, goes_round_as

BOSS = "gaming_supervisor"


def test_2_3_2() -> None:
    """The single zero wheel's order is checked before play, and is the one kept as data."""
    live = Live("star-roulette", roles=FLOOR_ROLES).prepared(without="number order")
    assert live.no(OpenPlay(), BOSS) == "2.3.2"
    measured(live, "number order", "2.3.2", "order", ["diagram G"], ["diagram H", "another"], setup=False)
    goes_round_as(live.game.book, SINGLE_ZERO)


def test_2_3_4() -> None:
    """So is that of the double zero wheel."""
    live = Live("star-roulette", roles=FLOOR_ROLES)
    live.wheel = "double"
    live.prepared(without="number order")
    assert live.no(OpenPlay(), BOSS) == "2.3.4"
    measured(live, "number order", "2.3.4", "order", ["diagram H"], ["diagram G", "another"], setup=False)
    goes_round_as(live.game.book, DOUBLE_ZERO)


def test_2_6_2() -> None:
    """A winning number display has the last results to show, the newest last, a corrected one as corrected."""
    live = roulette()
    for pocket in range(25):
        live.betting().ok(SpinBall(), "dealer")
        live.ok(CloseBets(), "dealer")
        live.ok(enters(pocket), "dealer")
        live.ok(ConfirmNumber(pocket), "dealer")
    assert live.life.gear.recent == tuple(range(5, 25))
    live.ok(CorrectNumber(36, "misheard"), BOSS)
    assert live.life.gear.recent[-2:] == (23, 36)
