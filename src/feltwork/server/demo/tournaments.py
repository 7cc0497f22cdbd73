"""A practice tournament of the demonstration: drafted for whoever takes the desk, with house players in some seats."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import Envelope
from feltwork.games.registry import games
from feltwork.games.tournament import Who
from feltwork.server.opening import SUPERVISOR
from feltwork.store.port import StoreError
from feltwork.table.live.asker import PLAYER, Asked, Asker
from feltwork.tournament.live.aggregate import AGGREGATE
from feltwork.tournament.live.probing import Nowhere, plain_wagers, refused
from feltwork.tournament.live.state import BETTING, CLOSED, OPEN, RUNNING, Heat, Tournament
from feltwork.tournament.live.topics import drafting, entries, starting, wagering

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

NAME = "practice-cup"
HOUSE = "house-"
NAMES = ("ada", "bo", "cleo", "dov", "edie", "finn", "gwen", "hugo", "iris", "jude", "kit", "lena")
"""What house players are called; further ones have numbers."""
STEP_SECONDS = 1.2
PLAY_MONEY = 100_000
SHARE = 3
"""House players take so many of four seats at most; the others are for guests."""
SECRETLY, PASSING = 0.08, 0.08
"""How often a house player hands in a form, or plays a pass card."""
STAKES = (1, 1, 2, 3, 5)
"""In minimums of the round."""
Order = tuple[Asked, str]
"""A command, and the house player who sends it."""


def tournament_keeper(pace: float = 1.0) -> Callable[[ServerState], Awaitable[None]]:
    """A background job: there is a draft to begin with, and house players enter and play whatever is published."""

    async def keep(floor: ServerState) -> None:
        born, numbers, chance = floor.house.now(), itertools.count(), SystemRandom()

        async def send(name: str, body: Any, person: str, role: str) -> None:
            key = f"house-cup-{born}-{next(numbers)}"
            await floor.house.send(Envelope(key, name, person, role, body))

        reader = floor.house.readers.aggregates
        if NAME not in await reader.names(AGGREGATE):
            await send(NAME, *_first_draft())
        while True:
            await asyncio.sleep(pace * STEP_SECONDS)
            try:
                for name in await reader.names(AGGREGATE):
                    order = await reader.look(
                        AGGREGATE, name, partial(next_order, chance=chance, now=floor.house.now())
                    )
                    if order is None:
                        continue
                    body, person = order
                    if isinstance(body, entries.EnterTournament):
                        await send("cage", Deposit(person, PLAY_MONEY), "note-acceptor", "cashier")
                    await send(name, body, person, PLAYER)
            except StoreError:
                await asyncio.sleep(1)

    return keep


def _first_draft() -> tuple[drafting.DraftTournament, str, str]:
    """The example of the first book whose rules of a session are its own, as a draft of the desk's."""
    rules = next(game.tournament for game in games() if game.tournament and game.tournament.session)
    return drafting.DraftTournament(dict(rules.example)), SUPERVISOR, rules.roles[Who.OPERATOR][0]


def next_order(state: Tournament, chance: Random, now: int) -> Order | None:
    """What some house player does next in a tournament; nothing while it is somebody else's turn."""
    found = [order for order in _orders(state, chance) if _taken(state, order, now)]
    return chance.choice(found) if found else None


def _taken(state: Tournament, order: Order, now: int) -> bool:
    body, person = order
    return refused(state, body, Asker(person, PLAYER, now), Nowhere(now)) is None


def _orders(state: Tournament, chance: Random) -> list[Order]:
    terms = state.terms
    if terms is None:
        return []
    own = [name for name in state.entries if name.startswith(HOUSE)]
    if state.phase == OPEN and len(own) < max(terms.entry.least, terms.entry.most * SHARE // 4):
        name = f"{HOUSE}{NAMES[len(own)] if len(own) < len(NAMES) else len(own) + 1}"
        return [(entries.EnterTournament(name, form=True, agreed=True), name)]
    if state.phase == CLOSED:
        return [(starting.BuyTournamentChips(name), name) for name in own if name in state.coming]
    if state.phase != RUNNING:
        return []
    acts = [_act(state, heat, name, chance) for heat in state.heats.values() for name in heat.still_in() if name in own]
    return [act for act in acts if act is not None]


def _act(state: Tournament, heat: Heat, name: str, chance: Random) -> Order | None:
    """What a house player does in a round, once."""
    terms = state.terms
    assert terms is not None
    done = heat.round.done.get(name) if heat.round else None
    lies = heat.game is not None and any(each.seat == heat.seat(name) for each in heat.game.layout)
    if heat.phase != BETTING or lies or name in heat.forms or (heat.round is not None and (done is None or done.acted)):
        return None
    low, high = (heat.round.minimum, heat.round.maximum) if heat.round else terms.wagers.at(heat.number)
    amount = min(low * chance.choice(STAKES), high, heat.chips(name) // low * low)
    wager = chance.choice(plain_wagers(state))
    player, draw = heat.players[name], chance.random()
    if player.cards and draw < PASSING:
        return wagering.PlayPassCard(heat.table, name), name
    if player.forms and draw > 1 - SECRETLY:
        return wagering.HandInForm(heat.table, name, wager, None, amount), name
    line = wagering.WagerLine(wager, max(amount, low))
    return wagering.PlaceTournamentWagers(heat.table, name, heat.seat(name), [line]), name
