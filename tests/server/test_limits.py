"""What one terminal, one address or one question may cost the others."""

from __future__ import annotations

import itertools
import json
import re
import socket
import stat
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from tests.server.conftest import SMALL, Running, Talk, running, until
from websockets.exceptions import ConnectionClosed

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import MAX_PLAIN, Envelope
from feltwork.engine.writer_queue import FairQueue
from feltwork.server.auth.sessions import Session, Sessions
from feltwork.server.auth.staff import Staff
from feltwork.server.config import ConfigError, FloorConfig, read_config
from feltwork.server.ops.connections import Patient
from feltwork.server.ops.keys import LostKeyError, check_keys
from feltwork.server.ops.rates import COMMANDS, LONGEST_DEBT, PATIENCE, Bucket, Rate, Rates, ScreenRates
from feltwork.server.ops.readiness import problems
from feltwork.server.sockets.screen import MAX_PENDING
from feltwork.server.state import ServerState
from feltwork.store.chain import chained
from feltwork.store.checkpoints import check_against
from feltwork.store.opening import open_store
from feltwork.store.port import Batch, Head, StoreError


def flood(talk: Talk, count: int) -> bool:
    """Distinct refused commands without waiting for their answers; was the screen cut off?"""
    sent = {"type": "place-wager", "seat": 1, "wager": "nothing of the sort", "amount": 100}
    try:
        for number in range(count):
            talk.socket.send(json.dumps({"key": f"f{number}", "do": sent | {"amount": 100 + number}}))
        while True:
            talk.socket.recv(timeout=3)
    except ConnectionClosed:
        return True
    except TimeoutError:
        return False


def test_a_flood_of_refused_commands_is_slowed_and_cut_off(floor: Running) -> None:
    ann, ben = (Talk(floor.screen("one", floor.player("one", seat, name))) for seat, name in ((1, "ann"), (2, "ben")))
    for talk, seat, name in ((ann, 1, "ann"), (ben, 2, "ben")):
        assert "ack" in talk.do("sit", player=name, seat=seat)
    floor.floor.house.post(Envelope("d", "cage", "till", "cashier", Deposit("ben", 100_000))).result()
    assert "ack" in ben.do("buy-in", seat=2, amount=100_000)
    ended: list[bool] = []
    flooding = threading.Thread(target=lambda: ended.append(flood(ann, 3_000)))
    flooding.start()
    slowest = 0.0
    for number in range(10):
        since = time.monotonic()
        assert "ack" in ben.do("place-wager", seat=2, wager="field", amount=500 + 100 * number)
        slowest = max(slowest, time.monotonic() - since)
    flooding.join()
    assert ended == [True], "cut off"
    assert slowest < 3, "the others keep their turns"
    kept = floor.floor.house.reader.log.head("refused/one").version
    assert kept < COMMANDS.at_once * 2, f"{kept} refusals of 3,000 are in the log"
    assert b'feltwork_over_rate_total{asker="screen"}' in floor.fetch("/metrics")[1]
    assert floor.floor.limits.rates.limited["screen"] > PATIENCE.at_once


@pytest.mark.parametrize("text", ["garbage", "[" * 3_000])
def test_a_flood_of_what_is_no_message_is_cut_off(floor: Running, text: str) -> None:
    talk = Talk(floor.screen("one", floor.player("one", 1, "ann")))

    def goes_on() -> None:
        for _ in range(20_000):
            talk.socket.send(text)
            talk.socket.recv(timeout=10)

    with pytest.raises(ConnectionClosed):
        goes_on()


