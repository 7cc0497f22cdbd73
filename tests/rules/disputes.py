"""Tables at the desk where something is about to be disputed."""

from __future__ import annotations

from feltwork.table.live.commands import BoostNumber, CloseBets, ConfirmNumber, DrawNumbers, LoadBall, SpinBall
from tests.build import enters
from tests.rules.at_desk import AtDesk, desk
from tests.rules.live import MONEY

DRAWN: dict[str, int | str] = {"red": 7, "green": 0, "blue": 12, "yellow": 31}


def field_up(book: str) -> AtDesk:
    """Seat 2 has a field wager, seat 1 the dice, which lie."""
    live = desk(book)
    live.bets(2, "field").with_shooter(1).thrown()
    return live


def confirmed_wrongly() -> AtDesk:
    """The dice lay 5 and 6, and 1 and 1 was confirmed: Dragon was paid and Fire collected."""
    live = desk("dragon-fire", 3)
    live.bets(2, "fire", 20_00).with_shooter(1, "dragon").rolled(1, 1)
    assert (live.rail(1), live.rail(2)) == (MONEY + 10_00, MONEY - 20_00)
    return live


def lands(live: AtDesk, pocket: int) -> AtDesk:
    live.ok(CloseBets(), "dealer")
    if live.game.lucky is not None:
        live.ok(BoostNumber("red", "super"), "system")
    live.ok(enters(pocket), "dealer")
    live.ok(ConfirmNumber(pocket), "dealer")
    return live


def paid(players: int = 3) -> AtDesk:
    """A spin of the unit has been paid: seat 2 won on 7, seat 1 on red; seat 3 lost."""
    live = desk("star-roulette", players, uspin=True)
    live.bets(1, "red").bets(2, "straight", 5_00, 7)
    if players > 2:
        live.bets(3, "black", 20_00)
    live.ok(LoadBall(), "dealer")
    live.ok(SpinBall(by_unit=True), "dealer")
    return lands(live, 7)


def lucky_paid() -> AtDesk:
    """A spin with Lucky Ball has been paid: seat 1 won on its colour, seat 2 lost on its."""
    live = desk("star-roulette", 2, lucky=True)
    live.bets(1, "lucky-ball", 5_00, "red").bets(2, "lucky-ball", 5_00, "blue").bets(2, "red")
    live.ok(SpinBall(), "dealer")
    live.ok(DrawNumbers(DRAWN), "system")
    return lands(live, 7)
