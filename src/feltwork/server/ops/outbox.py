"""Sends what waits in the outbox, tells managers of what is late, and records what came of it.

A process claims a notice before it sends it, so that of several processes one sends. A process that dies in the middle
has its claim run out, and the notice is sent again under the same id: twice is better than never.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from secrets import token_hex
from typing import Any

from feltwork.duties.commands import ClaimNotice, EscalateDuties, ReportNotice
from feltwork.duties.decide import LEVELS, RECIPIENTS
from feltwork.duties.events import DUTIES
from feltwork.duties.state import SENT, Duties, Notice
from feltwork.engine.duty_causes import when
from feltwork.engine.envelope import Envelope
from feltwork.promotion.commands import RecordDelivery
from feltwork.server.ops.channels import ChannelError, Letter, channel
from feltwork.store.port import Answer
from feltwork.table.live.asker import SYSTEM, Asked

ACTOR = "outbox"
DETAILS = re.compile(r"promotion/([^/]+)/details")
DIGEST = re.compile(r"^SHA-256 of the terms: ([0-9a-f]{64})$", re.MULTILINE)
"""In a notice, below the terms themselves: the last one counts, for terms may say anything."""
Submit = Callable[[Envelope], Answer]


def into_folder(folder: Path) -> dict[str, str]:
    """Channels by which every notice becomes a file of one folder."""
    return dict.fromkeys(RECIPIENTS, f"file:{folder}")


class Outbox:
    """One process's hand at the outbox of a floor."""

    def __init__(self, channels: Mapping[str, str], floor: str, submit: Submit, look: Callable[[], Duties]) -> None:
        self.channels, self.floor = channels, floor
        self._submit, self._look = submit, look
        self._delivered: set[int] = set()
        self._own = token_hex(8)
        """Tells this process's claims from those of others, which must not get the same answer."""
        self.failed: dict[int, str] = {}
        """Notices that could not be sent, and why, the last time."""

    def turn(self, now: int) -> int:
        """Do once what is to be done now; how many notices were sent."""
        duties = self._look()
        self._escalate(duties, now)
        sent = 0
        # What a book asks for goes first.
        waiting = sorted(self._look().notices.items(), key=lambda one: one[1].is_free)
        for number, notice in waiting:
            if notice.may_be_tried(now):
                sent += self._send(number, notice)
            elif notice.standing == SENT:
                self._deliver(number, notice)
        for number, notice in self._look().notices.items():
            if notice.standing == SENT:
                self._deliver(number, notice)
        return sent

    def _escalate(self, duties: Duties, now: int) -> None:
        for name, duty in duties.duties.items():
            if duty.is_open and duty.escalated < len(LEVELS) and now > duty.due + LEVELS[duty.escalated][1]:
                self._order(f"late:{name}:{duty.escalated}:{duty.due}", DUTIES, EscalateDuties())
                return  # all that is late is told of at once

    def _send(self, number: int, notice: Notice) -> bool:
        attempt = notice.attempts + 1
        if self._order(f"claim:{number}:{attempt}:{self._own}", DUTIES, ClaimNotice(number)).reason:
            return False
        body = f"{notice.body}Time: {when(notice.queued)}\n"
        letter = Letter(number, attempt, notice.to, notice.subject, body, self.floor)
        address = self.channels.get(notice.to, "")
        name, told, sent = "none", f"no channel for {notice.to} is configured", False
        try:
            if address:
                way = channel(address)
                name, told = way.name, way.send(letter)
                sent = True
        except ChannelError as wrong:
            told = str(wrong)
        self._order(f"report:{number}:{attempt}", DUTIES, ReportNotice(number, attempt, sent, name, told))
        if sent:
            self.failed.pop(number, None)
        else:
            self.failed[number] = told
        return sent

    def _deliver(self, number: int, notice: Notice) -> None:
        """The regulator has the details of a promotion: it is told so."""
        found, digests = DETAILS.fullmatch(notice.duty), DIGEST.findall(notice.body)
        if number in self._delivered or found is None or not digests:
            return
        body = RecordDelivery(notice.channel, f"notice {number}: {notice.told}"[:500], digests[-1])
        self._order(f"delivered:{number}", found[1], body)
        self._delivered.add(number)

    def _order(self, key: str, name: str, body: Asked) -> Answer:
        return self._submit(Envelope(f"outbox:{key}", name, ACTOR, SYSTEM, _any(body)))


def _any(body: Asked) -> Any:
    return body
