"""Who may come in: accounts of staff with passwords and a lock-out, and terminals enrolled with a key."""

from __future__ import annotations

import logging
import re
import secrets
from collections import Counter
from hashlib import scrypt
from hmac import compare_digest

import msgspec
from msgspec import Struct
from msgspec.structs import replace as changed

from feltwork.floor.rounds import TERMINAL
from feltwork.refusal import shown
from feltwork.rulebooks.conduct import AT_THE_TABLES
from feltwork.server.sessions import MINUTE, Session, Sessions, hashed

MOST_FAILURES = 5
LOCKED = 15 * MINUTE
SCRYPT_N, SCRYPT_R, SCRYPT_P = 1 << 14, 8, 1
LEAST_PASSWORD, MOST_PASSWORD = 8, 1024
ROLES = {"crew": AT_THE_TABLES, "supervisor": AT_THE_TABLES, "cashier": ("cashier",), "inspector": ("inspector",)}
"""As what each kind of staff may act; at a table its book then says what such a person may do."""
STAFF_KINDS = tuple(ROLES)
log = logging.getLogger(__name__)
NAME = r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}"


class StaffError(Exception):
    """No such account or terminal can be; the message is one clear line."""


class SignInError(Exception):
    """Not let in; the message may be shown."""


class Account(Struct, frozen=True):
    """A member of staff: what they may sign in as, and what their password hashes to."""

    person: str
    kind: str
    roles: tuple[str, ...]
    salt: bytes
    hashed: bytes
    failures: int = 0
    """Passwords tried since the last right one."""
    locked_until: int = 0


class Terminal(Struct, frozen=True):
    """A device of the floor: at a seat it is a player's terminal, without one a display on the wall."""

    name: str
    table: str
    seat: int | None = None


_account = msgspec.json.Decoder(Account).decode
_terminal = msgspec.json.Decoder(Terminal).decode


def check_roles(kind: str, roles: tuple[str, ...]) -> None:
    """May staff of this kind act so? Who works at the tables acts as somebody; a cashier or an inspector is one."""
    unknown = [role for role in roles or (kind,) if role not in ROLES[kind]]
    if unknown:
        said = f", not '{shown(unknown[0])}'" if roles else ""
        raise StaffError(f"for kind {kind} a --role is one of {', '.join(ROLES[kind])}{said}")


