"""A tournament to simulate: its sessions as the conditions have them, and who plays which strategy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from feltwork.games.book import Book
from feltwork.games.registry import practice_rules
from feltwork.games.tournament import SessionRules
from feltwork.lab.tournaments.bots import Bot
from feltwork.money import parse_money
from feltwork.tournament.conditions import Conditions
from feltwork.tournament.document import field_of
from feltwork.tournament.live.play import book_of
from feltwork.tournament.terms import Terms, read_terms

MAX_PLAYERS = 10_000


class PlanError(ValueError):
    """The conditions cannot be simulated; the message says why."""


@dataclass(frozen=True)
class Stage:
    """One session of the tournament: its tables, rounds, and how many advance from each table."""

    tables: int
    seats: int
    rounds: int
    advance: int
    repechage: bool = False


@dataclass(frozen=True)
class Plan:
    """Everything that a run needs, as plain values that can be sent to another process."""

    book: str
    wheel: str
    stages: tuple[Stage, ...]
    base: Conditions
    """The conditions of a session, with the whole field as players; prizes are those of the final."""
    bots: tuple[Bot, ...]
    seconds: int
    """How long a round takes."""
    terms: Terms
    """The whole conditions, by which rounds go where the book leaves a session to them."""

    def opened(self) -> tuple[Book, SessionRules | None]:
        """The book, and its rules of a session where it has them."""
        return book_of(self.terms), practice_rules(self.book).session

    @property
    def in_the_book(self) -> bool:
        """Has the book rules for tournaments? Else this is practice."""
        return practice_rules(self.book).in_the_book

    def field(self) -> list[Bot]:
        """Which strategy each player has: in parts of the field, in the order of the file."""
        parts = [bot for bot in self.bots for _ in range(bot.players)]
        return [parts[number % len(parts)] for number in range(len(self.base.players))]


def read_plan(
    document: Mapping[str, object], bots: tuple[Bot, ...], players: int, seconds: int, *, alone: bool = False
) -> Plan:
    """A plan from conditions that are complete; ``alone`` for one table of its first session."""
    book = str(document.get("tournament"))
    terms = read_terms(document, practice_rules(book))
    if isinstance(terms, list):
        raise PlanError(f"the conditions are not complete: {terms[0]}")
    wheel = document.get("wheel", "single")
    if wheel not in ("single", "double"):
        raise PlanError("wheel: its value must be 'single' or 'double'")
    if not 2 <= players <= MAX_PLAYERS:
        raise PlanError(f"players are 2 to {MAX_PLAYERS}")
    stages = _stages(document, seconds)
    _lead_to_a_final(stages[:1] if alone else stages, players, alone)
    fee = field_of(document, "entry.fee")
    base = Conditions(
        tuple(f"player {number}" for number in range(1, players + 1)),
        terms.chips.allotment,
        terms.wagers.minimum,
        terms.wagers.maximum,
        parse_money(fee) if fee is not None else 0,
        0,
        1,
        tuple(map(int, _list(document, "prizes.shares"))),
        {each["round"]: (each["minimum"], each["maximum"]) for each in _list(document, "wagers.changes")},
    )
    return Plan(book, str(wheel), stages, base, bots, seconds, terms)


def _stages(document: Mapping[str, object], seconds: int) -> tuple[Stage, ...]:
    stages = []
    for each in _list(document, "structure.sessions"):
        rounds = each.get("rounds") or each["minutes"] * 60 // seconds
        again = each.get("repechage") is True
        stages.append(Stage(each["tables"], each["seats"], max(rounds, 1), each["advance"], again))
    return tuple(stages)


def _lead_to_a_final(stages: tuple[Stage, ...], players: int, alone: bool) -> None:
    """Refuse sessions that so many players cannot play."""
    if alone:
        if players > stages[0].seats:
            raise PlanError(f"a table of session 1 has {stages[0].seats} seats")
        return
    coming, waiting = players, 0
    for number, stage in enumerate(stages, 1):
        if coming > stage.tables * stage.seats:
            raise PlanError(f"session {number} has {stage.tables * stage.seats} seats for {coming} players")
        if coming < 2 * stage.tables:
            raise PlanError(f"session {number} has {stage.tables} tables for {coming} players: two at each, or more")
        through = min(coming, stage.tables * stage.advance)
        if stages[number:] and stages[number].repechage:
            coming, waiting = coming - through, waiting + through
        else:
            coming, waiting = waiting + through, 0
        if number < len(stages) and coming < 2:
            raise PlanError(f"nobody is left to play after session {number}")
    if stages[-1].tables != 1:
        raise PlanError("the last session is the final, at one table")


def _list(document: Mapping[str, object], path: str) -> list[Any]:
    """A list that the check of the document has looked into."""
    value = field_of(document, path)
    return value if isinstance(value, list) else []
