"""The ``door`` stream: who may come in, by accounts, sessions and terminals."""

from __future__ import annotations

from collections.abc import Callable

from feltwork.verifier.entrance.accounts import Accounts
from feltwork.verifier.entrance.kept_rows import Body, KeptRows
from feltwork.verifier.entrance.sessions import Sessions
from feltwork.verifier.entrance.shelves import row_id
from feltwork.verifier.log.rows import Problem, Row

DOOR = "door"
MANAGERS = frozenset({"assistant_gaming_manager", "gaming_manager"})
FACTORS = ("factor", "factor-new")
PERSONAL = frozenset({"factor", "factor-new", "places"})
"""Shelves of what belongs to an account: people change their own."""


class DoorChecker:
    """Holds each record of the ``door`` stream against the rows there are, and who may have caused it."""

    def __init__(
        self,
    ) -> None:
        self.kept = KeptRows()
        self.accounts = Accounts(self.kept)
        self.sessions = Sessions(self.kept, self.accounts)
        self.idle = ""
        """A digest of the answers to commands that changed nothing, from before the first record."""
        self.handlers: dict[str, Callable[[Row, Body], None]] = {
            "door-begun": self._begun,
            "account-made": self.accounts.made,
            "account-changed": self.accounts.changed,
            "account-removed": self.accounts.removed,
            "sign-in-accepted": self.accounts.accepted,
            "sign-in-refused": self.accounts.refused,
            "session-begun": self.sessions.begun,
            "session-changed": self.sessions.changed,
            "session-ended": self.sessions.ended,
            "terminal-enrolled": self.sessions.terminal_enrolled,
            "terminal-removed": self.sessions.terminal_removed,
            "row-kept": self._row_kept,
            "row-removed": self._row_removed,
        }

    def _begun(self, row: Row, body: Body) -> None:
        for shelf, at, digest in body["rows"]:
            if at in self.kept.rows:
                self.kept.wrong("door", f"row {at[:8]} is taken over twice")
            self.kept.rows[at] = (str(shelf), str(digest))
        self.sessions.took_over = frozenset(shelf for shelf, _ in self.kept.rows.values())
        self.idle = str(body.get("idle", ""))
        self.kept.operator(row)

    def _owner(self, row: Row, body: Body) -> None:
        """The operator, or somebody whose own it is; a manager resets a second factor that was lost."""
        if body["shelf"] in FACTORS and row.role == "supervisor" and row.kind == "row-removed":
            if not MANAGERS & self.accounts.accounts.get(row.actor, ("", MANAGERS))[1]:
                self.kept.wrong("role", f"{row.actor!r} is no manager, and reset the second factor of another")
        elif row.role != "person" or body["shelf"] not in PERSONAL:
            self.kept.operator(row)
        elif body["row"] != row_id(body["shelf"], row.actor):
            self.kept.wrong("role", f"{row.actor!r} changed what belongs to another account")

    def _row_kept(self, row: Row, body: Body) -> None:
        self._owner(row, body)
        if body["was"]:
            self.kept.known(body["shelf"], body["row"], body["was"])
        self.kept.new(body["shelf"], body["row"], body["digest"])

    def _row_removed(self, row: Row, body: Body) -> None:
        self._owner(row, body)
        self.kept.known(body["shelf"], body["row"], body["was"])
        self.sessions.links += body["shelf"] == "link"

    def take(self, row: Row, body: Body) -> list[Problem]:
        """Follow one record; what is wrong with it."""
        self.kept.problems = []
        if (row.kind == "door-begun") != (row.version == 1):
            self.kept.wrong("order", "the stream begins with a record of what was there before it, and only so")
        handler = self.handlers.get(row.kind)
        if handler is None:
            self.kept.wrong("body", f"nothing of the kind {row.kind!r} happens at the door")
        else:
            handler(row, body)
        return self.kept.problems
