"""What a learning agent is shown of a table: its places, what an action puts on each, and how the table stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from feltwork.games.book import Book
from feltwork.outcomes import COLOURS, POINTS, Selection
from feltwork.refusal import Refusal
from feltwork.table.play.placing import check_units, commission_on
from feltwork.table.play.state import Limit, TableRules, TableState, open_state

SEAT = 1
MAX_CENTS = 10**12
Spot = tuple[str, Selection]
Seen = dict[str, Any]


def spots_of(book: Book) -> tuple[Spot, ...]:
    """Every place where chips can lie, those that wagers travel to included."""
    return tuple(
        (wager.name, on) for wager in book.wagers.values() for on in (*wager.shapes, *(POINTS if wager.travels else ()))
    )


def stakes_of(book: Book, rules: TableRules, spots: tuple[Spot, ...], unit: int) -> tuple[int, ...]:
    """What one action puts on each spot: the least number of units that chips, minimum and commission allow."""
    empty = open_state(book, rules, {})
    found = []
    for name, on in spots:
        wager = book.wagers[name]
        least = rules.limits.get(name, Limit()).minimum
        amounts = range(max(1, -(-least // unit)) * unit, 10_000 * unit, unit)
        found.append(
            next(
                (
                    amount
                    for amount in amounts
                    if check_units(wager, amount, rules.chip) is None
                    and not isinstance(commission_on(empty, wager, on, amount), Refusal)
                ),
                unit,
            )
        )
    return tuple(found)


def space_of(book: Book, spots: tuple[Spot, ...], rounds: int) -> spaces.Dict:
    """What an agent is shown, as Gymnasium describes it."""
    count = len(spots)
    seen: dict[str, spaces.Space[Any]] = {
        "area": spaces.Discrete(len(book.area.states)),
        "cash": spaces.Box(0, MAX_CENTS, (1,), np.int64),
        "stakes": spaces.Box(0, MAX_CENTS, (count,), np.int64),
        "states": spaces.Box(0, 63, (count,), np.int8),
        "working": spaces.MultiBinary(count),
        "locked": spaces.MultiBinary(count),
        "rounds_left": spaces.Box(0, rounds, (1,), np.int64),
    }
    if book.lucky:
        seen["lucky"] = spaces.MultiDiscrete([len(book.wheel)] * len(COLOURS))
    return spaces.Dict(seen)


def seen_of(state: TableState, spots: Mapping[Spot, int], rounds_left: int) -> Seen:
    """What an agent is shown of a table; ``spots`` numbers the places where chips can lie."""
    count = len(spots)
    stakes, states = np.zeros(count, np.int64), np.zeros(count, np.int8)
    working, locked = np.zeros(count, np.int8), np.zeros(count, np.int8)
    for standing in state.layout.values():
        at = spots[standing.wager.name, standing.on]
        stakes[at], states[at] = standing.stake, standing.state
        working[at] = standing.is_working(state.come_out)
    for (name, _), n in spots.items():
        locked[n] = (SEAT, name) in state.locks
    seen: Seen = {
        "area": np.int64(state.area),
        "cash": np.array([state.balances[SEAT]], np.int64),
        "stakes": stakes,
        "states": states,
        "working": working,
        "locked": locked,
        "rounds_left": np.array([rounds_left], np.int64),
    }
    if state.lucky is not None:
        numbers = [state.book.wheel.index(state.lucky[colour]) for colour in COLOURS]
        seen["lucky"] = np.array(numbers, np.int64)
    return seen
