"""The wheel: ball spun, numbers drawn, no more bets, the number called, the dolly placed."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.entropy.mapping import Outcome
from feltwork.games.conduct import DIRECTIONS, MOST_REVOLUTIONS, Act, Conduct
from feltwork.outcomes import COLOURS
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.refusal import shown as quoted
from feltwork.table.live import commands as ask
from feltwork.table.live import events as happened
from feltwork.table.live import gear_commands as gear_ask
from feltwork.table.live.cloth import check_screen, left_outside
from feltwork.table.live.crew import Asker, may
from feltwork.table.live.drawing import boost_kind, follows, numbers_kind
from feltwork.table.live.gear import LOADED
from feltwork.table.live.irregular import no_correction, resettle
from feltwork.table.live.shooter import called_by, no_result
from feltwork.table.live.state import BETTING, DICE_OUT, ENTERED, Decision, Life
from feltwork.table.live.terminal import check_called
from feltwork.table.live.unit import check_ball, check_unit
from feltwork.table.play import commands as play
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import RoundSettled
from feltwork.table.play.state import TableState


def spin(life: Life, table: TableState, conduct: Conduct, command: ask.SpinBall, by: Asker) -> Decision:
    """Roulette 5.2, 5.6: by the dealer, or by the unit when the dealer has loaded it."""
    refused = may(by, conduct, Act.SPIN_BALL)
    if refused:
        return refused
    if not table.book.spins:
        return Refusal(NOT_IN_THE_BOOK, "this table has dice, not a wheel")
    if life.phase != BETTING:
        return Refusal(conduct.clause_of(Act.SPIN_BALL), "the ball is already in the wheel")
    refused = check_called(life, table, conduct) or check_ball(life, conduct)
    if refused:
        return refused
    if command.by_unit:
        refused = check_unit(life, conduct)
    elif life.gear.unit == LOADED:
        refused = Refusal(conduct.unit_spin, "the ball is in the unit")
    return refused or (
        happened.BallSpun(command.by_unit, conduct.unit_spin if command.by_unit else conduct.clause_of(Act.SPIN_BALL)),
    )


def draw(life: Life, table: TableState, conduct: Conduct, command: ask.DrawNumbers, by: Asker) -> Decision:
    """Roulette 7.4: once the ball is spun the screen shows four numbers."""
    refused = may(by, conduct, Act.DRAW_NUMBERS) or check_screen(life, conduct)
    if refused:
        return refused
    if life.phase != DICE_OUT:
        return Refusal(conduct.clause_of(Act.DRAW_NUMBERS), "the numbers are shown once the ball is spun")
    shown = decide_game(table, play.DrawLuckyBall(command.numbers))
    return _drawn(life, by, numbers_kind(table.book), tuple(command.numbers.get(c, "") for c in COLOURS), shown)


def check_shown(life: Life, table: TableState) -> Refusal | None:
    """Roulette 7.4, 7.6: in each round no more bets comes after the four numbers, as long as the screen works."""
    if table.book.lucky is None or table.lucky is not None or life.gear.screen_out:
        return None
    house = table.book.house
    return Refusal(house.lucky_draw or house.result, "the Lucky Ball numbers have not been shown")


def boost(life: Life, table: TableState, conduct: Conduct, command: ask.BoostNumber, by: Asker) -> Decision:
    """Roulette 7.6, 7.9: after no more bets, and before the ball has come to rest."""
    refused = may(by, conduct, Act.DRAW_NUMBERS) or check_screen(life, conduct)
    if refused:
        return refused
    if life.phase == ENTERED:
        house = table.book.house
        return Refusal(house.lucky_boost or house.result, "the winning number has been entered")
    boosted = decide_game(table, play.Boost(command.colour, command.odds))
    return _drawn(life, by, boost_kind(table.book), (command.colour, command.odds), boosted)


def _drawn(life: Life, by: Asker, kind: str, outcome: Outcome, shown: Decision) -> Decision:
    """What the screen shows, after the record of its draw where it is drawn."""
    if isinstance(shown, Refusal) or life.conduct is None:
        return shown
    drawn = follows(life, life.conduct.clause_of(Act.DRAW_NUMBERS), by, kind, outcome)
    return drawn if isinstance(drawn, Refusal) else (*drawn, *shown)


def enter(life: Life, table: TableState, conduct: Conduct, command: ask.EnterNumber, by: Asker) -> Decision:
    """The dealer announces the winning number: first of two steps."""
    refused = may(by, conduct, Act.CALL_RESULT)
    if refused:
        return refused
    if life.phase not in (DICE_OUT, ENTERED) or not table.closed:
        return Refusal(table.book.house.needs_close or table.book.house.result, "no more bets has not been called")
    if command.pocket not in table.book.wheel:
        return Refusal(table.book.house.result, f"this wheel has no pocket {quoted(command.pocket)}")
    refused = no_result(life, conduct) or _not_boosted(life, table) or _no_valid_spin(conduct, command)
    told = (command.ball, command.wheel, command.revolutions) if conduct.valid_spin else ()
    return refused or (happened.NumberEntered(command.pocket, by.person, *told),)


def _no_valid_spin(conduct: Conduct, command: ask.EnterNumber) -> Refusal | None:
    """Roulette 5.2: a spin is one against the wheel, four times round; the dealer tells how it was."""
    valid = conduct.valid_spin
    if valid is None:
        return None
    if not {command.ball, command.wheel} <= set(DIRECTIONS) or not 0 <= command.revolutions <= MOST_REVOLUTIONS:
        return Refusal(valid.clause, "tell which way ball and wheel ran, and how often the ball went round")
    if command.ball == command.wheel:
        return Refusal(valid.same_way, "the ball ran the same way as the wheel: call no spin")
    if command.revolutions < valid.revolutions:
        return Refusal(valid.too_few, f"the ball went round less than {valid.revolutions} times: call no spin")
    return None


def _not_boosted(life: Life, table: TableState) -> Refusal | None:
    """Roulette 7.6, 7.9: one of the four numbers shown is boosted in each round, before the winning one is called."""
    if table.lucky is None or table.boost is not None or life.gear.screen_out:
        return None
    house = table.book.house
    return Refusal(house.lucky_boost or house.result, "the boosted Lucky Ball number has not been drawn")


def confirm(life: Life, table: TableState, conduct: Conduct, command: ask.ConfirmNumber, by: Asker) -> Decision:
    refused = may(by, conduct, Act.CALL_RESULT)
    if refused:
        return refused
    if life.phase != ENTERED or life.entered != command.pocket:
        return Refusal(table.book.house.result, "this is not the number that was entered")
    refused = no_result(life, conduct)
    if refused:
        return refused
    settled = decide_game(table, play.Spin(command.pocket))
    if isinstance(settled, Refusal):
        return settled
    people = called_by(life, by)
    settled = tuple(replace(e, called_by=people) if isinstance(e, RoundSettled) else e for e in settled)
    return (happened.DollyPlaced(command.pocket, table.book.house.result), *left_outside(life, conduct), *settled)


def correct(life: Life, table: TableState, conduct: Conduct, command: gear_ask.CorrectNumber, by: Asker) -> Decision:
    """The number the ball lay in, where another was confirmed: what was settled is reversed and settled again."""
    refused = may(by, conduct, Act.CORRECT)
    if refused:
        return refused
    if command.pocket not in table.book.wheel or not command.reason.strip():
        return Refusal(NOT_IN_THE_BOOK, "a correction needs a number of this wheel and a reason")
    symbol = table.book.wheel.index(command.pocket)
    return no_correction(life, conduct, by) or resettle(life, conduct, symbol, command.pocket, command.reason, by)
