"""How a stream beside the tables and the cage is checked: one value for each kind.

A checker is written from the books and from what the events say, and shares no code with the room that decides
them. It follows one stream: what each event should have posted, and what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from feltwork.verifier.log.rows import Problem, Row
from feltwork.verifier.table.postings import Moved

Body = dict[str, Any]
NO_KINDS: frozenset[str] = frozenset()


class AggregateChecker(Protocol):
    """Follows one stream."""

    def take(self, row: Row, body: Body) -> tuple[Moved, list[Problem]]:
        """Follow one event: the postings it should have, in any order, and what is wrong with it."""
        ...

    def watch(self, row: Row, body: Body) -> list[Problem]:
        """Look at an event of another stream that is among those watched; what is wrong with it by this stream.

        Events come by their time. Of two with the same time it is not known which came first. Those of tables come when
        everything else has been seen, for other processes may follow tables.
        """
        ...

    def left_over(self) -> Iterator[Problem]:
        """What can be said only when all of the log has been seen."""
        ...


class CheckedKind(NamedTuple):
    """How the streams of one kind are checked."""

    single: bool
    """Is there one stream, ``KIND``? Else ``KIND/ID``."""
    checker: Callable[[str], AggregateChecker]
    """A checker for the stream of an id; of the one of its kind the id is empty."""
    twins: Mapping[str, str] = {}
    """Events here that have a half in another stream: the kind of event, and the kind of its half. What posts to a
    purse has its half at the cage and does not stand here."""
    halves: frozenset[str] = NO_KINDS
    """Events here that are the half of an event of another stream, and never anything else."""
    caused: frozenset[str] = NO_KINDS
    """Events here that something in another stream may cause: such a record names it, and is not named by it."""
    watched: frozenset[str] = NO_KINDS
    """Kinds of event of the cage and of other aggregates that the checker looks at too."""
    watched_at_tables: Mapping[str, tuple[str, ...]] = {}
    """Kinds of event of tables that it looks at, each with the fields it looks at: no more is kept until then."""
    must_not_owe: tuple[str, ...] = ()
    """Beginnings of accounts that never go below zero."""
