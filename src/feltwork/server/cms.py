"""The casino management system behind its port: a simulator, and the one who carries transfers through to their end."""

from __future__ import annotations

import asyncio
import logging
from threading import Lock
from time import monotonic

import msgspec
from msgspec import Struct

from feltwork.cage.commands import AskTransfer, CreditTransfer, ExpireTickets, SettleTransfer
from feltwork.cage.state import DONE, OPEN, PENDING, REFUSED, Transfer
from feltwork.cage.tickets import SECOND_READING
from feltwork.cage.transfers import CasinoManagementSystem, NoAnswerError
from feltwork.engine.envelope import Envelope, own_key
from feltwork.server.runtime import Runtime
from feltwork.server.undecodable import UNDECODABLE
from feltwork.store.port import Answer, StoreError
from feltwork.table.live.commands import Collect

RESOLVE_SECONDS = 2
ANSWER_SECONDS = 5
LEFT_BEHIND = 15_000_000
"""Microseconds after which nobody is still busy with a transfer out that was only half done."""
OUTWARD = "transfer-out"
log = logging.getLogger("feltwork.server")


class SimulatedCms:
    """Accounts of play money. It can be told to refuse, or to lose its voice before or after it has done something."""

    def __init__(self, opening: int = 50_000) -> None:
        self.opening = opening
        self.accounts: dict[str, int] = {}
        self.answered: dict[str, str] = {}
        """What each transfer was answered: asked again, it is answered the same and done no second time."""
        self.refuses = ""
        self.silent = ""
        """``before`` doing what is asked, or ``after`` it."""
        self._lock = Lock()

    def move(self, transfer: str, player: str, cents: int, *, inward: bool) -> str:
        with self._lock:
            if self.silent == "before":
                raise NoAnswerError("the casino management system did not answer")
            if transfer not in self.answered:
                self.answered[transfer] = self._move(player, -cents if inward else cents)
            if self.silent == "after":
                raise NoAnswerError("the casino management system did not answer")
            return self.answered[transfer]

    def _move(self, player: str, cents: int) -> str:
        if self.refuses:
            return self.refuses
        if self.balance(player) + cents < 0:
            return "the account there does not hold that much"
        self.accounts[player] = self.balance(player) + cents
        return ""

    def balance(self, player: str) -> int:
        return self.accounts.get(player, self.opening)


class Leaving(Struct):
    """A transfer out that was begun: credits leave the terminal first, and then go to the other system."""

    key: str
    player: str
    table: str
    seat: int
    at: int

    @property
    def collecting(self) -> str:
        """The key of its first half."""
        return own_key(f"{self.key}:out", self.player)


