"""What strangers ask: addresses that are none, by names that are not ours, with heads that make no sense."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.conftest import SMALL, Running, Talk, running
from websockets.exceptions import InvalidStatus

from feltwork.server.auth.sessions import Session
from feltwork.server.config import ConfigError, FloorConfig, read_config
from feltwork.server.ops.rates import STRANGERS, Rate
from feltwork.store.port import StoreError


def raw(up: Running, head: str, method: str = "GET", path: str = "/signin") -> tuple[int, str]:
    """Status and whole answer to a request whose head is written by hand."""
    with socket.create_connection(("127.0.0.1", up.port), timeout=10) as line:
        line.sendall(
            f"{method} {path} HTTP/1.1\r\n{head}connection: close\r\ncontent-length: 0\r\n\r\n".encode("latin-1")
        )
        said = b""
        while chunk := line.recv(65536):
            said += chunk
    text = said.decode("latin-1")
    return int(text.split()[1]), text


# Addresses that are none


NUMBERS = ("9" * 5000, "9" * 16, "-1", "0", "x", "%D9%A3", "1.5", "%00")


def test_the_number_of_a_round_in_an_address_is_bounded(floor: Running) -> None:
    inspector = floor.token(Session("inspector", (("ines", "inspector"),)))
    for path in [f"/api/inspect/one/rounds/{number}{more}" for number in NUMBERS for more in ("", "/pack")]:
        assert floor.fetch(path)[0] == 401, path[:60]
        assert floor.fetch(path, inspector)[0] == 404, path[:60]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [("/nowhere", None, 404), ("/health", {}, 405), (f"/api/inspect/x/rounds/{'9' * 5000}", None, 401)],
    ids=["no address", "not in that way", "digits"],
)
def test_whatever_address_is_asked_for_counts_for_who_asks(
    floor: Running, path: str, body: object, status: int
) -> None:
    found = [floor.fetch(path, body=body)[0] for _ in range(int(STRANGERS.at_once) + 20)]
    assert found[0] == status
    assert set(found) == {status, 429}
    assert floor.fetch("/api/me", floor.player())[0] == 200, "who is signed in there has a rate of their own"


def test_an_ipv6_subscriber_is_one_address(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A subscriber has 64 bits of addresses; IPv4 addresses that come in IPv6's clothes are each their own."""
    monkeypatch.setattr("feltwork.server.ops.limits.STRANGERS", Rate(0.001, 3))

    def asked(*addresses: str) -> list[int]:
        return [raw(floor, f"host: x\r\nx-forwarded-for: {one}\r\n", path="/nowhere")[0] for one in addresses]

    assert asked(*(f"2001:db8::{n:x}" for n in range(1, 6))) == [404, 404, 404, 429, 429]
    assert asked("2001:db8:0:1::1", "2001:db9::1") == [404, 404], "others have their own"
    assert asked(*(f"::ffff:10.0.0.{n}" for n in range(1, 6))) == [404] * 5


def test_a_signed_in_session_counts_by_itself_at_an_address_that_is_none(floor: Running) -> None:
    token = floor.player()
    assert floor.fetch("/api/me", token)[0] == 200
    found = [floor.fetch("/nowhere", token)[0] for _ in range(int(STRANGERS.at_once) + 10)]
    assert set(found) == {404}, "by the session's rate"


# Names that are not ours


def test_no_redirect_goes_where_the_host_header_says(floor: Running) -> None:
    for path in ("/signin/", "//signin", "/signin//", "/api/cage/", "/ws/one/"):
        status, said = raw(floor, "host: evil.example\r\n", path=path)
        assert status == 404, path
        assert "location:" not in said.lower()
    status, said = raw(floor, "host: evil.example\r\n", path="/play")
    assert status == 303
    assert "location: /\r\n" in said
    assert "evil" not in said


@pytest.fixture
def named(tmp_path: Path) -> Iterator[Running]:
    config = FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite"), hosts=["Floor.Example", "127.0.0.1", "::1"])
    with running(config) as up:
        yield up


