"""Consent to share a colour: of its holder, for one colour and one issue (Roulette 3.7)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from feltwork.table.live import commands as ask
from feltwork.table.live.commands import AgreeColour, BuyColour, RedeemColour
from feltwork.views.views import _sharing
from tests.build import enters
from tests.desk.pit import Pit, first_rules

BLUE, PINK = (partial(BuyColour, colour=colour, value=1_00, amount=20_00) for colour in ("blue", "pink"))


def wheel(players: int = 3) -> Pit:
    """A wheel whose first player has blue checks."""
    return Pit("star-roulette", players=players).opens().ok(BLUE(1), "dealer")


def test_roulette_3_7_consent_is_for_one_colour_and_one_issue() -> None:
    pit = wheel()
    assert pit.no(BLUE(2), "dealer") == "3.7"
    assert pit.no(AgreeColour(1, 2, "pink"), 1) == "3.7", "not theirs to share"
    pit.ok(AgreeColour(1, 2, "blue"), 1).ok(BLUE(2), "dealer")
    assert pit.no(BLUE(3), "dealer") == "3.7"
    pit.ok(RedeemColour(2), 2)
    assert pit.no(BLUE(2), "dealer") == "3.7", "used up"
    pit.ok(AgreeColour(1, 2), 1).ok(PINK(1), "casino_supervisor")
    assert pit.no(PINK(2), "dealer") == "3.7", "another colour"
    pit.ok(BLUE(2), "dealer").sound()


def test_all_who_have_the_colour_agree() -> None:
    pit = wheel().ok(AgreeColour(1, 2), 1).ok(BLUE(2), "dealer").ok(AgreeColour(1, 3), 1)
    assert pit.no(BLUE(3), "dealer") == "3.7"
    pit.ok(AgreeColour(2, 3), 2).ok(BLUE(3), "dealer").sound()


def test_roulette_3_7_more_of_a_shared_colour_is_another_issue() -> None:
    pit = wheel().ok(AgreeColour(1, 2), 1).ok(BLUE(2), "dealer")
    assert pit.no(BLUE(2), "dealer") == "3.7"
    assert pit.no(BLUE(1), "dealer") == "3.7", "seat 2 has it too"
    pit.ok(BLUE(2), 2)
    assert _sharing(pit.life) == [{"seat": 2, "colour": "blue", "of": [1]}], "the holder sees it asked for"
    pit.ok(AgreeColour(1, 2, "blue"), 1).ok(BLUE(2), "dealer").ok(AgreeColour(2, 1, "blue"), 2).ok(BLUE(1), "dealer")
    assert pit.sound().altered("colour-agreed", with_seat=3) == {"money"}, "the last issue was not agreed to"
    pit.ok(RedeemColour(2), 2).ok(BLUE(1), "dealer").sound()


@pytest.mark.parametrize("how", ["redeemed", "lost", "left"])
def test_consent_ends_with_the_checks_that_it_was_for(how: str) -> None:
    pit = wheel().ok(AgreeColour(1, 2), 1)
    if how == "lost":
        pit.ok(ask.PlaceWager(1, "straight", 20_00, 7, "checks"), 1).ok(ask.SpinBall(), "dealer")
        pit.ok(ask.CloseBets(), "dealer").ok(enters(8), "dealer").ok(ask.ConfirmNumber(8), "dealer").opens()
    else:
        pit.ok(RedeemColour(1), 1)
    if how == "left":
        pit.ok(ask.Collect(1), 1).ok(ask.Leave(1), 1).ok(ask.Sit("ann", 1), 1).ok(ask.BuyIn(1, 100_00), 1)
    pit.ok(BLUE(1), "dealer")
    assert pit.no(BLUE(2), "dealer") == "3.7"
    pit.sound()


def test_a_player_asks_for_a_colour_and_its_holder_agrees_before_it_is_issued() -> None:
    pit = wheel().ok(BLUE(2), 2)
    assert [want.seat for want in pit.life.colours.wanted.values()] == [2]
    assert pit.no(BLUE(2), "dealer") == "3.7"
    pit.ok(AgreeColour(1, 2, "blue"), 1).ok(BLUE(2), "dealer").sound()


def test_the_crew_enters_consent_only_with_the_holders_words() -> None:
    pit = wheel()
    for words in ("", "  ", "x" * 201):
        assert pit.no(AgreeColour(1, 2, "blue", words), "dealer") == "3.7"
    for who in (2, 3, "casino_supervisor"):
        assert pit.no(AgreeColour(1, 2, "blue", "ann says yes"), who) == "3.7"
    pit.ok(AgreeColour(1, 2, "blue", "she may"), "dealer").ok(BLUE(2), "dealer")
    assert pit.last("colour-agreed")["asked"] == "she may"
    assert pit.sound().altered("colour-agreed", asked="") == {"role"}


@pytest.mark.parametrize(
    ("changes", "found"), [({"colour": "pink"}, {"money"}), ({"with_seat": 3}, {"money"}), ({"colour": ""}, {"money"})]
)
def test_consent_that_was_not_given_is_found(changes: dict[str, Any], found: set[str]) -> None:
    pit = wheel().ok(AgreeColour(1, 2, "blue"), 1).ok(BLUE(2), "dealer")
    assert pit.sound().altered("colour-agreed", **changes) == found


def test_under_the_first_rules_consent_was_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    first_rules(monkeypatch)
    pit = wheel()
    assert pit.no(AgreeColour(1, 2, "blue", "she may"), "dealer") == "3.7"
    assert pit.no(BLUE(2), 2) == "3.7"
    pit.ok(AgreeColour(1, 2), 1).ok(BLUE(2), "dealer").ok(RedeemColour(2), 2).ok(BLUE(2), "dealer").sound()
    pit.ok(BLUE(2), "dealer").ok(BLUE(1), "dealer").sound()
