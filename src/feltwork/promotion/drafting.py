"""Terms drafted, sent to the regulator, begun and amended."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.games.promotion import Matter, PromotionRules
from feltwork.money import format_money
from feltwork.promotion import commands as ask
from feltwork.promotion import events as happened
from feltwork.promotion import state as how
from feltwork.promotion.guards import Decision, governed, said, stopped
from feltwork.promotion.state import Promotion, terms_digest
from feltwork.promotion.terms import Prize, Terms, beyond, lacks, money_in, needs_scrutineer, rules_for
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asker
from feltwork.table.live.names import is_name

HOURS = 3_600_000_000
RULES = 3
"""The rules that a promotion drafted now is under."""


def draft(promotion: Promotion, command: ask.DraftPromotion, by: Asker, prescribed: tuple[str, ...]) -> Decision:
    """Terms may be incomplete while they are a draft, but no prize of a barred kind is written down."""
    rules = rules_for(command.books)
    if isinstance(rules, Refusal):
        return rules
    if promotion.timing.commenced or promotion.standing == how.CANCELLED:
        return Refusal(rules.clause(Matter.AMENDING), "the promotion has commenced: amend its terms instead")
    if not is_name(promotion.name) or not command.terms.title.strip():
        return Refusal(
            rules.clause(Matter.OFFER), "a promotion has an id of letters, digits, dots and dashes, and a title"
        )
    if too_much := next(beyond(command.terms, rules), None):
        return Refusal(too_much.clause, too_much.about)
    barred = {one.clause for one in rules.barred} | {rules.clause(Matter.LIQUOR), rules.clause(Matter.PRESCRIBED)}
    found = lacks(command.terms, rules, prescribed)
    never = [lack for lack in found if lack.clause in barred | {_alternative(rules)} and not lack.word]
    if never:
        return Refusal(never[0].clause, never[0].about)
    return (happened.PromotionDrafted(command.books, command.terms, prescribed, RULES),)


def clear(promotion: Promotion, command: ask.ClearPrize, by: Asker) -> Decision:
    """A word that reads as barred means something else: a second person says so, with the reason."""
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    terms, rules = known
    if promotion.timing.commenced or promotion.standing == how.CANCELLED:
        return Refusal(rules.clause(Matter.PRIZES), "a prize is cleared before the promotion commences")
    found = lacks(replace(terms, prizes=_called(terms, command.prize)), rules, promotion.prescribed, promotion.cleared)
    hit = next((lack for lack in found if lack.word and lack.clause == command.clause), None)
    if hit is None:
        return Refusal(
            rules.clause(Matter.PRIZES), f"nothing about {shown(command.prize)} waits for that to be cleared"
        )
    if by.person == promotion.written_by:
        return Refusal(hit.clause, "somebody else clears a prize, not whoever wrote the terms")
    return said(hit.clause, command.reason) or (
        happened.PrizeCleared(command.prize, hit.word, command.reason, hit.clause),
    )


def _called(terms: Terms, name: str) -> tuple[Prize, ...]:
    return tuple(prize for prize in terms.prizes if prize.name == name)


def _alternative(rules: PromotionRules) -> str:
    return rules.clause(Matter.ALTERNATIVE)


def submit(promotion: Promotion, command: ask.SubmitPromotion, by: Asker) -> Decision:
    """Nothing incomplete goes to the regulator."""
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    terms, rules = known
    if refused := stopped(promotion, rules):
        return refused
    if promotion.timing.commenced:
        return Refusal(rules.clause(Matter.AMENDING), "the promotion has commenced: amend its terms instead")
    missing = lacks(terms, rules, promotion.prescribed, promotion.cleared)
    if missing:
        more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        return Refusal(missing[0].clause, f"{missing[0].about}{more}")
    clause, due = rules.clause(Matter.SUBMITTING), terms.commences - rules.before
    if by.at > due:
        hours = rules.before // HOURS
        return Refusal(clause, f"{rules.regulator} has the details {hours} hours before commencement: set a later one")
    return (happened.PromotionSubmitted(rules.regulator, terms_digest(terms), due, clause),)


def deliver(promotion: Promotion, command: ask.RecordDelivery, by: Asker) -> Decision:
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    terms, rules = known
    if refused := stopped(promotion, rules, may_wait=True):
        return refused
    clause = rules.clause(Matter.SUBMITTING)
    if not promotion.timing.submitted or command.digest != terms_digest(terms):
        return Refusal(clause, "these are not the details that were submitted last")
    if promotion.timing.delivered:
        return Refusal(clause, f"{rules.regulator} has these details already")
    return said(clause, command.means, command.proof) or (
        happened.DetailsDelivered(command.means, command.proof, command.digest, clause),
    )


def nominate(promotion: Promotion, command: ask.NominateScrutineer, by: Asker) -> Decision:
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    clause = known[1].clause(Matter.SCRUTINEER)
    if not is_name(command.person):
        return Refusal(clause, "the scrutineer is a known person")
    if promotion.pending is not None and promotion.pending.witness:
        return Refusal(clause, "the draw is being overseen already")
    return (happened.ScrutineerNominated(command.person, clause),)


def commence(promotion: Promotion, command: ask.CommencePromotion, by: Asker) -> Decision:
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    terms, rules = known
    if refused := stopped(promotion, rules):
        return refused
    clause = rules.clause(Matter.SUBMITTING)
    if promotion.timing.commenced:
        return Refusal(clause, "the promotion has commenced already")
    if not promotion.timing.delivered:
        return Refusal(clause, f"{rules.regulator} does not have the details of this promotion")
    if by.at < promotion.timing.delivered + rules.before:
        return Refusal(clause, f"{rules.regulator} has the details for less than {rules.before // HOURS} hours")
    times = rules.clause(Matter.PLACE_AND_TIME)
    if by.at < terms.commences:
        return Refusal(times, "the promotion commences at the time its terms give")
    if by.at >= terms.closes:
        return Refusal(rules.clause(Matter.CLOSES), "the time for entries is over")
    if needs_scrutineer(terms, rules) and not promotion.scrutineer:
        over = format_money(rules.scrutineer_over)
        return Refusal(rules.clause(Matter.SCRUTINEER), f"a prize is worth more than {over}: nominate a scrutineer")
    return (happened.PromotionCommenced(money_in(terms), rules.clause(Matter.OFFER)),)


def amend(promotion: Promotion, command: ask.AmendPromotion, by: Asker) -> Decision:
    """After commencement: approved before it counts, or submitted again as soon as possible."""
    known = governed(promotion)
    if isinstance(known, Refusal):
        return known
    terms, rules = known
    clause = rules.clause(Matter.AMENDING)
    if not promotion.timing.commenced:
        return Refusal(clause, "the promotion has not commenced: draft its terms anew and submit them")
    if promotion.standing != how.RUNNING:
        return Refusal(NOT_IN_THE_BOOK, "the list of the draw is closed: the terms cannot change now")
    if rules.approval and not command.approval.strip():
        return Refusal(clause, f"{rules.regulator} approves an amendment first: name its approval")
    refused = said(clause, command.reason) or _unlike(terms, command.terms, rules)
    if refused:
        return refused
    missing = list(beyond(command.terms, rules)) or lacks(command.terms, rules, promotion.prescribed, promotion.cleared)
    if missing:
        return Refusal(missing[0].clause, missing[0].about)
    digest, money = terms_digest(command.terms), money_in(command.terms)
    return (happened.PromotionAmended(command.terms, command.reason, command.approval, digest, money, clause),)


def _unlike(terms: Terms, after: Terms, rules: PromotionRules) -> Refusal | None:
    if after == terms:
        return Refusal(rules.clause(Matter.AMENDING), "this changes nothing")
    if after.commences != terms.commences:
        return Refusal(rules.clause(Matter.PLACE_AND_TIME), "the promotion has commenced: its time cannot change now")
    return None
