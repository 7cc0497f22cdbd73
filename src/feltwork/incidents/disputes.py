"""Disputes: first instance, review if it is asked for, the right to complain, compensation."""

from __future__ import annotations

import re

from feltwork.aggregate import Decision, Elsewhere, Step
from feltwork.games.discipline import Discipline
from feltwork.incidents import commands as ask
from feltwork.incidents import events as happened
from feltwork.incidents.measures import discipline, not_played, unsaid
from feltwork.incidents.state import CLOSED, DECIDED, RAISED, REVIEWED, REVIEWING, Dispute, Incidents
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, RefusalKind, shown
from feltwork.table.live.asker import PLAYER, Asker, in_words
from feltwork.table.live.names import is_name, may_be_person

MAX_PAID = 10**12
MAX_OPEN = 5
"""Disputes of one player that wait for a decision."""
DIGEST = re.compile(r"[0-9a-f]{64}")


def open_dispute(state: Incidents, number: int) -> tuple[Dispute, Discipline] | Refusal:
    dispute = state.disputes.get(number)
    if dispute is None or dispute.standing == CLOSED:
        return Refusal(NOT_IN_THE_BOOK, f"there is no open dispute {number}")
    rules = discipline(dispute.book)
    return rules if isinstance(rules, Refusal) else (dispute, rules)


def raised(state: Incidents, command: ask.RaiseDispute, by: Asker, others: Elsewhere) -> Decision:
    rules = discipline(command.book)
    if isinstance(rules, Refusal):
        return rules
    if not may_be_person(command.person) or (by.role == PLAYER and by.person != command.person):
        return Refusal(NOT_IN_THE_BOOK, "a person raises their own dispute, or staff note it for them")
    if refused := unsaid(command.words):
        return refused
    if not command.covered and not rules.ladder.silent:
        return Refusal(rules.ladder.first.clause, "here only what concerns the game is decided")
    if command.table and (refused := not_played(others, command.table, command.book)):
        return refused
    if command.round and not (command.table and 0 < command.round <= others.table(command.table).version):
        return Refusal(NOT_IN_THE_BOOK, "the table has no such record")
    theirs = [one for one in state.disputes.values() if one.person == command.person and one.standing == RAISED]
    if by.role == PLAYER and len(theirs) >= MAX_OPEN:
        why = f"you have {MAX_OPEN} disputes that wait for a decision; another is taken when one is decided"
        return Refusal(rules.ladder.first.clause, why)
    told = (command.book, command.person, command.words, command.table, command.round, command.covered)
    return (happened.DisputeRaised(state.version + 1, *told, rules.ladder.first.clause),)


def decided(state: Incidents, command: ask.DecideDispute, by: Asker, others: Elsewhere) -> Decision:
    found = open_dispute(state, command.dispute)
    if isinstance(found, Refusal):
        return found
    dispute, rules = found
    review = dispute.standing == REVIEWING
    power = rules.ladder.review if review else rules.ladder.first
    if dispute.standing not in (RAISED, REVIEWING):
        return Refusal(power.clause, "this has been decided; the person may ask for a review")
    acts_as = by.role
    if review and f"{by.person} {dispute.book}" in state.delegates:
        acts_as = power.roles[0]  # in the place of whom the book names
    if acts_as not in power.roles:
        who = " or ".join(map(in_words, power.roles[:3]))
        return Refusal(power.clause, f"that is for {who}, not for {in_words(by.role)}", RefusalKind.ROLE)
    if by.person.casefold() == dispute.person.casefold():
        return Refusal(NOT_IN_THE_BOOK, "nobody decides their own dispute")
    if review and (refused := _not_above(dispute, rules, by.person, acts_as, power.clause)):
        return refused
    if refused := unsaid(command.finding):
        return refused
    if not 0 <= command.compensation <= MAX_PAID:
        return Refusal(NOT_IN_THE_BOOK, "that is no amount to pay")
    if command.compensation and by.person.casefold() == dispute.by.casefold():
        return Refusal(NOT_IN_THE_BOOK, "you noted this dispute; somebody else decides what is paid for it")
    steps: list[Step] = [happened.DisputeDecided(command.dispute, review, command.finding, power.clause)]
    if command.compensation:
        steps.append(happened.DisputeCompensated(command.dispute, dispute.person, command.compensation))
    return steps


