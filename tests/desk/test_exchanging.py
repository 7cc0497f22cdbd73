"""A check of equipment exchanges nothing: pieces are replaced, or a new set is brought, and all of it is measured."""

from __future__ import annotations

import pytest

from feltwork.games.conduct import BALL, Act
from feltwork.games.equipment import key_of, parts
from feltwork.table.live.commands import (
    BringDice,
    CheckEquipment,
    ClearFault,
    OfferDice,
    OpenPlay,
    ReplaceEquipment,
    ReportDie,
    ReportFault,
    SpinBall,
)
from feltwork.table.live.events import EquipmentBrought, EquipmentChecked, EquipmentReturned, Inspection
from tests.build import checks
from tests.rules.at_desk import AtDesk, desk

WHEEL = "table and wheel of 0.75 m"
OF_THE_WHEEL = [WHEEL, "compartments", "number order"]
CROWN_DICE = ["five dice", "faces adding up to 7", "faces of 19 mm"]
NUMBERED = [
    ("star-craps", None, "five dice", "3.6"),
    ("crown-craps", None, "five dice", "5.4.2(a)(iv)"),
    ("crown-craps", "mini", "five dice", "5.4.2(a)(iv)"),
    ("dragon-fire", None, "five dice", "3.5"),
    ("star-roulette", None, WHEEL, "2.1"),
    ("star-roulette", None, BALL, "2.4"),
    ("star-roulette", None, "colour checks", "3.4"),
    ("aruze-craps", None, "tumbler", "2.2.4"),
    ("aruze-craps", None, "terminals", "2.2.1"),
]


def at(book: str, variant: str | None = None) -> tuple[AtDesk, str]:
    live = desk(book, 0 if book == "aruze-craps" else 2, variant)
    return live, live.one_who_may(Act.CLOSE)


def test_pieces_that_come_without_a_check_are_found() -> None:
    live, boss = at("star-roulette")
    old = sorted(key for key, of in live.life.equipment.holding.items() if of == BALL)
    live.forges(boss, EquipmentReturned(old), EquipmentBrought(BALL, ["ball B-9"], "2.4"))
    live.ok(SpinBall(), "dealer")
    assert any("without a check" in each.what for each in live.found())


def forged(live: AtDesk, boss: str, item: str) -> AtDesk:
    """A check that exchanges the pieces, as it was once written."""
    how, new = live.conduct.inspects[item], checks(live.life, [item], batch=9)
    assert how.numbered
    old = sorted(key for key, of in live.life.equipment.holding.items() if of == item)
    brought = [key_of(how.numbered.kind, serial) for serial in new.found[item].serials]
    return live.forges(
        boss,
        EquipmentReturned(old),
        EquipmentBrought(item, brought, live.conduct.equipment[item]),
        EquipmentChecked([item], new.found),
    )


@pytest.mark.parametrize(("book", "variant", "item", "clause"), NUMBERED)
def test_a_check_exchanges_nothing_in_play(book: str, variant: str | None, item: str, clause: str) -> None:
    live, boss = at(book, variant)
    before = dict(live.life.equipment.holding)
    everything = next(items for items in parts(live.conduct.inspects).values() if item in items)
    for items in ([item], everything):
        assert live.no(checks(live.life, items, batch=9), boss) == clause
    assert "on record" in live.why(checks(live.life, [item], batch=9), boss)
    assert live.life.equipment.holding == before
    live.ok(checks(live.life, [item]), boss)
    live.sound()
    assert any("on record" in each.what for each in forged(live, boss, item).found())


def test_a_check_exchanges_neither_ball_nor_wheel_while_the_ball_spins() -> None:
    live, boss = at("star-roulette")
    live.ok(SpinBall(), "dealer")
    assert live.no(checks(live.life, [BALL], batch=9), boss) == "2.4"
    assert live.no(checks(live.life, OF_THE_WHEEL, batch=9), boss) == "2.1"
    live.sound()


@pytest.mark.parametrize("book", ["star-craps", "crown-craps", "dragon-fire"])
def test_a_check_exchanges_no_dice_that_are_out(book: str) -> None:
    live, boss = at(book)
    live.with_shooter(1).thrown() if book != "dragon-fire" else live.with_shooter(1, "dragon").thrown()
    marks = dict(live.life.equipment.marks)
    assert "bring a new set" in live.why(checks(live.life, ["five dice"], batch=9), boss)
    same = checks(live.life, ["five dice"]).found["five dice"]
    live.ok(CheckEquipment(["five dice"], {"five dice": Inspection(same.serials[::-1], same.values)}), boss)
    assert live.life.equipment.marks == marks, "read in another order they are the same dice"
    live.sound()


def test_a_replaced_wheel_is_named_once_and_measured_whole() -> None:
    live, boss = at("star-roulette")
    live.ok(ReplaceEquipment(WHEEL, "worn"), boss)
    live.ok(checks(live.life, [WHEEL], batch=2), boss)
    assert live.no(checks(live.life, [WHEEL], batch=3), boss) == "2.1"
    assert live.no(SpinBall(), "dealer") == "2.3.1"
    live.ok(checks(live.life, OF_THE_WHEEL, batch=2), boss)
    assert live.no(checks(live.life, OF_THE_WHEEL, batch=3), boss) == "2.1"
    live.ok(SpinBall(), "dealer")
    live.sound()


def test_a_new_set_is_named_once_and_measured_whole() -> None:
    live, boss = at("crown-craps")
    for die in (1, 2):
        live.ok(ReportDie(die, found=False), "stickperson")
    live.ok(BringDice(), boss)
    live.ok(checks(live.life, ["five dice"], batch=2), boss)
    live.ok(checks(live.life, CROWN_DICE[1:], batch=2), boss)
    assert live.no(checks(live.life, CROWN_DICE, batch=3), boss) == "5.4.2(a)(iv)"
    live.bets(1, "win-line").ok(OfferDice(), "stickperson")
    live.sound()


def test_before_play_a_number_is_told_anew_with_all_that_belongs_to_the_piece() -> None:
    live = AtDesk("crown-craps", None, desk("crown-craps", 0).roles)
    live.prepared(without="puck")
    boss = live.one_who_may(Act.CLOSE)
    assert live.no(checks(live.life, ["five dice"], batch=2), boss) == "2.3"
    live.ok(checks(live.life, CROWN_DICE, batch=2), boss)
    live.ok(checks(live.life, ["puck"]), boss)
    live.ok(OpenPlay(), boss)
    assert set(live.life.equipment.marks.values()) == set(live.life.equipment.inspected["five dice"].serials)
    live.sound()


def test_aruze_2_2_1_one_terminal_is_replaced_and_the_others_stay() -> None:
    live, boss = at("aruze-craps")
    serials = live.life.equipment.inspected["terminals"].serials
    another = CheckEquipment(["terminals"], {"terminals": Inspection([*serials[:-1], "PT-99"], {})})
    assert "replace the item first" in live.why(another, boss)
    live.ok(ReportFault("terminal 8 is dark"), boss)
    live.ok(ReplaceEquipment("terminals", "terminal 8 is dark"), boss)
    assert "were replaced" in live.why(CheckEquipment(["terminals"], {"terminals": Inspection(serials, {})}), boss)
    live.ok(another, boss)
    live.ok(ClearFault("replaced"), boss)
    assert "terminal PT-99" in live.life.equipment.holding
    live.sound()
