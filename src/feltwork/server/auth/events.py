"""What happened at the door: accounts, sessions, terminals and sign-ins, as ids, kinds and salted digests."""

from __future__ import annotations

from msgspec import Struct

from feltwork.table.live.schema import Schema

DOOR = "door"
"""Its stream."""
OPERATOR = "operator"
"""The role of whoever changes accounts and terminals on the database itself, and of the program that keeps them."""
PERSON = "person"
"""The role of somebody who changes what belongs to their own account."""


class DoorBegun(Struct, frozen=True, tag="door-begun"):
    """The first record: the rows that were there before anything was recorded, as shelf, id and digest."""

    rows: tuple[tuple[str, str, str], ...]
    idle: str = ""
    """A digest of the answers to commands that changed nothing and left no record, as earlier programs gave them."""


class AccountMade(Struct, frozen=True, tag="account-made"):
    """Somebody may sign in from now on."""

    person: str
    kind: str
    roles: tuple[str, ...]
    row: str
    digest: str


class AccountChanged(Struct, frozen=True, tag="account-changed"):
    """An account is another than before."""

    person: str
    kind: str
    roles: tuple[str, ...]
    changed: tuple[str, ...]
    """Which parts are others than before, such as the password or the roles."""
    row: str
    was: str
    """The digest of the row that it takes the place of."""
    digest: str


class AccountRemoved(Struct, frozen=True, tag="account-removed"):
    """Nobody signs in by this account any more."""

    person: str
    row: str
    was: str


class SessionBegun(Struct, frozen=True, tag="session-begun"):
    """Somebody is at a screen."""

    kind: str
    people: tuple[tuple[str, str], ...]
    table: str | None
    seat: int | None
    terminal: str
    row: str
    digest: str


class SessionChanged(Struct, frozen=True, tag="session-changed"):
    """The same screen, with other people or in another seat."""

    kind: str
    people: tuple[tuple[str, str], ...]
    table: str | None
    seat: int | None
    terminal: str
    row: str
    was: str
    digest: str


class SessionEnded(Struct, frozen=True, tag="session-ended"):
    """The token of this session opens nothing any more."""

    row: str
    was: str


class TerminalEnrolled(Struct, frozen=True, tag="terminal-enrolled"):
    """A device of the floor has its key."""

    terminal: str
    table: str
    seat: int | None
    row: str
    digest: str


class TerminalRemoved(Struct, frozen=True, tag="terminal-removed"):
    """The key of this device opens nothing any more."""

    terminal: str
    row: str
    was: str


class RowKept(Struct, frozen=True, tag="row-kept"):
    """A row of another shelf: a second factor, a one-time link, a transfer that is under way."""

    shelf: str
    row: str
    was: str
    """Empty where there was none before it."""
    digest: str


class RowRemoved(Struct, frozen=True, tag="row-removed"):
    """A row of another shelf was used or done with."""

    shelf: str
    row: str
    was: str


class SignInAccepted(Struct, frozen=True, tag="sign-in-accepted"):
    """Somebody gave the password of their account, to sign in or to confirm who they are."""

    person: str
    kind: str


class SignInRefused(Struct, frozen=True, tag="sign-in-refused"):
    """Repeated ones are recorded when their count reaches 1, 2, 4, 8, ..."""

    came: str
    """How: no such account, a wrong password, a wrong code, too soon after others, too many waiting, a wrong key."""
    person: str
    """Whose account; nobody where there is none, for what a stranger typed is not kept."""
    kind: str
    times: int
    """How many refusals this record stands for."""


DoorEvent = (
    DoorBegun
    | AccountMade
    | AccountChanged
    | AccountRemoved
    | SessionBegun
    | SessionChanged
    | SessionEnded
    | TerminalEnrolled
    | TerminalRemoved
    | RowKept
    | RowRemoved
    | SignInAccepted
    | SignInRefused
)
DOOR_EVENTS: Schema[DoorEvent] = Schema(DoorEvent)
