"""Pages and the plain questions of screens: static files, who am I, which tables, the felt, the card of wagers."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from feltwork.felt import layout_data, render, render_wheel, stylesheet
from feltwork.felt.tokens import RAIL
from feltwork.felt.wheel import FILLS, order_of
from feltwork.fonts import KIND, SCREENS, declared
from feltwork.games.book import Book
from feltwork.games.felts import felt_of, upright_of
from feltwork.games.registry import games
from feltwork.refusal import shown
from feltwork.server.texts import FIRST, filled, language_of
from feltwork.table.live.topics.tumbler import SHOT_SECONDS
from feltwork.views.card import wager_card
from feltwork.views.shortcuts import shortcuts_of

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "woff": KIND,
}


@cache
def _files() -> dict[str, tuple[bytes, str]]:
    """Every file of the web folder by its path, with its tag: a path that is not among them is not there."""
    found: dict[str, tuple[bytes, str]] = {}

    def walk(folder: resources.abc.Traversable, path: str) -> None:
        for entry in folder.iterdir():
            if entry.is_dir():
                walk(entry, f"{path}{entry.name}/")
            elif entry.name.rpartition(".")[2] in KINDS:
                body = entry.read_bytes()
                found[path + entry.name] = (body, f'"{sha256(body).hexdigest()[:24]}"')

    walk(resources.files("feltwork") / "web", "")
    hues = "".join(f'[data-book="{game.id}"] {{ --hue: {game.hue.wall}; }}\n' for game in games())
    pockets = " ".join(f"--pocket-{name}: {fill};" for name, fill in FILLS.items())
    made = {
        "felt.css": f":root {{ {pockets} }}\n{stylesheet()}\n{hues}".encode(),
        "fonts.css": declared(SCREENS, lambda f: f"/web/{f.address}").encode(),
    }
    for path, body in (made | {face.address: face.packed() for face in SCREENS}).items():
        found[path] = (body, f'"{sha256(body).hexdigest()[:24]}"')
    return found


SORRY = "sorry.html"
"""A page that is filled with why somebody sees it, and is never served as it stands."""
FOR_GOOD = "public, max-age=31536000, immutable"
"""How long a browser keeps a font: its address changes with what is in it."""


@cache
def _fonts_first() -> str:
    """Fonts are asked for with the page: no text waits until the style sheets are there and name them."""
    return ", ".join(f"</web/{face.address}>; rel=preload; as=font; crossorigin" for face in SCREENS)


@cache
def _page(path: str, language: str) -> tuple[bytes, str, str]:
    """A page in a language, with its tag and with what it is asked for along with it: fonts and texts."""
    body = filled(_files()[path][0].decode(), language)
    families = re.findall(r'<html [^>]*data-texts="([^"]*)"', body)
    texts = (f"/web/texts/{language}/{family}.json" for named in families for family in named.split())
    first = [_fonts_first(), *(f"<{address}>; rel=preload; as=fetch; crossorigin" for address in texts)]
    return body.encode(), f'"{sha256(body.encode()).hexdigest()[:24]}"', ", ".join(first)


def static(path: str, known: str | None = None, language: str = FIRST) -> Response:
    """A file of the web folder; a page in a language."""
    kept = _files().get(path) if path != SORRY else None
    if kept is None:
        return JSONResponse({"why": f"no page is called '{shown(path[:80])}'"}, 404)
    body, tag = kept
    headers = {"cache-control": FOR_GOOD if path.endswith(".woff") else "no-cache"}
    if path.endswith(".html"):
        body, tag, headers["link"] = _page(path, language)
        headers["vary"] = "accept-language, cookie"
    headers["etag"] = tag
    if known == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=KINDS[path.rpartition(".")[2]])


async def web(floor: ServerState, request: Request) -> Response:
    return static(request.path_params["path"], request.headers.get("if-none-match"), language_of(request))


def page(name: str) -> Callable[[ServerState, Request], Awaitable[Response]]:
    """What answers with one page of the web folder; it names the roles of the browser that may open it."""

    async def whole(floor: ServerState, request: Request) -> Response:
        body, _, first = _page(f"{name}.html", language_of(request))
        roles = " ".join(getattr(request.state, "roles", ()))
        headers = {"cache-control": "no-cache", "vary": "accept-language, cookie", "link": first}
        return HTMLResponse(body.replace(b"<html ", f'<html data-roles="{roles}" '.encode(), 1), headers=headers)

    return whole


def sorry(request: Request, why: str, status: int, on: str = "common.no-page-on") -> Response:
    """A page for somebody who came to where there is nothing for them, with a way on; both texts by their keys."""
    page = _files()[SORRY][0].decode().replace("{why}", why).replace("{on}", on)
    return HTMLResponse(filled(page, language_of(request)), status)


async def nowhere(request: Request, missing: Exception) -> Response:
    """No such address: a page for people, a line for programs."""
    if "text/html" in request.headers.get("accept", ""):
        return sorry(request, "common.no-page", 404)
    return JSONResponse({"why": "no such address"}, 404)


async def me(floor: ServerState, request: Request) -> Response:
    session = request.state.session
    card = None
    if session.kind == "player" and not session.terminal:
        card = await floor.house.cage.own_card(session.person)
    return JSONResponse(
        {
            "kind": session.kind,
            "people": [list(p) for p in session.people],
            "table": session.table,
            "seat": session.seat,
            "now": floor.house.now(),
            "card": card,
        }
    )


async def tables(floor: ServerState, request: Request) -> Response:
    """Every table at a glance; a player hears only of their own."""
    session = request.state.session
    rooms = [
        room for name, room in sorted(floor.house.rooms.items()) if session.kind != "player" or name == session.table
    ]
    found = []
    for room in rooms:
        with room.lock:
            found.append(room.view())
    return Response(msgspec.json.encode({"tables": found, "now": floor.house.now()}), media_type="application/json")


BANKNOTES = (500, 1_000, 2_000, 5_000, 10_000)
"""The notes that a terminal offers to take where its book names none."""


def _book(floor: ServerState, request: Request) -> Book | None:
    room = floor.house.rooms.get(request.path_params["table"])
    return room.live.game.book if room is not None and room.live.game is not None else None


def _notes(floor: ServerState, request: Request) -> list[int]:
    room = floor.house.rooms.get(request.path_params["table"])
    conduct = None if room is None else room.live.conduct
    return list(conduct.terminals.notes if conduct is not None and conduct.terminals.notes else BANKNOTES)


def _guest_seconds(floor: ServerState, request: Request) -> int:
    room = floor.house.rooms.get(request.path_params["table"])
    return 0 if room is None else room.guest_seconds


async def felt(floor: ServerState, request: Request) -> Response:
    """The felt of the table's book, as a picture and as data about its areas; chips, notes and seconds of the table.

    ``shape=upright`` asks for the composition of an upright phone.
    """
    book = _book(floor, request)
    if book is None:
        return JSONResponse({"why": "no such table"}, 404)
    drawn = upright_of(book) if request.query_params.get("shape") == "upright" else felt_of(book)
    return Response(
        msgspec.json.encode(
            {
                "svg": render(drawn, styled=False),
                "layout": layout_data(drawn),
                "wheel": render_wheel(book, book.wheel[0]) if book.spins else None,
                "order": order_of(book),
                "shortcuts": shortcuts_of(book),
                "rail": RAIL,
                "notes": _notes(floor, request),
                "shot_seconds": SHOT_SECONDS,
                "offer_seconds": _guest_seconds(floor, request),
            }
        ),
        media_type="application/json",
    )


async def card(floor: ServerState, request: Request) -> Response:
    """Name, pays, exact edge and clause of every spot."""
    book = _book(floor, request)
    if book is None:
        return JSONResponse({"why": "no such table"}, 404)
    return Response(msgspec.json.encode(wager_card(book)), media_type="application/json")
