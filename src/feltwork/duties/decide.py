"""``decide`` for duties and notices: events, or a refusal with a sentence that can be shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from feltwork.duties import commands as ask
from feltwork.duties import events as happened
from feltwork.duties.state import SENDING, SENT, Duties, Duty
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import SYSTEM, Asker

SECOND = 1_000_000
HOUR = 3_600 * SECOND
INSPECTOR, REGULATOR, MANAGER, OPERATOR = "inspector", "regulator", "manager", "operator"
RECIPIENTS = (INSPECTOR, REGULATOR, MANAGER, OPERATOR)
LEVELS = ((MANAGER, 0), (OPERATOR, 24 * HOUR))
"""Who is told of what is late, and how long after it was due."""
CLAIMED_FOR = 120 * SECOND
FIRST_WAIT, MAX_WAIT = 10 * SECOND, HOUR
MAX_TEXT, MAX_BODY, MAX_TOLD = 200, 20_000, 500
MAX_AT_ONCE = 100
MAX_WRITTEN, DAY = 100, 24 * HOUR
"""Notices that people may write in a day: they stay in the log, and notices that the books ask for wait behind none."""
MAX_BY_HAND = 200
"""Open duties that people have put on the board by hand."""
FAIRNESS = "/fairness/"
"""In the name of a duty to check dice or a wheel after an alarm."""
Decision = Sequence[happened.DutyEvent] | Refusal


def decide(duties: Duties, command: Any, by: Asker) -> Decision:
    """What becomes of a command."""
    return HANDLERS[type(command)](duties, command, by)


def wait_after(attempt: int) -> int:
    """How long to wait after so many failed attempts: twice as long each time, an hour at most.

    >>> [wait_after(n) // SECOND for n in (1, 2, 3, 9, 10, 500)]
    [10, 20, 40, 2560, 3600, 3600]
    """
    return min(FIRST_WAIT << min(attempt - 1, 20), MAX_WAIT)


def _raise(duties: Duties, command: ask.RaiseDuty, by: Asker) -> Decision:
    if command.due < by.at:
        return Refusal(NOT_IN_THE_BOOK, "choose a time to come: a duty is due later than now")
    if sum(duty.is_open and not duty.source for duty in duties.duties.values()) >= MAX_BY_HAND:
        return Refusal(NOT_IN_THE_BOOK, f"{MAX_BY_HAND} duties on the board are open; do or withdraw one first")
    name = f"by-hand/{duties.raised + 1}"
    clause = command.clause or NOT_IN_THE_BOOK
    return _unsaid(command.what, command.owner, clause) or (
        happened.DutyRaised(name, command.what, clause, command.owner, command.due, ""),
    )


def _do(duties: Duties, command: ask.DoDuty, by: Asker) -> Decision:
    duty = _open(duties, command.duty)
    return (
        duty if isinstance(duty, Refusal) else _unsaid(command.how) or (happened.DutyDone(command.duty, command.how),)
    )


def _withdraw(duties: Duties, command: ask.WithdrawDuty, by: Asker) -> Decision:
    duty = _open(duties, command.duty)
    if isinstance(duty, Refusal):
        return duty
    if FAIRNESS in command.duty:
        return Refusal(duty.clause, "an alarm is answered by a check, not withdrawn")
    if duty.source:
        return Refusal(duty.clause, "this duty comes from the book: it is done, not withdrawn")
    return _unsaid(command.why) or (happened.DutyWithdrawn(command.duty, command.why),)


def _open(duties: Duties, name: str) -> Duty | Refusal:
    duty = duties.duties.get(name)
    if duty is None or not duty.is_open:
        return Refusal(NOT_IN_THE_BOOK, f"no duty '{shown(name)}' is open")
    return duty


def _escalate(duties: Duties, command: ask.EscalateDuties, by: Asker) -> Decision:
    """Each level above a duty's owner is told once."""
    found: list[happened.DutyEvent] = []
    number = len(duties.notices)
    for name, duty in duties.duties.items():
        if not duty.is_open or duty.escalated >= len(LEVELS):
            continue
        to, after = LEVELS[duty.escalated]
        if by.at <= duty.due + after:
            continue
        number += 1
        subject = f"Late: {duty.what}"[:MAX_TEXT]
        body = f"{duty.what}\nClause: {duty.clause}\nDuty of: {duty.owner}\nDuty: {name}\n"
        found.append(happened.DutyLate(name, duty.escalated + 1))
        found.append(happened.NoticeQueued(number, to, subject, body, ""))
        if len(found) >= 2 * MAX_AT_ONCE:
            break
    return found


def fairness_duty(table: str, item: str) -> str:
    """The name of the duty to check an item after an alarm."""
    return f"table/{table}{FAIRNESS}{item}"


def _unfair(duties: Duties, command: ask.ReportUnfair, by: Asker) -> Decision:
    """One duty for each item of a table, until it is checked."""
    name = fairness_duty(command.table, command.item)
    known = duties.duties.get(name)
    if known is not None and known.is_open:
        return Refusal(known.clause, f"{shown(command.item)} at {shown(command.table)} is to be checked already")
    what = f"Check {command.item} at table {command.table}, or close it: {command.words}"[:MAX_TEXT]
    body = f"{command.words}\n\nTo do: {what}\nClause: {command.clause}\nDuty of: {command.owner}\nDuty: {name}\n"
    notice = happened.NoticeQueued(len(duties.notices) + 1, MANAGER, f"Alarm: {command.words}"[:MAX_TEXT], body, "")
    raised = happened.DutyRaised(name, what, command.clause, command.owner, by.at + HOUR, "")
    return _unsaid(command.item, command.words, command.clause, command.owner) or (raised, notice)


def _queue(duties: Duties, command: ask.QueueNotice, by: Asker) -> Decision:
    if command.to not in RECIPIENTS:
        return Refusal(NOT_IN_THE_BOOK, f"a notice goes to {', '.join(RECIPIENTS)}, not to '{shown(command.to)}'")
    if not 0 < len(command.body.strip()) <= MAX_BODY or "\x00" in command.body:
        return Refusal(NOT_IN_THE_BOOK, f"a notice has 1 to {MAX_BODY} letters")
    newest_first = reversed(duties.notices.values())
    today = takewhile(lambda notice: notice.queued > by.at - DAY, newest_first)
    if sum(notice.is_free for notice in today) >= MAX_WRITTEN:
        return Refusal(NOT_IN_THE_BOOK, f"{MAX_WRITTEN} notices have been written in a day; write again tomorrow")
    return _unsaid(command.subject) or (
        happened.NoticeQueued(len(duties.notices) + 1, command.to, command.subject, command.body, ""),
    )


def _claim(duties: Duties, command: ask.ClaimNotice, by: Asker) -> Decision:
    notice = duties.notices.get(command.notice)
    if by.role != SYSTEM or notice is None or not notice.may_be_tried(by.at):
        return Refusal(NOT_IN_THE_BOOK, f"notice {command.notice} is not to be sent now")
    return (happened.NoticeClaimed(command.notice, notice.attempts + 1, by.at + CLAIMED_FOR),)


def _report(duties: Duties, command: ask.ReportNotice, by: Asker) -> Decision:
    notice = duties.notices.get(command.notice)
    if by.role != SYSTEM or notice is None or (notice.standing, notice.attempts) != (SENDING, command.attempt):
        return Refusal(NOT_IN_THE_BOOK, f"attempt {command.attempt} at notice {command.notice} is not under way")
    told, channel = command.told[:MAX_TOLD], command.channel[:MAX_TEXT]
    if command.sent:
        return _sent(duties, command.notice, command.attempt, channel, told)
    next_at = by.at + wait_after(command.attempt)
    return (happened.NoticeFailed(command.notice, command.attempt, channel, told, next_at),)


def _deliver(duties: Duties, command: ask.DeliverNotice, by: Asker) -> Decision:
    notice = duties.notices.get(command.notice)
    if notice is None or notice.standing == SENT:
        return Refusal(NOT_IN_THE_BOOK, f"notice {command.notice} does not wait to be delivered")
    return _unsaid(command.means, command.proof) or _sent(
        duties, command.notice, notice.attempts, f"by hand: {command.means}", command.proof
    )


def _sent(duties: Duties, number: int, attempt: int, channel: str, proof: str) -> Decision:
    sent = happened.NoticeSent(number, attempt, channel, proof)
    duty = duties.notices[number].duty
    known = duties.duties.get(duty)
    if known is None or not known.is_open:
        return (sent,)
    return (sent, happened.DutyDone(duty, f"notice {number} sent, {channel}"))


def _unsaid(*texts: str) -> Refusal | None:
    for text in texts:
        if not 0 < len(text.strip()) <= MAX_TEXT or not text.isprintable():
            return Refusal(NOT_IN_THE_BOOK, f"say it in 1 to {MAX_TEXT} letters")
    return None


HANDLERS: Mapping[type, Callable[[Duties, Any, Asker], Decision]] = {
    ask.RaiseDuty: _raise,
    ask.DoDuty: _do,
    ask.WithdrawDuty: _withdraw,
    ask.EscalateDuties: _escalate,
    ask.ReportUnfair: _unfair,
    ask.QueueNotice: _queue,
    ask.ClaimNotice: _claim,
    ask.ReportNotice: _report,
    ask.DeliverNotice: _deliver,
}
