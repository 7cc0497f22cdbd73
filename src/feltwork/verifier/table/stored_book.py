"""A book rebuilt from its stored form alone, so that old rounds settle as they were played, whatever the code says now.

A stored row has its automaton as a table; stepping through it takes the place of walking the row's shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from typing import Any

from feltwork.games.book import Book, HouseRules, Lucky
from feltwork.odds import in_words
from feltwork.outcomes import Selection
from feltwork.readings import Readings
from feltwork.wagers.arms import Arm, Pays, Result, Stands, Step
from feltwork.wagers.automaton import Area
from feltwork.wagers.row import Cap, Commission, Frozen, Of, Units, Wager, Window


@dataclass(frozen=True)
class StoredShape:
    """A shape that is a table: ``table[working][area][state][symbol]``."""

    alphabet: str
    states: tuple[Selection, ...]
    areas: tuple[Selection, ...]
    endings: tuple[Arm, ...]
    table: list[list[list[list[int]]]]
    on: Selection

    def step(self, area: Selection, state: Selection, symbol: int, working: bool) -> Step:
        code = self.table[working][self.areas.index(area)][self.states.index(state)][symbol]
        return self.endings[~code] if code < 0 else Stands(self.states[code])

    def arms(self) -> tuple[Arm, ...]:
        return self.endings

    def standing_clauses(self) -> tuple[str, ...]:
        return ()

    @cached_property
    def winning(self) -> dict[Selection, Arm]:
        """By point, the one way to win there: what an odds wager is paid."""
        found: dict[Selection, Arm] = {}
        for area, rows in zip(self.areas, self.table[True], strict=True):
            wins = {self.endings[~code] for row in rows for code in row if code < 0}
            wins = {arm for arm in wins if arm.result is Result.WIN}
            if len(wins) == 1:
                found[self.on if isinstance(self.on, int) else area] = wins.pop()
        return found


@dataclass(frozen=True)
class StoredWager(Wager):
    """A row that knows whether it travels, for its shapes no longer say so."""

    moves_on: bool = False

    def travels(self) -> bool:
        return self.moves_on


def rebuilt(data: Mapping[str, Any]) -> Book:
    """The book that this stored form describes."""
    areas = tuple(data["area"]["states"])
    shapes: dict[str, dict[Selection, Any]] = {name: {} for name in data["rows"]}
    for entry in data["wagers"]:
        on = _selection(entry["on"])
        arms = tuple(
            Arm(Result(result), clause, _pays(Fraction(odds), clause), Fraction(leg))
            for result, clause, odds, leg in entry["arms"]
        )
        states = tuple(map(_selection, entry["states"]))
        shapes[entry["wager"]][on] = StoredShape(entry["alphabet"], states, areas, arms, entry["table"], on)
    return Book(
        data["book"],
        data["book"],
        {name: _row(name, row, shapes[name]) for name, row in data["rows"].items()},
        Area(areas, tuple(map(tuple, data["area"]["moves"]))),
        HouseRules(**_known(HouseRules, data["house"])),
        Readings(data["book"], data["readings"]),
        tuple(data["wheel"]),
        Lucky(tuple(data["lucky"])) if data["lucky"] else None,
    )


def _pays(odds: Fraction, clause: str) -> Pays | None:
    return Pays(in_words(odds), clause) if odds else None


def _row(name: str, row: dict[str, Any], shapes: dict[Selection, Any]) -> StoredWager:
    cap, commission, units, frozen = (row[part] for part in ("cap", "commission", "units", "frozen"))
    return StoredWager(
        name,
        name,
        row["clause"],
        name,
        shapes,
        Window(row["window"]),
        row["contract"],
        row["dont_lock"],
        row["adds_with_point"],
        row["parent"],
        Cap(cap["times"], Of(cap["of"]), cap["clause"]) if cap else None,
        Commission(Fraction(commission["rate"]), Of(commission["of"]), commission["clause"]) if commission else None,
        Units(**units) if units else None,
        row["sleeps"],
        row["switchable"],
        Frozen(**{part: _selection(value) for part, value in frozen.items()}) if frozen else None,
        moves_on=row["travels"],
    )


def _known(kind: type, data: Mapping[str, Any]) -> dict[str, Any]:
    """The parts that today's form still has."""
    names = {field.name for field in fields(kind)}
    return {name: _selection(value) for name, value in data.items() if name in names}


def _selection(value: Any) -> Any:
    """Several numbers lie in a list in JSON."""
    return tuple(value) if isinstance(value, list) else value
