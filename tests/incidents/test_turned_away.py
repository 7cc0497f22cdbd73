"""What the desk of incidents turns away, and by which clause: each line says who asks for what, and why not."""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.duties.aggregate import DUTIES
from feltwork.engine.envelope import Envelope
from feltwork.incidents import commands as ask
from feltwork.refusal import NOT_IN_THE_BOOK
from tests.rules.conduct import Pit, reported, taken

BOOK, BOSS, STAFF = "crown-craps", "pit_boss", "assistant_gaming_manager"
LONG = "x" * 501


@pytest.fixture
def pit() -> Pit:
    return Pit(BOOK)


def report(pit: Pit, **other: Any) -> ask.ReportIncident:
    said: dict[str, Any] = {"book": BOOK, "offence": "device", "person": pit.who, "words": "it was seen"} | other
    return ask.ReportIncident(**said)


@pytest.mark.parametrize(
    ("other", "clause"),
    [
        ({"book": "whist"}, NOT_IN_THE_BOOK),
        ({"offence": "whistling"}, NOT_IN_THE_BOOK),
        ({"person": "a b"}, NOT_IN_THE_BOOK),
        ({"table": "a b"}, NOT_IN_THE_BOOK),
        ({"table": "elsewhere"}, NOT_IN_THE_BOOK),
        ({"table": "t1", "book": "star-craps"}, NOT_IN_THE_BOOK),
        ({"words": " "}, NOT_IN_THE_BOOK),
        ({"words": LONG}, NOT_IN_THE_BOOK),
        ({"words": "two\nlines"}, NOT_IN_THE_BOOK),
        ({"offence": "rule"}, "9.2"),
        ({"offence": "rule", "clause": "shouting"}, "9.2"),
        ({"offence": "rule", "clause": "5 2"}, "9.2"),
        ({"offence": "rule", "clause": "99.99"}, "9.2"),
        ({"offence": "rule", "clause": ""}, "9.2"),
    ],
)
def test_a_report_says_who_and_what(pit: Pit, other: dict[str, Any], clause: str) -> None:
    before = pit.state.version
    assert pit.sends(report(pit, **other), "sam", STAFF) == clause
    assert pit.state.version == before


@pytest.mark.parametrize(
    ("measure", "more", "clause"),
    [
        ("hang", {}, NOT_IN_THE_BOOK),
        ("exclude", {}, "9.1"),
        ("bar", {"until": 1}, NOT_IN_THE_BOOK),
        ("detain", {"until": 2**60}, NOT_IN_THE_BOOK),
        ("void", {}, NOT_IN_THE_BOOK),
        ("void", {"table": "elsewhere"}, NOT_IN_THE_BOOK),
        ("void", {"table": "t1"}, NOT_IN_THE_BOOK),
        ("bar", {"amount": 5_00}, NOT_IN_THE_BOOK),
        ("seize", {"amount": -1}, NOT_IN_THE_BOOK),
    ],
)
def test_a_measure_is_one_that_can_be_taken_now(pit: Pit, measure: str, more: dict[str, Any], clause: str) -> None:
    number = reported(pit, BOOK, "device")
    assert taken(pit, number, measure, BOSS, **more) == clause
    assert pit.state.measures == {}


@pytest.mark.parametrize(
    ("measure", "more", "reason"),
    [
        ("seize", {}, "say how much money is seized"),
        ("seize", {"amount": -1}, "say how much money is seized"),
        ("seize", {"amount": 2**40}, "no more is seized than the person has at the cage"),
        ("bar", {"amount": 5_00}, "only a seizure has an amount"),
    ],
)
def test_an_amount_that_is_turned_away_is_told_why(pit: Pit, measure: str, more: dict[str, Any], reason: str) -> None:
    number = reported(pit, BOOK, "device")
    asked = ask.TakeMeasure(number, measure, "it was seen", **more)
    refused = pit.desk.submit(Envelope("asked", "incidents", "max", BOSS, asked))
    assert (refused.clause, refused.reason) == (NOT_IN_THE_BOOK, reason)


