"""Claims denied, disputes decided, integrity in doubt, and the end of a promotion."""

from __future__ import annotations

from feltwork.games.promotion import DAY, HOUR, MONEY, Matter
from feltwork.money import format_money
from feltwork.promotion import commands as ask
from feltwork.promotion import events as happened
from feltwork.promotion import state as how
from feltwork.promotion.guards import Decision, going, governed, said
from feltwork.promotion.state import Promotion
from feltwork.promotion.terms import slots
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import PLAYER, Asker
from feltwork.table.live.names import is_name

AS_SOON_AS_PRACTICABLE, IMMEDIATELY = DAY, HOUR
"""After how long a duty without a time of its own counts as late (reading P5)."""
MAX_OPEN = 5
"""Disputes of one player that wait for a decision."""
KEPT_FOR = 7 * 366 * DAY
"""For how long names and addresses of claimants are kept; the books give no end."""


def lacks_details(value: int, over: int, name: str, address: str) -> str:
    """Why a denied claim cannot be recorded without more about the claimant; empty if it can.

    >>> lacks_details(100_00, 100_00, "", ""), lacks_details(100_01, 100_00, "Ann", "1 Pier St")
    ('', '')
    """
    if value > over and not (name.strip() and address.strip()):
        return f"give the name and the address of whoever claims more than {format_money(over)}"
    return ""


def deny(promotion: Promotion, command: ask.DenyClaim, by: Asker) -> Decision:
    """Every denied claim is recorded; above the book's amount with who it was (reading P7)."""
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    rules = known[1]
    clause, denied = rules.clause(Matter.REASONS), rules.clause(Matter.DENIED)
    whose = claimed_by(promotion, command)
    if isinstance(whose, Refusal):
        return whose
    claimant, value = whose
    if command.value not in (0, value):
        return Refusal(clause, f"that prize is worth {format_money(value)}: claim that amount")
    kept = value > rules.denied_over
    if not is_name(claimant) and (kept or claimant):
        return Refusal(denied, f"the details of a claim over {format_money(rules.denied_over)} are kept: whose is it?")
    return said(clause, command.reasons) or (
        happened.ClaimDenied(
            len(promotion.claims) + 1,
            claimant,
            value,
            command.reasons,
            command.award,
            kept,
            by.at + AS_SOON_AS_PRACTICABLE,
            denied if kept else clause,
        ),
    )


def claimed_by(promotion: Promotion, command: ask.DenyClaim) -> tuple[str, int] | Refusal:
    """Whose claim it is and what it is for: a winner's is their prize, another's the prize that they name."""
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    terms, clause = known[0], known[1].clause(Matter.REASONS)
    if not promotion.timing.commenced:
        return Refusal(clause, "nothing can be claimed before the promotion has commenced")
    prizes, award = slots(terms), promotion.awards.get(command.award)
    if not command.award:
        if command.prize not in prizes:
            return Refusal(clause, f"say which of the {len(prizes)} prizes is claimed, by its number")
        return command.claimant, prizes[command.prize].value
    if award is None or award.standing not in (how.WON, how.CLAIMED):
        return Refusal(clause, f"prize {command.award} has no winner to be refused")
    if command.claimant not in ("", award.player):
        return Refusal(clause, f"prize {command.award} is {award.player}'s; nobody else can claim it")
    if command.prize not in (0, command.award):
        return Refusal(clause, "a winner claims the prize that they have won")
    return award.player, prizes[command.award].value


def inform(promotion: Promotion, command: ask.InformClaimant, by: Asker) -> Decision:
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    clause, claim = known[1].clause(Matter.REASONS), promotion.claims.get(command.claim)
    if claim is None or claim.informed:
        return Refusal(clause, f"claim {command.claim} was not denied, or the claimant has been told")
    return said(clause, command.means) or (happened.ClaimantInformed(command.claim, command.means, clause),)


def erase(promotion: Promotion, command: ask.EraseClaimant, by: Asker) -> Decision:
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    clause, claim = known[1].clause(Matter.DENIED), promotion.claims.get(command.claim)
    if claim is None or claim.erased or not claim.claimant:
        return Refusal(clause, f"nothing is kept of claim {command.claim}")
    if by.at < claim.at + KEPT_FOR:
        return Refusal(clause, f"the details of a denied claim are kept for {KEPT_FOR // DAY} days")
    return said(clause, command.law) or (happened.ClaimantErased(command.claim, claim.claimant, command.law),)


