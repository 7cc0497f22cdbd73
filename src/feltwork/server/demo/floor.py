"""The demonstration floor: one table of each game, house players in some seats, a house dealer where no crew is."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from random import SystemRandom
from typing import TYPE_CHECKING

from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.demo.dealing import bot_wager, next_step
from feltwork.server.demo.players import PLAY_MONEY, Player, house_called, house_name, house_seats
from feltwork.server.opening import supervisor_session
from feltwork.server.sockets.room import Room
from feltwork.store.port import StoreError
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import OpenBets
from feltwork.table.live.topic import BETTING
from feltwork.views.views import uncalled

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

BETTING_SECONDS = 14.0
STEP_SECONDS = 1.6
MAX_WAITS = 40
SLOWEST_GUEST = 20.0
ROOM_TO_SPARE = 3
"""Seats that are free before a house player who got up comes back."""


SECOND_PERSON = "shift-manager"


def enrol_second(floor: ServerState, config: FloorConfig) -> str:
    """An account for the second person that a late correction needs; its password."""
    password = secrets.token_urlsafe(9)
    roles = tuple(role for _, role in supervisor_session(config).people)
    floor.staff.add(SECOND_PERSON, "supervisor", roles, password, replace=True)
    return password


def table_keeper(table: TableConfig, pace: float = 1.0) -> Callable[[ServerState], Awaitable[None]]:
    """A background job that keeps one table going for as long as no crew is at its screen."""

    async def keep(floor: ServerState) -> None:
        room = floor.house.rooms[table.name]
        room.guest_seconds = max(1, round(pace * SLOWEST_GUEST))
        house = Player(floor, table.name)
        chance = SystemRandom()
        number = list(floor.house.rooms).index(table.name)
        for seat in range(1, table.bots + 1):
            await house.is_called(house_name(table.name, seat), house_called(number, seat))
            if seat not in room.live.seats.players:
                await house.seat(house_name(table.name, seat), seat)
        while True:
            try:
                await _come_back(room, table, house)
                await _round(floor, table, house, chance, pace)
            except StoreError:
                await asyncio.sleep(1)

    return keep


async def _come_back(room: Room, table: TableConfig, house: Player) -> None:
    """A house player who made room for a guest sits down again once there is room to spare."""
    taken = room.live.seats.players
    away = [seat for seat in range(1, table.bots + 1) if seat not in taken]
    if away and not room.seat_wanted and room.live.opening.capacity - len(taken) >= ROOM_TO_SPARE:
        await house.seat(house_name(table.name, away[0]), away[0])


async def _round(floor: ServerState, table: TableConfig, house: Player, chance: SystemRandom, pace: float) -> None:
    """Bets, then whatever the dealer does until the round is over."""
    room = floor.house.rooms[table.name]
    await _call_for_bets(floor, table, house, chance, pace)
    while uncalled(room.live) and crew_is_present(floor, table.name):
        await asyncio.sleep(pace * STEP_SECONDS)  # a crew at its screen calls when it is ready
    for seat, player in sorted(house_seats(room.live).items())[room.seat_wanted :]:  # one is getting up
        for _ in range(chance.randint(1, 3)):
            command = await asyncio.to_thread(_wager, room, seat, chance, floor.house.now())
            if command is not None:
                await house.send(command, player, "player")
                await asyncio.sleep(pace * 0.3)
        if room.live.game is not None and room.live.game.balances.get(seat, 0) < PLAY_MONEY // 10:
            await house.buys_in(player, seat)
    await asyncio.sleep(pace * BETTING_SECONDS)
    before = room.live.game.round if room.live.game else 0
    waited = 0.0
    while room.live.game is not None and room.live.game.round == before:
        await asyncio.sleep(pace * STEP_SECONDS)
        if crew_is_present(floor, table.name):
            continue
        with room.lock:
            bots = frozenset(house_seats(room.live))
            step = next_step(room.live, chance, floor.house.now(), bots, waited > SLOWEST_GUEST)
        if step is None:
            waited += STEP_SECONDS
            continue
        waited = 0.0
        await house.send(*step)
        if room.live.phase != BETTING:
            await asyncio.sleep(pace * STEP_SECONDS)


async def _call_for_bets(
    floor: ServerState, table: TableConfig, house: Player, chance: SystemRandom, pace: float
) -> None:
    """Where wagers are taken only from the call on, it comes first; where a draw is bound before it, after that."""
    room = floor.house.rooms[table.name]
    for _ in range(MAX_WAITS):
        with room.lock:
            drawn = room.live.opening.opens_rounds and room.live.draws.betting is None
            bots = frozenset(house_seats(room.live))
            step = None if drawn else next_step(room.live, chance, floor.house.now(), bots)
        if step is not None and isinstance(step[0], OpenBets) and not crew_is_present(floor, table.name):
            await house.send(*step)
            await floor.house.shows(table.name)
        if not drawn:
            return
        await asyncio.sleep(pace * STEP_SECONDS / 4)


def _wager(room: Room, seat: int, chance: SystemRandom, at: int) -> ask.Command | None:
    with room.lock:
        return bot_wager(room.live, seat, chance, at)


def crew_is_present(floor: ServerState, table: str) -> bool:
    return any(screen.session.kind == "crew" for screen in floor.screens.by_table.get(table, ()))
