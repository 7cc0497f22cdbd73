"""The verifier draws every round again by itself, and names what does not hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from feltwork.entropy.commit import stream
from feltwork.entropy.mapping import mapper
from feltwork.store.port import Record
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import OpenBets
from feltwork.verifier.log.bodies import formed
from feltwork.verifier.table.checker import TableChecker
from feltwork.verifier.table.redraw import byte_stream, redraw
from tests.build import enters
from tests.desk.electronic import BETTING, SECOND, Electronic, KnownEntropy

KINDS = ("two-dice", "pocket:37", "pocket:38", "distinct:36", "distinct:37", "distinct:38", "boost", "boost:1/200")
Body = dict[str, Any]


@pytest.mark.parametrize("kind", KINDS)
def test_the_second_mapping_agrees_with_the_first(kind: str) -> None:
    for number in range(400):
        secret, nonces = number.to_bytes(32, "big"), ("a", "b")[: number % 3]
        drawn = mapper(kind)(stream(secret, "r", nonces))
        again = redraw(kind, byte_stream(secret, "r", nonces))
        assert (list(drawn.outcome), drawn.used) == (again.outcome, again.used)


def dice() -> Electronic:
    """Two rounds at an electronic table, and a third one open."""
    floor = Electronic()
    dealer = floor.dealer(KnownEntropy(1))
    for _ in range(2):
        dealer.attend("t")
        floor.ok(ask.PlaceWager(1, "field", 500), "ada", "player")
        floor.ok(ask.AddNonce(2, "ben's own"), "ben", "player")
        floor.now += BETTING * SECOND
        dealer.attend("t")
    return floor


def wheel() -> Electronic:
    """Two rounds of Lucky Ball, and a third one open."""
    floor = Electronic("star-roulette")
    dealer = floor.dealer(KnownEntropy(1))
    for _ in range(2):
        dealer.attend("t")
        floor.ok(OpenBets(), "deal", "dealer")
        floor.ok(ask.PlaceWager(1, "red", 500), "ada", "player")
        floor.ok(ask.SpinBall(), "deal", "dealer")
        dealer.attend("t")
        floor.ok(ask.CloseBets(), "deal", "dealer")
        dealer.attend("t")
        floor.ok(enters(7), "deal", "dealer")
        floor.ok(ask.ConfirmNumber(7), "deal", "dealer")
        dealer.attend("t")
    return floor


def found(
    floor: Electronic, edit: Callable[[list[tuple[Record, Body]]], object] = len, about: str = "draw"
) -> list[str]:
    """What the fold says of the draws, or of something else, after an edit of the log."""
    events = [(record, msgspec.json.decode(record.body)) for record in floor.store.log.read("table/t")]
    edit(events)
    fold = TableChecker("t", floor.store.log.book)
    said = []
    for version, (record, body) in enumerate(events, 1):
        fold.facts.version, fold.facts.at, event = version, record.at, formed(body)
        assert isinstance(event, dict)
        said += fold.take(record.kind, event)[1]
    return [what for kind, what in said if kind == about]


def place_of(events: list[tuple[Record, Body]], kind: str) -> int:
    return next(n for n, (record, _) in enumerate(events) if record.kind == kind)


def setting(kind: str, **values: object) -> Callable[[list[tuple[Record, Body]]], None]:
    """The first event of this kind says something else."""
    return lambda events: events[place_of(events, kind)][1].update(values)


def without(kind: str) -> Callable[[list[tuple[Record, Body]]], None]:
    def edit(events: list[tuple[Record, Body]]) -> None:
        del events[place_of(events, kind)]

    return edit


@pytest.mark.parametrize("make", [dice, wheel])
def test_sound_draws_have_no_findings(make: Callable[[], Electronic]) -> None:
    assert found(make()) == []


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (setting("secret-revealed", secret="00" * 32), "does not match its commitment"),
        (setting("secret-revealed", secret="zz"), "not hex"),
        (setting("draw-committed", commitment="00" * 32), "does not match its commitment"),
        (setting("draw-committed", mapping=2), "mapping 2"),
        (setting("nonce-added", nonce="another"), "the secret gives"),
        (setting("outcome-drawn", outcome=[7, 7]), "7, 7"),
        (setting("outcome-drawn", used=99), "the secret gives"),
        (setting("betting-opened", closes_at=10**15), "not after 20 seconds"),
        (setting("betting-opened", round_id="t-7"), "was opened as t-7"),
        (setting("table-opened", source="seeded"), "seeded draw"),
        (setting("table-opened", source="coin"), "cannot come from"),
        (without("nonce-added"), "the secret gives"),
        (without("secret-revealed"), "never revealed"),
        (without("draw-committed"), "before the draw was committed"),
        (without("outcome-drawn"), "nothing had been drawn"),
        (without("betting-opened"), "no round was open"),
    ],
)
def test_each_change_of_a_draw_is_named(edit: Callable[[list[tuple[Record, Body]]], None], said: str) -> None:
    assert said in "\n".join(found(dice(), edit))


@pytest.mark.parametrize("number", [0, 99, "2", None])
def test_rules_of_conduct_that_are_not_known_are_found(number: object) -> None:
    said = found(dice(), setting("table-opened", rules=number), "book")
    assert said == [f"rules of conduct {number!r} are not known here, only those up to 2"]


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (setting("lucky-ball-drawn", numbers={"red": 1, "green": 2, "blue": 3, "yellow": 4}), "was shown"),
        (setting("lucky-ball-boosted", odds="mega"), "was shown"),
        (setting("outcome-drawn", outcome=[1, 2, 3, 4]), "was shown"),
    ],
)
def test_numbers_that_were_not_drawn_are_named(edit: Callable[[list[tuple[Record, Body]]], None], said: str) -> None:
    assert said in "\n".join(found(wheel(), edit))


def test_a_wager_stamped_after_the_close_is_named() -> None:
    def late(events: list[tuple[Record, Body]]) -> None:
        at = place_of(events, "wager-placed")
        record, body = events[at]
        moved = msgspec.structs.replace(record, at=record.at + BETTING * SECOND + 1)
        events[at] = (moved, body)

    assert found(dice(), late) == ["the time for wagers was over"]


def test_an_outcome_drawn_before_the_close_is_named() -> None:
    def early(events: list[tuple[Record, Body]]) -> None:
        drawn = events.pop(place_of(events, "outcome-drawn"))
        events.insert(place_of(events, "bets-closed"), drawn)

    assert "another time" in "\n".join(found(dice(), early))


def test_a_redrawn_outcome_is_named() -> None:
    def twice(events: list[tuple[Record, Body]]) -> None:
        at = place_of(events, "outcome-drawn")
        events.insert(at, events[at])

    assert "drawn twice" in "\n".join(found(dice(), twice))


def moving(kind: str, before: str) -> Callable[[list[tuple[Record, Body]]], None]:
    """The first event of one kind happens before the first of another."""

    def edit(events: list[tuple[Record, Body]]) -> None:
        moved = events.pop(place_of(events, kind))
        events.insert(place_of(events, before), moved)

    return edit


def repeating(kind: str, **values: object) -> Callable[[list[tuple[Record, Body]]], None]:
    """The first event of this kind happens again at once, with something changed."""

    def edit(events: list[tuple[Record, Body]]) -> None:
        at = place_of(events, kind)
        events.insert(at + 1, (events[at][0], events[at][1] | values))

    return edit


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (moving("secret-revealed", "bets-closed"), "while the round was going on"),
        (moving("nonce-added", "outcome-drawn"), "after the close"),
        (repeating("nonce-added"), "second nonce"),
        (repeating("draw-committed"), "never revealed"),
        (repeating("betting-opened"), "could not be"),
        (repeating("table-opened", rehearsal=True), "a rehearsal table and a live one"),
        (repeating("secret-revealed"), "nobody had committed to"),
    ],
)
def test_each_draw_has_its_place(edit: Callable[[list[tuple[Record, Body]]], None], said: str) -> None:
    assert said in "\n".join(found(dice(), edit))