def test_nobody_decides_about_their_own_conduct(pit: Pit) -> None:
    number = reported(pit, BOOK, "device")
    own = ask.TakeMeasure(number, "bar", "it was seen")
    assert pit.sends(own, pit.who, BOSS) == NOT_IN_THE_BOOK
    assert pit.sends(ask.TakeMeasure(99, "bar", "it was seen"), "max", BOSS) == NOT_IN_THE_BOOK, "no such incident"
    assert pit.sends(ask.TakeMeasure(number, "bar", " "), "max", BOSS) == NOT_IN_THE_BOOK, "without a reason"
    assert taken(pit, number, "bar", BOSS) == ""
    measure = next(iter(pit.state.measures))
    assert pit.sends(ask.EndMeasure(measure, "forgiven"), pit.who, BOSS) == NOT_IN_THE_BOOK
    assert pit.sends(ask.EndMeasure(measure, " "), "max", BOSS) == NOT_IN_THE_BOOK
    assert pit.sends(ask.EndMeasure(measure, "forgiven"), "bea", "boxperson") == "9.2.2"
    assert pit.sends(ask.EndMeasure(99, "forgiven"), "max", BOSS) == NOT_IN_THE_BOOK
    assert pit.sends(ask.EndMeasure(measure, "forgiven"), "max", BOSS) == ""
    assert pit.sends(ask.EndMeasure(measure, "again"), "max", BOSS) == NOT_IN_THE_BOOK
    pit.sound()


def test_a_detention_ends_with_an_officer_and_a_seizure_with_a_finding(pit: Pit) -> None:
    number = reported(pit, BOOK, "device")
    assert taken(pit, number, "detain", BOSS) == ""
    held = pit.last
    assert pit.sends(ask.HandOver(99, "inspector", "i1"), "max", BOSS) == NOT_IN_THE_BOOK
    for office, whom in (("guard", "g1"), ("inspector", "a b")):
        assert pit.sends(ask.HandOver(held, office, whom), "max", BOSS) == "9.2.5"
    assert pit.sends(ask.HandOver(held, "inspector", "i1"), "max", BOSS) == ""
    assert taken(pit, number, "seize", BOSS, amount=1_00) == ""
    kept = next(n for n, measure in pit.state.measures.items() if measure.seized)
    for measure, finding, person, role in (
        (99, "his", "mia", BOSS),
        (kept, " ", "mia", BOSS),
        (kept, "his", "mia", "boxperson"),
        (kept, "his", "max", BOSS),
        (kept, "his", pit.who, BOSS),
    ):
        assert pit.sends(ask.DetermineSeizure(measure, True, finding), person, role) == NOT_IN_THE_BOOK
    assert pit.sends(ask.DetermineSeizure(kept, False, "won with it"), "mia", BOSS) == ""
    assert pit.sends(ask.DetermineSeizure(kept, True, "no, his"), "mia", BOSS) == NOT_IN_THE_BOOK
    pit.sound()


@pytest.mark.parametrize(
    "other",
    [
        {"book": "whist"},
        {"person": "a b"},
        {"person": "player-1"},
        {"words": " "},
        {"table": "a b"},
        {"table": "elsewhere"},
        {"table": "t1", "book": "star-craps"},
        {"round": 3},
        {"table": "t1", "round": 9_999},
    ],
)
def test_a_dispute_is_the_person_s_own_and_about_something_there(pit: Pit, other: dict[str, Any]) -> None:
    said: dict[str, Any] = {"book": BOOK, "person": pit.who, "words": "short paid"} | other
    assert pit.sends(ask.RaiseDispute(**said), pit.who, "player") == NOT_IN_THE_BOOK
    assert pit.state.disputes == {}


