"""Guessing the numbers of tickets: the same answer for every wrong one, soon a wait, a line and a count."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from tests.faults.load import SEED
from tests.server.conftest import Running, running
from tests.server.test_cage import Cage
from tests.server.test_signin import GUESSES

from feltwork.cage import tickets as at_cage
from feltwork.cage.numbers import Printed, has_seal, scanned, ticket_number, with_check
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.ops.guesses import Guesses
from feltwork.server.ops.logs import JsonLines
from feltwork.server.ops.rates import Rate, Rates


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Running]:
    with running(FloorConfig([TableConfig("etg", "aruze-craps", 4)], str(tmp_path / "floor.sqlite"))) as up:
        yield up


def wrong_numbers(floor: Running, number: str) -> dict[str, str]:
    """Everything that can be wrong with a number, beside one that is right."""
    key, serial = floor.floor.house.till.key, int(number[:8])
    ticket = floor.floor.house.cage.ticket(serial)
    assert ticket
    return {
        "misread": number[:-1] + str((int(number[-1]) + 1) % 10),
        "another seal": with_check(number[:8] + f"{(int(number[8:18]) + 1) % 10**10:010d}"),
        "never issued": ticket_number(key, serial + 500, ticket.amount, ticket.expires),
        "another key": ticket_number(b"x" * 32, serial, ticket.amount, ticket.expires),
        "too short": "12",
        "no digits": "not a number",
        "too long": "9" * 3000,
        "squares": scanned("1" * 20, 100),
    }


def test_every_wrong_number_has_the_same_answer(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.server.ops.guesses.AT_A_TERMINAL", Rate(1, 100))
    cage = Cage(floor)
    ann, _ = cage.sit("etg", 1, "ann")
    assert floor.note("etg", 1, 5000)[0] == 200
    number = str(cage.post("/api/collect", ann, {"key": "1"})[1]["number"])
    seals: list[int] = []

    def counted(key: bytes, printed: Printed, cents: int, expires: int) -> bool:
        seals.append(1)
        return has_seal(key, printed, cents, expires)

    monkeypatch.setattr(at_cage, "has_seal", counted)
    told: dict[str, list[object]] = {}
    for n, (what, wrong) in enumerate(wrong_numbers(floor, number).items()):
        told.setdefault("terminal", []).append(cage.post("/api/ticket-in", ann, {"key": f"w{n}", "number": wrong}))
        told.setdefault("cage", []).append(cage.get(f"/api/cage/ticket?number={wrong.replace(' ', '%20')}"))
        told.setdefault("pay", []).append(cage.do("pay-ticket", number=wrong))
        for who, token in (("player's page", ann), ("page", cage.tokens[1])):
            told.setdefault(who, []).append(floor.fetch(f"/ticket/{wrong.replace(' ', '')}", token)[:2])
        assert len(seals) == 3 * (n + 1), (what, "one seal is made for each, whatever is wrong")
    distinct = {who: len({json.dumps(one, default=str) for one in said}) for who, said in told.items()}
    assert distinct == dict.fromkeys(told, 1)
    assert told["terminal"][0] == (409, {"why": at_cage.UNKNOWN.reason, "clause": "3.4.2"})
    assert cage.post("/api/ticket-in", ann, {"key": "2", "number": number})[0] == 200


def test_a_terminal_that_guesses_waits_and_the_others_do_not(floor: Running, caplog: pytest.LogCaptureFixture) -> None:
    cage = Cage(floor)
    ann, _ = cage.sit("etg", 1, "ann")
    ben, _ = cage.sit("etg", 2, "ben")
    floor.note("etg", 1, 5000)
    number = str(cage.post("/api/collect", ann, {"key": "1"})[1]["number"])
    with caplog.at_level(logging.WARNING, logger="feltwork.server"):
        said = [
            cage.post("/api/ticket-in", ben, {"key": f"g{n}", "number": with_check(f"{n:018d}")})[0] for n in range(8)
        ]
    assert said == [409] * 5 + [429] * 3
    assert floor.fetch(f"/ticket/{number}", ben)[0] == 429, "a page is no way around it"
    status, _, headers = floor.fetch("/api/ticket-in", ben, {"key": "right", "number": number})
    assert (status, headers["retry-after"]) == (429, "20"), "nor is a right number told from a wrong one now"
    assert floor.fetch(f"/ticket/{number}", ann)[0] == 200
    for n in range(10):
        assert floor.fetch(f"/ticket/{number}", ann)[0] == 200, n
    assert cage.post("/api/ticket-in", ann, {"key": "2", "number": number})[0] == 200
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    wrong = [(line["what"], line["kind"]) for line in lines if "wrong number" in line["says"]]
    assert wrong == [("ticket", "player")] * 5
    assert not [line for line in lines if number in json.dumps(line)]
    metrics = floor.fetch("/metrics")[1]
    assert b'feltwork_wrong_numbers_total{what="ticket",kind="player"} 5' in metrics
    assert b'feltwork_over_rate_total{asker="numbers"}' in metrics


def test_a_storm_of_numbers_from_every_terminal_gets_five_each(floor: Running) -> None:
    floor.floor.limits.rates.now = lambda: 0.0  # no time passes, so nobody's wait is over
    cage, chance = Cage(floor), Random(SEED)
    tokens = [cage.sit("etg", seat, f"p{seat}")[0] for seat in range(1, 5)]

    def guess(n: int) -> int:
        body = {"key": f"s{n}", "number": with_check(f"{chance.randrange(10**18):018d}")}
        return cage.post("/api/ticket-in", tokens[n % 4], body)[0]

    with ThreadPoolExecutor(8) as many:
        said = Counter(many.map(guess, range(GUESSES)))
    assert said == {409: 20, 429: GUESSES - 20}


def test_a_page_that_is_not_theirs_counts_for_a_player_like_a_wrong_number(floor: Running) -> None:
    """Else whoever is not slowed would know that the number is a real one."""
    cage = Cage(floor)
    ann, _ = cage.sit("etg", 1, "ann")
    ben, _ = cage.sit("etg", 2, "ben")
    floor.note("etg", 1, 5000)
    number = str(cage.post("/api/collect", ann, {"key": "1"})[1]["number"])
    assert [floor.fetch(f"/ticket/{number}", ben)[0] for _ in range(6)] == [404] * 5 + [429]


def test_new_sessions_of_one_address_do_not_begin_anew(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.server.ops.guesses.FROM_AN_ADDRESS", Rate(0.01, 8))
    said = []
    for n in range(10):
        token = floor.player("etg", 1 + n % 4, f"p{n}")
        said.append(floor.fetch("/ticket/00000001000000000095", token)[0])
    assert said == [404] * 8 + [429] * 2


def test_a_cashier_has_room_for_misread_tickets(floor: Running) -> None:
    cage = Cage(floor)
    said = [floor.fetch(f"/api/cage/ticket?number={n}", cage.tokens[0])[0] for n in range(21)]
    assert said == [200] * 20 + [429]
    assert floor.fetch("/api/cage/ticket?number=1", cage.tokens[1])[0] == 200


def test_what_was_wrong_counts_in_every_process(floor: Running) -> None:
    """Another process, or this one started anew, knows of the numbers that were brought before."""
    cage = Cage(floor)
    ann, _ = cage.sit("etg", 1, "ann")
    ben, _ = cage.sit("etg", 2, "ben")

    def guessed(token: str, n: int) -> int:
        return cage.post("/api/ticket-in", token, {"key": f"p{n}", "number": with_check(f"{n:018d}")})[0]

    assert [guessed(ann, n) for n in range(3)] == [409] * 3
    floor.floor.guesses = Guesses(Rates(), floor.floor.staff.tries)
    assert [guessed(ann, n) for n in range(3, 6)] == [409, 409, 429]
    assert guessed(ben, 9) == 409, "and nobody else waits"
    names = floor.floor.staff.tries.shelf.names("tries")
    assert names
    assert not [name for name in names if "127.0.0.1" in name]
