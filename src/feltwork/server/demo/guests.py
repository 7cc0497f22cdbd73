"""Guests of a demonstration: whoever comes to the lobby takes a seat or a room, with play money and a card.

A seat belongs to the browser that was given it. Whoever has been away for ten minutes is cashed out into a ticket of
their own, and the seat is free; when they come back they are told, and sit down with their own money.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from msgspec.structs import replace

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.server.demo.players import PLAY_MONEY, Player, house_seats, own_tickets
from feltwork.server.opening import crew_session, supervisor_session
from feltwork.server.people import named
from feltwork.server.sockets.room import Room
from feltwork.store.port import StoreError

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

GUEST = "guest-"
FULL, SOON = "lobby.table-full", "lobby.seat-soon"
NO_TABLE = "lobby.no-table"
AWAY_SECONDS = 600
"""For so long a seat is kept for a guest who is at no screen."""
LOOK_SECONDS = 15


class Guests:
    """Lets guests in as whom they choose to be."""

    def __init__(self, config: FloorConfig, now: Callable[[], float] = monotonic) -> None:
        self.now = now
        self._tables = {table.name: table for table in config.tables}
        self._config = config
        self._seating = asyncio.Lock()
        """One seat is given or taken at a time."""
        self._seen: dict[tuple[str, str], float] = {}
        """When each guest was last known to be at a table."""
        self._helpers: dict[str, Player] = {}

    async def welcome(self, floor: ServerState, kind: str, table: str | None) -> Session | str:
        """The session of a new guest, who has a seat where they play; or the key of a text that says why not."""
        if kind not in ("player", "crew"):
            return self._of_staff(kind)
        room = floor.house.rooms.get(table or "")
        if room is None or room.table not in self._tables:
            return NO_TABLE
        if kind == "crew":
            return crew_session(self._tables[room.table])
        player = f"{GUEST}{secrets.token_hex(4)}"
        async with self._seating:
            await self._helper(floor, room.table).is_called(player, await asyncio.to_thread(_new_name, floor))
            seat = await self._seated(floor, room, player)
            if isinstance(seat, str):
                await asyncio.to_thread(floor.house.reader.people.erase, player)
        return seat if isinstance(seat, str) else Session("player", ((player, "player"),), room.table, seat)

    async def entrant(self, floor: ServerState) -> Session:
        """The session of a new guest who has no seat, and play money at the cage to enter tournaments with."""
        name = f"{GUEST}{secrets.token_hex(4)}"
        paid = Envelope(f"entrant-{name}", "cage", "note-acceptor", "cashier", Deposit(name, PLAY_MONEY))
        await floor.house.send(paid)
        return Session("player", ((name, "player"),))

    async def again(self, floor: ServerState, token: str, session: Session) -> Session | str:
        """A guest who comes back goes on in their seat; where it was given up, in another one with their own money."""
        room = floor.house.rooms.get(session.table or "")
        if session.kind != "player" or room is None or session.seat is None:
            return session
        async with self._seating:
            seat: int | str | None = room.live.seats.of(session.person)
            if seat is None:
                seat = await self._seated(floor, room, session.person, session.seat)
            if isinstance(seat, str):
                return seat
            self._seen[room.table, session.person] = self.now()
        if seat == session.seat:
            return session
        moved = replace(session, seat=seat)
        await asyncio.to_thread(floor.sessions.change, token, moved)
        for screen in floor.screens.everybody():
            if screen.token == token:
                screen.become(moved)
        return moved

    async def kept(self, floor: ServerState, player: str) -> int:
        """What a guest whose seat was given up has in tickets."""
        now = floor.house.now()
        found = await floor.house.cage.look(lambda cage: own_tickets(cage, player, now))
        return sum(ticket.amount for _, ticket in found)

    async def look_after(self, floor: ServerState) -> None:
        """A background job: seats of guests who stay away are given up."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for name in self._tables:
                try:
                    async with self._seating:
                        await self._clear(floor, floor.house.rooms[name])
                except StoreError:
                    await asyncio.sleep(1)

    def _of_staff(self, kind: str) -> Session | str:
        if kind == "supervisor":
            return supervisor_session(self._config)
        if kind in ("cashier", "inspector", "wall"):
            return Session(kind, ((f"{'cage' if kind == 'cashier' else kind}-1", kind),))
        return NO_TABLE

    async def _seated(self, floor: ServerState, room: Room, player: str, first: int = 0) -> int | str:
        """Show a guest to a free seat, their own if it is; the key of a text that says why there is none."""
        helper = self._helper(floor, room.table)
        await self._clear(floor, room)
        while True:
            taken, seats = room.live.seats.players, range(1, room.live.opening.capacity + 1)
            for seat in sorted((seat for seat in seats if seat not in taken), key=lambda seat: seat != first):
                if await helper.sits(player, seat):
                    room.seat_wanted = False
                    self._seen[room.table, player] = self.now()
                    return seat
            house = house_seats(room.live)
            for seat in house:
                if await helper.gets_up(seat):  # one who has nothing on the felt
                    break
            else:
                room.seat_wanted = bool(house)
                return SOON if house else FULL

    async def _clear(self, floor: ServerState, room: Room) -> None:
        """Give up the seats of guests who have been away for too long."""
        now, here = self.now(), floor.screens.by_table.get(room.table, ())
        present = {screen.session.person for screen in here}
        for seat, player in list(room.live.seats.players.items()):
            if not player.startswith(GUEST):
                continue
            if player in present:
                self._seen[room.table, player] = now
            elif now - self._seen.setdefault((room.table, player), now) > AWAY_SECONDS:
                await self._helper(floor, room.table).gets_up(seat)

    def _helper(self, floor: ServerState, table: str) -> Player:
        if table not in self._helpers:
            self._helpers[table] = Player(floor, table)
        return self._helpers[table]


def _new_name(floor: ServerState) -> str:
    known = sum(person.startswith(GUEST) for person in named(floor.house.reader.people))
    return f"Guest {known + 1}"
