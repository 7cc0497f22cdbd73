"""The laboratory from Python: prepare a strategy at a table once, then ask for exact or simulated sessions.

>>> from feltwork.games import book_names
>>> from feltwork.lab.strategy import keep, odds
>>> ready = prepare(keep("line", 10) + odds(2), book_names()[0], bankroll=300)
>>> round(ready.session(rolls=100).figures.mean / 100, 4)
297.0673
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from feltwork.games import open_book
from feltwork.games.book import Book
from feltwork.lab.simulate.by_wager import ByWager, with_ends
from feltwork.lab.simulate.exact import NotExactError, Session, exact_session
from feltwork.lab.simulate.finish import Finish, finish_of
from feltwork.lab.simulate.job import Job
from feltwork.lab.simulate.run import Simulated, simulate
from feltwork.lab.simulate.tables import Tables, build, form_of
from feltwork.lab.strategy.choice import choice_of
from feltwork.lab.strategy.compile import Automaton, TooManyStatesError, compile_strategy
from feltwork.lab.strategy.named import find_strategy
from feltwork.lab.strategy.runner import Played
from feltwork.lab.strategy.strategy import Strategy, cents
from feltwork.table.play.state import Limit, TableRules


@dataclass(frozen=True)
class Prepared:
    """A strategy at a table with a bankroll."""

    strategy: Strategy
    book: Book
    rules: TableRules
    bankroll: int
    automaton: Automaton | None = field(repr=False)
    """``None`` where the strategy cannot be compiled,"""
    why: str = ""
    """for this reason: then it is played wager by wager."""

    @cached_property
    def tables(self) -> Tables:
        if self.automaton is None:
            raise NotExactError(f"{self.why}; `feltwork session --simulate` plays a few sessions of it, wager by wager")
        return build(self.automaton)

    @property
    def form(self) -> str:
        """Which form the compiler chose, in words."""
        return form_of(self.tables)

    @cached_property
    def finish(self) -> Finish:
        """What its wagers come to that stand at the end of a session."""
        self.tables  # noqa: B018  # says why there is no table
        assert self.automaton
        return finish_of(self.automaton)

    def session(
        self, rolls: int = 500, *, finish: bool = False, progress: Callable[[int], None] | None = None
    ) -> Session:
        """The exact distribution; a ``NotExactError`` says why there is none.

        To ``finish`` is to play out what stands after so many rolls, without more wagers.
        """
        if self.automaton and self.automaton.choices > 1:
            raise NotExactError("a function that chooses layouts has no exact session; add --simulate to simulate it")
        if self.automaton is None:
            raise NotExactError(f"{self.why}; add --simulate to play a few sessions of it, wager by wager")
        Job(self.tables, rolls, 1, 0)
        return exact_session(self.automaton, self.tables, rolls, progress, self.finish if finish else None)

    def simulate(
        self,
        sessions: int,
        rolls: int = 500,
        seed: int = 1,
        *,
        backend: str = "auto",
        threads: int | None = None,
        finish: bool = False,
        progress: Callable[[int], None] | None = None,
    ) -> Simulated:
        """So many sessions; the same seed gives the same sessions on every backend.

        To ``finish`` is to play out what stands after so many rolls, without more wagers. A strategy that has no table
        is played wager by wager, some thousand results a second.
        """
        if self.automaton is None:
            return self._by_wager.simulate(sessions, rolls, seed, finish, progress)
        return self.told(simulate(self.job(rolls, sessions, seed, finish=finish), backend, threads, progress=progress))

    def job(self, rolls: int, sessions: int, seed: int, *, finish: bool = False) -> Job:
        """These sessions as work for the kernels."""
        choice = choice_of(self.strategy)
        tables = self.finish.tables if finish else None
        return Job(self.tables, rolls, sessions, seed, choice.choose if choice else None, tables)

    def told(self, done: Simulated) -> Simulated:
        """A simulation of this strategy, with what was wanted and not placed, and with what stands at its end."""
        assert self.automaton
        return with_ends(done, self.automaton, self.tables)

    def play(self, seed: int, session: int, rolls: int = 500, *, finish: bool = False) -> Played:
        """One of those sessions again, at a real table, every wager through ``decide``."""
        return self._by_wager.play(seed, session, rolls, finish=finish)

    @property
    def results(self) -> int:
        """How many results a round has, all equally likely."""
        return self._by_wager.results

    @property
    def _by_wager(self) -> ByWager:
        return ByWager(self.strategy, self.book, self.rules, self.bankroll)


def prepare(
    strategy: Strategy | str,
    book: str | Book,
    *,
    bankroll: object = 300,
    chip: int | None = None,
    limits: Mapping[str, Limit] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Prepared:
    """Compile a strategy (or its name, or its text) at a table of a book; ``progress`` is told of each state."""
    wanted = find_strategy(strategy) if isinstance(strategy, str) else strategy
    opened = open_book(book) if isinstance(book, str) else book
    rules = TableRules(opened.default_chip if chip is None else chip, limits or {})
    money = cents(bankroll)
    try:
        return Prepared(wanted, opened, rules, money, compile_strategy(wanted, opened, rules, money, progress))
    except TooManyStatesError as wrong:
        return Prepared(wanted, opened, rules, money, None, str(wrong))
