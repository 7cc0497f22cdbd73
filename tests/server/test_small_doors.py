"""Small ways in: names of accounts, pages that came without TLS, keys used twice, requests with two lengths."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from time import sleep
from typing import Any

import pytest
from msgspec import to_builtins
from starlette.requests import HTTPConnection
from tests.promotion.terms import terms_from
from tests.promotion.test_api import Desk
from tests.server.conftest import Running, running
from tests.server.requests import TABLES
from tests.server.test_round import sit
from tests.tournament.live import small

from feltwork.games.promotion import DAY
from feltwork.promotion.state import terms_digest
from feltwork.server.api import inspecting
from feltwork.server.auth.factors import FactorError
from feltwork.server.auth.guard import same_origin
from feltwork.server.auth.sessions import SECOND, Session
from feltwork.server.auth.totp import STEP, code_at
from feltwork.server.config import FloorConfig


@pytest.mark.parametrize("name", ["house", "Vault", "cage", "system"])
def test_nobody_is_called_like_an_account(floor: Running, name: str) -> None:
    cashier = floor.token(Session("cashier", (("cass", "cashier"),)))
    do = {"type": "deposit", "player": name, "amount": 100_00}
    assert floor.fetch("/api/cage", cashier, {"key": f"d-{name}", "do": do})[0] in (400, 409)
    assert dict(floor.floor.house.queue.desk.cage.purses) == {}


@pytest.mark.parametrize(
    ("scheme", "origin", "ours"),
    [
        ("https", "https://floor.example", True),
        ("https", "http://floor.example", False),
        ("wss", "http://floor.example", False),
        ("http", "http://floor.example", True),
        ("http", "https://floor.example", True),
        ("http", "", False),
    ],
)
def test_a_page_that_came_without_tls_is_none_of_ours_where_there_is_tls(scheme: str, origin: str, ours: bool) -> None:
    """Without it anybody on the way may have written the page."""
    headers = [(b"host", b"floor.example"), (b"origin", origin.encode())]
    assert same_origin(HTTPConnection({"type": "http", "scheme": scheme, "headers": headers})) is ours


def test_of_several_who_confirm_a_second_factor_at_once_one_is_told_codes(floor: Running) -> None:
    factors = floor.floor.staff.factors
    factors.key = b"k" * 32
    code = code_at(factors.begin("mia"), floor.floor.staff.sessions.now() // SECOND // STEP)
    ready = Barrier(4)
    read = factors.shelf.get

    def together(shelf: str, name: str) -> bytes | None:
        found = read(shelf, name)
        ready.wait(10)
        return found

    factors.shelf.get = together  # type: ignore[method-assign]  # all have read before one of them writes

    def confirm(number: int) -> list[str]:
        try:
            return factors.confirm("mia", code)
        except FactorError:
            return []

    with ThreadPoolExecutor(4) as threads:
        told = [codes for codes in threads.map(confirm, range(4)) if codes]
    factors.shelf.get = read  # type: ignore[method-assign]  # as it was
    assert len(told) == 1
    assert all(factors.use("mia", code) for code in told[0]), "those it was told count"


def test_a_key_of_another_command_freezes_nothing_and_does_not_say_so(tmp_path: Path) -> None:
    with running(FloorConfig(TABLES, str(tmp_path / "floor.sqlite"), port=0)) as up:
        desk, now = Desk(up), up.floor.house.now() + DAY
        desk.at(now)
        terms = terms_from(now, wager_required=False)
        desk.done("draft-promotion", books=["star-craps"], terms=to_builtins(terms))
        desk.done("submit-promotion")
        desk.done("record-delivery", means="by hand", proof="a receipt", digest=terms_digest(terms))
        desk.at(terms.commences)
        desk.done("commence-promotion")
        desk.done("enter-promotion", key="once", player="ann")
        desk.at(terms.closes + 1)
        status, told = desk.ask("freeze-entries", key="once", commitment="", sealed="")
        assert (status, told["why"]) == (409, "this key was used for another command")
        assert "pending" not in desk.seen()
        desk.done("freeze-entries", key="twice", commitment="", sealed="")
        desk.done("freeze-entries", key="twice", commitment="", sealed="")
        status, told = desk.ask("ask-redraw", key="twice", award=1, reason="gone", commitment="", sealed="")
        assert (status, told["why"]) == (409, "this key was used for another command")


def raw(up: Running, sent: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", up.port), 5) as line:
        line.sendall(sent)
        heard = b""
        while part := line.recv(65_536):
            heard += part
    return heard


def test_a_request_with_two_lengths_is_turned_away_and_the_line_closed(floor: Running) -> None:
    head = b"POST /api/note HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n"
    heard = raw(floor, head + b"0\r\n\r\nGET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
    assert heard.startswith(b"HTTP/1.1 400 ")
    assert heard.count(b"HTTP/1.1 ") == 1, "what came after it is not taken for a request"


def test_a_long_command_that_is_refused_counts_as_several_however_it_was_sent(floor: Running) -> None:
    """In pieces it says no length beforehand, and is kept in the log all the same."""
    token = floor.player()
    refusals: list[int] = []
    rates = floor.floor.limits.rates
    counted = rates.refused

    def refused(asker: str, size: int) -> None:
        refusals.append(size)
        counted(asker, size)

    rates.refused = refused  # type: ignore[method-assign]  # heard on its way
    do = {"type": "draft-tournament", "document": {"title": "x" * 20_000}}
    body = json.dumps({"key": "k1", "do": do}).encode()
    head = f"POST /api/tournament/cup HTTP/1.1\r\nhost: 127.0.0.1:{floor.port}\r\norigin: {floor.address}\r\n"
    head += f"cookie: feltwork={token}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n"
    heard = raw(floor, head.encode() + f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n")
    assert heard.startswith(b"HTTP/1.1 409 "), heard[:200]
    assert refusals == [len(body)]


def test_at_a_stopped_floor_no_seat_is_paid_by_its_screen_either(floor: Running) -> None:
    ann: Any = sit(floor, "ann", 1)
    before = dict(floor.floor.house.queue.desk.cage.purses)
    stopped = floor.floor.house.health.unsound = "play is stopped: the software was changed"
    assert ann.do("collect", seat=1).get("why") == stopped
    assert dict(floor.floor.house.queue.desk.cage.purses) == before
    floor.floor.house.health.unsound = ""
    assert "ack" in ann.do("collect", seat=1)


def test_an_export_that_is_taken_byte_by_byte_holds_its_place_for_a_time(
    floor: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(records: object) -> Iterator[bytes]:
        while True:
            sleep(0.02)
            yield b"x"

    monkeypatch.setattr(inspecting, "as_csv", slowly)
    monkeypatch.setattr(inspecting, "EXPORT_SECONDS", 0.3)
    token = floor.token(Session("inspector", (("ida", "inspector"),)))
    head = f"GET /api/inspect/export HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: feltwork={token}\r\n\r\n"
    assert raw(floor, head.encode()).startswith(b"HTTP/1.1 200 "), "and the line is closed"
    assert not floor.floor.exports


def test_a_crew_s_screen_at_which_nobody_has_signed_on_is_answered(floor: Running) -> None:
    token = floor.token(Session("crew", (), "one"))
    assert floor.fetch("/api/account", token)[0] == 409
    boss = floor.token(Session("supervisor", (("mia", "gaming_manager"),)))
    draft = {"type": "draft-tournament", "document": small()}
    assert floor.fetch("/api/tournament/cup", boss, {"key": "d1", "do": draft})[0] == 200
    assert floor.fetch("/api/tournaments/cup/foreseen?table=t1&result=7", token)[0] == 409
    assert floor.fetch("/api/tournament/cup", token)[0] == 200
    close = {"type": "close-entries"}
    assert floor.fetch("/api/tournament/cup", token, {"key": "d2", "do": close})[0] == 409


@pytest.mark.parametrize("deep", [33, 900, 3_000, 20_000])
def test_a_command_that_is_nested_without_end_is_refused_and_leaves_a_log_that_can_be_read(
    floor: Running, deep: int
) -> None:
    """One that the server could just read would be too deep for who reads the log from further in."""
    token = floor.player()
    nested = b"[" * deep + b"]" * deep
    inside = b'{"key":"k1","do":{"type":"draft-tournament","document":{"a":' + nested + b"}}}"
    head = f"POST /api/tournament/cup HTTP/1.1\r\nhost: 127.0.0.1:{floor.port}\r\norigin: {floor.address}\r\n"
    head += f"cookie: feltwork={token}\r\nconnection: close\r\ncontent-length: {len(inside)}\r\n\r\n"
    assert raw(floor, head.encode() + inside).split(b" ")[1] in (b"400", b"409")
    kept = [
        record.body
        for head_ in floor.floor.house.reader.log.heads()
        if head_.stream.startswith("refused/")
        for record in floor.floor.house.reader.log.read(head_.stream)
    ]
    assert not any(b"[" * 40 in body for body in kept if b'"unreadable"' not in body)


@pytest.mark.parametrize(
    ("address", "do"),
    [
        ("tournament", {"type": "close-entries"}),
        ("promotion", {"type": "submit-promotion"}),
        ("promotion", {"type": "cancel-promotion", "reason": "x" * 60_000}),
    ],
)
def test_what_is_asked_of_an_id_that_nobody_has_makes_no_stream(floor: Running, address: str, do: Any) -> None:
    """Ids that somebody makes up would fill the log with streams that nothing else is ever in."""
    log = floor.floor.house.reader.log
    staff = floor.token(Session("supervisor", (("mia", "gaming_supervisor"),)))
    crew = floor.token(Session("crew", (("dan", "dealer"),), "one"))
    before = {head.stream for head in log.heads()}
    for number, who in enumerate((staff, crew)):
        status, body, _ = floor.fetch(f"/api/{address}/made-up-{number}", who, {"key": "k1", "do": do})
        assert 400 <= status < 500
        assert json.loads(body)["why"]
    assert {head.stream for head in log.heads()} == before
