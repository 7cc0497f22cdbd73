"""One role for each tab: a browser has a cookie for each, and its tabs name theirs."""

from __future__ import annotations

import json
import re

import pytest
from tests.server.conftest import Running, Talk, given_token
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from feltwork.server.auth.cookies import MAX_ROLES, ROLE
from feltwork.server.auth.sessions import Session, session_id
from feltwork.table.live import commands as ask

ANN = Session("player", (("ann", "player"),), "one", 1)
BOB = Session("player", (("bob", "player"),), "one", 2)
CASS = Session("cashier", (("cass", "cashier"),))


class Browser:
    """The cookies of one browser, and what its tabs ask with them."""

    def __init__(self, up: Running, *sessions: Session) -> None:
        self.up = up
        self.tokens = [up.token(session) for session in sessions]

    @property
    def cookies(self) -> str:
        return "; ".join(f"feltwork-{session_id(token)}={token}" for token in self.tokens)

    def ask(self, path: str, role: str | None = None, body: object = None) -> tuple[int, bytes, dict[str, str]]:
        named = {} if role is None else {ROLE: role}
        return self.up.fetch(path, body=body, headers={"cookie": self.cookies} | named)

    def me(self, role: str | None = None) -> str:
        return str(json.loads(self.ask("/api/me", role)[1])["people"][0][0])


def test_a_tab_is_who_it_says_of_those_its_browser_is(floor: Running) -> None:
    browser = Browser(floor, ANN, BOB, CASS)
    ann, bob, cass = map(session_id, browser.tokens)
    assert [browser.me(role) for role in (ann, bob, cass)] == ["ann", "bob", "cass"]
    assert browser.ask("/api/cage", ann)[0] == 403, "although another tab may"
    assert browser.ask("/api/cage", cass)[0] == 200


def test_a_tab_that_names_nobody_takes_the_newest_who_may(floor: Running) -> None:
    browser = Browser(floor, ANN, CASS, BOB)
    assert browser.me() == "bob"
    assert browser.ask("/api/cage")[0] == 200
    page = browser.ask("/play")[1].decode()
    ann, _, bob = map(session_id, browser.tokens)
    assert f'data-roles="{bob} {ann}"' in page
    assert browser.ask("/supervise")[0] == 403


def test_an_id_opens_nothing_without_its_cookie(floor: Running) -> None:
    other = Browser(floor, BOB)
    browser = Browser(floor, ANN)
    for role in (session_id(other.tokens[0]), "", "x", "0" * 16, session_id(browser.tokens[0])[:15]):
        assert browser.ask("/api/me", role)[0] == 401, "and it never becomes somebody else"


def test_a_role_that_is_over_becomes_no_other(floor: Running) -> None:
    browser = Browser(floor, ANN, BOB)
    floor.floor.sessions.end(browser.tokens[0])
    assert browser.ask("/api/me", session_id(browser.tokens[0]))[0] == 401
    assert browser.me() == "bob"


def test_a_socket_names_its_role_as_a_protocol(floor: Running) -> None:
    browser = Browser(floor, ANN, BOB)

    def opened(role: str) -> Talk:
        coming = connect(
            f"ws://127.0.0.1:{floor.port}/ws/one",
            additional_headers={"cookie": browser.cookies},
            origin=Origin(floor.address),
            subprotocols=[Subprotocol("feltwork"), Subprotocol(f"{ROLE}.{role}")],
            legacy=True,
            close_timeout=1,
        )
        socket = floor.sockets.enter_context(coming)
        assert socket.subprotocol == "feltwork", "the id is not said again"
        return Talk(socket)

    for token, seat in zip(browser.tokens, (1, 2), strict=True):
        hello = opened(session_id(token)).hello["hello"]
        assert isinstance(hello, dict)
        assert hello["seat"] == seat
    with pytest.raises(InvalidStatus):
        opened("0" * 16)


def test_letting_somebody_in_takes_nobodys_place(floor: Running) -> None:
    browser = Browser(floor, ANN)
    floor.floor.staff.add("dana", "crew", ("dealer",), "right horse")
    form = {"person": "dana", "password": "right horse", "table": "one"}
    status, body, headers = browser.ask("/signin", body=form)
    told, token = json.loads(body), given_token(headers)
    assert status == 200
    assert told == {"go": "/deal", "role": session_id(token)}
    assert re.search(r"feltwork-[0-9a-f]{16}=\S+; HttpOnly; Path=/; SameSite=strict", headers["set-cookie"])
    browser.tokens.append(token)
    assert browser.me(session_id(browser.tokens[0])) == "ann"
    assert browser.me(told["role"]) == "dana"


def test_a_browser_has_no_more_roles_than_are_looked_at(floor: Running) -> None:
    browser = Browser(floor, *[ANN] * MAX_ROLES)
    floor.floor.staff.add("dana", "crew", ("dealer",), "right horse")
    form = {"person": "dana", "password": "right horse", "table": "one"}
    assert browser.ask("/signin", body=form)[0] == 409
    floor.floor.sessions.end(browser.tokens[0])
    assert browser.ask("/signin", body=form)[0] == 200


def test_signing_out_is_asked_about_while_money_is_at_the_seat(floor: Running) -> None:
    browser = Browser(floor, ANN, BOB)
    ann, bob = map(session_id, browser.tokens)
    floor.send("one", ask.Sit("ann", 1), "ann", "player")
    floor.note("one", 1, 5_000)
    floor.send("one", ask.PlaceWager(1, "win-line", 1_000), "ann", "player")
    status, body, _ = browser.ask("/signout", ann, {})
    assert (status, json.loads(body)["here"], json.loads(body)["staked"]) == (409, 4_000, 1_000)
    assert browser.me(ann) == "ann"
    assert browser.ask("/signout", bob, {})[0] == 200, "nothing is there"
    status, _, headers = browser.ask("/signout", ann, {"anyway": True})
    assert status == 200
    assert f"feltwork-{ann}=" in headers["set-cookie"]
    assert browser.ask("/api/me", ann)[0] == 401
    assert floor.floor.house.rooms["one"].live.seats.players == {1: "ann"}, "the seat stays"
