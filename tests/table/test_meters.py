"""Meters that do not agree with what a seat holds stop everything that pays."""

from __future__ import annotations

from feltwork.refusal import Refusal
from feltwork.table.live import commands as ask
from feltwork.table.live.asker import Asker
from feltwork.table.live.decide import decide
from tests.rules.live import MONEY, Live


def test_meters_that_disagree_stop_play() -> None:
    """With a credit too many on a terminal nothing is shot, settled or paid out there until it is put right."""
    live = Live("aruze-craps").in_play()
    live.bets(1, "pass-line")
    assert live.life.money.meters[1].credit == live.rail(1) == MONEY - 10_00
    live.game.balances[2] += 1
    for command, person, role in (
        (ask.Collect(1), "player-1", "player"),
        (ask.Collect(2), "player-2", "player"),
        (ask.CloseBets(), "timer", "system"),
    ):
        decided = decide(live.life, command, Asker(person, role, live.now))
        assert decided == Refusal("6.2.1", "the meters of seat 2 do not agree; nothing is paid")
    live.game.balances[2] -= 1
    live.ok(ask.Collect(2), 2)
    assert (live.life.money.meters[2].out, live.life.money.meters[2].credit) == (MONEY, 0)
