"""Who is at a screen: sessions with idle and absolute expiry, and the one-time links of a demonstration."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from hashlib import sha256

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from feltwork.server.auth.recorded_shelves import RecordedShelves
from feltwork.server.undecodable import UNDECODABLE
from feltwork.store.port import Store

SECOND = 1_000_000
MINUTE = 60 * SECOND
IDLE = {"player": 120 * MINUTE, "wall": 30 * 24 * 60 * MINUTE}
IDLE_STAFF = 20 * MINUTE
ABSOLUTE = {"wall": 365 * 24 * 60 * MINUTE}
ABSOLUTE_SHIFT = 12 * 60 * MINUTE
LINK_LASTS = 24 * 60 * MINUTE
SESSION_ID = 16
"""Letters by which pages and lists name a session."""
KINDS = ("player", "crew", "supervisor", "cashier", "inspector", "wall")


class Session(Struct, frozen=True):
    """Somebody at a screen: of which kind, at which table and seat, and as whom they act there."""

    kind: str
    people: tuple[tuple[str, str], ...]
    """Person and role; at a crew's screen there may be several of each."""
    table: str | None = None
    seat: int | None = None
    born: int = 0
    seen: int = 0
    terminal: str = ""
    """The enrolled terminal it was given to."""
    address: str = ""
    """From where it was begun."""
    limited: bool = False
    """May whoever is there do nothing but set up their second factor?"""

    @property
    def person(self) -> str:
        return self.people[0][0] if self.people else ""

    def asker(self, token: str) -> str:
        """What its rates are counted by: a terminal or a player's seat has one, however many tokens it was given."""
        if self.terminal:
            return f"terminal {self.terminal}"
        if self.kind == "player" and self.table is not None and self.seat is not None:
            return f"seat {self.table} {self.seat}"
        return token

    def is_over(self, now: int) -> bool:
        """Has it idled or lasted too long?"""
        idle, lasts = IDLE.get(self.kind, IDLE_STAFF), ABSOLUTE.get(self.kind, ABSOLUTE_SHIFT)
        return now - self.seen > idle or now - self.born > lasts


_decoded = msgspec.json.Decoder(Session).decode


def _session(kept: bytes) -> Session:
    """The session in a row; one that cannot be read is nobody's, and over."""
    try:
        return _decoded(kept)
    except UNDECODABLE:
        return Session("nobody", ())


class Sessions:
    """Sessions and links on a shelf; time comes in from the store's clock."""

    def __init__(self, store: Store | RecordedShelves, now: Callable[[], int]) -> None:
        self.shelf = store if isinstance(store, RecordedShelves) else RecordedShelves(store)
        """Beside the chained log, shared by all processes of a floor; each change is recorded."""
        self.now = now

    def begin(self, session: Session) -> str:
        """A new session; the token is known to its owner alone, the shelf holds its hash."""
        token = secrets.token_urlsafe(32)
        now = self.now()
        self.shelf.put("session", hashed(token), msgspec.json.encode(replace(session, born=now, seen=now)))
        return token

    def find(self, token: str | None, *, used: bool = True) -> Session | None:
        """The session of a token, unless it is over; ``used`` says that its owner has done something just now."""
        kept = self.shelf.get("session", hashed(token)) if token else None
        if kept is None or token is None:
            return None
        session, now = _session(kept), self.now()
        if session.is_over(now):
            self.end(token)
            return None
        if used and now - session.seen > MINUTE:
            # One that was ended meanwhile stays ended: nothing is put back.
            self.shelf.swap("session", hashed(token), kept, msgspec.json.encode(replace(session, seen=now)))
        return session

    def change(self, token: str, session: Session) -> None:
        """The same person at the same screen, now in another seat or as somebody more."""
        changed = msgspec.json.encode(replace(session, seen=self.now()))
        while (kept := self.shelf.get("session", hashed(token))) is not None:
            if self.shelf.swap("session", hashed(token), kept, changed):
                return

    def end(self, token: str) -> None:
        self.shelf.take("session", hashed(token))

    def end_where(self, ends: Callable[[Session], bool], *, but: str = "") -> int:
        """End every session that this is true of, but one; how many those were."""
        found = (name for name, session in self._all() if name != but and ends(session))
        return sum(1 for name in found if self.shelf.take("session", name))

    def end_of(self, person: str, *, but: str = "", only: str = "") -> int:
        """End the sessions of staff that somebody is in: all, all but one, or one alone, by what it is known by."""
        found = [name for name, _ in self.of(person) if name != but and (not only or name[:SESSION_ID] == only)]
        return sum(1 for name in found if self.shelf.take("session", name))

    def of(self, person: str) -> list[tuple[str, Session]]:
        """The sessions of staff that somebody is in, each with what the shelf knows it by."""
        return [
            (name, session)
            for name, session in self._all()
            if session.kind not in ("player", "wall") and any(person == one for one, _ in session.people)
        ]

    def sweep(self) -> int:
        """Clear away what is over."""
        now = self.now()
        return self.end_where(lambda session: session.is_over(now))

    def _all(self) -> Iterator[tuple[str, Session]]:
        for name in self.shelf.names("session"):
            kept = self.shelf.get("session", name)
            if kept is not None:
                yield name, _session(kept)

    def invite(self, session: Session) -> str:
        """A one-time link for a demonstration."""
        code = secrets.token_urlsafe(16)
        self.shelf.put("link", hashed(code), msgspec.json.encode(replace(session, born=self.now())))
        return code

    def follow(self, code: str) -> str | None:
        """Use a link up; the token of its new session."""
        kept = self.shelf.take("link", hashed(code))
        if kept is None:
            return None
        session = _session(kept)
        return self.begin(session) if self.now() - session.born <= LINK_LASTS else None


def session_id(token: str) -> str:
    """What pages, lists and tabs name a session by: no secret."""
    return hashed(token)[:SESSION_ID]


def hashed(token: str) -> str:
    """What the shelf knows a secret by."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()
