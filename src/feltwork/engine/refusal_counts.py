"""Repeated refusals, counted: a button that is hit a thousand times makes ten records, not a thousand.

A command that is refused again, from the same sender and for the same reason, is recorded when the count of its
refusals reaches 1, 2, 4, 8, ... Each record says how many refusals it stands for. Every single one has its answer.
"""

from __future__ import annotations

from typing import NamedTuple

MAX_COUNTED = 1024
"""RefusalCounts remembered at a time."""

Kind = tuple[bytes, str, str]
"""What makes two refusals the same: the command's digest (who sends what to which table), clause and reason."""


class RefusalCount(NamedTuple):
    """One refused command and how often it came."""

    times: int
    recorded: int
    """How many of them the records stand for."""

    def another(self) -> tuple[RefusalCount, int]:
        """One more: the count after it, and how many refusals a record now stands for, 0 for no record yet."""
        times = self.times + 1
        if times & (times - 1):
            return RefusalCount(times, self.recorded), 0
        return RefusalCount(times, times), times - self.recorded


NONE_YET = RefusalCount(0, 0)
