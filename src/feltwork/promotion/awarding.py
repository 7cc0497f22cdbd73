"""Winners told and paid."""

from __future__ import annotations

from feltwork.games.promotion import MONEY, Matter, PromotionRules
from feltwork.money import format_money
from feltwork.promotion import commands as ask
from feltwork.promotion import events as happened
from feltwork.promotion import state as how
from feltwork.promotion.guards import Decision, awarding, said
from feltwork.promotion.state import Award, Promotion
from feltwork.promotion.terms import Prize, slots
from feltwork.refusal import Refusal, shown
from feltwork.table.live.asker import Asker


def tell(promotion: Promotion, command: ask.TellWinner, by: Asker) -> Decision:
    """An attempt counts, whether it succeeds or not (reading P4)."""
    known = awarding(promotion, command.award)
    if isinstance(known, Refusal):
        return known
    rules = known[1]
    award = promotion.awards.get(command.award)
    if award is None or award.standing not in (how.WON, how.CLAIMED):
        return Refusal(rules.clause(Matter.TELLING), f"prize {command.award} has no winner to be told")
    clause = rules.means.get(command.means)
    if clause is None:
        ways = ", ".join(rules.means)
        return Refusal(rules.clause(Matter.TELLING), f"a winner is told by {ways}, not by '{shown(command.means)}'")
    refused = said(clause, command.note) if command.note else None
    return refused or (
        happened.WinnerTold(command.award, award.player, command.means, command.reached, command.note, clause),
    )


def claim(promotion: Promotion, command: ask.ClaimPrize, by: Asker) -> Decision:
    known = awarding(promotion, command.award)
    if isinstance(known, Refusal):
        return known
    clause = known[1].clause(Matter.CLAIMING)
    award = promotion.awards.get(command.award)
    if award is None or award.standing != how.WON:
        return Refusal(clause, f"prize {command.award} is not there to be claimed")
    return said(clause, command.identified) or (happened.PrizeClaimed(command.award, award.player, command.identified),)


def pay(promotion: Promotion, command: ask.PayPrize, by: Asker) -> Decision:
    known = awarding(promotion, command.award)
    if isinstance(known, Refusal):
        return known
    terms, rules = known
    award = promotion.awards.get(command.award)
    if award is None or award.standing != how.CLAIMED:
        return Refusal(rules.clause(Matter.CLAIMING), f"prize {command.award} was not claimed, or is given already")
    prize = slots(terms)[command.award]
    if command.alternative and not prize.alternative:
        return Refusal(rules.clause(Matter.ALTERNATIVE), f"the terms give no alternative to {shown(prize.name)}")
    if prize.kind == MONEY and prize.value > promotion.set_aside:
        return Refusal(rules.clause(Matter.INTEGRITY), "the promotion was cancelled and its money went back")
    if prize.kind == MONEY or command.alternative:
        return _in_money(command, prize, award, rules)
    clause = rules.clause(Matter.CLAIMING)
    if command.parts:
        return Refusal(rules.clause(Matter.PAYMENT), f"{shown(prize.name)} is no money and is handed over as it is")
    return said(clause, command.receipt) or (
        happened.PrizePaid(command.award, award.player, 0, (), False, command.chosen, command.receipt, clause),
    )


def _in_money(command: ask.PayPrize, prize: Prize, award: Award, rules: PromotionRules) -> Decision:
    clause, payment = rules.clause(Matter.PAYMENT), rules.payment
    amount = prize.alternative if command.alternative else prize.value
    for part in command.parts:
        if part.method not in payment.methods:
            ways = ", ".join(payment.methods)
            return Refusal(clause, f"a prize in money is paid by {ways}, not by '{shown(part.method)}'")
    if any(part.amount <= 0 for part in command.parts) or sum(part.amount for part in command.parts) != amount:
        return Refusal(clause, f"the parts must come to {format_money(amount)}, and none is nothing")
    if payment.chosen_over is not None and amount > payment.chosen_over and not command.chosen.strip():
        over = format_money(payment.chosen_over)
        return Refusal(clause, f"above {over} the winner chooses how to be paid: record their choice first")
    refused = said(clause, *filter(None, (command.chosen, command.receipt)))
    parts = tuple(happened.PaidPart(part.method, part.amount) for part in command.parts)
    told = (command.alternative, command.chosen, command.receipt)
    return refused or (happened.PrizePaid(command.award, award.player, amount, parts, *told, clause),)
