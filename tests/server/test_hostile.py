"""Screens that mean harm, or are broken: whatever they send, they are answered or let go, and the table plays on."""

from __future__ import annotations

import gc
import itertools
import json
import logging
import os
import re
import time
import tracemalloc
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import Running, Talk, running
from tests.server.test_round import sit
from websockets.exceptions import ConnectionClosed

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import KINDS, Session
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.ops.rates import Rate
from feltwork.server.routes import ENDPOINTS
from feltwork.server.sockets.frames import framed
from feltwork.table.live import commands as ask
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify

ROUNDS = int(os.environ.get("FELTWORK_ROUNDS", "120"))
MAX_GROWN = 300_000
"""Bytes: the last sixty events, ten rounds, and what is on its way. It does not grow with the rounds."""


def wager(key: str, amount: int = 500, seat: int = 1) -> str:
    do = {"type": "place-wager", "seat": seat, "wager": "win-line", "amount": amount}
    return json.dumps({"key": key, "do": do})


def verified(database: str) -> list[object]:
    reading = read_log(database)
    try:
        return list(verify(reading))
    finally:
        reading.close()


def test_a_button_storm_is_answered_counted_and_moves_no_table(floor: Running) -> None:
    """Ann hammers a button that is refused; every press is answered, few are written, Bob plays on."""
    ann, bob = sit(floor, "ann", 1), sit(floor, "bob", 2)
    before = floor.floor.house.reader.log.head("table/one").version
    for n in range(400):
        ann.socket.send(wager(f"s{n}", amount=1))
        if n % 50 == 49:
            ann.until(lambda m, key=f"s{n}": m.get("no") == key)  # type: ignore[misc]  # the last of fifty
    assert "ack" in bob.do("place-wager", seat=2, wager="win-line", amount=500)
    answered = {message["no"] for message in ann.heard if "no" in message}
    assert len(answered) == 400
    head = floor.floor.house.reader.log.head
    assert head("table/one").version == before + 1, "only Bob's wager is on the table's log"
    assert head("refused/one").version < 50, "repeats are counted, not written one by one"


def test_too_many_commands_at_once_are_turned_away_and_the_screen_lives(floor: Running) -> None:
    ann = sit(floor, "ann", 1)
    storm = 300  # far beyond what may be on its way at once, and fewer than a slow screen's outbox holds
    for n in range(storm):
        ann.socket.send(wager(f"f{n}"))
    seen: set[object] = set()
    while len(seen) < storm:
        message = ann.until(lambda m: "ack" in m or "no" in m)
        seen.add(message.get("ack") or message.get("no"))
    assert "ack" in ann.do("place-wager", seat=1, wager="field", amount=500) or "no" in ann.heard[-1]
    balances = floor.floor.house.reader.log.balances()
    acks = sum("ack" in message for message in ann.heard if str(message.get("ack", "")).startswith("f"))
    assert balances["felt/one"] >= acks * 500, "what was acknowledged lies on the felt, and nothing twice"
    assert balances["seat/one/1"] + balances["felt/one"] == 10_000


def test_a_replayed_message_does_nothing_again_and_a_changed_one_is_refused(floor: Running) -> None:
    ann = sit(floor, "ann", 1)
    for _ in range(3):
        ann.socket.send(wager("same"))
        assert ann.until(lambda m: "same" in (m.get("ack"), m.get("no"))).get("ack") == "same"
    ann.socket.send(wager("same", amount=1_000))
    told = ann.until(lambda m: m.get("no") == "same")
    assert "used for another command" in str(told["why"])
    assert floor.floor.house.reader.log.balances()["felt/one"] == 500


def test_a_message_of_another_players_key_is_a_message_of_ones_own(floor: Running) -> None:
    """Keys belong to whoever sends them: Bob cannot block or read Ann's answer by guessing her key."""
    ann, bob = sit(floor, "ann", 1), sit(floor, "bob", 2)
    bob.socket.send(wager("guessed", seat=2))
    assert bob.until(lambda m: m.get("ack") == "guessed")
    ann.socket.send(wager("guessed"))
    assert ann.until(lambda m: m.get("ack") == "guessed")
    assert floor.floor.house.reader.log.balances()["felt/one"] == 1_000


def test_steps_out_of_order_are_refused_one_by_one(floor: Running) -> None:
    sit(floor, "ann", 1)
    crew = Talk(floor.screen("one", floor.crew()))
    steps: list[tuple[str, dict[str, object]]] = [
        ("confirm-result", {"first": 1, "second": 1}),
        ("enter-result", {"first": 1, "second": 1}),
        ("throw-dice", {}),
        ("accept-dice", {"seat": 1}),
        ("select-dice", {"seat": 1, "dice": [1, 2]}),
        ("confirm-number", {"pocket": 3}),
        ("spin-ball", {}),
        ("press-shoot", {"seat": 1}),
        ("reveal-secret", {}),
    ]
    for step, fields in steps:
        told = crew.do(step, **fields)
        assert "no" in told, (step, told)
        assert told["why"]


