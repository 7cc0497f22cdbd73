"""Entries by what the ledger shows: the terms say how many, and nobody declares a wager."""

from __future__ import annotations

import json
from collections import Counter

from msgspec.structs import replace

from feltwork.engine.desk import Desk
from feltwork.engine.wagered import wagered
from feltwork.promotion.drawing import entries_due
from feltwork.promotion.state import Block, Promotion
from feltwork.rehearse.kinds import kind_of
from feltwork.store.memory import MemoryStore
from tests.promotion.terms import terms_from


def test_10_7_4_entries_follow_from_what_was_wagered() -> None:
    """One below, at and above each step; what was given before counts."""
    terms = replace(terms_from(0), minimum_wager=10_00, wager_for_each=5_00)
    state = Promotion("spring", terms=terms)
    shown = {"ann": 9_99, "ben": 10_00, "cat": 14_99, "dan": 15_00}
    assert entries_due(state, shown) == {"ben": (2, 10_00), "cat": (2, 14_99), "dan": (3, 15_00)}
    state.blocks[1] = Block("dan", 2, wager=10_00)
    state.blocks[3] = Block("ben", 2, "employed here", wager=10_00)
    state.blocks[5] = Block("cat", 9)
    assert entries_due(state, shown) == {"ben": (2, 10_00), "cat": (2, 14_99), "dan": (1, 15_00)}
    state.terms = replace(terms, wager_for_each=0)
    assert entries_due(state, shown) == {"ben": (1, 10_00), "cat": (1, 14_99)}
    state.terms = replace(terms, wager_required=False)
    assert entries_due(state, shown) == {}


def test_what_was_wagered_is_read_from_the_log() -> None:
    """Each player's stakes of decided wagers, against a count of the bare records; other games and times left out."""
    store = MemoryStore()
    desk = Desk(store)
    rehearsal = kind_of("star-craps")(desk, "one", "star-craps", None, 11)
    rehearsal.open()
    for _ in rehearsal.rounds(12):
        pass
    last = store.now()
    seats: dict[int, str] = {}
    staked: dict[int, Counter[str]] = {}
    for record in store.log.read("table/one"):
        body = json.loads(record.body)
        if record.kind == "seat-taken":
            seats[body["seat"]] = body["player"]
        elif record.kind == "round-settled":
            own = staked[record.version] = Counter()
            for seat, _, _, result, stake, _, _, _, _, apart in body["lines"]:
                if result in ("win", "lose", "draw"):
                    own[seats[seat]] += stake - (apart[1] if apart else 0)
        elif record.kind == "round-reversed":
            staked.pop(body["version"], None)
    expected = sum(staked.values(), Counter())
    assert expected
    assert wagered(store, ("star-craps",), 0, last) == dict(expected)
    assert wagered(store, ("star-roulette",), 0, last) == {}
    assert wagered(store, ("star-craps",), last + 1, last + 2) == {}
