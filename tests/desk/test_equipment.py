"""Equipment through the desk: measured before play, numbered, at one table at a time, measured again when replaced."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.games.conduct import BALL, Act
from feltwork.games.registry import conduct_of
from feltwork.store.memory import MemoryStore
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import (
    BuyColour,
    ExamineBall,
    OpenBets,
    ReplaceEquipment,
    ReportUnitFault,
    RestoreUnit,
    TakeBallOut,
)
from feltwork.table.live.events import Inspection
from feltwork.verifier.log.rows import Finding
from feltwork.verifier.verify import verify
from tests.build import checks, signed
from tests.desk.pit import Pit
from tests.verifier.forging import Forged, rehearsed
from tests.verifier.night import Night, listed, night_rows
from tests.verifier.tampering import Log

BOOKS = [
    ("star-craps", None),
    ("crown-craps", None),
    ("crown-craps", "mini"),
    ("dragon-fire", None),
    ("star-roulette", None),
    ("aruze-craps", None),
]


def opened(night: Night, table: str, book: str, variant: str | None = None) -> tuple[str, str]:
    """A table that is being checked; who manages it."""
    conduct = conduct_of(book, variant)
    assert conduct
    night.conducts[table] = conduct
    boss = night.boss(table)
    assert not night.send(table, *boss, signed(ask.OpenTable(book, 100, 8, variant=variant, rehearsal=True))).reason
    return boss


def found_in(night: Night) -> list[Finding]:
    return verify(listed(night))


@pytest.mark.parametrize(("book", "variant"), BOOKS)
def test_a_piece_is_at_one_table_at_a_time(book: str, variant: str | None) -> None:
    night = Night(MemoryStore())
    boss = opened(night, "one", book, variant)
    opened(night, "two", book, variant)
    here = checks(night.desk.table("one"))
    assert not night.send("one", *boss, here).reason
    refused = night.send("two", *boss, here)
    assert refused.reason.endswith("is at table one")
    assert refused.clause in (night.desk.table("two").conduct or night.conducts["two"]).equipment.values()
    assert night.desk.table("two").equipment.holding == {}
    assert not night.send("one", *boss, ask.CloseTable()).reason
    assert night.desk.table("one").equipment.holding == {}
    assert not night.send("two", *boss, here).reason, "it is back"
    again = Desk(night.desk.store)
    assert again.cage.equipment == night.desk.cage.equipment
    assert set(again.table("two").equipment.holding) == {key for key, at in again.cage.equipment.items() if at == "two"}
    assert found_in(night) == []


def test_two_desks_on_one_store_do_not_lend_it_twice() -> None:
    store = MemoryStore()
    first, second = Night(store), Night(store)
    second.sent = 1000
    boss = opened(first, "one", "star-roulette")
    opened(first, "two", "star-roulette")
    here = checks(first.desk.table("one"))
    assert not first.send("one", *boss, here).reason
    assert "is at table one" in second.send("two", *boss, here).reason


def test_a_closed_table_is_not_checked_and_holds_nothing() -> None:
    night = Night(MemoryStore())
    boss = opened(night, "t", "star-craps")
    check = checks(night.desk.table("t"))
    assert not night.send("t", *boss, ask.CloseTable()).reason
    assert night.send("t", *boss, check).reason == "the table is closed"


def test_what_was_found_is_there_to_be_confirmed_on_another_day() -> None:
    night = Night(MemoryStore())
    boss = opened(night, "t", "star-roulette")
    check = checks(night.desk.table("t"))
    assert not night.send("t", *boss, check).reason
    assert not night.send("t", *boss, ask.CloseTable()).reason
    opened(night, "t", "star-roulette")
    life = night.desk.table("t")
    assert (life.equipment.inspected, set(life.equipment.checked), dict(life.equipment.holding)) == (
        check.found,
        set(),
        {},
    )


def in_play(book: str, variant: str | None = None) -> tuple[Night, tuple[str, str]]:
    night = Night(MemoryStore())
    night.open("t", book, variant)
    return night, night.boss("t")


def test_a_replaced_ball_is_not_the_one_it_replaces() -> None:
    night, boss = in_play("star-roulette")
    dealer = ("dealer-t", "dealer")
    for command in (OpenBets(), ask.SpinBall(), ask.CallNoRoll("ball out of the wheel")):
        assert not night.send("t", *dealer, command).reason
    assert not night.send("t", *boss, ExamineBall(replaced=True)).reason
    assert night.send("t", *boss, ask.CheckEquipment([BALL])).clause == "2.4"
    assert "one of those that were replaced" in night.send("t", *boss, checks(night.desk.table("t"), [BALL])).reason
    before = night.desk.table("t").equipment.inspected[BALL].serials[0]
    assert not night.send("t", *boss, checks(night.desk.table("t"), [BALL], batch=2)).reason
    assert f"ball {before}" not in night.desk.table("t").equipment.holding
    assert night.desk.cage.equipment[f"ball {before}"] == "", "it may be used elsewhere again"
    assert found_in(night) == []


@pytest.mark.parametrize(
    ("book", "item", "clause"),
    [("star-craps", "puck", "2.4.3"), ("star-roulette", "dolly", "2.5.2"), ("dragon-fire", "entry terminal", "2.4")],
)
def test_what_is_replaced_is_measured_before_play_goes_on(book: str, item: str, clause: str) -> None:
    night, boss = in_play(book)
    life = night.desk.table("t")
    assert life.conduct
    spins = book == "star-roulette"
    begins = ask.SpinBall() if spins else ask.OfferDice()
    power = Act.SPIN_BALL if spins else Act.OFFER_DICE
    crew = life.conduct.powers[power].roles[0]
    person = (f"{crew}-t", crew)
    if spins:
        night.send("t", *person, OpenBets())
    else:
        night.send("t", "ada", "player", ask.PlaceWager(1, life.conduct.shooting.line[0], 10_00))
    assert night.send("t", *boss, ReplaceEquipment(item, " ")).reason.startswith("say why it is replaced")
    assert night.send("t", "ada", "player", ReplaceEquipment(item, "worn")).reason.startswith("that is for")
    assert (
        night.send("t", *boss, ReplaceEquipment("chandelier", "worn")).reason
        == "nothing is measured of 'chandelier' at this table"
    )
    assert not night.send("t", *boss, ReplaceEquipment(item, "worn")).reason
    refused = night.send("t", *person, begins)
    assert (refused.clause, refused.reason) == (clause, f"{item} has not been checked since it was replaced")
    assert not night.send("t", *boss, checks(night.desk.table("t"), [item])).reason
    assert not night.send("t", *person, begins).reason
    if spins:
        assert (
            night.send("t", *boss, ReplaceEquipment(item, "worn")).reason == "equipment is replaced between two rounds"
        )
    assert found_in(night) == []


def test_aruze_2_2_4_a_replaced_tumbler_is_checked_while_play_is_stopped() -> None:
    night, boss = in_play("aruze-craps")
    assert night.send("t", *boss, ReplaceEquipment("tumbler", "loud")).reason == "stop play first: report the fault"
    assert not night.send("t", *boss, ask.ReportFault("the tumbler is loud")).reason
    assert not night.send("t", *boss, ReplaceEquipment("tumbler", "loud")).reason
    assert night.send("t", *boss, ask.ClearFault("replaced")).clause == "2.2.4"
    assert "replaced" in night.send("t", *boss, checks(night.desk.table("t"), ["tumbler"])).reason
    assert not night.send("t", *boss, checks(night.desk.table("t"), ["tumbler"], batch=2)).reason
    assert not night.send("t", *boss, ask.ClearFault("replaced and checked")).reason
    assert found_in(night) == []


def test_dice_are_not_replaced_at_will() -> None:
    night, boss = in_play("star-craps")
    assert night.send("t", *boss, ReplaceEquipment("five dice", "worn")).clause == "3.6"


def test_a_unit_that_is_removed_leaves_the_table() -> None:
    night, boss = in_play("star-roulette")
    unit = next(key for key in night.desk.table("t").equipment.holding if key.startswith("uSpin"))
    assert not night.send("t", *boss, ReportUnitFault("jammed", spin_valid=True)).reason
    assert not night.send("t", *boss, RestoreUnit("removed")).reason
    assert night.desk.cage.equipment[unit] == ""
    assert found_in(night) == []


def test_the_colours_of_a_set_are_those_that_were_found() -> None:
    """Roulette 3.4: what the table's set has not, cannot be issued."""
    night = Night(MemoryStore())
    boss = opened(night, "t", "star-roulette")
    check = checks(night.desk.table("t"))
    few = Inspection(["dragonfly"], {**check.found["colour checks"].values, "colours": ["red", "blue"]})
    told = ask.CheckEquipment(check.items, {**check.found, "colour checks": few})
    assert not night.send("t", *boss, told).reason
    assert not night.send("t", *boss, ask.AssignCrew("deal", "dealer")).reason
    assert not night.send("t", *boss, ask.OpenPlay()).reason
    night.send("t", "cass", "cashier", Deposit("ada", 100_00))
    night.send("t", "ada", "player", ask.Sit("ada", 1))
    night.send("t", "ada", "player", ask.BuyIn(1, 100_00))
    assert night.send("t", "deal", "dealer", BuyColour(1, "pink", 1_00, 10_00)).clause == "3.4"
    assert not night.send("t", "deal", "dealer", BuyColour(1, "blue", 1_00, 10_00)).reason
    assert found_in(night) == []


