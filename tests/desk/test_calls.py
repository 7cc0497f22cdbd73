"""Calls of on and off: for one wager or for all alike, answered in their order, and never thrown over.

Crown 3.5.1 and 3.5.2, Star Craps 6.6.
"""

from __future__ import annotations

import pytest

from feltwork.games.conduct import Act
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import CallWager, DeclineCall, WithdrawCall
from tests.desk.pit import Pit, first_rules
from tests.verifier.night import night_answers, night_rows
from tests.verifier.tampering import Log

CROWN = [("crown-craps", None), ("crown-craps", "mini")]
DICE = [("star-craps", None), *CROWN]


def on_place(pit: Pit, seat: int = 2) -> dict[object, bool | None]:
    """By number, what the player's Place wagers were called."""
    game = pit.life.game
    assert game
    return {s.on: s.working for s in game.layout.values() if s.seat == seat and s.wager.name.startswith("place")}


def placed(book: str, variant: str | None = None, *numbers: int) -> Pit:
    """A shooter at the come out, and another player with Place wagers."""
    pit = Pit(book, variant).shooter(1)
    for number in numbers or (6, 8):
        pit.bets(2, place_at(pit), 12_00, number)
    return pit


def place_at(pit: Pit) -> str:
    return "place" if pit.conduct.powers.get(Act.CONFIRM_OFF) else "place-to-win"


@pytest.mark.parametrize(("book", "variant"), CROWN)
def test_crown_3_5_1_b_a_call_covers_all_similar_wagers_unless_the_player_says_otherwise(
    book: str, variant: str | None
) -> None:
    pit = placed(book, variant)
    pit.ok(CallWager(2, "place", True, 6, alone=True), 2).ok(CallWager(2, "place", True, 6, alone=True), "dealer")
    assert on_place(pit) == {6: True, 8: None}
    pit.ok(CallWager(2, "place", False, 8, alone=True), 2).ok(CallWager(2, "place", False, 8, alone=True), "dealer")
    assert on_place(pit) == {6: True, 8: False}, "the one stays on when the other is called off"
    pit.ok(CallWager(2, "place", True, 8), 2).ok(CallWager(2, "place", True, 8), "dealer")
    assert on_place(pit) == {6: True, 8: True}, "without a word, all similar wagers"
    pit.sound()
    assert pit.altered("wager-called", keys=[[2, "place", 8]]) == {"calling"}
    assert pit.altered("wager-called", similar=False) == {"calling"}
    assert pit.altered("call-asked", alone=True) == {"calling"}


@pytest.mark.parametrize("working", [True, False])
def test_crown_3_5_2_b_a_wager_put_down_under_a_button_is_as_the_button_says(working: bool) -> None:
    pit = placed("crown-craps").ok(CallWager(2, "place", working, 6), 2).ok(CallWager(2, "place", working, 6), "dealer")
    pit.bets(2, "place", 10_00, 5).bets(2, "hardway", 10_00, 8).bets(1, "place", 10_00, 5)
    assert on_place(pit) == {6: working, 8: working, 5: working}
    game = pit.life.game
    assert game
    assert (game.layout[2, "hardway", 8].working, on_place(pit, 1)) == (None, {5: None}), "not another kind, or player"
    for number in (5, 6, 8):
        pit.ok(ask.RemoveWager(2, "place", number), 2)
    assert on_place(pit.bets(2, "place", 12_00, 6)) == {6: None}, "the button went with the last of them"
    pit.bets(1, "place", 10_00, 9).rolled(5, 4).sound()


def test_a_button_for_one_wager_covers_no_other() -> None:
    pit = placed("crown-craps")
    pit.ok(CallWager(2, "place", True, 6, alone=True), 2).ok(CallWager(2, "place", True, 6, alone=True), "dealer")
    assert on_place(pit.bets(2, "place", 10_00, 5)) == {6: True, 8: None, 5: None}
    pit.sound()


def test_what_was_called_is_what_is_settled() -> None:
    """A 7 on the come out takes what is on and leaves what is off."""
    pit = placed("crown-craps")
    pit.ok(CallWager(2, "place", True, 6, alone=True), 2).ok(CallWager(2, "place", True, 6, alone=True), "boxperson")
    pit.rolled(3, 4).sound()
    game = pit.life.game
    assert game
    assert [key for key in game.layout if key[0] == 2] == [(2, "place", 8)]


def test_calls_of_one_kind_are_answered_in_their_order() -> None:
    """All on, but not the 8: confirmed the other way round, the 8 would be on."""
    pit = placed("crown-craps").ok(CallWager(2, "place", True, 6), 2).ok(CallWager(2, "place", False, 8, alone=True), 2)
    assert pit.no(CallWager(2, "place", False, 8, alone=True), "dealer") == "3.5.2(a)"
    pit.ok(CallWager(2, "place", True, 6), "dealer").ok(CallWager(2, "place", False, 8, alone=True), "dealer")
    assert on_place(pit.sound()) == {6: True, 8: False}


