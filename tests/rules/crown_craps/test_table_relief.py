"""Crew who come and go: one boxperson at a time, people released, a stick that ends with its place (1.1, 7.4.2)."""

from __future__ import annotations

import pytest

from feltwork.games.conduct import Act
from feltwork.table.live.commands import (
    ActAsStick,
    AnnounceWager,
    AssignCrew,
    CallNoRoll,
    CloseBets,
    ConfirmWager,
    DeclareWager,
    OfferDice,
    OpenTable,
    ReleaseCrew,
)
from feltwork.table.live.events import CrewAssigned, CrewReleased
from tests.rules.at_desk import AtDesk, desk
from tests.verifier.forging import Forged, betting

ALOUD = DeclareWager(2, "field", 5_00)


def with_stick() -> AtDesk:
    """Mini Craps with a boxperson who acts as stickperson."""
    live = desk("crown-craps", variant="mini")
    live.ok(AssignCrew("boxperson", "boxperson"), "pit_boss")
    live.ok(ActAsStick("boxperson"), "pit_boss")
    return live


def test_7_4_2_ends_when_the_boxperson_is_assigned_elsewhere() -> None:
    """A boxperson who becomes dealer here, is relieved or released no longer acts as stickperson."""
    for end in (AssignCrew("boxperson", "dealer"), AssignCrew("relief", "boxperson"), ReleaseCrew("boxperson")):
        live = with_stick()
        live.ok(ALOUD, 2)
        live.ok(end, "pit_boss")
        assert live.life.crew.stick is None
        assert (live.no(AnnounceWager(2), "dealer"), live.no(ALOUD, 2)) == ("7.4.2", "7.4.2")
        live.sound()


def test_7_4_2_while_the_boxperson_stays() -> None:
    live = with_stick()
    live.ok(AssignCrew("second", "dealer"), "pit_boss")
    live.ok(ReleaseCrew("dealer"), "pit_boss")
    live.ok(ALOUD, 2)
    live.ok(AnnounceWager(2), ("second", "dealer"))
    live.ok(ConfirmWager(2), "boxperson")
    assert live.lies == {(2, "field", None): 5_00}
    live.sound()


def test_7_4_2_forged_without_a_stick_is_found() -> None:
    def no_stick(fold: object, *_: object) -> bool:
        return betting(fold) and fold.staff.crew.stick is None  # type: ignore[arg-type,attr-defined]  # a fold

    forged = Forged("crown-craps:mini", no_stick)
    seat = next(iter(forged.fold.facts.seats))
    said = {"wager": "field", "on": None, "amount": 500, "brings": "chips"}
    assert "placing" in forged.add("wager-declared", forged.player(seat), seat=seat, **said).found()


@pytest.mark.parametrize("book", ["star-craps", "crown-craps"])
def test_1_1_boxperson_is_one_person(book: str) -> None:
    """A second boxperson relieves the first, who can do nothing here from then on."""
    live = desk(book)
    boss = live.one_who_may(Act.INVALIDATE) if book == "crown-craps" else "gaming_supervisor"
    assert live.ok(AssignCrew("bea", "boxperson"), boss) == (CrewAssigned("bea", "boxperson", "boxperson"),)
    assert live.life.crew.roster == {"dealer": "dealer", "stickperson": "stickperson", "bea": "boxperson"}
    live.with_shooter(1).thrown()
    assert "is not boxperson" in live.why(CallNoRoll("irregular throw"), "boxperson")
    assert "is not boxperson" in live.why(AssignCrew("boxperson", "boxperson"), "boxperson")
    live.ok(CallNoRoll("irregular throw"), ("bea", "boxperson"))
    live.ok(AssignCrew("sam", "stickperson"), boss)
    assert "is not stickperson" in live.why(OfferDice(), "stickperson")
    live.sound()


@pytest.mark.parametrize("book", ["star-craps", "crown-craps", "crown-craps:mini", "dragon-fire", "star-roulette"])
def test_1_1_dealer_can_be_released(book: str) -> None:
    """Whoever is released loses their powers at once; the last one that a table cannot play without stays."""
    name, _, variant = book.partition(":")
    live = desk(name, variant=variant or None)
    boss = live.conduct.powers[Act.CLOSE].roles[-1]
    assert "the only dealer" in live.why(ReleaseCrew("dealer"), boss)
    live.ok(AssignCrew("dee", "dealer"), boss)
    assert live.no(ReleaseCrew("dealer"), ("dee", "dealer")) == "not in the book"
    assert live.no(ReleaseCrew("nobody"), boss) == "not in the book"
    assert live.ok(ReleaseCrew("dealer"), boss) == (CrewReleased("dealer", "dealer"),)
    assert "is not dealer" in live.why(CloseBets(), "dealer")
    assert "the only dealer" in live.why(ReleaseCrew("dee"), boss)
    live.sound()


def test_1_1_boxperson_forged_is_found() -> None:
    boss = ("x", "pit_boss")
    for kind, body in (
        ("crew-released", {"person": "deal", "role": "dealer"}),
        ("crew-released", {"person": "nobody", "role": "dealer"}),
        ("crew-assigned", {"person": "bob", "role": "boxperson", "relieves": ""}),
        ("crew-assigned", {"person": "bob", "role": "boxperson", "relieves": "deal"}),
    ):
        assert Forged("crown-craps", betting).add(kind, boss, **body).found() == {"crew"}
    relieved = Forged("crown-craps", betting).add("crew-assigned", boss, person="bob", role="boxperson", relieves="box")
    sign = {"limits": {"field": [100, 50_000, 0]}, "effective": relieved.at + 10**10}
    assert relieved.found() == set()
    assert relieved.add("limits-announced", ("box", "boxperson"), **sign).found() == {"crew"}


def test_1_1_boxperson_helps_to_open_a_table() -> None:
    """Before play a supervising crew member assigns others, assigned or not; in play only who is."""
    live = AtDesk("star-craps")
    live.ok(OpenTable("star-craps", 100, 8), "boxperson")
    live.ok(AssignCrew("dealer", "dealer"), "boxperson")
    assert "is not boxperson" in desk("star-craps").why(AssignCrew("dee", "dealer"), ("other", "boxperson"))
