"""The shooter: the dice offered in turn, taken by a player with a line wager, passed on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from feltwork.games.conduct import LEFT, PASS_REASONS, PASSED, THROWN_BY_ANOTHER, Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asked, Asker, may
from feltwork.table.live.names import is_name
from feltwork.table.live.topic import BETTING, Guard, Topic, asked, game_of, tag
from feltwork.table.live.topics import dice
from feltwork.table.live.topics.seats import SeatLeft, not_theirs
from feltwork.table.play.events import RoundInvalid, RoundSettled
from feltwork.table.play.state import TableState
from feltwork.wagers.arms import Result

if TYPE_CHECKING:
    from feltwork.table.live.events import LiveEvent
    from feltwork.table.live.state import Decision, LiveTable


class OfferDice(Asked, frozen=True, tag="offer-dice"):
    pass


class AcceptDice(Asked, frozen=True, tag="accept-dice"):
    seat: int
    asked: str = ""


class RejectDice(Asked, frozen=True, tag="reject-dice"):
    seat: int
    asked: str = ""


class PassDice(Asked, frozen=True, tag="pass-dice"):
    seat: int
    asked: str = ""


class OrderPass(Asked, frozen=True, tag="order-pass"):
    reason: str


class AuthoriseThrower(Asked, frozen=True, tag="authorise-thrower"):
    """Crown 5.1.1(b)(i): the player with the dice lets another person at the table throw them."""

    seat: int
    person: str
    asked: str = ""


class DiceOffered(Struct, frozen=True, tag="dice-offered"):
    seat: int
    clause: str


class DiceAccepted(Struct, frozen=True, tag="dice-accepted"):
    seat: int
    asked: str = ""


class DiceRejected(Struct, frozen=True, tag="dice-rejected"):
    seat: int
    asked: str = ""


class DicePassed(Struct, frozen=True, tag="dice-passed"):
    """The shooter gave up the dice, of their own will, by a 7 Out, or by order."""

    seat: int
    clause: str
    reason: str
    asked: str = ""
    """What the shooter said, where one of the crew passed the dice for them."""


class HouseThrows(Struct, frozen=True, tag="house-throws"):
    """Nobody takes the dice and wagers are undecided: the stickperson throws."""

    clause: str


class ThrowerAuthorised(Struct, frozen=True, tag="thrower-authorised"):
    """The shooter lets somebody else throw the dice."""

    seat: int
    person: str
    clause: str
    asked: str = ""


class Shooter(Struct):
    """Whose hands the dice are in, and to whom they are offered."""

    seat: int | None = None
    last: int | None = None
    """The shooter before."""
    offered: int | None = None
    refused: set[int] = field(default_factory=set)
    """Seats that have turned the dice down since they were last accepted, or were ordered to pass them."""
    house_throws: bool = False
    new: bool = False
    """Has the shooter had no result yet?"""
    thrower: str | None = None
    """Who throws for the shooter, where the book lets another do so."""


def offer(live: LiveTable, table: TableState, conduct: Conduct, command: OfferDice, by: Asker) -> Decision:
    """Star Craps 3.2, 3.8: first to the left of the boxperson, then on to the left of the last shooter.

    At the opening every player is asked in turn (reading S7); after that only those with a line wager. A shooter who
    was ordered to pass is not asked again. When nobody is left and a wager is undecided, the house throws (3.9).
    """
    refused = may(by, conduct, Act.OFFER_DICE)
    if refused:
        return refused
    goes_on = conduct.shooting.must_remain or conduct.shooting.each_come_out
    if live.shooter.seat is not None and live.phase == BETTING and goes_on and check_line(live, conduct):
        return _taken_on(live, live.shooter.seat, table, conduct, command, by)
    if live.shooter.seat is not None or live.shooter.offered is not None or live.shooter.house_throws:
        return Refusal(_offers(live, conduct)[0], "the dice are already offered or taken")
    refused = dice.check_set(live, conduct)
    if refused:
        return refused
    opening = live.shooter.last is None and not conduct.shooting.opening_needs_line
    asked = opening or not conduct.shooting.next_needs_line
    turn = [seat for seat in _in_turn(live, conduct) if asked or has_line_wager(live, seat)]
    clauses = _offers(live, conduct)
    earlier = len(live.shooter.refused - {live.shooter.last})
    for seat in turn:
        if seat not in live.shooter.refused:
            return (DiceOffered(seat, clauses[min(earlier, len(clauses) - 1)]),)
    if table.layout and house_may_throw(table):
        return (HouseThrows(conduct.shooting.house_throws),)
    if turn:  # all have turned them down and nobody throws for them: the dice go round again
        return (DiceOffered(turn[0], clauses[0]),)
    return Refusal(clauses[0], "nobody is there to take the dice, and nothing is left to decide")


def _offers(live: LiveTable, conduct: Conduct) -> tuple[str, ...]:
    """The clauses of offering the dice: at the opening, or once a shooter has had them."""
    return conduct.shooting.opening_offers if live.shooter.last is None else conduct.shooting.next_offers


def _taken_on(
    live: LiveTable, seat: int, table: TableState, conduct: Conduct, command: OfferDice, by: Asker
) -> Decision:
    """Star Craps 4.3, Crown 5.1.1(b): without a line wager the shooter cannot go on, so the dice go to the next, if
    there is one."""
    passed = DicePassed(seat, conduct.shooting.must_remain or conduct.shooting.each_come_out, "no line wager")
    then = live.copy()
    happen(then, passed)
    offered = offer(then, table, conduct, command, by)
    return offered if isinstance(offered, Refusal) else (passed, *offered)


def _in_turn(live: LiveTable, conduct: Conduct) -> list[int]:
    """Seats in the order of offering, the one after the last shooter first."""
    seats = sorted(live.seats.players, reverse=not conduct.shooting.clockwise)
    last = live.shooter.last
    if last is None:
        return seats
    after = [s for s in seats if (s > last) == conduct.shooting.clockwise and s != last]
    return after + [s for s in seats if s not in after]


def accept(live: LiveTable, table: TableState, conduct: Conduct, command: AcceptDice, by: Asker) -> Decision:
    refused = _not_offered(live, conduct, command.seat, by)
    if refused:
        return refused
    if not has_line_wager(live, command.seat):
        wagers = " or ".join(table.book.wagers[name].title for name in conduct.shooting.line)
        return Refusal(conduct.shooting.eligible, f"to throw, a player needs a wager on {wagers}")
    return (DiceAccepted(command.seat),)


def reject(live: LiveTable, table: TableState, conduct: Conduct, command: RejectDice, by: Asker) -> Decision:
    return _not_offered(live, conduct, command.seat, by) or (DiceRejected(command.seat),)


def _not_offered(live: LiveTable, conduct: Conduct, seat: int, by: Asker) -> Refusal | None:
    clause = _offers(live, conduct)[0]
    if live.shooter.offered != seat:
        return Refusal(clause, "the dice are not offered to this seat")
    return not_theirs(live.seats.players.get(seat), seat, by, clause)


def pass_dice(live: LiveTable, table: TableState, conduct: Conduct, command: PassDice, by: Asker) -> Decision:
    """Star Craps 3.7: after any roll the shooter may go on or pass."""
    player = live.seats.players.get(command.seat)
    if live.shooter.seat != command.seat or not_theirs(player, command.seat, by, conduct.shooting.pass_option):
        return Refusal(conduct.shooting.pass_option, "only the shooter can pass the dice")
    if live.phase != BETTING:
        return Refusal(conduct.shooting.pass_option, "the dice are in the air")
    if conduct.shooting.frozen_decides and table.area_state == "frozen":
        return Refusal(conduct.shooting.seven_out, "after a 7 the shooter rolls again")
    return gives_up(live, command.seat, conduct.shooting.pass_option, PASSED)


def order_pass(live: LiveTable, table: TableState, conduct: Conduct, command: OrderPass, by: Asker) -> Decision:
    refused = may(by, conduct, Act.ORDER_PASS)
    if refused:
        return refused
    clause = conduct.clause_of(Act.ORDER_PASS)
    if live.shooter.seat is None or live.phase != BETTING:
        return Refusal(clause, "there is no shooter to order, or the dice are in the air")
    if command.reason not in PASS_REASONS:
        return Refusal(clause, f"a shooter is ordered to pass for {', '.join(PASS_REASONS)}")
    return gives_up(live, live.shooter.seat, clause, command.reason)


def gives_up(live: LiveTable, seat: int, clause: str, reason: str) -> tuple[LiveEvent, ...]:
    """The event of a shooter losing the dice, if this seat has them."""
    return (DicePassed(seat, clause, reason),) if live.shooter.seat == seat else ()


def authorise(live: LiveTable, table: TableState, conduct: Conduct, command: AuthoriseThrower, by: Asker) -> Decision:
    """The shooter lets another person at the table throw; that person needs no wager, nor a seat (reading C19)."""
    if not conduct.shooting.delegates:
        return Refusal(by_the_shooter(conduct), "the shooter throws in person")
    player = live.seats.players.get(command.seat)
    if live.shooter.seat != command.seat or not_theirs(player, command.seat, by, conduct.shooting.delegates):
        return Refusal(conduct.shooting.delegates, "only the shooter can let another throw")
    if conduct.rules < 2 and live.seats.of(command.person) is None:
        return Refusal(conduct.shooting.delegates, "the other person must be at the table")
    if not is_name(command.person):
        return Refusal(conduct.shooting.delegates, "name the other person in letters, digits, dots and dashes")
    if conduct.rules >= 2 and command.person in live.crew.roster:
        return Refusal(conduct.shooting.delegates, f"{command.person} is of the crew, and does not throw for a player")
    return (ThrowerAuthorised(command.seat, command.person, conduct.shooting.delegates),)


def by_the_shooter(conduct: Conduct) -> str:
    """The clause by which nobody throws but the shooter."""
    by_another = conduct.no_result.get(THROWN_BY_ANOTHER)
    return by_another.clause if by_another else conduct.shooting.throws


def check_line(live: LiveTable, conduct: Conduct) -> Refusal | None:
    """Is the line wager up that the shooter needs?"""
    if live.shooter.seat is None or has_line_wager(live, live.shooter.seat):
        return None
    if conduct.shooting.must_remain:
        return Refusal(conduct.shooting.must_remain, "the shooter's line wager must stay up to throw")
    # Crown 5.2.2: who has thrown goes on until a 7-out; a point once up, having placed a line wager is enough (C19).
    if live.shooter.new:
        return Refusal(conduct.shooting.eligible, "to throw, a new shooter needs a line wager")
    if conduct.shooting.each_come_out and live.game is not None and live.game.come_out:
        return Refusal(conduct.shooting.each_come_out, "for a come out roll the shooter needs a line wager")
    return None


def check_goes_on(live: LiveTable, table: TableState, conduct: Conduct) -> Refusal | None:
    """After no more bets nobody can put up a line wager: if the shooter passes then, somebody must be able to throw."""
    refused = check_line(live, conduct)
    house = live.shooter.house_throws or (bool(table.layout) and house_may_throw(table))
    if refused or house or any(has_line_wager(live, seat) for seat in live.seats.players):
        return refused
    return Refusal(NOT_IN_THE_BOOK, "no wager is up that these dice could decide")


def house_may_throw(table: TableState) -> bool:
    return not table.book.readings.chose("house_throw", "false")


def must_pass(
    shooter: int | None, before: TableState, conduct: Conduct, settled: RoundSettled
) -> tuple[LiveEvent, ...]:
    """A 7 Out; in Dragon Fire, the shooter's own wager lost on the roll after a 7 (D8: either of two, or both)."""
    if shooter is None or not isinstance(settled.result, tuple):
        return ()
    if conduct.shooting.frozen_decides:
        lost = any(
            line.seat == shooter and line.wager in conduct.shooting.line and line.result is Result.LOSE
            for line in settled.lines
        )
        won = any(
            line.seat == shooter and line.wager in conduct.shooting.line and line.result is Result.WIN
            for line in settled.lines
        )
        gone = lost and (not won or before.book.readings.is_set("both_sides_pass"))
        out, why = before.area_state == "frozen" and gone, "lost the roll after a 7"
    else:
        out, why = not before.come_out and sum(settled.result) == 7, "7 Out"
    return (DicePassed(shooter, conduct.shooting.seven_out, why),) if out else ()


