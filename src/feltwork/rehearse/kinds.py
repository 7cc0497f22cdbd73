"""Which rehearsal plays which book."""

from __future__ import annotations

from feltwork.rehearse.aruze import AruzeRehearsal
from feltwork.rehearse.craps import Rehearsal
from feltwork.rehearse.dragon import DragonRehearsal
from feltwork.rehearse.roulette import RouletteRehearsal

_OTHERS: dict[str, type[Rehearsal]] = {
    "star-roulette": RouletteRehearsal,
    "aruze-craps": AruzeRehearsal,
    "dragon-fire": DragonRehearsal,
}


def kind_of(book: str) -> type[Rehearsal]:
    return _OTHERS.get(book, Rehearsal)
