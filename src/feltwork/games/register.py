"""The clause register: every clause of every book in our words, and what the system does about it.

A data file in each book's folder keeps what cannot be worked out: the duty, its state, and a module where no row
carries the clause out. Which row or house rule does is read off the books; the test is named by the clause.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from feltwork.games.game import Kind, Run
from feltwork.games.registry import OURS, BookError, book_names, every_kind, find_game, games, nearest, options_of
from feltwork.refusal import shown

IMPLEMENTED, RECORDED, IN_PARTS, PHYSICAL, NOT_YET = STATES = (
    "implemented",
    "recorded",
    "in parts",
    "physical",
    "not yet",
)
"""``in parts``: the clause only leads to others, which have rows and tests of their own."""


MAX_MEANT = 6
"""Clauses named in the answer to a number that is none."""


class ClauseError(ValueError):
    """The book has no such clause."""


@dataclass(frozen=True)
class Reading:
    """How a gap or a contradiction of the texts is read."""

    id: str
    where: frozenset[tuple[str, str]]
    option: str
    question: str
    reading: str


@dataclass(frozen=True)
class Clause:
    """One row of the register."""

    book: str
    clause: str
    category: str
    who: str
    obligation: str
    how: str
    """How the duty can be checked."""
    state: str
    module: str
    """The module that carries it out where no row or house rule of the book does."""
    note: str

    @property
    def by(self) -> str:
        """What carries it out."""
        if self.module or self.state not in (IMPLEMENTED, RECORDED):
            return self.module
        return carried_out(self.book).get(self.clause, "")

    @property
    def test(self) -> str:
        """The test that shows it, for a clause of our own books that is implemented or recorded."""
        if self.state not in (IMPLEMENTED, RECORDED) or self.book not in OURS:
            return ""
        return f"tests/rules/{self.book.replace('-', '_')}::{name_of_test(self.clause)}"

    @property
    def readings(self) -> tuple[Reading, ...]:
        return tuple(r for r in readings() if (self.book, self.clause) in r.where)

    def __str__(self) -> str:
        lines = [
            f"{self.book} {self.clause} ({self.category}, {self.who})",
            f"  {self.obligation}",
            f"  state: {self.state}",
        ]
        told = (("by", self.by), ("shown by", self.test), ("note", self.note))
        lines += [f"  {name}: {text}" for name, text in told if text]
        options = {option.name: option for option in options_of(self.book)}
        for reading in self.readings:
            lines += [f"  reading {reading.id}: {reading.question}", f"    {reading.reading}"]
            for name in filter(None, (n.strip() for n in reading.option.split(","))):
                option = options.get(name)
                if option:
                    values = ", ".join(option.values)
                    lines.append(f"    option {name}: {values} (default {option.default})")
        under = below(self)
        if under:
            lines += ["  under it:", *(f"    {row.clause}: {row.obligation} [{row.state}]" for row in under)]
        return "\n".join(lines)


def name_of_test(clause: str) -> str:
    """
    >>> name_of_test("8.1[Place to Win 4]"), name_of_test('3.6.1(a)(i)')
    ('test_8_1_place_to_win_4', 'test_3_6_1_a_i')
    """
    return "test_" + re.sub(r"[^0-9a-z]+", "_", clause.lower()).strip("_")


@cache
def carried_out(book: str) -> dict[str, str]:
    """Every clause that the book's rows, house rules and amendments carry out, and which of them does."""
    found: dict[str, str] = {}
    for kind in every_kind(book):
        for clause, by in kind.clauses.items():
            found.setdefault(clause, by)
    game = find_game(book)
    for variant in dict.fromkeys(kind.variant for kind in game.kinds):
        for clause in game.conduct(Run(Kind(variant))).clauses():
            found.setdefault(clause, "conduct of the table")
    return found


def _rows(package: str, name: str, columns: int) -> Iterable[list[str]]:
    """The rows of a table in a package, without its head; none where it has no such table."""
    file = resources.files(package).joinpath(name)
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    for number, line in enumerate(lines[1:], 2):
        row = line.split("\t")
        if len(row) != columns:
            raise BookError(f"{package}: {name} has {len(row)} columns in line {number}, not {columns}")
        yield row


@cache
def register() -> tuple[Clause, ...]:
    """All clauses of all books, in the order of the books."""
    return tuple(Clause(game.id, *row) for game in games() for row in _rows(game.package, "clauses.tsv", 8))


@cache
def readings() -> tuple[Reading, ...]:
    """How the texts are read where they leave a choice; a book may bring readings of its own."""
    found = []
    for package in ("feltwork.games", *(game.package for game in games())):
        for id_, where, option, question, reading in _rows(package, "readings.tsv", 5):
            pairs = (pair.strip().partition(":") for pair in where.split(";"))
            found.append(
                Reading(id_, frozenset((book, clause) for book, _, clause in pairs), option, question, reading)
            )
    return tuple(found)


def find_clause(book: str, clause: str) -> Clause:
    """One clause by its number, quotes and brackets as printed or left out."""
    mine = {row.clause: row for row in register() if row.book == book}
    found = mine.get(clause) or next((r for c, r in mine.items() if _plain(c) == _plain(clause)), None)
    if found is None:
        raise ClauseError(f"{book} has no clause '{shown(clause)}'{_meant(clause, mine)}")
    return found


def _meant(clause: str, known: Iterable[str]) -> str:
    """The clauses under what was typed, where there are some; else the one most like it."""
    under = [name for name in known if _is_under(clause.rstrip("."), name)]
    if not under:
        return nearest(clause, known)
    more = f" and {len(under) - MAX_MEANT} more" if len(under) > MAX_MEANT else ""
    return f"; under it there are {', '.join(under[:MAX_MEANT])}{more}"


def _plain(clause: str) -> str:
    return re.sub(r"[^0-9a-z.]+", " ", clause.lower()).strip()


def below(clause: Clause) -> list[Clause]:
    """The clauses under this one, by number."""
    return [row for row in register() if row.book == clause.book and _is_under(clause.clause, row.clause)]


def _is_under(clause: str, other: str) -> bool:
    return other.startswith((f"{clause}.", f"{clause}(", f"{clause}["))


def coverage(by_category: bool = False) -> dict[str, Counter[str]]:
    """How many clauses stand in each state, per book or per category."""
    names = sorted({row.category for row in register()}) if by_category else book_names()
    counts: dict[str, Counter[str]] = {name: Counter(dict.fromkeys(STATES, 0)) for name in names}
    for row in register():
        counts[row.category if by_category else row.book][row.state] += 1
    return counts


def not_yet() -> list[Clause]:
    return [row for row in register() if row.state == NOT_YET]
