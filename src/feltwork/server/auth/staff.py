"""Accounts of staff: passwords, second factors, and how somebody proves who they are."""

from __future__ import annotations

import logging
import re
import secrets
from collections import Counter
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from hmac import compare_digest
from typing import NamedTuple

import msgspec
from msgspec import Struct

from feltwork.cage.tickets import CASHIER, TICKET_MACHINE
from feltwork.games.registry import roles_at_tables
from feltwork.refusal import shown
from feltwork.server.auth.factors import FactorError, Factors
from feltwork.server.auth.passwords import MAX_PASSWORD, MIN_PASSWORD, hash_password
from feltwork.server.auth.recorded_shelves import RecordedShelves
from feltwork.server.auth.sessions import Session, Sessions, hashed
from feltwork.server.auth.terminals import NAME, StaffError, Terminals
from feltwork.server.auth.tries import ONE_ADDRESS, ONE_CODE, ONE_NAME, Patience, TooSoonError, Tries, network, who
from feltwork.server.undecodable import UNDECODABLE
from feltwork.store.port import StoreError

MAX_PLACES = 8
"""Addresses from which somebody has signed in that are kept in mind."""
STAFF_KINDS = ("crew", "supervisor", "cashier", "inspector")
"""As what each kind of staff may act; at a table its book then says what such a person may do."""
OFFICE = ("promotions_manager", "scrutineer")
"""Who runs promotions for the operator, and who oversees their draws."""
MANAGERS = ("assistant_gaming_manager", "gaming_manager")
"""Who resets the second factor of others."""
log = logging.getLogger(__name__)


