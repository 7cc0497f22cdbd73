"""What the checker knows of one tournament, and what more than one of its parts asks."""

from __future__ import annotations

import json
from typing import Any

from feltwork.games.tournament import Duty
from feltwork.verifier.tournament.entered import Purse
from feltwork.verifier.tournament.heats import Heat
from feltwork.verifier.tournament.terms import Terms

Body = dict[str, Any]
MINUTE = 60_000_000
HOUSE = "vault"


class WrongError(Exception):
    """An event that cannot have happened as it stands."""


def need(holds: bool, what: str) -> None:
    """Hold an event against what must be so."""
    if not holds:
        raise WrongError(what)


def should_be(what: str, found: Any, due: Any) -> None:
    """Hold one value of an event against what it should be."""
    need(found == due, f"{what}: is {found}, should be {due}")


def same(one: Any, other: Any) -> bool:
    """Alike as data, whatever lists and tuples."""
    return json.dumps(one) == json.dumps(other)


class Facts:
    """A tournament as its events left it."""

    def __init__(self, name: str) -> None:
        self.name, self.purse = name, Purse(name)
        self.terms: Terms | None = None
        self.document: Body = {}
        self.phase = self.digest = ""
        self.official, self.present, self.briefed = "", False, False
        self.entries: dict[str, Body] = {}
        self.starts: list[int] = []
        self.closes = self.seconds = 0
        self.session, self.coming, self.waiting = 1, list[str](), list[str]()
        self.tables: list[str] = []
        self.commitment, self.secret, self.drawn = "", "", list[list[Any]]()
        self.bought_in: set[str] = set()
        self.heats: dict[str, Heat] = {}
        self.places: list[list[str]] = []
        self.disputes: list[Body] = []
        self.expected: list[tuple[str, Body]] = []
        """What must come next, with its table."""


def inside(facts: Facts, name: str) -> Body:
    entry = facts.entries[name]
    need(entry["standing"] == "in", f"{name} is {entry['standing']}")
    return entry


def playing_at(facts: Facts, body: Body) -> Heat:
    """A table where nothing keeps the game from going on."""
    assert facts.terms is not None
    rules, heat = facts.terms.rules, facts.heats[body["table"]]
    disputed = any(not each["ruled"] and each["table"] in ("", body["table"]) for each in facts.disputes)
    need(not (rules.dispute_stops and disputed), "a dispute is open")
    need(facts.present or not rules.has(Duty.PRESENCE), "the official is away")
    return heat


def set_clocks(facts: Facts, at: int, table: str) -> None:
    """Let clocks stand or go, as disputes and the official's presence have it."""
    assert facts.terms is not None
    rules = facts.terms.rules
    for name, heat in facts.heats.items():
        disputed = any(not each["ruled"] and each["table"] in ("", name) for each in facts.disputes)
        stands = (rules.dispute_stops and disputed) or (rules.has(Duty.PRESENCE) and not facts.present)
        heat.clock.pause(at) if stands else heat.clock.resume(at)
