"""One table's events in order, each held against what the rows and the rules make of it."""

from __future__ import annotations

from collections.abc import Iterator

from feltwork.verifier.log.rows import Problem
from feltwork.verifier.table.accounts import Accounts
from feltwork.verifier.table.citations import Citations
from feltwork.verifier.table.dice import Hands
from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.facts import Body, Facts, Round, StoredBook
from feltwork.verifier.table.history import History
from feltwork.verifier.table.kinds import kind_of
from feltwork.verifier.table.lines import SettledLine, as_lines
from feltwork.verifier.table.meters import Meters
from feltwork.verifier.table.players import Players
from feltwork.verifier.table.postings import Moved, expected
from feltwork.verifier.table.rounds import Rounds
from feltwork.verifier.table.staff import Staff
from feltwork.verifier.table.wagers import Wagers


class TableChecker:
    """Holds each event of a table's log against the checkers of its topics; what it should post, and what is wrong."""

    def __init__(self, table: str, stored_book: StoredBook, *, caches: bool = True) -> None:
        self.facts, self.round, self.history = Facts(table, caches=caches), Round(), History()
        hands, draws = self.hands, self.draws = Hands(), Draws(table)
        self.players = Players(self.facts, self.round, self.history, hands, draws)
        self.wagers = Wagers(self.facts, self.round, draws, self.players)
        self.rounds = Rounds(self.facts, self.round, self.history, hands, draws, self.wagers, self.players)
        self.staff = Staff(self.facts, stored_book, draws, self.players, self.rounds)
        self.meters, self.accounts, self.citations = Meters(), Accounts(self.facts), Citations()
        handlers = {"table-opened": self._opened, **self.players.handlers(), **self.wagers.handlers()}
        handlers |= {**self.rounds.handlers(), **self.staff.handlers()}
        self.kinds = {kind: kind_of(kind, handler) for kind, handler in handlers.items()}
        """All that there is to do, gathered once: this is asked for every record."""

    def take(self, kind: str, body: Body) -> tuple[Moved, list[Problem]]:
        """Follow one event: the postings it should have, and what is wrong with it."""
        facts, history = self.facts, self.history
        facts.problems, facts.lines = [], []
        if kind not in self.kinds:
            history.last = history.before = history.reversed = None
            facts.wrong("body", f"a table has no event {kind!r}")
            return (), facts.problems
        handler, who, lined, metered, moves, ends, noticed, watched, cites, plays = self.kinds[kind]
        if lined:
            facts.lines = self._lines(kind, body)
        if metered:
            self.meters.read(kind, body, facts.lines, -1 if kind == "round-reversed" else 1)
        moved = expected(facts.table, kind, body, facts.lines) if moves else ()
        if ends and history.last is not None:
            self.rounds.reopening.moves_on(kind, body)
        history.just_reversed, history.reversed = history.reversed, None
        self._check_after_last(kind, body)
        if kind == "table-opened":  # its book says who may open it
            handler(body)
            self.staff.roles.check(kind, who, body)
        else:
            self.staff.roles.check(kind, who, body)
            if noticed:
                self.players.notices.check(kind, body)
            if self.staff.standing.watched:
                self.staff.standing.check(kind, body)
            if cites and (why := self.citations.wrong(kind, body, facts.conduct)):
                facts.wrong("clause", why)
            if plays and self.staff.equipment.awaiting:
                self.staff.equipment.unproved(kind, body)
            handler(body)
        facts.previous = kind
        if watched:
            self.staff.standing.watch()
        if self.wagers.zero.outside:
            self.wagers.zero.keep()
        return moved, facts.problems

    def _check_after_last(self, kind: str, body: Body) -> None:
        """Has come what the events before made necessary?"""
        facts = self.facts
        reopening = self.rounds.reopening
        if self.players.tokens.changed is not None:
            self.players.tokens.is_placed(kind, body)
        if facts.follows is not None and not facts.comes_next(kind):
            self.round.ruling = None
        if (reopening.owing or reopening.to_square) and facts.key != reopening.retaken_by:
            self.rounds.corrections.check_case()

    def _lines(self, kind: str, body: Body) -> list[SettledLine]:
        if kind == "round-reversed":
            gone, last = body.get("gone", ()), self.history.last
            return [line for line in last[1][0] if line.seat not in gone] if last else []
        found: list[SettledLine] = body["lines"] if kind == "round-settled" else as_lines(body["lines"])
        return found

    def _opened(self, body: Body) -> None:
        self.staff.opening.begin(body)
        self.players.opened()
        self.wagers.opened(body, self.facts.conduct)
        self.rounds.opened(body)
        self.staff.opened(body)
        self.staff.opening.check_opening(body)

    def notes(self) -> Iterator[str]:
        """What is not wrong but worth knowing."""
        opening, stream = self.staff.opening, f"table/{self.facts.table}"
        for name in opening.older_books:
            yield f"{stream} was played under book {name[:12]}, which is not this program's: settled as stored"
        for rules in sorted(opening.older_rules):
            yield f"{stream} was opened under rules of conduct {rules} and is held against those"
        yield from (f"{stream}: {remark}" for remark in self.wagers.drawing.remarks)
        if unwritten := self.citations.note():
            yield f"{stream}: {unwritten}"