# How a ball ran, and how it came out of the wheel again.


def test_5_2_how_each_spin_ran_is_in_the_log() -> None:
    pit = Pit("star-roulette").opens().ok(ask.SpinBall(), "dealer").ok(ask.CloseBets(), "dealer")
    assert pit.no(ask.EnterNumber(7), "dealer") == "5.2"
    assert pit.no(ask.EnterNumber(7, "clockwise", "clockwise", 4), "dealer") == "8.1"
    assert pit.no(ask.EnterNumber(7, "clockwise", "anticlockwise", 3), "dealer") == "8.2"
    pit.ok(ask.EnterNumber(7, "clockwise", "anticlockwise", 6), "dealer").ok(ask.ConfirmNumber(7), "dealer")
    (entered,) = (row for row in night_rows(pit) if row.kind == "number-entered")
    told = msgspec.json.decode(entered.body)
    assert (told["ball"], told["wheel"], told["revolutions"]) == ("clockwise", "anticlockwise", 6)
    assert found_in(pit) == []
    for name, value in (("ball", "anticlockwise"), ("wheel", ""), ("revolutions", 3), ("revolutions", True)):

        def forge(body: dict[str, Any], name: str = name, value: object = value) -> None:
            body[name] = value

        assert edited(pit, "number-entered", forge, of="result"), (name, value)


