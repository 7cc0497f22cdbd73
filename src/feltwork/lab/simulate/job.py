"""Which sessions are simulated, and what they came to: the values that every backend takes and gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import gcd

import numpy as np
from numpy.typing import NDArray

from feltwork.lab.simulate.figures import Figures, figures_of
from feltwork.lab.simulate.tables import Tables
from feltwork.lab.strategy.reconcile import RUINED, STOPPED
from feltwork.lab.strategy.strategy import StrategyError

MAX_BINS = 1 << 20
MAX_SESSIONS, MAX_ROLLS, MAX_SEED = 10**12, 10**8, 1 << 63
Piece = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int8], NDArray[np.int32]]
"""Of each session: what it ended with, its rolls, how it ended, and which rest of the layout stands (-1: none)."""
Runner = Callable[["Job", int, int], Piece]


@dataclass(frozen=True)
class Job:
    """Which sessions: compiled tables, rolls a session at most, how many, and the seed."""

    tables: Tables
    rolls: int
    sessions: int
    seed: int
    choose: Callable[[int, int, int, int], int] | None = None
    """Asked before each result which layout is wanted, where there are several."""
    finish: Tables | None = None
    """What stands at the end is played out by these, where that is asked for; their first states are the rests."""

    @property
    def unit(self) -> int:
        """What sessions can end with differs by multiples of this."""
        return gcd(self.tables.unit, self.finish.unit if self.finish else 0)

    def __post_init__(self) -> None:
        for what, value, most in (("sessions", self.sessions, MAX_SESSIONS), ("rolls", self.rolls, MAX_ROLLS)):
            if not isinstance(value, int):
                raise StrategyError(f"{what} are a whole number, not {value!r}")
            if not 1 <= value <= most:
                raise StrategyError(f"{what} are 1 to {most:,}, not {value:,}")
        if not 0 <= self.seed < MAX_SEED:
            raise StrategyError(f"a seed is 0 to {MAX_SEED - 1}, not {self.seed}")


@dataclass
class Tally:
    """What the sessions came to, counted."""

    finals: Counter[int] = field(default_factory=Counter)
    rolls: int = 0
    endings: Counter[int] = field(default_factory=Counter)
    rests: Counter[int] = field(default_factory=Counter)
    """How many sessions leave each rest standing."""

    @staticmethod
    def of(piece: Piece, unit: int = 1) -> Tally:
        """A piece counted; what sessions end with differs by whole units."""
        low, high = int(piece[0].min()), int(piece[0].max())
        if (high - low) // unit < MAX_BINS:
            counts = np.bincount((piece[0] - low) // unit)
            finals = np.flatnonzero(counts)
            counts, finals = counts[finals], finals * unit + low
        else:
            finals, counts = np.unique(piece[0], return_counts=True)
        return Tally(
            Counter(dict(zip(finals.tolist(), counts.tolist(), strict=True))),
            int(piece[1].sum(dtype=np.int64)),
            Counter(dict(enumerate(np.bincount(piece[2]).tolist()))),
            Counter({rest: many for rest, many in enumerate(np.bincount(piece[3] + 1).tolist(), -1) if many}),
        )

    def add(self, other: Tally) -> None:
        self.finals.update(other.finals)
        self.rolls += other.rolls
        self.endings.update(other.endings)
        self.rests.update(other.rests)

    @property
    def sessions(self) -> int:
        return self.finals.total()

    def figures(self) -> Figures:
        finals = np.array(sorted(self.finals), dtype=np.int64)
        shares = np.array([self.finals[int(final)] for final in finals]) / self.sessions
        ruin, stopped = (self.endings[how] / self.sessions for how in (RUINED, STOPPED))
        return figures_of(finals, shares, ruin, stopped, self.rolls / self.sessions)
