"""Nothing after close: wagers placed, changed and removed around a close that may never be written.

``FELTWORK_SCHEDULES`` says how many random schedules are played; ``FELTWORK_SEED`` gives others.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from feltwork.engine.desk import Desk
from feltwork.engine.electronic_dealer import Dealer
from feltwork.entropy.sources import OsEntropy
from feltwork.store.port import Answer, Batch, EventLog, Store, StoreError
from feltwork.table.live import commands as ask
from tests.desk.electronic import BETTING, KEY, SECOND, Electronic

SCHEDULES = int(os.environ.get("FELTWORK_SCHEDULES", "2000"))
SEED = os.environ.get("FELTWORK_SEED", "0")
A_TABLE = 10
"""Schedules at one table before the next is opened."""
PARTS = 8
"""Tests that share the schedules."""
WAGERS = ("field", "any-craps", "pass-line", "any-seven")
PLAYERS = {1: "ada", 2: "ben"}
Chips = dict[tuple[int, str], int]


class DyingStore:
    """The store as a process sees it that dies at its next commit, before or after it."""

    def __init__(self, store: Store, after: bool) -> None:
        self._store = store
        self.log = DyingLog(store.log, after)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class DyingLog:
    """Its log."""

    def __init__(self, log: EventLog, after: bool) -> None:
        self._log, self._after = log, after

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    def append(self, batch: Batch) -> None:
        if self._after:
            self._log.append(batch)
        raise StoreError("the process died")


class Trial:
    """One table, one schedule after the other, beside a model of what should lie on it."""

    def __init__(self, number: int) -> None:
        self.floor = Electronic()
        self.chance = Random(f"after close {SEED} {number}")
        self.lying: Chips = {}
        self.seen: Counter[str] = Counter()
        self.checked = 0

    def dealer(self) -> Dealer:
        return self.floor.dealer()

    def play(self) -> None:
        """One round."""
        floor, chance = self.floor, self.chance
        while floor.life.draws.betting is None:
            assert self.dealer().step("t")
        opened = floor.life.draws.betting
        assert opened is not None
        assert opened.closes_at is not None
        start, end = floor.now, opened.closes_at
        times = [start + chance.randrange(BETTING * SECOND) for _ in range(chance.randint(1, 5))]
        times += [end + chance.choice((-1, 0, 0, 1, 1, 2, SECOND, 3 * SECOND)) for _ in range(chance.randint(2, 7))]
        for at in sorted(times):
            floor.now = max(floor.now, at)
            self._act(opened.closes_at, opened.round_id)
        floor.now = max(floor.now, end)
        self._finish(opened.round_id)

    def _act(self, closes_at: int, name: str) -> None:
        what = self.chance.choice(("place", "place", "change", "remove", "remove", "close", "result", "timer", "dies"))
        self.seen[what] += 1
        if what in ("place", "change", "remove"):
            self._wager(what, closes_at, name)
        elif what == "close":
            self.floor.send(ask.CloseBets(), "timer", "system")
        elif what == "result":
            dice = self.chance.randint(1, 6), self.chance.randint(1, 6)
            self.floor.no(ask.SenseResult(*dice), "sensor", "system", self.chance.randbytes(32))
        elif what == "timer":
            self._step(self.dealer(), name)
        else:
            dying = DyingStore(self.floor.store, self.chance.random() < 0.5)
            self._step(Dealer(Desk(dying), OsEntropy(), KEY), name)

    def _step(self, dealer: Dealer, name: str) -> None:
        """One step, unless it would already begin the next round."""
        life = self.floor.life
        if life.draws.betting is None or life.draws.betting.round_id != name:
            return
        try:
            dealer.step("t")
        except StoreError:
            self.seen["died"] += 1
        if self.floor.life.draws.betting is None:
            self._settled()

    def _wager(self, what: str, closes_at: int, name: str) -> None:
        floor, chance = self.floor, self.chance
        seat = chance.choice((1, 2))
        wager = chance.choice(WAGERS)
        life = floor.life
        assert life.game is not None
        late = (
            floor.now > closes_at
            or life.game.closed
            or life.draws.betting is None
            or life.draws.betting.round_id != name
        )
        body: ask.Command
        if what == "remove":
            body = ask.RemoveWager(seat, wager)
        elif what == "change" and (seat, wager) in self.lying:
            body = ask.RemoveWager(seat, wager, None, 100)
        else:
            body = ask.PlaceWager(seat, wager, 100 * chance.randint(1, 5))
        answer = floor.send(body, PLAYERS[seat], "player")
        between = life.draws.betting is None and isinstance(body, ask.RemoveWager)
        if late and not between:
            assert answer.reason, "accepted after the close"
            self.seen["late"] += 1
        if answer.reason:
            self._logged(answer, PLAYERS[seat], body)
        elif isinstance(body, ask.PlaceWager):
            self.lying[seat, wager] = self.lying.get((seat, wager), 0) + body.amount
        elif isinstance(body, ask.RemoveWager):
            before = self.lying.pop((seat, wager))
            left = before - (body.amount or before)
            self.lying |= {(seat, wager): left} if left else {}
        self._same()

    def _logged(self, answer: Answer, player: str, body: ask.Command) -> None:
        """Every refusal has its answer, and a record that stands for it: repeats of one are counted, not repeated."""
        floor = self.floor
        assert floor.store.log.answer(answer.key) == answer
        told = msgspec.to_builtins(body), answer.clause, answer.reason
        for record in list(floor.store.log.read("refused/t"))[::-1]:
            refused = msgspec.json.decode(record.body)
            if record.actor == player and (refused["command"], refused["clause"], refused["reason"]) == told:
                return
        raise AssertionError("an attempt that is not logged")

    def _same(self) -> None:
        """What lies on the table is what was accepted, no more and no less."""
        game = self.floor.life.game
        assert game is not None
        assert {(seat, wager): s.stake for (seat, wager, _), s in game.layout.items()} == self.lying

    def _settled(self) -> None:
        """The result decided exactly what had been accepted."""
        settled = msgspec.json.decode(self.floor.bodies("round-settled")[-1])
        for seat, wager, _, _, stake, *_ in settled["lines"]:
            assert self.lying.pop((seat, wager)) == stake
        self._same()

    def _finish(self, name: str) -> None:
        """A fresh process brings the round to its end."""
        while self.floor.life.draws.betting is not None:
            self._step(self.dealer(), name)
            self.floor.now += 5 * SECOND
        self._in_order()

    def _in_order(self) -> None:
        """In the log no chip of the round moves after its close, whether by sequence or by time."""
        closes_at, closed = None, False
        records = list(self.floor.store.log.read("table/t", self.checked))
        for record in records:
            if record.kind == "betting-opened":
                closes_at, closed = msgspec.json.decode(record.body)["closes_at"], False
            closed = closed or record.kind == "bets-closed"
            if record.kind in ("wager-placed", "wager-removed") and closes_at is not None:
                assert record.at <= closes_at
                assert not closed
            if record.kind == "round-settled":
                closes_at = None
        self.checked = records[-1].version


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_accepted_after_the_close(part: int) -> None:
    seen: Counter[str] = Counter()
    tables = range(part, -(-SCHEDULES // A_TABLE), PARTS)
    for number in tables:
        trial = Trial(number)
        for _ in range(A_TABLE):
            trial.play()
        seen += trial.seen
    schedules = len(tables) * A_TABLE
    print(schedules, "schedules:", dict(seen))
    assert all(seen[what] > schedules // 10 for what in ("place", "change", "remove", "close", "result", "timer"))
    assert seen["late"] > schedules // 2
    assert seen["died"] > schedules // 20
