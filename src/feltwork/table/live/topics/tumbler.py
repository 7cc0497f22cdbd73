"""The electronic table: wagering closes, the shooter has ten seconds, the tumbler's sensors tell the result.

Aruze Craps 3.11 and 3.12.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import Refusal
from feltwork.table.live.asker import PLAYER, Asked, Asker, may
from feltwork.table.live.topic import BETTING, DICE_OUT, Guard, Topic
from feltwork.table.live.topics.draws import follows
from feltwork.table.live.topics.no_result import no_result
from feltwork.table.live.topics.rolls import DiceThrown
from feltwork.table.live.topics.shooter import DicePassed, has_line_wager
from feltwork.table.play import commands as play
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import RoundInvalid, RoundSettled
from feltwork.table.play.state import TableState
from feltwork.wagers.arms import Result

if TYPE_CHECKING:
    from feltwork.table.live.events import LiveEvent
    from feltwork.table.live.state import Decision, LiveTable


SECOND = 1_000_000
SHOT_SECONDS = 10


class PressShoot(Asked, frozen=True, tag="press-shoot"):
    """The shooter presses the button of an electronic table."""

    seat: int


class ShootDice(Asked, frozen=True, tag="shoot-dice"):
    """The table shoots by itself, when nobody has pressed in time or nobody is to press."""


class SenseResult(Asked, frozen=True, tag="sense-result"):
    """What the tumbler's sensors report."""

    first: int
    second: int


class ShotAwaited(Struct, frozen=True, tag="shot-awaited"):
    """Who may press the button, and until when; with nobody there the dice are shot at once."""

    seat: int | None
    until: int
    clause: str


def close(live: LiveTable, table: TableState, conduct: Conduct, by: Asker) -> Decision:
    """The wagering period ends; the shooter, or the next terminal clockwise with a line wager, may shoot."""
    closed = decide_game(table, play.NoMoreBets())
    if isinstance(closed, Refusal) or not closed:
        return closed
    seat = _to_shoot(live)
    until = by.at + SHOT_SECONDS * SECOND if seat is not None else by.at
    return (
        *closed,
        ShotAwaited(seat, until, conduct.terminals.shot if seat is not None else conduct.terminals.no_shooter),
    )


def _to_shoot(live: LiveTable) -> int | None:
    if live.shooter.seat is not None and has_line_wager(live, live.shooter.seat):
        return live.shooter.seat
    after = live.shooter.seat or live.shooter.last or 0
    seats = sorted(live.seats.players)
    turn = [s for s in seats if s > after] + [s for s in seats if s <= after]
    return next((seat for seat in turn if has_line_wager(live, seat)), None)


def press(live: LiveTable, table: TableState, conduct: Conduct, command: PressShoot, by: Asker) -> Decision:
    if live.throw.awaited is None or live.phase != BETTING:
        return Refusal(conduct.terminals.shot or table.book.house.result, "no shot is awaited")
    seat, until = live.throw.awaited
    if seat != command.seat or (by.role, by.person) != (PLAYER, live.seats.players.get(seat)):
        return Refusal(conduct.terminals.shot, "another terminal has the dice")
    if not has_line_wager(live, seat):  # taken down after the close, which was relaxed (3.3.8)
        return Refusal(conduct.shooting.eligible, "a shooter has a line wager; the dice are shot automatically")
    if by.at > until:
        return Refusal(conduct.terminals.shot, "the ten seconds are over; the dice are shot automatically")
    return (DiceThrown(seat),)


def shoot(live: LiveTable, table: TableState, conduct: Conduct, command: ShootDice, by: Asker) -> Decision:
    """Automatically: at once where nobody is to shoot, otherwise when the ten seconds are over."""
    refused = may(by, conduct, Act.SHOOT)
    if refused:
        return refused
    if live.throw.awaited is None or live.phase != BETTING:
        return Refusal(conduct.terminals.shot or table.book.house.result, "no shot is awaited")
    seat, until = live.throw.awaited
    if seat is not None and by.at < until:
        return Refusal(conduct.terminals.shot, "the shooter still has time to press")
    return (DiceThrown(None),)


def sense(live: LiveTable, table: TableState, conduct: Conduct, command: SenseResult, by: Asker) -> Decision:
    """Dice lying flat are read by the sensors; there is nothing to enter twice."""
    refused = may(by, conduct, Act.SHOOT)
    if refused:
        return refused
    if live.phase != DICE_OUT:
        return Refusal(table.book.house.result, "the dice have not been shot")
    if not all(1 <= die <= 6 for die in (command.first, command.second)):
        return Refusal(conduct.dice.faces, "dice show 1 to 6")
    refused = no_result(live, conduct)
    if refused:
        return refused
    decided = decide_game(table, play.Roll(command.first, command.second))
    drawn = follows(live, table.book.house.result, by, "two-dice", (command.first, command.second))
    if isinstance(decided, Refusal) or isinstance(drawn, Refusal):
        return decided if isinstance(decided, Refusal) else drawn
    settled = next(e for e in decided if isinstance(e, RoundSettled))
    return (*drawn, *decided, *_passes(live, table, conduct, settled))


def _passes(live: LiveTable, table: TableState, conduct: Conduct, settled: RoundSettled) -> tuple[LiveEvent, ...]:
    """Read literally (A4): a Pass Line lost or a Don't Pass won gives the dice on, on the come out too."""
    wrong = {"pass-line": Result.LOSE, "dont-pass": Result.WIN}
    if table.come_out and table.book.readings.chose("pass_rule", "seven_out"):
        return ()
    seat = live.shooter.seat
    gone = any(line.seat == seat and wrong.get(line.wager) is line.result for line in settled.lines)
    return (DicePassed(seat, conduct.shooting.first_offer, "line decided"),) if gone and seat is not None else ()


def happen(live: LiveTable, event: object) -> None:
    """Whose shot is awaited."""
    match event:
        case ShotAwaited():
            live.shooter.seat, live.throw.awaited = event.seat, (event.seat, event.until)
            live.draws.serial += live.draws.betting is None
        case RoundSettled() | RoundInvalid():
            live.throw.awaited = None


TOPIC = Topic(
    commands={PressShoot: press, ShootDice: shoot, SenseResult: sense},
    guards={
        Guard.AT_A_SEAT: (PressShoot,),
        Guard.TO_THE_END: (SenseResult,),
        Guard.METERED: (ShootDice, SenseResult),
    },
    events=(ShotAwaited,),
    follows=(RoundSettled, RoundInvalid),
    happen=happen,
)