def has_line_wager(live: LiveTable, seat: int) -> bool:
    """Has this player the wager that the dice need, and enough on it?"""
    table = live.game
    if table is None or live.conduct is None:
        return False
    least = shooting_values(live)
    lines = (standing for standing in table.layout.values() if standing.seat == seat)
    return any(s.stake >= least[s.wager.name] for s in lines if s.wager.name in least)


def shooting_values(live: LiveTable) -> dict[str, int]:
    """By line wager, the least stake that makes a shooter.

    At an electronic table the dice shooting value (Aruze 3.11.2): the minimum on the sign unless it opened with another
    (reading A5).
    """
    table, conduct = live.game, live.conduct
    if table is None or conduct is None:
        return {}
    if not conduct.terminals.no_shooter or conduct.rules < 2:
        return dict.fromkeys(conduct.shooting.line, 0)
    signs, least = table.rules.limits, table.rules.shooting
    minimum = {name: signs[name].minimum if name in signs else 0 for name in conduct.shooting.line}
    return minimum if least is None else dict.fromkeys(conduct.shooting.line, least)


def _pass_on(live: LiveTable, event: DicePassed) -> None:
    """Who was ordered to pass is not asked again until another has had the dice (Star Craps 3.7.2, 3.8)."""
    live.shooter.last, live.shooter.seat, live.shooter.thrower = event.seat, None, None
    live.dice = live.dice.passed()
    if event.reason in PASS_REASONS:
        live.shooter.refused.add(event.seat)
    if event.seat == live.rounds.hands.shooter and event.reason in (PASSED, LEFT, *PASS_REASONS):
        live.rounds.hands = live.rounds.hands._replace(passed=True)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case DiceOffered():
            return [f"dice offered to seat {event.seat} ({event.clause})"]
        case DiceAccepted():
            return [f"seat {event.seat} takes the dice{asked(event.asked)}"]
        case DiceRejected():
            return [f"seat {event.seat} turns the dice down{asked(event.asked)}"]
        case DicePassed():
            why = f"{shown(event.reason)}{asked(event.asked)}"
            return [f"seat {event.seat} gives up the dice ({event.clause}): {why}"]
        case ThrowerAuthorised():
            lets = f"seat {event.seat} lets {shown(event.person)} throw"
            return [f"{lets} ({event.clause}){asked(event.asked)}"]
        case HouseThrows():
            return [f"nobody takes the dice; the house throws ({event.clause})"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Whose hands the dice are in."""
    match event:
        case DiceOffered():
            if event.seat in live.shooter.refused:  # asked all round, and now again
                live.shooter.refused.clear()
            live.shooter.offered = event.seat
        case DiceRejected():
            live.shooter.refused.add(event.seat)
            live.shooter.offered = None
        case DiceAccepted():
            live.shooter.seat, live.shooter.offered, live.shooter.house_throws, live.shooter.new = (
                event.seat,
                None,
                False,
                True,
            )
            live.shooter.refused.clear()
        case DicePassed():
            _pass_on(live, event)
        case HouseThrows():
            live.shooter.house_throws, live.shooter.offered = True, None
            live.shooter.refused.clear()
        case ThrowerAuthorised():
            live.shooter.thrower = event.person
        case RoundSettled():
            decided = live.before is not None and live.before.area != 0 and event.area == 0
            if decided or not game_of(live).layout:
                live.shooter.house_throws = False
        case RoundInvalid():
            if not game_of(live).layout:
                live.shooter.house_throws = False
        case SeatLeft():
            live.shooter.refused.discard(event.seat)
            if live.shooter.offered == event.seat:
                live.shooter.offered = None
            if live.shooter.thrower is not None and live.shooter.thrower not in live.seats.players.values():
                live.shooter.thrower = None


def _offer_clause(live: LiveTable, table: TableState, conduct: Conduct) -> str:
    return _offers(live, conduct)[0]


TOPIC = Topic(
    commands={
        OfferDice: offer,
        AcceptDice: accept,
        RejectDice: reject,
        PassDice: pass_dice,
        OrderPass: order_pass,
        AuthoriseThrower: authorise,
    },
    guards={Guard.WITH_DICE: (OfferDice, AcceptDice, RejectDice, PassDice, OrderPass, AuthoriseThrower)},
    for_a_player={
        AcceptDice: _offer_clause,
        RejectDice: _offer_clause,
        PassDice: lambda live, table, conduct: conduct.shooting.pass_option,
        AuthoriseThrower: lambda live, table, conduct: conduct.shooting.delegates,
    },
    events=(DiceOffered, DiceAccepted, DiceRejected, DicePassed, HouseThrows, ThrowerAuthorised),
    follows=(RoundSettled, RoundInvalid, SeatLeft),
    keeps_last_round=(DiceOffered, DiceAccepted, DiceRejected, DicePassed, HouseThrows, ThrowerAuthorised),
    happen=happen,
    tell=tell,
)