def test_one_seat_cannot_play_anothers(floor: Running) -> None:
    sit(floor, "ann", 1)
    bob = sit(floor, "bob", 2)
    for command in ("place-wager", "remove-wager"):
        told = bob.do(command, seat=1, wager="win-line", amount=500)
        assert "not yours" in str(told["why"])
    assert "no" in bob.do("collect", seat=1, amount=100)
    assert "no" in bob.do("leave", seat=1)


def test_two_tabs_of_one_terminal_are_one_player(floor: Running) -> None:
    sit(floor, "ann", 1)
    token = floor.player()
    first, second = Talk(floor.screen("one", token), 10), Talk(floor.screen("one", token), 20)
    assert "ack" in first.do("place-wager", seat=1, wager="win-line", amount=500)
    heard: Any = second.until(lambda m: "mine" in m and m["mine"]["balance"] == 9_500)  # type: ignore[index]  # as sent
    assert heard["mine"]["staked"] == 500
    for tab in (first, second):
        tab.socket.send(wager("same"))
    assert [tab.until(lambda m: m.get("ack") == "same")["version"] for tab in (first, second)].count(0) == 0
    assert floor.floor.house.reader.log.balances()["felt/one"] == 1_000, "the same key from both tabs is one wager"
    first.socket.close()
    assert "ack" in second.do("place-wager", seat=1, wager="win-line", amount=500)


@pytest.mark.parametrize("kind", ["wall", "cashier", "inspector"])
def test_a_cookie_of_another_role_commands_no_table(floor: Running, kind: str) -> None:
    """A stolen session is worth what its kind is worth: these look on."""
    thief = Talk(floor.screen("one", floor.token(Session(kind, (("thief", "casino_supervisor"),), "one"))))
    for command in ({"type": "throw-dice"}, {"type": "close-table"}, {"type": "sit", "player": "thief", "seat": 1}):
        thief.socket.send(json.dumps({"key": "k", "do": command}))
        assert "does not send" in str(thief.until(lambda m: m.get("no") == "k")["why"])


