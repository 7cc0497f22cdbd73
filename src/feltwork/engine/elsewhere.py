"""The other streams as they stand in a transaction: who is asked before something happens, what it causes there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from feltwork.aggregate import Aggregate, Stamp
from feltwork.cage.events import CAGE
from feltwork.cage.state import Cage
from feltwork.duties.aggregate import DUTIES
from feltwork.engine.aggregates import BY_KIND, GUARDS
from feltwork.engine.duty_causes import CAUSES, Cause, caused
from feltwork.engine.envelope import Envelope
from feltwork.engine.refusing import NotAllowedError
from feltwork.store.port import Record
from feltwork.table.live.state import LiveTable

if TYPE_CHECKING:
    from feltwork.engine.transaction import Transaction

__all__ = ["GUARDS", "RAISING", "OtherStreams", "ask_others", "look", "raise_duties"]
STREAM = DUTIES.stream("")
RAISING = frozenset(CAUSES)
"""Events that raise duties, or that duties are done by."""


def look(transaction: Transaction, kind: Aggregate[Any], stream: str) -> Any:
    """An aggregate as it stands by now, to be looked at."""
    transaction.looked_at[stream] = None
    changed = transaction.states.get(stream)
    return changed if changed is not None else transaction.streams.aggregates.state(kind, stream)


class OtherStreams:
    """The other streams as they stand in a transaction, for an aggregate to look at."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    @property
    def at(self) -> int:
        return self._transaction.at

    def table_names(self) -> list[str]:
        heads = [head.stream for head in self._transaction.streams.store.log.heads()]
        return [stream.removeprefix("table/") for stream in heads if stream.startswith("table/")]

    @property
    def cage(self) -> Cage:
        self._transaction.looked_at[CAGE] = None
        return self._transaction.cage

    def table(self, name: str) -> LiveTable:
        return self._transaction.live(name)

    def state(self, kind: str, name: str = "") -> Any:
        found = BY_KIND[kind]
        return look(self._transaction, found, found.stream(name))

    def names(self, kind: str) -> list[str]:
        found = BY_KIND[kind]
        heads = [head.stream for head in self._transaction.streams.store.log.heads()]
        return sorted({found.name_of(stream) for stream in (*heads, *self._transaction.states) if found.has(stream)})


def ask_others(transaction: Transaction, key: str, event: Struct, stream: str) -> None:
    """Ask the aggregates that guard such an event; ``NotAllowedError`` if one of them forbids it."""
    for refuses in GUARDS[type(event)]:
        if refusal := refuses(OtherStreams(transaction), event, stream):
            raise NotAllowedError(key, refusal)


def raise_duties(transaction: Transaction, sent: Envelope, record: Record, event: Any, state: Any = None) -> None:
    """Put on the board of duties what an event causes; ``state`` is that of its stream after it.

    Each record names the event that it comes from. The event does not name them: it may cause several.
    """
    duties = look(transaction, DUTIES, STREAM)
    cause = Cause(record.stream, record.version, record.at, sent.role, event, state)
    for each in caused(cause, duties):
        if STREAM not in transaction.states:
            transaction.states[STREAM] = DUTIES.copy(duties)
        written = transaction.draft(STREAM, sent, each, link=cause.source)
        DUTIES.evolve(transaction.states[STREAM], each, Stamp(record.at, sent.actor, sent.role, written.version))
