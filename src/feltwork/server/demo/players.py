"""People at the tables of a demonstration who are at no screen: house players, and guests who come and go."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING

from feltwork.cage.commands import AtCage, Deposit, InsertCard, InsertTicket, IssueCard, PrintTicket
from feltwork.cage.numbers import ticket_number
from feltwork.cage.state import OPEN, Cage, Ticket
from feltwork.engine.envelope import Body, Envelope
from feltwork.store.port import Answer, Person
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import HandInTokens, RedeemColour
from feltwork.table.live.state import LiveTable
from feltwork.views.views import staked

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

PLAY_MONEY = 100_000
HOUSE_NAMES = (
    ("Ada", "Bram", "Cleo"),
    ("Dora", "Emil", "Faye"),
    ("Gus", "Hana", "Ivo"),
    ("Jun", "Kira", "Leo"),
    ("Mia", "Nils", "Opal"),
    ("Pia", "Quin", "Rosa"),
    ("Sam", "Tess", "Udo"),
    ("Vera", "Will", "Yara"),
)
"""What staff call the house's own players, table by table."""


def house_name(table: str, seat: int) -> str:
    """How the house's own player at a seat is known."""
    return f"{table}-house-{seat}"


def house_called(table: int, seat: int) -> str:
    """What the house's own player at a seat of the so-manyeth table is called.

    >>> house_called(0, 1), house_called(1, 1)
    ('Ada', 'Dora')
    """
    names = HOUSE_NAMES[table % len(HOUSE_NAMES)]
    return names[(seat - 1) % len(names)]


def house_seats(live: LiveTable) -> dict[int, str]:
    """The seats that the house's own players have."""
    known = f"{live.table}-house-"
    return {seat: player for seat, player in live.seats.players.items() if player.startswith(known)}


def own_tickets(cage: Cage, player: str, now: int) -> list[tuple[int, Ticket]]:
    """The tickets that hold a player's credits and can still be put in, each with its serial."""
    return [
        (serial, ticket)
        for serial, ticket in cage.tickets.items()
        if (ticket.player, ticket.standing) == (player, OPEN) and now < ticket.expires
    ]


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

    async def is_called(self, player: str, name: str) -> None:
        """Staff read this name; the log has the id alone."""
        await asyncio.to_thread(self.floor.house.reader.people.save, Person(player, name))

    async def seat(self, player: str, seat: int) -> None:
        """Sit down with play money."""
        await self.send(ask.Sit(player, seat), player, "player")
        await self.buys_in(player, seat)
        await self.card(player, seat)

    async def buys_in(self, player: str, seat: int) -> None:
        """Play money: notes where a terminal takes nothing else, a deposit at the cage elsewhere."""
        conduct = self.floor.house.rooms[self.table].live.conduct
        if conduct is not None and conduct.terminals.credited:
            note = max(conduct.terminals.notes)
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
        conduct = house.rooms[self.table].live.conduct
        if conduct is None or not conduct.terminals.card:
            return
        if not await house.cage.own_card(player):
            await self.send(IssueCard(player), "cage-1", "cashier")
        number = await house.cage.own_card(player)
        await self.send(InsertCard(seat, number), player, "player")

    async def sits(self, player: str, seat: int) -> bool:
        """Sit down with one's own money, or with play money where there is none; False where the seat is taken."""
        if (await self.send(ask.Sit(player, seat), player, "player")).reason:
            return False
        await self.card(player, seat)
        house, now = self.floor.house, self.floor.house.now()
        for serial, ticket in await house.cage.look(lambda cage: own_tickets(cage, player, now)):
            number = ticket_number(house.till.key, serial, ticket.amount, ticket.expires)
            await self.send(InsertTicket(seat, number), player, "player")
        game = house.rooms[self.table].live.game
        if game is not None and not game.balances.get(seat):
            await self.buys_in(player, seat)
        return True

    async def gets_up(self, seat: int) -> bool:
        """Somebody who is not here is cashed out into a ticket of their own, and the seat is free.

        Not while a wager of theirs lies on the layout: what is on the felt plays on.
        """
        room = self.floor.house.rooms[self.table]
        game, player = room.live.game, room.live.seats.players.get(seat)
        if game is None or player is None or staked(game, seat):
            return False
        owed: list[Body] = [RedeemColour(seat)] if game.checks.get(seat) else []
        owed += [HandInTokens(seat)] if game.tokens.get(seat) else []
        owed += [PrintTicket(seat)] if game.balances.get(seat) or game.checks.get(seat) else []
        for body in (*owed, ask.Leave(seat)):
            if (await self.send(body, player, "player")).reason:
                return False
        return True
