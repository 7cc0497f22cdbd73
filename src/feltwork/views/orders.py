"""What is ordered at a table beside its round, by whoever is at the screen: faults, the dice, the stick, the float.

An order that needs words or an amount is judged with an ordinary one; only what ``decide`` would take is offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct, to_builtins

from feltwork.games.conduct import PASS_REASONS, Act
from feltwork.refusal import Refusal
from feltwork.table.live import commands as ask
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.uspin import MENDED
from feltwork.table.play.state import Standing, TableState
from feltwork.views.actions import People, judged
from feltwork.views.views import Data

WORDS = "as usual"
"""Stands for whatever somebody will write."""


class Order(NamedTuple):
    """One button: its words, the power it comes from, an ordinary command, and what of it the screen asks for."""

    label: str
    power: Act
    command: Struct
    asks: tuple[Data, ...] = ()


def faults(live: LiveTable, people: People, at: int) -> list[Data]:
    """What of the equipment may be reported at fault now, in words; and the order to pass the dice, for a reason."""
    return _offered(live, (*(FAULTS if live.stops.reason is None else FAULTS[1:]), *_passing(live)), people, at)


def orders(live: LiveTable, people: People, at: int) -> list[Data]:
    """What else may be ordered now: mending, the wagering period, who acts as stickperson, float and drop box."""
    return _offered(live, _orders(live), people, at)


def movable(live: LiveTable, people: People, at: int) -> list[int]:
    """Seats of which a wager may now be made to count elsewhere, in fairness to the player."""
    table = live.game
    if table is None or live.conduct is None or Act.REPOSITION not in live.conduct.powers:
        return []
    lying = {standing.seat: standing for standing in table.layout.values()}
    moves = {seat: _elsewhere(table, standing) for seat, standing in sorted(lying.items())}
    return [seat for seat, move in moves.items() if move and not isinstance(judged(live, move, people, at), Refusal)]


def _elsewhere(table: TableState, standing: Standing) -> ask.RepositionWager | None:
    for name, wager in table.book.wagers.items():
        for on in wager.shapes:
            if (name, on) != (standing.wager.name, standing.on) and name != "lucky-ball":
                moved = (standing.seat, standing.wager.name, name, WORDS, to_builtins(standing.on), to_builtins(on))
                return ask.RepositionWager(*moved)
    return None


def _offered(live: LiveTable, found: Iterable[Order], people: People, at: int) -> list[Data]:
    conduct, told = live.conduct, list[Data]()
    if conduct is None or conduct.terminals.shot:
        return []
    for label, power, command, asks in found:
        if power in conduct.powers and not isinstance(judged(live, command, people, at), Refusal):
            asked = {field["name"] for field in asks}
            fixed = {name: value for name, value in to_builtins(command).items() if name not in asked}
            clause = conduct.clause_of(power)
            told.append({"label": label, "clause": clause, "command": fixed, "asks": list(asks)})
    return told


_WHAT: Data = {"name": "what", "label": "What is wrong"}
_WHY: Data = {"name": "reason", "label": "Why"}
_HOW: Data = {"name": "how", "label": "How it was mended"}
_MENDED: Data = {"name": "how", "label": "The unit is", "options": list(MENDED)}
_PASS: Data = {"name": "reason", "label": "Why", "options": list(PASS_REASONS)}
_SECONDS: Data = {"name": "seconds", "label": "Seconds; empty for no limit", "kind": "count"}
_AMOUNT: Data = {"name": "amount", "label": "Amount", "kind": "money"}
FAULTS = (
    Order("Equipment fails: stop play", Act.REPORT_FAULT, ask.ReportFault(WORDS), (_WHAT,)),
    Order("Stop the game and call a supervisor", Act.STOP_GAME, ask.StopGame(WORDS), (_WHY,)),
    Order("The Lucky Ball screen fails", Act.REPORT_SCREEN, ask.ReportScreenFault(WORDS), (_WHAT,)),
    Order("The uSpin unit fails; the last spin was good", Act.REPORT_UNIT, ask.ReportUnitFault(WORDS, True), (_WHAT,)),
    Order(
        "The uSpin unit fails; the last spin was not valid",
        Act.REPORT_UNIT,
        ask.ReportUnitFault(WORDS, False),
        (_WHAT,),
    ),
)
MENDING = (
    Order("The Lucky Ball screen works again", Act.REPORT_SCREEN, ask.RestoreScreen(WORDS), (_HOW,)),
    Order("Use the uSpin unit again", Act.RESTORE_UNIT, ask.RestoreUnit(MENDED[0]), (_MENDED,)),
    Order("Set the wagering period", Act.SET_PERIOD, ask.SetWageringPeriod(30), (_SECONDS,)),
)


def _passing(live: LiveTable) -> Iterator[Order]:
    """The order to the shooter to pass the dice."""
    if live.shooter.seat is not None:
        label = f"Order seat {live.shooter.seat} to pass the dice"
        yield Order(label, Act.ORDER_PASS, ask.OrderPass(PASS_REASONS[0]), (_PASS,))


def _orders(live: LiveTable) -> Iterator[Order]:
    yield from MENDING
    for person in sorted(person for person, role in live.crew.roster.items() if role == "boxperson"):
        acts = live.crew.stick == person
        label = f"{person} gives the stick back" if acts else f"{person} acts as stickperson"
        yield Order(label, Act.ACT_AS_STICK, ask.ActAsStick(person, not acts))
    chip = live.game.rules.chip if live.game is not None else 0
    yield Order("Fill the float", Act.FILL_FLOAT, ask.FillFloat(chip), (_AMOUNT,))
    yield Order("Chips to the cage", Act.FILL_FLOAT, ask.CreditFloat(chip), (_AMOUNT,))
    yield Order("Empty the drop box", Act.EMPTY_DROP_BOX, ask.EmptyDropBox())
