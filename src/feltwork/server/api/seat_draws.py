"""The secrets of draws of seats: made and sealed here when they are promised, opened here when seats are drawn."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from feltwork.entropy.commit import SECRET_BYTES, commitment
from feltwork.entropy.sealing import SealingError, seal, unseal
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.tournament.live.aggregate import AGGREGATE
from feltwork.tournament.live.offers import DRAWN_ELSEWHERE
from feltwork.tournament.live.seat_draw import dealt, draw_id, drawn_order
from feltwork.tournament.live.state import Tournament
from feltwork.tournament.live.topics.drafting import PublishTournament, TournamentPublished
from feltwork.tournament.live.topics.seating import DrawSeats, SeatsDrawn, TablesDesignated
from feltwork.tournament.live.topics.starting import SessionStarted, StartSession

if TYPE_CHECKING:
    from feltwork.server.state import ServerState
    from feltwork.store.port import Record

NO_KEY = Refusal(NOT_IN_THE_BOOK, "the draw key is missing here")
NOT_OURS = Refusal(NOT_IN_THE_BOOK, "the secret of this draw does not open with this floor's draw key")
Prepared = tuple[Any, bytes] | Refusal


def promises(body: object) -> bool:
    """Does the server put a fresh promise into this command?"""
    return isinstance(body, PublishTournament | StartSession) and not body.commitment


async def prepared(floor: ServerState, name: str, body: Any) -> Prepared:
    """A command of a tournament as it is sent, with the promise or the secret that only the server has."""
    if not (promises(body) or (isinstance(body, DrawSeats) and not body.secret)):
        return body, b""
    key = floor.draw_key
    found = await floor.house.readers.aggregates.look(AGGREGATE, name, lambda state: _filled(state, body, key))
    return found if found is not None else (body, b"")


def _filled(state: Tournament, body: Any, key: bytes) -> Prepared:
    if isinstance(body, StartSession) and state.is_final:
        return body, b""
    if not key:
        return NO_KEY
    if isinstance(body, DrawSeats):
        if not state.seating.sealed:
            return DRAWN_ELSEWHERE if state.seating.commitment else (body, b"")
        try:
            secret = unseal(key, draw_id(state.id, state.session), bytes.fromhex(state.seating.sealed))
        except (SealingError, ValueError):
            return NOT_OURS
        return body, secret
    session = 1 if isinstance(body, PublishTournament) else state.session + 1
    secret = os.urandom(SECRET_BYTES)
    sealed = seal(key, draw_id(state.id, session), secret).hex()
    return replace(body, commitment=commitment(secret), sealed=sealed), b""


def draws_of(name: str, records: list[Record]) -> list[dict[str, Any]]:
    """Every draw of seats of a tournament from its log, recomputed: what was promised, what was revealed, who sits."""
    promised, found = "", []
    tables: tuple[str, ...] = ()
    for record in records:
        event = AGGREGATE.events.read(record.schema, record.body)
        if isinstance(event, TournamentPublished | SessionStarted):
            promised = event.commitment
        elif isinstance(event, TablesDesignated):
            tables = event.tables
        elif isinstance(event, SeatsDrawn):
            players = [name for _, names in event.seats for name in names]
            secret = bytes.fromhex(event.secret)
            order = drawn_order(secret, draw_id(name, event.session), event.nonces, players)
            found.append(
                msgspec.to_builtins(event)
                | {
                    "commitment": promised,
                    "draw": draw_id(name, event.session),
                    "agrees": commitment(secret) == promised and tuple(dealt(order, tables)) == event.seats,
                }
            )
    return found
