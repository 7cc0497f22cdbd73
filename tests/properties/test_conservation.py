"""Chips are conserved in every step, nobody goes below zero, and replayed events give the same table."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given

from feltwork.table.play.decide import decide
from feltwork.table.play.events import Event, Placed, Removed, RoundInvalid, RoundSettled
from feltwork.table.play.evolve import evolve
from feltwork.table.play.script import read_script
from feltwork.table.play.settle import settle
from feltwork.table.play.state import open_state
from tests.exact.settlement import settle_exactly
from tests.properties.scripts import THOROUGHLY, scripts


def house_pays(event: Event) -> int:
    """What an event moves from the house to the players."""
    match event:
        case Placed():
            return -event.commission
        case Removed():
            return event.commission_back + sum(line.commission_back for line in event.lines)
        case RoundSettled() | RoundInvalid():
            return sum(line.winnings + line.returned + line.commission_back - line.stake for line in event.lines)
    return 0


@THOROUGHLY
@given(scripts())
def test_every_step_conserves_chips_and_replays(script: dict[str, Any]) -> None:
    read = read_script(json.dumps(script))
    live = open_state(read.book, read.rules, read.seats)
    again = open_state(read.book, read.rules, read.seats)
    for command in read.steps:
        before, seen = live.copy(), live.chips()
        decided = decide(live, command)
        assert live == before, "deciding changed the table"
        if not isinstance(decided, tuple):
            continue
        for event in decided:
            evolve(live, event)
            evolve(again, event)
        assert live.chips() - seen == sum(map(house_pays, decided))
        assert min(live.balances.values()) >= 0
        assert all(standing.stake > 0 for standing in live.layout.values())
        assert all(key == standing.key for key, standing in live.layout.items())
    assert again == live


@THOROUGHLY
@given(scripts(readings=False))
def test_integers_agree_with_fractions_wherever_a_table_can_stand(script: dict[str, Any]) -> None:
    script["table"].pop("limit_check", None)
    read = read_script(json.dumps(script))
    state = open_state(read.book, read.rules, read.seats)
    for command in read.steps:
        decided = decide(state, command)
        for event in decided if isinstance(decided, tuple) else ():
            evolve(state, event)
        for symbol in range(len(state.book.wheel) or 36):
            assert settle(state, symbol)[0] == settle_exactly(state, symbol)
