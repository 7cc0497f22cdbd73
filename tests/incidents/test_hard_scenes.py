"""Hard scenes of the pit, each with its book's own words and powers: no more and no fewer."""

from __future__ import annotations

import pytest

from feltwork.incidents import commands as ask
from feltwork.refusal import NOT_IN_THE_BOOK
from tests.aggregates.test_kept_out import Floor

WHERE = "incidents"
STAR, CROWN, ARUZE, ROULETTE, DRAGON = "star-craps", "crown-craps", "aruze-craps", "star-roulette", "dragon-fire"
AGM, MANAGER, BOSS, HOST = "assistant_gaming_manager", "gaming_manager", "pit_boss", "gaming_service_host"
DIRECTOR, CASINO, GAMING = "director_of_casino_surveillance", "casino_supervisor", "gaming_supervisor"


@pytest.fixture
def floor() -> Floor:
    return Floor()


def reported(floor: Floor, book: str, offence: str) -> int:
    floor.does(ask.ReportIncident(book, offence, "ann", "seen by two"), "sam", MANAGER, WHERE)
    return floor.store.log.head(WHERE).version


@pytest.mark.parametrize(
    ("book", "offence", "measure", "role", "clause"),
    [
        # Detained: where the book says so, for a device alone.
        (STAR, "device", "detain", CASINO, ""),
        (DRAGON, "device", "detain", CASINO, ""),
        (CROWN, "device", "detain", BOSS, ""),
        (ROULETTE, "device", "detain", MANAGER, "9.1"),
        (ARUZE, "device", "detain", MANAGER, "7.5"),
        (CROWN, "side bet", "detain", BOSS, "9.2.5"),
        # Excluded: by three books; recommended by a fourth; not at all at Crown.
        (ROULETTE, "device", "exclude", CASINO, ""),
        (DRAGON, "device", "exclude", GAMING, "11.3.3"),
        (CROWN, "device", "exclude", MANAGER, "9.1"),
        (ARUZE, "device", "exclude", MANAGER, "7.5"),
        (STAR, "device", "recommend", MANAGER, "9.1"),
        # Void and bar: for the device, for what 7.7 names, at Crown for every breach.
        (STAR, "advice", "bar", CASINO, "9.3.2"),
        (ROULETTE, "side bet", "bar", CASINO, "9.3.2"),
        (DRAGON, "advice", "exclude", CASINO, "11.3.3"),
        (CROWN, "side bet", "bar", BOSS, ""),
        (CROWN, "influence", "bar", MANAGER, ""),
        (CROWN, "side bet", "bar", "boxperson", "9.2.2"),
        (ARUZE, "tampering", "bar", AGM, ""),
        (ARUZE, "occupying", "recommend", MANAGER, ""),
        (ARUZE, "inducement", "bar", HOST, "7.7.2"),
        (ARUZE, "second terminal", "bar", AGM, "7.7.2"),
        (ARUZE, "another's card", "recommend", AGM, "7.7.3"),
        (ARUZE, "side bet", "bar", AGM, "7.7.2"),
        # Seized and confiscated: at Crown, and for the device.
        (CROWN, "device", "confiscate", BOSS, ""),
        (CROWN, "influence", "confiscate", BOSS, "9.2.4"),
        (STAR, "device", "confiscate", CASINO, "9.1"),
        (DRAGON, "device", "seize", CASINO, "11.1"),
    ],
)
def test_a_book_gives_its_own_powers(
    floor: Floor, book: str, offence: str, measure: str, role: str, clause: str
) -> None:
    number = reported(floor, book, offence)
    assert floor.ask(ask.TakeMeasure(number, measure, "as it was"), "max", role, WHERE) == clause


@pytest.mark.parametrize(
    ("book", "offence"),
    [(ARUZE, "advice"), (CROWN, "advice"), (STAR, "influence"), (ROULETTE, "tampering"), (DRAGON, "second terminal")],
)
def test_a_book_bans_its_own_things(floor: Floor, book: str, offence: str) -> None:
    assert floor.ask(ask.ReportIncident(book, offence, "ann", "seen"), "sam", MANAGER, WHERE) == NOT_IN_THE_BOOK


