"""Arms: the ways in which a wager can end, each with its own clause."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from feltwork.odds import odds
from feltwork.outcomes import Selection


class Result(StrEnum):
    """How a wager ends."""

    WIN = "win"
    LOSE = "lose"
    VOID = "void"
    DRAW = "draw"
    RETURNED = "returned"


@dataclass(frozen=True, slots=True)
class Pays:
    """Odds in the book's words, with the clause of the odds table."""

    text: str
    clause: str

    @property
    def value(self) -> Fraction:
        return odds(self.text)


@dataclass(frozen=True, slots=True)
class Arm:
    """One ending of a wager: its result, its clause, and what a win is paid on which share of the stake."""

    result: Result
    clause: str
    pays: Pays | None = None
    leg: Fraction = Fraction(1)

    def __hash__(self) -> int:
        return hash(self.clause)  # enough to tell nearly all apart, and compiling a book asks for it very often

    @property
    def odds(self) -> Fraction:
        """What each unit of the winning leg is paid; nothing unless the wager wins."""
        return self.pays.value if self.pays else Fraction(0)

    @property
    def clauses(self) -> tuple[str, ...]:
        return (self.clause, self.pays.clause) if self.pays else (self.clause,)


@dataclass(frozen=True, slots=True)
class Stands:
    """The wager is not decided; it lies in this state, by this clause where the book has one."""

    state: Selection = None
    clause: str | None = None


Step = Arm | Stands


def wins(clause: str, pays: str, pays_clause: str, leg: Fraction = Fraction(1)) -> Arm:
    return Arm(Result.WIN, clause, Pays(pays, pays_clause), leg)


def loses(clause: str) -> Arm:
    return Arm(Result.LOSE, clause)
