"""Faults of an electronic table: terminals out of play, wagers void, credits withheld, the close relaxed.

Aruze Craps 3.3.8 and rule 6. A terminal's wagers stand once they are confirmed from its records and are void where they
cannot be (reading A7); the same error at two terminals, or a declaration, is a fault of the whole system.
"""

from __future__ import annotations

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live import events as happened
from feltwork.table.live import floor_commands as ask
from feltwork.table.live import floor_events as told
from feltwork.table.live.crew import PLAYER, Asker, may
from feltwork.table.live.state import BETTING, Decision, Life, taken
from feltwork.table.play.events import Settled, report_order
from feltwork.table.play.settle import all_handed_back
from feltwork.table.play.state import TableState
from feltwork.wagers.arms import Result

UNCONFIRMED = "terminal not confirmed"
"""Why a round is set right for one terminal alone."""
SYSTEM = "system"
"""The fault of the game system itself."""


def relax(life: Life, table: TableState, conduct: Conduct, command: ask.RelaxClose, by: Asker) -> Decision:
    """3.3.8: after the close and before the shot, where holding the player to it would plainly be unfair."""
    refused = may(by, conduct, Act.RELAX_CLOSE) or taken(life, table, command.seat)
    if refused:
        return refused
    if not table.closed or life.phase != BETTING or not command.reason.strip():
        clause = conduct.clause_of(Act.RELAX_CLOSE)
        return Refusal(clause, "the close is relaxed before the dice are shot, for one player and with a reason")
    return (told.CloseRelaxed(command.seat, command.reason, conduct.clause_of(Act.RELAX_CLOSE)),)


def report(life: Life, table: TableState, conduct: Conduct, command: ask.ReportTerminal, by: Asker) -> Decision:
    """A terminal goes out of play; with the same error at a second one the whole system has failed (6.6.1.1).

    A player tells of their own terminal (7.3) and no more: what terminals display is for the system or a manager to
    say, and whether the whole system has failed is the operator's opinion (6.6.1.2).
    """
    if not conduct.terminal_faults:
        return Refusal(NOT_IN_THE_BOOK, "this table has no terminals")
    refused = taken(life, table, command.seat)
    clause = conduct.terminal_faults.get(command.fault)
    if refused or clause is None or not command.error.strip():
        known = ", ".join(conduct.terminal_faults)
        return refused or Refusal(conduct.clause_of(Act.CONFIRM_TERMINAL), f"a fault is one of {known}, with its error")
    own = (by.role, by.person) == (PLAYER, life.seats[command.seat]) and command.fault != SYSTEM
    if not own and by.role != SYSTEM and (refused := may(by, conduct, Act.CONFIRM_TERMINAL)):
        return refused
    faulted = told.TerminalFaulted(command.seat, command.fault, command.error, clause, own)
    others = [seat for seat, error in life.faulty.items() if error == command.error and seat != command.seat]
    if own or (command.fault != SYSTEM and not others):
        return (faulted,)
    cause = conduct.terminal_faults[SYSTEM] if command.fault == SYSTEM else conduct.same_error
    return (
        faulted,
        told.WagersVoided(command.error, void_lines(table, None, conduct.system_void), conduct.system_void),
        happened.TableSuspended(command.error, cause),
    )


def confirm(life: Life, table: TableState, conduct: Conduct, command: ask.ConfirmTerminal, by: Asker) -> Decision:
    """6.1, 6.3: the wagers are confirmed from the records and stand, or cannot be and are void.

    Void are also those that a round decided while the terminal was out of play: its credits are set right.
    """
    refused = may(by, conduct, Act.CONFIRM_TERMINAL)
    if refused:
        return refused
    clause = conduct.clause_of(Act.CONFIRM_TERMINAL)
    if command.seat not in life.faulty or not command.how.strip():
        return Refusal(NOT_IN_THE_BOOK, "name a terminal that is out of play, and how its records were looked at")
    if life.phase != BETTING:
        return Refusal(NOT_IN_THE_BOOK, "the dice are in the tumbler")
    if command.confirmed:
        return (told.TerminalRestored(command.seat, command.how, clause),)
    void = conduct.terminal_void
    lines = void_lines(table, command.seat, void)
    held = table.balances[command.seat] + sum(line.returned + line.commission_back for line in lines)
    adjusted = []
    contested = {} if command.paid_stands else life.contested.get(command.seat, {})
    for version, cents in contested.items():
        at_seat = max(cents, -held)
        held += at_seat
        due = told.Adjustment(command.seat, life.seats[command.seat], cents, command.seat, at_seat)
        adjusted.append(told.RoundAdjusted(version, None, by.person, by.person, (due,), void, UNCONFIRMED))
    voided = told.WagersVoided(command.how, lines, void)
    return (voided, *adjusted, told.TerminalRestored(command.seat, command.how, void))


def void_lines(table: TableState, seat: int | None, clause: str) -> tuple[Settled, ...]:
    """Every live wager of one terminal, or of all, without a result."""
    found = []
    for key, lying in table.layout.items():
        if seat is None or key[0] == seat:
            found.append(all_handed_back(lying, Result.VOID, clause))
    return tuple(sorted(found, key=lambda line: report_order(line.key)))


def withhold(life: Life, table: TableState, conduct: Conduct, command: ask.Withhold, by: Asker) -> Decision:
    """6.5: credits are kept back pending an investigation, and an inspector is told at once (reading A19)."""
    refused = may(by, conduct, Act.WITHHOLD) or taken(life, table, command.seat)
    if refused:
        return refused
    clause = conduct.clause_of(Act.WITHHOLD)
    if not 0 < command.amount <= table.balances[command.seat] or not command.reason.strip():
        return Refusal(clause, "no more than the terminal's credits is withheld, and with a reason")
    player = life.seats[command.seat]
    case = life.version + 1
    kept = told.Withheld(command.seat, player, command.amount, case, command.reason, clause)
    return (kept, happened.InspectorNotified(f"withheld under case {case}: {shown(command.reason)}", clause))


def end_withholding(
    life: Life, table: TableState, conduct: Conduct, command: ask.EndWithholding, by: Asker
) -> Decision:
    refused = may(by, conduct, Act.WITHHOLD)
    if refused:
        return refused
    clause = conduct.clause_of(Act.WITHHOLD)
    player, amount = life.withheld.get(command.case, ("", 0))
    if not amount or not command.finding.strip():
        return Refusal(clause, "nothing is withheld under this case, or the finding is missing")
    seat = life.seat_of(player) if command.to_player else None
    if command.to_player and seat is None:
        return Refusal(clause, "the player is not at a terminal; the credits wait until then")
    return (told.WithholdingEnded(command.case, seat, amount, command.finding, clause),)
