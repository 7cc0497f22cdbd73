"""What a promotion needs of the server beside its command: the secret of a draw, and names that are kept or erased."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from feltwork.entropy.commit import SECRET_BYTES, commitment
from feltwork.entropy.sealing import SealingError, seal, unseal
from feltwork.games.promotion import Matter
from feltwork.promotion.aggregate import PROMOTION
from feltwork.promotion.claims import claimed_by, lacks_details
from feltwork.promotion.commands import AskRedraw, DenyClaim, DrawPrizes, FreezeEntries
from feltwork.promotion.drawing import draw_id
from feltwork.promotion.state import Promotion
from feltwork.promotion.terms import rules_for
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

Prepared = tuple[Any, bytes] | Refusal
NO_KEY = Refusal(NOT_IN_THE_BOOK, "the draw key is missing here")


async def prepared(floor: ServerState, name: str, body: Any, names: dict[str, tuple[str, str]]) -> Prepared:
    """A command as it is sent, and the secret that goes beside it."""
    if not isinstance(body, FreezeEntries | AskRedraw | DrawPrizes | DenyClaim):
        return body, b""
    key = floor.draw_key
    if not key and not isinstance(body, DenyClaim):
        return NO_KEY
    found = await floor.house.readers.aggregates.look(
        PROMOTION, name, lambda state: _with_secret(state, body, key, names)
    )
    return found if found is not None else (body, b"")


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
