"""Who throws: a line wager for every come out roll, another person at the table, the dice shooting value.

Crown 5.1.1(b) and 5.1.1(b)(i), Aruze 3.11.2.
"""

from __future__ import annotations

import pytest

from feltwork.cage.cards import own_card
from feltwork.cage.commands import InsertCard, IssueCard
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.games.conduct import Act
from feltwork.store.memory import MemoryStore
from feltwork.table.live import commands as ask
from tests.build import signed
from tests.desk.pit import Pit, first_rules
from tests.rules.desk import AtDesk
from tests.verifier.night import night_answers, night_rows
from tests.verifier.tampering import Log

CROWN = ["", "mini"]


def stick(pit: Pit) -> str:
    return pit.conduct.powers[Act.OFFER_DICE].roles[0]


@pytest.mark.parametrize("variant", CROWN)
def test_crown_5_1_1_b_a_shooter_without_a_line_wager_does_not_throw_after_a_come_out_7(variant: str) -> None:
    pit = Pit("crown-craps", variant or None).shooter(1).rolled(3, 4)
    assert pit.life.shooter.seat == 1, "a come out 7 takes the dice from nobody"
    assert pit.no(ask.CloseBets() if variant else ask.ThrowDice(), "dealer" if variant else 1) == "5.1.1(b)"
    pit.bets(1, "dont-win-line").rolled(5, 5).ok(ask.RemoveWager(1, "dont-win-line"), 1).bets(2, "field").thrown()
    pit.called(4, 5).sound()
    assert pit.life.shooter.seat == 1, "once a point is up, the wager that was placed for it is enough"


@pytest.mark.parametrize("variant", CROWN)
def test_dice_of_a_shooter_who_does_not_bet_again_are_offered_on(variant: str) -> None:
    pit = Pit("crown-craps", variant or None).shooter(1)
    assert pit.no(ask.OfferDice(), stick(pit)) == ("7.3.2" if stick(pit) == "dealer" else "5.1.1"), (
        "who has the wager keeps the dice"
    )
    pit.rolled(5, 6).ok(ask.OfferDice(), stick(pit))
    told = pit.last("dice-passed")
    assert (told["seat"], told["clause"], told["reason"], pit.life.shooter.offered) == (
        1,
        "5.1.1(b)",
        "no line wager",
        2,
    )
    pit.bets(2, "win-line").ok(ask.AcceptDice(2), 2).ok(ask.SelectDice(2, [1, 2]), 2).rolled(2, 2).sound()


def test_a_throw_without_the_wager_is_found_and_dice_taken_from_one_who_has_it() -> None:
    """The wager is cut out of the log, or the other way round the dice are taken from a shooter who had it."""
    pit = Pit("crown-craps").shooter(1).rolled(5, 6).bets(1, "win-line").bets(2, "field").thrown()
    log = Log(night_rows(pit), night_answers(pit), [])
    last = max(n for n, row in enumerate(log.rows) if row.kind == "wager-placed" and b"win-line" in row.body)
    del log.rows[last]
    assert "dice" in pit.found(log)
    pit = Pit("crown-craps").shooter(1).ok(ask.PassDice(1), 1)
    assert "dice" in pit.sound().altered("dice-passed", ("stickperson", "stickperson"), reason="no line wager")


@pytest.mark.parametrize("variant", CROWN)
def test_crown_5_1_1_b_i_another_person_at_the_table_needs_no_seat(variant: str) -> None:
    pit = Pit("crown-craps", variant or None).shooter(1)
    for nobody in ("", "a/b", "dealer"):
        assert pit.no(ask.AuthoriseThrower(1, nobody), 1) == "5.1.1(b)(i)"
    pit.ok(ask.AuthoriseThrower(1, "aunt-may"), 1)
    assert pit.life.shooter.thrower == "aunt-may"
    pit.thrown().called(2, 2).sound()
    assert "dice" in pit.altered("thrower-authorised", person="dealer")
    assert pit.altered("thrower-authorised", person="bob") == set()


def test_under_the_first_rules_a_shooter_goes_on_and_another_who_throws_has_a_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first_rules(monkeypatch)
    pit = Pit("crown-craps").shooter(1)
    assert pit.no(ask.AuthoriseThrower(1, "aunt-may"), 1) == "5.1.1(b)(i)"
    pit.rolled(5, 6).bets(2, "field")
    assert pit.no(ask.OfferDice(), "stickperson") == "5.1.1"
    pit.thrown().called(1, 2).sound()


@pytest.mark.parametrize(
    ("shooting", "amount", "seat"),
    [
        (None, 5_00, 1),
        (6_00, 5_00, None),
        (6_00, 5_99, None),
        (6_00, 6_00, 1),
        (2_00, 5_00, 1),
    ],
)
def test_aruze_3_11_2_the_minimum_credits_of_the_dice_shooting_value_make_a_shooter(
    shooting: int | None, amount: int, seat: int | None
) -> None:
    """Without them the dice are shot at once; the other player has credits enough and no line wager."""
    table = AtDesk("aruze-craps", limits={"pass-line": (5_00, 1_000_00, 0)}, shooting=shooting)
    for player in (1, 2):
        table.ok(IssueCard(f"player-{player}"))
        table.does(InsertCard(player, own_card(table.desk.cage, f"player-{player}")), player)
    table.does(ask.PlaceWager(1, "pass-line", amount), 1)
    table.does(ask.PlaceWager(2, "field", 100_00), 2)
    table.does(ask.CloseBets(), "system")
    awaited = table.desk.table("t").throw.awaited
    assert awaited
    assert awaited[0] == seat
    if seat is None:
        assert table.says_no(ask.PressShoot(1), 1) == "3.11.1"
        table.does(ask.ShootDice(), "system")
    else:
        table.does(ask.PressShoot(1), 1)
    table.does(ask.SenseResult(3, 4), "system")
    table.is_sound()


@pytest.mark.parametrize("book", ["star-craps", "star-roulette"])
def test_a_dice_shooting_value_belongs_to_an_electronic_table(book: str) -> None:
    desk = Desk(MemoryStore())
    for value in (5_00, 0):
        sent = Envelope(f"k{value}", "t", "gm", "gaming_manager", signed(ask.OpenTable(book, 100, 8, shooting=value)))
        assert "dice shooting value" in desk.submit(sent).reason
