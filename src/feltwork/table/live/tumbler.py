"""The electronic table: wagering closes, the shooter has ten seconds, the tumbler's sensors tell the result.

Aruze Craps 3.11 and 3.12.
"""

from __future__ import annotations

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import Refusal
from feltwork.table.live import commands as ask
from feltwork.table.live import events as happened
from feltwork.table.live.crew import PLAYER, Asker, may
from feltwork.table.live.drawing import follows
from feltwork.table.live.shooter import no_result
from feltwork.table.live.state import BETTING, DICE_OUT, Decision, Life, has_line_wager
from feltwork.table.play import commands as play
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import RoundSettled
from feltwork.table.play.state import TableState
from feltwork.wagers.arms import Result

SECOND = 1_000_000
SHOT_SECONDS = 10


def close(life: Life, table: TableState, conduct: Conduct, by: Asker) -> Decision:
    """The wagering period ends; the shooter, or the next terminal clockwise with a line wager, may shoot."""
    closed = decide_game(table, play.NoMoreBets())
    if isinstance(closed, Refusal) or not closed:
        return closed
    seat = _to_shoot(life)
    until = by.at + SHOT_SECONDS * SECOND if seat is not None else by.at
    return (*closed, happened.ShotAwaited(seat, until, conduct.shot if seat is not None else conduct.no_shooter))


def _to_shoot(life: Life) -> int | None:
    if life.shooter is not None and has_line_wager(life, life.shooter):
        return life.shooter
    after = life.shooter or life.last_shooter or 0
    seats = sorted(life.seats)
    turn = [s for s in seats if s > after] + [s for s in seats if s <= after]
    return next((seat for seat in turn if has_line_wager(life, seat)), None)


def press(life: Life, table: TableState, conduct: Conduct, command: ask.PressShoot, by: Asker) -> Decision:
    if life.awaited is None or life.phase != BETTING:
        return Refusal(conduct.shot or table.book.house.result, "no shot is awaited")
    seat, until = life.awaited
    if seat != command.seat or (by.role, by.person) != (PLAYER, life.seats.get(seat)):
        return Refusal(conduct.shot, "another terminal has the dice")
    if not has_line_wager(life, seat):  # taken down after the close, which was relaxed (3.3.8)
        return Refusal(conduct.eligible, "a shooter has a line wager; the dice are shot automatically")
    if by.at > until:
        return Refusal(conduct.shot, "the ten seconds are over; the dice are shot automatically")
    return (happened.DiceThrown(seat),)


def shoot(life: Life, table: TableState, conduct: Conduct, command: ask.ShootDice, by: Asker) -> Decision:
    """Automatically: at once where nobody is to shoot, otherwise when the ten seconds are over."""
    refused = may(by, conduct, Act.SHOOT)
    if refused:
        return refused
    if life.awaited is None or life.phase != BETTING:
        return Refusal(conduct.shot or table.book.house.result, "no shot is awaited")
    seat, until = life.awaited
    if seat is not None and by.at < until:
        return Refusal(conduct.shot, "the shooter still has time to press")
    return (happened.DiceThrown(None),)


def sense(life: Life, table: TableState, conduct: Conduct, command: ask.SenseResult, by: Asker) -> Decision:
    """Dice lying flat are read by the sensors; there is nothing to enter twice."""
    refused = may(by, conduct, Act.SHOOT)
    if refused:
        return refused
    if life.phase != DICE_OUT:
        return Refusal(table.book.house.result, "the dice have not been shot")
    if not all(1 <= die <= 6 for die in (command.first, command.second)):
        return Refusal(conduct.faces, "dice show 1 to 6")
    refused = no_result(life, conduct)
    if refused:
        return refused
    decided = decide_game(table, play.Roll(command.first, command.second))
    drawn = follows(life, table.book.house.result, by, "two-dice", (command.first, command.second))
    if isinstance(decided, Refusal) or isinstance(drawn, Refusal):
        return decided if isinstance(decided, Refusal) else drawn
    settled = next(e for e in decided if isinstance(e, RoundSettled))
    return (*drawn, *decided, *_passes(life, table, conduct, settled))


def _passes(life: Life, table: TableState, conduct: Conduct, settled: RoundSettled) -> tuple[happened.LifeEvent, ...]:
    """Read literally (A4): a Pass Line lost or a Don't Pass won gives the dice on, on the come out too."""
    wrong = {"pass-line": Result.LOSE, "dont-pass": Result.WIN}
    if table.come_out and table.book.readings.chose("pass_rule", "seven_out"):
        return ()
    gone = any(line.seat == life.shooter and wrong.get(line.wager) is line.result for line in settled.lines)
    return (
        (happened.DicePassed(life.shooter, conduct.first_offer, "line decided"),)
        if gone and life.shooter is not None
        else ()
    )