@pytest.mark.parametrize(
    ("reason", "clause"), [("same direction", "8.1"), ("under four revolutions", "8.2"), ("foreign object", "8.3")]
)
def test_the_ball_is_taken_out_after_no_spin(reason: str, clause: str) -> None:
    night, boss = in_play("star-roulette")
    dealer = ("dealer-t", "dealer")
    assert night.send("t", *dealer, TakeBallOut(in_time=True)).reason.startswith(
        "the ball is taken out of the wheel after no spin"
    )
    for command in (OpenBets(), ask.SpinBall(), ask.CallNoRoll(reason), OpenBets()):
        assert not night.send("t", *dealer, command).reason
    assert night.send("t", *dealer, ask.SpinBall()).clause == clause
    assert "dealer" in night.send("t", *boss, TakeBallOut(in_time=True)).reason
    assert not night.send("t", *dealer, TakeBallOut(in_time=False)).reason
    assert not night.send("t", *dealer, ask.SpinBall()).reason
    assert found_in(night) == []
    log = Log(night_rows(night), [], list(listed(night)._books))
    log.rows = [row for row in log.rows if row.kind != "ball-taken-out"]
    log.rechain()
    assert any("taken" in each.what or "take" in each.what for each in verify(log.reading()))


# What an insider might write into the log.


def edited(night: Night, kind: str, change: Any, of: str = "equipment") -> list[Finding]:
    """What is found when one event says something else."""
    log = Log(night_rows(night), [], list(listed(night)._books))
    at = next(i for i, row in enumerate(log.rows) if row.kind == kind)
    body = msgspec.json.decode(log.rows[at].body)
    change(body)
    log.rows[at] = log.rows[at]._replace(body=msgspec.json.encode(body))
    log.rechain()
    return [each for each in verify(log.reading()) if each.kind == of]


@pytest.mark.parametrize(
    ("book", "item", "name", "value"),
    [
        ("star-roulette", "table and wheel of 0.75 m", "diameter", 749_999),
        ("star-roulette", BALL, "diameter", 16_999),
        ("star-roulette", BALL, "diameter", 23_001),
        ("star-roulette", BALL, "material", "steel"),
        ("star-roulette", "dolly", "material", "wood"),
        ("star-roulette", "compartments", "compartments", 38),
        ("star-roulette", "number order", "order", "diagram H"),
        ("star-roulette", "colour checks", "colours", ["red"]),
        ("star-roulette", "layout", "diagram", "F"),
        ("crown-craps", "faces of 19 mm", "smallest face", [19_000, 19_000, 19_000, 19_000, 18_999]),
        ("crown-craps", "faces adding up to 7", "opposite sides", [7, 7, 7, 7, 6]),
        ("star-craps", "five dice", "opposite sides", [7, 7, 7, 7]),
        ("dragon-fire", "table", "places", "otherwise"),
        ("aruze-craps", "tumbler", "dice", 5),
        ("aruze-craps", "note stackers", "attached", 7),
    ],
)
def test_the_verifier_finds_equipment_that_will_not_do(book: str, item: str, name: str, value: object) -> None:
    night, _ = in_play(book)

    def spoil(body: dict[str, Any]) -> None:
        body["found"][item]["values"][name] = value

    def leave_out(body: dict[str, Any]) -> None:
        del body["found"][item]["values"][name]

    def tick(body: dict[str, Any]) -> None:
        del body["found"][item]

    assert found_in(night) == []
    for change in (spoil, leave_out, tick):
        assert {each.stream for each in edited(night, "equipment-checked", change)} == {"table/t"}


