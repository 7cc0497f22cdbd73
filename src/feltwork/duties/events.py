"""What happened on the board of duties and in the outbox, as the log holds it."""

from __future__ import annotations

from msgspec import Struct

from feltwork.table.live.schema import Schema

DUTIES = "duties"
"""Their stream."""


class DutyRaised(Struct, frozen=True, tag="duty-raised"):
    """Somebody must do something in time; one of the same id is timed anew."""

    duty: str
    what: str
    clause: str
    owner: str
    due: int
    source: str
    """The record that it comes from, as ``STREAM@VERSION``; empty for one that a person raised."""


class DutyDone(Struct, frozen=True, tag="duty-done"):
    duty: str
    how: str
    source: str = ""


class DutyWithdrawn(Struct, frozen=True, tag="duty-withdrawn"):
    duty: str
    why: str
    source: str = ""


class DutyLate(Struct, frozen=True, tag="duty-late"):
    """It was not done in time: whoever stands above its owner is told."""

    duty: str
    level: int


class NoticeQueued(Struct, frozen=True, tag="notice-queued"):
    """A notice waits to be sent; numbered in order."""

    notice: int
    to: str
    subject: str
    body: str
    duty: str
    """The duty that is done by sending it; empty for none."""


class NoticeClaimed(Struct, frozen=True, tag="notice-claimed"):
    """A process sends it now, and no other does until then."""

    notice: int
    attempt: int
    until: int


class NoticeFailed(Struct, frozen=True, tag="notice-failed"):
    """It could not be sent, and is tried again then."""

    notice: int
    attempt: int
    channel: str
    why: str
    next_at: int


class NoticeSent(Struct, frozen=True, tag="notice-sent"):
    """The proof: what the other side answered, or where it lies."""

    notice: int
    attempt: int
    channel: str
    proof: str


DutyEvent = DutyRaised | DutyDone | DutyWithdrawn | DutyLate | NoticeQueued | NoticeClaimed | NoticeFailed | NoticeSent
DUTY_EVENTS: Schema[DutyEvent] = Schema(DutyEvent)
