"""Events that a log has and no program can follow, passed over by a decision that the operator signs.

A decision is a record of a stream of its own. It names the event by stream, version and hash, says why and who decided,
and is signed with the key that signs checkpoints. An event that moved money, or has a twin, is never passed over: what
it moved would be where no table and no cage knows of it. Decisions are read when a process starts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from feltwork.cage.events import CAGE
from feltwork.cage.state import Cage
from feltwork.engine.aggregates import aggregate_of, is_decided_on
from feltwork.engine.replay import apply_at, apply_at_cage, apply_at_table
from feltwork.store.chain import chained
from feltwork.store.port import Batch, EventLog, Record, Store, StoreError, UnreadableError
from feltwork.table.live.events import SCHEMA
from feltwork.table.live.state import LiveTable

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from feltwork.verifier.keys.trust import Trust

PASSED = "passed"
"""The stream of these decisions."""
OPERATOR = "operator"
MAX_WORDS = 500


class EventPassed(Struct, frozen=True, tag="event-passed"):
    """One event of another stream counts as if nothing had happened."""

    stream: str
    version: int
    hash: str
    """The event's place in the hash chain, in hexadecimal digits."""
    reason: str
    person: str
    signature: str = ""
    """Over all the fields before, in hexadecimal digits."""


def signed_part(decision: EventPassed) -> bytes:
    """What the signature covers: a line for each field."""
    fields = ("feltwork event-passed", decision.stream, decision.version, decision.hash, decision.reason)
    return "\n".join(map(str, (*fields, decision.person))).encode()


def decisions(log: EventLog) -> list[tuple[int, EventPassed]]:
    """All that were made, with their times, the first one first."""
    try:
        return [(record.at, msgspec.json.decode(record.body, type=EventPassed)) for record in log.read(PASSED)]
    except msgspec.MsgspecError:
        raise StoreError("a decision to pass an event over cannot be read") from None


def passed_over(log: EventLog) -> frozenset[bytes]:
    """The hashes of the events that are passed over."""
    return frozenset(bytes.fromhex(decision.hash) for _, decision in decisions(log))


def check_decisions(log: EventLog, trust: Trust) -> None:
    """Refuse a log in which somebody else than a holder of these keys has passed over an event."""
    for at, decision in decisions(log):
        if not trust.accepts(signed_part(decision), bytes.fromhex(decision.signature), at):
            where = f"{decision.stream} version {decision.version}"
            raise StoreError(f"the decision to pass over {where} was not signed with this floor's key")


def pass_over(store: Store, stream: str, version: int, reason: str, person: str, key: Ed25519PrivateKey) -> EventPassed:
    """Decide that an event which cannot be followed counts as if nothing had happened, and write that down."""
    if not reason.strip() or not person.strip() or len(reason) > MAX_WORDS or "\n" in reason + person:
        raise StoreError(f"say in one line who decides and why, in up to {MAX_WORDS} letters")
    record = _stuck_at(store.log, stream)
    if record is None:
        raise StoreError(f"every event of {stream} can be followed: nothing is passed over")
    if record.version != version:
        raise StoreError(f"{stream} cannot be followed from version {record.version} on, not {version}")
    if record.postings or record.link:
        raise StoreError(f"{stream} version {version} moved money or has a twin: it cannot be passed over")
    draft = EventPassed(stream, version, record.hash.hex(), reason, person)
    decision = msgspec.structs.replace(draft, signature=key.sign(signed_part(draft)).hex())
    head = store.log.head(PASSED)
    said = (person, OPERATOR, "event-passed", SCHEMA)
    at, name = store.now(), f"pass-{stream}-{version}"
    store.log.append(Batch((chained(head, at, name, said, msgspec.json.encode(decision), "", ()),)))
    return decision


def _stuck_at(log: EventLog, stream: str) -> Record | None:
    """The first event of a stream that cannot be followed, those already passed over left out."""
    if not is_decided_on(stream):
        raise StoreError(f"{stream!r} is no stream that play follows: name cage, table/NAME or one of the office's")
    kind = aggregate_of(stream)
    state = kind.fresh(kind.name_of(stream)) if kind is not None else None
    passed, live, cage = passed_over(log), LiveTable(stream.removeprefix("table/")), Cage()
    for record in log.read(stream):
        try:
            if kind is not None:
                apply_at(kind, state, record, passed)
            elif stream == CAGE:
                apply_at_cage(cage, record, passed)
            else:
                apply_at_table(live, record, log.book, passed)
        except UnreadableError:
            return record
    return None
