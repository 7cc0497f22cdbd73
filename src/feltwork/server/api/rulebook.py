"""The rules for whoever asks to see them: the approved document itself, and every clause in our words."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.cage.documents import PDF, SHELF
from feltwork.cage.state import Document
from feltwork.games import book_names
from feltwork.server.api.lessons import lesson_at
from feltwork.server.texts import language_of
from feltwork.views.rulebook import whole_book

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

MISSING = "the copy of the rules that was installed is not here: please tell the operator"
CHANGED = "the copy of the rules that is here is not the one that was installed: please tell the operator"
NONE = "no approved document is installed for this game"


async def installed(floor: ServerState, book: str) -> Document | None:
    return await floor.house.cage.look(lambda cage: cage.documents.get(book))


def stored(floor: ServerState, document: Document) -> tuple[bytes, str]:
    """The file of a document, or why it is not shown."""
    body = floor.house.shelf.get(SHELF, document.sha256)
    if body is None:
        return b"", MISSING
    return (body, "") if sha256(body).hexdigest() == document.sha256 else (b"", CHANGED)


async def games(floor: ServerState, request: Request) -> Response:
    """The games of this floor, each with the document that is installed for it."""
    played = {
        room.live.opening.opened.book for room in floor.house.rooms.values() if room.live.opening.opened is not None
    }
    documents = await floor.house.cage.look(lambda cage: dict(cage.documents))
    told = [
        {"book": book, "title": whole_book(book)["title"], "document": _data(documents.get(book))}
        for book in book_names()
        if book in played or book in documents
    ]
    return JSONResponse({"games": told})


async def book(floor: ServerState, request: Request) -> Response:
    """One game: its document, if one is installed, and all its clauses by section."""
    name = request.path_params["book"]
    if name not in book_names():
        return JSONResponse({"why": "there is no such game"}, 404)
    document = await installed(floor, name)
    data = whole_book(name) | {"document": _data(document), "why": "", "text": None}
    if document is None:
        data["why"] = NONE
    else:
        body, wrong = await asyncio.to_thread(stored, floor, document)
        data["why"] = wrong
        if not wrong and document.form != PDF:
            data["text"] = body.decode()
    return Response(msgspec.json.encode(data), media_type="application/json")


async def document(floor: ServerState, request: Request) -> Response:
    """The approved document itself, as it was installed."""
    name = request.path_params["book"]
    found = await installed(floor, name)
    if found is None:
        return JSONResponse({"why": NONE}, 404)
    body, wrong = await asyncio.to_thread(stored, floor, found)
    if wrong:
        return JSONResponse({"why": wrong}, 409)
    pdf = found.form == PDF
    headers = {
        "content-disposition": f'inline; filename="{name}.{"pdf" if pdf else "txt"}"',
        "cache-control": "no-cache",
    }
    return Response(body, media_type="application/pdf" if pdf else "text/plain; charset=utf-8", headers=headers)


def _data(found: Document | None) -> dict[str, object] | None:
    return msgspec.to_builtins(found) if found is not None else None


async def lesson(floor: ServerState, request: Request) -> Response:
    """The lesson of a practice table, in the language of whoever asks."""
    room, language = floor.house.rooms.get(request.path_params["table"]), language_of(request)
    found = lesson_at(room) if room is not None else None
    if found is None:
        return JSONResponse({"steps": []})
    steps = [
        {
            "say": step.say[language],
            "well": step.well.get(language, ""),
            "until": step.until,
            "spot": step.spot,
            "when": step.when,
            "has": step.has,
        }
        for step in found.steps
    ]
    return JSONResponse({"game": found.game[language], "steps": steps})
