"""Who is kept out: no money and no seat, at one game or everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltwork.aggregate import Elsewhere, Guard
from feltwork.cage.events import CardIssued, Deposited, TransferAsked, VoucherIssued
from feltwork.incidents.state import Incidents, Taken
from feltwork.refusal import Refusal
from feltwork.table.live.events import BoughtIn, CardIn, ChipsSold, SeatTaken, TokensIssued, VoucherChanged

KIND = "incidents"


def kept_out(others: Elsewhere, event: Any, stream: str) -> Refusal | None:
    """An excluded person brings no money in, and takes no seat; a barred one not where that game is played."""
    if isinstance(event, TransferAsked) and not event.inward:
        return None  # what is theirs goes back to them
    return keeps_out(others, getattr(event, "player", "") or _at_seat(others, event, stream), stream)


def keeps_out(others: Elsewhere, player: str, stream: str) -> Refusal | None:
    """Somebody who is kept out takes part in nothing, from the moment of the measure on: not even in what they entered
    before."""
    state: Incidents = others.state(KIND)
    if not state.excluded and not state.barred:
        return None
    if taken := _held(state, state.excluded, player, others.at):
        return Refusal(taken.clause, f"{player} is excluded from this casino")
    if state.barred and (book := _game(others, stream)):
        taken = _held(state, state.barred, f"{player} {book}", others.at)
        return Refusal(taken.clause, f"{player} is barred from this game") if taken else None
    return None


def _at_seat(others: Elsewhere, event: Any, stream: str) -> str:
    """Who sits where it happens, of an event that names the seat alone."""
    return str(others.table(stream.partition("/")[2]).seats.players.get(event.seat, ""))


def _held(state: Incidents, measures: Mapping[str, int], name: str, now: int) -> Taken | None:
    """The measure that holds about somebody: whoever differs from them only in the case of a letter is the same."""
    numbers = (number for known, number in measures.items() if known.casefold() == name.casefold())
    return next((taken for number in numbers if (taken := state.holding(number, now))), None)


def _game(others: Elsewhere, stream: str) -> str:
    """The book that is played there: at a table, or in a tournament; nothing at the cage."""
    kind, _, name = stream.partition("/")
    if kind == "tournament":
        return str(others.state(kind, name).document.get("tournament", ""))
    game = others.table(name).game if kind == "table" else None
    return game.book.id if game else ""


AT_TABLES = (BoughtIn, SeatTaken, ChipsSold, TokensIssued, VoucherChanged, CardIn)
AT_CAGE = (Deposited, TransferAsked, VoucherIssued, CardIssued)
KEPT_OUT = Guard((*AT_TABLES, *AT_CAGE), kept_out, keeps_out)
