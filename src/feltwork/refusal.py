"""A refusal is a value: what the table would not take, why, and by which clause."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing moved, and this is why.

    >>> print(Refusal("6.4", "a Win Line wager stays up once the point is set"))
    refused (6.4): a Win Line wager stays up once the point is set
    """

    clause: str
    reason: str

    def __str__(self) -> str:
        return f"refused ({self.clause}): {self.reason}"
