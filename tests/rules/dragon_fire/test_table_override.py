"""A wrong number confirmed: the game stops, a casino supervisor is told and overrides it (10.1); faces (4.4.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from feltwork.games.conduct import Act
from feltwork.refusal import Refusal
from feltwork.table.live.commands import (
    BuyIn,
    ChangeLimits,
    ClearFault,
    CloseBets,
    Collect,
    ConfirmResult,
    CorrectResult,
    EnterResult,
    Leave,
    OpenBets,
    PlaceWager,
    RuleOnFace,
    Sit,
    StopGame,
)
from feltwork.table.live.events import RoundAdjusted, RoundReversed, SupervisorCalled, TableResumed, TableSuspended
from tests.rules.at_desk import desk
from tests.rules.disputes import confirmed_wrongly
from tests.rules.live import MANAGERS, MONEY
from tests.verifier.forging import Forged, betting

WRONG = CorrectResult(5, 6, "wrong button")
BOSS = "casino_supervisor"


def test_10_1_stops_the_game_and_tells_a_supervisor() -> None:
    live = confirmed_wrongly()
    stop = StopGame("1-1 entered, 5-6 lies")
    assert live.who_may(stop, "10.1") == {"dealer", *MANAGERS}
    assert live.no(StopGame(" "), "dealer") == "not in the book"
    assert live.ok(stop, "dealer") == (
        TableSuspended("1-1 entered, 5-6 lies", "10.1"),
        SupervisorCalled("dealer", "1-1 entered, 5-6 lies", "10.1"),
    )
    assert live.life.stops.called is not None
    assert live.no(PlaceWager(2, "fire", 10_00), 2) == "10.1"
    assert live.no(WRONG, "dealer") == "10.1"
    live.ok(WRONG, BOSS)
    assert live.no(ClearFault("overridden"), "dealer") == "not in the book"
    assert live.ok(ClearFault("overridden"), BOSS) == (TableResumed("overridden"),)
    assert live.life.stops.called is None
    assert (live.rail(1), live.rail(2)) == (MONEY - 10_00, MONEY + 20_00)
    live.sound()


def test_10_1_until_the_next_round_starts_whatever_happened() -> None:
    """Somebody sits down, buys in, bets; a limit changes; start game is pressed: by D12 not yet the next round."""
    live = confirmed_wrongly()
    live.seated(5)
    live.ok(BuyIn(3, 40_00), 3)
    low = live.game.rules.limits["dragon"].minimum
    live.ok(ChangeLimits({"dragon": (low, 400_00, 0)}), BOSS)
    live.bets(1, "fire", 30_00).bets(5, "total", 5_00, 9)
    live.ok(OpenBets(), "dealer")
    events = live.ok(WRONG, BOSS)
    back = next(event for event in events if isinstance(event, RoundReversed))
    assert sorted((chips.key[0], chips.amount) for chips in back.back) == [(1, 30_00), (5, 5_00)]
    assert (live.rail(1), live.rail(2), live.rail(3), live.rail(5)) == (
        MONEY - 10_00,
        MONEY + 20_00,
        MONEY + 40_00,
        MONEY,
    )
    assert (live.lies, live.game.rules.limits["dragon"].maximum) == ({}, 400_00)
    live.sound()


def test_10_1_ends_with_no_more_bets() -> None:
    live = confirmed_wrongly()
    live.bets(1, "dragon").betting().ok(CloseBets(), "dealer")
    assert live.no(WRONG, BOSS) == "10.1"
    live.sound()


def test_10_1_with_a_player_who_left() -> None:
    """Who was paid and has gone owes it; who should have won and has gone is kept it."""
    live = confirmed_wrongly()
    for seat in (1, 2):
        live.ok(Collect(seat), seat)
        live.ok(Leave(seat), seat)
    live.ok(Sit("newcomer", 1), ("newcomer", "player"))
    events = live.ok(WRONG, BOSS)
    adjusted = next(event for event in events if isinstance(event, RoundAdjusted))
    assert [(line.player, line.cents) for line in adjusted.lines] == [("player-1", -20_00), ("player-2", 40_00)]
    balances = live.desk.store.log.balances()
    assert balances[f"receivable/t1/{adjusted.version}"] == -20_00
    assert balances[f"payable/t1/{adjusted.version}"] == 40_00
    live.sound()


def test_10_1_brings_back_a_frozen_wager() -> None:
    """A 7 settled as a 5: Dragon and Fire freeze after all, and chips put on them meanwhile go back."""
    live = desk("dragon-fire", 2)
    live.bets(2, "fire", 20_00).with_shooter(1, "dragon").rolled(2, 3)
    live.bets(1, "dragon", 50_00).bets(2, "total", 5_00, 7)
    live.ok(CorrectResult(3, 4, "wrong button"), BOSS)
    assert (live.game.area_state, live.lies) == ("frozen", {(1, "dragon", None): 10_00, (2, "fire", None): 20_00})
    assert (live.rail(1), live.rail(2)) == (MONEY - 10_00, MONEY - 20_00)
    live.rolled(1, 1)
    live.sound()


def test_10_1_a_mistyped_override_is_overridden() -> None:
    """Nothing in 10.1 is final: until no more bets (D12) another supervisor sets the override right."""
    live = confirmed_wrongly()
    live.ok(CorrectResult(4, 6, "wrong button"), BOSS)
    live.bets(3, "fire", 15_00)
    again = ("another", BOSS)
    assert live.no(CorrectResult(4, 6, "as it is"), again) == "10.1"
    live.ok(WRONG, again)
    live.ok(CorrectResult(1, 1, "as first entered"), "gaming_manager")
    live.ok(WRONG, again)
    assert (live.rail(1), live.rail(2), live.rail(3)) == (MONEY - 10_00, MONEY + 20_00, MONEY)
    live.bets(1, "dragon").betting().ok(CloseBets(), "dealer")
    assert live.no(CorrectResult(4, 6, "too late"), "gaming_manager") == "10.1"
    live.sound()


def test_10_1_is_for_another_than_who_confirmed() -> None:
    live = desk("dragon-fire", 2)
    live.with_shooter(1, "dragon").thrown()
    live.ok(EnterResult(1, 1), "dealer")
    live.ok(ConfirmResult(1, 1), BOSS)
    assert "called this result" in live.why(WRONG, BOSS)
    live.ok(WRONG, "gaming_manager")
    live.sound()


def test_4_4_4() -> None:
    """The gaming supervisor's ruling on a face is final: before the settlement or after, nobody overrides it."""
    live = desk("dragon-fire", 2)
    live.bets(2, "fire").with_shooter(1, "dragon").thrown()
    ruling = RuleOnFace(3, 3, "it leans")
    assert live.who_may(ruling, "4.4.4") == {"gaming_supervisor"}
    live.ok(EnterResult(3, 4), "dealer")
    live.ok(ruling, "gaming_supervisor")
    assert live.no(ConfirmResult(3, 4), "dealer") == "4.4.1"
    live.called(3, 3)
    assert live.no(CorrectResult(3, 4, "no"), BOSS) == "4.4.4"
    assert live.rail(1) == MONEY + 10_00
    live.sound()