def test_a_floor_with_names_answers_to_them_alone(named: Running) -> None:
    for host in (
        "floor.example",
        "FLOOR.example:8080",
        "127.0.0.1",
        f"127.0.0.1:{named.port}",
        "[::1]:80",
        "floor.example.",
    ):
        assert raw(named, f"host: {host}\r\n")[0] == 200, host
    for head in (
        "host: evil.example\r\n",
        "host: floor.example.evil.example\r\n",
        "host: \r\n",
        "host: [\r\n",
        "host: ::1\r\n",
        "host: evil.example@floor.example\r\n",
    ):
        status, said = raw(named, head)
        assert status in (400, 421), head
        assert "evil" not in said
    for path in ("/health", "/ready"):
        assert raw(named, "host: 10.0.0.7:8080\r\n", path=path)[0] == 200, "a load balancer asks by address"
    assert raw(named, "host: evil.example\r\n", path="/web/css/floor.css")[0] == 421
    found = [raw(named, "host: evil.example\r\n")[0] for _ in range(int(STRANGERS.at_once) + 10)]
    assert set(found) == {421, 429}


def test_a_floor_with_names_takes_no_socket_by_another(named: Running) -> None:
    assert Talk(named.screen("one", named.player())).hello
    named.floor.hosts = frozenset({"floor.example"})
    with pytest.raises(InvalidStatus):
        named.screen("one", named.player("one", 2, "ben"))


@pytest.mark.parametrize(
    "name", ["", "http://floor.example", "floor.example:8080", "a b", "[::1]", "é.example", "x" * 300]
)
def test_a_name_that_is_none_is_refused_with_its_line(tmp_path: Path, name: str) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(f'hosts = ["floor.example", "{name}"]\ntables = []\n')
    with pytest.raises(ConfigError, match=r"floor.toml:1: hosts: "):
        read_config(path)


# Heads that make no sense


HEADS = (
    "host: [",
    "host: [::1",
    "host: a/b?c#d",
    "host: ",
    "host: x:99999999",
    "host: x\r\nhost: y",
    "host: x\r\norigin: http://[",
    "host: x\r\norigin: http://]",
    "host: x\r\norigin: null",
    'host: x\r\ncookie: "feltwork=\\',
    "host: x\r\ncookie: feltwork=\xff\xfe",
    "host: \xff",
    "host: x\r\nx-forwarded-for: [::",
    "host: x\r\nx-forwarded-proto: [",
)
ASKED = (("GET", "/"), ("GET", "/signin"), ("POST", "/signin"), ("POST", "/api/note"), ("GET", "/no"))
UPGRADE = (
    "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


def test_a_head_that_makes_no_sense_is_no_failure(
    floor: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("feltwork.server.ops.limits.STRANGERS", Rate(1000, 1000))
    with caplog.at_level(logging.ERROR):
        for head in HEADS:
            for method, path in ASKED:
                assert raw(floor, f"{head}\r\n", method, path)[0] < 429, (head, method, path)
            assert raw(floor, f"{head}\r\n{UPGRADE}", path="/ws/one")[0] < 429, head
    assert not [record for record in caplog.records if record.exc_info]


# A database that is away


def test_while_no_session_can_be_looked_up_nobody_is_told_that_nothing_was_done(
    floor: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    token = floor.player()
    assert floor.fetch("/api/me", token)[0] == 200

    def away(*_: object, **__: object) -> None:
        raise StoreError("PostgreSQL: the connection is lost")

    with monkeypatch.context() as gone, caplog.at_level(logging.ERROR):
        gone.setattr(floor.floor.sessions, "find", away)
        status, said, headers = floor.fetch("/api/collect", token, {"key": "k"})
        assert (status, b'"unknown":true' in said, headers["retry-after"]) == (503, True, "1")
        status, said, _ = floor.fetch("/api/me", token)
        assert (status, b"cannot read" in said) == (503, True)
        status, said, headers = floor.fetch("/play", token)
        assert status == 503
        assert headers["content-type"].startswith("text/html")
        with pytest.raises(InvalidStatus):
            floor.screen("one", token)
    assert not [record for record in caplog.records if record.exc_info], "a line each, no traceback"
    assert floor.fetch("/api/me", token)[0] == 200
    assert Talk(floor.screen("one", token)).hello
