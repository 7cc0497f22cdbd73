"""The shelves of accounts, sessions and terminals, with a record in the chained log of every change to them.

A row and its record are one commit. The record holds the row's id and a digest of the row; who has the log alone
learns nothing from it, for every row has random bytes of its own (the salt of a password, the hash of a token), which
go when the row goes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import Any

import msgspec

from feltwork.engine.refusal_counts import NONE_YET, RefusalCount
from feltwork.server.auth.events import (
    DOOR,
    OPERATOR,
    PERSON,
    AccountChanged,
    AccountMade,
    AccountRemoved,
    DoorBegun,
    DoorEvent,
    RowKept,
    RowRemoved,
    SessionBegun,
    SessionChanged,
    SessionEnded,
    SignInAccepted,
    SignInRefused,
    TerminalEnrolled,
    TerminalRemoved,
)
from feltwork.server.auth.known_rows import KnownRows
from feltwork.server.ops.handed import hand_on
from feltwork.store.chain import chained
from feltwork.store.crash_points import armed, crash_point
from feltwork.store.port import Batch, ConflictError, Head, Record, Shelved, Store, StoreError
from feltwork.table.live.events import SCHEMA

VOLATILE = {"session": ("seen",)}
"""Members of a row that change without a record, and that no digest covers."""
RECORDED = ("account", "factor", "factor-new", "link", "places", "session", "terminal", "transfer-out")
"""Shelves whose rows are taken over by the first record. Any other but these and the unrecorded begins empty."""
UNRECORDED = ("evidence", "heartbeat", "rules", "series", "tries")
"""A heartbeat is written anew every two seconds; the cage's own record of a document names its SHA-256, as that of a
dispute names an evidence pack;
what strangers try at the door is counted for an hour, and must not grow the log."""
BESIDE = ("places", "transfer-out")
"""Shelves of what is kept beside something that somebody asks for, and is not the thing itself."""
SECRET = {"salt": "password", "hashed": "password"}
"""How members of an account are called in a record."""
LAPSED = frozenset({"failures", "locked_until"})
"""What earlier programs kept with an account; it goes with the next change."""
PERSONAL = frozenset({"factor", "factor-new", "places"})
"""Shelves of what belongs to an account, by person: the second factor, and where they signed in before."""
OWN = frozenset({"password"})
"""What people change of their own account."""
GUARDS = frozenset({"account", "factor"})
"""Shelves of what somebody is held against: that such a row is gone, or another, opens nothing and is told."""
USED_UP = frozenset({"link"})
"""Shelves of what opens something by being taken."""
LOOKS = 3
"""At a row and at its record, which another process may change between two of them."""
MAX_RETRIES = 200
log = logging.getLogger("feltwork.server")
_encode = msgspec.json.Encoder().encode


class RecordedShelves:
    """The shelves of a store; ``put``, ``take`` and ``swap`` write the record by themselves."""

    def __init__(self, store: Store, *, served: bool = False) -> None:
        self.store = store
        self._served = served
        """Is this a floor's server, where people change their own accounts?"""
        self._known = KnownRows(store.log) if served else None
        """What the log says of the rows; on the command line they are seen as they are."""
        self._passed_over: set[str] = set()
        """Rows that stand beside the log and were told of."""
        self._lock = Lock()
        self._refused: dict[tuple[str, str, str], RefusalCount] = {}

    def get(self, shelf: str, name: str) -> bytes | None:
        """A row; nothing where there is none, or where the log of a served floor does not know it as it is."""
        body = self.store.settings.get(shelf, name)
        known = self._known
        if known is None or shelf not in RECORDED:
            return body
        at = row_id(shelf, name)
        for _ in range(LOOKS):
            if body is None and not (shelf in GUARDS and known.has(at)):
                return None
            if body is not None and known.holds(at, row_digest(shelf, name, body)):
                return body
            body = self.store.settings.get(shelf, name)  # it may have changed between the two looks
        if shelf in GUARDS:
            raise StoreError(f"a row of shelf {shelf} is not as the log says")
        if at not in self._passed_over:
            self._passed_over.add(at)
            log.error("a row that the log does not know as it is counts for nothing", extra={"shelf": shelf, "row": at})
        return None

    def names(self, shelf: str) -> list[str]:
        if self._known is not None:
            self._known.catch_up()  # what was removed elsewhere is not believed here when it comes back
        return self.store.settings.names(shelf)

    def put(self, shelf: str, name: str, body: bytes) -> None:
        if shelf in UNRECORDED:
            self.store.settings.put(shelf, name, body)
            return
        self._change(shelf, name, lambda there: (True, body))

    def take(self, shelf: str, name: str, by: tuple[str, str] | None = None) -> bytes | None:
        """Get and remove in one step; ``by`` says who does it, where that does not follow from the row."""
        if shelf in UNRECORDED:
            return self.store.settings.take(shelf, name)
        if shelf in USED_UP and self.get(shelf, name) is None:
            return None
        return self._change(shelf, name, lambda there: (there is not None, None), by)[0]

    def swap(self, shelf: str, name: str, old: bytes | None, new: bytes) -> bool:
        if shelf in UNRECORDED or (old is not None and fixed(shelf, old) == fixed(shelf, new)):
            return self.store.settings.swap(shelf, name, old, new)
        return self._change(shelf, name, lambda there: (there == old, new))[1]

    def accepted(self, person: str, kind: str) -> None:
        """Record that somebody gave the right password."""
        self._record((person, kind), SignInAccepted(person, kind))

    def refused(self, came: str, person: str, kind: str) -> None:
        """Record a refused sign-in; of many alike only some are recorded, and those count the others."""
        with self._lock:
            count, times = self._refused.get((came, person, kind), NONE_YET).another()
            self._refused[came, person, kind] = count
        if times:
            self._record((person or "nobody", kind or "nobody"), SignInRefused(came, person, kind, times))

    def close(self) -> None:
        self.store.close()

    def _change(
        self,
        shelf: str,
        name: str,
        decide: Callable[[bytes | None], tuple[bool, bytes | None]],
        by: tuple[str, str] | None = None,
    ) -> tuple[bytes | None, bool]:
        """Change a row if ``decide`` says so of what is there; what was there, and whether it was done."""
        if not decide(self.store.settings.get(shelf, name))[0]:  # a made-up name costs nobody a turn
            return None, False

        def batch() -> tuple[bytes | None, Batch | None]:
            there = self.store.settings.get(shelf, name)
            does, new = decide(there)
            if not does:
                return there, None
            row = Shelved(shelf, name, there, new)
            who, event = self._told(row)
            return there, Batch(self._records(by or who, event), shelved=(row,))

        if shelf in BESIDE:
            return self._commit(batch)
        handed = hand_on()
        try:
            return self._commit(batch)
        except StoreError as failed:
            handed.came(failed)
            raise

    def _record(self, who: tuple[str, str], event: DoorEvent) -> None:
        self._commit(lambda: (None, Batch(self._records(who, event))))

    def _commit(self, made: Callable[[], tuple[bytes | None, Batch | None]]) -> tuple[bytes | None, bool]:
        """Our turn, what is there now, one commit; again if somebody got in between."""
        with self._lock:
            for _ in range(MAX_RETRIES):
                with self.store.log.turn([DOOR]):
                    there, batch = made()
                    if batch is None:
                        return there, False
                    if armed:
                        crash_point("before accounts and sessions are committed")
                    try:
                        self.store.log.append(batch)
                    except ConflictError:
                        continue
                    if armed:
                        crash_point("after accounts and sessions are committed")
                    return there, True
        raise ConflictError("other writers kept getting in between")

    def _records(self, who: tuple[str, str], event: DoorEvent | None) -> tuple[Record, ...]:
        """The next records of the stream; before the first of all, one that takes over what is there."""
        if event is None:
            return ()
        head, at = self.store.log.head(DOOR), self.store.now()
        last = next(self.store.log.read(DOOR, head.version - 1), None) if head.version else None
        if last is not None:
            at = max(at, last.at)  # another process's clock may be a little ahead
        before: tuple[Record, ...] = ()
        if not head.version:
            first = _sealed(head, at, (OPERATOR, OPERATOR), DoorBegun(self._standing(), self._idle()))
            before, head = (first,), Head(DOOR, first.version, first.hash)
        return (*before, _sealed(head, at, who, event))

    def _standing(self) -> tuple[tuple[str, str, str], ...]:
        found = []
        for shelf in RECORDED:
            for name in self.store.settings.names(shelf):
                body = self.store.settings.get(shelf, name)
                if body is not None:
                    found.append((shelf, row_id(shelf, name), row_digest(shelf, name, body)))
        return tuple(found)

    def _idle(self) -> str:
        """A digest of the answers that no record stands for."""
        refused = [head.stream for head in self.store.log.heads() if head.stream.startswith("refused/")]
        told = {
            record.key for stream in refused for record in self.store.log.read(stream) if record.kind == "nothing-done"
        }
        bare = [answer for answer in self.store.log.idle_answers() if answer.key not in told]
        parts = (
            part
            for a in bare
            for part in (a.key.encode(), a.digest, a.stream.encode(), b"%d" % a.first, b"%d" % a.last)
        )
        return _hashed(*parts) if bare else ""

    def _told(self, row: Shelved) -> tuple[tuple[str, str], DoorEvent | None]:
        """Who changes a row, and the event that tells it."""
        shelf, name = row.shelf, row.name
        at = row_id(shelf, name)
        was = row_digest(shelf, name, row.old) if row.old is not None else ""
        now = row_digest(shelf, name, row.new) if row.new is not None else ""
        if was == now:
            return (OPERATOR, OPERATOR), None
        before, after = _members(row.old), _members(row.new)
        members = after or before
        if shelf == "account":
            return self._account(members, before, at, was, now)
        if shelf == "session":
            people = [(str(person), str(role)) for person, role in members.get("people", ())]
            who = (people[0][0] if people else "nobody", str(members.get("kind", "nobody")))
            if not now:
                return who, SessionEnded(at, was)
            seat, terminal = members.get("seat"), str(members.get("terminal", ""))
            is_as = (who[1], tuple(people), members.get("table"), seat, terminal, at)
            return who, SessionChanged(*is_as, was, now) if was else SessionBegun(*is_as, now)
        if shelf == "terminal" and not (was and now):
            terminal = str(members.get("name", ""))
            enrolled = (terminal, str(members.get("table", "")), members.get("seat"), at, now)
            done = TerminalEnrolled(*enrolled) if now else TerminalRemoved(terminal, at, was)
            return (OPERATOR, OPERATOR), done
        who = (name, PERSON) if self._served and shelf in PERSONAL else (OPERATOR, OPERATOR)
        return who, RowKept(shelf, at, was, now) if now else RowRemoved(shelf, at, was)

    def _account(
        self, members: dict[str, Any], before: dict[str, Any], at: str, was: str, now: str
    ) -> tuple[tuple[str, str], DoorEvent]:
        person, kind = (str(members.get(name, "")) for name in ("person", "kind"))
        roles = tuple(map(str, members.get("roles", ())))
        operator = (OPERATOR, OPERATOR)
        if not now:
            return operator, AccountRemoved(person, at, was)
        if not was:
            return operator, AccountMade(person, kind, roles, at, now)
        names = {name for name in members.keys() | before.keys() if members.get(name) != before.get(name)}
        changed = {SECRET.get(name, name) for name in names - LAPSED}
        who = (person, kind) if self._served and changed <= OWN else operator
        return who, AccountChanged(person, kind, roles, tuple(sorted(changed)), at, was, now)


