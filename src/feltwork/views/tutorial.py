"""The tutorial of a practice table: the first wagers only, and one sentence about what to do now.

It tells a player what to bet. At a live table that would be advice on how to play (Star Craps 9.6, Crown 9.5, Roulette
9.6, Dragon Fire 11.6), so nothing is told there, whoever asks.
"""

from __future__ import annotations

from typing import Any

from feltwork.table.live.phases import BETTING
from feltwork.table.live.state import LiveTable
from feltwork.table.play.state import TableState
from feltwork.views.card import wager_card
from feltwork.views.views import Data

FIRST = frozenset(("line", "line-odds", "place", "dragon", "fire", "straight", "red", "black", "dozen"))
"""Concepts of the wagers that a beginner starts with."""


def tutorial(life: LiveTable, seat: int) -> Data:
    """What a beginner is told now, and the wagers they start with; nothing at a table that is not for practice."""
    table = life.game
    if table is None or not life.opening.rehearsal:
        return {}
    first = [name for name, wager in table.book.wagers.items() if wager.concept in FIRST]
    return {"say": _say(life, table, seat), "first": first}


def _say(life: LiveTable, table: TableState, seat: int) -> str:
    if table.closed or life.phase != BETTING:
        return "Betting is closed. Watch the result: winning areas light up."
    about: dict[str, Any] = {str(spot["concept"]): spot for spot in reversed(wager_card(table.book).values())}
    if table.book.spins:
        number, red = about["straight"], about["red"]
        return f"Tap a number or a colour. {number['title']} pays {number['pays']}; {red['title']} pays {red['pays']}."
    if "dragon" in about:
        return f"Tap Dragon or Fire. {' '.join(about['dragon']['how'])}"
    has = {standing.wager.concept for standing in table.layout.values() if standing.seat == seat}
    line = about["line"]
    if table.come_out:
        up = "Your chip is up." if "line" in has else f"Tap {line['title']}."
        return f"{up} {line['how'][0]}"
    point = f"The point is {table.area_state}."
    if "line" in has and "line-odds" not in has:
        return f"{point} {line['how'][1]} Press Odds: they have no house edge."
    return f"{point} A place wager wins whenever its number comes before 7."
