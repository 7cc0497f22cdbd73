"""What a promotion needs of the server beside its command: the secret of a draw, and names that are kept or erased."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from feltwork.engine.wagered import shown_for, unshown
from feltwork.entropy.commit import SECRET_BYTES, commitment
from feltwork.entropy.sealing import SealingError, seal, unseal
from feltwork.games.promotion import Matter
from feltwork.promotion.aggregate import PROMOTION
from feltwork.promotion.claims import claimed_by, lacks_details
from feltwork.promotion.commands import AskRedraw, DenyClaim, DrawPrizes, EnterPromotion, FreezeEntries
from feltwork.promotion.drawing import draw_id
from feltwork.promotion.state import Promotion
from feltwork.promotion.terms import rules_for
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

_SEEN: WeakKeyDictionary[ServerState, dict[str, dict[str, int]]] = WeakKeyDictionary()
"""What the ledger showed the last time that it was read, by promotion: what was wagered only grows."""
Prepared = tuple[Any, bytes] | Refusal
NO_KEY = Refusal(NOT_IN_THE_BOOK, "the draw key is missing here")


async def prepared(floor: ServerState, name: str, body: Any, names: dict[str, tuple[str, str]]) -> Prepared:
    """A command as it is sent, and the secret that goes beside it."""
    if isinstance(body, EnterPromotion) and body.wager:
        return await _shown(floor, name, body) or (body, b"")
    if not isinstance(body, FreezeEntries | AskRedraw | DrawPrizes | DenyClaim):
        return body, b""
    key = floor.draw_key
    if not key and not isinstance(body, DenyClaim):
        return NO_KEY
    found = await floor.house.readers.aggregates.look(
        PROMOTION, name, lambda state: _with_secret(state, body, key, names)
    )
    return found if found is not None else (body, b"")


async def _shown(floor: ServerState, name: str, body: EnterPromotion) -> Refusal | None:
    """Why an entry is not taken for a wager; what the ledger showed is asked for anew where it does not show enough."""
    state = await floor.house.readers.aggregates.look(PROMOTION, name, PROMOTION.copy)
    if state is None:
        return None
    kept = _SEEN.setdefault(floor, {})
    refused = unshown(state, body, kept.get(name, {}))
    if refused is not None:
        kept[name] = await floor.log_checks.reads.read(lambda store: shown_for(store, state))
        refused = unshown(state, body, kept[name])
    return refused


def _with_secret(state: Promotion, body: Any, key: bytes, names: dict[str, tuple[str, str]]) -> Prepared:
    if isinstance(body, DenyClaim):
        return _named(state, body, names) or (body, b"")
    if isinstance(body, FreezeEntries | AskRedraw):
        secret = os.urandom(SECRET_BYTES)
        sealed = seal(key, draw_id(state), secret).hex()
        return replace(body, commitment=commitment(secret), sealed=sealed), b""
    if state.pending is None:
        return body, b""
    try:
        return body, unseal(key, state.pending.draw, bytes.fromhex(state.pending.sealed))
    except (SealingError, ValueError):
        return Refusal(NOT_IN_THE_BOOK, "the secret of this draw does not open with this floor's draw key")


def _named(state: Promotion, body: DenyClaim, names: dict[str, tuple[str, str]]) -> Refusal | None:
    rules, whose = rules_for(state.books), claimed_by(state, body)
    if isinstance(rules, Refusal) or isinstance(whose, Refusal):
        return None  # the promotion says itself what is wrong
    claimant, value = whose
    why = lacks_details(value, rules.denied_over, *names.get(claimant, ("", "")))
    return Refusal(rules.clause(Matter.DENIED), why) if why else None
