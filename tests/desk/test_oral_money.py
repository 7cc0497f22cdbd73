"""Oral wagers of Crown at the desk: what comes with them, and where it goes (3.3.2)."""

from __future__ import annotations

import pytest

from feltwork.cage.commands import Deposit
from feltwork.table.live.commands import (
    ActAsStick,
    AnnounceWager,
    AssignCrew,
    BuyIn,
    ConfirmWager,
    DeclareWager,
    EmptyDropBox,
    PlaceWager,
)
from feltwork.table.live.events import BoughtIn
from feltwork.table.play.events import Placed
from tests.rules.desk import TABLE, AtDesk


def crown(variant: str | None = None, cents: int = 0) -> AtDesk:
    """A table that takes oral wagers, with players who have nothing at the cage."""
    table = AtDesk("crown-craps", variant, cents=cents)
    if variant == "mini":
        table.does(AssignCrew("boxperson", "boxperson"), "pit_boss")
        table.does(ActAsStick("boxperson"), "pit_boss")
    return table


def called(table: AtDesk, wager: DeclareWager) -> AtDesk:
    table.does(wager, wager.seat)
    table.does(AnnounceWager(wager.seat), "dealer")
    return table


@pytest.mark.parametrize("variant", [None, "mini"])
def test_crown_3_3_2_cash_goes_into_the_drop_box(variant: str | None) -> None:
    """A player with nothing at the cage wagers with cash: it is in the drop box, and nobody owes anything."""
    table = called(crown(variant), DeclareWager(2, "field", 5_00, None, "cash"))
    table.does(ConfirmWager(2), "boxperson")
    held = table.store.log.balances()
    assert held.get("player/player-2", 0) == 0
    assert (held[f"drop/{TABLE}"], held["outside"]) == (5_00, -5_00)
    assert (held[f"float/{TABLE}"], held[f"felt/{TABLE}"]) == (-5_00, 5_00)
    assert held.get(f"seat/{TABLE}/2", 0) == 0
    assert table.last("chips-sold") == {
        "type": "chips-sold",
        "seat": 2,
        "amount": 5_00,
        "clause": "3.3.2",
    }
    assert "bought-in" not in table.kinds()
    table.does(EmptyDropBox(), "pit_boss")
    assert table.balance(f"drop/{TABLE}") == 0
    table.is_sound()


def test_crown_3_3_2_an_oral_wager_is_not_paid_for_from_the_cage() -> None:
    """Made up: the wager with money from the player's purse instead of the cash that came with it."""
    table = called(crown(), DeclareWager(2, "field", 5_00, None, "cash"))
    table.ok(Deposit("player-2", 20_00))
    placed = Placed((2, "field", None), 5_00, 0)
    table.forges("boxperson", BoughtIn(2, "player-2", 5_00, asked="five on the field"), placed)
    assert {finding.kind for finding in table.found()} == {"placing"}
    honest = called(crown(), DeclareWager(2, "field", 5_00, None, "cash"))
    honest.ok(Deposit("player-2", 20_00))
    honest.does(BuyIn(2, 5_00, "five in chips"), "boxperson")
    honest.does(PlaceWager(2, "field", 5_00), "boxperson")
    assert honest.found() == [], "chips bought with another word may be put down for the player"
