"""Selecting, losing, finding and replacing dice.

Star Craps 2.3, 3.3 to 3.6, and the like in the other dice books.
"""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.games.equipment import DICE_PART
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live import commands as ask
from feltwork.table.live import events as happened
from feltwork.table.live import inspecting
from feltwork.table.live.crew import Asker, may, not_theirs
from feltwork.table.live.dice_set import MOST_LOST, SET, DiceSet
from feltwork.table.live.state import BETTING, Decision, Life
from feltwork.table.play.state import TableState


def select(life: Life, table: TableState, conduct: Conduct, command: ask.SelectDice, by: Asker) -> Decision:
    """The shooter selects and keeps two dice."""
    if life.shooter != command.seat or not_theirs(life.seats.get(command.seat), command.seat, by, conduct.selects):
        return Refusal(conduct.selects, "only the shooter selects the dice")
    if life.phase != BETTING:
        return Refusal(conduct.selects, "the dice are in the air")
    if not life.dice.may_select():
        return Refusal(conduct.selects, "the shooter keeps the two dice until one goes off the table")
    if len(command.dice) != 2 or len(set(command.dice)) != 2 or not set(command.dice) <= life.dice.choice():
        return Refusal(conduct.selects, "the shooter takes two different dice of the set")
    if not set(command.dice) <= life.dice.usable() and (refused := inspecting.unproved(life, conduct, DICE_PART)):
        return refused
    first, second = command.dice
    return inspecting.not_checked(life, conduct) or (happened.DiceSelected((first, second)),)


def report(life: Life, table: TableState, conduct: Conduct, command: ask.ReportDie, by: Asker) -> Decision:
    """A die gone off the table is looked for at once; one found waits to be checked."""
    refused = may(by, conduct, Act.OFFER_DICE)
    if refused:
        return refused
    if command.found:
        if command.die not in life.dice.lost:
            return Refusal(NOT_IN_THE_BOOK, "this die is not missing")
        return (happened.DieFound(command.die),)
    if command.die not in life.dice.usable():
        return Refusal(NOT_IN_THE_BOOK, "this die is not on the table")
    return (happened.DieLost(command.die),)


def check(life: Life, table: TableState, conduct: Conduct, command: ask.CheckDie, by: Asker) -> Decision:
    refused = may(by, conduct, Act.CHECK_DICE)
    if refused:
        return refused
    if command.die not in life.dice.unchecked:
        return Refusal(conduct.clause_of(Act.CHECK_DICE), "only a die that was found needs checking")
    if command.to_shooter and (life.shooter is None or len(life.dice.hand) == 2):
        return Refusal(conduct.clause_of(Act.CHECK_DICE), "no shooter is short of a die; it goes into the bowl")
    return (happened.DieChecked(command.die, command.to_shooter),)


def bring(life: Life, table: TableState, conduct: Conduct, command: ask.BringDice, by: Asker) -> Decision:
    """A new set when two dice are lost; the shooter of the moment goes on with what is left of the old one."""
    refused = may(by, conduct, Act.CHECK_DICE) and may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if refused:
        return refused
    if len(life.dice.lost) < MOST_LOST:
        return Refusal(conduct.new_set, "a new set comes when two dice are lost")
    known = life.dice.usable() | life.dice.lost | life.dice.unchecked
    return (happened.DiceBrought(max(known) + 1),)


def check_set(life: Life, conduct: Conduct) -> Refusal | None:
    """Whoever has the dice next has a full enough set."""
    if len(life.dice.lost) >= MOST_LOST:
        return Refusal(conduct.new_set, "two dice are lost: a new set must come to the table")
    return inspecting.not_checked(life, conduct)


def check_in_hand(life: Life, conduct: Conduct) -> Refusal | None:
    """Two dice in hand, and a full enough set to go on with."""
    if len(life.dice.hand) != 2:
        return Refusal(conduct.selects, "the shooter has not selected two dice")
    return inspecting.not_checked(life, conduct)


def happen(life: Life, event: happened.LifeEvent) -> None:
    """Where the five dice are."""
    match event:
        case happened.DiceSelected():
            life.dice = life.dice.selected(event.dice)
        case happened.DieLost():
            if life.phase != BETTING and life.dice.is_thrown(event.die):
                life.reported, life.off_table = life.reported or "off the table", True
            life.dice = life.dice.loses(event.die)
        case happened.DieFound():
            life.dice = life.dice.finds(event.die)
        case happened.DieChecked():
            life.dice = life.dice.checks(event.die, event.to_shooter)
        case happened.DiceBrought():
            new = tuple(range(event.first, event.first + SET))
            free = life.shooter is None
            life.dice = DiceSet(bowl=frozenset(new)) if free else replace(life.dice, waiting=new)