class Cashless:
    """Asks for transfers, carries each to its end, and takes up again those that were left without an answer."""

    def __init__(self, house: Runtime, cms: CasinoManagementSystem | None = None) -> None:
        self.house, self.cms = house, cms
        self._past: dict[int, float] = {}
        """Tickets that were past their date at the last reading, and since which one."""
        self._unread: set[str] = set()
        """Rows of transfers out that were begun and cannot be read; each is logged once."""

    async def ask(self, key: str, actor: str, role: str, body: AskTransfer) -> tuple[Answer, str]:
        """Ask for one; the answer, and how it stands then: done, pending, or why it was refused."""
        asked = await self.house.send(Envelope(key, "cage", actor, role, body))
        if asked.reason:
            return asked, asked.reason
        transfer = Transfer(body.player, body.amount, body.inward, body.table, body.seat)
        return asked, await self.carry(f"T{asked.first}", transfer)

    async def all_out(self, key: str, player: str, table: str, seat: int) -> tuple[Answer, str, int]:
        """All of a terminal's credits to the other system; the answer, how it stands then, and how much it is.

        That is two commits. What was begun stands on the shelf until both are done, for whoever finds it half done.
        """
        leaving = Leaving(key, player, table, seat, self.house.now())
        await asyncio.to_thread(self.house.shelf.put, OUTWARD, f"{player}:{key}", msgspec.json.encode(leaving))
        answered = await self._leave(leaving)
        try:
            await asyncio.to_thread(self.house.shelf.take, OUTWARD, f"{player}:{key}")
        except StoreError as failed:  # both are done; whoever finds it there later does nothing twice
            log.error("a transfer is done and still noted as begun: %s", failed)
        return answered

    async def _leave(self, leaving: Leaving) -> tuple[Answer, str, int]:
        player, key = leaving.player, leaving.key
        taken = Envelope(leaving.collecting, leaving.table, player, "player", Collect(leaving.seat))
        collected = await self.house.send(taken)
        if collected.reason:
            return collected, collected.reason, 0
        amount = await asyncio.to_thread(self._collected, collected)
        body = AskTransfer(player, amount, inward=False, table=leaving.table, seat=leaving.seat)
        return *await self.ask(f"{player}:move:{key}", player, "player", body), amount

    def _collected(self, given: Answer) -> int:
        record = next(self.house.reader.log.read(given.stream, given.first - 1))
        return int(msgspec.json.decode(record.body)["amount"])

    async def finish(self) -> None:
        """Transfers out of which somebody died between the two commits: the second follows, under its own key.

        One that died before the first has moved nothing, and is forgotten.
        """
        for name in await asyncio.to_thread(self.house.shelf.names, OUTWARD):
            kept = await asyncio.to_thread(self.house.shelf.get, OUTWARD, name)
            try:
                leaving = msgspec.json.decode(kept, type=Leaving) if kept else None
            except UNDECODABLE as wrong:
                if name not in self._unread:
                    log.error("a transfer that was begun cannot be read: %s", wrong, extra={"row": name[:120]})
                self._unread.add(name)
                continue
            if leaving is None or self.house.now() < leaving.at + LEFT_BEHIND:
                continue
            if await asyncio.to_thread(self.house.reader.log.answer, leaving.collecting) is not None:
                await self._leave(leaving)
            await asyncio.to_thread(self.house.shelf.take, OUTWARD, name)

    async def carry(self, name: str, transfer: Transfer) -> str:
        """Put one to the other system and write down what it says."""
        outcome, why = PENDING, "no casino management system is connected"
        if self.cms is not None:
            try:
                asking = asyncio.to_thread(
                    self.cms.move, name, transfer.player, transfer.amount, inward=transfer.inward
                )
                why = await asyncio.wait_for(asking, ANSWER_SECONDS)
                outcome = REFUSED if why else DONE
            except (NoAnswerError, TimeoutError) as silent:
                why = str(silent) or "no answer came in time"
        else:
            outcome = REFUSED
        told = "delayed" if outcome == PENDING else outcome
        key = f"{name}:{told}" if told != "delayed" else f"{name}:{self.house.now()}"
        await self.house.send(Envelope(key, "cage", "cms", "system", SettleTransfer(name, told, why)))
        if (outcome == DONE) == transfer.inward and outcome != PENDING:
            await self.put_down(name, transfer)
        return outcome if outcome != REFUSED else why

    async def put_down(self, name: str, transfer: Transfer) -> None:
        """Credits that came in, or came back, go to the terminal the player is at; else they wait at the cage."""
        room = self.house.rooms.get(transfer.table)
        if room is None or room.live.seats.players.get(transfer.seat) != transfer.player:
            return
        there = CreditTransfer(transfer.seat, name)
        await self.house.send(Envelope(f"{name}:in", transfer.table, transfer.player, "player", there))

    def pending(self) -> dict[str, Transfer]:
        with self.house.cage.lock:
            return {name: t for name, t in self.house.cage.state.transfers.items() if t.standing == PENDING}

    async def resolve(self) -> None:
        """Ask again for everything that was left open, each under the id it has."""
        await self.house.cage.refresh()
        for name, transfer in self.pending().items():
            await self.carry(name, transfer)

    async def expire(self) -> None:
        """Tickets that are past their date move to what nobody claimed, without anybody asking.

        That cannot be undone, so one reading of a clock is not enough: they must be due at a second one, some time
        later by a count that nobody sets.
        """
        now, counted = self.house.now(), monotonic()
        with self.house.cage.lock:
            past = [s for s, t in self.house.cage.state.tickets.items() if t.standing == OPEN and now >= t.expires]
        self._past = {serial: self._past.get(serial, counted) for serial in past}
        due = [serial for serial, first in self._past.items() if counted - first >= SECOND_READING]
        if due:
            await self.house.send(Envelope(f"expire:{due[0]}:{len(due)}", "cage", "cage", "system", ExpireTickets()))

    async def keep_resolving(self) -> None:
        while True:
            await asyncio.sleep(RESOLVE_SECONDS)
            for step in (self.finish, self.resolve, self.expire):
                try:
                    await step()
                except StoreError as failed:
                    log.error("a transfer could not be carried on: %s", failed)
