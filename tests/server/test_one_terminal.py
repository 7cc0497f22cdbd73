"""One terminal is one asker: a key that is shown again and again gives no second session and no second rate."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.server.conftest import Running, Talk, until
from websockets.exceptions import ConnectionClosed

from feltwork.server.auth.sessions import Session
from feltwork.server.ops.rates import COMMANDS, ENROLMENTS, QUESTIONS, Rate


def shown(up: Running, key: str) -> tuple[int, str]:
    """A terminal shows its key: the status, and the token it gets."""
    status, _, headers = up.fetch("/enrol", "", {"key": key})
    return status, headers.get("set-cookie", "").partition("=")[2].partition(";")[0]


def alive(up: Running, terminal: str) -> int:
    return sum(session.terminal == terminal for _, session in up.floor.sessions._all())


def test_a_terminal_has_one_session_and_the_earlier_one_ends(floor: Running) -> None:
    key, other = floor.floor.staff.terminals.enrol("one", 3), floor.floor.staff.terminals.enrol("one", 4)
    first, beside = shown(floor, key)[1], shown(floor, other)[1]
    screen = Talk(floor.screen("one", first))
    assert floor.fetch("/api/me", first)[0] == 200
    second = shown(floor, key)[1]
    assert [floor.fetch("/api/me", token)[0] for token in (first, second, beside)] == [401, 200, 200]
    with pytest.raises(ConnectionClosed):
        screen.until(lambda _: False)
    assert alive(floor, "one-3") == 1
    wall = floor.floor.staff.terminals.enrol("one")
    shown(floor, wall)
    assert shown(floor, wall)[0] == 200
    assert alive(floor, "one-wall") == 1


def test_a_key_shown_many_times_at_once_never_leaves_two_sessions(floor: Running) -> None:
    key = floor.floor.staff.terminals.enrol("one", 3)
    with ThreadPoolExecutor(6) as many:
        assert {status for status, _ in many.map(lambda _: shown(floor, key), range(8))} == {200}
    assert alive(floor, "one-3") <= 1
    assert shown(floor, key)[0] == 200
    assert alive(floor, "one-3") == 1


def test_a_key_is_not_shown_without_end(floor: Running) -> None:
    key, other = floor.floor.staff.terminals.enrol("one", 3), floor.floor.staff.terminals.enrol("one", 4)
    before = floor.floor.house.reader.log.head("door").version
    found = [shown(floor, key)[0] for _ in range(20)]
    assert found == [200] * int(ENROLMENTS.at_once) + [429] * (20 - int(ENROLMENTS.at_once))
    assert floor.floor.house.reader.log.head("door").version - before < 25, "two records each"
    assert shown(floor, other)[0] == 200


def test_requests_count_for_the_terminal_whatever_its_token(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.server.ops.limits.REQUESTS", Rate(0.01, 20))
    key = floor.floor.staff.terminals.enrol("one", 3)
    found = []
    for _ in range(4):
        token = shown(floor, key)[1]
        found += [floor.fetch("/api/me", token)[0] for _ in range(10)]
    assert (found[:20], found[20:]) == ([200] * 20, [429] * 20)
    assert floor.fetch("/api/me", floor.player("one", 2, "ben"))[0] == 200
    assert floor.fetch("/api/me", floor.player("one", 2, "ben"))[0] == 200
    seat = [floor.fetch("/api/me", floor.player("one", 2, "ben"))[0] for _ in range(30)]
    assert seat[-1] == 429, "a seat is one asker, too"


def test_the_token_of_a_session_that_is_over_slows_no_terminal(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.server.ops.limits.REQUESTS", Rate(0.01, 20))
    key = floor.floor.staff.terminals.enrol("one", 3)
    old = shown(floor, key)[1]
    assert floor.fetch("/api/me", old)[0] == 200
    new = shown(floor, key)[1]
    for _ in range(30):
        floor.fetch("/health", old)
        floor.fetch("/api/me", old)
    assert floor.fetch("/api/me", new)[0] == 200


def test_refused_commands_of_one_seat_share_a_bucket_over_its_sessions(floor: Running) -> None:
    screens = [Talk(floor.screen("one", floor.player())) for _ in range(4)]
    for number in range(120):
        talk = screens[number % 4]
        body = {"type": "place-wager", "seat": 1, "wager": "nothing of the sort", "amount": 100 + number}
        talk.socket.send(json.dumps({"key": f"f{number}", "do": body}))
        talk.until(lambda m, key=f"f{number}": m.get("no") == key)  # type: ignore[misc]
    kept = floor.floor.house.reader.log.head("refused/one").version
    assert kept < 3 * COMMANDS.at_once / 10, f"{kept} of 120 are in the log"


def test_questions_over_the_rate_are_turned_away_for_one_terminal_alone(floor: Running) -> None:
    screens = [Talk(floor.screen("one", floor.player())) for _ in range(3)]
    turned = 0
    for number in range(int(QUESTIONS.at_once) + 100):
        talk = screens[number % 3]
        talk.socket.send(json.dumps({"ask": "legal", "n": number}))
        turned += "too many questions" in str(talk.until(lambda m, n=number: m.get("n") == n).get("why"))  # type: ignore[misc]
    assert turned > 0
    assert "why" not in Talk(floor.screen("one", floor.player("one", 2, "ben"))).ask("legal")
    until(lambda: "why" not in screens[0].ask("legal"))


def test_all_sockets_of_one_seat_count_together(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.server.sockets.accept.MAX_SOCKETS", 3)
    for _ in range(3):
        floor.screen("one", floor.player())
    with pytest.raises(Exception, match="403"):
        floor.screen("one", floor.player())
    assert Talk(floor.screen("one", floor.token(Session("player", (("ben", "player"),), "one", 2)))).hello


def test_a_screen_of_one_seat_takes_no_other(floor: Running) -> None:
    talk = Talk(floor.screen("one", floor.player("one", 2, "ann")))
    assert talk.do("sit", player="ann", seat=3)["why"] == "this screen is at seat 2"
    assert "ack" in talk.do("sit", player="ann", seat=2)
