"""Devices of the floor, enrolled with a key: terminals of players and displays on the wall."""

from __future__ import annotations

import re
import secrets

import msgspec
from msgspec import Struct

from feltwork.server.auth.sessions import Session, Sessions, hashed
from feltwork.table.live.topics.seats import TERMINAL

NAME = r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}"


class StaffError(Exception):
    """No such account or terminal can be; the message is one clear line."""


class Terminal(Struct, frozen=True):
    """A device of the floor: at a seat it is a player's terminal, without one a display on the wall."""

    name: str
    table: str
    seat: int | None = None


_terminal = msgspec.json.Decoder(Terminal).decode


class Terminals:
    """The terminals of a floor, on the shelf where sessions are."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions, self.shelf = sessions, sessions.shelf

    def enrol(self, table: str, seat: int | None = None) -> str:
        """The key of a new terminal, told this once; the shelf holds its hash. A terminal there before it is out."""
        if not re.fullmatch(NAME, table) or (seat is not None and not 1 <= seat <= 24):
            raise StaffError("a terminal stands at a table, by its name, and at one of its seats")
        terminal = Terminal(f"{table}-{seat if seat is not None else 'wall'}", table, seat)
        self.revoke(terminal.name)
        key = secrets.token_urlsafe(32)
        self.shelf.put("terminal", hashed(key), msgspec.json.encode(terminal))
        return key

    def find(self, key: str) -> Terminal | None:
        """The terminal that holds this key; nothing if none does."""
        kept = self.shelf.get("terminal", hashed(key))
        return _terminal(kept) if kept is not None else None

    def admit(self, key: str) -> str | None:
        """The session of the terminal that holds this key, in place of an earlier one; nothing if none holds it."""
        terminal = self.find(key)
        if terminal is None:
            self.shelf.refused("key", "", "")
            return None
        kind = "wall" if terminal.seat is None else "player"
        person = f"{TERMINAL}{terminal.name}"
        token = self.sessions.begin(
            Session(kind, ((person, kind),), terminal.table, terminal.seat, terminal=terminal.name)
        )
        # After its own is there: of two that come at once, each finds the other's, and never do both stay.
        self.sessions.end_where(lambda session: session.terminal == terminal.name, but=hashed(token))
        return token

    def all(self) -> list[Terminal]:
        return sorted((terminal for _, terminal in self._terminals()), key=lambda t: (t.table, t.seat or 0))

    def _terminals(self) -> list[tuple[str, Terminal]]:
        kept = [(name, self.shelf.get("terminal", name)) for name in self.shelf.names("terminal")]
        return [(name, _terminal(body)) for name, body in kept if body is not None]

    def revoke(self, name: str) -> bool:
        """A terminal's key opens nothing any more, and its screen is let go; was there such a terminal?"""
        gone = [self.shelf.take("terminal", at) for at, terminal in self._terminals() if terminal.name == name]
        self.sessions.end_where(lambda session: session.terminal == name)
        return any(gone)
