"""What a second person signs at a console is judged as if it came from a screen of their own."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.server.conftest import Running, Talk

from feltwork.server.opening import supervisor_session

WORDS = "right horse"
STOPPED = "play is stopped: a library was changed"


def console(floor: Running) -> str:
    return floor.token(supervisor_session(floor.config))


def second(floor: Running, kind: str = "supervisor", roles: tuple[str, ...] = ()) -> None:
    roles = roles or tuple(role for _, role in supervisor_session(floor.config).people)
    floor.floor.staff.add("sam", kind, roles, WORDS)


def sign(floor: Running, key: str, do: dict[str, object], **more: object) -> tuple[int, Any]:
    body = {"key": key, "person": "sam", "password": WORDS, "do": do} | more
    status, told, _ = floor.fetch("/api/office/one/signed", console(floor), body)
    return status, json.loads(told)


@pytest.mark.parametrize(
    ("stopped", "do", "why"),
    [
        ("", {"type": "give-up-draw", "reason": "lost"}, "the secret of this round can still be opened"),
        (STOPPED, {"type": "clear-fault", "how": "mended"}, STOPPED),
        (STOPPED, {"type": "open-play"}, STOPPED),
    ],
)
def test_it_is_refused_by_both_ways(floor: Running, stopped: str, do: dict[str, object], why: str) -> None:
    second(floor)
    floor.floor.house.health.unsound = stopped
    screen = Talk(floor.screen("one", console(floor)))
    assert screen.do(str(do["type"]), **{name: value for name, value in do.items() if name != "type"})["why"] == why
    status, told = sign(floor, "s1", do)
    assert (status, told["why"]) == (409, why)


def test_while_play_is_stopped_it_is_taken_by_both_ways_or_by_none(floor: Running) -> None:
    second(floor)
    floor.floor.house.health.unsound = STOPPED
    screen = Talk(floor.screen("one", console(floor)))
    assert "ack" in screen.do("report-fault", what="the lights fail")
    assert sign(floor, "s1", {"type": "announce-closure"})[0] == 200


def test_what_was_done_before_play_was_stopped_stays_done(floor: Running) -> None:
    second(floor)
    screen = Talk(floor.screen("one", console(floor)))
    assert "ack" in screen.do("report-fault", what="the lights fail")
    done = screen.do("clear-fault", how="mended")
    assert "ack" in done
    assert sign(floor, "s1", {"type": "report-fault", "what": "the bell fails"})[0] == 200
    cleared = sign(floor, "s2", {"type": "clear-fault", "how": "mended"})
    floor.floor.house.health.unsound = STOPPED
    screen.socket.send(json.dumps({"key": done["ack"], "do": {"type": "clear-fault", "how": "mended"}, "round": 0}))
    assert screen.until(lambda m: done["ack"] in (m.get("ack"), m.get("no"))) == done
    assert sign(floor, "s2", {"type": "clear-fault", "how": "mended"}) == cleared


def test_a_crew_signs_what_its_own_screen_may_send(floor: Running) -> None:
    second(floor, "crew", ("dealer",))
    status, told = sign(floor, "s1", {"type": "announce-closure"})
    assert (status, told["why"]) == (409, "a crew does not sign for a table")


def test_no_terminal_is_cleared_while_play_is_stopped(floor: Running) -> None:
    floor.floor.house.health.unsound = STOPPED
    status, told, _ = floor.fetch("/api/office/one/clear", console(floor), {"key": "c1", "seat": 1})
    assert (status, json.loads(told)) == (503, {"unknown": True, "why": STOPPED})
