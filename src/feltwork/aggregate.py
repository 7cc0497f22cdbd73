"""What a stream with a state of its own is made of, beside the tables and the cage: one value for each kind.

An aggregate is a stream of events that is decided on: a tournament, the floor's incidents, a promotion, the duties. A
room (``incidents/``, ``tournament/``, ...) writes one ``Aggregate`` value and ``engine/aggregates.py`` lists it. From
then on its commands go the way of every command (envelope, writer queue, transaction, commit, answer), with idempotent
keys, refusals in ``refused/STREAM``, snapshots, catch-up with other processes, search, screens and the command line.
The verifier has a checker of its own for it (``verifier/aggregates.py``), which shares no code with the room.

Rules of form:

- Commands derive from ``Asked`` and events are frozen tagged structs; a tag is used once in the whole project.
- The state is a ``Struct`` whose fields are plain values, frozen structs, or ``dict``, ``list`` and ``set`` of such.
  ``evolve`` changes the struct and its collections and replaces what lies in them. So a copy is cheap, and saving and
  loading need no code.
- Money moves between accounts of the aggregate's own (``KIND/ID/...``), accounts of the house, and players' purses
  (``player/ID``). A posting to a purse writes the cage's half (``purses-moved``) by itself: its record and the event's
  name each other. No purse goes below zero: the command is refused instead.
- A command with a draw's secret names the field in ``beside``: it is taken out before anything is written down, and
  goes beside the command as ``Asker.secret``, so that no refusal keeps it.
- Names and addresses of people stay outside of commands and events, which have ids only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Struct

from feltwork.cage.state import Cage
from feltwork.games.conduct import Power
from feltwork.ledger.account import Posting
from feltwork.refusal import Refusal
from feltwork.table.live.asker import Asked, Asker
from feltwork.table.live.schema import Schema
from feltwork.table.live.state import LiveTable

S = TypeVar("S", bound=Struct)


class Stamp(NamedTuple):
    """What the record of an event says besides the event."""

    at: int
    """Microseconds since 1970."""
    person: str
    role: str
    version: int
    """The record's number in its stream."""


class Twin(NamedTuple):
    """An event here with its half in another stream, written in the same transaction; each names the other.

    ``half`` is an event of that stream, best made by asking that stream's own ``decide``. It happens there with its own
    postings. A half at a table may not itself be one that has a half at the cage. Neither of the two may post to a
    purse from here: such an event has its half at the cage already.
    """

    event: Struct
    stream: str
    """``cage``, ``table/NAME``, or another aggregate's stream."""
    half: Struct


Step = Struct | Twin
Decision = Sequence[Step] | Refusal
"""What happens, in order; or why nothing does."""


class Elsewhere(Protocol):
    """The other streams as they stand in this transaction: to be looked at, never changed.

    What was looked at is expected to stand at the same version when the transaction commits; if another process moved
    it on meanwhile, everything is decided again.
    """

    @property
    def at(self) -> int:
        """The time at which it is decided."""
        ...

    @property
    def cage(self) -> Cage: ...

    def table_names(self) -> list[str]:
        """The names of all tables that were ever opened."""
        ...

    def table(self, name: str) -> LiveTable:
        """A table; one that was never opened is an empty one."""
        ...

    def state(self, kind: str, name: str = "") -> Any:
        """The state of an aggregate of another kind, or another of the same kind; the one of its kind has no name."""
        ...

    def names(self, kind: str) -> list[str]:
        """The ids of all there are of a kind."""
        ...


class Guard(NamedTuple):
    """Asked before an event happens at a table, the cage or another aggregate; a refusal refuses its whole command.

    An exclusion forbids a buy-in by the event ``BoughtIn``, whichever command and terminal it comes from.
    """

    events: tuple[type[Struct], ...]
    refuses: Callable[[Elsewhere, Any, str], Refusal | None]
    """Given the others, the event, and its stream."""
    keeps_out: Callable[[Elsewhere, str, str], Refusal | None] | None = None
    """Given the others, a person and a stream: asked of everybody who takes part in what another kind runs."""


def nothing_posted(state: Any, event: Any) -> Sequence[Posting]:
    """For a kind that moves no money."""
    return ()


def own_player(state: Any, event: Any) -> Iterable[str]:
    """Who takes part by an event: the substitute that it names, or the player."""
    return (getattr(event, "substitute", "") or event.player,)


