"""The dice: offered in turn, taken by a player with a line wager, thrown, called, passed on."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.games.conduct import PASS_REASONS, PASSED, THROWN_BY_ANOTHER, Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live import commands as ask
from feltwork.table.live import dice, hands
from feltwork.table.live import events as happened
from feltwork.table.live.calls import unanswered
from feltwork.table.live.crew import PLAYER, Asker, may, not_theirs
from feltwork.table.live.faces import not_as_ruled
from feltwork.table.live.state import BETTING, DICE_OUT, ENTERED, Decision, Life, has_line_wager, is_name
from feltwork.table.live.terminal import check_handed, lights
from feltwork.table.play import commands as play
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import RoundSettled
from feltwork.table.play.state import TableState
from feltwork.wagers.arms import Result


def offer(life: Life, table: TableState, conduct: Conduct, command: ask.OfferDice, by: Asker) -> Decision:
    """Star Craps 3.2, 3.8: first to the left of the boxperson, then on to the left of the last shooter.

    At the opening every player is asked in turn (reading S7); after that only those with a line wager. A shooter who
    was ordered to pass is not asked again. When nobody is left and a wager is undecided, the house throws (3.9).
    """
    refused = may(by, conduct, Act.OFFER_DICE)
    if refused:
        return refused
    goes_on = conduct.must_remain or conduct.each_come_out
    if life.shooter is not None and life.phase == BETTING and goes_on and check_line(life, conduct):
        return _taken_on(life, life.shooter, table, conduct, command, by)
    if life.shooter is not None or life.offered is not None or life.house_throws:
        return Refusal(_offers(life, conduct)[0], "the dice are already offered or taken")
    refused = dice.check_set(life, conduct)
    if refused:
        return refused
    opening = life.last_shooter is None and not conduct.opening_needs_line
    asked = opening or not conduct.next_needs_line
    turn = [seat for seat in _in_turn(life, conduct) if asked or has_line_wager(life, seat)]
    clauses = _offers(life, conduct)
    earlier = len(life.refused - {life.last_shooter})
    for seat in turn:
        if seat not in life.refused:
            return (happened.DiceOffered(seat, clauses[min(earlier, len(clauses) - 1)]),)
    if table.layout and house_may_throw(table):
        return (happened.HouseThrows(conduct.house_throws),)
    if turn:  # all have turned them down and nobody throws for them: the dice go round again
        return (happened.DiceOffered(turn[0], clauses[0]),)
    return Refusal(clauses[0], "nobody is there to take the dice, and nothing is left to decide")


def _offers(life: Life, conduct: Conduct) -> tuple[str, ...]:
    """The clauses of offering the dice: at the opening, or once a shooter has had them."""
    return conduct.opening_offers if life.last_shooter is None else conduct.next_offers


def _taken_on(
    life: Life, seat: int, table: TableState, conduct: Conduct, command: ask.OfferDice, by: Asker
) -> Decision:
    """Star Craps 4.3, Crown 5.1.1(b): without a line wager the shooter cannot go on, so the dice go to the next, if
    there is one."""
    passed = happened.DicePassed(seat, conduct.must_remain or conduct.each_come_out, "no line wager")
    then = life.copy()
    hands.happen(then, passed)
    offered = offer(then, table, conduct, command, by)
    return offered if isinstance(offered, Refusal) else (passed, *offered)


def _in_turn(life: Life, conduct: Conduct) -> list[int]:
    """Seats in the order of offering, the one after the last shooter first."""
    seats = sorted(life.seats, reverse=not conduct.clockwise)
    last = life.last_shooter
    if last is None:
        return seats
    after = [s for s in seats if (s > last) == conduct.clockwise and s != last]
    return after + [s for s in seats if s not in after]


def accept(life: Life, table: TableState, conduct: Conduct, command: ask.AcceptDice, by: Asker) -> Decision:
    refused = _not_offered(life, conduct, command.seat, by)
    if refused:
        return refused
    if not has_line_wager(life, command.seat):
        wagers = " or ".join(table.book.wagers[name].title for name in conduct.line)
        return Refusal(conduct.eligible, f"to throw, a player needs a wager on {wagers}")
    return (happened.DiceAccepted(command.seat),)


def reject(life: Life, table: TableState, conduct: Conduct, command: ask.RejectDice, by: Asker) -> Decision:
    return _not_offered(life, conduct, command.seat, by) or (happened.DiceRejected(command.seat),)


def _not_offered(life: Life, conduct: Conduct, seat: int, by: Asker) -> Refusal | None:
    clause = _offers(life, conduct)[0]
    if life.offered != seat:
        return Refusal(clause, "the dice are not offered to this seat")
    return not_theirs(life.seats.get(seat), seat, by, clause)


def pass_dice(life: Life, table: TableState, conduct: Conduct, command: ask.PassDice, by: Asker) -> Decision:
    """Star Craps 3.7: after any roll the shooter may go on or pass."""
    if life.shooter != command.seat or not_theirs(life.seats.get(command.seat), command.seat, by, conduct.pass_option):
        return Refusal(conduct.pass_option, "only the shooter can pass the dice")
    if life.phase != BETTING:
        return Refusal(conduct.pass_option, "the dice are in the air")
    if conduct.frozen_decides and table.area_state == "frozen":
        return Refusal(conduct.seven_out, "after a 7 the shooter rolls again")
    return gives_up(life, command.seat, conduct.pass_option, PASSED)


def order_pass(life: Life, table: TableState, conduct: Conduct, command: ask.OrderPass, by: Asker) -> Decision:
    refused = may(by, conduct, Act.ORDER_PASS)
    if refused:
        return refused
    clause = conduct.clause_of(Act.ORDER_PASS)
    if life.shooter is None or life.phase != BETTING:
        return Refusal(clause, "there is no shooter to order, or the dice are in the air")
    if command.reason not in PASS_REASONS:
        return Refusal(clause, f"a shooter is ordered to pass for {', '.join(PASS_REASONS)}")
    return gives_up(life, life.shooter, clause, command.reason)


def gives_up(life: Life, seat: int, clause: str, reason: str) -> tuple[happened.LifeEvent, ...]:
    """The event of a shooter losing the dice, if this seat has them."""
    return (happened.DicePassed(seat, clause, reason),) if life.shooter == seat else ()


def authorise(life: Life, table: TableState, conduct: Conduct, command: ask.AuthoriseThrower, by: Asker) -> Decision:
    """The shooter lets another person at the table throw; that person needs no wager, nor a seat (reading C19)."""
    if not conduct.delegates:
        return Refusal(_by_the_shooter(conduct), "the shooter throws in person")
    if life.shooter != command.seat or not_theirs(life.seats.get(command.seat), command.seat, by, conduct.delegates):
        return Refusal(conduct.delegates, "only the shooter can let another throw")
    if conduct.rules < 2 and life.seat_of(command.person) is None:
        return Refusal(conduct.delegates, "the other person must be at the table")
    if not is_name(command.person):
        return Refusal(conduct.delegates, "name the other person in letters, digits, dots and dashes")
    if conduct.rules >= 2 and command.person in life.crew:
        return Refusal(conduct.delegates, f"{command.person} is of the crew, and does not throw for a player")
    return (happened.ThrowerAuthorised(command.seat, command.person, conduct.delegates),)


def _by_the_shooter(conduct: Conduct) -> str:
    """The clause by which nobody throws but the shooter."""
    by_another = conduct.no_result.get(THROWN_BY_ANOTHER)
    return by_another.clause if by_another else conduct.throws


def throw(life: Life, table: TableState, conduct: Conduct, command: ask.ThrowDice, by: Asker) -> Decision:
    """The dice leave the hand."""
    if life.phase != BETTING:
        return Refusal(conduct.settled_first, "the last throw has not been settled yet")
    if waiting := unanswered(life, conduct):
        return waiting
    if life.house_throws:
        power = Act.HOUSE_THROW if Act.HOUSE_THROW in conduct.powers else Act.OFFER_DICE
        refused = may(by, conduct, power, conduct.house_throws) or dice.check_set(life, conduct)
        return refused or (happened.DiceThrown(None),)
    if life.shooter is None:
        return Refusal(_offers(life, conduct)[0], "nobody has the dice")
    delegate = by.role == PLAYER and by.person == life.thrower
    if not delegate and not_theirs(life.seats.get(life.shooter), life.shooter, by, conduct.eligible):
        return Refusal(_by_the_shooter(conduct), "only the shooter throws")
    if table.book.house.closing and not table.closed and not table.book.house.unclosed_is_no_roll:
        return Refusal(table.book.house.needs_close or conduct.eligible, "no more bets has not been called")
    refused = check_line(life, conduct)
    if refused:
        return refused
    refused = dice.check_in_hand(life, conduct) or check_handed(life, table, conduct)
    return refused or (happened.DiceThrown(life.shooter),)


def check_line(life: Life, conduct: Conduct) -> Refusal | None:
    """Is the line wager up that the shooter needs?"""
    if life.shooter is None or has_line_wager(life, life.shooter):
        return None
    if conduct.must_remain:
        return Refusal(conduct.must_remain, "the shooter's line wager must stay up to throw")
    # Crown 5.2.2: who has thrown goes on until a 7-out; a point once up, having placed a line wager is enough (C19).
    if life.new_shooter:
        return Refusal(conduct.eligible, "to throw, a new shooter needs a line wager")
    if conduct.each_come_out and life.game is not None and life.game.come_out:
        return Refusal(conduct.each_come_out, "for a come out roll the shooter needs a line wager")
    return None


def check_goes_on(life: Life, table: TableState, conduct: Conduct) -> Refusal | None:
    """After no more bets nobody can put up a line wager: if the shooter passes then, somebody must be able to throw."""
    refused = check_line(life, conduct)
    house = life.house_throws or (bool(table.layout) and house_may_throw(table))
    if refused or house or any(has_line_wager(life, seat) for seat in life.seats):
        return refused
    return Refusal(NOT_IN_THE_BOOK, "no wager is up that these dice could decide")


def house_may_throw(table: TableState) -> bool:
    return not table.book.readings.chose("house_throw", "false")


def enter(life: Life, table: TableState, conduct: Conduct, command: ask.EnterResult, by: Asker) -> Decision:
    """The stickperson calls the dice: first of two steps."""
    refused = may(by, conduct, Act.CALL_RESULT)
    if refused:
        return refused
    if life.phase not in (DICE_OUT, ENTERED):
        return Refusal(table.book.house.result, "no dice have been thrown")
    if not all(1 <= die <= 6 for die in (command.first, command.second)):
        return Refusal(conduct.faces, "dice show 1 to 6")
    refused = no_result(life, conduct) or not_as_ruled(life, conduct, (command.first, command.second))
    return refused or (happened.ResultEntered(command.first, command.second, by.person),)


def confirm(life: Life, table: TableState, conduct: Conduct, command: ask.ConfirmResult, by: Asker) -> Decision:
    """The same dice again settle the round; other dice settle nothing."""
    refused = may(by, conduct, Act.CALL_RESULT)
    if refused:
        return refused
    if life.phase != ENTERED or life.entered != (command.first, command.second):
        return Refusal(table.book.house.result, "this is not the result that was entered")
    refused = no_result(life, conduct) or not_as_ruled(life, conduct, (command.first, command.second))
    return refused or settle_round(life, table, conduct, command.first, command.second, called_by(life, by))


def called_by(life: Life, by: Asker) -> tuple[str, ...]:
    """Who entered a result and who confirms it."""
    return tuple(dict.fromkeys(person for person in (life.caller, by.person) if person))


def no_result(life: Life, conduct: Conduct) -> Refusal | None:
    """A throw seen to go wrong in a way the book gives no choice about: a die off the table, found again or not, and
    the like."""
    reason = conduct.no_result.get(life.reported or "")
    if reason is None or life.game is None:
        return None
    called = "the round is void" if conduct.shot else f"{life.game.book.no_result} is to be called"
    return Refusal(reason.clause, f"{life.reported}: this must not count, {called}")


def settle_round(
    life: Life, table: TableState, conduct: Conduct, first: int, second: int, people: tuple[str, ...]
) -> Decision:
    """Settle, and take the dice from a shooter who must pass them."""
    decided = decide_game(table, play.Roll(first, second))
    if isinstance(decided, Refusal):
        return decided
    decided = tuple(replace(e, called_by=people) if isinstance(e, RoundSettled) else e for e in decided)
    settled = next((e for e in decided if isinstance(e, RoundSettled)), None)
    if settled is None:
        return decided
    return (*lights(table, conduct, settled), *decided, *must_pass(life.shooter, table, conduct, settled))


def must_pass(
    shooter: int | None, before: TableState, conduct: Conduct, settled: RoundSettled
) -> tuple[happened.LifeEvent, ...]:
    """A 7 Out; in Dragon Fire, the shooter's own wager lost on the roll after a 7 (D8: either of two, or both)."""
    if shooter is None or not isinstance(settled.result, tuple):
        return ()
    if conduct.frozen_decides:
        lost = any(
            line.seat == shooter and line.wager in conduct.line and line.result is Result.LOSE for line in settled.lines
        )
        won = any(
            line.seat == shooter and line.wager in conduct.line and line.result is Result.WIN for line in settled.lines
        )
        gone = lost and (not won or before.book.readings.is_set("both_sides_pass"))
        out, why = before.area_state == "frozen" and gone, "lost the roll after a 7"
    else:
        out, why = not before.come_out and sum(settled.result) == 7, "7 Out"
    return (happened.DicePassed(shooter, conduct.seven_out, why),) if out else ()
