"""As whom a terminal acts. Where the book asks for player cards, a terminal is nobody: the card in it names the person,
and who sits there acts from there (Aruze 3.13)."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.server.auth.sessions import Session
from feltwork.server.sockets.room import Room
from feltwork.table.live.topics.cards import names_people

People = tuple[tuple[str, str], ...]


def is_by_card(room: Room | None, session: Session) -> bool:
    """Is this the session of an enrolled terminal at which people are known by their cards?"""
    at_a_seat = session.terminal and session.seat is not None
    return bool(at_a_seat and room is not None and names_people(room.live))


def people_at(room: Room | None, session: Session) -> People:
    """Who is at a screen now, each with a role; the terminal itself, while nobody sits there."""
    if room is None or session.seat is None or not is_by_card(room, session):
        return session.people
    person = room.live.seats.players.get(session.seat)
    return ((person, "player"),) if person is not None else session.people


def with_people(room: Room | None, session: Session) -> Session:
    """A session as of now, with whoever sits at its terminal."""
    people = people_at(room, session)
    return session if people == session.people else replace(session, people=people)