def test_a_cookie_that_was_made_up_opens_nothing(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.server.ops.limits.STRANGERS", Rate(1000, 1000))
    for token in ("x" * 43, "%00", "../session", "a" * 5_000, "' OR 1=1 --", "\u00e9".encode().decode("latin-1")):
        for endpoint in ENDPOINTS:
            if "nobody" not in endpoint.who and endpoint.method == "GET":
                path = re.sub(r"\{\w+:int\}", "1", endpoint.path).replace("{table}", "one")
                assert floor.fetch(path, token)[0] in (303, 401), (path, token[:10])


@pytest.mark.parametrize(
    "path",
    [
        "/web/..%2f..%2fmoney.py",
        "/web/%2e%2e%2f%2e%2e%2fcli/main.py",
        "/web/....//money.py",
        "/web/C:%5cwindows",
        "/web/js/../../server/access.py",
        "/api/tables/..%2fone/felt",
        "/api/tables/%00/card",
        "/api/lobby/..%2f..%2f/felt",
        "/web/" + "a/" * 2_000,
    ],
)
def test_paths_lead_nowhere_else(floor: Running, path: str) -> None:
    status, body, _ = floor.fetch(path, floor.player())
    assert status in (404, 410), (status, body[:80])
    assert b"import" not in body


def test_bodies_that_are_none(floor: Running) -> None:
    token = floor.player()
    notes: list[object] = [
        "x" * 10_000,
        [],
        "",
        {"key": "k"},
        {"key": "k", "amount": "5"},
        {"key": "", "amount": 500},
        2**70,
    ]
    for note in notes:
        assert floor.fetch("/api/cash-in", token, note)[0] == 400, note
    forms: list[object] = [
        {},
        [],
        {"person": "a"},
        {"person": 1, "password": 2},
        {"person": "a", "password": "b", "x": 1},
    ]
    for form in forms:
        assert floor.fetch("/signin", "", form)[0] == 403
        assert floor.fetch("/enrol", "", form)[0] == 403


def test_a_screen_that_never_reads_is_let_go(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.server.sockets.frames.MAX_WAITING", 4)
    ann = sit(floor, "ann", 1)
    screens = list(floor.floor.screens.by_table["one"])
    deaf = Talk(floor.screen("one", floor.player("one", 3, "cat")))
    (slow,) = set(floor.floor.screens.by_table["one"]) - set(screens)

    def shout() -> None:  # more than the network takes before somebody reads
        for _ in range(8):
            slow.out.say(framed(b"%500000d" % 0))

    for n in range(8):
        floor.floor.handover.put(shout)
        assert "ack" in ann.do("place-wager", seat=1, wager="win-line", amount=500), n
    with pytest.raises(ConnectionClosed) as closed:
        deaf.until(lambda _: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013


def test_what_is_turned_away_is_logged_and_a_storm_is_counted(floor: Running, caplog: pytest.LogCaptureFixture) -> None:
    ann = Talk(floor.screen("one", floor.player()))
    deep = '{"key":"k","do":' + "[" * 15_000  # deeper than any Python follows
    with caplog.at_level(logging.WARNING, "feltwork.server"):
        for text in (deep, *["{"] * 99):
            ann.socket.send(text)
        ann.ask("time")
        ann.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            ann.until(lambda _: False)
        other = Talk(floor.screen("one", floor.player()))
        other.socket.send(b"\x00")
        with pytest.raises(ConnectionClosed):
            other.until(lambda _: False)
        time.sleep(0.1)
    said = [(r.message, vars(r).get("times")) for r in caplog.records if "turned away" in r.message]
    assert [times for says, times in said if "not a message" in says] == [1, 2, 4, 8, 16, 32, 64]
    assert ("turned away from a screen: a frame that is not text", 1) in said
    assert sum("no" in message for message in ann.heard) == 100


def test_after_all_that_the_log_is_sound(tmp_path: Path) -> None:
    config = FloorConfig([TableConfig("one", "star-craps", 4)], str(tmp_path / "floor.sqlite"))
    with running(config) as floor:
        ann = sit(floor, "ann", 1)
        for n in range(200):
            ann.socket.send(wager(f"a{n % 7}", amount=n % 3 * 500))
            ann.socket.send('{"key":"' + "k" * (n % 120) + '","do":{"type":"leave","seat":' + str(n % 5) + "}}")
            if n % 50 == 49:
                ann.ask("time")
    assert verified(config.database) == []


@pytest.mark.timeout(7200)  # the long form has seventy thousand commits
def test_memory_stays_flat_over_many_rounds(tmp_path: Path) -> None:
    """What a room and the server keep of a table's past has an end; ``FELTWORK_ROUNDS=10000`` is a long night."""
    with running(FloorConfig([TableConfig("one", "star-craps", 4)], str(tmp_path / "floor.sqlite"))) as floor:
        sit(floor, "ann", 1, 1_000_000)
        house = floor.floor.house
        crew = {role: (person, role) for person, role in house.queue.desk.table("one").crew.roster.items()}
        ann, stick = ("ann", "player"), crew["stickperson"]
        steps: list[tuple[str, str, ask.Command]] = [
            (*ann, ask.PlaceWager(1, "win-line", 500)),
            (*stick, ask.OfferDice()),
            (*ann, ask.AcceptDice(1)),
            (*ann, ask.SelectDice(1, [1, 2])),
            (*stick, ask.ThrowDice()),
            (*stick, ask.EnterResult(3, 4)),
            (*stick, ask.ConfirmResult(3, 4)),
        ]

        def rounds(name: str) -> None:
            for n in range(ROUNDS // 2):
                for m, (who, role, body) in enumerate(steps):
                    house.post(Envelope(f"{name}{n}-{m}", "one", who, role, body)).result()

        rounds("a")
        gc.collect()
        tracemalloc.start()
        rounds("b")
        while house.rooms["one"].live.version < house.reader.log.head("table/one").version:
            time.sleep(0.01)  # what waits to be told is not kept
        gc.collect()
        kept = tracemalloc.take_snapshot()
        tracemalloc.stop()
        assert house.rooms["one"].settled >= ROUNDS // 2 * 2 - 2, "the rounds were played"
    rooms = [tracemalloc.Filter(True, f"*/feltwork/{part}/*") for part in ("server", "views", "engine", "store")]
    ours = kept.filter_traces(rooms)
    grown = sum(stat.size for stat in ours.statistics("filename"))
    assert grown < MAX_GROWN, "\n".join(map(str, ours.statistics("lineno")[:12]))


def test_money_paid_in_by_a_stranger_is_refused(floor: Running) -> None:
    paid = floor.floor.house.post(Envelope("d", "cage", "till", "player", Deposit("ann", 100))).result()
    assert (paid.clause, paid.reason) == ("3.3", "a cashier takes money in for a known player")


BROKEN = (b'{"key": "\xed\xa0\x80"}', b'{"person": "\xed\xa0\x80", "password": "x"}', b'{"key": "\xff"}', b"[" * 4000)


def test_bytes_that_are_no_text_are_refused_at_every_address(floor: Running) -> None:
    """Half a character, sent as it is: whoever sends it is told so, and nobody meets a fault of ours."""
    floor.floor.limits.rates.now = itertools.count(0, 1_000).__next__
    tokens = {kind: floor.token(Session(kind, (("someone", kind),), "one", 1)) for kind in KINDS}
    for endpoint in ENDPOINTS:
        if endpoint.method != "POST" or endpoint.path == "/api/inspect/verify":  # which takes nothing
            continue
        kind = next(iter(sorted(endpoint.who - {"nobody"})))
        headers = {"cookie": f"feltwork={tokens[kind]}", "origin": floor.address}
        for raw in BROKEN:
            line = HTTPConnection("127.0.0.1", floor.port, timeout=10)
            line.request("POST", endpoint.path.replace("{table}", "one"), raw, headers)
            status = line.getresponse().status
            line.close()
            assert status in (400, 403) or (endpoint.path, status) == ("/signout", 200), (endpoint.path, raw[:20])
            if endpoint.path == "/signout":
                tokens[kind] = floor.token(Session(kind, (("someone", kind),), "one", 1))
                headers = {"cookie": f"feltwork={tokens[kind]}", "origin": floor.address}