def test_the_verifier_finds_pieces_that_were_never_brought_or_are_there_twice() -> None:
    night, _ = in_play("star-roulette")

    def another(body: dict[str, Any]) -> None:
        body["found"][BALL]["serials"] = ["B-other"]

    assert edited(night, "equipment-checked", another)
    two = Night(MemoryStore())
    boss = opened(two, "one", "star-craps")
    opened(two, "two", "star-craps")
    for table in ("one", "two"):
        assert not two.send(table, *boss, checks(two.desk.table(table))).reason
    log = Log(night_rows(two), [], list(listed(two)._books))
    for i, row in enumerate(log.rows):
        log.rows[i] = row._replace(body=row.body.replace(b"two-1-", b"one-1-"))
    log.rechain()
    wrong = [each for each in verify(log.reading()) if each.kind == "equipment"]
    assert {(each.stream, "and was at one" in each.what) for each in wrong} == {("cage", True)}


@pytest.mark.parametrize("name", ["star-craps", "crown-craps", "dragon-fire"])
def test_the_verifier_finds_a_new_set_that_nobody_measured(name: str) -> None:
    def two_lost(fold: Any, *_: object) -> bool:
        free = (
            fold.facts.status == "open"
            and not fold.round.thrown
            and fold.hands.shooter is None
            and fold.hands.offered is None
        )
        return (
            free
            and not fold.hands.house
            and len(fold.hands.dice.lost) < 2
            and fold.rounds.turns.next_in_turn(fold.facts.conduct) is not None
        )

    forged = Forged(rehearsed(name), two_lost)
    box = forged.power(Act.OFFER_DICE)
    for die in sorted(forged.fold.hands.dice.there)[:2]:
        forged.add("die-lost", box, die=die)
    first = max(forged.fold.hands.dice.there | forged.fold.hands.dice.lost | forged.fold.hands.dice.unchecked) + 1
    forged.add("dice-brought", forged.power("close"), first=first)
    assert forged.fold.staff.equipment.awaiting
    assert forged.fold.facts.conduct
    due = forged.fold.rounds.turns.next_in_turn(forged.fold.facts.conduct)
    forged.add("dice-offered", box, seat=due, clause="x")
    assert forged.found() == {"equipment"}


def test_the_verifier_finds_a_spin_with_a_unit_that_nobody_looked_at() -> None:
    def idle(fold: Any, *_: object) -> bool:
        return (
            fold.facts.status == "open"
            and fold.round.bets_open
            and not fold.round.thrown
            and fold.rounds.wheel.unit == "ready"
        )

    forged = Forged(rehearsed("star-roulette:layout-c"), idle)
    boss = forged.power(Act.RESTORE_UNIT)
    forged.add("unit-failed", boss, what="x", spin_valid=True, clause="8.12")
    forged.add("table-suspended", boss, reason="x", clause="8.12")
    forged.add("unit-restored", boss, how="replaced", clause="8.12")
    forged.add("table-resumed", boss, how="x")
    assert forged.found() == set()
    forged.add("ball-spun", forged.power(Act.SPIN_BALL), by_unit=False, clause="5.2")
    assert forged.found() == {"equipment"}


def test_the_verifier_finds_a_table_closed_over_its_pieces() -> None:
    night = Night(MemoryStore())
    boss = opened(night, "t", "star-craps")
    night.check("t")
    assert not night.send("t", *boss, ask.CloseTable()).reason
    assert found_in(night) == []
    log = Log(night_rows(night), [], list(listed(night)._books))
    log.rows = [row for row in log.rows if row.kind not in ("equipment-returned", "equipment-back")]
    log.rechain()
    wrong = [each for each in verify(log.reading()) if each.kind == "equipment"]
    assert [each.what.startswith("the table was closed and") for each in wrong] == [True]
