"""Limits at live tables: refused at placement, and what nevertheless lies outside them meets the book's late rule."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from feltwork.table.live.commands import ChangeLimits, PlaceWager, RepositionWager, SetPersonalLimit
from feltwork.table.live.events import FairnessApplied, Limits
from feltwork.table.play.events import Placed, Repositioned
from feltwork.table.play.state import TableRules
from tests.rules.desk import AtDesk

SIGN: Limits = (5_00, 100_00, 0)
FAIR = RepositionWager(1, "straight", "straight", "pushed over by the dealer", 8, 7)


def kinds(table: AtDesk) -> set[str]:
    return {finding.kind for finding in table.found()}


@pytest.mark.parametrize("variant", [None, "mini"])
def test_crown_4_2_1_a_wager_reduced_under_the_minimum_is_warned_and_then_goes_back(variant: str | None) -> None:
    table = AtDesk("crown-craps", variant, limits={"field": SIGN}).shooting()
    table.reduced("field").throws(2, 3)
    assert (table.last("round-settled")["warned"], table.line(2, "field")[0]) == ([2], "lose")
    for dice in ((2, 4), (1, 2)):
        table.reduced("field").throws(*dice)
        assert table.last("round-settled")["warned"] == []
        assert table.line(2, "field") == ["returned", 2_00, 0, 2_00, "4.2.1"]
    assert table.rail(2) == 1_000_00 - 2_00
    table.is_sound()


@pytest.mark.parametrize(
    ("book", "wager", "dice", "clause"),
    [("star-craps", "field", (1, 2), "6.1.17"), ("dragon-fire", "dragon", (1, 2), "6.1.1.1")],
)
def test_a_wager_reduced_under_the_minimum_is_valid(book: str, wager: str, dice: tuple[int, int], clause: str) -> None:
    """Star Craps 7.2, Dragon Fire 7.2: it is settled whole, and nobody is warned."""
    table = AtDesk(book, limits={wager: SIGN}).shooting()
    for times in (1, 2):
        table.reduced(wager).throws(*dice)
        assert table.line(2, wager) == ["win", 2_00, 2_00, 2_00, clause]
        assert table.rail(2) == 1_000_00 + times * 2_00
    table.is_sound()


@pytest.mark.parametrize(
    ("book", "variant", "wager", "dice"),
    [
        ("star-craps", None, "field", (1, 2)),
        ("crown-craps", None, "field", (1, 2)),
        ("crown-craps", "mini", "field", (1, 2)),
        ("dragon-fire", None, "dragon", (1, 2)),
    ],
)
def test_a_wager_that_lies_over_the_maximum_is_paid_and_collected_to_it(
    book: str, variant: str | None, wager: str, dice: tuple[int, int]
) -> None:
    """Star Craps 7.3, Crown 4.2.2, Dragon Fire 7.3, readings G2 and G3: however it came to lie there."""
    for shown, due in ((dice, ["win", 150_00, 100_00, 150_00]), ((4, 4), ["lose", 150_00, 0, 50_00])):
        table = AtDesk(book, variant, limits={wager: SIGN}).shooting()
        assert table.says_no(PlaceWager(2, wager, 150_00), 2) == ("4.4" if book == "crown-craps" else "7.1")
        table.forges(2, Placed((2, wager, None), 150_00, 0))
        table.throws(*shown)
        assert table.line(2, wager)[:4] == due
        assert kinds(table) == {"placing"}, "that it was laid there is found, and no fault with how it was settled"


def test_roulette_4_2_and_4_3_at_the_wheel() -> None:
    table = AtDesk("star-roulette", limits={"red": SIGN, "black": SIGN})
    table.reduced("red").forges(1, Placed((1, "black", None), 150_00, 0))
    table.spun().lands(1)
    assert table.line(2, "red") == ["win", 2_00, 2_00, 2_00, "3.2.13"]
    assert table.line(1, "black")[:4] == ["lose", 150_00, 0, 50_00]
    assert kinds(table) == {"placing"}


def test_limits_that_change_leave_what_lies_as_it_was_laid() -> None:
    """Reading G4, and a player's own limits that are taken away again."""
    table = AtDesk("crown-craps", limits={"big-6": SIGN}).shooting()
    table.does(SetPersonalLimit(2, (5_00, 300_00, 0)), "boxperson")
    table.does(PlaceWager(2, "big-6", 300_00), 2)
    table.does(SetPersonalLimit(2, None), "boxperson")
    table.does(ChangeLimits({"big-6": (5_00, 50_00, 0)}), "boxperson")
    assert table.says_no(PlaceWager(2, "big-6", 1_00), 2) == "4.4"
    table.throws(3, 3)
    assert table.line(2, "big-6")[:4] == ["win", 300_00, 300_00, 300_00]
    table.is_sound()


def wheel(max_award: int | None = None) -> AtDesk:
    table = AtDesk("star-roulette", limits={"straight": SIGN, "red": (10_00, 20_00, 0)}, max_award=max_award).betting()
    table.does(PlaceWager(1, "straight", 80_00, 8), 1)
    table.does(PlaceWager(1, "straight", 60_00, 7), 1)
    return table.spun()


def test_roulette_3_14_chips_that_count_elsewhere_are_paid_to_the_maximum_there() -> None:
    """80.00 on 8 and 60.00 on 7, moved together under a maximum of 100.00: 3,500.00, not 4,900.00."""
    for pocket, due in ((7, ["win", 140_00, 3_500_00, 140_00]), (9, ["lose", 140_00, 0, 40_00])):
        table = wheel()
        table.does(FAIR, "casino_supervisor")
        table.lands(pocket)
        assert table.line(1, "straight")[:4] == due
        table.is_sound()


def test_roulette_3_14_they_answer_to_the_sign_of_where_they_count() -> None:
    table = wheel()
    table.does(RepositionWager(1, "straight", "red", "pushed over by the dealer", 8), "casino_supervisor")
    table.lands(1)
    assert table.line(1, "red")[:4] == ["win", 80_00, 20_00, 80_00]
    table.is_sound()


def test_roulette_3_14_no_further_than_the_declared_award() -> None:
    refused, taken = wheel(3_000_00), wheel(3_500_00)
    assert refused.says_no(FAIR, "casino_supervisor") == "not in the book"
    taken.does(FAIR, "casino_supervisor")
    taken.lands(7).is_sound()
    refused.forges(
        "casino_supervisor", FairnessApplied(1, "x", "3.14"), Repositioned((1, "straight", (8,)), (1, "straight", (7,)))
    )
    assert kinds(refused) == {"placing"}


def test_what_was_settled_without_the_late_rule_is_found() -> None:
    table = wheel()
    table.does(FAIR, "casino_supervisor")
    with patch.object(TableRules, "late_rule", False):
        table.lands(7)
    assert table.line(1, "straight")[:4] == ["win", 140_00, 4_900_00, 140_00]
    assert kinds(table) == {"lines"}
    crown = AtDesk("crown-craps", limits={"field": SIGN}).shooting()
    with patch.object(TableRules, "late_rule", False):
        crown.reduced("field").throws(2, 3)
    assert kinds(crown) == {"lines"}, "nobody was warned"
