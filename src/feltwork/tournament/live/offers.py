"""What somebody can do in a tournament now: commands that ``decide`` would take, with what is to be filled in.

A step of the main path that is next and cannot be done yet is there too, with the reason and its clause.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from feltwork.aggregate import Elsewhere
from feltwork.entropy.commit import commitment
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import PLAYER, Asked, Asker
from feltwork.tournament.live.offered_desk import of_before, of_entries, of_rulings, of_session
from feltwork.tournament.live.offered_table import at_table, of_player
from feltwork.tournament.live.postings import postings
from feltwork.tournament.live.probing import SECRET, Candidate, Nowhere, tried
from feltwork.tournament.live.state import Decision, Seating, Tournament
from feltwork.tournament.live.topics import seating

DRAWN_ELSEWHERE = Refusal(NOT_IN_THE_BOOK, "the secret of this draw was made elsewhere, and is with who published it")


class Offer(Struct, frozen=True, omit_defaults=True):
    """A command as it would be sent, where it belongs, which fields are still asked for, and why not, if it is next."""

    do: dict[str, Any]
    at: str
    """``conditions``, ``entries``, ``session``, ``rulings``, or ``table``; ``entry`` for one player's row."""
    asks: tuple[str, ...] = ()
    why: str = ""
    clause: str = ""


def offers(tournament: Tournament, by: Asker, others: Elsewhere | None = None) -> list[dict[str, Any]]:
    """Everything that somebody may ask for now.

    Without ``others``, nothing that depends on another stream is checked.
    """
    return [to_builtins(offer) for offer in _offered(tournament, by, others or Nowhere(by.at))]


def _offered(tournament: Tournament, by: Asker, others: Elsewhere) -> Iterator[Offer]:
    for at, command, asks, main in _candidates(tournament, by):
        trial = tournament
        if isinstance(command, seating.DrawSeats):
            promised = replace(tournament.seating, commitment=commitment(SECRET))
            trial = _with_seating(tournament, promised)
        decided = tried(trial, command, by, others)
        answer = decided if isinstance(decided, Refusal) else None
        if isinstance(command, seating.DrawSeats) and not (tournament.seating.sealed or isinstance(others, Nowhere)):
            answer = answer or DRAWN_ELSEWHERE
        short = None if answer else _short(tournament, decided, asks, others)
        answer = answer or short
        if answer is None:
            yield Offer(_body(command, asks), at, asks)
        elif main or short:
            yield Offer(_body(command, asks), at, asks, answer.reason, answer.clause)


def _short(tournament: Tournament, decided: Decision, asks: tuple[str, ...], others: Elsewhere) -> Refusal | None:
    """Why a player cannot pay for what is offered; who is still to be named is not looked at."""
    if isinstance(decided, Refusal) or "player" in asks or isinstance(others, Nowhere):
        return None
    for posting in (each for event in decided for each in postings(tournament, event)):
        kind, _, player = posting.account.partition("/")
        if kind == PLAYER and posting.cents < 0 and (held := others.cage.purses.get(player, 0)) + posting.cents < 0:
            needs, has = format_money(-posting.cents), format_money(held)
            return Refusal(NOT_IN_THE_BOOK, f"this takes {needs}, and {player} has {has} at the cage")
    return None


def _with_seating(tournament: Tournament, promised: Seating) -> Tournament:
    fields = {name: getattr(tournament, name) for name in tournament.__struct_fields__}
    return Tournament(**(fields | {"seating": promised}))


def _body(command: Asked, asks: tuple[str, ...]) -> dict[str, Any]:
    """The command without what is still asked for; what only the server can put in is left empty."""
    sent: dict[str, Any] = to_builtins(command)
    empty = {name: "" for name in ("secret", "commitment") if name in sent}
    return {name: value for name, value in sent.items() if name not in asks} | empty


def _candidates(tournament: Tournament, by: Asker) -> Iterator[Candidate]:
    if by.role == PLAYER:
        yield from of_player(tournament, by)
        return
    yield from of_before(tournament, by)
    yield from of_entries(tournament)
    yield from of_session(tournament)
    for heat in tournament.heats.values():
        yield from at_table(tournament, heat, by)
    yield from of_rulings(tournament)
