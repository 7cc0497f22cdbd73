"""Default deny: every endpoint for every kind of visitor, sockets, cookies, paths."""

from __future__ import annotations

import json
from itertools import count

import pytest
from starlette.routing import Route, WebSocketRoute
from tests.server.conftest import Running, Talk
from websockets.exceptions import ConnectionClosed, InvalidStatus

from feltwork.server.app import build
from feltwork.server.auth.access import ALL_COMMANDS, COMMANDS, NOT_FROM_A_SCREEN
from feltwork.server.auth.sessions import Session
from feltwork.server.routes import ENDPOINTS, EVERYBODY


def test_every_route_has_a_row_and_every_row_a_route(floor: Running) -> None:
    routes = {
        (method, route.path)
        for route in build(floor.floor).routes
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    routes |= {("WS", route.path) for route in build(floor.floor).routes if isinstance(route, WebSocketRoute)}
    assert routes == {(e.method, e.path) for e in ENDPOINTS}


def test_every_command_is_somebodys_or_nobodys() -> None:
    assert frozenset().union(*COMMANDS.values()) | NOT_FROM_A_SCREEN == ALL_COMMANDS
    assert not COMMANDS["player"] & NOT_FROM_A_SCREEN


@pytest.mark.parametrize("kind", sorted(EVERYBODY))
def test_who_is_let_in_where(floor: Running, kind: str) -> None:
    floor.floor.limits.rates.now = count(0, 1_000).__next__  # nobody is ever too fast here
    for endpoint in ENDPOINTS:
        if endpoint.method == "WS":
            continue
        token = "" if kind == "nobody" else floor.token(Session(kind, (("someone", "player"),), "one", 1))
        path = (
            endpoint.path.replace("{table}", "one")
            .replace("{code}", "x")
            .replace("{version}", "1")
            .replace("{path:path}", "play.html")
        )
        body: object = {} if endpoint.method == "POST" else None
        status, _, headers = floor.fetch(path, token, body)
        allowed = kind in endpoint.who
        refused = status in (401, 403) or (status == 303 and kind == "nobody" and headers.get("location") == "/")
        if allowed:
            assert status not in (401,), (endpoint, status)
            assert status != 403 or endpoint.path in ("/signin", "/enrol"), (endpoint, status)
        else:
            assert refused, (endpoint, status)


def test_answers_carry_the_security_headers(floor: Running) -> None:
    _, _, headers = floor.fetch("/health")
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/web/../access.py", "/web/%2e%2e/access.py", "/web//etc/passwd", "/web/play.html%00"]
)
def test_paths_do_not_leave_the_web_folder(floor: Running, path: str) -> None:
    assert floor.fetch(path)[0] == 404


def test_a_socket_from_another_site_or_without_a_session_is_refused(floor: Running) -> None:
    for token, origin in ((floor.player(), "http://evil.example"), ("", None), ("x" * 40, None)):
        with pytest.raises(InvalidStatus):
            floor.screen("one", token, origin)
    with pytest.raises(InvalidStatus):
        floor.screen("wheel", floor.player("one"))


def test_a_player_cannot_do_what_staff_do(floor: Running) -> None:
    ann = Talk(floor.screen("one", floor.player()))
    for command in ({"type": "throw-dice"}, {"type": "close-table"}, {"type": "sense-result", "first": 1, "second": 1}):
        ann.socket.send(json.dumps({"key": "k", "do": command}))
        assert "does not send" in str(ann.until(lambda m: m.get("no") == "k")["why"])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"x"',
        '{"do":1}',
        '{"key":"k","do":{"type":"nothing"}}',
        '{"ask":"secrets"}',
        "\x00",
        '{"key":"k","do":{"type":"place-wager","seat":1,"wager":"win-line","amount":9223372036854775808}}',
        '{"key":"k","do":{"type":"place-wager","seat":1,"wager":"win-line","amount":1.5}}',
        '{"unknown":1}',
        '{"key":"' + "k" * 5000 + '","do":{"type":"sit","player":"a","seat":1}}',
    ],
)
def test_bad_messages_are_answered_and_the_table_plays_on(floor: Running, text: str) -> None:
    ann = Talk(floor.screen("one", floor.player()))
    ann.socket.send(text)
    assert "why" in ann.until(lambda m: "why" in m)
    assert "ack" in ann.do("sit", player="ann", seat=1)


def test_oversized_and_binary_frames_close_only_that_socket(floor: Running) -> None:
    bob = Talk(floor.screen("one", floor.player("one", 2, "bob")))
    for frame in ("x" * 100_000, b"\x00\x01"):
        ann = Talk(floor.screen("one", floor.player()))
        ann.socket.send(frame)
        with pytest.raises(ConnectionClosed) as closed:
            ann.until(lambda _: False)
        assert closed.value.rcvd, "it is told why"
        assert closed.value.rcvd.code == (1009 if isinstance(frame, str) else 1003)
    assert "ack" in bob.do("sit", player="bob", seat=2)


def test_a_crew_signs_in_at_a_table_that_is_there(floor: Running) -> None:
    floor.floor.staff.add("dana", "crew", ("dealer",), "right horse")
    form = {"person": "dana", "password": "right horse"}
    for table in (None, "nowhere"):
        status, body, headers = floor.fetch("/signin", "", form | {"table": table})
        told = json.loads(body)
        assert status == 403
        assert "one" in told["why"]
        assert told["tables"] == sorted(table.name for table in floor.config.tables)
        assert "set-cookie" not in headers
    assert floor.fetch("/signin", "", form | {"table": "one"})[0] == 200


def test_a_crew_is_connected_to_its_own_table_only(floor: Running) -> None:
    other = next(table.name for table in floor.config.tables if table.name != "one")
    with pytest.raises(InvalidStatus):
        floor.screen(other, floor.crew())


@pytest.mark.parametrize("kind", ["wall", "cashier", "inspector", "player"])
def test_the_guide_is_for_those_who_deal(floor: Running, kind: str) -> None:
    looking = Talk(floor.screen("one", floor.token(Session(kind, (("eve", kind),), "one"))))
    assert "guide" not in looking.hello
    assert looking.ask("guide")["guide"] == []
    assert "guide" in Talk(floor.screen("one", floor.crew())).hello


def test_whoever_comes_to_the_wrong_page_finds_a_way_on(floor: Running) -> None:
    player = floor.token(Session("player", (("ann", "player"),), "one", 1))
    told, body, headers = floor.fetch("/supervise", player)
    assert (told, headers["content-type"]) == (403, "text/html; charset=utf-8")
    assert b'href="/"' in body
    assert b"script" not in body
    assert floor.fetch("/api/office", player)[1].startswith(b'{"why"'), "programs are answered as before"
    assert floor.fetch("/nowhere", player)[:2] == (404, b'{"why":"no such address"}')


def test_a_one_time_link_is_used_up(floor: Running) -> None:
    code = floor.floor.sessions.invite(Session("wall", (("wall", "wall"),)))
    assert floor.floor.sessions.follow(code)
    assert floor.floor.sessions.follow(code) is None


def test_a_word_that_a_command_does_not_know_is_not_passed_over(floor: Running) -> None:
    ann = Talk(floor.screen("one", floor.player()))
    told = ann.do("sit", player="ann", seat=1, instrumnt="tokens")
    assert "instrumnt" in str(told["why"])
    assert "ack" in ann.do("sit", player="ann", seat=1)
