"""What a dealer is told to take, pay and give back: every stake is accounted for, of wagers in parts too."""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.games import book_names, open_book
from feltwork.outcomes import Selection
from feltwork.table.play.table import Step, Table, open_table
from feltwork.views.rounds import payout_guide

THROWS = [(one, two) for one in range(1, 7) for two in range(one, 7)]
STAKES = ("60.00", "40.00", "8.00", "7.00")
"""In whole parts of four and five, and not."""


def in_parts(book: str, **settings: Any) -> list[tuple[str, Selection]]:
    """Every wager of which a win may leave a part of the stake lost."""
    opened = open_book(book, **settings)
    return [
        (name, on)
        for name, wager in opened.wagers.items()
        for on in wager.shapes
        if any(arm.leg != 1 for arm in opened.machine(name, on).arms)
    ]


VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((book, {}) for book in book_names()),
    *((book, {"readings": {"horn_split": "exact_fraction"}}) for book in ("star-craps", "crown-craps", "aruze-craps")),
    ("crown-craps", {"variant": "mini"}),
]
PARTED = [(book, settings, name, on) for book, settings in VARIANTS for name, on in in_parts(book, **settings)]


def dealt(book: str, settings: dict[str, Any], name: str, on: Selection, stake: str) -> Table:
    """A wager in parts beside one that is decided now and one that may stay up."""
    table = open_table(book, seats={1: "1000.00", 2: "1000.00"}, **settings)
    for seat, wager, amount, where in ((1, name, stake, on), (1, "field", "5.00", None), (2, name, "20.00", on)):
        table.bet(seat, wager, amount, where)
    hardway = next(wager for wager in table.book.wagers if wager.startswith("hard"))
    table.bet(2, hardway, "5.00", 8)
    table.no_more_bets()
    return table


def test_wagers_in_parts_are_found() -> None:
    assert {(book, name) for book, _, name, _ in PARTED} >= {
        ("star-craps", "horn"),
        ("star-craps", "horn-high"),
        ("crown-craps", "horn"),
        ("crown-craps", "horn-high"),
        ("aruze-craps", "horn"),
        ("star-craps", "crap-eleven"),
    }


@pytest.mark.parametrize(("book", "settings", "name", "on"), PARTED)
def test_taken_given_back_and_left_up_are_what_was_staked(
    book: str, settings: dict[str, Any], name: str, on: Selection
) -> None:
    partly = 0
    for stake in STAKES:
        for dice in THROWS:
            table = dealt(book, settings, name, on, stake)
            before, had = dict(table.state.layout), dict(table.state.balances)
            step: Step = table.roll(*dice)
            guide: Any = {told["seat"]: told for told in payout_guide(step.settled)}
            for seat in (1, 2):
                told = guide.get(seat, {"take": 0, "pay": 0, "return": 0, "lines": []})
                staked, left = (
                    sum(wager.stake for wager in layout.values() if wager.seat == seat)
                    for layout in (before, table.state.layout)
                )
                assert told["take"] + told["return"] + left == staked, (stake, dice)
                assert table.state.balances[seat] == had[seat] + told["pay"] + told["return"], (stake, dice)
                partly += any(line["winnings"] and line["returned"] < line["stake"] for line in told["lines"])
    assert partly, "some throw wins it in part"


def test_a_horn_of_eight_on_aces() -> None:
    table = dealt("crown-craps", {}, "horn", None, "8.00")
    seat: Any = payout_guide(table.roll(1, 1).settled)[0]
    horn = next(line for line in seat["lines"] if line["wager"] == "horn")
    assert (horn["stake"], horn["returned"]) == (800, 200)
    assert seat["take"] == 600
