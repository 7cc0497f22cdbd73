"""A refusal is a value: what the table would not take, why, and by which clause."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

MAX_SHOWN = 60
NOT_IN_THE_BOOK = "not in the book"
"""Stands where a clause is cited, for what the house does or refuses without a clause that says so."""


def harmless(text: object) -> str:
    """Text safe to print: on one line, nothing that moves a cursor.

    >>> harmless("red\\x1b[31m")
    'red\\\\x1b[31m'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(text))


def shown(text: object) -> str:
    """What somebody wrote, to be quoted back at them: harmless, and cut short."""
    plain = harmless(text)
    return plain if len(plain) <= MAX_SHOWN else f"{plain[:MAX_SHOWN]}..."


class RefusalKind(Enum):
    """What a refusal is about. The log does not hold it: it holds the clause and the words."""

    THING = "thing"
    """What was asked cannot be done, whoever asks."""
    ROLE = "role"
    """It is for somebody in another role."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing moved, and this is why.

    >>> print(Refusal("6.4", "a Win Line wager stays up once the point is set"))
    refused (6.4): a Win Line wager stays up once the point is set
    >>> print(Refusal(NOT_IN_THE_BOOK, "nobody sits in seat 3"))
    refused (not in the book): nobody sits in seat 3
    """

    clause: str
    reason: str
    kind: RefusalKind = field(default=RefusalKind.THING, compare=False)

    def __str__(self) -> str:
        return f"refused ({self.clause}): {self.reason}"
