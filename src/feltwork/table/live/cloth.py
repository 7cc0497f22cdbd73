"""Chips on the roulette cloth: the outside 0 of layout C, the Lucky Ball screen's fault, fairness to a player.

Roulette 3.14, 5.5, 8.10 and 8.11.
"""

from __future__ import annotations

from feltwork.games.conduct import SCREEN_FAULT, Act, Conduct
from feltwork.games.layouts import OUTSIDE_ZERO, has_outside_zero
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live import gear_commands as ask
from feltwork.table.live import gear_events as happened
from feltwork.table.live.crew import Asker, may
from feltwork.table.live.doubts import in_doubt
from feltwork.table.live.money import barred_tokens
from feltwork.table.live.state import BETTING, Decision, Life
from feltwork.table.play.commands import Remove
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import LuckyBallVoided, Repositioned, report_order
from feltwork.table.play.evolve import evolve as evolve_game
from feltwork.table.play.exposure import over_award_with
from feltwork.table.play.instruments import TOKENS
from feltwork.table.play.placing import find_standing
from feltwork.table.play.selection import find_selection, find_wager
from feltwork.table.play.settle import all_handed_back
from feltwork.table.play.state import TableState
from feltwork.wagers.arms import Result


def is_outside(life: Life, table: TableState, wager: str, on: ask.Raw) -> bool:
    """Are these chips for the 0 at the outside of layout C? It is the same wager as the 0 inside (reading R23)."""
    return wager == "straight" and on == OUTSIDE_ZERO and has_outside_zero(table.book.id, life.gear.layout)


def inside(life: Life, table: TableState, wager: str, on: ask.Raw) -> ask.Raw:
    """Where staff put such chips, or find the wager that they are a part of."""
    return 0 if is_outside(life, table, wager, on) else on


def lies_outside(conduct: Conduct, seat: int, amount: int) -> happened.ZeroPlacedOutside:
    return happened.ZeroPlacedOutside(seat, amount, conduct.clause_of(Act.MOVE_ZERO))


def take_outside(life: Life, table: TableState, conduct: Conduct, seat: int, amount: int | None) -> Decision:
    """Chips come off the outside 0: no more than lie there, and none of those inside."""
    there = life.gear.outside_zero.get(seat, 0)
    amount = there if amount is None else amount
    clause = conduct.clause_of(Act.MOVE_ZERO)
    if amount > there or not there:
        lies = f"only {format_money(there)} of yours lie" if there else "nothing of yours lies"
        return Refusal(clause, f"{lies} on the outside 0")
    taken = decide_game(table, Remove(seat, "straight", 0, amount))
    return taken if isinstance(taken, Refusal) else (happened.ZeroTakenOutside(seat, amount, clause), *taken)


def move_zero(life: Life, table: TableState, conduct: Conduct, command: ask.MoveZero, by: Asker) -> Decision:
    """Before no more bets is called; what is left then is moved when the dolly is down."""
    refused = may(by, conduct, Act.MOVE_ZERO)
    if refused:
        return refused
    clause = conduct.clause_of(Act.MOVE_ZERO)
    if table.closed:
        return Refusal(clause, "no more bets has been called; what is left outside counts all the same")
    if not life.gear.outside_zero:
        return Refusal(NOT_IN_THE_BOOK, "no chips lie on the outside 0")
    return (happened.ZeroMoved(tuple(sorted(life.gear.outside_zero)), clause),)


def left_outside(life: Life, conduct: Conduct) -> tuple[happened.ZeroMoved, ...]:
    """Chips still outside with the dolly down are moved in before the layout is cleared, and count in any case."""
    seats = tuple(sorted(life.gear.outside_zero))
    return (happened.ZeroMoved(seats, conduct.left_outside),) if seats else ()


def report_screen(
    life: Life, table: TableState, conduct: Conduct, command: ask.ReportScreenFault, by: Asker
) -> Decision:
    """All Lucky Ball wagers are void and go back; the rest of the game goes on.

    Those of a spin that has been paid already are in doubt until a supervisor rules on them (reading R28).
    """
    refused = may(by, conduct, Act.REPORT_SCREEN)
    if refused:
        return refused
    clause = conduct.clause_of(Act.REPORT_SCREEN)
    if table.book.lucky is None or life.gear.screen_out:
        return Refusal(NOT_IN_THE_BOOK, "no Lucky Ball screen is in use here")
    if not command.what.strip():
        return Refusal(NOT_IN_THE_BOOK, "say what is wrong with the screen")
    lines = [all_handed_back(s, Result.VOID, clause) for s in table.layout.values() if s.machine.reads_lucky]
    lines.sort(key=lambda line: report_order(line.key))
    voided = (LuckyBallVoided(SCREEN_FAULT, tuple(lines), clause),) if lines else ()
    paid = in_doubt(life, SCREEN_FAULT, command.what, clause, by, len(voided) + 2) if conduct.rules > 1 else ()
    return (happened.ScreenFailed(command.what, clause), *voided, *paid)


def restore_screen(life: Life, table: TableState, conduct: Conduct, command: ask.RestoreScreen, by: Asker) -> Decision:
    clause = conduct.clause_of(Act.REPORT_SCREEN)
    refused = may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if refused:
        return refused
    if not life.gear.screen_out or not command.how.strip():
        return Refusal(NOT_IN_THE_BOOK, "say how the screen was mended; it must have failed first")
    return (happened.ScreenRestored(command.how, clause),)


def check_screen(life: Life, conduct: Conduct, wager: str = "lucky-ball") -> Refusal | None:
    if wager == "lucky-ball" and life.gear.screen_out:
        return Refusal(conduct.clause_of(Act.REPORT_SCREEN), "the Lucky Ball screen is out of use")
    return None


def reposition(life: Life, table: TableState, conduct: Conduct, command: ask.RepositionWager, by: Asker) -> Decision:
    """After no more bets and before the number stands: chips count where they plainly should have been.

    What is over the maximum there is paid or collected to it (4.3); a declared maximum award is not exceeded.
    """
    refused = may(by, conduct, Act.REPOSITION)
    if refused:
        return refused
    clause = conduct.clause_of(Act.REPOSITION)
    if life.phase == BETTING or not table.closed:
        return Refusal(clause, "players place their own wagers until no more bets is called")
    if not command.reason.strip():
        return Refusal(clause, "say why the position of the chips would be unfair to the player")
    found = find_standing(table, command.seat, command.wager, inside(life, table, command.wager, command.on))
    wager = find_wager(table.book, command.to_wager)
    if isinstance(found, Refusal) or isinstance(wager, Refusal):
        return found if isinstance(found, Refusal) else wager  # type: ignore[return-value]  # one of them is a refusal
    on = find_selection(wager, inside(life, table, command.to_wager, command.to_on))
    if isinstance(on, Refusal):
        return on
    to = (command.seat, wager.name, on)
    if found.machine.reads_lucky != (wager.name == "lucky-ball") or to == found.key:
        return Refusal(NOT_IN_THE_BOOK, "the chips cannot count there")
    barred = None if found.plain else barred_tokens(life, conduct, command.seat, wager.name)
    if barred and any(lot.instrument == TOKENS for lot in found.lots):
        return barred
    moved = Repositioned(found.key, to)
    if conduct.rules > 1:
        then = table.copy()
        evolve_game(then, moved)
        if refused := over_award_with(then):
            return refused
    return (happened.FairnessApplied(command.seat, command.reason, clause), moved)
