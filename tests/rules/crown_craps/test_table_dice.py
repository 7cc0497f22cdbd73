"""Dice off the table at Mini Craps, where the dealer has them in charge and the boxperson still checks them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from feltwork.table.live.commands import AssignCrew, CheckDie
from tests.rules.floors import DICE
from tests.rules.live import crown

MINI = replace(DICE["crown-craps"], table=partial(crown, variant="mini"), stick="dealer")


def test_5_4_2_a_i_at_a_mini_table() -> None:
    mini = MINI.loses(MINI.shooting(), 2)
    assert (mini.lost, MINI.finds(mini, 2).lost) == ({2}, set())


def test_5_4_2_a_iii_at_a_mini_table() -> None:
    mini = MINI.found(2)
    mini.ok(AssignCrew("boxperson", "boxperson"), "pit_boss")
    mini.ok(CheckDie(2), "boxperson")
    assert mini.bowl == {2, 3, 4, 5}
