"""Accounts, sessions and terminals: the rows beside the log are those that its ``door`` stream tells of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from hashlib import sha256
from typing import Any

import msgspec

from feltwork.verifier.log.rows import AnswerRow, Problem, Row

DOOR = "door"
OPERATOR = "operator"
VOLATILE = {"session": ("seen",)}
"""Members of a row that change all the time and that no record covers: they are whole numbers, and that is all."""
OWN = frozenset({"password"})
"""What people may change of their own account."""
MANAGERS = frozenset({"assistant_gaming_manager", "gaming_manager"})
FACTORS = ("factor", "factor-new")
STAFF = frozenset({"crew", "supervisor", "cashier", "inspector"})
UNRECORDED = frozenset({"heartbeat", "series", "tries"})
"""Shelves that say only that a process is alive, and how often strangers tried to sign in within the last hour; and the
last checkpoint of the series, which its signature covers."""
PERSONAL = frozenset({"factor", "factor-new", "places"})
"""Shelves of what belongs to an account: people change their own."""
RULES = "rules"
"""The shelf of approved documents: the cage's records name each by its SHA-256."""
_encode = msgspec.json.Encoder().encode
ShelfRow = tuple[str, str, bytes]
"""Shelf, name, body."""


class DoorFold:
    """Which rows there are by the records, and who may have caused each."""

    def __init__(self) -> None:
        self.rows: dict[str, tuple[str, str]] = {}
        """By id: the shelf and the digest of the row."""
        self.accounts: dict[str, tuple[str, frozenset[str]]] = {}
        """Kind and roles of the accounts whose making is on record."""
        self.terminals: dict[str, str] = {}
        """By the row's id, terminals whose enrolment is on record."""
        self.took_over: frozenset[str] = frozenset()
        """Shelves that had rows before the first record."""
        self.idle = ""
        """A digest of the answers to commands that changed nothing, from before the first record."""
        self.links = 0
        """One-time links that were used and that no session has begun with yet."""
        self._found: list[Problem] = []

    def take(self, row: Row, body: dict[str, Any]) -> list[Problem]:
        """Follow one record; what is wrong with it."""
        self._found = []
        if (row.kind == "door-begun") != (row.version == 1):
            self._wrong("order", "the stream begins with a record of what was there before it, and only so")
        handler = _HANDLERS.get(row.kind)
        if handler is None:
            self._wrong("body", f"nothing of the kind {row.kind!r} happens at the door")
        else:
            handler(self, row, body)
        return self._found

    def _wrong(self, kind: str, what: str) -> None:
        self._found.append((kind, what))

    def _begun(self, row: Row, body: dict[str, Any]) -> None:
        for shelf, at, digest in body["rows"]:
            if at in self.rows:
                self._wrong("door", f"row {at[:8]} is taken over twice")
            self.rows[at] = (str(shelf), str(digest))
        self.took_over = frozenset(shelf for shelf, _ in self.rows.values())
        self.idle = str(body.get("idle", ""))
        self._operator(row)

    def _operator(self, row: Row) -> None:
        if row.role != OPERATOR:
            self._wrong("role", f"a {row.role!r} may not do this")

    def _new(self, shelf: str, at: str, digest: str) -> None:
        if at in self.rows:
            self._wrong("door", f"row {at[:8]} of {shelf} was there already")
        self.rows[at] = (shelf, digest)

    def _known(self, shelf: str, at: str, was: str) -> None:
        """The row that is changed or removed is the one that was recorded last."""
        there = self.rows.pop(at, None)
        if there is None:
            self._wrong("door", f"row {at[:8]} of {shelf} was not on record: somebody put it there")
        elif there != (shelf, was):
            self._wrong("door", f"row {at[:8]} of {shelf} was not as it was recorded: somebody had changed it")

    def _account_made(self, row: Row, body: dict[str, Any]) -> None:
        self._operator(row)
        self._new("account", body["row"], body["digest"])
        self._account(body)

    def _account_changed(self, row: Row, body: dict[str, Any]) -> None:
        own = set(body["changed"]) <= OWN
        if row.role != OPERATOR and not (own and (row.actor, row.role) == (body["person"], body["kind"])):
            self._wrong(
                "role", f"{row.actor!r} changed {', '.join(body['changed'])} of the account of {body['person']!r}"
            )
        before = self.accounts.get(body["person"])
        if own and before not in (None, (body["kind"], frozenset(body["roles"]))):
            self._wrong("door", f"the account of {body['person']!r} has other roles than were recorded")
        self._known("account", body["row"], body["was"])
        self.rows[body["row"]] = ("account", body["digest"])
        self._account(body)

    def _account(self, body: dict[str, Any]) -> None:
        person = body["person"]
        if body["row"] != row_id("account", person):
            self._wrong("door", f"the row of the account of {person!r} has another name")
        self.accounts[person] = (body["kind"], frozenset(body["roles"]))

    def _account_removed(self, row: Row, body: dict[str, Any]) -> None:
        self._operator(row)
        if body["row"] != row_id("account", body["person"]):
            self._wrong("door", f"the row of the account of {body['person']!r} has another name")
        self._known("account", body["row"], body["was"])
        self.accounts.pop(body["person"], None)

    def _session_begun(self, row: Row, body: dict[str, Any]) -> None:
        self._new("session", body["row"], body["digest"])
        self._at_screen(row, body)
        if body["terminal"]:
            if body["terminal"] not in self.terminals.values() and "terminal" not in self.took_over:
                self._wrong("door", f"terminal {body['terminal']!r} was not enrolled")
        elif self.links:
            self.links -= 1
        elif body["kind"] in STAFF:
            self._have_accounts(body)

    def _session_changed(self, row: Row, body: dict[str, Any]) -> None:
        self._known("session", body["row"], body["was"])
        self.rows[body["row"]] = ("session", body["digest"])
        self._at_screen(row, body)

    def _at_screen(self, row: Row, body: dict[str, Any]) -> None:
        people = [person for person, _ in body["people"]]
        if row.role != body["kind"] or (people and row.actor != people[0]):
            self._wrong("role", f"{row.actor!r} as {row.role!r} is not who is at this screen")

    def _have_accounts(self, body: dict[str, Any]) -> None:
        """Staff come in by their accounts, in the kind and the roles that these have."""
        for person, role in body["people"]:
            if row_id("account", person) not in self.rows:
                self._wrong("door", f"{person!r} has no account")
            elif person in self.accounts:
                kind, roles = self.accounts[person]
                if kind != body["kind"] or role not in roles:
                    self._wrong(
                        "door", f"{person!r} has no account to be {role!r} at a screen of kind {body['kind']!r}"
                    )

    def _session_ended(self, row: Row, body: dict[str, Any]) -> None:
        self._known("session", body["row"], body["was"])

    def _terminal_enrolled(self, row: Row, body: dict[str, Any]) -> None:
        self._operator(row)
        self._new("terminal", body["row"], body["digest"])
        self.terminals[body["row"]] = body["terminal"]

    def _terminal_removed(self, row: Row, body: dict[str, Any]) -> None:
        self._operator(row)
        self._known("terminal", body["row"], body["was"])
        if self.terminals.pop(body["row"], body["terminal"]) != body["terminal"]:
            self._wrong("door", f"row {body['row'][:8]} is not that of terminal {body['terminal']!r}")

    def _owner(self, row: Row, body: dict[str, Any]) -> None:
        """The operator, or somebody whose own it is; a manager resets a second factor that was lost."""
        if body["shelf"] in FACTORS and row.role == "supervisor" and row.kind == "row-removed":
            if not MANAGERS & self.accounts.get(row.actor, ("", MANAGERS))[1]:
                self._wrong("role", f"{row.actor!r} is no manager, and reset the second factor of another")
        elif row.role != "person" or body["shelf"] not in PERSONAL:
            self._operator(row)
        elif body["row"] != row_id(body["shelf"], row.actor):
            self._wrong("role", f"{row.actor!r} changed what belongs to another account")

    def _row_kept(self, row: Row, body: dict[str, Any]) -> None:
        self._owner(row, body)
        if body["was"]:
            self._known(body["shelf"], body["row"], body["was"])
        self._new(body["shelf"], body["row"], body["digest"])

    def _row_removed(self, row: Row, body: dict[str, Any]) -> None:
        self._owner(row, body)
        self._known(body["shelf"], body["row"], body["was"])
        self.links += body["shelf"] == "link"

    def _accepted(self, row: Row, body: dict[str, Any]) -> None:
        person = body["person"]
        if (row.actor, row.role) != (person, body["kind"]):
            self._wrong("role", f"{row.actor!r} did not sign in as {person!r}")
        if row_id("account", person) not in self.rows:
            self._wrong("door", f"{person!r} signed in and has no account")
        elif self.accounts.get(person, (body["kind"],))[0] != body["kind"]:
            self._wrong("door", f"the account of {person!r} is of another kind than {body['kind']!r}")

    def _refused(self, row: Row, body: dict[str, Any]) -> None:
        if type(body["times"]) is not int or body["times"] < 1:
            self._wrong("body", f"it stands for {body['times']!r} refusals")
        if (row.actor, row.role) != (body["person"] or "nobody", body["kind"] or "nobody"):
            self._wrong("role", f"{row.actor!r} is not who was refused")

    def left_over(self, kept: Iterable[ShelfRow]) -> Iterator[str]:
        """Hold the rows there are against the records; what does not fit."""
        missing = dict(self.rows)
        for shelf, name, body in kept:
            if shelf in UNRECORDED or shelf == RULES:
                continue
            at = row_id(shelf, name)
            called = f"the account of {name!r}" if shelf == "account" else f"row {at[:8]} of {shelf}"
            there = missing.pop(at, None)
            if there is None:
                yield f"{called} is not on record: somebody put it there"
            elif there != (shelf, row_digest(shelf, name, body)):
                yield f"{called} is not as it was recorded: somebody has changed it"
            elif why := wrong_form(shelf, body):
                yield f"{called} {why}"
        for at, (shelf, _) in missing.items():
            yield f"row {at[:8]} of {shelf} is on record and not there: somebody took it away"


