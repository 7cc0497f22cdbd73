"""Duties and notices as an aggregate: one stream, ``duties``."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from feltwork.aggregate import Aggregate, Decision, Elsewhere, Stamp
from feltwork.duties import commands as ask
from feltwork.duties import events as happened
from feltwork.duties.decide import decide
from feltwork.duties.evolve import evolve
from feltwork.duties.state import Duties, Notice
from feltwork.games.conduct import Power
from feltwork.refusal import NOT_IN_THE_BOOK, shown
from feltwork.table.live.asker import SYSTEM, Asker

STAFF = Power(
    NOT_IN_THE_BOOK,
    (
        "promotions_manager",
        "gaming_manager",
        "assistant_gaming_manager",
        "casino_supervisor",
        "gaming_supervisor",
        "pit_boss",
    ),
)
MACHINE = Power(NOT_IN_THE_BOOK, (SYSTEM,))
WHOLE, CUT = 50, 500
"""The newest notices are shown whole, and so many letters of the others; the log has all of each."""


def _decide(state: Duties, command: Any, by: Asker, others: Elsewhere) -> Decision:
    return decide(state, command, by)


def _evolve(state: Duties, event: Any, at: Stamp) -> None:
    evolve(state, event, at.at, at.person)


def view(state: Duties, by: Asker) -> dict[str, Any]:
    """The board as it stands now, what is late first, and the outbox, newest first."""
    duties = [
        {"duty": name, "standing": duty.standing_at(by.at), **to_builtins(duty)} for name, duty in state.duties.items()
    ]
    duties.sort(key=lambda one: (one["done"] > 0 or bool(one["withdrawn"]), one["due"]))
    newest = len(state.notices) - WHOLE
    notices = [
        {"notice": number, "stuck": notice.is_stuck, **to_builtins(notice if number > newest else _cut(notice))}
        for number, notice in state.notices.items()
    ]
    return {"duties": duties, "notices": notices[::-1]}


def _cut(notice: Notice) -> Notice:
    return notice if len(notice.body) <= CUT else replace(notice, body=f"{notice.body[:CUT]}…")


def tell(event: happened.DutyEvent) -> list[str]:
    """An event in a sentence."""
    match event:
        case happened.DutyRaised():
            return [f"duty of {event.owner} ({event.clause}): {shown(event.what)}"]
        case happened.DutyDone():
            return [f"duty {shown(event.duty)} is done: {shown(event.how)}"]
        case happened.DutyWithdrawn():
            return [f"duty {shown(event.duty)} is withdrawn: {shown(event.why)}"]
        case happened.DutyLate():
            return [f"duty {shown(event.duty)} is late, level {event.level}"]
        case happened.NoticeQueued():
            return [f"notice {event.notice} to {event.to}: {shown(event.subject)}"]
        case happened.NoticeClaimed():
            return [f"notice {event.notice} is being sent, attempt {event.attempt}"]
        case happened.NoticeFailed():
            return [f"notice {event.notice} could not be sent: {shown(event.why)}"]
        case happened.NoticeSent():
            return [f"notice {event.notice} was sent by {shown(event.channel)}: {shown(event.proof)}"]


DUTIES: Aggregate[Duties] = Aggregate(
    kind=happened.DUTIES,
    title="duties and notices",
    single=True,
    senders={
        ask.RaiseDuty: STAFF,
        ask.DoDuty: STAFF,
        ask.WithdrawDuty: STAFF,
        ask.EscalateDuties: MACHINE,
        ask.ReportUnfair: MACHINE,
        ask.QueueNotice: STAFF,
        ask.ClaimNotice: MACHINE,
        ask.ReportNotice: MACHINE,
        ask.DeliverNotice: STAFF,
    },
    events=happened.DUTY_EVENTS,
    state=Duties,
    fresh=lambda name: Duties(),
    decide=_decide,
    evolve=_evolve,
    tell=tell,
    view=view,
    readers=frozenset(("supervisor", "inspector")),
)
