"""Made up at an electronic table and at a wheel: cards, credits withheld, terminals, note acceptors, colour checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from feltwork.games.conduct import Act
from feltwork.verifier.table.checker import TableChecker
from feltwork.verifier.verify import verify
from tests.verifier.forging import Forged, betting, rich

WEAK = "01" + "00" * 31
"""A point of small order: anybody could sign with it."""


def with_card(fold: TableChecker, *_: object) -> bool:
    """Does somebody sit at a terminal with a card and credits, while wagers are made?"""
    return betting(fold) and rich(fold) in fold.players.cards.inserted


def terminal() -> tuple[Forged, int, str, str]:
    """An electronic table, a seat there, who sits at it, and the card in it."""
    forged = Forged("aruze-craps", with_card)
    seat = rich(forged.fold)
    return forged, seat, forged.fold.facts.seats[seat], forged.fold.players.cards.inserted[seat]


def test_a_card_is_in_one_terminal_once_and_is_its_players() -> None:
    forged, seat, player, card = terminal()
    who = forged.player(seat)
    assert forged.add("card-in", who, seat=seat, player=player, card=card, clause="3.13").found() == {"seat"}
    forged, seat, player, card = terminal()
    who = forged.player(seat)
    assert forged.add("card-out", who, seat=seat, player=player, card=f"{card}0").found() == {"seat"}
    forged, seat, player, card = terminal()
    forged.add("card-out", forged.player(seat), seat=seat, player=player, card=card)
    assert forged.found() == set()
    assert forged.place(seat, "field", 10_00).found() == {"placing"}, "no card was in the terminal"


def withheld(change: dict[str, Any]) -> Forged:
    forged, seat, player, _ = terminal()
    case = forged.log.rows[-1].version + 1
    body = {"seat": seat, "player": player, "amount": 5_00, "case": case, "reason": "x", "clause": ""}
    body["clause"] = forged.clause(Act.WITHHOLD)
    return forged.add("withheld", forged.power(Act.WITHHOLD), **(body | change))


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        ({}, set()),
        ({"case": 1}, {"money"}),
        ({"player": "zed"}, {"money"}),
        ({"amount": 0}, {"money"}),
        ({"amount": 10**9}, {"money"}),
    ],
)
def test_credits_are_withheld_of_what_the_player_has(change: dict[str, Any], kinds: set[str]) -> None:
    assert withheld(change).found() - {"balance"} == kinds


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        ({}, set()),
        ({"amount": 6_00}, {"money"}),
        ({"case": 1}, {"money", "seat"}),
        ({"seat": None}, set()),
    ],
)
def test_what_was_withheld_ends_once_with_its_player_or_the_house(change: dict[str, Any], kinds: set[str]) -> None:
    forged = withheld({})
    ((case, _),) = forged.fold.players.withholding.kept.items()
    body = {"case": case, "seat": rich(forged.fold), "amount": 5_00, "finding": "x"}
    body["clause"] = forged.clause(Act.WITHHOLD)
    ended = forged.add("withholding-ended", forged.power(Act.WITHHOLD), **(body | change))
    assert ended.found() - {"balance"} == kinds


def test_only_a_terminal_out_of_play_comes_back() -> None:
    forged, seat, _, _ = terminal()
    who = forged.power(Act.CONFIRM_TERMINAL)
    body = {"seat": seat, "how": "x", "clause": forged.clause(Act.CONFIRM_TERMINAL)}
    assert "order" in forged.add("terminal-restored", who, **body).found()


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ([("acceptor-enrolled", {"key": WEAK})], "with which anybody could sign"),
        ([("acceptor-enrolled", {"key": "aa" * 32})] * 2, "a key that was enrolled before"),
        ([("acceptor-removed", {})], "no note acceptor was enrolled"),
    ],
)
def test_note_acceptors_have_keys_of_their_own(said: list[tuple[str, dict[str, Any]]], says: str) -> None:
    forged, _, _, _ = terminal()
    seat = next(n for n in range(1, 99) if n not in forged.fold.players.money.acceptors.keys)
    for kind, body in said:
        forged.add(kind, forged.power(Act.CLOSE), seat=seat, **body)
    assert forged.found() == {"money"}
    (what,) = told(forged)
    assert says in what


def coloured(fold: TableChecker, *_: object) -> bool:
    """Can somebody buy checks of a colour that nobody has?"""
    return betting(fold) and not fold.players.colours._has_checks(rich(fold)) and bool(free_colour(fold))


def free_colour(fold: TableChecker) -> str:
    assert fold.facts.conduct
    known = fold.facts.conduct.tender.checks.colours if fold.facts.conduct.tender.checks else ()
    own, taken = fold.players.colours.own_colours, fold.players.colours.colours.values()
    return next((c for c in known if (own is None or c in own) and not any(c in some for some in taken)), "")


Change = Callable[[Forged, dict[str, Any]], dict[str, Any]]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda f, b: {}, ""),
        (lambda f, b: {"amount": b["value"] * 2 + 1}, "are not whole checks"),
        (lambda f, b: {"amount": b["value"] * 10**9}, "cents to buy checks with"),
        (lambda f, b: {"colour": "tartan"}, "the set of this table has no"),
        (lambda f, b: {"marker": not b["marker"]}, "the marker button does not fit"),
    ],
)
def test_colour_checks_are_issued_as_the_book_has_it(change: Change, says: str) -> None:
    forged = Forged("star-roulette", coloured)
    fold = forged.fold
    game, seat = fold.facts.game(), rich(fold)
    value = game.chip
    minimum = min((low for low, _, _ in game.signs.sign.values()), default=0)
    body = {
        "seat": seat,
        "colour": free_colour(fold),
        "value": value,
        "amount": value * 2,
        "marker": value > minimum,
        "clause": forged.clause(Act.ISSUE_COLOURS),
    }
    forged.add("colour-issued", forged.power(Act.ISSUE_COLOURS), **(body | change(forged, body)))
    assert bool(forged.found() & {"money"}) is bool(says)
    assert any(says in what for what in told(forged)) if says else not told(forged)


def told(forged: Forged) -> list[str]:
    """What is said of what was made up."""
    return [each.what for each in verify(forged.log.reading()) if each.version > forged.true and each.kind == "money"]
