"""What a screen may ask of its table, beside what it is told anyway."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from feltwork.server.people import named
from feltwork.server.sockets.room_views import (
    room_actions,
    room_corrections,
    room_foresees,
    room_legal,
    room_once_confirmed,
    room_opened,
    room_recalls,
)

if TYPE_CHECKING:
    from feltwork.server.sockets.screen import Message, Screen

CREW = ("crew", "supervisor")
"""Screens from which the table is dealt."""
Question = Callable[["Screen", "Message"], Awaitable[object]]


async def _legal(screen: Screen, message: Message) -> object:
    staff = screen.session.people if screen.session.kind in CREW else ()
    seat = message.seat if staff else screen.own
    if seat is None:
        return {}
    return await asyncio.to_thread(room_legal, screen.room, seat, max(message.chip, 1), screen.house.now(), staff)


async def _next(screen: Screen, message: Message) -> object:
    seat = screen.own
    return await asyncio.to_thread(room_foresees, screen.room, seat) if seat is not None else []


async def _recall(screen: Screen, message: Message) -> object:
    return [] if screen.own is None and screen.seat is not None else room_recalls(screen.room, screen.own)


async def _guide(screen: Screen, message: Message) -> object:
    return screen.room.guide if screen.session.kind in CREW else []


async def _ahead(screen: Screen, message: Message) -> object:
    return await asyncio.to_thread(room_once_confirmed, screen.room) if screen.session.kind in CREW else []


async def _corrections(screen: Screen, message: Message) -> object:
    return room_corrections(screen.room) if screen.session.kind in CREW else []


async def _actions(screen: Screen, message: Message) -> object:
    if screen.session.kind not in CREW:
        return {}
    return await asyncio.to_thread(room_actions, screen.room, screen.session.people, screen.house.now())


async def _people(screen: Screen, message: Message) -> object:
    """The names of those who sit here, by their ids, for staff."""
    if screen.session.kind not in CREW:
        return {}
    known = await asyncio.to_thread(named, screen.house.reader.people)
    with screen.room.lock:
        here = set(screen.room.live.seats.players.values())
    return {person: name for person, name in known.items() if person in here}


async def _office(screen: Screen, message: Message) -> object:
    return await asyncio.to_thread(room_opened, screen.room) if screen.session.kind == "supervisor" else {}


async def _view(screen: Screen, message: Message) -> object:
    with screen.room.lock:
        return screen.room.view()


async def _time(screen: Screen, message: Message) -> object:
    return screen.house.now()


QUESTIONS: dict[str, Question] = {
    "actions": _actions,
    "ahead": _ahead,
    "legal": _legal,
    "next": _next,
    "office": _office,
    "people": _people,
    "recall": _recall,
    "guide": _guide,
    "corrections": _corrections,
    "view": _view,
    "time": _time,
}