def test_4_4_4_after_an_override() -> None:
    """The entry was overridden, then the face is disputed: the ruling is still the gaming supervisor's, and last."""
    live = confirmed_wrongly()
    live.ok(WRONG, BOSS)
    assert "called this result" in live.why(CorrectResult(4, 6, "again"), BOSS)
    live.ok(RuleOnFace(1, 1, "as first read"), "gaming_supervisor")
    assert live.no(WRONG, "gaming_manager") == "4.4.4"
    assert (live.rail(1), live.rail(2)) == (MONEY + 10_00, MONEY - 20_00)
    live.sound()


@pytest.mark.parametrize("book", ["star-craps", "crown-craps", "crown-craps:mini", "dragon-fire", "star-roulette"])
def test_10_1_forged_is_found(book: str) -> None:
    """A game stopped by a player, a supervisor called without the game being stopped; as it should be, nothing."""
    forged = Forged(book, betting)
    assert forged.fold.facts.conduct
    clause = forged.fold.facts.conduct.clause_of(Act.STOP_GAME)
    player = forged.player(next(iter(forged.fold.facts.seats)))
    assert {"role", "seat"} & forged.add("table-suspended", player, reason="x", clause=clause).found()
    called = {"what": "x", "clause": clause}
    forged = Forged(book, betting)
    stop = forged.power(Act.STOP_GAME)
    assert forged.add("supervisor-called", stop, person=stop[0], **called).found() == {"order"}
    forged = Forged(book, betting).add("table-suspended", stop, reason="x", clause=clause)
    assert forged.add("supervisor-called", stop, person=stop[0], **called).found() == set()


def test_10_1_made_up_is_found() -> None:
    """An override by a gaming supervisor, one that leaves out what moved since, one by who confirmed the number."""
    for who, leaves_out, kind in (
        ("gaming_supervisor", False, "role"),
        (BOSS, True, "reversal"),
        (("dealer", BOSS), False, "role"),
    ):
        live = confirmed_wrongly()
        live.bets(1, "fire", 30_00)
        decided = live.asks(WRONG, ("another", BOSS))
        assert not isinstance(decided, Refusal)
        events = [replace(e, back=()) if leaves_out and isinstance(e, RoundReversed) else e for e in decided]
        live.forges(who, *events)
        assert kind in {finding.kind for finding in live.found()}
