"""What is asked of the board of duties and of the outbox."""

from __future__ import annotations

from feltwork.table.live.asker import Asked


class RaiseDuty(Asked, frozen=True, tag="raise-duty"):
    """Somebody puts a duty on the board by hand."""

    what: str
    owner: str
    """The role whose duty it is."""
    due: int
    clause: str = ""


class DoDuty(Asked, frozen=True, tag="do-duty"):
    """It is done: how."""

    duty: str
    how: str


class WithdrawDuty(Asked, frozen=True, tag="withdraw-duty"):
    """It need not be done: why."""

    duty: str
    why: str


class EscalateDuties(Asked, frozen=True, tag="escalate-duties"):
    """Tell managers of what is late."""


class ReportUnfair(Asked, frozen=True, tag="report-unfair"):
    """Dice or a wheel show one side too often: somebody checks them, and a manager is told."""

    table: str
    item: str
    """What is to be checked, as the table's checklist names it."""
    words: str
    clause: str
    owner: str


class QueueNotice(Asked, frozen=True, tag="queue-notice"):
    """Somebody writes to an inspector, the regulator or a manager."""

    to: str
    subject: str
    body: str


class ClaimNotice(Asked, frozen=True, tag="claim-notice"):
    """A process is about to send a notice: no other does meanwhile."""

    notice: int


class ReportNotice(Asked, frozen=True, tag="report-notice"):
    """What came of sending it."""

    notice: int
    attempt: int
    sent: bool
    channel: str
    told: str
    """The proof of sending, or why it could not be sent."""


class DeliverNotice(Asked, frozen=True, tag="deliver-notice"):
    """A notice was handed over, read out or telephoned by a person."""

    notice: int
    means: str
    proof: str
