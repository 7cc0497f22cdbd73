"""A promotion as an aggregate: one stream for each, ``promotion/ID``; and the operator's list of prescribed items."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, to_builtins

from feltwork.aggregate import Aggregate, Decision, Elsewhere, Privacy, Stamp, TakingPart
from feltwork.games.conduct import Power
from feltwork.promotion import commands as ask
from feltwork.promotion.decide import decide
from feltwork.promotion.draw import entries_of
from feltwork.promotion.drawing import SCRUTINEER
from feltwork.promotion.events import PROMOTION_EVENTS, ClaimantErased, EntriesAdded
from feltwork.promotion.evolve import evolve
from feltwork.promotion.postings import HOUSE, postings
from feltwork.promotion.state import Promotion, terms_digest
from feltwork.promotion.telling import keeps, tell, view_of_player
from feltwork.promotion.terms import lacks, needs_scrutineer, rules_for
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import PLAYER, SYSTEM, Asked, Asker
from feltwork.table.live.schema import Schema

KIND, LIST = "promotion", "prescribed"
MANAGERS = ("promotions_manager", "gaming_manager", "assistant_gaming_manager")
"""Who acts for the operator."""
MAX_ITEMS, MAX_ITEM = 500, 100
RUNS = Power(NOT_IN_THE_BOOK, MANAGERS)
SENDERS: dict[type[Asked], Power] = {
    ask.DraftPromotion: RUNS,
    ask.ClearPrize: RUNS,
    ask.SubmitPromotion: RUNS,
    ask.RecordDelivery: Power(NOT_IN_THE_BOOK, (*MANAGERS, SYSTEM)),
    ask.NominateScrutineer: RUNS,
    ask.CommencePromotion: RUNS,
    ask.AmendPromotion: RUNS,
    ask.EnterPromotion: Power(NOT_IN_THE_BOOK, (*MANAGERS, SYSTEM, PLAYER)),
    ask.StrikeEntries: RUNS,
    ask.FreezeEntries: RUNS,
    ask.AskRedraw: RUNS,
    ask.WitnessDraw: Power(NOT_IN_THE_BOOK, (SCRUTINEER, *MANAGERS)),
    ask.DrawPrizes: RUNS,
    ask.TellWinner: RUNS,
    ask.ClaimPrize: RUNS,
    ask.PayPrize: RUNS,
    ask.DenyClaim: RUNS,
    ask.InformClaimant: RUNS,
    ask.EraseClaimant: RUNS,
    ask.DisputePromotion: Power(NOT_IN_THE_BOOK, (*MANAGERS, PLAYER)),
    ask.DecideDispute: RUNS,
    ask.AdviseComplaint: RUNS,
    ask.PostponePromotion: RUNS,
    ask.ValidatePromotion: RUNS,
    ask.CancelPromotion: RUNS,
    ask.ClosePromotion: RUNS,
}


class ListPrescribed(Asked, frozen=True, tag="list-prescribed"):
    """What the regulations bar as a prize, in place of the list before."""

    items: tuple[str, ...]


class PrescribedListed(Struct, frozen=True, tag="prescribed-listed"):
    items: tuple[str, ...]


class Prescribed(Struct):
    """The operator's list."""

    items: tuple[str, ...] = ()
    since: int = 0
    by: str = ""


def _decide(state: Promotion, command: Any, by: Asker, others: Elsewhere) -> Decision:
    listed: Prescribed = others.state(LIST)
    return decide(state, command, by, listed.items)


def _evolve(state: Promotion, event: Any, at: Stamp) -> None:
    evolve(state, event, at.at, at.person, at.role)


def view(state: Promotion, by: Asker) -> dict[str, Any]:
    """All of it but the sealed secret; the list of entries is counted, and has an export of its own."""
    if by.role == PLAYER:
        return view_of_player(state, by.person)
    seen: dict[str, Any] = {
        name: to_builtins(getattr(state, name), str_keys=True)
        for name in state.__struct_fields__
        if name not in ("blocks", "pending", "passed_over", "rules")
    }
    entries = [block.entries for block in state.blocks.values() if not block.struck]
    seen |= {"entries": sum(entries), "people": len({b.player for b in state.blocks.values() if not b.struck})}
    if state.pending is not None:
        seen["pending"] = {name: getattr(state.pending, name) for name in ("draw", "commitment", "witness", "asked_by")}
    if state.terms is not None:
        rules = rules_for(state.books)
        seen["digest_of_terms"] = terms_digest(state.terms)
        if not isinstance(rules, Refusal):
            found = lacks(state.terms, rules, state.prescribed, state.cleared)
            seen["lacks"] = [to_builtins(lack) for lack in found]
            seen["needs_scrutineer"] = needs_scrutineer(state.terms, rules)
            seen["methods"], seen["means"] = list(rules.payment.methods), list(rules.means)
            seen["regulator"], seen["before"] = rules.regulator, rules.before
    return seen


def frozen_list(state: Promotion) -> list[tuple[int, str]]:
    """The entries of the draw, for whoever wants to recompute it."""
    return list(entries_of(state))


def _list(state: Prescribed, command: ListPrescribed, by: Asker, others: Elsewhere) -> Decision:
    items = tuple(item.strip() for item in command.items)
    if len(items) > MAX_ITEMS or not all(0 < len(item) <= MAX_ITEM and item.isprintable() for item in items):
        return Refusal(NOT_IN_THE_BOOK, f"the list has {MAX_ITEMS} items of 1 to {MAX_ITEM} letters at most")
    return (PrescribedListed(items),)


def _listed(state: Prescribed, event: PrescribedListed, at: Stamp) -> None:
    state.items, state.since, state.by = event.items, at.at, at.person


PROMOTION: Aggregate[Promotion] = Aggregate(
    kind=KIND,
    title="promotions",
    single=False,
    senders=SENDERS,
    events=PROMOTION_EVENTS,
    state=Promotion,
    fresh=Promotion,
    decide=_decide,
    evolve=_evolve,
    tell=tell,
    view=view,
    readers=frozenset(("supervisor", "inspector", "cashier", "player")),
    postings=postings,
    taking_part=TakingPart((EntriesAdded,)),
    privacy=Privacy(keeps=keeps, forgets={ClaimantErased: "claimant"}),
    accounts={HOUSE: "spent on promotions", KIND: "prizes set aside"},
)
PRESCRIBED: Aggregate[Prescribed] = Aggregate(
    kind=LIST,
    title="prescribed items",
    single=True,
    senders={ListPrescribed: RUNS},
    events=Schema(PrescribedListed),
    state=Prescribed,
    fresh=lambda name: Prescribed(),
    decide=_list,
    evolve=_listed,
    tell=lambda event: [f"prescribed as no prize: {', '.join(event.items) or 'nothing'}"],
    view=lambda state, by: to_builtins(state),
    readers=frozenset(("supervisor", "inspector")),
)
