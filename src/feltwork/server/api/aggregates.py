"""The office's streams over HTTP: each kind is looked at by those who may, and asked by those whose role may ask."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct, field
from msgspec.structs import astuple, replace
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.aggregate import Aggregate, Elsewhere
from feltwork.engine.aggregates import AGGREGATES, AtAggregate
from feltwork.engine.envelope import Envelope, own_key, screen_key
from feltwork.refusal import Refusal, harmless
from feltwork.server.api.beginning import may_be_sent, not_begun
from feltwork.server.api.drawn_here import answers, is_made_here, prepared
from feltwork.server.api.terminal import body_of, refused
from feltwork.server.auth.sessions import Session, session_id
from feltwork.server.people import NOT_PEOPLE, UnclearError, known_id
from feltwork.server.undecodable import UNDECODABLE
from feltwork.store.port import People, Person
from feltwork.table.live.asker import Asker
from feltwork.table.live.names import is_name
from feltwork.tournament.live.speaking import SPEAKERS, VIEWS

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

Handler = Callable[["ServerState", Request], Awaitable[Response]]
MAX_ORDER = 65_536
"""Bytes of an order: the conditions of a tournament or the terms of a promotion are long."""
MAX_NAMED = 20
MAX_PERSONAL = 200
"""Letters of a name or an address."""
NAME_PEOPLE = ("supervisor", "cashier")
"""Kinds of session that say who somebody is: the cage pays whoever is called so."""
PERSONS = ("person", "player", "claimant", "substitute")
"""Fields of commands that name somebody by id."""


class Named(Struct, forbid_unknown_fields=True):
    """Who somebody is. It goes beside the command, to where it can be corrected and erased."""

    name: str
    address: str = ""


class Order(Struct, forbid_unknown_fields=True):
    """A command with its key; and the names of people in it, by id."""

    key: str
    do: AtAggregate
    people: dict[str, Named] = field(default_factory=dict)
    role: str = ""
    """In which of their roles somebody asks; one that may, where none is named."""


class Address(NamedTuple):
    """One address of a kind of stream."""

    method: str
    path: str
    kind: Aggregate[Any]
    answers: Handler


def addresses() -> list[Address]:
    """Every address of every kind: ``/api/KIND``, and for those by id ``/api/KIND/ID``."""
    found = []
    for kind in AGGREGATES:
        path = f"/api/{kind.kind}"
        if not kind.single:
            found.append(Address("GET", path, kind, _list(kind)))
            path += "/{name}"
        found += [Address("GET", path, kind, _look(kind)), Address("POST", path, kind, _order(kind))]
    return found


def _list(kind: Aggregate[Any]) -> Handler:
    async def names(floor: ServerState, request: Request) -> Response:
        """The ids of all there are."""
        return JSONResponse({"names": await floor.house.readers.aggregates.names(kind)})

    return names


def _look(kind: Aggregate[Any]) -> Handler:
    async def look(floor: ServerState, request: Request) -> Response:
        """What this visitor is shown of it."""
        people, now, reader = people_at(request.state.session), floor.house.now(), floor.house.readers.aggregates
        tables = {name: room.live for name, room in floor.house.rooms.items()}
        others = reader.beside(now, tables, floor.house.cage.standing)

        def get(state: Any) -> bytes:
            return _seen(kind, state, Asker(*as_whom(kind, state, None, people), now), others)

        seen = await reader.look(kind, _name(request), get)
        if seen is None and kind.single:
            seen = get(kind.fresh(""))  # nothing has happened there yet
        if seen is None:
            return JSONResponse({"why": f"there is no such {kind.kind}"}, 404)
        return Response(seen, media_type="application/json")

    return look


def _seen(kind: Aggregate[Any], state: Any, by: Asker, others: Elsewhere) -> bytes:
    shown = VIEWS[kind.kind](state, by, others) if kind.kind in VIEWS else kind.view(state, by)
    return msgspec.json.encode({"now": by.at, **shown})


def _order(kind: Aggregate[Any]) -> Handler:
    async def order(floor: ServerState, request: Request) -> Response:
        """One command."""
        try:
            asked = msgspec.json.decode(await body_of(request, MAX_ORDER), type=Order)
        except UNDECODABLE as wrong:
            return JSONResponse({"why": f"not a command: {str(wrong)[:120]}"}, 400)
        if type(asked.do) not in kind.senders:
            return JSONResponse({"why": f"this is not for {kind.title}"}, 400)
        name = _name(request) or kind.kind
        if not may_be_sent(asked.key, name) or not _may_be_kept(asked):
            return JSONResponse({"why": "a key, an id or a name in this is not valid"}, 400)
        if asked.people and request.state.session.kind not in NAME_PEOPLE:
            return JSONResponse({"why": "names and addresses are taken down by a supervisor or at the cage"}, 403)
        try:
            asked = await _as_known(floor, asked)
        except UnclearError as unclear:
            return JSONResponse({"why": str(unclear)}, 409)
        session: Session = request.state.session
        people = [one for one in people_at(session) if not asked.role or one[1] == asked.role]
        person, role = await _speaker(floor, kind, name, asked.do, tuple(people) or people_at(session))
        key = _key(f"{kind.kind}:{asked.key}", session, request, person)
        known = await asyncio.to_thread(floor.house.reader.log.answer, key)
        kept = await asyncio.to_thread(_kept, floor.house.reader.people, asked.people)
        if isinstance(kept, str):
            if known is None:
                return JSONResponse({"why": kept}, 409)
            kept = []
        given = None
        if known is not None and is_made_here(asked.do):
            log, stream = floor.house.reader.log, kind.stream(name)
            given = known if await asyncio.to_thread(answers, log, known, stream, asked.do) else None
        if given is None:
            names = {who.id: (who.name, who.address) for who in kept}
            made = await prepared(floor, name, asked.do, names)
            if isinstance(made, Refusal):
                if known is None:
                    return JSONResponse({"why": made.reason, "clause": made.clause}, 409)
                made = asked.do, b""  # it was answered before, and is answered the same
            body, secret = made
            sent = Envelope(key, name, person, role, body, secret, people=tuple(map(astuple, kept)), shared=True)
            if known is None and (why_not := await not_begun(floor, kind, sent)):
                return JSONResponse({"why": why_not.reason, "clause": why_not.clause}, 409)
            given = await floor.house.send(sent)
        if given.reason:
            return refused(given)
        return JSONResponse({"done": given.last})

    return order


def _name(request: Request) -> str:
    return str(request.path_params.get("name", ""))


def people_at(session: Session) -> tuple[tuple[str, str], ...]:
    return session.people or ((session.person, session.kind),)


def _key(key: str, session: Session, request: Request, person: str) -> str:
    """A key as it is kept. A crew's belongs to its screen: who acts may be another when it is sent again."""
    return screen_key(key, session_id(request.state.token)) if session.kind == "crew" else own_key(key, person)


