"""A table of a tournament whose sessions go by the conditions: wagers lie on the game's own layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from msgspec.structs import replace

from feltwork.games.book import Book
from feltwork.lab.tournaments.bots import Bot
from feltwork.lab.tournaments.plan import Plan
from feltwork.refusal import Refusal
from feltwork.table.play.commands import Bet, NoMoreBets
from feltwork.table.play.decide import decide
from feltwork.table.play.evolve import evolve
from feltwork.table.play.saved import open_game, save_game
from feltwork.table.play.state import TableState
from feltwork.tournament.betting import Stake
from feltwork.tournament.live.play import limits_of, ranking, start_heat, table_rules, undecided
from feltwork.tournament.live.settling import Settled, settled_on_layout, taken_up
from feltwork.tournament.live.state import CHIP, RUNNING, Tournament, advance_from, on_rail
from feltwork.tournament.live.topics.rounds import HeatEnded, PlayOffCalled, after
from feltwork.tournament.placings import Places

NAME = "table"


def of_plan(plan: Plan, session: int) -> Tournament:
    """A tournament in the middle of a session, as far as its rounds look at it."""
    return Tournament("practice", RUNNING, f'{{"tournament":"{plan.book}"}}', terms=plan.terms, session=session)


class LayoutTable:
    """One table of one session, by the rules of live tournaments and without their people."""

    def __init__(self, plan: Plan, book: Book, session: int, players: Sequence[str]) -> None:
        """``session`` counts from 1."""
        self.tournament = of_plan(plan, session)
        self.book, self.heat = book, start_heat(self.tournament, NAME, tuple(players))
        self.places: Places = []
        """The order, once the session is over here."""
        self._open: TableState | None = None

    def playing(self) -> list[str]:
        """Who plays the next round."""
        heat = self.heat
        return [name for name in heat.still_in() if heat.ties is None or name in heat.ties.tied]

    def begin(self) -> tuple[int, int]:
        """Begin a round; its limits."""
        heat, limits = self.heat, limits_of(self.tournament, self.heat)
        heat.number += 1
        assert heat.game is not None
        heat.game = replace(heat.game, rules=table_rules(self.book, *limits))
        self._open = open_game(heat.game, self.book)
        return limits

    def place(self, name: str, stake: Stake) -> Refusal | None:
        """Put a wager down, or say why not."""
        assert self._open is not None
        events = decide(self._open, Bet(self.heat.seat(name), stake.wager, stake.amount * CHIP, stake.on))
        if isinstance(events, Refusal):
            return events
        for event in events:
            evolve(self._open, event)
        return None

    def bots_place(self, bots: Mapping[str, Bot], left: int, limits: tuple[int, int], chance: Random) -> None:
        """Every bot puts down what its habit says, unless that lies already or may not be made now."""
        heat = self.heat
        chips = sorted((heat.chips(name) for name in heat.still_in()), reverse=True)
        target = chips[min(advance_from(self.tournament, heat) or 1, len(chips)) - 1]
        for name in self.playing():
            if name in bots and (held := on_rail(heat.game, heat.seat(name)) // CHIP) >= limits[0]:
                stake = bots[name].habit(left).stake(held, limits, target, chance)
                assert self._open is not None
                if (heat.seat(name), stake.wager, stake.on) not in self._open.layout:
                    self.place(name, stake)

    def roll(self, dice: tuple[int, int], *, last: bool, chance: Random) -> Settled | Refusal:
        """The dice decide the round; after the last one the table has an order, by lot where an official would say."""
        heat = self.heat
        assert self._open is not None
        closed = decide(self._open, NoMoreBets())
        for event in () if isinstance(closed, Refusal) else closed:  # where the game has such a call
            evolve(self._open, event)
        heat.game = save_game(self._open)
        found = settled_on_layout(self.tournament, heat, list(dice))
        if isinstance(found, Refusal):
            return found
        for name, count in found.chips.items():
            heat.players[name].chips = count
        self._follows(last, chance)
        return found

    def by_lot(self, chance: Random) -> None:
        """Decide by lot between those who are level, and end the session here."""
        while tied := undecided(self.tournament, self.heat, ranking(self.heat)):
            self.heat.ordered = (*self.heat.ordered, tuple(chance.sample(tied, len(tied))))
        self.places = ranking(self.heat)

    def _follows(self, last: bool, chance: Random) -> None:
        for event in after(self.tournament, self.heat, last):
            match event:
                case HeatEnded():
                    self.places = [list(place) for place in event.places]
                case PlayOffCalled():
                    self.heat.ties = event.ties
                    self.heat.game = taken_up(self.heat, event.ties.tied)
                case _:
                    self.by_lot(chance)

    def order(self) -> Places:
        """Everybody by place: as it stands, or for good once the session is over."""
        return self.places or ranking(self.heat)
