"""What several decisions about a promotion ask first."""

from __future__ import annotations

from collections.abc import Sequence

from feltwork.games.promotion import Matter, PromotionRules
from feltwork.promotion import state as how
from feltwork.promotion.events import PromotionEvent
from feltwork.promotion.state import Promotion
from feltwork.promotion.terms import Terms, rules_for
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal

MAX_TEXT = 500
"""Letters of a reason, a finding or a proof."""
Decision = Sequence[PromotionEvent] | Refusal


def governed(promotion: Promotion) -> tuple[Terms, PromotionRules] | Refusal:
    """Its terms and the rules they are under; nothing is decided about a promotion that nobody drafted."""
    if promotion.terms is None:
        return Refusal(NOT_IN_THE_BOOK, f"there is no promotion {promotion.name}")
    rules = rules_for(promotion.books)
    return rules if isinstance(rules, Refusal) else (promotion.terms, rules)


def going(promotion: Promotion, *standings: str) -> tuple[Terms, PromotionRules] | Refusal:
    """The same for one that stands so, and that is not postponed."""
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    if refused := stopped(promotion, known[1]):
        return refused
    if promotion.standing not in standings:
        return Refusal(NOT_IN_THE_BOOK, f"the promotion is {promotion.standing}, not {' or '.join(standings)}")
    return known


def awarding(promotion: Promotion, award: int) -> tuple[Terms, PromotionRules] | Refusal:
    """The same for one whose prizes are given: after the draw, or what a winner is still owed after a cancellation."""
    if promotion.standing == how.CANCELLED and award in promotion.won():
        return governed(promotion)
    return going(promotion, how.DRAWN)


def stopped(promotion: Promotion, rules: PromotionRules, *, may_wait: bool = False) -> Refusal | None:
    """Was it cancelled, or is it postponed? What ``may_wait`` is done while it is postponed too."""
    if promotion.standing == how.CANCELLED:
        return Refusal(rules.clause(Matter.INTEGRITY), "the promotion was cancelled")
    if promotion.postponed and not may_wait:
        return Refusal(rules.clause(Matter.INTEGRITY), f"the promotion is postponed: {promotion.postponed}")
    return None


def said(clause: str, *texts: str) -> Refusal | None:
    """Are these words that a log can keep?"""
    for text in texts:
        if not text.strip():
            return Refusal(clause, "say it in words")
        if len(text) > MAX_TEXT or not text.replace("\n", " ").isprintable():
            return Refusal(clause, f"say it in {MAX_TEXT} letters at most")
    return None
