"""Entries, the freeze of their list, the witness, the draw and a draw made again."""

from __future__ import annotations

import re
from collections.abc import Mapping

from feltwork.entropy.commit import commitment
from feltwork.entropy.mapping import MAPPING, DrawError
from feltwork.games.promotion import Matter, PromotionRules
from feltwork.money import format_money
from feltwork.promotion import commands as ask
from feltwork.promotion import events as happened
from feltwork.promotion import state as how
from feltwork.promotion.draw import entries_of, list_digest, pick, pool
from feltwork.promotion.guards import Decision, going, said
from feltwork.promotion.state import Promotion
from feltwork.promotion.terms import NOT_REQUIRED, Terms, needs_scrutineer
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import PLAYER, Asker
from feltwork.table.live.names import may_be_person

MAX_AT_ONCE = 10_000
MAX_ENTRIES = 5_000_000
MIN_WORD, MAX_WORD = 8, 64
SCRUTINEER = "scrutineer"
_HEX = re.compile(r"(?:[0-9a-f]{2}){1,200}")
_COMMITMENT = re.compile(r"[0-9a-f]{64}")


def enter(promotion: Promotion, command: ask.EnterPromotion, by: Asker) -> Decision:
    known = going(promotion, how.RUNNING)
    if isinstance(known, Refusal):
        return known
    terms, rules = known
    if by.at > terms.closes:
        return Refusal(rules.clause(Matter.CLOSES), "entries are closed")
    eligible = rules.clause(Matter.ELIGIBLE)
    if not may_be_person(command.player) or (by.role == PLAYER and command.player != by.person):
        return Refusal(eligible, "an entry is for a known player, and a player enters for themselves")
    if by.role == PLAYER and (refused := _not_by_themselves(promotion, terms, rules, command)):
        return refused
    if not 0 < command.entries <= MAX_AT_ONCE or promotion.next_entry + command.entries > MAX_ENTRIES:
        return Refusal(NOT_IN_THE_BOOK, f"{MAX_AT_ONCE} entries at once, {MAX_ENTRIES} in all are the most")
    if terms.wager_required and command.wager < terms.minimum_wager:
        least = format_money(terms.minimum_wager)
        return Refusal(rules.clause(Matter.WAGER), f"an entry takes a wager of {least} at least")
    if terms.wager_for_each and command.entries > command.wager // terms.wager_for_each:
        each = format_money(terms.wager_for_each)
        return Refusal(rules.clause(Matter.WAGER), f"there is one entry for each {each} wagered")
    return (happened.EntriesAdded(command.player, promotion.next_entry, command.entries, max(command.wager, 0)),)


def _not_by_themselves(
    promotion: Promotion, terms: Terms, rules: PromotionRules, command: ask.EnterPromotion
) -> Refusal | None:
    """Why players cannot enter themselves: not by these terms, not for a wager that they declare, not twice."""
    eligible = rules.clause(Matter.ELIGIBLE)
    if terms.wager_required or command.wager:
        why = "what was wagered is taken from the ledger: the office enters who has wagered enough"
        return Refusal(rules.clause(Matter.WAGER), why)
    if not terms.own_entry:
        return Refusal(eligible, "by these terms the office enters players")
    if any(block.own and block.player == command.player and not block.struck for block in promotion.blocks.values()):
        return Refusal(eligible, "a player enters themselves once")
    return None if command.entries == 1 else Refusal(eligible, "a player's own entry is one entry")


