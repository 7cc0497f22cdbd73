"""Who is at a screen: sessions with idle and absolute expiry, one-time links, staff passwords with a lock-out."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import scrypt, sha256
from hmac import compare_digest
from typing import Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

SECOND = 1_000_000
MINUTE = 60 * SECOND
IDLE = {"player": 120 * MINUTE, "wall": 30 * 24 * 60 * MINUTE}
IDLE_STAFF = 20 * MINUTE
ABSOLUTE = {"wall": 365 * 24 * 60 * MINUTE}
ABSOLUTE_SHIFT = 12 * 60 * MINUTE
LINK_LASTS = 24 * 60 * MINUTE
MOST_FAILURES = 5
LOCKED = 15 * MINUTE
SCRYPT_N, SCRYPT_R, SCRYPT_P = 1 << 14, 8, 1
KINDS = ("player", "crew", "supervisor", "cashier", "inspector", "wall")


class Shelf(Protocol):
    """Where sessions and accounts are kept: outside the chained log, shared by all processes of a floor."""

    def put(self, shelf: str, name: str, body: bytes) -> None: ...

    def get(self, shelf: str, name: str) -> bytes | None: ...

    def take(self, shelf: str, name: str) -> bytes | None:
        """Get and remove, in one step: only one taker gets it."""
        ...

    def names(self, shelf: str) -> list[str]: ...


class MemoryShelf:
    """Shelves of one process."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], bytes] = {}

    def put(self, shelf: str, name: str, body: bytes) -> None:
        self._kept[shelf, name] = body

    def get(self, shelf: str, name: str) -> bytes | None:
        return self._kept.get((shelf, name))

    def take(self, shelf: str, name: str) -> bytes | None:
        return self._kept.pop((shelf, name), None)

    def names(self, shelf: str) -> list[str]:
        return sorted(name for where, name in self._kept if where == shelf)


class Session(Struct, frozen=True):
    """Somebody at a screen: of which kind, at which table and seat, and as whom they act there."""

    kind: str
    people: tuple[tuple[str, str], ...]
    """Person and role; at a crew's screen there may be several of each."""
    table: str | None = None
    seat: int | None = None
    born: int = 0
    seen: int = 0

    @property
    def person(self) -> str:
        return self.people[0][0] if self.people else ""


class Account(Struct, frozen=True):
    """A member of staff: what they may sign in as, and what their password hashes to."""

    person: str
    kind: str
    roles: tuple[str, ...]
    salt: bytes
    hashed: bytes
    failures: int = 0
    locked_until: int = 0


class SignInError(Exception):
    """Not let in; the message may be shown."""


class Sessions:
    """Sessions, links and accounts on a shelf; time comes in from the store's clock."""

    def __init__(self, shelf: Shelf, now: Callable[[], int]) -> None:
        self._shelf = shelf
        self._now = now

    def begin(self, session: Session) -> str:
        """A new session; the token is known to its owner alone, the shelf holds its hash."""
        token = secrets.token_urlsafe(32)
        now = self._now()
        self._save(token, replace(session, born=now, seen=now))
        return token

    def find(self, token: str | None) -> Session | None:
        """The session of a token, unless it has idled or lasted too long."""
        kept = self._shelf.get("session", _hash(token)) if token else None
        if kept is None or token is None:
            return None
        session = msgspec.json.decode(kept, type=Session)
        now = self._now()
        idle = IDLE.get(session.kind, IDLE_STAFF)
        lasts = ABSOLUTE.get(session.kind, ABSOLUTE_SHIFT)
        if now - session.seen > idle or now - session.born > lasts:
            self.end(token)
            return None
        if now - session.seen > SECOND:
            self._save(token, replace(session, seen=now))
        return session

    def change(self, token: str, session: Session) -> None:
        """The same person at the same screen, now in another seat or as somebody more."""
        self._save(token, replace(session, seen=self._now()))

    def end(self, token: str) -> None:
        self._shelf.take("session", _hash(token))

    def invite(self, session: Session) -> str:
        """A one-time link for a demonstration."""
        code = secrets.token_urlsafe(16)
        self._shelf.put("link", _hash(code), msgspec.json.encode(replace(session, born=self._now())))
        return code

    def follow(self, code: str) -> str | None:
        """Use a link up; the token of its new session."""
        kept = self._shelf.take("link", _hash(code))
        if kept is None:
            return None
        session = msgspec.json.decode(kept, type=Session)
        return self.begin(session) if self._now() - session.born <= LINK_LASTS else None

    def enrol(self, person: str, kind: str, roles: tuple[str, ...], password: str) -> None:
        """Make or remake a member of staff's account."""
        salt = secrets.token_bytes(16)
        self._keep(Account(person, kind, roles, salt, _scrypt(password, salt)))

    def sign_in(self, person: str, password: str, table: str | None = None) -> tuple[str, Session]:
        """A session for somebody who knows the password; a wrong one counts, and five lock the account."""
        kept = self._shelf.get("account", person[:64])
        if kept is None:
            _scrypt(password, b"nobody is known by this name....")
            raise SignInError("name or password is wrong")
        account = msgspec.json.decode(kept, type=Account)
        now = self._now()
        if now < account.locked_until:
            minutes = -(-(account.locked_until - now) // MINUTE)
            raise SignInError(f"this account is locked for {minutes} more minutes")
        if not compare_digest(_scrypt(password, account.salt), account.hashed):
            failures = account.failures + 1
            locked = now + LOCKED if failures >= MOST_FAILURES else 0
            self._keep(replace(account, failures=0 if locked else failures, locked_until=locked))
            raise SignInError("name or password is wrong")
        self._keep(replace(account, failures=0, locked_until=0))
        session = Session(account.kind, tuple((person, role) for role in account.roles), table)
        return self.begin(session), session

    def _keep(self, account: Account) -> None:
        self._shelf.put("account", account.person, msgspec.json.encode(account))

    def _save(self, token: str, session: Session) -> None:
        self._shelf.put("session", _hash(token), msgspec.json.encode(session))


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _scrypt(password: str, salt: bytes) -> bytes:
    return scrypt(password.encode()[:1024], salt=salt, n=SCRYPT_N, r=SCRYPT_R, p=SCRYPT_P)
