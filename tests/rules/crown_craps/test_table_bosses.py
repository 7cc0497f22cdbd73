"""Who stands above a Game Supervisor at Crown: the Pit Boss, and whoever runs the floor (1.2, 7.3.3, 9.2 to 9.9)."""

from __future__ import annotations

import pytest

from feltwork.games.conduct import Act
from feltwork.games.registry import conduct_of
from feltwork.table.live.commands import (
    ActAsStick,
    AnnounceClosure,
    AnswerConcern,
    AssignCrew,
    CheckEquipment,
    Command,
    CorrectResult,
    InvalidateOutcome,
    RaiseConcern,
)
from tests.rules.at_desk import desk
from tests.rules.live import NO_BOSS, PIT_BOSS
from tests.verifier.forging import Forged, betting


@pytest.mark.parametrize("variant", [None, "mini"])
def test_9_9_director_has_no_power_at_a_table(variant: str | None) -> None:
    """The Director of Casino Surveillance reviews on request and does nothing else; a casino supervisor is unknown."""
    live = desk("crown-craps", variant=variant)
    conduct = conduct_of("crown-craps", variant)
    assert conduct
    assert not conduct.staff & set(NO_BOSS)
    live.ok(RaiseConcern(1, "dispute", "paid short"), 1)
    number = live.life.waiting.concerns[0].number
    commands: list[tuple[Command, str]] = [
        (AnnounceClosure(), "9.7"),
        (AssignCrew("x", "dealer"), "not in the book"),
        (CheckEquipment(["puck"]), "not in the book"),
        (AnswerConcern(number, "no"), "9.9"),
        (ActAsStick("x"), "7.3.3" if variant == "mini" else "not in the book"),
        (InvalidateOutcome("fire"), "9.3.1"),
        (CorrectResult(1, 1, "seen"), "5.3.1(b)(i)"),
    ]
    live.with_shooter(1).rolled(1, 2)
    for command, clause in commands:
        for role in NO_BOSS:
            assert live.no(command, role) == clause
    assert live.who_may(AnnounceClosure()) == PIT_BOSS
    assert live.who_may(AnswerConcern(number, "looked at")) == PIT_BOSS
    live.sound()


@pytest.mark.parametrize("variant", [None, "mini"])
def test_5_3_1_b_i_is_the_boxpersons_at_mini_craps_too(variant: str | None) -> None:
    """Nobody above the boxperson rules on a face: the text names no other."""
    conduct = conduct_of("crown-craps", variant)
    assert conduct
    for what in (Act.RULE_ON_A_FACE, Act.CORRECT, Act.CHECK_DICE):
        assert conduct.powers[what].roles == ("boxperson",)


def test_9_7_a_forged_closure_by_the_director_is_found() -> None:
    for role in NO_BOSS:
        forged = Forged("crown-craps", betting)
        assert forged.add("closure-announced", ("x", role), effective=forged.at + 10**10).found() == {"role"}
    forged = Forged("crown-craps", betting)
    assert forged.add("closure-announced", ("x", "pit_boss"), effective=forged.at + 10**10).found() == set()


def test_9_7_under_the_first_rules_stays_as_it_was() -> None:
    first = conduct_of("crown-craps", rules=1)
    assert first
    assert set(first.powers[Act.CLOSE].roles) == {"pit_boss", *NO_BOSS}
