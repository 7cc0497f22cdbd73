"""A promotion in words: its terms as the regulator and the public read them, and its events for an inspector."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from feltwork.games.discipline import COMPLAINT
from feltwork.games.promotion import Matter
from feltwork.money import format_money
from feltwork.promotion import events as happened
from feltwork.promotion import state as how
from feltwork.promotion.claims import KEPT_FOR
from feltwork.promotion.state import Promotion
from feltwork.promotion.terms import Prize, Terms, rules_for
from feltwork.refusal import Refusal, shown
from feltwork.table.live.when import in_utc

When = Callable[[int], str]
"""A time in words, from microseconds."""
LINES = (
    ("manner", "How the prize is awarded"),
    ("awarded", "When and where it is awarded"),
    ("eligible", "Who is eligible"),
    ("wager", "Wager to take part"),
    ("nature", "Nature of the prize"),
    ("place", "Place"),
    ("claiming", "How to claim"),
    ("presence", "Presence at the draw"),
    ("told", "How the winner is told"),
    ("published", "How results are published"),
    ("conditions", "Conditions"),
    ("marketing", "Named in"),
    ("more", "Further"),
)


def terms_text(terms: Terms, when: When) -> str:
    """The full details, a line each."""
    lines = [terms.title, ""]
    times = (("Commences", terms.commences), ("Entries close", terms.closes), ("Draw", terms.draws_at))
    lines += [f"{name}: {when(at)}" for name, at in times if at]
    lines += [f"{title}: {getattr(terms, name)}" for name, title in LINES if getattr(terms, name)]
    if terms.wager_required:
        lines.append(f"Minimum wager: {format_money(terms.minimum_wager)}")
    if terms.wager_for_each:
        lines.append(f"An entry for each {format_money(terms.wager_for_each)} wagered")
    if terms.own_entry:
        lines.append("A player may enter themselves, once")
    lines.append(f"Terms are to be had: {', '.join(terms.available)}")
    lines.append("One prize to a person" if terms.one_prize_each else "A person may win several prizes")
    for prize in terms.prizes:
        lines += ["", *_prize_lines(prize)]
    return "\n".join(lines) + "\n"


def _prize_lines(prize: Prize) -> Iterator[str]:
    yield f"Prize: {prize.count} x {prize.name} ({prize.kind}), value {format_money(prize.value)} each"
    yield from (f"  {name}: {text}" for name, text in prize.details)
    if prize.includes:
        yield f"  includes: {', '.join(prize.includes)}"
    if prize.liquor:
        yield f"  liquor: {prize.liquor} ml"
    if prize.alternative:
        yield f"  or {format_money(prize.alternative)} in money. {prize.alternative_stated}".rstrip()
    if prize.conditions:
        yield f"  conditions: {prize.conditions}"


def tell(event: happened.PromotionEvent) -> list[str]:
    """An event in sentences."""
    match event:
        case happened.PromotionDrafted():
            return [f"terms of '{shown(event.terms.title)}' drafted for {', '.join(event.books)}"]
        case happened.PrizeCleared():
            return [f"'{shown(event.word)}' of {shown(event.prize)} is cleared ({event.clause}): {shown(event.reason)}"]
        case happened.PromotionSubmitted():
            return [f"full details sent to {event.to} ({event.clause}), terms {event.digest[:16]}"]
        case happened.DetailsDelivered():
            return [
                f"the details are with the regulator ({event.clause}) by {shown(event.means)}: {shown(event.proof)}"
            ]
        case happened.ScrutineerNominated():
            return [f"{event.person} is nominated as scrutineer ({event.clause})"]
        case happened.PromotionCommenced():
            return [f"the promotion commences; {format_money(event.money)} set aside for prizes"]
        case happened.PromotionAmended():
            under = f"approved as {shown(event.approval)}" if event.approval else "to be submitted again"
            return [f"terms amended ({event.clause}), {under}: {shown(event.reason)}"]
        case happened.EntriesAdded():
            last = event.first + event.entries - 1
            return [f"entries {event.first} to {last} for {event.player}"]
        case happened.EntriesStruck():
            return [
                f"the entries from {event.first} of {event.player} are struck ({event.clause}): {shown(event.reason)}"
            ]
        case _:
            return _tell_draw(event) or _tell_after(event)


def _tell_draw(event: happened.PromotionEvent) -> list[str]:
    match event:
        case happened.EntriesFrozen():
            return [f"the list of {event.entries} entries is frozen as {event.digest[:16]} for draw {event.draw}"]
        case happened.RedrawAsked():
            return [f"prize {event.award} is to be drawn again as {event.draw}: {shown(event.reason)}"]
        case happened.DrawWitnessed():
            who = "the scrutineer" if event.scrutineer else "a second person"
            return [f"{who} oversees draw {event.draw} ({event.clause}) with the word '{shown(event.word)}'"]
        case happened.PrizesDrawn():
            won = [f"prize {one.award} goes to entry {one.entry} of {one.player}" for one in event.winners]
            return [*won, *(f"no entry is left for prize {award}" for award in event.without_winner)]
        case happened.WinnerTold():
            how = "told" if event.reached else "not reached"
            return [f"{event.player}, winner of prize {event.award}, was {how} by {event.means} ({event.clause})"]
        case happened.PrizeClaimed():
            return [f"{event.player} claims prize {event.award}, known by {shown(event.identified)}"]
        case happened.PrizePaid():
            parts = ", ".join(f"{format_money(part.amount)} by {part.method}" for part in event.parts)
            return [f"prize {event.award} given to {event.player} ({event.clause}){f': {parts}' if parts else ''}"]
        case _:
            return []


def _tell_after(event: happened.PromotionEvent) -> list[str]:
    match event:
        case happened.ClaimDenied():
            value = format_money(event.value)
            return [f"claim {event.claim} for {value} denied ({event.clause}): {shown(event.reasons)}"]
        case happened.ClaimantInformed():
            return [
                f"the claimant of claim {event.claim} was told the reasons ({event.clause}) by {shown(event.means)}"
            ]
        case happened.ClaimantErased():
            return [f"name and address of claim {event.claim} are no longer kept: {shown(event.law)}"]
        case happened.PromotionDisputed():
            return [f"dispute {event.dispute} of {event.person}: {shown(event.about)}"]
        case happened.DisputeDecided():
            return [f"dispute {event.dispute} decided ({event.clause}): {shown(event.decision)}"]
        case happened.ComplaintAdvised():
            return [f"dispute {event.dispute}: told of the right to complain to an inspector ({event.clause})"]
        case happened.PromotionPostponed():
            return [f"postponed, {event.to} is told ({event.clause}): {shown(event.reason)}"]
        case happened.PromotionValidated():
            return [f"the integrity is validated ({event.clause}): {shown(event.finding)}"]
        case happened.PromotionCancelled():
            return [f"cancelled, {event.to} is told ({event.clause}): {shown(event.reason)}"]
        case _:
            return ["the promotion is closed"]


def keeps(promotion: Promotion, person: str, now: int) -> Iterator[str]:
    """What a person's name is needed for: a claim whose details are kept, a prize, an entry, a dispute."""
    for number, claim in promotion.claims.items():
        if claim.claimant == person and claim.kept and not claim.erased and now < claim.at + KEPT_FOR:
            yield f"denied claim {number} is kept until {in_utc(claim.at + KEPT_FOR)}"
    for number in promotion.won():
        if promotion.awards[number].player == person:
            yield f"prize {number} is neither given nor refused"
    entered = any(block.player == person and not block.struck for block in promotion.blocks.values())
    if entered and promotion.standing in (how.RUNNING, how.FROZEN):
        yield "the draw that they are entered in is not made"
    for number, one in promotion.disputes.items():
        if one.person == person and not (one.decision and (one.satisfied or one.advised)):
            yield f"dispute {number} is open"


def view_of_player(state: Promotion, player: str) -> dict[str, Any]:
    """What a player is shown: what is offered, their own entries, prizes and disputes, and the right to complain."""
    rules = rules_for(state.books) if state.books else None
    if state.terms is None or not state.timing.commenced or rules is None or isinstance(rules, Refusal):
        return {"name": state.name, "standing": "not offered"}
    mine = [block.entries for block in state.blocks.values() if block.player == player and not block.struck]
    return {
        "name": state.name,
        "standing": state.standing,
        "title": state.terms.title,
        "terms": terms_text(state.terms, in_utc),
        "own_entry": state.terms.own_entry,
        "entries": sum(mine),
        "prizes": {str(n): award.standing for n, award in state.awards.items() if award.player == player},
        "disputes": [
            {"number": number, **msgspec.to_builtins(one)}
            for number, one in state.disputes.items()
            if one.person == player
        ],
        "clause": rules.clause(Matter.DISPUTES),
        "right": COMPLAINT,
    }
