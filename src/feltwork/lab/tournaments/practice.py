"""One table of a tournament for a person among bots: for practice, never on a live screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol

from feltwork.games.book import Book
from feltwork.games.tournament import SessionRules
from feltwork.lab.tournaments.bots import Bot
from feltwork.lab.tournaments.layouts import LayoutTable, of_plan
from feltwork.lab.tournaments.plan import Plan
from feltwork.refusal import Refusal
from feltwork.tournament.betting import find_place
from feltwork.tournament.live.state import conditions_at
from feltwork.tournament.placings import Places, by_chips, last_out_first
from feltwork.tournament.session import IN, Round, Session
from feltwork.tournament.steps import Open, Pass, Wagers


class PracticeTable(Protocol):
    """A table that a round is played at, whatever the book."""

    me: str

    def begin(self) -> tuple[int, int]:
        """Begin a round; its limits."""
        ...

    def wagers(self, lines: Sequence[Open]) -> Refusal | None: ...

    def passes(self) -> Refusal | None: ...

    def decide(self, left: int) -> list[str]:
        """The bots wager, chance decides with so many rounds left; what is told of it."""
        ...

    def chips(self) -> dict[str, int]:
        """Of those who are in."""
        ...

    def places(self) -> Places:
        """The order as it stands."""
        ...


def practice_table(plan: Plan, me: str, chance: Random) -> PracticeTable:
    """The first session of a plan at one table, with this person in the first seat."""
    book, rules = plan.opened()
    players = (me, *plan.base.players[1:])
    bots = dict(zip(players[1:], plan.field()[1:], strict=True))
    if rules is None:
        return _OnLayout(plan, book, players, bots, chance)
    return _Described(plan, book, rules, players, bots, chance)


class _Described:
    """A session as the book describes it."""

    def __init__(
        self,
        plan: Plan,
        book: Book,
        rules: SessionRules,
        players: Sequence[str],
        bots: Mapping[str, Bot],
        chance: Random,
    ) -> None:
        self.me, self._bots, self._chance, self._book = players[0], bots, chance, book
        conditions = conditions_at(of_plan(plan, 1), tuple(players))
        self._session = Session(book, rules, conditions)
        self._number = 0
        self._round: Round | None = None

    def begin(self) -> tuple[int, int]:
        self._number += 1
        limits = self._session.conditions.limits_of(self._number)
        order = self._session.conditions.order
        self._round = self._session.begin(*limits, self._session.players, self.me if order else None)
        return limits

    def wagers(self, lines: Sequence[Open]) -> Refusal | None:
        assert self._round is not None
        return self._session.act(self._round, Wagers(self.me, tuple(lines)))

    def passes(self) -> Refusal | None:
        assert self._round is not None
        return self._session.act(self._round, Pass(self.me))

    def decide(self, left: int) -> list[str]:
        session, playing, conditions = self._session, self._round, self._session.conditions
        assert playing is not None
        chips = sorted((player.chips for player in session.still_in()), reverse=True)
        target = chips[min(max(conditions.advance, 1), len(chips)) - 1]
        for name in playing.playing:
            if name in self._bots:
                limits = (playing.minimum, playing.maximum)
                habit = self._bots[name].habit(left)
                playing.done[name].stakes = (habit.stake(session.players[name].chips, limits, target, self._chance),)
        pocket = self._chance.randrange(len(self._book.wheel))
        least = conditions.limits_of(self._number + 1)[0] if left > 1 else 1
        outcome = session.close(playing, pocket, (), least)
        told = [f"{name}: {each.words} ({each.clause})" for name, each in outcome.told]
        return [f"The ball: {self._book.wheel[pocket]}", *told]

    def chips(self) -> dict[str, int]:
        return {player.name: player.chips for player in self._session.still_in()}

    def places(self) -> Places:
        inside = [player.name for player in self._session.players.values() if player.state == IN]
        return [*by_chips(inside, self.chips()), *last_out_first(self._session.out)]


class _OnLayout:
    """A session by its conditions, on the game's own layout."""

    def __init__(self, plan: Plan, book: Book, players: Sequence[str], bots: Mapping[str, Bot], chance: Random) -> None:
        self.me, self._book, self._bots, self._chance = players[0], book, bots, chance
        self._table = LayoutTable(plan, book, 1, players)
        self._limits = (0, 0)

    def begin(self) -> tuple[int, int]:
        self._limits = self._table.begin()
        return self._limits

    def wagers(self, lines: Sequence[Open]) -> Refusal | None:
        for line in lines:
            place = find_place(self._book, line)
            if isinstance(place, Refusal):
                return place
            amount = line.amount if isinstance(line.amount, int) else 0
            refused = self._table.place(self.me, type(place)(place.wager, place.on, amount))
            if refused:
                return refused
        return None

    def passes(self) -> Refusal | None:
        return None  # no wager in this round; the conditions say what follows

    def decide(self, left: int) -> list[str]:
        self._table.bots_place(self._bots, left, self._limits, self._chance)
        dice = (self._chance.randint(1, 6), self._chance.randint(1, 6))
        found = self._table.roll(dice, last=left == 1, chance=self._chance)
        if isinstance(found, Refusal):
            return [str(found)]
        told = [f"{name}: {words} ({clause})" for name, clause, words in found.told]
        return [f"The dice: {found.result}", *told]

    def chips(self) -> dict[str, int]:
        return {name: self._table.heat.chips(name) for name in self._table.playing()}

    def places(self) -> Places:
        return self._table.order()
