"""Whose hands the dice are in: what offers, passes and rulings on a round make of it."""

from __future__ import annotations

from feltwork.games.conduct import LEFT, PASS_REASONS, PASSED
from feltwork.table.live import events as happened
from feltwork.table.live.state import Hands, Life


def happen(life: Life, event: happened.LifeEvent) -> bool:
    """What an event makes of offers and shooter: was it one of these?"""
    match event:
        case happened.DiceOffered():
            if event.seat in life.refused:  # asked all round, and now again
                life.refused.clear()
            life.offered = event.seat
        case happened.DiceRejected():
            life.refused.add(event.seat)
            life.offered = None
        case happened.DiceAccepted():
            life.shooter, life.offered, life.house_throws, life.new_shooter = event.seat, None, False, True
            life.refused.clear()
        case happened.DicePassed():
            _pass_on(life, event)
        case happened.HouseThrows():
            life.house_throws, life.offered = True, None
            life.refused.clear()
        case happened.ThrowerAuthorised():
            life.thrower = event.person
        case _:
            return False
    return True


def _pass_on(life: Life, event: happened.DicePassed) -> None:
    """Who was ordered to pass is not asked again until another has had the dice (Star Craps 3.7.2, 3.8)."""
    life.last_shooter, life.shooter, life.thrower = event.seat, None, None
    life.dice = life.dice.passed()
    if event.reason in PASS_REASONS:
        life.refused.add(event.seat)
    if event.seat == life.hands_before.shooter and event.reason in (PASSED, LEFT, *PASS_REASONS):
        life.hands_before = life.hands_before._replace(passed=True)


def remember(life: Life) -> None:
    """Who has the dice when a round is settled."""
    life.hands_before = Hands(
        life.shooter, life.last_shooter, life.dice, life.house_throws, life.attendance, life.new_shooter
    )
    life.new_shooter = False


def give_back(life: Life) -> None:
    """The round is taken back: its shooter has the dice again, unless dice have been given on since."""
    then = life.hands_before
    life.attendance, life.offered = then.attendance if life.seats == life.sat else life.attendance, None
    if not then.passed:
        life.shooter, life.last_shooter, life.house_throws, life.new_shooter = (
            then.shooter,
            then.last_shooter,
            then.house_throws,
            then.new_shooter,
        )
        life.dice = life.dice.held_again(then.dice.hand)