def nothing_kept(state: Any, person: str, now: int) -> Iterable[str]:
    """For a kind that needs nobody's name."""
    return ()


class TakingPart(NamedTuple):
    """By what people take part in what a kind runs, and who they are."""

    events: tuple[type[Struct], ...] = ()
    takers: Callable[[Any, Any], Iterable[str]] = own_player
    """Who takes part by such an event, given the state before it."""


class Privacy(NamedTuple):
    """What is kept from being read, and whose names are kept and erased."""

    withheld: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """By the tag of an event or a command: fields that a search of the log shows nobody, because they are secret for a
    while and another event tells them in time."""
    keeps: Callable[[Any, str, int], Iterable[str]] = nothing_kept
    """What a person's name is still needed for here, given the state, the person and the time; nothing lets it be
    erased."""
    forgets: Mapping[type[Struct], str] = MappingProxyType({})
    """Events by which a name is erased, each with the field that has the person's id."""


@dataclass(frozen=True)
class Aggregate(Generic[S]):
    """One kind of stream: its names, its commands and events, how it decides and evolves, and who may ask it what."""

    kind: str
    """The stream's name, or the first part of it: ``incidents``, ``tournament``."""
    title: str
    """What it is called in a list."""
    single: bool
    """Is there one stream of it, ``KIND``? Else there is one for each id, ``KIND/ID``."""
    senders: Mapping[type[Asked], Power]
    """Every command, and the roles that may send it at all with the clause that says so. ``decide`` may be stricter.
    ``(ANYBODY,)`` for a command that anybody may send."""
    events: Schema[Any]
    """``Schema(Union of events)``."""
    state: type[S]
    fresh: Callable[[str], S]
    """The state before the first event, given the id."""
    decide: Callable[[S, Any, Asker, Elsewhere], Decision]
    evolve: Callable[[S, Any, Stamp], None]
    tell: Callable[[Any], list[str]]
    """An event in sentences, for an inspector."""
    view: Callable[[S, Asker], dict[str, Any]]
    """What somebody in this role is shown of it, as plain data."""
    readers: frozenset[str]
    """Kinds of session that may look at it: ``crew``, ``supervisor``, ``cashier``, ``inspector``, ``player``, ``wall``.
    """
    postings: Callable[[S, Any], Sequence[Posting]] = nothing_posted
    """What an event moves, given the state before it; sums to zero. The order does not matter."""
    guards: tuple[Guard, ...] = ()
    taking_part: TakingPart = field(default_factory=TakingPart)
    """How people take part in it: the guards of others may forbid it."""
    accounts: Mapping[str, str] = field(default_factory=dict)
    """First words of accounts of its own, and what the day's reconciliation calls them; empty for what is no money."""
    privacy: Privacy = field(default_factory=Privacy)
    """What it shows nobody for a while, and what it needs names for."""
    shape: int = 1
    """Raised when the same state means something else, so that what was saved before is not read."""

    def stream(self, name: str) -> str:
        """The name of the stream of an id."""
        return self.kind if self.single else f"{self.kind}/{name}"

    def name_of(self, stream: str) -> str:
        """The id in a stream's name; empty for the one of its kind."""
        return "" if self.single else stream.removeprefix(f"{self.kind}/")

    def has(self, stream: str) -> bool:
        """Is this a stream of this kind?"""
        return stream == self.kind if self.single else stream.startswith(f"{self.kind}/")

    def copy(self, state: S) -> S:
        """One on which things can happen that are thrown away."""
        twin = copy(state)
        for name in state.__struct_fields__:
            held = getattr(state, name)
            if isinstance(held, dict | list | set):
                setattr(twin, name, held.copy())
        return twin

    def save(self, state: S) -> bytes:
        return msgspec.msgpack.encode(state)

    def load(self, raw: bytes) -> S | None:
        """The state that was saved; nothing if these bytes are not one."""
        try:
            return msgspec.msgpack.decode(raw, type=self.state)
        except msgspec.MsgspecError:
            return None

    @cached_property
    def form(self) -> str:
        """Changes with the form in which the state is saved."""
        parts = [self.shape, *msgspec.json.schema_components([self.state])]
        return sha256(msgspec.json.encode(parts)).hexdigest()


ANYBODY = "anybody"
"""In a command's roles: whoever sends it, ``decide`` judges."""
