"""The days before a demonstration begins: house players and staff at its tables, by the commands that people send."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from concurrent.futures import Future
from datetime import datetime, time, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import Body, Envelope
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.demo.dealing import bot_wager, next_step
from feltwork.server.demo.players import PLAY_MONEY, house_name
from feltwork.server.opening import open_tables
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import OpenBets
from feltwork.table.live.topic import DEALER

if TYPE_CHECKING:
    from feltwork.server.runtime import Runtime
    from feltwork.store.port import Answer

SECOND = 1_000_000
STEP = 20 * SECOND
"""From one command at a table to the next."""
MAX_STEPS = 40
EVENING_MONEY = 200_00
"""That each house player brings to a table for an evening."""


class PastError(Exception):
    """Something that was to have happened before the demonstration was refused."""


class Past:
    """The desk of a demonstration with a clock that goes through the days before."""

    def __init__(self, house: Runtime, now: int) -> None:
        self.house = house
        self.today = datetime.fromtimestamp(now / SECOND).astimezone()
        self.now = 0
        self._latest = now - SECOND
        self._keys = itertools.count()

    def __enter__(self) -> Past:
        self.house.queue.desk.now = lambda: self.now
        return self

    def __exit__(self, *why: object) -> None:
        self.house.queue.desk.now = self.house.store.now

    def moment(self, days_ago: int, clock: str) -> int:
        """A time of the house's own clock, so many days before today."""
        day = self.today.date() - timedelta(days=days_ago)
        return int(datetime.combine(day, time.fromisoformat(clock)).astimezone().timestamp()) * SECOND

    def until(self, moment: int) -> None:
        """Let time pass; never backwards, and never up to now."""
        self.now = min(max(self.now, moment), self._latest)

    def send(
        self, where: str, body: Body, person: str, role: str, secret: bytes = b"", names: tuple[Any, ...] = ()
    ) -> int:
        """What somebody asked then; the number of the last event that came of it."""
        return self._heard(where, self._sent(where, body, person, role, secret, names))

    def send_all(self, wanted: list[tuple[str, Body, str, str]]) -> None:
        """What several people asked at the same moment, in one transaction or a few."""
        for where, given in [(each[0], self._sent(*each)) for each in wanted]:
            self._heard(where, given)

    def _sent(
        self, where: str, body: Body, person: str, role: str, secret: bytes = b"", names: tuple[Any, ...] = ()
    ) -> Future[Answer]:
        return self.house.post(Envelope(f"past-{next(self._keys)}", where, person, role, body, secret, people=names))

    def _heard(self, where: str, sent: Future[Answer]) -> int:
        given = sent.result()
        if given.reason:
            raise PastError(f"{where}: {given.reason} ({given.clause})")
        return given.last


def dealt(config: FloorConfig) -> list[TableConfig]:
    """The tables whose dice and balls are thrown by people; the others have no past."""
    return [table for table in config.tables if table.source == DEALER]


def open_dealt(past: Past, config: FloorConfig) -> None:
    """Open those tables, and seat their house players."""
    tables = dealt(config)
    open_tables(past.house, FloorConfig(tables, config.database, manager=config.manager))
    for table in tables:
        for seat in range(1, table.bots + 1):
            player = house_name(table.name, seat)
            past.until(past.now + STEP)
            past.send(table.name, ask.Sit(player, seat), player, "player")
            past.send("cage", Deposit(player, PLAY_MONEY), "note-acceptor", "cashier")
            past.send(table.name, ask.BuyIn(seat, PLAY_MONEY), player, "player")


def play(past: Past, config: FloorConfig, rounds: int, seed: int) -> None:
    """So many rounds at each table, all tables at the same time; the same seed throws the same dice."""
    tables = {table.name: Random(f"{seed} {table.name}") for table in dealt(config)}
    _buy_in(past, list(tables))
    for _ in range(rounds):
        going = [_round(past, name, chance) for name, chance in tables.items()]
        while going:
            past.until(past.now + STEP)
            steps = [next(each, None) for each in going]
            going = [each for each, step in zip(going, steps, strict=True) if step is not None]
            past.send_all([one for step in steps for one in step or ()])


def _buy_in(past: Past, tables: list[str]) -> None:
    """Every house player brings some more money for the evening."""
    seated = [(name, *each) for name in tables for each in past.house.queue.desk.look(name).seats.players.items()]
    past.send_all([("cage", Deposit(player, EVENING_MONEY), "note-acceptor", "cashier") for _, _, player in seated])
    past.send_all([(name, ask.BuyIn(seat, EVENING_MONEY), player, "player") for name, seat, player in seated])


def _round(past: Past, name: str, chance: Random) -> Iterator[list[tuple[str, Body, str, str]]]:
    """Wagers of the house players, then what a dealer does until the round is over."""
    desk, wagered, before = past.house.queue.desk, False, None
    for _ in range(MAX_STEPS):
        live = desk.look(name)
        assert live.game is not None
        before = live.game.round if before is None else before
        if live.game.round != before:
            return
        bots = frozenset(live.seats.players)
        step = next_step(live, chance, past.now, bots)
        if wagered or (step and isinstance(step[0], OpenBets)):
            yield [(name, *step)] if step else []
            continue
        wagered = True
        wagers = {live.seats.players[seat]: bot_wager(live, seat, chance, past.now) for seat in sorted(bots)}
        yield [(name, wager, player, "player") for player, wager in wagers.items() if wager is not None]
