"""``evolve`` for a promotion: make happen what an event says happened."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.games.promotion import MONEY
from feltwork.promotion import events as happened
from feltwork.promotion import state as how
from feltwork.promotion.state import Award, Block, Claim, Dispute, Pending, Promotion, Timing
from feltwork.promotion.terms import clearance, slots
from feltwork.table.live.asker import PLAYER


def evolve(promotion: Promotion, event: happened.PromotionEvent, at: int, actor: str, role: str = "") -> None:
    """Apply one event, with when it happened, by whom and as what."""
    match event:
        case happened.PromotionDrafted():
            promotion.books, promotion.terms = event.books, event.terms
            promotion.prescribed, promotion.timing, promotion.standing = event.prescribed, Timing(), how.DRAFT
            promotion.written_by, promotion.rules = actor, event.rules
        case happened.PrizeCleared():
            assert promotion.terms is not None
            for prize in promotion.terms.prizes:
                if prize.name == event.prize:
                    promotion.cleared[clearance(event.clause, prize)] = actor
        case happened.PromotionSubmitted():
            promotion.timing, promotion.standing = Timing(submitted=at), how.SUBMITTED
        case happened.DetailsDelivered():
            promotion.timing = replace(promotion.timing, delivered=at)
        case happened.ScrutineerNominated():
            promotion.scrutineer = event.person
        case happened.PromotionCommenced():
            promotion.timing, promotion.standing = replace(promotion.timing, commenced=at), how.RUNNING
            promotion.set_aside = event.money
        case happened.PromotionAmended():
            promotion.terms, promotion.set_aside = event.terms, event.money
        case happened.EntriesAdded():
            promotion.blocks[event.first] = Block(event.player, event.entries, own=role == PLAYER, wager=event.wager)
            promotion.next_entry = event.first + event.entries
        case happened.EntriesStruck():
            promotion.blocks[event.first] = replace(promotion.blocks[event.first], struck=event.reason)
        case _:
            _draws(promotion, event, at, actor)
            _awards(promotion, event, at)
            _after(promotion, event, at, actor)


def _draws(promotion: Promotion, event: happened.PromotionEvent, at: int, actor: str) -> None:
    match event:
        case happened.EntriesFrozen():
            assert promotion.terms is not None
            promotion.standing, promotion.digest = how.FROZEN, event.digest
            promotion.awards = {number: Award() for number in slots(promotion.terms)}
            told = (event.draw, event.commitment, event.sealed)
            promotion.pending = Pending(*told, tuple(promotion.awards), actor)
            promotion.draws += 1
        case happened.RedrawAsked():
            lost = promotion.awards[event.award]
            promotion.passed_over[lost.entry] = lost.player
            promotion.awards[event.award] = Award()
            told = (event.draw, event.commitment, event.sealed)
            promotion.pending = Pending(*told, (event.award,), actor)
            promotion.draws += 1
        case happened.DrawWitnessed():
            assert promotion.pending is not None
            promotion.pending = replace(promotion.pending, word=event.word, witness=actor)
        case happened.PrizesDrawn():
            promotion.standing, promotion.pending = how.DRAWN, None
            for won in event.winners:
                promotion.awards[won.award] = Award(how.WON, won.entry, won.player, at, event.tell_by)
            for number in event.without_winner:
                promotion.awards[number] = Award(how.LAPSED, drawn_at=at)


def _awards(promotion: Promotion, event: happened.PromotionEvent, at: int) -> None:
    match event:
        case happened.WinnerTold():
            award = promotion.awards[event.award]
            first = award.first_attempt or at
            tried = replace(award, attempts=award.attempts + 1, first_attempt=first)
            promotion.awards[event.award] = replace(tried, reached=award.reached or event.reached)
        case happened.PrizeClaimed():
            award = promotion.awards[event.award]
            promotion.awards[event.award] = replace(award, standing=how.CLAIMED, identified=event.identified)
        case happened.PrizePaid():
            assert promotion.terms is not None
            award = promotion.awards[event.award]
            promotion.awards[event.award] = replace(award, standing=how.PAID, money=event.amount)
            if slots(promotion.terms)[event.award].kind == MONEY:
                promotion.set_aside -= event.amount


def _after(promotion: Promotion, event: happened.PromotionEvent, at: int, actor: str) -> None:
    match event:
        case happened.ClaimDenied():
            told = (event.claimant, event.value, event.reasons, event.kept, event.due, at)
            promotion.claims[event.claim] = Claim(*told)
            if event.award:
                promotion.awards[event.award] = replace(promotion.awards[event.award], standing=how.REFUSED)
        case happened.ClaimantInformed():
            promotion.claims[event.claim] = replace(promotion.claims[event.claim], informed=at)
        case happened.ClaimantErased():
            promotion.claims[event.claim] = replace(promotion.claims[event.claim], erased=at)
        case happened.PromotionDisputed():
            promotion.disputes[event.dispute] = Dispute(event.person, event.about, at)
        case happened.DisputeDecided():
            before = promotion.disputes[event.dispute]
            decided = replace(before, decision=event.decision, satisfied=event.satisfied, due=event.due)
            promotion.disputes[event.dispute] = decided
        case happened.ComplaintAdvised():
            promotion.disputes[event.dispute] = replace(promotion.disputes[event.dispute], advised=at)
        case happened.PromotionPostponed():
            promotion.postponed, promotion.postponed_by = event.reason, actor
        case happened.PromotionValidated():
            promotion.postponed = promotion.postponed_by = ""
        case happened.PromotionCancelled():
            promotion.standing, promotion.pending = how.CANCELLED, None
            promotion.set_aside -= event.money  # what a winner is owed stays set aside
        case happened.PromotionClosed():
            promotion.standing, promotion.set_aside = how.CLOSED, 0
