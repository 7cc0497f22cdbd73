"""Who decides on which command about the gear of a round."""

from __future__ import annotations

from collections.abc import Callable

from feltwork.table.live import cloth, inspecting, terminal, unit, wheel
from feltwork.table.live import gear_commands as ask
from feltwork.table.live.state import Decision

GEAR_HANDLERS: dict[type, Callable[..., Decision]] = {
    ask.OpenBets: terminal.open_bets,
    ask.SetWageringPeriod: terminal.set_period,
    ask.HandDice: terminal.hand_dice,
    ask.ReadDisplay: terminal.read_display,
    ask.LoadBall: unit.load,
    ask.OfferButton: unit.offer_button,
    ask.PressButton: unit.press,
    ask.ReportUnitFault: unit.report_fault,
    ask.RestoreUnit: unit.restore,
    ask.ExamineBall: unit.examine,
    ask.TakeBallOut: unit.take_out,
    ask.MoveZero: cloth.move_zero,
    ask.ReportScreenFault: cloth.report_screen,
    ask.RestoreScreen: cloth.restore_screen,
    ask.RepositionWager: cloth.reposition,
    ask.CorrectNumber: wheel.correct,
    ask.ReplaceEquipment: inspecting.replace_item,
}