class Staff:
    """Accounts and terminals, on the shelf where sessions are."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions, self.shelf = sessions, sessions.shelf
        self.refused: Counter[str] = Counter()
        """Sign-ins that this process refused: no such name, a wrong password, the one that locks the account, a try at
        a locked one."""

    def add(self, person: str, kind: str, roles: tuple[str, ...], password: str, *, replace: bool = False) -> None:
        """Make an account; or make one anew, with whoever was signed in by the old one out."""
        if not replace and self.shelf.get("account", person[:64]) is not None:
            raise StaffError(f"{shown(person)} has an account already; --replace makes it anew")
        if not re.fullmatch(NAME, person):
            raise StaffError("a person is known by letters, digits, dots and dashes")
        if kind not in STAFF_KINDS:
            raise StaffError(f"staff are of kind {', '.join(STAFF_KINDS)}")
        check_roles(kind, roles)
        if not LEAST_PASSWORD <= len(password.encode()) <= MOST_PASSWORD:
            raise StaffError(f"a password has at least {LEAST_PASSWORD} characters")
        salt = secrets.token_bytes(16)
        account = Account(person, kind, roles or (kind,), salt, _scrypt(password, salt))
        self.shelf.put("account", person, msgspec.json.encode(account))
        self._out(person)

    def remove(self, person: str) -> bool:
        """Nobody signs in by this name any more, and nobody who did stays; was there such an account?"""
        gone = self.shelf.take("account", person) is not None
        self._out(person)
        return gone

    def _out(self, person: str) -> None:
        self.sessions.end_where(lambda s: s.kind in STAFF_KINDS and any(person == name for name, _ in s.people))

    def accounts(self) -> list[Account]:
        kept = (self.shelf.get("account", person) for person in self.shelf.names("account"))
        return [_account(body) for body in kept if body is not None]

    def unlock(self, person: str) -> bool:
        while (kept := self.shelf.get("account", person)) is not None:
            if self._swap(kept, changed(_account(kept), failures=0, locked_until=0)):
                return True
        return False

    def sign_in(self, person: str, password: str, table: str | None = None) -> tuple[str, Session]:
        """A session for somebody who knows the password."""
        session = self.recognise(person, password, table)
        return self.sessions.begin(session), session

    def recognise(self, person: str, password: str, table: str | None = None) -> Session:
        """Somebody who knows the password, in all their roles; nothing is begun yet."""
        account = self.vouch(person, password)
        return Session(account.kind, tuple((person, role) for role in account.roles), table)

    def vouch(self, person: str, password: str) -> Account:
        """The account of somebody who knows its password. A try counts before it is looked at, whichever process
        it comes to, so that five wrong ones lock the account however fast they come."""
        account = self._tried(person)
        if account is None:
            _scrypt(password, b"nobody is known by this name....")
            raise self._refuse("unknown", "", "", "name or password is wrong")
        if not compare_digest(_scrypt(password, account.salt), account.hashed):
            came = "wrong" if account.failures + 1 < MOST_FAILURES else "locks"
            raise self._refuse(came, account.person, account.kind, "name or password is wrong")
        self.unlock(person)
        self.shelf.accepted(account.person, account.kind)
        return account

    def _refuse(self, came: str, person: str, kind: str, why: str) -> SignInError:
        """Noted for whoever watches the floor: of which kind the account is, never whose, nor what was typed.

        The chained log has whose account it is, where there is one.
        """
        self.refused[came] += 1
        self.shelf.refused(came, person, kind)
        says = "a staff account is locked" if came == "locks" else "a sign-in was refused"
        log.warning(says, extra={"came": came, "kind": kind})
        return SignInError(why)

    def _tried(self, person: str) -> Account | None:
        """The account with one more try noted, unless it is locked."""
        while (kept := self.shelf.get("account", person[:64])) is not None:
            account, now = _account(kept), self.sessions.now()
            if now < account.locked_until:
                minutes = -(-(account.locked_until - now) // MINUTE)
                more = "minute" if minutes == 1 else "minutes"
                raise self._refuse(
                    "locked", account.person, account.kind, f"this account is locked for {minutes} more {more}"
                )
            failures = account.failures + 1
            last = failures >= MOST_FAILURES
            if self._swap(kept, changed(account, failures=failures % MOST_FAILURES, locked_until=now + LOCKED * last)):
                return account
        return None

    def _swap(self, kept: bytes, account: Account) -> bool:
        return self.shelf.swap("account", account.person, kept, msgspec.json.encode(account))

    def enrol(self, table: str, seat: int | None = None) -> str:
        """The key of a new terminal, told this once; the shelf holds its hash. A terminal there before it is out."""
        if not re.fullmatch(NAME, table) or (seat is not None and not 1 <= seat <= 24):
            raise StaffError("a terminal stands at a table, by its name, and at one of its seats")
        terminal = Terminal(f"{table}-{seat if seat is not None else 'wall'}", table, seat)
        self.revoke(terminal.name)
        key = secrets.token_urlsafe(32)
        self.shelf.put("terminal", hashed(key), msgspec.json.encode(terminal))
        return key

    def admit(self, key: str) -> str | None:
        """A session for the terminal that holds this key; nothing if none does."""
        kept = self.shelf.get("terminal", hashed(key))
        if kept is None:
            self.shelf.refused("key", "", "")
            return None
        terminal = _terminal(kept)
        kind = "wall" if terminal.seat is None else "player"
        person = f"{TERMINAL}{terminal.name}"
        return self.sessions.begin(
            Session(kind, ((person, kind),), terminal.table, terminal.seat, terminal=terminal.name)
        )

    def terminals(self) -> list[Terminal]:
        return sorted((terminal for _, terminal in self._terminals()), key=lambda t: (t.table, t.seat or 0))

    def _terminals(self) -> list[tuple[str, Terminal]]:
        kept = [(name, self.shelf.get("terminal", name)) for name in self.shelf.names("terminal")]
        return [(name, _terminal(body)) for name, body in kept if body is not None]

    def revoke(self, name: str) -> bool:
        """A terminal's key opens nothing any more, and its screen is let go; was there such a terminal?"""
        gone = [self.shelf.take("terminal", at) for at, terminal in self._terminals() if terminal.name == name]
        self.sessions.end_where(lambda session: session.terminal == name)
        return any(gone)


def _scrypt(password: str, salt: bytes) -> bytes:
    raw = password.encode("utf-8", "replace")[:MOST_PASSWORD]
    return scrypt(raw, salt=salt, n=SCRYPT_N, r=SCRYPT_R, p=SCRYPT_P)
