"""Dice in hands that could not have them, in a log whose hashes are all right."""

from __future__ import annotations

import msgspec
import pytest

from feltwork.games.conduct import Act
from feltwork.verifier.table.checker import TableChecker
from feltwork.verifier.verify import verify
from tests.verifier.forging import CRAPS, DICE, OUTSIDE, Forged, rehearsed
from tests.verifier.tampering import Log

SYSTEM = ("unit", "system")


def ready(fold: TableChecker, *_: object) -> bool:
    """May the shooter throw now?"""
    felt = fold.facts.game()
    called = felt.closed == bool(felt.book.house.closing)
    handed = fold.hands.handed or not (fold.facts.conduct and Act.HAND_DICE in fold.facts.conduct.powers)
    holds = (
        fold.hands.shooter is not None
        and len(fold.hands.dice.hand) == 2
        and fold.rounds.turns.has_line(fold.hands.shooter)
    )
    return (
        fold.facts.status == "open"
        and not fold.round.thrown
        and not fold.staff.standing.suspended
        and called
        and handed
        and holds
    )


def free(fold: TableChecker, *_: object) -> bool:
    """Has nobody the dice, and are there players?"""
    nobody = fold.hands.shooter is None and fold.hands.offered is None and not fold.hands.house
    return fold.facts.status == "open" and not fold.round.thrown and nobody and len(fold.facts.seats) > 1


def another(fold: TableChecker, seat: int | None) -> int:
    return next(other for other in fold.facts.seats if other != seat)


@pytest.mark.parametrize("name", DICE)
def test_the_shooter_throws(name: str) -> None:
    forged = Forged(name, lambda f, *_: ready(f) and len(f.facts.seats) > 1)
    shooter = forged.fold.hands.shooter
    assert shooter is not None
    assert forged.add("dice-thrown", forged.player(shooter), by=shooter).found() == set()
    forged = Forged(name, lambda f, *_: ready(f) and len(f.facts.seats) > 1)
    other = another(forged.fold, shooter)
    assert forged.add("dice-thrown", forged.player(other), by=other).found() == {"dice"}
    forged = Forged(name, ready)
    house = Act.HOUSE_THROW if name == "dragon-fire" else "offer dice"
    assert forged.add("dice-thrown", forged.power(house), by=None).found() == {"dice"}


@pytest.mark.parametrize("name", DICE)
def test_two_dice_of_the_set_are_selected_before_a_throw(name: str) -> None:
    def short(fold: TableChecker, *_: object) -> bool:
        return (
            fold.facts.status == "open"
            and fold.hands.shooter is not None
            and len(fold.hands.dice.hand) < 2
            and not fold.round.thrown
        )

    forged = Forged(name, short)
    shooter = forged.fold.hands.shooter
    assert shooter is not None
    assert "dice" in forged.add("dice-thrown", forged.player(shooter), by=shooter).found()
    for dice in ([77, 78], [1, 1]):
        assert "dice" in Forged(name, short).add("dice-selected", forged.player(shooter), dice=dice).found()
    lost = Forged(name, short)
    gone, there = sorted(lost.fold.hands.dice.there)[:2]
    lost.add("die-lost", lost.power(Act.OFFER_DICE), die=gone)
    assert lost.add("dice-selected", lost.player(shooter), dice=[gone, there]).found() == {"dice"}


@pytest.mark.parametrize("name", DICE)
def test_dice_are_offered_in_turn_and_taken_by_whom_they_are_offered_to(name: str) -> None:
    forged = Forged(name, free)
    assert forged.fold.facts.conduct
    due = forged.fold.rounds.turns.next_in_turn(forged.fold.facts.conduct)
    other = another(forged.fold, due)
    stick = forged.power(Act.OFFER_DICE)
    assert "dice" in forged.add("dice-offered", stick, seat=other, clause="3.2").found()
    forged = Forged(name, lambda f, row, _: row.kind == "dice-offered" and len(f.facts.seats) > 1)
    other = another(forged.fold, forged.fold.hands.offered)
    assert forged.add("dice-accepted", forged.player(other), seat=other).found() == {"dice"}


