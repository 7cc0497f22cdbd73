"""Rehearsals go the ways that money goes: drop box, vouchers, late rules, notes, tickets and transfers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from feltwork.cage.till import Till
from feltwork.rehearse.kinds import kind_of
from feltwork.store.desk import Desk
from feltwork.store.memory import MemoryStore


def rehearsed(book: str, rounds: int) -> tuple[Counter[str], list[dict[str, Any]]]:
    """How often each kind of event came, and all events, of a night."""
    desk = Desk(MemoryStore(), Till(bytes(32)))
    table = kind_of(book)(desk, "t", book, None, 3)
    table.open()
    for _ in table.rounds(rounds):
        pass
    events = [msgspec.json.decode(record.body) for record in desk.store.read("table/t")]
    return Counter(event["type"] for event in events), events


def lines(events: list[dict[str, Any]]) -> list[list[Any]]:
    return [line for event in events if event["type"] == "round-settled" for line in event["lines"]]


def test_crown() -> None:
    kinds, events = rehearsed("crown-craps", 250)
    assert kinds["voucher-changed"]
    assert any(event["clause"] == "3.3.2" for event in events if event["type"] == "chips-sold"), "cash with a wager"
    assert any(event["warned"] for event in events if event["type"] == "round-settled")
    assert any(line[3] == "returned" and line[7] == "4.2.1" for line in lines(events))


def test_roulette() -> None:
    kinds, events = rehearsed("star-roulette", 120)
    assert kinds["wager-repositioned"]
    assert any(line[9] and line[9][1] for line in lines(events) if len(line) > 9), "paid or collected to the maximum"
    assert {bool(event["wagers"]) for event in events if event["type"] == "tokens-issued"} == {True, False}


def test_aruze() -> None:
    _, events = rehearsed("aruze-craps", 60)
    assert {event["via"] for event in events if event["type"] == "bought-in"} == {"cash", "ticket", "transfer"}
