"""Whatever is sent, by whom, when and where: done by the book, or refused with a clause, logged, and nothing moves."""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import MAX_BODY, Envelope, Unreadable
from feltwork.engine.writer_queue import WriterQueue
from feltwork.rehearse.kinds import kind_of
from feltwork.rehearse.night import CREW
from feltwork.store.memory import MemoryStore
from feltwork.store.opening import open_store
from feltwork.store.port import Answer, Store
from feltwork.table.live import commands as ask
from tests.faults.asking import EDGES, KINDS, ODD_TEXTS, TABLES, Asking, roles, tag
from tests.faults.load import SEED, verified

HOSTILE = int(os.environ.get("FELTWORK_HOSTILE", "400"))
FOR_PLAYERS = {
    "raise-concern",
    "move-wager",
    "withdraw-call",
    "sit",
    "buy-in",
    "collect",
    "leave",
    "place-wager",
    "remove-wager",
    "call-wager",
    "accept-dice",
    "reject-dice",
    "select-dice",
    "pass-dice",
    "authorise-thrower",
    "throw-dice",
    "press-shoot",
    "add-nonce",
    "declare-wager",
    "press-button",
    "report-terminal",
    "buy-colour",
    "agree-colour",
    "redeem-colour",
    "hand-in-tokens",
}
"""What a player may ask for, some of it seldom possible; everything else is for the crew, the house or the machine."""


class Stopped(Exception):  # noqa: N818  # not an error: the round is left where it is
    """A rehearsal is left in the middle."""


class Door:
    """A table in some moment of its life, and what must hold for anything that is sent to it."""

    def __init__(self, store: Store, book: str, variant: str | None, moment: int) -> None:
        self.desk, self.book, self.number = Desk(store), book, 0
        self.submit = self.desk.submit
        self.left = moment
        self.read: dict[str, int] = {}
        self.kept: set[tuple[str, ...]] = set()
        played = kind_of(book)(self.desk, "t", book, variant, SEED)
        vars(self.desk)["submit"] = self._until  # it stops after so many commands
        try:
            played.open()
            for _ in played.rounds(50):
                pass
        except Stopped:
            pass
        del vars(self.desk)["submit"]

    def _until(self, envelope: Envelope) -> Answer:
        if not self.left:
            raise Stopped
        self.left -= 1
        return self.submit(envelope)

    def sends(self, body: Any, actor: str, role: str, table: str = "t") -> Answer:
        """What is refused says why and by which clause, is in the log, and has moved nothing."""
        desk, store = self.desk, self.desk.store
        before, money = desk.table("t").copy(), store.log.balances()
        self.number += 1
        key = f"sent-{self.number}"
        answer = desk.submit(Envelope(key, table, actor, role, body))
        if answer.reason:
            assert answer.clause
            assert "\n" not in answer.reason
            assert len(answer.reason) < 300
            assert desk.table("t") == before
            assert store.log.balances() == money
            log = "refused/cage" if answer.stream == "cage" else f"refused/{answer.stream.removeprefix('table/')}"
            for record in store.log.read(log, self.read.get(log, 0)):
                said = msgspec.json.decode(record.body)
                self.kept.add((log, record.actor, record.role, said["clause"], said["reason"]))
                self.read[log] = record.version
                assert not record.postings
            assert (log, actor, role, answer.clause, answer.reason) in self.kept
        assert sum(store.log.balances().values()) == 0
        assert store.log.answer(answer.key) == answer
        return answer


@pytest.mark.parametrize("moment", [0, 1, 4, 30, 45, 60, 75])
@pytest.mark.parametrize(("book", "variant"), TABLES)
def test_every_kind_from_every_role(book: str, variant: str | None, moment: int) -> None:
    """The whole walk: every kind, every role that any book knows, at several moments of a table's life."""
    door = Door(MemoryStore(), book, variant, moment)
    chance = random.Random(f"{book} {variant} {moment} {SEED}")
    for kind in KINDS:
        for role in roles():
            body = Asking(door.desk.table("t"), chance).sensible(kind)
            answer = door.sends(body, "stranger", role)
            if not answer.reason:
                assert role not in ("janitor", "cashier"), f"a {role} may {tag(kind)}"
                assert role != "player" or kind is ask.Sit, f"a stranger may {tag(kind)}"
                door = Door(MemoryStore(), book, variant, moment)


@pytest.mark.parametrize(("book", "variant"), TABLES)
def test_players_do_players_things_for_themselves(book: str, variant: str | None) -> None:
    chance = random.Random(SEED)
    for moment in range(30, 90, 7):
        door = Door(MemoryStore(), book, variant, moment)
        for kind in KINDS:
            body = Asking(door.desk.table("t"), chance).sensible(kind)
            player = chance.choice(list(door.desk.table("t").seats.players.values()) or ["ann"])
            if door.sends(body, player, "player").reason:
                continue
            assert tag(kind) in FOR_PLAYERS, f"a player may {tag(kind)}"
            seat = getattr(body, "seat", None)
            assert getattr(body, "player", player) == player, f"one player may {tag(kind)} for another"
            if seat is not None and kind is not ask.Sit and kind is not ask.Leave:
                assert door.desk.table("t").seats.players[seat] == player, f"one player may {tag(kind)} for another"