@pytest.mark.parametrize("name", CRAPS)
def test_a_shooter_does_not_go_on_after_a_7_out(name: str) -> None:
    forged = Forged(name, lambda f, row, body: row.kind == "dice-passed" and body["reason"] == "7 Out")
    seat = forged.fold.hands.last_shooter
    assert seat is not None
    kept = Forged(name, lambda f, row, _: row.version == forged.true)
    del kept.log.rows[-1:]
    kept.true -= 1
    kept.place(seat, "win-line", 10_00)
    if kept.fold.facts.game().book.house.closing:
        kept.add("bets-closed", kept.power(Act.CLOSE_BETS))
    assert "dice" in kept.add("dice-thrown", kept.player(seat), by=seat).found()
    passed = Forged(name, lambda f, *_: ready(f) and f.facts.game().area == 0)
    shooter = passed.fold.hands.shooter
    assert shooter is not None
    who = passed.power(Act.CALL_RESULT)
    assert "dice" in passed.add("dice-passed", who, seat=shooter, clause="3.7.1", reason="7 Out").found()


def test_a_shooter_keeps_the_line_wager_up() -> None:
    def bare(fold: TableChecker, *_: object) -> bool:
        holds = fold.hands.shooter is not None and len(fold.hands.dice.hand) == 2
        return holds and not fold.round.thrown and not fold.rounds.turns.has_line(fold.hands.shooter or 0)

    forged = Forged("star-craps", bare)
    assert forged.fold.hands.shooter is not None
    throws = {"by": forged.fold.hands.shooter}
    assert forged.add("dice-thrown", forged.player(forged.fold.hands.shooter), **throws).found() == {"dice"}


@pytest.mark.parametrize("name", DICE[1:3])
def test_only_the_shooter_lets_another_throw(name: str) -> None:
    forged = Forged(name, lambda f, *_: ready(f) and len(f.facts.seats) > 1)
    other = another(forged.fold, forged.fold.hands.shooter)
    body = {"seat": other, "person": forged.fold.facts.seats[other], "clause": "5.1.1(b)(i)"}
    assert forged.add("thrower-authorised", forged.player(other), **body).found() == {"dice"}


@pytest.mark.parametrize(("shooting", "found"), [(None, set()), (1, set()), (10**9, {"dice"}), (0, {"limits"})])
def test_a_shot_is_for_who_has_staked_the_dice_shooting_value(shooting: int | None, found: set[str]) -> None:
    """Aruze 3.11.2: the same night, had the table opened with another value."""
    played = rehearsed("aruze-craps")
    log = Log(list(played.rows), [], played.books)
    for place, row in enumerate(log.rows):
        if row.kind == "table-opened":
            body = msgspec.json.encode({**msgspec.json.decode(row.body), "shooting": shooting})
            log.rows[place] = row._replace(body=body)
    log.rechain()
    elsewhere = OUTSIDE | {"balance"}  # what came from the cage
    assert {finding.kind for finding in verify(log.reading())} - elsewhere == found


def test_a_new_set_comes_when_two_dice_are_lost() -> None:
    forged = Forged("star-craps", lambda f, *_: f.facts.status == "open" and not f.hands.dice.lost)
    assert forged.add("dice-brought", forged.power(Act.CHECK_DICE), first=6).found() == {"dice"}
    forged = Forged(
        "star-craps",
        lambda f, *_: f.facts.status == "open" and not f.hands.dice.lost and not f.round.thrown,
    )
    for die in (4, 5):
        forged.add("die-lost", forged.power(Act.OFFER_DICE), die=die)
    assert forged.add("dice-brought", forged.power(Act.CHECK_DICE), first=6).found() == set()


@pytest.mark.parametrize(
    ("later", "own", "kinds"),
    [
        (9, True, set()),
        (10, True, {"dice"}),
        (9, False, {"dice"}),
        (10, False, set()),
    ],
)
def test_a_shot_is_pressed_within_ten_seconds_and_made_by_itself_after_them(
    later: int, own: bool, kinds: set[str]
) -> None:
    forged = Forged("aruze-craps", lambda f, row, body: row.kind == "shot-awaited" and body["seat"] is not None)
    seat = forged.fold.hands.shooter
    assert seat is not None
    forged.at += later * 1_000_000
    by = seat if own else None
    assert forged.add("dice-thrown", forged.player(seat) if own else SYSTEM, by=by).found() == kinds


def test_a_shot_is_the_next_terminals() -> None:
    forged = Forged("aruze-craps", lambda f, row, body: row.kind == "shot-awaited" and body["seat"] is not None)
    other = another(forged.fold, forged.fold.hands.shooter)
    assert forged.add("dice-thrown", forged.player(other), by=other).found() == {"dice"}
    rows = forged.log.rows[:-1]
    forged = Forged("aruze-craps", lambda f, row, _: row.version == rows[-1].version)
    last = rows[-1].body.replace(b'"seat":%d' % (forged.fold.hands.shooter or 0), b'"seat":%d' % other)
    forged.log.rows[-1], forged.true = forged.log.rows[-1]._replace(body=last), forged.true - 1
    assert "dice" in forged.found()