@pytest.mark.parametrize(("book", "variant"), DICE)
def test_an_unanswered_call_holds_the_throw(book: str, variant: str | None) -> None:
    pit = placed(book, variant)
    name, clause = place_at(pit), pit.conduct.clause_of(Act.CONFIRM_CALL)
    held = ask.CloseBets() if variant else ask.ThrowDice()
    who = "dealer" if variant else 1
    pit.ok(CallWager(2, name, True, 6), 2)
    assert pit.no(held, who) == clause
    assert pit.no(WithdrawCall(2, name, 6), 1) != "", "nobody else's to withdraw"
    pit.ok(WithdrawCall(2, name, 6), 2).thrown().called(1, 2).bets(1, pit.conduct.shooting.line[0])
    pit.ok(CallWager(2, name, True, 8), 2)
    assert pit.no(held, who) == clause
    assert pit.no(DeclineCall(2, name, "the dice were out", 8), 2) == clause
    assert pit.no(DeclineCall(2, name, " ", 8), "dealer") == clause
    assert pit.no(DeclineCall(2, name, "the dice were out", 6), "dealer") == clause, "no such call"
    pit.ok(DeclineCall(2, name, "the dice were out", 8), "dealer")
    told = pit.last("call-declined")
    assert (told["working"], told["reason"], told["clause"]) == (True, "the dice were out", clause)
    pit.ok(CallWager(2, name, True, 6), 2).ok(CallWager(2, name, True, 6), "dealer").thrown().called(2, 3)
    pit.sound()


@pytest.mark.parametrize(("book", "variant"), DICE)
def test_a_throw_over_a_call_is_found(book: str, variant: str | None) -> None:
    """The answer to the last call is cut out of the log, and every hash made anew."""
    pit = placed(book, variant)
    name = place_at(pit)
    pit.ok(CallWager(2, name, True, 6), 2).ok(DeclineCall(2, name, "said it too late", 6), "dealer").thrown()
    log = Log(night_rows(pit), night_answers(pit), [])
    log.rows = [row for row in log.rows if row.kind != "call-declined"]
    assert "calling" in pit.found(log)


@pytest.mark.parametrize(("book", "variant"), DICE)
def test_the_crew_enters_a_call_that_was_spoken(book: str, variant: str | None) -> None:
    pit = placed(book, variant)
    name, clause = place_at(pit), pit.conduct.clause_of(Act.CONFIRM_CALL)
    assert pit.no(CallWager(2, name, True, 6), "dealer") == clause, "the player has called nothing"
    pit.ok(CallWager(2, name, True, 6, asked="the six works"), "dealer")
    assert on_place(pit)[6] is True
    assert (pit.last("call-asked")["asked"], pit.life.waiting.calls) == ("the six works", ())
    assert pit.sound().altered("call-asked", asked="") == {"role"}
    if variant is None:
        pit.ok(CallWager(2, name, False, 6, asked="off again"), "stickperson")
        assert on_place(pit)[6] is True, "a stickperson hears it, and does not confirm it"
        pit.ok(CallWager(2, name, False, 6), "boxperson")
        assert on_place(pit)[6] is False
        pit.ok(CallWager(2, name, True, 6), 2)
        assert pit.no(WithdrawCall(2, name, 6), "stickperson") == clause
        pit.ok(WithdrawCall(2, name, 6, asked="leave it"), "stickperson").thrown().sound()


@pytest.mark.parametrize(("book", "variant"), DICE)
def test_the_crew_does_not_write_over_a_call_that_waits(book: str, variant: str | None) -> None:
    """Star 6.6.1, Crown 3.5.1(a): a player's own call is answered or withdrawn, and does not vanish."""
    pit = placed(book, variant)
    name = place_at(pit)
    pit.ok(CallWager(2, name, True, 6), 2)
    off = "6.6.1" if book == "star-craps" else "3.5.2(a)"
    assert pit.no(CallWager(2, name, False, 6, asked="off"), "dealer") == off
    assert [(each.working, each.asked) for each in pit.life.waiting.calls] == [(True, "")]
    pit.ok(DeclineCall(2, name, "taken back", 6), "dealer").ok(CallWager(2, name, True, 6, asked="on"), "dealer")
    assert on_place(pit.sound())[6] is True


def test_under_the_first_rules_a_call_covers_its_kind_and_holds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    first_rules(monkeypatch)
    pit = placed("crown-craps").ok(CallWager(2, "place", True, 6, alone=True), 2)
    pit.ok(CallWager(2, "place", True, 6, alone=True), "dealer")
    assert on_place(pit.bets(2, "place", 10_00, 5)) == {6: True, 8: True, 5: None}
    pit.ok(CallWager(2, "place", False, 6), 2).rolled(1, 2).sound()
