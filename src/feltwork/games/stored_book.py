"""A book rebuilt from its stored form alone, so that old rounds settle as they were played, whatever the code says now.

A stored row has its automaton as a table; stepping through it takes the place of walking the row's shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from feltwork.games.book import Amendment, Book, HouseRules, Lucky, LuckyClauses, Voiding
from feltwork.odds import in_words
from feltwork.outcomes import Selection
from feltwork.readings import Readings
from feltwork.wagers.arms import Arm, Pays, Result, Stands, Step
from feltwork.wagers.automaton import Machine, Shared
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

    @cached_property
    def travels(self) -> bool:
        """As it was stored."""
        return self.moves_on


class FormerBook(Book):
    """A book whose rows this program has otherwise, or has no more: a table is played to its end under it."""


def rebuilt(data: Mapping[str, Any]) -> FormerBook:
    """The book that this stored form describes."""
    areas = tuple(data["area"]["states"])
    shapes: dict[str, dict[Selection, Any]] = {}
    machines: dict[tuple[str, Selection], Machine] = {}
    for entry in data["wagers"]:  # in the order of the rows
        on = _selection(entry["on"])
        arms = tuple(
            Arm(Result(result), clause, _pays(Fraction(odds), clause), Fraction(leg))
            for result, clause, odds, leg in entry["arms"]
        )
        states, name = tuple(map(_selection, entry["states"])), entry["wager"]
        shapes.setdefault(name, {})[on] = StoredShape(entry["alphabet"], states, areas, arms, entry["table"], on)
        machines[name, on] = Machine(entry["alphabet"], states, arms, _table(entry["table"]))
    return FormerBook(
        data["book"],
        data["book"],
        {name: _row(name, data["rows"][name], found) for name, found in shapes.items()},
        Shared(areas, tuple(map(tuple, data["area"]["moves"]))),
        _house(data["house"]),
        Readings(data["book"], data["readings"]),
        tuple(data["wheel"]),
        Lucky(tuple(data["lucky"])) if data["lucky"] else None,
        tuple(Amendment(name, "", (), name) for name in data["amendments"]),
        _machines=machines,
    )


def _table(stored: list[list[list[list[int]]]]) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]:
    return tuple(tuple(tuple(tuple(row) for row in state) for state in area) for area in stored)


def former(book: Book) -> FormerBook:
    """A book of this program's that is not the one a table was opened under."""
    return FormerBook(**{part.name: getattr(book, part.name) for part in fields(book)})


def named_as(former: FormerBook, today: Book) -> FormerBook:
    """A former book with the titles that this program has for what both of them have: they decide nothing."""
    rows = {
        name: replace(row, title=ours.title, concept=ours.concept, rebets=ours.rebets)
        if (ours := today.wagers.get(name)) is not None
        else row
        for name, row in former.wagers.items()
    }
    known = {amendment.name: amendment for amendment in today.amendments}
    amendments = tuple(known.get(amendment.name, amendment) for amendment in former.amendments)
    return replace(
        former,
        title=today.title,
        wagers=rows,
        amendments=amendments,
        default_chip=today.default_chip,
        unsaid=today.unsaid,
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


def _house(data: Mapping[str, Any]) -> HouseRules:
    """House rules stand side by side in JSON, those of a topic too."""
    voiding, lucky = Voiding(**_known(Voiding, data)), LuckyClauses(**_known(LuckyClauses, data))
    return HouseRules(**_known(HouseRules, data), voiding=voiding, lucky=lucky)


def _known(kind: type, data: Mapping[str, Any]) -> dict[str, Any]:
    """The parts that today's form still has."""
    names = {field.name for field in fields(kind)}
    return {name: _selection(value) for name, value in data.items() if name in names}


def _selection(value: Any) -> Any:
    """Several numbers lie in a list in JSON."""
    return tuple(value) if isinstance(value, list) else value