_F = DoorFold
_HANDLERS: dict[str, Callable[[DoorFold, Row, dict[str, Any]], None]] = {
    "door-begun": _F._begun,
    "account-made": _F._account_made,
    "account-changed": _F._account_changed,
    "account-removed": _F._account_removed,
    "session-begun": _F._session_begun,
    "session-changed": _F._session_changed,
    "session-ended": _F._session_ended,
    "terminal-enrolled": _F._terminal_enrolled,
    "terminal-removed": _F._terminal_removed,
    "row-kept": _F._row_kept,
    "row-removed": _F._row_removed,
    "sign-in-accepted": _F._accepted,
    "sign-in-refused": _F._refused,
}


def wrong_documents(kept: Iterable[ShelfRow], installed: Set[str]) -> Iterator[str]:
    """Hold the approved documents there are against those that the cage's records name."""
    missing = set(installed)
    for shelf, name, body in kept:
        if shelf != RULES:
            continue
        missing.discard(name)
        if name not in installed:
            yield f"document {name[:12]} was never installed"
        elif sha256(body).hexdigest() != name:
            yield f"document {name[:12]} is not the one that was installed"
    for name in sorted(missing):
        yield f"document {name[:12]} was installed and is not there"


def wrong_form(shelf: str, body: bytes) -> str:
    """Why a row whose digest fits is still not as a program writes it: beside what the digest covers."""
    if shelf not in VOLATILE:
        return ""
    members = _members(body)
    if members is None or _encode(members) != body:
        return "is not written as a row is"
    odd = [name for name in VOLATILE[shelf] if type(members.get(name, 0)) is not int or members.get(name, 0) < 0]
    return f"has {odd[0]} {members[odd[0]]!r}" if odd else ""


def _members(body: bytes) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return found


def row_id(shelf: str, name: str) -> str:
    """What the log knows a row by."""
    return _hashed(shelf, name)[:32]


def row_digest(shelf: str, name: str, body: bytes) -> str:
    """A digest over a row: its shelf, its name and what of it does not change all the time."""
    volatile, members = VOLATILE.get(shelf), _members(body)
    if volatile is not None and members:
        body = _encode({member: value for member, value in members.items() if member not in volatile})
    return _hashed(shelf, name, body)


def idle_digest(answers: Sequence[AnswerRow]) -> str:
    """A digest of the answers to commands that changed nothing, in the order of their keys; empty for none."""
    parts = [p for a in answers for p in (a.key, a.digest, a.stream, f"{a.first}", f"{a.last}")]
    return _hashed(*parts) if answers else ""


def _hashed(*parts: str | bytes) -> str:
    """SHA-256 over parts, each with its length before it (eight bytes, big end first)."""
    raw = [part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part for part in parts]
    return sha256(b"".join(len(part).to_bytes(8, "big") + part for part in raw)).hexdigest()
