"""Sessions played at a real table, wager by wager, and what stands at the end of any session."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from feltwork.games.book import Book
from feltwork.lab.simulate import stream
from feltwork.lab.simulate.interval import interval_of
from feltwork.lab.simulate.job import Tally
from feltwork.lab.simulate.run import Simulated
from feltwork.lab.simulate.standing import at_end_of
from feltwork.lab.simulate.tables import Tables
from feltwork.lab.simulate.unplaced import NotPlaced, not_placed
from feltwork.lab.strategy.compile import Automaton, rest_key
from feltwork.lab.strategy.rounds import Rounds
from feltwork.lab.strategy.runner import Played, play_session
from feltwork.lab.strategy.strategy import Strategy
from feltwork.outcomes import Selection
from feltwork.table.play.state import TableRules, TableState


def with_ends(done: Simulated, automaton: Automaton, tables: Tables) -> Simulated:
    """A simulation with what was wanted and not placed, and with what stands at its end."""
    chances = {rest: many / done.sessions for rest, many in done.rests.items()}
    at_end = at_end_of(automaton.rests, chances, done.figures.mean, finished=done.finished)
    return replace(done, unmet=not_placed(automaton, tables, done.visits), at_end=at_end)


@dataclass(frozen=True)
class ByWager:
    """A strategy at a real table: some thousand results a second."""

    strategy: Strategy
    book: Book
    rules: TableRules
    bankroll: int

    def simulate(
        self, sessions: int, rolls: int, seed: int, finish: bool, progress: Callable[[int], None] | None
    ) -> Simulated:
        """So many sessions, counted."""
        began, tally, fell = time.perf_counter(), Tally(), 0
        unmet: Counter[tuple[str, Selection, str, str]] = Counter()
        rests: dict[object, tuple[TableState, int]] = {}
        for session in range(sessions):
            played = self.play(seed, session, rolls, finish=finish)
            key = rest_key(played.table)
            rests[key] = (played.table, rests.get(key, (played.table, 0))[1] + 1)
            tally.add(Tally(Counter([played.final]), played.rolls, Counter([played.ends])))
            fell += played.drawdown
            unmet.update(played.unmet)
            if progress:
                progress(1)
        seconds = time.perf_counter() - began
        lacked = tuple(NotPlaced(*key, times / sessions) for key, times in unmet.items())
        figures, tables = tally.figures(), [table for table, _ in rests.values()]
        chances = {number: many / sessions for number, (_, many) in enumerate(rests.values())}
        at_end = at_end_of(tables, chances, figures.mean, finished=finish)
        return Simulated(
            figures,
            sessions,
            tally.rolls,
            seconds,
            "plain",
            1,
            interval_of(figures, sessions, None, 0),
            fell / sessions,
            unmet=lacked,
            at_end=at_end,
        )

    def play(self, seed: int, session: int, rolls: int = 500, *, finish: bool = False) -> Played:
        """One session, every wager through ``decide``."""
        results = stream.results_of(seed, session, self.results)
        return play_session(self.strategy, self.book, self.rules, self.bankroll, results, rolls, finish=finish)

    @property
    def results(self) -> int:
        """How many results a round has, all equally likely."""
        return Rounds(self.book).count
