"""Refusals speak the language of the table: at a wheel nobody hears of dice, shooters or a boxperson."""

from __future__ import annotations

import re

from feltwork.refusal import Refusal
from feltwork.table.live import commands as ask
from tests.build import enters
from tests.rules.live import FLOOR_ROLES, By, Live, roulette

OF_DICE = re.compile(r"\b(dice|die|throw\w*|roll|shooter|stick\w*|box\w*|tumbler)\b")
ASKED = (
    ask.PlaceWager(1, "red", 5_00),
    ask.PlaceWager(1, "straight", 5_00, 99),
    ask.RemoveWager(1, "red"),
    ask.RemoveWager(1, "black"),
    ask.CallWager(1, "red", True),
    ask.RefuseWager(1, "red", ""),
    ask.CallNoRoll("sneezed"),
    ask.CallNoRoll("foreign object"),
    ask.ReportThrow("sneezed"),
    ask.ReportThrow("foreign object"),
    ask.CloseBets(),
    ask.SpinBall(),
    enters(7),
    enters(99),
    ask.ConfirmNumber(8),
    ask.OpenBets(),
    ask.LoadBall(),
    ask.ExamineBall(),
    ask.MoveZero(),
    ask.CorrectNumber(9, ""),
    ask.CorrectNumber(9, "misheard"),
    ask.InvalidateOutcome("rain"),
    ask.ConfirmWager(1),
    ask.DeclareWager(1, "red", 5_00, None, "chips"),
    ask.VacateSeat(1),
    ask.Leave(1),
    ask.Collect(2),
)


def phases() -> list[Live]:
    """Betting, the ball running, no more bets, a number entered."""
    found = []
    steps = (ask.SpinBall(), ask.CloseBets(), enters(7))
    for count in range(len(steps) + 1):
        live = roulette().bets(1, "red")
        for step in steps[:count]:
            live.ok(step, "dealer")
        found.append(live)
    return found


def test_a_wheel_does_not_speak_of_dice() -> None:
    askers: tuple[By, ...] = (1, *FLOOR_ROLES[1:])
    heard = set()
    for live in phases():
        for command in ASKED:
            for by in askers:
                answer = live.asks(command, by)
                if isinstance(answer, Refusal):
                    heard.add(answer.reason)
    assert len(heard) > 30
    assert {said for said in heard if OF_DICE.search(said)} == set()
    assert {said for said in heard if re.search(r"\ba [aeiou]|\ban [^aeiou]", said)} == set()


def test_a_wager_nobody_called_cannot_be_confirmed() -> None:
    answer = roulette().asks(ask.ConfirmWager(1), "dealer")
    assert answer == Refusal("3.11", "seat 1 has called no wager")
