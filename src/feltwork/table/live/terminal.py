"""Betting is opened by a call, for a time if a supervisor says so; dice are handed over; winning areas light up.

Roulette 5.1 and the wagering period of 1.1; Dragon Fire 2.3, 8.1, 8.3 and 10.4.
"""

from __future__ import annotations

from feltwork.games.conduct import Act, Conduct
from feltwork.games.lights import lit_areas
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live import gear_commands as ask
from feltwork.table.live import gear_events as happened
from feltwork.table.live.crew import Asker, may
from feltwork.table.live.state import BETTING, Decision, Life
from feltwork.table.play.events import RoundSettled
from feltwork.table.play.state import TableState

SECOND = 1_000_000
LONGEST = 3_600
"""An hour: no wagering period is longer."""


def open_bets(life: Life, table: TableState, conduct: Conduct, command: ask.OpenBets, by: Asker) -> Decision:
    """Place your bets, once the last round is paid; at an entry terminal, start game."""
    refused = may(by, conduct, Act.OPEN_BETS)
    if refused:
        return refused
    clause = conduct.clause_of(Act.OPEN_BETS)
    if life.phase != BETTING or table.closed:
        return Refusal(clause, "the round is not over yet")
    if life.gear.bets_open:
        return Refusal(clause, "place your bets has already been called")
    period = life.gear.period
    return (happened.BetsOpened(clause, None if period is None else by.at + period * SECOND),)


def set_period(life: Life, table: TableState, conduct: Conduct, command: ask.SetWageringPeriod, by: Asker) -> Decision:
    """From the next round on; what is running stays as it was called."""
    refused = may(by, conduct, Act.SET_PERIOD)
    if refused:
        return refused
    clause = conduct.clause_of(Act.SET_PERIOD)
    if command.seconds is not None and not 1 <= command.seconds <= LONGEST:
        return Refusal(NOT_IN_THE_BOOK, f"a wagering period lasts 1 to {LONGEST} seconds")
    return (happened.WageringPeriodSet(command.seconds, clause),)


def check_open(life: Life, table: TableState, conduct: Conduct, by: Asker) -> Refusal | None:
    """Is this within the wagering period? After no more bets the game itself says that it is over."""
    if Act.OPEN_BETS not in conduct.powers or table.closed:
        return None
    if conduct.opens_wagers and not life.gear.bets_open:
        return Refusal(conduct.clause_of(Act.OPEN_BETS), "place your bets has not been called")
    if life.gear.closes_at is not None and by.at >= life.gear.closes_at:
        return Refusal(conduct.clause_of(Act.SET_PERIOD), "the wagering period is over")
    return None


def check_called(life: Life, table: TableState, conduct: Conduct) -> Refusal | None:
    """A round begins with place your bets: without it no ball is spun, and no more bets ends nothing."""
    if Act.OPEN_BETS in conduct.powers and not life.gear.bets_open and not table.closed:
        return Refusal(conduct.clause_of(Act.OPEN_BETS), "place your bets has not been called")
    return None


def hand_dice(life: Life, table: TableState, conduct: Conduct, command: ask.HandDice, by: Asker) -> Decision:
    refused = may(by, conduct, Act.HAND_DICE)
    if refused:
        return refused
    clause = conduct.clause_of(Act.HAND_DICE)
    if life.shooter is None:
        return Refusal(clause, "nobody is to throw")
    if not table.closed or life.phase != BETTING or life.gear.handed:
        return Refusal(clause, "the dice are passed once, when no more bets has been called")
    return (happened.DiceHanded(life.shooter, clause),)


def check_handed(life: Life, table: TableState, conduct: Conduct) -> Refusal | None:
    """Dice thrown before no more bets are no roll (10.5), handed over or not; after it they must have been passed."""
    if Act.HAND_DICE in conduct.powers and table.closed and not life.gear.handed:
        return Refusal(conduct.clause_of(Act.HAND_DICE), "the dice have not been passed to the shooter")
    return None


def lights(before: TableState, conduct: Conduct, settled: RoundSettled | None) -> tuple[happened.AreasLit, ...]:
    """The areas that a result lights, where the table has such equipment."""
    if settled is None or not conduct.lights or not isinstance(settled.result, tuple):
        return ()
    lying: dict[str, set[object]] = {}
    for standing in before.layout.values():
        lying.setdefault(standing.wager.name, set()).add(standing.machine.states[standing.state])
    areas = lit_areas(before.book, before.area_state, settled.result, lying)  # type: ignore[arg-type]  # states are selections
    return (happened.AreasLit(settled.result, areas, conduct.lights),)


def read_display(life: Life, table: TableState, conduct: Conduct, command: ask.ReadDisplay, by: Asker) -> Decision:
    """The winning number display: what it shows is kept, and counts for nothing if the dice say otherwise."""
    refused = may(by, conduct, Act.READ_DISPLAY)
    if refused:
        return refused
    clause = conduct.clause_of(Act.READ_DISPLAY)
    shown = (command.first, command.second)
    actual = life.entered or (life.gear.recent[-1] if life.gear.recent else None)
    if not isinstance(actual, tuple):
        return Refusal(NOT_IN_THE_BOOK, "there is no result to compare the display with")
    if not all(1 <= die <= 6 for die in shown):
        return Refusal(conduct.faces, "dice show 1 to 6")
    return (happened.DisplayRead(shown, sorted(shown) != sorted(actual), clause),)
