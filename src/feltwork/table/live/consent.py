"""Consent to share a colour of checks: of the player who has it, for one colour and one issue (Roulette 3.7)."""

from __future__ import annotations

from feltwork.games.conduct import ColourChecks, Conduct
from feltwork.refusal import Refusal
from feltwork.table.live import money_events as happened
from feltwork.table.live.crew import PLAYER, Asker, not_theirs
from feltwork.table.live.held import holds_checks
from feltwork.table.live.money_commands import AgreeColour, BuyColour
from feltwork.table.live.state import Decision, Life
from feltwork.table.play.state import TableState

SINCE = 2
"""The rules of conduct from which on consent names its colour and is used up by one issue."""


def agree(
    life: Life, table: TableState, conduct: Conduct, rules: ColourChecks, command: AgreeColour, by: Asker
) -> Decision:
    """The player who has a colour agrees that another gets the same; the crew enters it only with their words."""
    theirs = life.seats[command.seat] == by.person if by.role == PLAYER or conduct.rules < SINCE else True
    if not theirs or not holds_checks(table, command.seat):
        return Refusal(rules.identical, "only the player who has the colour agrees to share it")
    if conduct.rules < SINCE:
        return (happened.ColourAgreed(command.seat, command.with_seat, rules.identical),)
    if refused := not_theirs(life.seats[command.seat], command.seat, by, rules.identical):
        return refused
    mine = life.colours[command.seat].colours
    colour = command.colour or (mine[0] if len(mine) == 1 else "")
    if colour not in mine or command.with_seat == command.seat:
        return Refusal(rules.identical, f"a player shares a colour that they have with another: {' or '.join(mine)}")
    return (happened.ColourAgreed(command.seat, command.with_seat, rules.identical, colour),)


def holders(life: Life, table: TableState, conduct: Conduct, seat: int, colour: str) -> list[int]:
    """The other seats that have this colour; under the first rules none, where this one had got it already."""
    mine = life.colours.get(seat)
    if conduct.rules < SINCE and mine and colour in mine.colours and holds_checks(table, seat):
        return []
    return [
        other
        for other, theirs in life.colours.items()
        if other != seat and colour in theirs.colours and holds_checks(table, other)
    ]


def missing(life: Life, table: TableState, conduct: Conduct, seat: int, colour: str) -> list[int]:
    """The seats that have this colour and have not agreed that this one gets it, or more of it."""
    named = colour if conduct.rules >= SINCE else ""
    others = holders(life, table, conduct, seat, colour)
    return [other for other in others if (other, seat, named) not in life.agreed]


def not_shared(
    life: Life, table: TableState, conduct: Conduct, rules: ColourChecks, command: BuyColour, by: Asker
) -> Refusal | None:
    """A player may ask for a colour that another has, and be agreed to then; it is not issued before."""
    if by.role == PLAYER and conduct.rules >= SINCE:
        return None
    for seat in missing(life, table, conduct, command.seat, command.colour):
        return Refusal(rules.identical, f"seat {seat} has {command.colour} and has not agreed to share it")
    return None


def issued(life: Life, event: happened.ColourIssued, anew: bool) -> None:
    """An issue uses up the consent to it; who gets a colour anew has agreed to nothing yet."""
    if life.conduct is None or life.conduct.rules < SINCE:
        return
    life.agreed = {
        given
        for given in life.agreed
        if given[1:] != (event.seat, event.colour) and not (anew and given[::2] == (event.seat, event.colour))
    }


def redeemed(life: Life, seat: int) -> None:
    """Who has handed the checks in has nothing left to share."""
    if life.conduct is not None and life.conduct.rules >= SINCE:
        life.agreed = {given for given in life.agreed if given[0] != seat}
