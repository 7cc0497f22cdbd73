"""Dice in a rehearsal: chosen, lost, called late, corrected."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.rehearse.night import Night
from feltwork.table.live import commands as ask


def select_dice(night: Night, seat: int) -> None:
    if len(night.desk.table(night.table).dice.choice()) < 2:
        night.equipment.new_dice()
    dice = sorted(night.desk.table(night.table).dice.choice())
    night.plays(ask.SelectDice(seat, night.chance.sample(dice, 2)), seat)


def lose_a_die(night: Night) -> None:
    """A die goes off the table: sometimes it is found and checked, sometimes a new set must come."""
    live = night.desk.table(night.table)
    if not live.dice.hand or live.shooter.seat is None:
        return
    die = live.dice.hand[0]
    night.staff(ask.ReportDie(die, False), "stick")
    if night.chance.random() < 0.5:
        night.staff(ask.ReportDie(die, True), "stick")
        night.send(ask.CheckDie(die, True), *night.played.box)
    if len(night.desk.table(night.table).dice.lost) >= 2 and not night.desk.table(night.table).dice.waiting:
        night.equipment.new_dice()
    if len(night.desk.table(night.table).dice.hand) < 2:
        select_dice(night, live.shooter.seat)


def late_wager(night: Night, shooter: int | None) -> None:
    if shooter is not None and night.chance.random() < 0.1:
        night.send(ask.PlaceWager(shooter, night.names.get("field", "low-pair"), 500), night.player(shooter), "player")
        late = ask.PlaceWager(shooter, night.names.get("field", "low-pair"), 500, asked="and five on the field")
        for words in ("", late.asked):  # without the player's words it is not taken
            night.send(replace(late, asked=words), "deal", "dealer")


def afterwards(night: Night) -> None:
    if night.chance.random() < 0.03:
        night.staff(ask.CorrectResult(night.chance.randint(1, 6), night.chance.randint(1, 6), "misread"), "box")
    elif night.chance.random() < 0.02:
        night.staff(ask.InvalidateOutcome(night.chance.choice(("fire", "brawl", "rain"))), "sup")