@pytest.mark.parametrize(
    ("book", "clause"), [(STAR, "9.2"), (ROULETTE, "9.2"), (DRAGON, "11.2"), (ARUZE, "7.6"), (CROWN, "")]
)
def test_a_device_is_exempt_on_duty_where_the_book_says_so(floor: Floor, book: str, clause: str) -> None:
    """Not at Crown, which exempts nobody; and nowhere for another breach."""
    told = ask.ReportIncident(book, "device", "ann", "a counter", on_duty=True)
    assert floor.ask(told, "sam", MANAGER, WHERE) == clause
    assert floor.ask(ask.ReportIncident(book, "side bet", "ann", "a bet", on_duty=True), "sam", MANAGER, WHERE) == ""


def test_7_7_3_who_follows_a_recommendation(floor: Floor) -> None:
    number = reported(floor, ARUZE, "tampering")
    exclude = ask.TakeMeasure(number, "exclude", "for the third time")
    floor.does(ask.TakeMeasure(number, "recommend", "for the third time"), "max", AGM, WHERE)
    recommended = floor.store.log.head(WHERE).version
    assert floor.ask(exclude, "max", AGM, WHERE) == "79", "the manager follows it"
    floor.does(ask.EndMeasure(recommended, "another person"), "max", AGM, WHERE)
    assert floor.ask(exclude, "mia", MANAGER, WHERE) == "7.4", "nothing is left to follow"
    floor.does(ask.TakeMeasure(number, "recommend", "it was them after all"), "max", AGM, WHERE)
    floor.does(exclude, "mia", MANAGER, WHERE)


def disputed(floor: Floor, book: str) -> int:
    floor.does(ask.RaiseDispute(book, "ann", "it was paid short"), "ann", "player", WHERE)
    return floor.store.log.head(WHERE).version


LADDERS = [
    # book, who decides, too low or not named, who reviews, who may not, the clause, the clause of the advice
    (STAR, "boxperson", "dealer", CASINO, "boxperson", "9.12", "9.13"),
    (ROULETTE, GAMING, "boxperson", CASINO, GAMING, "9.12", "9.13"),
    (DRAGON, GAMING, CASINO, CASINO, GAMING, "11.12", "11.13"),
    (CROWN, BOSS, "game_supervisor", DIRECTOR, MANAGER, "9.9", "9.8"),
    (ARUZE, HOST, AGM, AGM, HOST, "7.14", "7.15"),
]


@pytest.mark.parametrize(("book", "first", "not_first", "reviews", "not_review", "clause", "advice"), LADDERS)
def test_a_dispute_climbs_its_own_ladder(
    floor: Floor, book: str, first: str, not_first: str, reviews: str, not_review: str, clause: str, advice: str
) -> None:
    """First instance, review only if it is requested, by another person of a higher rank, advice before an end."""
    number = disputed(floor, book)
    decide = ask.DecideDispute(number, "as it was paid")
    assert floor.ask(ask.AdviseComplaint(number, "in person"), "bea", MANAGER, WHERE) == advice, "nothing is decided"
    assert floor.ask(decide, "bea", not_first, WHERE) in (clause, NOT_IN_THE_BOOK)
    assert floor.ask(decide, "ann", first, WHERE) == NOT_IN_THE_BOOK, "nobody decides their own"
    floor.does(decide, "bea", first, WHERE)
    assert floor.ask(decide, "leo", reviews, WHERE) == clause, "nobody asked for a review"
    assert floor.ask(ask.AskReview(number), "ben", "player", WHERE) == NOT_IN_THE_BOOK
    floor.does(ask.AskReview(number), "ann", "player", WHERE)
    assert floor.ask(ask.AskReview(number), "ann", "player", WHERE) == clause, "once"
    assert floor.ask(decide, "bea", reviews, WHERE) == clause, "the same person in a higher role"
    assert floor.ask(decide, "leo", not_review, WHERE) == clause, "another person, and not above"
    floor.does(decide, "leo", reviews, WHERE)
    assert floor.ask(decide, "max", reviews, WHERE) == clause, "it is final"
    close = ask.CloseDispute(number, satisfied=False)
    assert floor.ask(close, "leo", MANAGER, WHERE) == advice
    floor.does(ask.AdviseComplaint(number, "in person"), "leo", MANAGER, WHERE)
    floor.does(close, "leo", MANAGER, WHERE)


@pytest.mark.parametrize(
    ("book", "clause"), [(STAR, "9.12"), (ROULETTE, "9.12"), (DRAGON, "11.12"), (ARUZE, "7.14"), (CROWN, "")]
)
def test_what_the_rules_do_not_cover_is_decided_at_crown_alone(floor: Floor, book: str, clause: str) -> None:
    told = ask.RaiseDispute(book, "ann", "the lights were too bright", covered=False)
    assert floor.ask(told, "ann", "player", WHERE) == clause
