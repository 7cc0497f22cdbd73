"""Who is who: staff type a name, and the system knows it by an id or makes one.

Ids stand in the chained log, names beside it, where they can be corrected and erased.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING
from unicodedata import normalize

import msgspec

from feltwork.cage.state import Cage
from feltwork.store.port import People, Person, Store
from feltwork.table.live.names import is_name

if TYPE_CHECKING:
    from feltwork.server.runtime import Runtime

LONGEST = 120
NOT_PEOPLE = "form-"
"""Rows that are kept with the names and are none: signatures."""


class UnclearError(Exception):
    """Nobody, or several, are called so; the message may be shown."""


def named(people: People) -> dict[str, str]:
    """Everybody's name by their id."""
    return {person.id: person.name for person in people.all() if not person.id.startswith(NOT_PEOPLE)}


def folded(text: str) -> str:
    """A name as it is compared: words by one space each, whatever their case, width and form of accents.

    >>> folded(" Ann  MARIE"), folded("\N{FULLWIDTH LATIN SMALL LETTER C}at")
    ('ann marie', 'cat')
    """
    return " ".join(normalize("NFKC", text).split()).casefold()


def id_of(people: People, typed: str, *, new: str, ids: Collection[str] = ()) -> str:
    """The id of whoever is called so, or has this id; somebody new gets an id, where somebody new may come.

    A name of one word that nobody has serves as an id itself, as in a system that knows people by ids alone.
    ``ids`` are those of people with money, a card or a seat here; one that differs only in its case is the same.
    ``new`` is the key of the command that somebody new comes with; their id is made of it, so that the same command
    sent twice makes one person. It is empty where nobody new may come.
    """
    name, known = " ".join(normalize("NFKC", typed).split()), named(people)
    if name.casefold().startswith(NOT_PEOPLE):
        raise UnclearError(f"{name} is nobody's id: those that begin with {NOT_PEOPLE} are signatures on forms")
    called = [person for person, its in known.items() if folded(its) == folded(name)]
    if name in known or (not called and name in ids):
        return name
    called += [one for one in dict.fromkeys((*known, *ids)) if folded(one) == folded(name) and one not in called]
    if not called:
        return name if is_name(name) else _made(people, name, new)
    if len(called) > 1:
        raise UnclearError(f"{len(called)} people are called {name}: type the id of one, {', '.join(called)}")
    return called[0]


def _made(people: People, name: str, new: str) -> str:
    if len(name) > LONGEST or not name.isprintable() or not any(letter.isalpha() for letter in name):
        raise UnclearError(f"a name has letters, and up to {LONGEST} of them")
    if not new:
        raise UnclearError(f"nobody called {name} is known here: check the name, or issue a card first")
    person = Person(f"p-{sha256(f'{new} {name}'.encode()).hexdigest()[:16]}", name)
    people.save(person)
    return person.id


async def _alike(house: Runtime, typed: str) -> list[str]:
    """The ids of people with money, a card or a seat here that differ from what was typed in case or form at most."""
    wanted = folded(typed)

    def at_cage(cage: Cage) -> set[str]:
        return {*cage.purses, *(card.player for card in cage.cards.values())}

    seated = {person for room in list(house.rooms.values()) for person in room.live.seats.players.values()}
    return sorted(person for person in {*await house.cage.look(at_cage), *seated} if folded(person) == wanted)


async def known_id(house: Runtime, typed: str) -> str:
    """An id as it is known here, where what was typed is one but for the case of its letters."""
    if typed.casefold().startswith(NOT_PEOPLE):
        raise UnclearError(f"{typed} is nobody's id: those that begin with {NOT_PEOPLE} are signatures on forms")
    people = await asyncio.to_thread(house.reader.people.all)
    alike = {person.id for person in people if folded(person.id) == folded(typed)} | {*await _alike(house, typed)}
    if typed in alike or not alike:
        return typed
    if len(alike) > 1:
        raise UnclearError(f"{len(alike)} ids are written like {typed}: type the one that is meant")
    return alike.pop()


async def whose(house: Runtime, typed: str, key: str, *, new: bool) -> str:
    """The id of the player that a command is for; of one that was done before, whom it was done for."""
    ids = await _alike(house, typed)
    return await asyncio.to_thread(_whose, house.reader, typed, key, new, ids)


def _whose(store: Store, typed: str, key: str, new: bool, ids: Collection[str]) -> str:
    given = store.log.answer(key)
    if given is not None and given.last and not given.reason:
        done: Mapping[str, object] = msgspec.json.decode(next(store.log.read(given.stream, given.last - 1)).body)
        player, name = str(done.get("player", "")), folded(typed)
        if player and name in (folded(player), folded(named(store.people).get(player, ""))):
            return player
    return id_of(store.people, typed, new=key if new else "", ids=ids)
