"""Rehearsals go the ways that money goes: drop box, vouchers, late rules, notes, tickets and transfers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from feltwork.cage.till import Till
from feltwork.engine.desk import Desk
from feltwork.rehearse.kinds import kind_of
from feltwork.store.memory import MemoryStore

MAX_NIGHTS = 8
Events = list[dict[str, Any]]
Ways = dict[str, Callable[[Events], object]]


def rehearsed(book: str, rounds: int, seed: int) -> Events:
    """All events of a night."""
    desk = Desk(MemoryStore(), Till(bytes(32)))
    table = kind_of(book)(desk, "t", book, None, seed)
    table.open()
    for _ in table.rounds(rounds):
        pass
    return [msgspec.json.decode(record.body) for record in desk.store.log.read("table/t")]


def not_gone(book: str, rounds: int, ways: Ways) -> set[str]:
    """Which of these ways no rehearsal of the first few goes."""
    left = set(ways)
    for seed in range(1, MAX_NIGHTS + 1):
        events = rehearsed(book, rounds, seed)
        left -= {way for way in left if ways[way](events)}
        if not left:
            break
    return left


def of(events: Events, kind: str) -> Events:
    return [event for event in events if event["type"] == kind]


def lines(events: Events) -> list[list[Any]]:
    return [line for event in of(events, "round-settled") for line in event["lines"]]


def test_crown() -> None:
    ways: Ways = {
        "a voucher": lambda events: of(events, "voucher-changed"),
        "cash with a wager": lambda events: any(e["clause"] == "3.3.2" for e in of(events, "chips-sold")),
        "warned": lambda events: any(e["warned"] for e in of(events, "round-settled")),
        "handed back": lambda events: any(x[3] == "returned" and x[7] == "4.2.1" for x in lines(events)),
    }
    assert not_gone("crown-craps", 120, ways) == set()


def test_roulette() -> None:
    ways: Ways = {
        "repositioned": lambda events: of(events, "wager-repositioned"),
        "paid or collected to the maximum": lambda events: any(x[9] and x[9][1] for x in lines(events) if len(x) > 9),
        "tokens for some wagers": lambda events: any(e["wagers"] for e in of(events, "tokens-issued")),
        "tokens for all": lambda events: any(not e["wagers"] for e in of(events, "tokens-issued")),
    }
    assert not_gone("star-roulette", 60, ways) == set()


def test_aruze() -> None:
    ways: Ways = {
        via: lambda events, via=via: any(e["via"] == via for e in of(events, "bought-in"))  # type: ignore[misc]
        for via in ("cash", "ticket", "transfer")
    }
    assert not_gone("aruze-craps", 60, ways) == set()