@pytest.mark.parametrize("role", roles())
def test_nobody_is_seated_by_those_who_may_not(role: str) -> None:
    door = Door(MemoryStore(), "star-craps", None, 40)
    answer = door.sends(ask.Sit("ann", 8), "stranger", role)
    assert answer.reason, f"a {role} may seat another"
    assert not door.sends(ask.Sit("ann", 8), "ann", "player").reason


def hostile(store: Store, book: str, variant: str | None, count: int) -> Counter[bool]:
    """Commands with a field gone mad, by anybody."""
    chance = random.Random(f"{book} {variant} {SEED}")
    door, seen = Door(store, book, variant, 60), Counter[bool]()
    for _ in range(count):
        asking = Asking(door.desk.table("t"), chance)
        body = asking.hostile(chance.choice(KINDS))
        crew = chance.choice([*CREW.items(), ("timer", "system"), ("t-p1", "player"), ("t-p2", "player")])
        seen[bool(door.sends(body, *crew).reason)] += 1
    assert door.desk.table("t") == Desk(store).table("t")
    store.close()
    return seen


@pytest.mark.parametrize(("book", "variant"), TABLES)
def test_hostile_values(book: str, variant: str | None, tmp_path: Path) -> None:
    path = str(tmp_path / "log.sqlite")
    seen = hostile(open_store(path), book, variant, HOSTILE)
    assert seen[True] > HOSTILE // 2
    assert verified(path) == []


def test_hostile_values_on_postgres(postgres_schema: str) -> None:
    seen = hostile(open_store(postgres_schema), "star-craps", None, HOSTILE // 2)
    assert seen[True] > HOSTILE // 4
    assert verified(postgres_schema) == []


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "log.sqlite") if request.param == "sqlite" else request.getfixturevalue("postgres_schema")


def test_stakes_of_any_size(url: str) -> None:
    door = Door(open_store(url), "star-craps", None, 40)
    for amount in (*EDGES, 2**63 + 1, 10**30):
        for body in (
            ask.PlaceWager(1, "win-line", amount),
            ask.BuyIn(1, amount),
            ask.RemoveWager(1, "win-line", None, amount),
            ask.PlaceWager(1, "place", 600, amount),
        ):
            assert door.sends(body, "t-p1", "player").reason
    for amount in (*EDGES, 2**63 + 1, 10**30):
        if amount not in (1, 99, 2**31):
            assert door.sends(Deposit("t-p1", amount), "till", "cashier", "cage").reason, amount
    door.desk.store.close()
    assert verified(url) == []


GOOD = ("key", "t", "t-p1", "player")


@pytest.mark.parametrize("text", [*ODD_TEXTS, "../cage", "a/b", "a" * 201], ids=lambda text: ascii(text)[:20])
@pytest.mark.parametrize("part", range(4), ids=["key", "table", "actor", "role"])
def test_envelopes_that_cannot_be(url: str, text: str, part: int) -> None:
    """They are kept as what could not be read; and what shares their commit is done all the same."""
    door = Door(open_store(url), "star-craps", None, 40)
    key, table, actor, role = (text if n == part else good for n, good in enumerate(GOOD))
    bad = Envelope(key, table, actor, role, ask.Collect(2))
    good = Envelope("good", "t", "t-p1", "player", ask.PlaceWager(1, "field", 500))
    queue = WriterQueue(door.desk)
    futures = [queue.send(envelope) for envelope in (bad, good, bad)]
    answers = [future.result() for future in futures]
    queue.close()
    assert answers[0].reason
    assert answers[0].clause
    assert not answers[1].reason
    assert answers[2] == answers[0]
    assert door.desk.store.log.answer(answers[0].key) == answers[0]
    door.desk.store.close()
    assert verified(url) == []


def test_what_is_no_command_is_kept(url: str) -> None:
    door = Door(open_store(url), "star-craps", None, 40)
    for text in ('{"type":"fly"}', "\x00\x01", "", "x" * MAX_BODY):
        answer = door.sends(Unreadable(text), "t-p1", "player")
        assert "cannot be read" in answer.reason
    door.desk.store.close()
    assert verified(url) == []


def test_another_table_and_a_stale_key(url: str) -> None:
    """A command for a table that is not there; the same key with another body; a round that is over."""
    door = Door(open_store(url), "star-craps", None, 40)
    assert (
        door.sends(ask.PlaceWager(1, "field", 500), "t-p1", "player", "elsewhere").reason
        == "this table has not been opened"
    )
    first = Envelope("k", "t", "t-p1", "player", ask.PlaceWager(1, "field", 500))
    assert not door.desk.submit(first).reason
    money = door.desk.store.log.balances()
    for changed in (ask.PlaceWager(1, "field", 1000), ask.Collect(1)):
        envelope = msgspec.structs.replace(first, body=changed)
        answer = door.desk.submit(envelope)
        assert "another command" in answer.reason
        assert answer.clause
        assert door.desk.submit(envelope) == answer
        *_, last = door.desk.store.log.read("refused/t")
        assert last.kind == "refused"
        assert last.key.startswith("k#")
    assert not door.desk.submit(first).reason
    assert door.desk.store.log.balances() == money
    assert door.sends(ask.ConfirmResult(1, 1), "stick", "stickperson").clause == "4.4.1"
    door.desk.store.close()
    assert verified(url) == []
