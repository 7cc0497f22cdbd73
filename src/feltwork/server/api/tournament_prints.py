"""Papers of a tournament over HTTP: results as CSV and PDF, sheets of heats, and conditions to hand out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from feltwork.extras import MissingExtraError
from feltwork.lab.papers.tournament import heat_sheets_pdf, results_csv, results_pdf
from feltwork.server.api.tournament_papers import conditions_page, heat_page, no_page
from feltwork.server.api.tournaments import board, name_of
from feltwork.server.texts import language_of
from feltwork.tournament.live.aggregate import AGGREGATE

if TYPE_CHECKING:
    from feltwork.server.state import ServerState


async def results(floor: ServerState, request: Request) -> Response:
    """The results as CSV or PDF, or a sheet for every heat as PDF."""
    paper = request.path_params["paper"]
    seen = await board(floor, name_of(request))
    if seen is None or paper not in PAPERS:
        return JSONResponse({"why": "there is no such paper"}, 404)
    kind, write = PAPERS[paper]
    try:
        body = await asyncio.to_thread(write, seen)
    except MissingExtraError as missing:
        return JSONResponse({"why": str(missing)}, 409)
    headers = {"content-disposition": f'attachment; filename="{name_of(request)}-{paper}"'}
    return Response(body, media_type=kind, headers=headers)


def _csv(seen: dict[str, Any]) -> bytes:
    return results_csv(seen).encode()


PAPERS = {
    "results.csv": ("text/csv; charset=utf-8", _csv),
    "results.pdf": ("application/pdf", results_pdf),
    "heats.pdf": ("application/pdf", heat_sheets_pdf),
}


async def sheet(floor: ServerState, request: Request) -> Response:
    """The sheet of one heat, to print."""
    seen, table = await board(floor, name_of(request)), request.path_params["table"]
    made = heat_page(seen, table, language_of(request)) if seen else None
    return HTMLResponse(made or no_page(language_of(request)), 200 if made else 404)


async def conditions(floor: ServerState, request: Request) -> Response:
    """The conditions as each player is given them, to print."""
    language = language_of(request)
    made = await floor.house.readers.aggregates.look(
        AGGREGATE, name_of(request), lambda state: conditions_page(state, language) if state.terms else None
    )
    return HTMLResponse(made or no_page(language), 200 if made else 404)