def test_requests_over_the_rate_are_told_when_to_come_again(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.server.ops.limits.REQUESTS", Rate(0.2, 20))
    token = floor.player()
    found = [floor.fetch("/api/me", token) for _ in range(40)]
    assert found[0][0] == 200
    slow = [headers for status, _, headers in found if status == 429]
    assert slow
    assert int(slow[0]["retry-after"]) >= 1
    assert floor.fetch("/api/me", floor.player("one", 2, "ben"))[0] == 200, "another session has its own"


def test_cookies_that_are_made_up_count_for_their_address(floor: Running) -> None:
    found = [floor.fetch("/api/me", f"made-up-{n}")[0] for n in range(80)]
    assert found[0] == 401
    assert set(found) == {401, 429}
    assert floor.fetch("/api/me", floor.player())[0] == 200, "who is signed in there has a rate of their own"


def test_whoever_asks_whether_the_process_is_ready_is_never_told_to_wait(
    floor: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A load balancer asks from an address that others flood from: it would take the process for gone."""
    monkeypatch.setattr("feltwork.server.ops.limits.STRANGERS", Rate(0.001, 2))
    looks: list[float] = []

    def counted(state: ServerState) -> dict[str, str]:
        looks.append(time.monotonic())
        return problems(state)

    monkeypatch.setattr("feltwork.server.ops.watching.problems", counted)
    assert [floor.fetch("/nowhere")[0] for _ in range(4)] == [404, 404, 429, 429]
    for path in ("/ready", "/health"):
        assert {floor.fetch(path)[0] for _ in range(40)} == {200}, path
    assert all(after - before > 0.9 for before, after in itertools.pairwise(looks)), "a flood costs one look a second"
    floor.floor.draining = True
    until(lambda: floor.fetch("/ready")[0] == 503, 3)


def test_rates_fill_again_and_forget_nobody_at_work() -> None:
    now = [0.0]
    bucket = Bucket(Rate(2, 4), 0.0)
    assert [bucket.take(0.0) for _ in range(5)] == [0, 0, 0, 0, 0.5]
    assert bucket.take(0.5) == 0
    bucket.charge(0.5, 100)
    assert bucket.take(1.0) > 1
    rates = Rates(lambda: now[0])
    assert [rates.wait("a", "x", Rate(1, 2)) > 0 for _ in range(4)] == [False, False, True, True]
    assert rates.limited == {"a": 2}
    now[0] = 60.0
    assert rates.wait("a", "x", Rate(1, 2)) == 0


def test_everybody_has_a_turn_before_anybody_has_a_second() -> None:
    turns = FairQueue()

    def sent(actor: str, number: int) -> tuple[Envelope, object]:
        return Envelope(f"{actor}{number}", "t", actor, "player", Deposit("x", 1)), None

    for number in range(300):
        turns.add(sent("flood", number))  # type: ignore[arg-type]  # nobody is answered here
    for actor in ("ann", "ben"):
        turns.add(sent(actor, 0))  # type: ignore[arg-type]
    assert [one.key for one, _ in turns.take(4)] == ["flood0", "ann0", "ben0", "flood1"]
    assert [one.key for one, _ in turns.take(1000)] == [f"flood{n}" for n in range(2, 300)]
    assert len(turns) == 0


HEAD = b"GET /health HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize("begins", [b"", HEAD, HEAD + b"\r\n"])
def test_a_connection_that_says_nothing_more_is_let_go(
    floor: Running, monkeypatch: pytest.MonkeyPatch, begins: bytes
) -> None:
    monkeypatch.setattr("feltwork.server.ops.connections.HEADER_SECONDS", 0.4)
    with socket.create_connection(("127.0.0.1", floor.port), timeout=10) as idle:
        idle.sendall(begins)
        since = time.monotonic()
        said = b""
        while chunk := _received(idle):
            said += chunk
        assert time.monotonic() - since < 8
    assert said.startswith(b"HTTP/1.1 200") == begins.endswith(b"\r\n\r\n")


def test_a_request_that_was_answered_before_it_was_sent_is_let_go_though_bytes_come(
    floor: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A form from another site is refused at its head; whoever goes on with its body byte by byte holds nothing."""
    monkeypatch.setattr("feltwork.server.ops.connections.HEADER_SECONDS", 0.5)
    with socket.create_connection(("127.0.0.1", floor.port), timeout=10) as line:
        line.sendall(b"POST /signin HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 403")
        until(lambda: _is_cut(line), 8)
    with socket.create_connection(("127.0.0.1", floor.port), timeout=10) as line:
        line.sendall(b"POST /signin HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n")
        said = b""
        while b"another site" not in said:
            said += line.recv(4096)
        line.sendall(b"xxx" + HEAD + b"\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 200"), "one that comes to its end is followed by the next"


def _is_cut(line: socket.socket) -> bool:
    try:
        line.sendall(b"x")
    except OSError:
        return True
    return False


def _received(connection: socket.socket) -> bytes:
    try:
        return connection.recv(4096)
    except ConnectionResetError:
        return b""


def test_numbers_in_an_address_are_bounded(floor: Running) -> None:
    inspector = floor.token(Session("inspector", (("ines", "inspector"),)))
    for number in ("99999999999999999999", "9" * 400, "0", "-1", "x"):
        since = time.monotonic()
        assert floor.fetch(f"/api/inspect/one/rounds?before={number}", inspector)[0] == 200
        assert time.monotonic() - since < 3
    assert floor.fetch(f"/api/inspect/one/rounds/{10**30}", inspector)[0] == 404
    assert floor.fetch(f"/api/inspect/one/rounds/{10**30}/pack", inspector)[0] == 404
    after = "%7B%22table/one%22:" + "9" * 30 + "%7D"
    assert floor.fetch(f"/api/inspect/events?after={after}", inspector)[0] == 400
    assert floor.fetch("/api/inspect/events?after=%7B%22table/one%22:999999999%7D", inspector)[0] == 200


@pytest.mark.parametrize("day", ["9999-12-31", "2026-02-30", "x", "2026-01-01T00:00"])
def test_a_day_that_cannot_be_told_is_refused(floor: Running, day: str) -> None:
    cashier = floor.token(Session("cashier", (("cass", "cashier"),)))
    assert floor.fetch(f"/api/cage/report?day={day}", cashier)[0] == 400
    assert floor.fetch("/api/cage/report?day=2026-02-28", cashier)[0] == 200


def test_under_tls_the_cookie_and_the_address_are_bound_to_it(floor: Running) -> None:
    key = json.dumps({"key": floor.floor.staff.terminals.enrol("one", 1)}).encode()
    https = {"x-forwarded-proto": "https", "origin": floor.address.replace("http:", "https:")}
    asked = urllib.request.Request(f"{floor.address}/enrol", key, headers=https)
    with urllib.request.urlopen(asked, timeout=10) as answer:
        headers = answer.headers
    assert re.match(r"__Host-feltwork-[0-9a-f]{16}=", headers["set-cookie"])
    assert "Secure" in headers["set-cookie"]
    assert headers["strict-transport-security"] == "max-age=31536000"
    assert "strict-transport-security" not in floor.fetch("/health")[2]


def test_metrics_are_for_this_machine_or_for_who_has_the_token(floor: Running) -> None:
    assert floor.fetch("/metrics")[0] == 200
    floor.floor.metrics_token = "s3cret"
    assert floor.fetch("/metrics")[0] == 403
    asked = urllib.request.Request(f"{floor.address}/metrics", headers={"authorization": "Bearer s3cret"})
    with urllib.request.urlopen(asked, timeout=10) as answer:
        assert answer.status == 200


def test_files_of_a_floor_are_its_owner_s_alone(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    with running(FloorConfig(SMALL.tables, str(path))):
        for name in ("floor.sqlite", "floor.sqlite-wal", "floor.sqlite-shm"):
            assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name


def test_paths_are_relative_to_the_file_that_names_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, elsewhere = tmp_path / "floor", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    (folder / "floor.toml").write_text(
        'tables = [{ name = "one", book = "star-craps", sign = { minimum = "5", maximum = "500" } }]\n'
    )
    monkeypatch.chdir(elsewhere)
    assert read_config(folder / "floor.toml").database == str(folder / "floor.sqlite")
    open_store("floor.sqlite").close()
    with pytest.raises(ConfigError, match="relative to this file"):
        read_config(folder / "floor.toml")


def test_a_lost_key_is_never_silently_made_anew(tmp_path: Path) -> None:
    paths = {"ticket_key": tmp_path / "ticket.key"}
    with running(FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite"))) as up:
        with pytest.raises(LostKeyError, match="tickets already printed"):
            check_keys(up.floor.house.reader, paths)
        paths["ticket_key"].write_bytes(b"k" * 32)
        check_keys(up.floor.house.reader, paths)
    fresh = open_store("memory:")
    check_keys(fresh, {"draw_key": tmp_path / "draw.key"})
    Staff(Sessions(fresh, fresh.now)).add("dana", "crew", ("dealer",), "right horse")
    check_keys(fresh, {"draw_key": tmp_path / "draw.key"})  # an account may come before the first start
    check_against(fresh.log, tmp_path / "floor.checkpoint")
    fresh.log.append(Batch((chained(Head("cage"), 1, "cage", ("a", "b", "c", 1), b"{}", "", ()),)))
    with pytest.raises(StoreError, match="is missing"):
        check_against(fresh.log, tmp_path / "floor.checkpoint")
    fresh.close()


def test_idle_connections_beyond_a_number_are_let_go_oldest_first(
    floor: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who opens connections and sends nothing takes no room from those who ask for something."""
    monkeypatch.setattr("feltwork.server.ops.connections.MAX_WAITING", 5)
    with ExitStack() as open_ones:
        idle = [
            open_ones.enter_context(socket.create_connection(("127.0.0.1", floor.port), timeout=5)) for _ in range(12)
        ]
        until(lambda: len(Patient.waiting) <= 5)
        assert floor.fetch("/health")[0] == 200
        for gone in idle[:6]:
            with suppress(ConnectionResetError):
                assert gone.recv(1) == b""
        idle[-1].settimeout(0.2)
        with pytest.raises(TimeoutError):
            idle[-1].recv(1)


@pytest.mark.parametrize("asker", ["an inspector", "nobody"])
def test_an_answer_that_nobody_takes_holds_no_connection(
    floor: Running, monkeypatch: pytest.MonkeyPatch, asker: str
) -> None:
    """Neither the place of an export, nor a connection on which files are asked for one after the other."""
    monkeypatch.setattr("feltwork.server.ops.connections.UNREAD_SECONDS", 0.4)

    def endless(records: object) -> Iterator[bytes]:
        while True:
            yield b"x" * 100_000

    monkeypatch.setattr("feltwork.server.api.inspecting.as_csv", endless)
    font = floor.fetch("/signin")[2]["link"].split("<")[1].split(">")[0]
    token = floor.token(Session("inspector", (("ines", "inspector"),))) if asker == "an inspector" else ""
    path, times = ("/api/inspect/export", 1) if token else (font, 55)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", floor.port))
        line.sendall(f"GET {path} HTTP/1.1\r\nhost: x\r\ncookie: feltwork={token}\r\n\r\n".encode() * times)
        assert line.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 200"
        time.sleep(1.0)
        until(lambda: not floor.floor.exports, 5)
        taken = 0
        with suppress(ConnectionResetError):
            while chunk := line.recv(1 << 20):
                taken += len(chunk)
    assert taken < 55 * 100_000, "it was not sent to the end"


def test_an_hour_of_refused_commands_from_one_terminal_grows_the_log_by_little() -> None:
    """Whoever sends whenever it may: commands one by one, and as many as may be on their way at once."""
    now = [0.0]
    for at_once, size in ((1, 100), (1, MAX_PLAIN), (MAX_PENDING, 100), (MAX_PENDING, MAX_PLAIN)):
        rates = Rates(lambda: now[0])
        screen, refused = ScreenRates(rates), 0
        for now[0] in itertools.accumulate(itertools.repeat(0.5, 2 * 3600)):
            on_their_way = 0
            while on_their_way < at_once and not screen.over_commands("a"):
                on_their_way += 1
            for _ in range(on_their_way):
                screen.charge_refusal("a", size)
            refused += on_their_way
        assert 300 / (1 + size // 500) <= refused <= 4_200
        assert refused * (size + 700) < 3600 * 6_000, "six kilobytes a second with all that is written beside it"
        assert 0 < rates.over_refusals("a") <= LONGEST_DEBT + 1
        now[0] += 400
        assert not screen.over_commands("a"), "and nobody is kept out for long"


def test_what_is_refused_is_kept_short(floor: Running) -> None:
    talk = Talk(floor.screen("one", floor.player("one", 1, "ann")))
    said = talk.do("place-wager", seat=1, wager="x" * 15_000, amount=100)
    assert said["why"] == "this cannot be read as a command"
    log = floor.floor.house.reader.log
    (record,) = log.read("refused/one", log.head("refused/one").version - 1)
    assert record.kind == "refused"
    assert len(record.body) < 600


def test_posts_that_are_refused_again_and_again_are_put_off(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.server.ops.rates.REFUSALS", Rate(0.001, 5))
    token = floor.player("one", 1, "ann")
    came = [floor.fetch("/api/collect", token, {"key": f"c{n}"}) for n in range(8)]
    assert [status for status, _, _ in came] == [*[409] * 5, *[429] * 3]
    assert int(came[-1][2]["retry-after"]) > 0
    assert floor.fetch("/api/me", token)[0] == 200, "what only reads goes on"
    assert floor.floor.limits.rates.limited["refused"] == 3
