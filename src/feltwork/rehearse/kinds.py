"""Which rehearsal plays which book: its game says so."""

from __future__ import annotations

from feltwork.games.registry import find_game, games
from feltwork.rehearse.aruze import AruzeRehearsal
from feltwork.rehearse.craps import Rehearsal
from feltwork.rehearse.dragon import DragonRehearsal
from feltwork.rehearse.roulette import RouletteRehearsal

PLAYS: dict[str, type[Rehearsal]] = {
    "dice": Rehearsal,
    "dice and terminal": DragonRehearsal,
    "wheel": RouletteRehearsal,
    "terminals": AruzeRehearsal,
}


def kind_of(book: str) -> type[Rehearsal]:
    game = find_game(book)
    if game.rehearsal is None:
        raise ValueError(f"no table of {book} can be rehearsed")
    return PLAYS[game.rehearsal.plays]


def rehearsed_tables() -> tuple[str, ...]:
    """The tables of a rehearsal: a book, or what of it behind a colon."""
    return tuple(
        f"{game.id}:{kind}" if kind else game.id for game in games() if game.rehearsal for kind in game.rehearsal.tables
    )
