"""Roulette 3.6 through the desk: a table closes with colour checks out, and where they are redeemed then."""

from __future__ import annotations

import pytest

from feltwork.engine.desk import Desk
from feltwork.games.conduct import Act
from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import BuyColour, RedeemChecks, RedeemColour, ReplaceEquipment
from feltwork.verifier.verify import verify
from tests.build import checks, signed
from tests.desk.pit import Pit
from tests.verifier.night import listed, night_rows
from tests.verifier.tampering import Log

BOSS = "casino_supervisor"
MINUTES_20 = 20 * 60 * 1_000_000


def later(pit: Pit) -> None:
    """The notice has stood."""
    now = pit.desk.now
    pit.desk.now = lambda: now() + MINUTES_20


def closed() -> Pit:
    """Ann has gone with checks for 40.00; Bob had none."""
    pit = Pit("star-roulette").ok(BuyColour(1, "blue", 2_00, 40_00), "dealer").ok(ask.AnnounceClosure(), BOSS)
    assert pit.no(ask.CloseTable(), BOSS) == "9.8", "the notice has not stood"
    later(pit)
    return pit.ok(ask.CloseTable(), BOSS)


def reopened(pit: Pit) -> Pit:
    pit.ok(signed(ask.OpenTable("star-roulette", 100, 8, rehearsal=True)), BOSS).ok(checks(pit.life), BOSS)
    pit.ok(ask.AssignCrew("dealer", "dealer"), BOSS).ok(ask.OpenPlay(), BOSS)
    return pit.ok(ask.Sit("ann", 1), 1).ok(ask.Sit("bob", 2), 2)


def held(pit: Pit) -> dict[str, int]:
    return {name: cents for name, cents in pit.desk.store.log.balances().items() if cents and "float" not in name}


def test_3_6_a_table_with_checks_out_closes_and_the_cage_redeems_them() -> None:
    pit = closed()
    assert (pit.life.status, pit.life.colours.out, held(pit)["checks-out/t/ann"]) == ("closed", {"ann": 40_00}, 40_00)
    had = pit.desk.cage.purses["ann"]
    for command, by in (
        (RedeemChecks("ann", 39_00), "cashier"),
        (RedeemChecks("bob", 40_00), "cashier"),
        (RedeemChecks("ann", -1), "cashier"),
    ):
        assert pit.no(command, by) == "3.6"
    for other in (1, "dealer", BOSS):
        assert pit.no(RedeemChecks("ann", 40_00), other) == "not in the book"
    pit.ok(RedeemChecks("ann", 40_00), "cashier")
    assert (pit.life.colours.out, pit.desk.cage.purses["ann"], held(pit).get("checks-out/t/ann")) == (
        {},
        had + 40_00,
        None,
    )
    assert pit.no(RedeemChecks("ann", 40_00), "cashier") == "3.6", "once"
    assert sum(pit.desk.store.log.balances().values()) == 0
    assert verify(listed(pit)) == []


def test_3_6_once_their_table_is_open_they_are_redeemed_there_only() -> None:
    pit = reopened(closed())
    assert pit.no(RedeemChecks("ann", 40_00), "cashier") == "3.6"
    assert pit.no(RedeemColour(2), 2) == "3.6", "bob has none"
    pit.ok(RedeemColour(1), 1)
    assert (pit.life.colours.out, pit.life.game and pit.life.game.balances[1]) == ({}, 40_00)
    assert pit.no(RedeemColour(1), 1) == "3.6", "once"
    assert verify(listed(pit)) == []


def test_3_6_what_is_out_outlives_the_desk() -> None:
    pit = closed()
    again = Desk(pit.desk.store)
    assert again.table("t").colours.out == {"ann": 40_00}
    assert again.cage.purses == pit.desk.cage.purses


def test_3_6_checks_on_the_layout_are_played_to_their_end() -> None:
    pit = Pit("star-roulette").ok(BuyColour(1, "blue", 2_00, 40_00), "dealer").opens()
    pit.ok(ask.PlaceWager(1, "red", 10_00, None, "checks"), 1).ok(ask.AnnounceClosure(), BOSS)
    later(pit)
    assert pit.no(ask.CloseTable(), BOSS) == "not in the book"


def test_3_6_the_verifier_finds_checks_redeemed_elsewhere_while_their_table_is_open() -> None:
    pit = closed().ok(RedeemChecks("ann", 40_00), "cashier")
    rows = night_rows(pit)

    def found(rows: list) -> set[str]:  # type: ignore[type-arg]  # rows of a log
        log = Log(rows, [], list(listed(pit)._books))
        log.rechain()
        return {each.kind for each in verify(log.reading())} - {"answer"}

    assert found(list(rows)) == set()
    assert "order" in found([row for row in rows if row.kind not in ("table-closed",)])
    twice = {"checks-redeemed", "checks-paid"}
    more = [row._replace(body=row.body.replace(b":4000", b":8000")) if row.kind in twice else row for row in rows]
    assert "money" in found(more)
    assert "money" in found([row for row in rows if row.kind != "checks-left-out"])


def test_3_4_a_set_with_checks_out_is_not_replaced_and_a_new_one_is_checked_before_its_first_issue() -> None:
    another = ReplaceEquipment("colour checks", "worn")
    pit = Pit("star-roulette").ok(BuyColour(1, "blue", 2_00, 40_00), "dealer")
    assert pit.no(another, BOSS) == "3.6"
    pit.ok(RedeemColour(1), 1).ok(another, BOSS)
    assert pit.no(BuyColour(1, "blue", 2_00, 40_00), "dealer") == "3.4"
    pit.ok(checks(pit.life, ["colour checks"], 2), BOSS).ok(BuyColour(1, "blue", 2_00, 40_00), "dealer").sound()


@pytest.mark.parametrize(
    ("book", "wager"),
    [("star-craps", "field"), ("crown-craps", "field"), ("star-roulette", "red"), ("dragon-fire", "fire")],
)
def test_no_clause_is_cited_for_wagers_after_the_time_on_the_sign(book: str, wager: str) -> None:
    pit = Pit(book)
    boss = pit.conduct.powers[Act.CLOSE].roles[0]
    pit.ok(ask.AnnounceClosure(), boss)
    later(pit)
    assert pit.no(ask.PlaceWager(1, wager, 10_00), 1) == NOT_IN_THE_BOOK
