"""A tournament to simulate: its sessions as the conditions have them, and who plays which strategy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from feltwork.games import open_book
from feltwork.games.book import Book
from feltwork.games.registry import find_game, with_sessions
from feltwork.games.tournament import SessionRules
from feltwork.lab.tournaments.bots import Bot
from feltwork.money import parse_money
from feltwork.tournament.conditions import Conditions
from feltwork.tournament.document import field_of, lacks

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

    def opened(self) -> tuple[Book, SessionRules]:
        """The book, and its rules of a session."""
        rules = find_game(self.book).tournament
        if rules is None or rules.session is None:
            raise PlanError(f"{self.book} does not say how a session is played")
        return open_book(self.book, wheel=self.wheel), rules.session

    def field(self) -> list[Bot]:
        """Which strategy each player has: in parts of the field, in the order of the file."""
        parts = [bot for bot in self.bots for _ in range(bot.players)]
        return [parts[number % len(parts)] for number in range(len(self.base.players))]


def read_plan(document: Mapping[str, object], bots: tuple[Bot, ...], players: int, seconds: int) -> Plan:
    """A plan from conditions that are complete."""
    book = str(document.get("tournament"))
    rules = find_game(book).tournament
    if rules is None or rules.session is None:
        raise PlanError(f"{book} does not say how a session is played; {' and '.join(with_sessions())} does")
    missing = lacks(document, rules)
    if missing:
        raise PlanError(f"the conditions are not complete: {missing[0]}")
    wheel = document.get("wheel", "single")
    if wheel not in ("single", "double"):
        raise PlanError("wheel: its value must be 'single' or 'double'")
    if not 2 <= players <= MAX_PLAYERS:
        raise PlanError(f"players are 2 to {MAX_PLAYERS}")
    stages = _stages(document, players, seconds)
    fee = field_of(document, "entry.fee")
    base = Conditions(
        tuple(f"player {number}" for number in range(1, players + 1)),
        _whole(document, "chips.allotment"),
        _whole(document, "wagers.minimum"),
        _whole(document, "wagers.maximum"),
        parse_money(fee) if fee is not None else 0,
        0,
        1,
        tuple(map(int, _list(document, "prizes.shares"))),
        {each["round"]: (each["minimum"], each["maximum"]) for each in _list(document, "wagers.changes")},
    )
    return Plan(book, str(wheel), stages, base, bots, seconds)


def _stages(document: Mapping[str, object], players: int, seconds: int) -> tuple[Stage, ...]:
    stages = []
    for each in _list(document, "structure.sessions"):
        rounds = each.get("rounds") or each["minutes"] * 60 // seconds
        stages.append(Stage(each["tables"], each["seats"], max(rounds, 1), each["advance"]))
    coming = players
    for number, stage in enumerate(stages, 1):
        if coming > stage.tables * stage.seats:
            raise PlanError(f"session {number} has {stage.tables * stage.seats} seats for {coming} players")
        if coming < 2 * stage.tables:
            raise PlanError(f"session {number} has {stage.tables} tables for {coming} players: two at each, or more")
        coming = min(coming, stage.tables * stage.advance)
        if number < len(stages) and coming < 2:
            raise PlanError(f"nobody is left to play after session {number}")
    if stages[-1].tables != 1:
        raise PlanError("the last session is the final, at one table")
    return tuple(stages)


def _whole(document: Mapping[str, object], path: str) -> int:
    value = field_of(document, path)
    if not isinstance(value, int):
        raise PlanError(f"{path} is not said")
    return value


def _list(document: Mapping[str, object], path: str) -> list[Any]:
    """A list that the check of the document has looked into."""
    value = field_of(document, path)
    return value if isinstance(value, list) else []
