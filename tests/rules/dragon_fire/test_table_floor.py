"""Oral wagers (6.7) and seats that nobody plays from (11.9) at Dragon Fire."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.table.live.commands import (
    CloseBets,
    Collect,
    ConfirmWager,
    DeclareWager,
    Leave,
    PlaceWager,
    ThrowDice,
    VacateSeat,
)
from feltwork.table.live.events import VacateOrdered
from feltwork.table.play.events import Placed
from tests.rules.live import MANAGERS, MONEY, Live, dragon

BOSS = "casino_supervisor"


def rolls(live: Live, count: int, players: int = 7) -> Live:
    """So many rolls that Dragon wins, seats 1 to 7, or fewer, playing each of them."""
    for _ in range(count):
        for seat in range(2, players + 1):
            live.bets(seat, "dragon", 1_00)
        if live.life.shooter.seat is None:
            live.with_shooter(1, "dragon")
        else:
            live.bets(1, "dragon")
        live.rolled(1, 1)
    return live


def test_6_7() -> None:
    """A wager called aloud comes with chips, and counts once the dealer has put it down, before no more bets."""
    live = dragon().with_shooter(1, "dragon")
    call = DeclareWager(2, "total", 5_00, 8)
    assert live.no(ConfirmWager(2), "dealer") == "6.7"
    assert live.no(DeclareWager(2, "total", 5_00, 8, "cash"), 2) == "6.7"
    assert live.no(call, 1) == "6.7"
    assert live.no(DeclareWager(2, "total", 2 * MONEY, 8), 2) == "6.3"
    live.ok(call, 2)
    assert live.who_may(ConfirmWager(2), "6.7", seat=2) == {"dealer"}
    assert live.ok(ConfirmWager(2), "dealer") == (Placed((2, "total", 8), 5_00, 0),)
    live.ok(call, 2)
    live.ok(CloseBets(), "dealer")
    assert (live.no(ConfirmWager(2), "dealer"), live.no(call, 2)) == ("6.7", "6.7")
    assert live.thrown().no(ConfirmWager(2), "dealer") == "6.7"
    unclosed = dragon().with_shooter(1, "dragon")
    unclosed.ok(call, 2)
    unclosed.ok(ThrowDice(), 1)
    assert unclosed.no(ConfirmWager(2), "dealer") == "6.7"
    spoken = dragon().with_shooter(1, "dragon")
    assert spoken.no(call, "dealer") == "6.7", "the player has said nothing"
    spoken.ok(replace(call, asked="five on the eight"), "dealer")
    assert spoken.ok(ConfirmWager(2), "dealer") == (Placed((2, "total", 8), 5_00, 0),)


def test_11_9() -> None:
    """Three rounds without a wager at a full table, and a supervisor may have the player give up the place."""
    live = rolls(dragon(8), 2)
    assert live.no(VacateSeat(8), BOSS) == "11.9"
    rolls(live, 1)
    assert live.no(VacateSeat(7), BOSS) == "11.9"
    assert live.who_may(VacateSeat(8), "11.9") == MANAGERS
    assert live.ok(VacateSeat(8), BOSS) == (VacateOrdered(8, "player-8", 3, "11.9"),)
    assert live.no(PlaceWager(8, "fire", 5_00), 8) == live.no(DeclareWager(8, "fire", 5_00), 8) == "11.9"
    live.ok(Collect(8), 8)
    live.ok(Leave(8), 8)
    assert rolls(dragon(7), 4).no(VacateSeat(7), BOSS) == "11.9"
    assert rolls(dragon(7), 4, players=6).no(VacateSeat(7), BOSS) == "11.9", "a place was free"
    frozen = rolls(dragon(8).bets(8, "dragons-tail", 1_00), 0)
    for seat in range(1, 8):
        frozen.bets(seat, "fire", 1_00)
    assert frozen.with_shooter(1, None).rolled(4, 4).no(VacateSeat(8), BOSS) == "11.9"
