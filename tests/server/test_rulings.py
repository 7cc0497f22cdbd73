"""Rulings at the sockets: who may send them from which screen, and who is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.server.conftest import Running
from tests.server.test_office import asked, boss, sit, talk_at

from feltwork.table.live.topic import ENTERED


def lying(floor: Running) -> Any:
    """Seat 1 has a Win Line and a field wager, and the dice lie; the crew's conversation."""
    sit(floor)
    ann, crew = talk_at(floor, floor.player()), talk_at(floor, floor.crew())
    for wager, amount in (("win-line", 2_500), ("field", 1_000)):
        assert "ack" in ann.do("place-wager", seat=1, wager=wager, amount=amount)
    assert "ack" in crew.do("offer-dice")
    assert "ack" in crew.do("accept-dice", seat=1, asked="ann takes them")
    assert "ack" in crew.do("select-dice", seat=1, dice=[1, 2], asked="these two")
    assert "ack" in crew.do("throw-dice")
    return crew


def until(floor: Running, true: Callable[[Any], object]) -> Any:
    """The table as a console shows it at a glance, once that is so; a room follows what was acknowledged."""
    last = time.monotonic() + 10
    while True:
        _, told = asked(floor, "/api/office", boss(floor))
        one = next(table for table in told["tables"] if table["table"] == "one")
        if true(one):
            return one
        assert time.monotonic() < last, "it did not happen in time"
        time.sleep(0.02)


def test_a_boxperson_s_ruling_stands_whoever_asks_from_wherever(floor: Running) -> None:
    crew, player = lying(floor), talk_at(floor, floor.player())
    ruling = {"first": 3, "second": 6, "reason": "it leans"}
    assert "no" in player.do("rule-on-face", **ruling)
    assert "ack" in crew.do("enter-result", first=3, second=4)
    until(floor, lambda one: one["phase"] == ENTERED)
    crew_sees: Any = crew.ask("actions")["actions"]
    assert crew_sees["disputed"] == {"clause": "4.4.3", "called": [3, 4], "may": True, "ruled": None}
    assert "ack" in crew.do("rule-on-face", **ruling)
    refused = crew.do("confirm-result", first=3, second=4)
    assert "no" in refused
    assert "4.4.3" in str(crew.do("enter-result", first=3, second=4))
    for name in ("enter-result", "confirm-result"):
        assert "ack" in crew.do(name, first=3, second=6)
    until(floor, lambda one: one["takings"]["rounds"])
    office: Any = talk_at(floor, boss(floor)).ask("office")["office"]
    version = office["rounds"][-1]
    assert (office["ruled"], office["correctable"], office["disputable"]) == ([version], None, None)
    assert "ack" in player.do("place-wager", seat=1, wager="field", amount=500)
    again = {"version": version, "result": [3, 4], "reason": "seen on the recording"}
    refused = talk_at(floor, boss(floor)).do("correct-paid-round", **again)
    assert (refused.get("clause"), "nobody reads them again" in str(refused)) == ("4.4.3", True)


def test_a_game_that_is_stopped_is_seen_on_the_floor_and_goes_on_by_a_supervisor(floor: Running) -> None:
    sit(floor)
    crew, player = talk_at(floor, floor.crew()), talk_at(floor, floor.player())
    assert "no" in player.do("stop-game", reason="I say so")
    for reason in ("", " ", "x" * 301, "two\nlines"):
        assert "no" in crew.do("stop-game", reason=reason)
    assert "ack" in crew.do("stop-game", reason="a player disputes the payout")
    assert "no" in crew.do("stop-game", reason="again")
    one = until(floor, lambda one: one["suspended"])
    assert one["called"]["what"] == one["suspended"] == "a player disputes the payout"
    assert "no" in player.do("place-wager", seat=1, wager="field", amount=500)
    assert "no" in crew.do("clear-fault", how="looked at")
    assert "ack" in talk_at(floor, boss(floor)).do("clear-fault", how="looked at")
    assert until(floor, lambda one: not one["suspended"])["called"] is None
    assert "ack" in player.do("place-wager", seat=1, wager="field", amount=500)


def test_a_round_in_doubt_is_ruled_on_from_a_supervisor_s_console_only(floor: Running) -> None:
    sit(floor)
    ruling = {"number": 1, "stands": False, "reason": "mine"}
    crew = talk_at(floor, floor.crew()).do("rule-on-round", **ruling)
    player = talk_at(floor, floor.player()).do("rule-on-round", **ruling)
    console = talk_at(floor, boss(floor)).do("rule-on-round", **ruling)
    assert "no" in crew
    assert "no" in player
    assert "no" in console
    assert crew["why"] != console["why"], "a crew's screen does not send it at all"
