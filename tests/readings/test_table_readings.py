"""Readings that only a live table can show."""

from __future__ import annotations

import pytest

from feltwork.table.live import commands as ask
from feltwork.table.live import events as happened
from feltwork.table.live.commands import VacateSeat
from feltwork.table.play.events import RoundInvalid
from feltwork.table.play.state import Standing
from tests.rules.aruze_craps.test_table_terminals import Floor
from tests.rules.live import MONEY, Live, dragon, opened


def crown_read(limits: dict[str, happened.Limits] | None = None, **readings: str) -> Live:
    return Live("crown-craps").in_play(2, limits, readings)


@pytest.mark.parametrize(("reading", "counted"), [("line_cycle", False), ("roll", True)])
def test_abstain_round(reading: str, counted: bool) -> None:
    live = opened(8, readings={"abstain_round": reading})
    for seat in range(2, 8):
        live.bets(seat, "win-line")
    live.with_shooter(1).rolled(2, 2)
    for _ in range(3):
        live.rolled(5, 6)
    assert isinstance(live.asks(VacateSeat(8), "boxperson"), tuple) is counted


@pytest.mark.parametrize(("reading", "field_back"), [("decided_only", 1), ("all_live", 2)])
def test_invalidate_scope(reading: str, field_back: int) -> None:
    live = opened(2, readings={"invalidate_scope": reading}).with_shooter(1).bets(2, "field")
    chips = live.chips
    live.rolled(2, 2)
    _, invalid = live.ok(ask.InvalidateOutcome("fire"), "casino_supervisor")
    assert isinstance(invalid, RoundInvalid)
    assert (len(invalid.lines), len(live.lies), live.chips) == (field_back, 2 - field_back, chips)


@pytest.mark.parametrize(("reading", "taken"), [("dice_out", False), ("result_called", True)])
def test_removal_cutoff(reading: str, taken: bool) -> None:
    live = crown_read(removal_cutoff=reading).with_shooter(1).bets(2, "field").thrown()
    down = ask.RemoveWager(2, "field")
    assert isinstance(live.asks(down, 2), tuple) is taken
    live.ok(ask.EnterResult(3, 4), "stickperson")
    assert live.no(down, 2) == "3.4"


def under_minimum(reading: str) -> Live:
    """A wager under the minimum, decided with a warning; its player then leaves and comes back."""
    limits: dict[str, happened.Limits] = {"field": (10_00, 500_00, 0)}
    live = crown_read(limits, guard_limits="accept_and_apply_late_rule", warning_expiry=reading).with_shooter(1)
    live.bets(2, "field", 5_00).rolled(5, 6)
    assert live.rail(2) == MONEY + 5_00
    assert live.game.warned == {2: 1}
    live.ok(ask.Collect(2), 2)
    live.ok(ask.Leave(2), 2)
    assert live.game.warned == {}, "a warning is a person's, not a seat's"
    live.ok(ask.Sit("player-2", 4), 2)
    live.ok(ask.BuyIn(4, MONEY), 2)
    live.ok(ask.PlaceWager(4, "field", 5_00), 2)
    return live.bets(1, "win-line").rolled(5, 6)


@pytest.mark.parametrize(("reading", "won"), [("day", 0), ("session", 5_00)])
def test_warning_expiry(reading: str, won: int) -> None:
    assert under_minimum(reading).rail(4) == MONEY + won


@pytest.mark.parametrize("reading", ["true", "false"])
def test_house_throw(reading: str) -> None:
    live = crown_read(house_throw=reading).bets(1, "win-line").offered(2)
    live.ok(ask.RejectDice(2), 2)
    (event,) = live.ok(ask.OfferDice(), "stickperson")
    assert isinstance(event, happened.HouseThrows if reading == "true" else happened.DiceOffered)


@pytest.mark.parametrize(("reading", "kept"), [("literal", False), ("seven_out", True)])
def test_pass_rule(reading: str, kept: bool) -> None:
    floor = Floor(readings={"pass_rule": reading}).seated(1, 2)
    floor.player(1, ask.PlaceWager(1, "pass-line", 5_00))
    floor.shot(1, 1)
    assert (floor.life.shooter.seat == 1) is kept, "craps on the come out"
    floor = Floor(readings={"pass_rule": reading}).seated(1, 2)
    floor.player(1, ask.PlaceWager(1, "pass-line", 5_00))
    floor.shot(2, 2)
    floor.shot(3, 4)
    assert floor.life.shooter.seat is None, "seven out"


@pytest.mark.parametrize(("reading", "kept"), [("true", False), ("false", True)])
def test_both_sides_pass(reading: str, kept: bool) -> None:
    live = dragon(2, readings={"both_sides_pass": reading}).bets(1, "fire").with_shooter(1, "dragon")
    live.rolled(3, 4)
    live.rolled(1, 1)
    assert (live.life.shooter.seat == 1) is kept


@pytest.mark.parametrize(("reading", "needs_notice"), [("true", True), ("false", False)])
def test_unit_change_notice(reading: str, needs_notice: bool) -> None:
    live = opened(1, {"field": (5_00, 100_00, 0)}, {"unit_change_notice": reading})
    changed = ask.ChangeLimits({"field": (5_00, 100_00, 5_00)})
    assert isinstance(live.asks(changed, "boxperson"), tuple) is not needs_notice
    assert live.no(ask.ChangeLimits({"field": (6_00, 100_00, 5_00)}), "boxperson") == "7.5"


def test_a_wager_lies_under_the_limit_of_its_day() -> None:
    """Reading G4 at a live table: raised limits leave live wagers alone, in the rail's favour or not."""
    limits: dict[str, happened.Limits] = {"place-to-win": (6_00, 60_00, 0)}
    live = opened(2, limits, {"guard_limits": "accept_and_apply_late_rule"}).with_shooter(1).rolled(2, 2)
    live.bets(2, "place-to-win", 12_00, 6)
    live.ok(ask.ChangeLimits({"place-to-win": (6_00, 6_00, 0)}), "boxperson")
    standing = live.game.layout[(2, "place-to-win", 6)]
    assert isinstance(standing, Standing)
    live.rolled(2, 4)
    assert live.rail(2) == MONEY + 14_00, "paid in full under the old maximum"
    live.bets(2, "place-to-win", 12_00, 6).rolled(2, 4)
    assert live.rail(2) == MONEY + 14_00 + 7_00, "paid to the new maximum"
    live.ok(ask.SetPersonalLimit(2, (6_00, 120_00, 0)), "boxperson")
    live.bets(2, "place-to-win", 12_00, 6).rolled(2, 4)
    assert live.rail(2) == MONEY + 14_00 + 7_00 + 14_00, "paid to the player's own"
