"""What is held about a person, for the office: looked up by id or name, and taken along as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.incidents.aggregate import INCIDENTS
from feltwork.incidents.state import Incidents
from feltwork.reports.person import Held, held_about, ids_of
from feltwork.server.auth.staff import OFFICE
from feltwork.server.people import NOT_PEOPLE
from feltwork.store.port import Store

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

MAX_TYPED = 200


async def held(floor: ServerState, request: Request) -> Response:
    """Everything that is held about one person, and what keeps the name; several of a name are told apart by ids."""
    if all(role in OFFICE for _, role in request.state.session.people):
        return JSONResponse({"why": "that is for supervisors and inspectors"}, 403)
    typed = request.query_params.get("who", "").strip()
    if not 0 < len(typed) <= MAX_TYPED or typed.startswith(NOT_PEOPLE):
        return JSONResponse({"why": "say who, by id or name"}, 400)
    found = await floor.log_checks.reads.read(lambda store: _found(store, typed))
    if isinstance(found, list):
        return JSONResponse({"why": f"{len(found)} people are called so: type the id of one, {', '.join(found)}"}, 409)
    if not (found.name or found.records or found.accounts):
        return JSONResponse({"why": "nothing is held about anybody of that id or name"}, 404)
    headers = {"content-disposition": 'attachment; filename="person.json"'}
    return Response(msgspec.json.encode(found), media_type="application/json", headers=headers)


async def names(floor: ServerState, request: Request) -> Response:
    """The names of those whom incidents and disputes are about, by id, where they are known and not erased."""
    about = await floor.house.readers.aggregates.look(INCIDENTS, "", _about) or frozenset()
    found = await floor.log_checks.reads.read(lambda store: [one for one in store.people.all() if one.id in about])
    return JSONResponse({"names": {one.id: one.name for one in found if one.name}})


def _about(state: Incidents) -> frozenset[str]:
    return frozenset(one.person for kept in (state.incidents, state.disputes) for one in kept.values())


def _found(store: Store, typed: str) -> Held | list[str]:
    ids = ids_of(store, typed)
    return ids if len(ids) > 1 else held_about(store, ids[0])