def _not_above(dispute: Dispute, rules: Discipline, reviewer: str, acts_as: str, clause: str) -> Refusal | None:
    """Reading G13: whoever reviews is another person, of a higher rank than the one who decided."""
    person, role = dispute.decided_by[-1]
    if reviewer == person:
        return Refusal(clause, "somebody else reviews it, not whoever decided")
    ranks = {role: n for n, role in enumerate(rules.ranks)}
    if ranks.get(acts_as, -1) <= ranks.get(role, -1):
        return Refusal(clause, f"a review is by somebody of a higher rank than {in_words(role)}")
    return None


def delegate_named(state: Incidents, command: ask.NameDelegate, by: Asker, others: Elsewhere) -> Decision:
    rules = _delegating(command.book, by)
    if isinstance(rules, Refusal):
        return rules
    clause = rules.ladder.review.clause
    if not is_name(command.person) or command.person.casefold() == by.person.casefold():
        return Refusal(clause, "a delegate is another person, named by their id")
    if f"{command.person} {command.book}" in state.delegates:
        return Refusal(clause, f"{command.person} is a delegate already")
    return (happened.DelegateNamed(command.book, command.person, clause),)


def delegation_ended(state: Incidents, command: ask.EndDelegation, by: Asker, others: Elsewhere) -> Decision:
    rules = _delegating(command.book, by)
    if isinstance(rules, Refusal):
        return rules
    clause = rules.ladder.review.clause
    if f"{command.person} {command.book}" not in state.delegates:
        return Refusal(clause, f"{shown(command.person)} is no delegate")
    return (happened.DelegationEnded(command.book, command.person, clause),)


def _delegating(book: str, by: Asker) -> Discipline | Refusal:
    """The rules under which this role names a delegate."""
    rules = discipline(book)
    if isinstance(rules, Refusal):
        return rules
    ladder = rules.ladder
    if not ladder.delegator:
        return Refusal(ladder.review.clause, f"{book} names no delegate for a review")
    if by.role != ladder.delegator:
        why = f"that is for {in_words(ladder.delegator)}, not for {in_words(by.role)}"
        return Refusal(ladder.review.clause, why, RefusalKind.ROLE)
    return rules


def review_asked(state: Incidents, command: ask.AskReview, by: Asker, others: Elsewhere) -> Decision:
    found = open_dispute(state, command.dispute)
    if isinstance(found, Refusal):
        return found
    dispute, rules = found
    if dispute.standing != DECIDED:
        return Refusal(rules.ladder.review.clause, "a review is asked for once, of a decision in the first instance")
    if by.role == PLAYER and by.person != dispute.person:
        return Refusal(NOT_IN_THE_BOOK, "a person asks for the review of their own dispute")
    return (happened.ReviewAsked(command.dispute, rules.ladder.review.clause),)


def attached(state: Incidents, command: ask.AttachEvidence, by: Asker, others: Elsewhere) -> Decision:
    found = open_dispute(state, command.dispute)
    if isinstance(found, Refusal):
        return found
    if DIGEST.fullmatch(command.sha256) is None or command.sha256 in found[0].evidence:
        return Refusal(NOT_IN_THE_BOOK, "a pack is named by its SHA-256, once")
    return unsaid(command.what) or (happened.EvidenceAttached(command.dispute, command.sha256, command.what),)


def advised(state: Incidents, command: ask.AdviseComplaint, by: Asker, others: Elsewhere) -> Decision:
    found = open_dispute(state, command.dispute)
    if isinstance(found, Refusal):
        return found
    dispute, rules = found
    ladder = rules.ladder
    if dispute.standing in (RAISED, REVIEWING):
        return Refusal(ladder.advice, "the person is told of it once there is a decision")
    told = happened.ComplaintAdvised(command.dispute, ladder.right, command.how, ladder.advice)
    return unsaid(command.how) or (told,)


def closed(state: Incidents, command: ask.CloseDispute, by: Asker, others: Elsewhere) -> Decision:
    found = open_dispute(state, command.dispute)
    if isinstance(found, Refusal):
        return found
    dispute, rules = found
    if dispute.standing not in (DECIDED, REVIEWED):
        return Refusal(rules.ladder.final, "a dispute is closed when it has been decided")
    if not command.satisfied and not dispute.advised:
        return Refusal(rules.ladder.advice, f"first the person is told of the right {rules.ladder.right}")
    return (happened.DisputeClosed(command.dispute, command.satisfied, rules.ladder.final),)
