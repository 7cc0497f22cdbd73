"""``evolve`` for duties and notices: make happen what an event says happened."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.duties import events as happened
from feltwork.duties.state import QUEUED, SENDING, SENT, Duties, Duty, Notice


def evolve(duties: Duties, event: happened.DutyEvent, at: int, actor: str) -> None:
    """Apply one event, with when it happened and by whom."""
    match event:
        case happened.DutyRaised():
            duties.duties[event.duty] = Duty(event.what, event.clause, event.owner, at, event.due, event.source)
            duties.raised += not event.source
        case happened.DutyDone():
            known = duties.duties[event.duty]
            duties.duties[event.duty] = replace(known, done=at, by=actor, how=event.how)
        case happened.DutyWithdrawn():
            duties.duties[event.duty] = replace(duties.duties[event.duty], withdrawn=event.why, by=actor)
        case happened.DutyLate():
            duties.duties[event.duty] = replace(duties.duties[event.duty], escalated=event.level)
        case happened.NoticeQueued():
            duties.notices[event.notice] = Notice(event.to, event.subject, event.body, at, at, event.duty)
        case happened.NoticeClaimed():
            claimed = replace(duties.notices[event.notice], standing=SENDING, claimed_until=event.until)
            duties.notices[event.notice] = replace(claimed, attempts=event.attempt)
        case happened.NoticeFailed():
            failed = replace(duties.notices[event.notice], standing=QUEUED, next_at=event.next_at)
            duties.notices[event.notice] = replace(failed, channel=event.channel, told=event.why)
        case happened.NoticeSent():
            sent = replace(duties.notices[event.notice], standing=SENT, sent=at)
            duties.notices[event.notice] = replace(sent, channel=event.channel, told=event.proof)
