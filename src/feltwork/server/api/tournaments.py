"""Tournaments beside their commands: the list, the form of conditions, felts, draws, what a result would pay."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.felt import layout_data, render, render_wheel
from feltwork.felt.tokens import RAIL
from feltwork.felt.wheel import order_of
from feltwork.games import open_book
from feltwork.games.felts import felt_of, upright_of
from feltwork.games.registry import games
from feltwork.server.api.aggregates import as_whom, people_at
from feltwork.server.api.seat_draws import draws_of
from feltwork.store.port import StoreError
from feltwork.table.live.asker import Asker
from feltwork.tournament.form import form_of
from feltwork.tournament.live.aggregate import AGGREGATE
from feltwork.tournament.live.foreseen import foreseen
from feltwork.tournament.live.play import book_of
from feltwork.tournament.live.state import Tournament

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

WALL = ("wall", "wall")
SUMMARY = ("id", "title", "book", "book_title", "phase", "session", "entered", "pool")


async def listed(floor: ServerState, request: Request) -> Response:
    """Every tournament at a glance, those under way first."""
    return _json({"tournaments": await summaries(floor), "now": floor.house.now()})


async def summaries(floor: ServerState) -> list[dict[str, Any]]:
    """What a list shows of every tournament."""
    found = [seen for name in await _names(floor) if (seen := await board(floor, name)) is not None and seen["phase"]]
    found.sort(key=lambda seen: (seen["phase"] in ("paid", "cancelled"), seen["id"]))
    return [{name: seen[name] for name in SUMMARY} | {"tables": _tables(seen)} for seen in found]


def _tables(seen: dict[str, Any]) -> list[str]:
    return [heat["table"] for heat in seen["tables"]]


async def for_guests(floor: ServerState) -> list[dict[str, Any]]:
    """The tournaments that a guest may enter, deal or watch; none where the log does not answer now."""
    try:
        return [each for each in await summaries(floor) if each["phase"] not in ("draft", "cancelled")]
    except StoreError:
        return []


async def books(floor: ServerState, request: Request) -> Response:
    """The books that have rules for tournaments, each with the form of its conditions."""
    found = [
        {
            "book": game.id,
            "title": open_book(game.id).name,
            "official": game.tournament.official,
            "conditions": game.tournament.conditions,
            "approval": game.tournament.approval,
            "overrides": game.tournament.overrides,
            "wheels": list(game.tournament.wheels),
            "items": form_of(game.tournament),
            "example": game.tournament.example,
        }
        for game in games()
        if game.tournament is not None
    ]
    without = [open_book(game.id).name for game in games() if game.tournament is None]
    return _json({"books": found, "without": without, "practice": floor.guests is not None})


async def felt(floor: ServerState, request: Request) -> Response:
    """The felt that a tournament is played on."""
    book = await floor.house.readers.aggregates.look(
        AGGREGATE, name_of(request), lambda state: book_of(state.terms) if state.terms else None
    )
    if book is None:
        return JSONResponse({"why": "no such tournament, or it is not published"}, 404)
    drawn = upright_of(book) if request.query_params.get("shape") == "upright" else felt_of(book)
    return _json(
        {
            "svg": render(drawn, styled=False),
            "layout": layout_data(drawn),
            "wheel": render_wheel(book, book.wheel[0]) if book.spins else None,
            "order": order_of(book),
            "rail": RAIL,
        }
    )


async def draws(floor: ServerState, request: Request) -> Response:
    """Every draw of seats so far, with all that is needed to recompute it."""
    name = name_of(request)
    stream = AGGREGATE.stream(name)
    found = await asyncio.to_thread(lambda: draws_of(name, list(floor.house.reader.log.read(stream))))
    return _json({"draws": found})


async def would_pay(floor: ServerState, request: Request) -> Response:
    """What a result would take and pay at a table."""
    asked = request.query_params
    try:
        result = msgspec.json.decode(asked.get("result", ""), type=int | str | list[int])
    except msgspec.MsgspecError:
        return JSONResponse({"why": "that is no result"}, 400)
    people, now = people_at(request.state.session), floor.house.now()

    def look(state: Tournament) -> dict[str, Any]:
        by = Asker(*as_whom(AGGREGATE, state, None, people), now)
        return foreseen(state, asked.get("table", ""), result, by)

    found = await floor.house.readers.aggregates.look(AGGREGATE, name_of(request), look)
    if found is None:
        return JSONResponse({"why": "there is no such tournament"}, 404)
    return _json(found, 409 if "why" in found else 200)


async def _names(floor: ServerState) -> list[str]:
    return await floor.house.readers.aggregates.names(AGGREGATE)


async def board(floor: ServerState, name: str) -> dict[str, Any] | None:
    """What everybody may see of a tournament."""
    by = Asker(*WALL, floor.house.now())
    return await floor.house.readers.aggregates.look(AGGREGATE, name, lambda state: AGGREGATE.view(state, by))


def name_of(request: Request) -> str:
    return str(request.path_params["name"])


def _json(told: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(told), status, media_type="application/json")
