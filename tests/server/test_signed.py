"""What a second person signs at a console is judged as if it came from a screen of their own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import Running, Talk, until
from tests.server.held import Held, holding
from tests.server.test_signin import KEY, app, shows

from feltwork.engine.envelope import Envelope, own_key
from feltwork.server.opening import supervisor_session
from feltwork.table.live.commands import AnnounceClosure

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


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Running]:
    with holding(tmp_path / "floor.sqlite") as up:
        up.floor.staff.factors.key = KEY
        second(up)
        yield up


CLOSES: dict[str, object] = {"type": "announce-closure"}


def test_sent_again_while_it_is_under_way_it_is_unknown_and_then_done(held: Running) -> None:
    secret, _ = app(held.floor.staff, "sam")
    code = shows(held.floor.staff, secret, 1)
    Held.go.clear()
    with ThreadPoolExecutor(1) as first:
        done = first.submit(sign, held, "s1", CLOSES, code=code)
        assert Held.reached.wait(10)
        status, told = sign(held, "s1", CLOSES, code=code)
        Held.go.set()
        assert (status, told.get("unknown")) == (503, True), "and its code is not asked for again"
        answer = done.result()
    assert answer[0] == 200
    until(lambda: not held.floor.signing)
    assert sign(held, "s1", CLOSES, code=code) == answer


def test_sent_again_at_another_process_its_used_code_is_no_answer_of_the_log(held: Running) -> None:
    secret, _ = app(held.floor.staff, "sam")
    code = shows(held.floor.staff, secret, 1)
    Held.go.clear()
    with ThreadPoolExecutor(1) as first:
        done = first.submit(sign, held, "s1", CLOSES, code=code)
        assert Held.reached.wait(10)
        held.floor.signing.clear()  # as another process, which knows of none
        status, told = sign(held, "s1", CLOSES, code=code)
        Held.go.set()
        assert (status, "clause" in told, "used before" in told["why"]) == (409, False, True)
        assert done.result()[0] == 200


def test_a_key_without_a_password_is_looked_up_and_counts_as_no_try(held: Running) -> None:
    for _ in range(8):
        status, told = sign(held, "s1", CLOSES, password="")
        assert (status, "clause" in told, "signed again" in told["why"]) == (409, False, True)
    done = sign(held, "s1", CLOSES)
    assert done[0] == 200
    assert sign(held, "s1", CLOSES, password="") == done
    status, told = sign(held, "s1", {"type": "withdraw-closure"}, password="")
    assert status == 409, "what came of it is told to the same command alone"


def test_a_refusal_of_the_log_has_its_clause(held: Running) -> None:
    status, told = sign(held, "s1", {"type": "withdraw-closure"})
    assert (status, "clause" in told) == (409, True)


def test_sent_again_in_another_role_it_is_the_same(held: Running) -> None:
    """Which of somebody's roles acts follows from the table as it stands, which may be another by then."""
    done = sign(held, "s1", CLOSES)
    record = next(held.floor.house.reader.log.read("table/one", done[1]["done"] - 1))
    other = "dealer" if record.role != "dealer" else "casino_supervisor"
    again = Envelope(own_key("s1", "sam"), "one", "sam", other, AnnounceClosure(), shared=True)
    assert held.floor.house.post(again).result().last == done[1]["done"]
    unshared = Envelope(own_key("s1", "sam"), "one", "sam", other, AnnounceClosure())
    assert "used for another command" in held.floor.house.post(unshared).result().reason


@pytest.mark.parametrize("what", ["signed", "clear"])
def test_a_table_that_is_not_served_here_is_no_answer_to_an_earlier_try(held: Running, what: str) -> None:
    """A page forgets a key after 400; where another process serves the table, it may have been done there."""
    held.floor.house.rooms.pop("wheel")
    body = (
        {"key": "s1", "seat": 1} if what == "clear" else {"key": "s1", "person": "sam", "password": WORDS, "do": CLOSES}
    )
    status, told, _ = held.fetch(f"/api/office/wheel/{what}", console(held), body)
    assert (status, json.loads(told)["why"]) == (404, "this table is not served here")
