"""The board of duties and the outbox as they stand."""

from __future__ import annotations

from msgspec import Struct, field

DUE, LATE, DONE, DONE_LATE, WITHDRAWN = "due", "late", "done", "done late", "withdrawn"
QUEUED, SENDING, SENT = "queued", "sending", "sent"
STUCK_AFTER = 3
"""Failed attempts after which a notice is said to be stuck; it is tried on."""


class Duty(Struct, frozen=True):
    """Something that a person must do in time."""

    what: str
    clause: str
    owner: str
    raised: int
    due: int
    source: str = ""
    done: int = 0
    by: str = ""
    how: str = ""
    withdrawn: str = ""
    escalated: int = 0
    """How many levels above its owner were told that it is late."""

    def standing_at(self, now: int) -> str:
        """How it stands at a time; one that is done exactly when it is due is done in time."""
        if self.withdrawn:
            return WITHDRAWN
        if self.done:
            return DONE if self.done <= self.due else DONE_LATE
        return DUE if now <= self.due else LATE

    @property
    def is_open(self) -> bool:
        return not self.done and not self.withdrawn


class Notice(Struct, frozen=True):
    """A notice in the outbox."""

    to: str
    subject: str
    body: str
    queued: int
    next_at: int
    """Not tried before."""
    duty: str = ""
    standing: str = QUEUED
    attempts: int = 0
    claimed_until: int = 0
    channel: str = ""
    told: str = ""
    """The proof of sending, or why the last attempt failed."""
    sent: int = 0

    @property
    def is_free(self) -> bool:
        """Does no duty ask for it? People wrote it, or it tells of what is late."""
        return not self.duty

    @property
    def is_stuck(self) -> bool:
        return self.standing != SENT and self.attempts >= STUCK_AFTER

    def may_be_tried(self, now: int) -> bool:
        """Is it to be sent now, and does no other process send it?"""
        if self.standing == SENT or now < self.next_at:
            return False
        return self.standing != SENDING or now > self.claimed_until


class Duties(Struct):
    """Every duty by its id, and every notice by its number. Nothing is ever deleted."""

    duties: dict[str, Duty] = field(default_factory=dict)
    notices: dict[int, Notice] = field(default_factory=dict)
    raised: int = 0
    """How many duties people raised by hand."""
