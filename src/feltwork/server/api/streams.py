"""Every address of the office's streams: those that each kind has, and the screens and papers of tournaments."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from feltwork.server.api import aggregates, tournament_prints, tournaments
from feltwork.server.api.pages import page

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

Handler = Callable[["ServerState", Request], Awaitable[Response]]
STAFF = frozenset({"crew", "supervisor", "cashier", "inspector"})
EVERYBODY = STAFF | {"player", "wall"}
CREW, SUPERVISOR, PLAYER = frozenset({"crew", "supervisor"}), frozenset({"supervisor"}), frozenset({"player"})


class Address(NamedTuple):
    """One address: how it is asked for, who may ask, what answers, and the lobby's room that it is."""

    method: str
    path: str
    who: frozenset[str]
    answers: Handler
    room: str = ""


TOURNAMENTS = (
    Address("GET", "/tournament", SUPERVISOR, page("tournament"), "tournament"),
    Address("GET", "/tournament/play", PLAYER, page("tournament-play")),
    Address("GET", "/tournament/deal", CREW, page("tournament-deal")),
    Address("GET", "/tournament/board", EVERYBODY, page("tournament-board")),
    Address("GET", "/tournament/{name}/sheet/{table}", EVERYBODY, tournament_prints.sheet),
    Address("GET", "/tournament/{name}/conditions", EVERYBODY, tournament_prints.conditions),
    Address("GET", "/api/tournaments", EVERYBODY, tournaments.listed),
    Address("GET", "/api/tournaments/books", EVERYBODY, tournaments.books),
    Address("GET", "/api/tournaments/{name}/felt", EVERYBODY, tournaments.felt),
    Address("GET", "/api/tournaments/{name}/draws", EVERYBODY, tournaments.draws),
    Address("GET", "/api/tournaments/{name}/foreseen", CREW, tournaments.would_pay),
    Address("GET", "/api/tournaments/{name}/papers/{paper}", EVERYBODY, tournament_prints.results),
)


def addresses() -> list[Address]:
    """All of them."""
    kinds = [Address(one.method, one.path, one.kind.readers, one.answers) for one in aggregates.addresses()]
    return [*TOURNAMENTS, *kinds]