def entries_due(promotion: Promotion, shown: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Entries that players have yet to be given by the terms, for what the ledger shows they have wagered; and that.

    Entries that were given for wagers before count.
    """
    terms, due = promotion.terms, {}
    if terms is None or not terms.wager_required:
        return {}
    for player, cents in sorted(shown.items()):
        whole = cents // terms.wager_for_each if terms.wager_for_each else 1
        given = [b.entries for b in promotion.blocks.values() if b.player == player and b.wager and not b.struck]
        if cents >= terms.minimum_wager and whole > sum(given):
            due[player] = (min(whole - sum(given), MAX_AT_ONCE), cents)
    return due


def strike(promotion: Promotion, command: ask.StrikeEntries, by: Asker) -> Decision:
    known = going(promotion, how.RUNNING)
    if isinstance(known, Refusal):
        return known
    clause = known[1].clause(Matter.ELIGIBLE)
    block = promotion.blocks.get(command.first)
    if block is None or block.struck:
        return Refusal(clause, f"no entries begin with number {command.first}, or they are struck already")
    return said(clause, command.reason) or (
        happened.EntriesStruck(command.first, block.player, block.entries, command.reason, clause),
    )


def freeze(promotion: Promotion, command: ask.FreezeEntries, by: Asker) -> Decision:
    known = going(promotion, how.RUNNING)
    if isinstance(known, Refusal):
        return known
    terms, rules = known
    if by.at <= terms.closes:
        return Refusal(rules.clause(Matter.CLOSES), "entries are still taken")
    refused = _uncommitted(command.commitment, command.sealed)
    if refused:
        return refused
    entries = list(entries_of(promotion))
    draw = draw_id(promotion)
    return (
        happened.EntriesFrozen(len(entries), list_digest(entries), draw, command.commitment, command.sealed, MAPPING),
    )


def ask_again(promotion: Promotion, command: ask.AskRedraw, by: Asker) -> Decision:
    """One prize is drawn again: its winner was refused, or has not claimed it in the time for telling them."""
    known = going(promotion, how.DRAWN)
    if isinstance(known, Refusal):
        return known
    clause = known[1].clause(Matter.CLAIMING)
    award = promotion.awards.get(command.award)
    if promotion.pending is not None:
        return Refusal(NOT_IN_THE_BOOK, "another draw is waiting to be made")
    if award is None or award.standing not in (how.REFUSED, how.WON):
        return Refusal(clause, f"prize {command.award} is not to be drawn again")
    if award.standing == how.WON and by.at <= award.tell_by:
        return Refusal(clause, "the winner still has time to be told and to claim")
    if award.standing == how.WON and award.tell_by and (refused := _not_tried(award, known[1], by.at)):
        return refused
    return (
        said(clause, command.reason)
        or _uncommitted(command.commitment, command.sealed)
        or (
            happened.RedrawAsked(
                command.award,
                command.reason,
                draw_id(promotion),
                command.commitment,
                command.sealed,
                MAPPING,
                clause,
            ),
        )
    )


def _not_tried(award: how.Award, rules: PromotionRules, now: int) -> Refusal | None:
    """A winner loses the prize only after attempts to tell them; one whom the first found late has the time anew."""
    clause = rules.clause(Matter.TELLING)
    if not award.attempts:
        ways = ", ".join(rules.means)
        return Refusal(clause, f"record first how you tried to tell the winner, by {ways}")
    if award.first_attempt > award.tell_by and now <= award.first_attempt + rules.tell_within:
        return Refusal(clause, "the winner was first told late: their time runs from then")
    return None


def draw_id(promotion: Promotion) -> str:
    """The id that the next draw will have."""
    return f"{promotion.name}-{promotion.draws + 1}"


def _uncommitted(committed: str, sealed: str) -> Refusal | None:
    if not _COMMITMENT.fullmatch(committed) or not _HEX.fullmatch(sealed):
        return Refusal(NOT_IN_THE_BOOK, "commit to the draw before it is made")
    return None


def witness(promotion: Promotion, command: ask.WitnessDraw, by: Asker) -> Decision:
    known = going(promotion, how.FROZEN, how.DRAWN)
    if isinstance(known, Refusal):
        return known
    terms, rules = known
    clause, pending = rules.clause(Matter.SCRUTINEER), promotion.pending
    if pending is None or pending.witness:
        return Refusal(clause, "no draw waits for somebody to oversee it")
    if by.person == pending.asked_by:
        return Refusal(NOT_IN_THE_BOOK, "a draw takes two people: another one oversees it")
    if needs_scrutineer(terms, rules) and (by.person != promotion.scrutineer or by.role != SCRUTINEER):
        over = format_money(rules.scrutineer_over)
        return Refusal(clause, f"a prize is worth more than {over}: the nominated scrutineer oversees the draw")
    word = command.word
    if not MIN_WORD <= len(word) <= MAX_WORD or not word.isascii() or not word.isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"the word has {MIN_WORD} to {MAX_WORD} plain characters")
    return (happened.DrawWitnessed(pending.draw, word, by.person == promotion.scrutineer, clause),)


def draw(promotion: Promotion, command: ask.DrawPrizes, by: Asker) -> Decision:
    known = going(promotion, how.FROZEN, how.DRAWN)
    if isinstance(known, Refusal):
        return known
    terms, rules = known
    pending = promotion.pending
    if pending is None:
        return Refusal(NOT_IN_THE_BOOK, "no draw has been committed to")
    if by.at < terms.draws_at:
        return Refusal(rules.clause(Matter.PLACE_AND_TIME), "the draw is made at the time the terms give")
    if not pending.witness:
        return Refusal(rules.clause(Matter.SCRUTINEER), "nobody oversees the draw yet")
    try:
        if not by.secret or commitment(by.secret) != pending.commitment:
            return Refusal(NOT_IN_THE_BOOK, "this is not the secret that was committed to")
    except DrawError as wrong:
        return Refusal(NOT_IN_THE_BOOK, str(wrong))
    found = pick(
        by.secret,
        pending.draw,
        promotion.digest,
        pending.word,
        pool(promotion),
        pending.awards,
        one_each=terms.one_prize_each,
    )
    winners = tuple(happened.Winner(award, *found[award]) for award in pending.awards if award in found)
    without = tuple(award for award in pending.awards if award not in found)
    tell_by = by.at + rules.tell_within if terms.presence == NOT_REQUIRED else 0
    return (
        happened.PrizesDrawn(pending.draw, by.secret.hex(), winners, without, tell_by, rules.clause(Matter.TELLING)),
    )
