"""What a book is: its rows, the area they share, the house rules around them, each with its clause."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any

from feltwork.money import ROUNDINGS
from feltwork.outcomes import Pocket, Selection
from feltwork.readings import Readings
from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.wagers.automaton import Machine, Shared, compile_shape
from feltwork.wagers.row import Wager


@dataclass(frozen=True)
class Voiding:
    """What a no roll or no spin does to wagers."""

    invalid_voids: str = "nothing"
    """What it voids: ``nothing``, what was placed in ``this_round``, or ``all_live``."""
    survives_invalid: tuple[str, ...] = ()
    """Wagers that it leaves alone where it voids the rest."""
    thaws_on_invalid: bool = False
    """Reading D4: does it end a freeze, and void what was frozen?"""


@dataclass(frozen=True)
class LuckyClauses:
    """The clauses by which Lucky Ball numbers are drawn and boosted, where they are."""

    lucky_draw: str | None = None
    lucky_boost: str | None = None


@dataclass(frozen=True)
class HouseRules:
    """The rules around the wagers. Every field that is a clause is the clause the system cites when it acts."""

    permissible: str
    """Only the wagers of this clause may be made."""
    placing: str
    """Wagers are made with chips (or credits) on the right area."""
    removing: str
    sign: str
    """The minimum and maximum on the sign."""
    paying: str
    """The odds table."""
    rounding: str
    """What is paid when chips cannot pay it exactly."""
    invalid: str
    """No roll or no spin, and what it does to wagers."""
    result: str
    """How the result of a round is called."""
    open_until: str = ""
    """How long wagers are taken where no call ends betting."""
    rounding_rule: str = "up"
    closing: str | None = None
    """The call that ends betting; ``None`` where the book has none."""
    closed: str | None = None
    """No wager is handled after that call."""
    needs_close: str | None = None
    """A result needs that call first."""
    unclosed_is_no_roll: bool = False
    """A result without the call: a no roll (Dragon Fire 10.5), or refused."""
    under_minimum: str | None = None
    over_maximum: str | None = None
    warns: bool = False
    """Crown 4.2.1: a first wager under the minimum is settled with a warning, later ones go back."""
    voiding: Voiding = Voiding()
    switch_similar: bool = False
    """Does a call cover all of the player's wagers of that kind?"""
    locks_until_decided: bool = False
    cancels_later: bool = True
    lucky: LuckyClauses = LuckyClauses()
    also: tuple[str, ...] = ()
    """Further clauses that the engine carries out for this book, with no field of their own."""

    def __post_init__(self) -> None:
        if self.rounding_rule not in ROUNDINGS:
            raise ValueError(f"rounding_rule is one of {', '.join(ROUNDINGS)}, not '{self.rounding_rule}'")

    def clauses(self) -> dict[str, str]:
        """Clause to the house rule that carries it out."""
        named = {
            name: getattr(self, name)
            for name in (
                "permissible",
                "placing",
                "removing",
                "sign",
                "paying",
                "rounding",
                "invalid",
                "result",
                "open_until",
                "closing",
                "closed",
                "needs_close",
                "under_minimum",
                "over_maximum",
            )
        } | _plain(self.lucky)
        found = {clause: name.replace("_", " ") for name, clause in named.items() if clause}
        return {**dict.fromkeys(self.also, "table rules"), **found}


class Lucky(Enum):
    """Lucky Ball as it can be offered: one number boosted to super odds, or now and then to Mega Odds."""

    SUPER = ("super",)
    MEGA = ("super", "mega")


@dataclass(frozen=True)
class Amendment:
    """A variant of a book: what it is called, by which clause, and which clauses it replaces."""

    name: str
    clause: str
    replaces: tuple[str, ...]
    says: str