class SignInError(Exception):
    """Not let in; the message may be shown."""

    def __init__(
        self, why: str, *, asks_code: bool = False, seconds: int = 0, record: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(why)
        self.asks_code = asks_code
        """Was the password right, and only a code is missing or wrong?"""
        self.seconds = seconds
        """How long to wait before the next try."""
        self.record = record
        """Writes it into the chained log: after the answer, for how long it takes depends on what was wrong."""


class Account(Struct, frozen=True):
    """A member of staff: what they may sign in as, and what their password hashes to."""

    person: str
    kind: str
    roles: tuple[str, ...]
    salt: bytes
    hashed: bytes


class Origin(NamedTuple):
    """Where somebody tries to sign in: from which address, and at a screen with which session."""

    address: str = ""
    token: str = ""


NOWHERE = Origin()


class Attempt(NamedTuple):
    """A try that has its turn, and what it is counted by until it proves right."""

    person: str
    place: str
    known: bool = False
    """Is this person signed in there already, or did they sign in from there before?"""
    counts: tuple[tuple[str, Patience], ...] = ()


_account = msgspec.json.Decoder(Account).decode


def roles_for(kind: str) -> tuple[str, ...]:
    """The roles that an account of this kind may have."""
    if kind == "supervisor":
        return (*roles_at_tables(), *OFFICE)
    if kind == CASHIER:
        return (CASHIER, TICKET_MACHINE)
    return roles_at_tables() if kind == "crew" else (kind,)


def check_roles(kind: str, roles: tuple[str, ...]) -> None:
    """May staff of this kind act so? Who works at the tables acts as somebody; a cashier or an inspector is one."""
    unknown = [role for role in roles or (kind,) if role not in roles_for(kind)]
    if unknown:
        said = f", not '{shown(unknown[0])}'" if roles else ""
        raise StaffError(f"for kind {kind} a --role is one of {', '.join(roles_for(kind))}{said}")


class Staff:
    """The accounts of a floor, on the shelf where sessions are, and its terminals."""

    def __init__(self, sessions: Sessions, key: bytes = b"") -> None:
        self.sessions, self.shelf = sessions, sessions.shelf
        self.tries = Tries(sessions.shelf, sessions.now)
        self.terminals = Terminals(sessions)
        self.factors = Factors(sessions.shelf, sessions.now, key)
        self.required: frozenset[str] = frozenset()
        """Roles and kinds of staff that sign in with a second factor."""
        self.refused: Counter[str] = Counter()
        """Sign-ins that this process refused: no such name, a wrong password, a wrong code, a try that came too soon or
        while too many others waited."""

    def add(self, person: str, kind: str, roles: tuple[str, ...], password: str, *, replace: bool = False) -> None:
        """Make an account; or make one anew, with whoever was signed in by the old one out."""
        if not replace and self.shelf.get("account", person[:64]) is not None:
            raise StaffError(f"{shown(person)} has an account already; --replace makes it anew")
        if not re.fullmatch(NAME, person):
            raise StaffError("a person is known by letters, digits, dots and dashes")
        if kind not in STAFF_KINDS:
            raise StaffError(f"staff are of kind {', '.join(STAFF_KINDS)}")
        check_roles(kind, roles)
        self.shelf.put("account", person, msgspec.json.encode(_made(person, kind, roles or (kind,), password)))
        self.sessions.end_of(person)

    def remove(self, person: str) -> bool:
        """Nobody signs in by this name any more, and nobody who did stays; was there such an account?"""
        gone = self.shelf.take("account", person) is not None
        self.factors.remove(person)
        self.shelf.take("places", person)
        self.sessions.end_of(person)
        return gone

    def accounts(self) -> list[Account]:
        kept = (self.shelf.get("account", person) for person in self.shelf.names("account"))
        return [_account(body) for body in kept if body is not None]

    def account(self, person: str) -> Account | None:
        kept = self.shelf.get("account", person[:64])
        try:
            return _account(kept) if kept is not None else None
        except UNDECODABLE:
            raise StoreError("the row of an account cannot be read") from None

    def unlock(self, person: str) -> bool:
        """Whoever tried this name too often may try again at once; is there such an account?"""
        self.tries.forget(person)
        return self.account(person) is not None

    def needs_factor(self, account: Account) -> bool:
        """Does this person's work ask for a second factor?"""
        return not self.required.isdisjoint((account.kind, *account.roles))

    def sign_in(self, person: str, password: str, table: str | None = None, code: str = "") -> tuple[str, Session]:
        """A session for somebody who knows the password."""
        session = self.session_of(self.vouch(person, password, code), table)
        return self.sessions.begin(session), session

    def vouch(self, person: str, password: str, code: str = "", origin: Origin = NOWHERE) -> Account:
        """The account of somebody who proves at once who they are."""
        try:
            return self.check(self.attempt(person, origin), password, code)
        except SignInError as refused:
            refused.record()
            raise

    def session_of(self, account: Account, table: str | None = None, address: str = "") -> Session:
        """Somebody who has proven who they are, in all their roles; nothing is begun yet.

        Where their work asks for a second factor and they have none, they may do nothing but set it up.
        """
        people = tuple((account.person, role) for role in account.roles)
        limited = self.needs_factor(account) and not self.factors.has(account.person)
        return Session(account.kind, people, table, address=address, limited=limited)

    def attempt(self, person: str, origin: Origin) -> Attempt:
        """A turn to prove who one is. The same for a name that nobody has: whether it is one is not told here."""
        place = network(origin.address)
        known, counts = self._counted(person, place, origin.token)
        try:
            self.tries.take(counts)
        except TooSoonError as soon:
            raise self.refuse("slowed", None, str(soon), seconds=soon.seconds) from None
        return Attempt(person, place, known, counts)

    def _counted(self, person: str, place: str, token: str) -> tuple[bool, tuple[tuple[str, Patience], ...]]:
        """Is somebody known there, and by what is their try counted? Nobody's tries count for those who are known."""
        session = self.sessions.find(token, used=False)
        if session is not None and any(person == name for name, _ in session.people):
            return True, ((f"{hashed(token)[:24]}.{who(person)}", ONE_NAME),)
        here = (f"{hashed(place)[:24]}.{who(person)}", ONE_NAME)
        account, places = self.account(person), _places(self.shelf, person)
        if _marked(account or NOBODY, place) in places:
            return True, (here,)
        return False, ((f"address {hashed(place)[:24]}", ONE_ADDRESS), here)

    def check(self, attempt: Attempt, password: str, code: str = "") -> Account:
        """The account of somebody who knows its password, and has its second factor if there is one."""
        account = self.account(attempt.person)
        expected = account or NOBODY
        if not compare_digest(hash_password(password, expected.salt), expected.hashed) or account is None:
            raise self.refuse("wrong" if account else "unknown", account, "name or password is wrong")
        if self.factors.has(account.person):
            self._check_code(account, attempt, code)
        self._came(account, attempt)
        return account

    def _check_code(self, account: Account, attempt: Attempt, code: str) -> None:
        if not code:
            self.forgive(attempt)  # the password was right; a code comes with the next try
            raise SignInError("enter the code that your app shows now, or a recovery code", asks_code=True)
        # Strangers who have the password keep nobody waiting who is known where they are; all others wait together.
        wrong = f"{'known code' if attempt.known else 'code'}.{who(account.person)}"
        try:
            self.tries.take(((wrong, ONE_CODE),))
            if not self.factors.use(account.person, code):
                raise self.refuse("code", account, "this code is wrong or was used before", asks_code=True)
        except TooSoonError as soon:
            self.forgive(attempt)  # nobody looked at it: whoever comes when they are told to waits no longer
            raise self.refuse("slowed", account, str(soon), seconds=soon.seconds) from None
        except FactorError as unreadable:
            raise self.refuse("code", account, str(unreadable)) from None
        self.tries.forgive(wrong, all_=True)

    def _came(self, account: Account, attempt: Attempt) -> None:
        """Somebody proved who they are: they are known there from now on, and their wrong tries there are forgiven."""
        for name, patience in attempt.counts:
            self.tries.forgive(name, all_=patience is ONE_NAME)
        self.shelf.accepted(account.person, account.kind)
        mark, places = _marked(account, attempt.place), _places(self.shelf, account.person)
        if attempt.place and mark not in places:
            self.shelf.put("places", account.person, msgspec.json.encode([*places, mark][-MAX_PLACES:]))

    def forgive(self, attempt: Attempt) -> None:
        """A try that does not count, for a code is still to come or nobody looked at it; those before it do."""
        for name, _ in attempt.counts:
            self.tries.forgive(name, all_=False)

    def refuse(
        self, came: str, account: Account | None, why: str, *, asks_code: bool = False, seconds: int = 0
    ) -> SignInError:
        """Noted for whoever watches the floor: of which kind the account is, never whose, nor what was typed.

        The chained log has whose account it is, where there is one.
        """
        person, kind = (account.person, account.kind) if account else ("", "")
        self.refused[came] += 1
        log.warning("a sign-in was refused", extra={"came": came, "kind": kind})
        record = partial(self.shelf.refused, came, person, kind)
        return SignInError(why, asks_code=asks_code, seconds=seconds, record=record)

    def set_password(self, account: Account, password: str, *, but: str = "") -> None:
        """A new password for somebody who has proven who they are; every other session of theirs ends."""
        made = _made(account.person, account.kind, account.roles, password)
        kept = self.shelf.get("account", account.person)
        unchanged = kept is not None and _account(kept) == account
        if not unchanged or not self.shelf.swap("account", account.person, kept, msgspec.json.encode(made)):
            raise StaffError("this account was changed meanwhile; try again")
        self.sessions.end_of(account.person, but=but)

    def reset_factor(self, person: str, by: tuple[str, str] | None = None) -> bool:
        """Take somebody's second factor away, and whoever is signed in by that name out; was there one?

        ``by`` is the manager who does it, and of which kind they are.
        """
        gone = self.factors.remove(person, by)
        self.sessions.end_of(person)
        return gone


def _made(person: str, kind: str, roles: tuple[str, ...], password: str) -> Account:
    if not MIN_PASSWORD <= len(password.encode("utf-8", "replace")) <= MAX_PASSWORD:
        raise StaffError(f"a password has at least {MIN_PASSWORD} characters")
    salt = secrets.token_bytes(16)
    return Account(person, kind, roles, salt, hash_password(password, salt))


def _places(shelf: RecordedShelves, person: str) -> list[str]:
    """What is known of where somebody signed in before."""
    try:
        return msgspec.json.decode(shelf.get("places", person[:64]) or b"[]", type=list[str])
    except UNDECODABLE:
        log.error("where somebody signed in before cannot be read: they are known nowhere")
        return []


def _marked(account: Account, place: str) -> str:
    """What the shelf knows a place by where somebody signed in."""
    return sha256(account.salt + place.encode("utf-8", "replace")).hexdigest()[:24]


NOBODY = Account("", "", (), b"nobody is known.", bytes(64))
"""What a password for an unknown name is held against, so that it takes as long."""
