"""The demonstration floor: one table of each game, house players in some seats, a house dealer where no crew is."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Awaitable, Callable
from random import SystemRandom
from typing import TYPE_CHECKING

from feltwork.cage.commands import AtCage, Deposit, InsertCard, IssueCard
from feltwork.engine.envelope import Body, Envelope
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.demo.dealing import bot_wager, next_step
from feltwork.server.opening import crew_session, supervisor_session
from feltwork.server.sockets.room import Room
from feltwork.store.port import Answer, StoreError
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import OpenBets
from feltwork.table.live.phases import BETTING
from feltwork.views.views import uncalled

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

PLAY_MONEY = 100_000
BETTING_SECONDS = 14.0
STEP_SECONDS = 1.6
MOST_WAITS = 40
SLOWEST_GUEST = 20.0


def links(floor: ServerState, config: FloorConfig) -> list[tuple[str, str]]:
    """One-time addresses: two players and the crew of each table, then the others."""
    found: list[tuple[str, str]] = []
    for table in config.tables:
        free = table.bots + 1
        for number, seat in enumerate((free, free + 1), 1):
            if seat <= table.seats:
                player = f"{table.name}-guest-{number}"
                session = Session("player", ((player, "player"),), table.name, seat)
                found.append((f"player {number} at {table.name}", floor.sessions.invite(session)))
        found.append((f"dealer at {table.name}", floor.sessions.invite(crew_session(table))))
    found.append(("supervisor", floor.sessions.invite(supervisor_session(config))))
    for number in (1, 2):
        person = f"cage-{number}"
        found.append((f"cage {number}", floor.sessions.invite(Session("cashier", ((person, "cashier"),)))))
    found.append(("inspector", floor.sessions.invite(Session("inspector", (("inspector-1", "inspector"),)))))
    found.append(("wall", floor.sessions.invite(Session("wall", (("wall-1", "wall"),)))))
    return found


SECOND_PERSON = "shift-manager"


def enrol_second(floor: ServerState, config: FloorConfig) -> str:
    """An account for the second person that a late correction needs; its password."""
    password = secrets.token_urlsafe(9)
    roles = tuple(role for _, role in supervisor_session(config).people)
    floor.staff.add(SECOND_PERSON, "supervisor", roles, password, replace=True)
    return password


class Player:
    """Sends commands for people who are not at a screen, each with a key of its own."""

    def __init__(self, floor: ServerState, table: str) -> None:
        self.floor, self.table = floor, table
        self._keys = itertools.count()
        self._born = floor.house.now()

    async def send(self, body: Body, actor: str, role: str) -> Answer:
        key = f"house-{self.table}-{self._born}-{next(self._keys)}"
        table = "cage" if isinstance(body, AtCage) else self.table
        given = await self.floor.house.send(Envelope(key, table, actor, role, body))
        await self.floor.house.shows(self.table)
        return given

    async def seat(self, player: str, seat: int) -> None:
        """Sit down with play money."""
        await self.send(ask.Sit(player, seat), player, "player")
        await self.buys_in(player, seat)
        await self.card(player, seat)

    async def buys_in(self, player: str, seat: int) -> None:
        """Play money: notes where a terminal takes nothing else, a deposit at the cage elsewhere."""
        conduct = self.floor.house.rooms[self.table].life.conduct
        if conduct is not None and conduct.credited:
            note = max(conduct.notes)
            for _ in range(PLAY_MONEY // note):
                key = f"house-{self._born}-{next(self._keys)}"
                await self.floor.play_money.put_in(self.floor.house, self.table, seat, note, key)
            await self.floor.house.shows(self.table)
            return
        await self.send(Deposit(player, PLAY_MONEY), "note-acceptor", "cashier")
        await self.send(ask.BuyIn(seat, PLAY_MONEY), player, "player")

    async def card(self, player: str, seat: int) -> None:
        """Where the book asks for one: a player card, issued and put in."""
        house = self.floor.house
        conduct = house.rooms[self.table].life.conduct
        if conduct is None or not conduct.card:
            return
        if not await house.cage.own_card(player):
            await self.send(IssueCard(player), "cage-1", "cashier")
        number = await house.cage.own_card(player)
        await self.send(InsertCard(seat, number), player, "player")


async def seat_guest(floor: ServerState, session: Session) -> None:
    """A guest who comes in by a link finds a seat and play money."""
    room = floor.house.rooms.get(session.table or "")
    if (
        session.kind == "player"
        and session.seat is not None
        and room is not None
        and session.seat not in room.life.seats.players
    ):
        await Player(floor, room.table).seat(session.person, session.seat)


def table_keeper(table: TableConfig, pace: float = 1.0) -> Callable[[ServerState], Awaitable[None]]:
    """A background job that keeps one table going for as long as no crew is at its screen."""

    async def keep(floor: ServerState) -> None:
        room = floor.house.rooms[table.name]
        room.house_dealer = True
        house = Player(floor, table.name)
        chance = SystemRandom()
        bots = frozenset(range(1, table.bots + 1))
        for seat in bots:
            if seat not in room.life.seats.players:
                await house.seat(f"{table.name}-house-{seat}", seat)
        while True:
            try:
                await _round(floor, table, house, chance, bots, pace)
            except StoreError:
                await asyncio.sleep(1)

    return keep


async def _round(
    floor: ServerState, table: TableConfig, house: Player, chance: SystemRandom, bots: frozenset[int], pace: float
) -> None:
    """Bets, then whatever the dealer does until the round is over."""
    room = floor.house.rooms[table.name]
    await _call_for_bets(floor, table, house, chance, bots, pace)
    while uncalled(room.life) and crew_is_present(floor, table.name):
        await asyncio.sleep(pace * STEP_SECONDS)  # a crew at its screen calls when it is ready
    for seat in bots:
        player = room.life.seats.players.get(seat)
        if player is None:
            continue
        for _ in range(chance.randint(1, 3)):
            command = await asyncio.to_thread(_wager, room, seat, chance, floor.house.now())
            if command is not None:
                await house.send(command, player, "player")
                await asyncio.sleep(pace * 0.3)
        if room.life.game is not None and room.life.game.balances.get(seat, 0) < PLAY_MONEY // 10:
            await house.buys_in(player, seat)
    await asyncio.sleep(pace * BETTING_SECONDS)
    before = room.life.game.round if room.life.game else 0
    waited = 0.0
    while room.life.game is not None and room.life.game.round == before:
        await asyncio.sleep(pace * STEP_SECONDS)
        if crew_is_present(floor, table.name):
            continue
        with room.lock:
            step = next_step(room.life, chance, floor.house.now(), bots, waited > SLOWEST_GUEST)
        if step is None:
            waited += STEP_SECONDS
            continue
        waited = 0.0
        await house.send(*step)
        if room.life.phase != BETTING:
            await asyncio.sleep(pace * STEP_SECONDS)


async def _call_for_bets(
    floor: ServerState, table: TableConfig, house: Player, chance: SystemRandom, bots: frozenset[int], pace: float
) -> None:
    """Where wagers are taken only from the call on, it comes first; where a draw is bound before it, after that."""
    room = floor.house.rooms[table.name]
    for _ in range(MOST_WAITS):
        with room.lock:
            drawn = room.life.opening.opens_rounds and room.life.draws.betting is None
            step = None if drawn else next_step(room.life, chance, floor.house.now(), bots)
        if step is not None and isinstance(step[0], OpenBets) and not crew_is_present(floor, table.name):
            await house.send(*step)
            await floor.house.shows(table.name)
        if not drawn:
            return
        await asyncio.sleep(pace * STEP_SECONDS / 4)


def _wager(room: Room, seat: int, chance: SystemRandom, at: int) -> ask.Command | None:
    with room.lock:
        return bot_wager(room.life, seat, chance, at)


def crew_is_present(floor: ServerState, table: str) -> bool:
    return any(screen.session.kind == "crew" for screen in floor.screens.by_table.get(table, ()))