@dataclass(frozen=True, repr=False)
class Book:
    """One approved book as played at one kind of table."""

    id: str
    title: str
    wagers: Mapping[str, Wager]
    area: Shared
    house: HouseRules
    readings: Readings
    wheel: tuple[Pocket, ...] = ()
    lucky: Lucky | None = None
    """How Lucky Ball is offered, if it is."""
    amendments: tuple[Amendment, ...] = ()
    withheld: Mapping[str, str] = field(default_factory=dict)
    """Wagers of the book that this kind of table does not offer, and the clause that says so."""
    default_chip: int = 100
    unsaid: tuple[str, ...] = ()
    """House rules for which the book has no clause of its own: a reading decides them. Their fields name the nearest
    clause, which has entered fingerprints; what is shown to people is ``cited``."""
    _machines: dict[tuple[str, Selection], Machine] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        return f"{self.name}: {', '.join(wager.title for wager in self.wagers.values())}"

    def __repr__(self) -> str:
        return f"<{self.name}, {len(self.wagers)} wagers, {self.fingerprint[:12]}>"

    def cited(self, rule: str) -> str:
        """The clause of a house rule, as people are told it."""
        return NOT_IN_THE_BOOK if rule in self.unsaid else getattr(self.house, rule) or ""

    @cached_property
    def spins(self) -> bool:
        """Is a round decided by a wheel rather than by dice?"""
        return bool(self.wheel)

    @property
    def no_result(self) -> str:
        """What is called when a throw or a spin does not count."""
        return "no spin" if self.spins else "no roll"

    @cached_property
    def ridden(self) -> frozenset[str]:
        """Wagers behind which others may lie, up to a cap."""
        return frozenset(wager.parent for wager in self.wagers.values() if wager.parent and wager.cap)

    @property
    def name(self) -> str:
        """The book with its variants, for headings."""
        return " with ".join((self.title, *(a.says for a in self.amendments)))

    def machine(self, wager: str, on: Selection) -> Machine:
        """The compiled automaton of a wager on a selection, made once."""
        key = (wager, on)
        found = self._machines.get(key)
        if found is None:
            found = compile_shape(self.wagers[wager].shapes[on], self.area, len(self.wheel))
            self._machines[key] = found
        return found

    @cached_property
    def rounds_once(self) -> bool:
        """The other reading of G6: a player's winnings of one result are rounded on their sum."""
        return self.readings.chose("rounding_scope", "per_payout")

    @cached_property
    def limits_per_player(self) -> bool:
        """The other reading of G1: a limit is for all of a player's wagers of a kind together."""
        return self.readings.chose("limit_scope", "per_player_total")

    @cached_property
    def odds_share_limits(self) -> bool:
        """Do odds count towards the limit of the wager they lie behind?"""
        return self.readings.chose("odds_limits", "share_flat")

    @cached_property
    def clauses(self) -> dict[str, str]:
        """Every clause the book's rows and house rules carry out, and by what."""
        cited = {clause: f"house rule: {by}" for clause, by in self.house.clauses().items()}
        cited |= {a.clause: f"amendment {a.name}" for a in self.amendments}
        by_wager: dict[str, list[str]] = {}
        for wager in self.wagers.values():
            for clause in wager.clauses():
                by_wager.setdefault(clause, []).append(wager.name)
        named = {c: f"wager{'s' if len(names) > 1 else ''} {', '.join(names)}" for c, names in by_wager.items()}
        return named | cited

    @cached_property
    def data(self) -> dict[str, object]:
        """The compiled book as plain data: all that settlement needs, and nothing else."""
        return {
            "book": self.id,
            "house": _flat(self.house),
            "rows": {
                name: {part: _plain(getattr(wager, part)) for part in ROW} | {"travels": wager.travels}
                for name, wager in self.wagers.items()
            },
            "wheel": list(self.wheel),
            "lucky": list(self.lucky.value) if self.lucky else None,
            "amendments": [a.name for a in self.amendments],
            "readings": dict(sorted(self.readings.values.items())),
            "area": {"states": list(self.area.states), "moves": [list(m) for m in self.area.moves]},
            "wagers": [
                {
                    "wager": name,
                    "on": list(on) if isinstance(on, tuple) else on,
                    "alphabet": machine.alphabet,
                    "states": list(machine.states),
                    "arms": [[a.result.value, a.clause, str(a.odds), str(a.leg)] for a in machine.arms],
                    "table": machine.table,
                }
                for name, wager in self.wagers.items()
                for on in wager.shapes
                for machine in (self.machine(name, on),)
            ],
        }

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the compiled book: two tables with the same one settle alike."""
        text = json.dumps(self.data, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


ROW = (
    "clause",
    "window",
    "contract",
    "dont_lock",
    "adds_with_point",
    "parent",
    "cap",
    "commission",
    "units",
    "sleeps",
    "switchable",
    "frozen",
)
"""What a row says beside its shapes, where it decides anything."""


def _flat(house: HouseRules) -> dict[str, Any]:
    """House rules as JSON has them: those of a topic stand beside the others."""
    data: dict[str, Any] = _plain(house)
    return {**data.pop("voiding"), **data.pop("lucky"), **data}


def _plain(value: Any) -> Any:
    """A part of a book as JSON has it."""
    if is_dataclass(value):
        return {part.name: _plain(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Fraction) else value


def amend(book: Book, amendment: Amendment, **changes: object) -> Book:
    """The book with an amendment in force."""
    return replace(
        book,
        amendments=(*book.amendments, amendment),
        _machines={},
        **changes,  # type: ignore[arg-type]  # replace() cannot say which fields a caller changes
    )