async def _speaker(
    floor: ServerState, kind: Aggregate[Any], name: str, body: Any, people: tuple[tuple[str, str], ...]
) -> tuple[str, str]:
    """As whom somebody at this screen sends a command; where the state says it, as the state stands."""
    if kind.kind not in SPEAKERS:
        return as_whom(kind, None, body, people)
    found = await floor.house.readers.aggregates.look(kind, name, lambda state: as_whom(kind, state, body, people))
    return found or as_whom(kind, kind.fresh(name), body, people)


def as_whom(kind: Aggregate[Any], state: Any, body: Any, people: tuple[tuple[str, str], ...]) -> tuple[str, str]:
    """The person and role in which somebody at a screen asks: one that may, if there is one."""
    if kind.kind in SPEAKERS:
        return SPEAKERS[kind.kind](state, body, people)
    roles = kind.senders[type(body)].roles if body is not None else ()
    return next((one for one in people if one[1] in roles), people[0])


def _may_be_kept(asked: Order) -> bool:
    """Only whom the command is about is named with it: nobody else, and no signature kept under a form's number."""
    people, about = asked.people, {getattr(asked.do, name, None) for name in PERSONS}
    texts = [text for who in people.values() for text in (who.name, who.address)]
    return (
        len(people) <= MAX_NAMED
        and all(is_name(known) and known in about and not known.startswith(NOT_PEOPLE) for known in people)
        and all(len(text) <= MAX_PERSONAL and harmless(text) == text for text in texts)
    )


async def _as_known(floor: ServerState, asked: Order) -> Order:
    """The same command with everybody by the id they are known by, however its letters were typed."""
    typed = {name: getattr(asked.do, name, None) for name in PERSONS}
    ids = {text: await known_id(floor.house, text) for text in typed.values() if isinstance(text, str) and text}
    if all(text == known for text, known in ids.items()):
        return asked
    do = replace(asked.do, **{name: ids[text] for name, text in typed.items() if text in ids})
    return replace(asked, do=do, people={ids.get(known, known): who for known, who in asked.people.items()})


def _kept(people: People, named: Mapping[str, Named]) -> list[Person] | str:
    """Who is kept beside the log after a command: what is missing is added, and what is known stands."""
    found = []
    before = {person.id: person for person in people.all()} if named else {}
    for known, who in named.items():
        person = before.get(known) or Person(known, "")
        if person.name and who.name and " ".join(who.name.split()).casefold() != person.name.casefold():
            return f"{known} is known here by another name: have it corrected first (feltwork people)"
        found.append(Person(known, person.name or " ".join(who.name.split()), who.address or person.address))
    return found