def test_a_dispute_goes_up_step_by_step(pit: Pit) -> None:
    assert pit.sends(ask.RaiseDispute(BOOK, pit.who, "short paid"), pit.who, "player") == ""
    number = pit.last
    for body, person, role, clause in (
        (ask.DecideDispute(99, "right"), "flo", BOSS, NOT_IN_THE_BOOK),
        (ask.DecideDispute(number, "right"), "bea", "boxperson", "9.9"),
        (ask.DecideDispute(number, "right"), pit.who, BOSS, NOT_IN_THE_BOOK),
        (ask.DecideDispute(number, " "), "flo", BOSS, NOT_IN_THE_BOOK),
        (ask.DecideDispute(number, "short", -1), "flo", BOSS, NOT_IN_THE_BOOK),
        (ask.DecideDispute(number, "short", 2**60), "flo", BOSS, NOT_IN_THE_BOOK),
        (ask.AskReview(99), pit.who, "player", NOT_IN_THE_BOOK),
        (ask.AskReview(number), pit.who, "player", "9.9"),
        (ask.AttachEvidence(99, "ab" * 32, "the round"), "flo", BOSS, NOT_IN_THE_BOOK),
        (ask.AttachEvidence(number, "AB", "the round"), "flo", BOSS, NOT_IN_THE_BOOK),
        (ask.AttachEvidence(number, "ab" * 32, " "), "flo", BOSS, NOT_IN_THE_BOOK),
        (ask.AdviseComplaint(99, "in person"), "flo", BOSS, NOT_IN_THE_BOOK),
        (ask.AdviseComplaint(number, "in person"), "flo", BOSS, "9.8"),
        (ask.CloseDispute(99, True), "flo", BOSS, NOT_IN_THE_BOOK),
        (ask.CloseDispute(number, True), "flo", BOSS, "9.9"),
        (ask.DecideDispute(number, "right"), "flo", BOSS, ""),
        (ask.CloseDispute(number, False), "flo", BOSS, "9.8"),
        (ask.CloseDispute(number, True), "flo", BOSS, ""),
        (ask.AskReview(number), pit.who, "player", NOT_IN_THE_BOOK),
    ):
        assert pit.sends(body, person, role) == clause, body
    pit.sound()


@pytest.mark.parametrize(("book", "boss", "clause"), [(BOOK, BOSS, "9.2.5"), ("star-craps", "gaming_manager", "9.3.4")])
def test_who_is_detained_may_be_released(book: str, boss: str, clause: str) -> None:
    """By whom the book gives the power to detain; who and when is recorded, and nobody is handed over after it."""
    pit = Pit(book)
    number = reported(pit, book, "device")
    assert taken(pit, number, "detain", boss) == ""
    held = pit.last
    assert pit.sends(ask.EndMeasure(held, "it was a hearing aid"), "bea", "stickperson") == NOT_IN_THE_BOOK
    assert pit.sends(ask.EndMeasure(held, "it was a hearing aid"), pit.who, boss) == NOT_IN_THE_BOOK
    assert pit.sends(ask.EndMeasure(held, "it was a hearing aid"), "mia", boss) == ""
    ended = pit.state.measures[held]
    assert (ended.ended_by, ended.ended_why, bool(ended.ended)) == ("mia", "it was a hearing aid", True)
    assert ended.clause == clause
    assert pit.desk.aggregate(DUTIES).duties[f"incidents/detained/{held}"].done
    assert pit.sends(ask.HandOver(held, "inspector", "i1"), "max", boss) == NOT_IN_THE_BOOK
    pit.sound()


def test_9_9_a_delegate_reviews_in_the_director_s_place(pit: Pit) -> None:
    director = "director_of_casino_surveillance"
    assert pit.sends(ask.RaiseDispute(BOOK, pit.who, "short paid"), pit.who, "player") == ""
    number = pit.last
    assert pit.sends(ask.DecideDispute(number, "right"), "flo", BOSS) == ""
    assert pit.sends(ask.AskReview(number), pit.who, "player") == ""
    review = ask.DecideDispute(number, "short by 5")
    assert pit.sends(review, "del", BOSS) == "9.9"
    assert pit.sends(ask.NameDelegate(BOOK, "del"), "max", BOSS) == "9.9"
    assert pit.sends(ask.NameDelegate(BOOK, "dan"), "dan", director) == "9.9"
    assert pit.sends(ask.NameDelegate("star-craps", "del"), "dan", director) == "9.12"
    for person in ("flo", "del"):
        assert pit.sends(ask.NameDelegate(BOOK, person), "dan", director) == ""
    assert pit.sends(ask.NameDelegate(BOOK, "del"), "dan", director) == "9.9"
    assert pit.sends(review, "flo", BOSS) == "9.9", "who decided reviews nothing, as a delegate either"
    assert pit.sends(ask.EndDelegation(BOOK, "del"), "dan", director) == ""
    assert pit.sends(ask.EndDelegation(BOOK, "del"), "dan", director) == "9.9"
    assert pit.sends(review, "del", BOSS) == "9.9"
    assert pit.sends(ask.NameDelegate(BOOK, "del"), "dan", director) == ""
    assert pit.sends(review, "del", BOSS) == ""
    assert pit.state.disputes[number].decided_by == (("flo", BOSS), ("del", BOSS))
    pit.sound()
