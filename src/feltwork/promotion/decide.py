"""``decide`` for a promotion: events, or a refusal with a sentence that can be shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from feltwork.promotion import awarding, claims, drafting, drawing
from feltwork.promotion import commands as ask
from feltwork.promotion.guards import Decision
from feltwork.promotion.state import Promotion
from feltwork.table.live.asker import Asker

HANDLERS: Mapping[type, Callable[[Promotion, Any, Asker], Decision]] = {
    ask.ClearPrize: drafting.clear,
    ask.SubmitPromotion: drafting.submit,
    ask.RecordDelivery: drafting.deliver,
    ask.NominateScrutineer: drafting.nominate,
    ask.CommencePromotion: drafting.commence,
    ask.AmendPromotion: drafting.amend,
    ask.EnterPromotion: drawing.enter,
    ask.StrikeEntries: drawing.strike,
    ask.FreezeEntries: drawing.freeze,
    ask.AskRedraw: drawing.ask_again,
    ask.WitnessDraw: drawing.witness,
    ask.DrawPrizes: drawing.draw,
    ask.TellWinner: awarding.tell,
    ask.ClaimPrize: awarding.claim,
    ask.PayPrize: awarding.pay,
    ask.DenyClaim: claims.deny,
    ask.InformClaimant: claims.inform,
    ask.EraseClaimant: claims.erase,
    ask.DisputePromotion: claims.dispute,
    ask.DecideDispute: claims.decide_dispute,
    ask.AdviseComplaint: claims.advise,
    ask.PostponePromotion: claims.postpone,
    ask.ValidatePromotion: claims.validate,
    ask.CancelPromotion: claims.cancel,
    ask.ClosePromotion: claims.close,
}


def decide(promotion: Promotion, command: Any, by: Asker, prescribed: tuple[str, ...] = ()) -> Decision:
    """What becomes of a command, with the operator's list of prescribed items."""
    if isinstance(command, ask.DraftPromotion):
        return drafting.draft(promotion, command, by, prescribed)
    return HANDLERS[type(command)](promotion, command, by)
