"""A late wager is marked late, with the player's words, who confirmed it and the clause (Star Craps 6.3, Crown 3.2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from feltwork.engine.replay import read_event
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import AnnounceWager, ConfirmWager, DeclareWager
from feltwork.table.live.narrate import tell
from feltwork.table.live.schema import LIFE
from tests.desk.pit import Pit, first_rules

WORDS = "ten on the field!"
LATE = ask.PlaceWager(2, "field", 10_00, asked=WORDS)
BOOKS = [("star-craps", "6.3", ("dealer", "boxperson")), ("crown-craps", "3.2", ("dealer", "boxperson", "stickperson"))]


@pytest.mark.parametrize(("book", "clause", "confirmers"), BOOKS)
def test_a_late_wager_says_so(book: str, clause: str, confirmers: tuple[str, ...]) -> None:
    pit = Pit(book).shooter(1).bets(2, "field")
    assert "late" not in pit.last("wager-placed"), "a wager in time is as it was"
    pit.thrown()
    assert pit.no(LATE, 2) == clause
    for person in confirmers:
        assert pit.no(replace(LATE, asked=" "), person) == clause, "without the player's words"
        pit.ok(LATE, person)
        assert pit.last("wager-placed")["late"] == {"words": WORDS, "confirmed_by": person, "clause": clause}
    (told,) = tell(read_event(LIFE, list(pit.desk.store.log.read("table/t"))[-1]))
    assert told == (
        f"seat 2, field: 10.00 placed late, confirmed by {confirmers[-1]} ({clause}); the player asked: {WORDS}"
    )
    pit.sound()
    mark = pit.last("wager-placed")["late"]
    for wrong in (
        {**mark, "words": ""},
        {**mark, "confirmed_by": "somebody"},
        {**mark, "clause": "9.9"},
    ):
        assert pit.altered("wager-placed", late=wrong) == {"placing"}
    assert pit.called(1, 2).sound().altered("wager-placed", ("bob", "player"), late=mark) == {"role", "placing"}


@pytest.mark.parametrize(("book", "clause", "confirmers"), BOOKS)
def test_a_wager_in_time_is_not_marked(book: str, clause: str, confirmers: tuple[str, ...]) -> None:
    pit = Pit(book).shooter(1).ok(LATE, "dealer")
    assert "late" not in pit.sound().last("wager-placed")
    mark = {"words": WORDS, "confirmed_by": "dealer", "clause": clause}
    assert pit.altered("wager-placed", late=mark) == {"placing"}


def test_crown_3_3_1_an_oral_wager_in_the_air_is_late_too() -> None:
    pit = Pit("crown-craps").shooter(1).thrown().ok(DeclareWager(2, "field", 10_00), 2)
    pit.ok(AnnounceWager(2), "dealer").ok(ConfirmWager(2), "boxperson")
    late = {"words": "called at the terminal", "confirmed_by": "boxperson", "clause": "3.2"}
    assert pit.sound().last("wager-placed")["late"] == late


def test_under_the_first_rules_no_wager_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    first_rules(monkeypatch)
    pit = Pit("star-craps").shooter(1).thrown().ok(replace(LATE, asked=""), "dealer").sound()
    assert "late" not in pit.last("wager-placed")
