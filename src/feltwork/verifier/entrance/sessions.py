"""Sessions at screens, and terminals."""

from __future__ import annotations

from feltwork.verifier.entrance.accounts import Accounts
from feltwork.verifier.entrance.kept_rows import Body, KeptRows
from feltwork.verifier.log.rows import Row

STAFF = frozenset({"crew", "supervisor", "cashier", "inspector"})


class Sessions:
    """Holds each session against the account, link or terminal it begins with, and terminals against enrolment."""

    def __init__(self, kept: KeptRows, accounts: Accounts) -> None:
        self.kept = kept
        self.accounts = accounts
        self.terminals: dict[str, str] = {}
        """By the row's id, terminals whose enrolment is on record."""
        self.took_over: frozenset[str] = frozenset()
        """Shelves that had rows before the first record."""
        self.links = 0
        """One-time links that were used and that no session has begun with yet."""

    def begun(self, row: Row, body: Body) -> None:
        self.kept.new("session", body["row"], body["digest"])
        self._at_screen(row, body)
        if body["terminal"]:
            if body["terminal"] not in self.terminals.values() and "terminal" not in self.took_over:
                self.kept.wrong("door", f"terminal {body['terminal']!r} was not enrolled")
        elif self.links:
            self.links -= 1
        elif body["kind"] in STAFF:
            self.accounts.has_accounts(body)

    def changed(self, row: Row, body: Body) -> None:
        self.kept.known("session", body["row"], body["was"])
        self.kept.rows[body["row"]] = ("session", body["digest"])
        self._at_screen(row, body)

    def _at_screen(self, row: Row, body: Body) -> None:
        people = [person for person, _ in body["people"]]
        if row.role != body["kind"] or (people and row.actor != people[0]):
            self.kept.wrong("role", f"{row.actor!r} as {row.role!r} is not who is at this screen")

    def ended(self, row: Row, body: Body) -> None:
        self.kept.known("session", body["row"], body["was"])

    def terminal_enrolled(self, row: Row, body: Body) -> None:
        self.kept.operator(row)
        self.kept.new("terminal", body["row"], body["digest"])
        self.terminals[body["row"]] = body["terminal"]

    def terminal_removed(self, row: Row, body: Body) -> None:
        self.kept.operator(row)
        self.kept.known("terminal", body["row"], body["was"])
        if self.terminals.pop(body["row"], body["terminal"]) != body["terminal"]:
            self.kept.wrong("door", f"row {body['row'][:8]} is not that of terminal {body['terminal']!r}")
