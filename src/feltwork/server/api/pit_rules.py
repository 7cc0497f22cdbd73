"""What the pit office's screen asks beside its streams: each book's words and powers, and draws made again."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.aggregate import Stamp
from feltwork.engine.replay import apply_at, read_event
from feltwork.engine.wagered import shown_for
from feltwork.games import open_book
from feltwork.games.discipline import Discipline
from feltwork.games.promotion import KINDS, NEVER, PromotionRules
from feltwork.games.registry import games
from feltwork.promotion.aggregate import PROMOTION
from feltwork.promotion.drawing import entries_due
from feltwork.promotion.publishing import published, wrong_draws
from feltwork.store.port import Store

if TYPE_CHECKING:
    from feltwork.server.state import ServerState


async def rules(floor: ServerState, request: Request) -> Response:
    """What each book bans, which measures it gives to whom, its ladder of disputes and its rules of promotions."""
    return Response(_rules(), media_type="application/json")


@cache
def _rules() -> bytes:
    books = [
        {
            "book": game.id,
            "name": open_book(game.id).name,
            "discipline": _discipline(game.discipline) if game.discipline else None,
            "promotion": _promotion(game.promotion) if game.promotion else None,
        }
        for game in games()
    ]
    return msgspec.json.encode({"books": books, "kinds": [*KINDS, *NEVER]})


def _discipline(said: Discipline) -> dict[str, Any]:
    ladder = said.ladder
    return {
        "offences": {name: {"clause": each.clause, "words": each.words} for name, each in said.offences.items()},
        "measures": {
            name: {"clause": each.clause, "roles": each.roles, "offences": each.offences}
            for name, each in said.measures.items()
        },
        "first": {"clause": ladder.first.clause, "roles": ladder.first.roles},
        "review": {"clause": ladder.review.clause, "roles": ladder.review.roles},
        "advice": ladder.advice,
        "right": ladder.right,
        "silent": ladder.silent,
        "delegator": ladder.delegator,
        "ranks": said.ranks,
    }


def _promotion(said: PromotionRules) -> dict[str, Any]:
    return {
        "items": [{"clause": i.clause, "needs": i.needs, "about": i.about, "used": i.used} for i in said.items],
        "extras": {
            kind: [{"clause": item.clause, "name": item.needs[0]} for item in items]
            for kind, items in said.extras.items()
        },
        "methods": said.payment.methods,
        "means": list(said.means),
        "approval": said.approval,
    }


async def draws(floor: ServerState, request: Request) -> Response:
    """The list and the draws of a promotion as they are made known, and whether they come out again."""
    name = str(request.path_params["name"])
    found = await floor.log_checks.reads.read(lambda store: _published(store, name))
    if found is None:
        return JSONResponse({"why": "there is no such promotion"}, 404)
    found["wrong"] = await floor.log_checks.reads.run(lambda: list(wrong_draws(found))) if found["draws"] else []
    headers = {"content-disposition": f'attachment; filename="{name}-draws.json"'}
    return Response(msgspec.json.encode(found), media_type="application/json", headers=headers)


async def due(floor: ServerState, request: Request) -> Response:
    """Who has entries to come in a promotion, by its terms and by what the ledger shows."""
    name = str(request.path_params["name"])
    found = await floor.log_checks.reads.read(lambda store: _due(store, name))
    return JSONResponse({"why": "there is no such promotion"}, 404) if found is None else JSONResponse({"due": found})


def _due(store: Store, name: str) -> list[dict[str, Any]] | None:
    state = PROMOTION.fresh(name)
    for record in store.log.read(PROMOTION.stream(name), 0):
        apply_at(PROMOTION, state, record)
    if state.terms is None:
        return None
    told = entries_due(state, shown_for(store, state)).items()
    return [{"player": player, "entries": entries, "wagered": cents} for player, (entries, cents) in told]


def _published(store: Store, name: str) -> dict[str, Any] | None:
    state, events = PROMOTION.fresh(name), []
    for record in store.log.read(PROMOTION.stream(name), 0):
        events.append(read_event(PROMOTION.events, record))
        PROMOTION.evolve(state, events[-1], Stamp(record.at, record.actor, record.role, record.version))
    return published(state, events) if events else None
