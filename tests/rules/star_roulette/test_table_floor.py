"""Oral wagers (3.11) and seats that nobody plays from (9.9) at the wheel."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.table.live.commands import (
    AnnounceWager,
    CloseBets,
    Collect,
    ConfirmNumber,
    ConfirmWager,
    DeclareWager,
    Leave,
    PlaceWager,
    SpinBall,
    VacateSeat,
)
from feltwork.table.live.events import VacateOrdered, WagerDeclared
from feltwork.table.play.events import Placed
from tests.build import enters
from tests.rules.live import FLOOR, MONEY, Live, roulette

BOSS = "casino_supervisor"


def spins(live: Live, count: int, players: int = 7) -> Live:
    """So many spins, seats 1 to 7, or fewer, playing each of them."""
    for _ in range(count):
        live.betting()
        for seat in range(1, players + 1):
            if seat in live.life.seats.players:
                live.bets(seat, "red", 1_00)
        live.ok(SpinBall(), "dealer")
        live.ok(CloseBets(), "dealer")
        live.ok(enters(1), "dealer")
        live.ok(ConfirmNumber(1), "dealer")
    return live


def test_3_11() -> None:
    """A wager called aloud comes with chips, and counts once the dealer has put it down, before no more bets."""
    live = roulette()
    call = DeclareWager(1, "straight", 5_00, 7)
    assert live.no(ConfirmWager(1), "dealer") == "3.11"
    assert live.no(DeclareWager(1, "straight", 5_00, 7, "cash"), 1) == "3.11"
    assert live.no(call, 2) == "3.11"
    assert live.no(DeclareWager(1, "straight", 2 * MONEY, 7), 1) == "3.3"
    assert live.ok(call, 1) == (WagerDeclared(1, "straight", 7, 5_00, "chips"),)
    assert (live.lies, live.rail(1)) == ({}, MONEY)
    assert live.who_may(ConfirmWager(1), "3.11") == {"dealer"}
    live.ok(SpinBall(), "dealer")
    assert live.ok(ConfirmWager(1), "dealer") == (Placed((1, "straight", (7,)), 5_00, 0),)
    assert live.no(ConfirmWager(1), "dealer") == "3.11"
    live.ok(call, 1)
    live.ok(CloseBets(), "dealer")
    assert (live.no(ConfirmWager(1), "dealer"), live.no(call, 1)) == ("3.11", "3.11")
    assert live.lies == {(1, "straight", (7,)): 5_00}
    assert live.no(AnnounceWager(1), "dealer") == "3.11"
    spoken = roulette()
    assert spoken.no(call, "dealer") == "3.11", "the player has said nothing"
    said = replace(call, asked="five on seven")
    assert spoken.who_may(said) == {"player", "dealer"}
    (declared,) = spoken.ok(said, "dealer")
    assert declared == WagerDeclared(1, "straight", 7, 5_00, "chips", asked="five on seven")
    assert spoken.ok(ConfirmWager(1), "dealer") == (Placed((1, "straight", (7,)), 5_00, 0),)


def test_9_9() -> None:
    """Three spins without a wager at a full table, and a supervisor may have the player give up the place."""
    live = spins(roulette(8), 2)
    assert live.no(VacateSeat(8), BOSS) == "9.9"
    spins(live, 1)
    assert live.no(VacateSeat(7), BOSS) == "9.9"
    assert live.who_may(VacateSeat(8), "9.9") == FLOOR
    assert live.ok(VacateSeat(8), BOSS) == (VacateOrdered(8, "player-8", 3, "9.9"),)
    assert live.betting().no(PlaceWager(8, "red", 5_00), 8) == live.no(DeclareWager(8, "red", 5_00), 8) == "9.9"
    live.ok(Collect(8), 8)
    live.ok(Leave(8), 8)
    assert spins(roulette(7).seated(), 4).no(VacateSeat(7), BOSS) == "9.9"
    assert spins(roulette(7), 4, players=6).no(VacateSeat(7), BOSS) == "9.9", "a place was free"