def dispute(promotion: Promotion, command: ask.DisputePromotion, by: Asker) -> Decision:
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    clause = known[1].clause(Matter.DISPUTES)
    if not is_name(command.person) or (by.role == PLAYER and command.person != by.person):
        return Refusal(clause, "who disputes it is known by an id, and a player raises their own dispute")
    if by.role == PLAYER and not promotion.timing.commenced:
        return Refusal(clause, "the promotion has not commenced")
    theirs = [one for one in promotion.disputes.values() if one.person == command.person and not one.decision]
    if by.role == PLAYER and len(theirs) >= MAX_OPEN:
        return Refusal(clause, f"you have {MAX_OPEN} open disputes here; another is taken when one is decided")
    return said(clause, command.about) or (
        happened.PromotionDisputed(len(promotion.disputes) + 1, command.person, command.about, clause),
    )


def decide_dispute(promotion: Promotion, command: ask.DecideDispute, by: Asker) -> Decision:
    """The operator's decision is final."""
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    clause, open_one = known[1].clause(Matter.DISPUTES), promotion.disputes.get(command.dispute)
    if open_one is None or open_one.decision:
        return Refusal(clause, f"dispute {command.dispute} is not open: a decision is final")
    due = 0 if command.satisfied else by.at + AS_SOON_AS_PRACTICABLE
    return said(clause, command.decision) or (
        happened.DisputeDecided(command.dispute, command.decision, command.satisfied, due, clause),
    )


def advise(promotion: Promotion, command: ask.AdviseComplaint, by: Asker) -> Decision:
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    clause, decided = known[1].clause(Matter.DISPUTES), promotion.disputes.get(command.dispute)
    if decided is None or not decided.decision or decided.advised:
        return Refusal(clause, f"nobody waits for advice in dispute {command.dispute}")
    return said(clause, command.means) or (happened.ComplaintAdvised(command.dispute, command.means, clause),)


def postpone(promotion: Promotion, command: ask.PostponePromotion, by: Asker) -> Decision:
    known = going(promotion, how.SUBMITTED, how.RUNNING, how.FROZEN, how.DRAWN)
    if isinstance(known, Refusal):
        return known
    rules = known[1]
    clause = rules.clause(Matter.INTEGRITY)
    due = by.at + (rules.integrity_within or IMMEDIATELY)
    return said(clause, command.reason) or (
        happened.PromotionPostponed(command.reason, rules.inspectorate, due, clause),
    )


def validate(promotion: Promotion, command: ask.ValidatePromotion, by: Asker) -> Decision:
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    clause = known[1].clause(Matter.INTEGRITY)
    if not promotion.postponed or promotion.standing == how.CANCELLED:
        return Refusal(clause, "the promotion is not postponed")
    if by.person == promotion.postponed_by:
        return Refusal(NOT_IN_THE_BOOK, "somebody else validates the promotion, not whoever postponed it")
    return said(clause, command.finding) or (happened.PromotionValidated(command.finding, clause),)


def cancel(promotion: Promotion, command: ask.CancelPromotion, by: Asker) -> Decision:
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    rules = known[1]
    clause = rules.clause(Matter.INTEGRITY)
    if promotion.standing in (how.CANCELLED, how.CLOSED):
        return Refusal(clause, f"the promotion is {promotion.standing}")
    due = by.at + (rules.integrity_within or IMMEDIATELY)
    back = promotion.set_aside - owed(promotion)
    return said(clause, command.reason) or (
        happened.PromotionCancelled(command.reason, rules.inspectorate, due, back, clause),
    )


def owed(promotion: Promotion) -> int:
    """Cents of prizes in money that were drawn and are neither paid nor refused."""
    prizes = slots(promotion.terms) if promotion.terms is not None else {}
    return sum(prizes[n].value for n in promotion.won() if prizes[n].kind == MONEY)


def close(promotion: Promotion, command: ask.ClosePromotion, by: Asker) -> Decision:
    """Nothing waits any more; of a cancelled promotion only what was still owed is closed."""
    is_left = promotion.standing == how.CANCELLED and promotion.set_aside
    known = governed(promotion) if is_left else going(promotion, how.DRAWN)
    if isinstance(known, Refusal):
        return known
    rules = known[1]
    waiting = (
        promotion.won()
        if is_left
        else [n for n, award in promotion.awards.items() if award.standing in (how.WON, how.CLAIMED, how.OPEN)]
    )
    if waiting:
        return Refusal(rules.clause(Matter.CLAIMING), f"prize {waiting[0]} is neither given nor refused")
    if untold := [n for n, claim in promotion.claims.items() if not claim.informed]:
        return Refusal(rules.clause(Matter.REASONS), f"the claimant of claim {untold[0]} has not been told why")
    for number, one in promotion.disputes.items():
        if not one.decision or not (one.satisfied or one.advised):
            return Refusal(rules.clause(Matter.DISPUTES), f"dispute {number} is not decided, or no advice was given")
    return (happened.PromotionClosed(promotion.set_aside),)
