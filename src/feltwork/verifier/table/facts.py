"""What the checkers of a table share: the record that is looked at, the table as it stands, the round in progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from feltwork.games.conduct import Conduct
from feltwork.verifier.log.rows import Problem
from feltwork.verifier.table.game import GameState
from feltwork.verifier.table.lines import SettledLine

StoredBook = Callable[[str], bytes | None]
"""Gives the stored form of a book by its fingerprint."""
Body = dict[str, Any]
"""An event as it was read."""
RULES_2 = 2


class Follows(NamedTuple):
    """What has to come next, and what is wrong where it does not."""

    kinds: tuple[str, ...]
    finding: str
    what: str


class Facts:
    """The record that is looked at, and who and what is at the table."""

    def __init__(self, table: str, *, caches: bool = True) -> None:
        self.table = table
        self.caches = caches
        """May what was worked out once be looked up again?"""
        self.version = self.at = 0
        self.key = self.actor = self.role = ""
        """The command that caused the record, who sent it, in which role."""
        self.previous = ""
        """The kind of the event before it."""
        self.lines: list[SettledLine] = []
        """What the event settles, or takes back."""
        self.problems: list[Problem] = []
        """What was found wrong with it."""
        self.follows: Follows | None = None
        """What has to come next, if something has."""
        self.status = "closed"
        self.conduct: Conduct | None = None
        self.state: GameState | None = None
        """The game, once the table was opened."""
        self.seats: dict[int, str] = {}
        self.capacity = 0
        self.crew: dict[str, str] = {}

    def wrong(self, kind: str, what: str) -> None:
        self.problems.append((kind, what))

    def all_wrong(self, kind: str, complaints: Iterable[str]) -> None:
        for what in complaints:
            self.problems.append((kind, what))

    def game(self) -> GameState:
        if self.state is None:
            raise ValueError("the table has not been opened")
        return self.state

    def since_2(self) -> bool:
        """Is the table held against the second rules of conduct, or later ones?"""
        return self.conduct is not None and self.conduct.rules >= RULES_2

    def same_lines(self, due: Sequence[SettledLine], stored: Sequence[SettledLine]) -> bool:
        """Are the lines stored those that are due? The first that is not is told."""
        if due == stored:
            return True
        for should, found in zip(due, stored, strict=False):
            if should != found:
                self.wrong("lines", f"stored as {found.said}; it should be {should.said}")
                return False
        if len(due) != len(stored):
            self.wrong("lines", f"{len(stored)} lines are stored, there should be {len(due)}")
        return False

    def comes_next(self, kind: str) -> bool:
        """Has come what the event before made necessary? The lights of a table show a result before it is settled."""
        due = self.follows
        if due is None or kind == "areas-lit":
            return True
        self.follows = None
        if kind not in due.kinds:
            self.wrong(due.finding, due.what)
            return False
        return True


Handler = Callable[[Body], None]
Handlers = dict[str, Handler]


def nothing_to_check(body: Body) -> None:
    """An event that moves no chip and opens no game."""


class Round:
    """The round in progress, from the first wager to its result."""

    def __init__(self) -> None:
        self.thrown = False
        self.entered: object = None
        """The dice or the number called, waiting to be called again."""
        self.caller = ""
        """Who entered it."""
        self.must = ""
        """Why the throw in the air must not count, once that was seen,"""
        self.off_table = False
        """and whether one of its dice went off the table."""
        self.bets_open = False
        self.closes_at: int | None = None
        """When the wagering period ends that was opened for a time."""
        self.relaxed: frozenset[int] = frozenset()
        """Seats that may wager although no more bets was called."""
        self.ruled = False
        """Has the last result been ruled on already? Then it is final."""
        self.face: list[int] | None = None
        """The faces ruled on in the throw that lies."""
        self.ruling: list[int] | None = None
        """The faces ruled on after the settlement, which is then to be taken back."""

    def opened(self) -> None:
        """The table was opened: nothing has been thrown or called."""
        self.begin_next()
        self.face = self.ruling = None
        self.caller = ""

    def begin_next(self) -> None:
        self.thrown, self.entered, self.must, self.bets_open = False, None, "", False
        self.closes_at, self.relaxed = None, frozenset()
