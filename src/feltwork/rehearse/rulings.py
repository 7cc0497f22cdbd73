"""What is disputed at a rehearsed table: faces ruled on, games stopped for a supervisor, rounds in doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltwork.table.live import commands as ask

if TYPE_CHECKING:
    from feltwork.rehearse.night import Night

Dice = tuple[int, int]


def disputed(night: Night, dice: Dice) -> Dice:
    """A face is disputed while the dice lie: the call is upheld, or another takes its place."""
    if night.disputes.random() > 0.05:
        return dice
    ruled = dice if night.disputes.random() < 0.5 else _thrown(night)
    rules(night, ask.RuleOnFace(*ruled, "it leans"))
    rules(night, ask.RuleOnFace(*dice, "on second thoughts"))
    night.staff(ask.ConfirmResult(*dice), "stick")
    if ruled != dice:
        night.staff(ask.EnterResult(*ruled), "stick")
    return ruled


def rules(night: Night, body: ask.Command) -> None:
    """By the one whose ruling on a face is final."""
    night.send(body, *night.played.box)


def after_the_roll(night: Night) -> None:
    """Chips move, somebody goes, and then the last roll is disputed; or the crew stops the game for a supervisor."""
    if night.disputes.random() < 0.06:
        _chips_move(night)
        rules(night, ask.RuleOnFace(*_thrown(night), "the other face"))
    if night.disputes.random() < 0.04:
        _chips_move(night)
        night.staff(ask.StopGame("the wrong dice were entered"), "deal")
        night.staff(ask.CorrectResult(*_thrown(night), "wrong button"), "sup")
        night.staff(ask.ClearFault("looked at"), "sup")
    acknowledge(night)


def acknowledge(night: Night) -> None:
    """The dealer has taken and paid what each correction comes to."""
    for number in night.desk.table(night.table).rounds.unacknowledged:
        night.staff(ask.AcknowledgeCorrection(number), "deal")


def after_the_spin(night: Night) -> None:
    """A fault is reported once the spin was paid; a supervisor rules whether it stands."""
    if night.disputes.random() > 0.08:
        return
    night.staff(ask.OpenBets(), "deal")
    _chips_move(night)
    if night.disputes.random() < 0.5:
        night.staff(ask.ReportUnitFault("jammed", False), "deal")
    else:
        night.staff(ask.ReportScreenFault("old numbers"), "deal")
    for doubt in night.desk.table(night.table).stops.doubts:
        stands = night.disputes.random() < 0.4
        night.staff(ask.RuleOnRound(doubt.number, stands, "seen on the recording"), "deal")
        night.staff(ask.RuleOnRound(doubt.number, stands, "seen on the recording"), "sup")
    acknowledge(night)
    if not night.staff(ask.RestoreUnit("replaced"), "sup").reason:
        night.equipment.checks("uSpin unit")
    night.staff(ask.RestoreScreen("cable"), "sup")
    if night.disputes.random() < 0.3:
        night.staff(ask.StopGame("a player disputes the number"), "deal")
        night.staff(ask.ClearFault("looked at"), "sup")


def after_the_shot(night: Night) -> None:
    """A terminal is found to have failed once the round was settled: its wagers of that round are confirmed, or not."""
    if night.disputes.random() > 0.08:
        return
    seat = night.disputes.randint(1, night.seats)
    night.send(ask.ReportTerminal(seat, "other", f"L-{seat}"), "sensor", "system")
    confirmed, stands = night.disputes.random() < 0.4, night.disputes.random() < 0.3
    night.staff(ask.ConfirmTerminal(seat, confirmed, "journal read", stands), "sup")


def _thrown(night: Night) -> Dice:
    return night.disputes.randint(1, 6), night.disputes.randint(1, 6)


def _chips_move(night: Night) -> None:
    """Wagers for the next round, one taken up again, somebody who collects, and a guest who leaves with the chips."""
    for seat in night.disputes.sample(range(1, night.seats + 1), 2):
        wager, on = night.simple
        night.send(ask.PlaceWager(seat, wager, 500, on), night.player(seat), "player")
    lying = [key for key in night.game.layout if key[0] <= night.seats]
    if lying and night.disputes.random() < 0.5:
        seat, name, where = night.disputes.choice(lying)
        raw = list(where) if isinstance(where, tuple) else where
        night.send(ask.RemoveWager(seat, name, raw), night.player(seat), "player")
    if night.disputes.random() < 0.5:
        seat = night.disputes.randint(1, night.seats)
        night.send(ask.Collect(seat), night.player(seat), "player")
        if night.disputes.random() < 0.5:
            night.send(ask.Leave(seat), night.player(seat), "player")
            night.send(ask.Sit(night.player(seat), seat), night.player(seat), "player")