def _sealed(head: Head, at: int, who: tuple[str, str], event: DoorEvent) -> Record:
    said = (*who, str(event.__struct_config__.tag), SCHEMA)
    return chained(head, at, DOOR, said, _encode(event), "", ())


def _members(body: bytes | None) -> dict[str, Any]:
    """The members of a row; none where it is not one that this program wrote."""
    try:
        found: dict[str, Any] = msgspec.json.decode(body, type=dict[str, Any]) if body is not None else {}
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return {}
    return found


def fixed(shelf: str, body: bytes) -> bytes:
    """A row without the members that change without a record."""
    volatile, members = VOLATILE.get(shelf), _members(body)
    if volatile is None or not members:
        return body
    return _encode({name: value for name, value in members.items() if name not in volatile})


def row_id(shelf: str, name: str) -> str:
    """What the log knows a row by.

    >>> row_id("account", "dana")
    '8a62cd42a81ba73d3e598b39a4a5c658'
    """
    return _hashed(shelf.encode(), name.encode())[:32]


def row_digest(shelf: str, name: str, body: bytes) -> str:
    """A digest of a row, its place and all its members but the volatile ones."""
    return _hashed(shelf.encode(), name.encode(), fixed(shelf, body))


def _hashed(*parts: bytes) -> str:
    return sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).hexdigest()
