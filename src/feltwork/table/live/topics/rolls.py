"""A roll: the dice handed over, thrown, called in two steps and settled; winning areas light up.

Dragon Fire 2.3, 8.3 and 10.4 for the equipment of its table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.games.lights import lit_areas
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import PLAYER, Asked, Asker, called_by, in_words, may
from feltwork.table.live.topic import BETTING, DICE_OUT, ENTERED, Guard, Topic, dice_in_words, tag
from feltwork.table.live.topics import dice
from feltwork.table.live.topics.calls import unanswered
from feltwork.table.live.topics.no_result import RULES_ON, no_result
from feltwork.table.live.topics.seats import not_theirs
from feltwork.table.live.topics.shooter import DicePassed, _offers, by_the_shooter, check_line, must_pass
from feltwork.table.play import commands as play
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import RoundInvalid, RoundSettled
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


Dice = tuple[int, int]


class ThrowDice(Asked, frozen=True, tag="throw-dice"):
    """The dice leave the hand: from here wagers are late."""


class EnterResult(Asked, frozen=True, tag="enter-result"):
    """First of two steps: the dice as called."""

    first: int
    second: int


class ConfirmResult(Asked, frozen=True, tag="confirm-result"):
    """Second step, by repeating them: what differs is refused and nothing is settled."""

    first: int
    second: int


class HandDice(Asked, frozen=True, tag="hand-dice"):
    """The dice are passed to the shooter, once no more bets has been called."""


class ReadDisplay(Asked, frozen=True, tag="read-display"):
    """What the winning number display shows of the last roll."""

    first: int
    second: int


class DiceThrown(Struct, frozen=True, tag="dice-thrown"):
    by: int | None
    """The shooter's seat; ``None`` when the house throws."""


class ResultEntered(Struct, frozen=True, tag="result-entered"):
    first: int
    second: int
    person: str = ""
    """Who entered it."""


class DiceHanded(Struct, frozen=True, tag="dice-handed"):
    seat: int
    clause: str


class AreasLit(Struct, frozen=True, tag="areas-lit"):
    """The winning areas of a result, as the equipment was told to light them."""

    dice: tuple[int, int]
    areas: tuple[tuple[str, int | None], ...]
    clause: str


class DisplayRead(Struct, frozen=True, tag="display-read"):
    """What the winning number display showed; it never decides anything."""

    dice: tuple[int, int]
    disregarded: bool
    """Did it differ from the dice?"""
    clause: str


class Throw(Struct):
    """The throw or spin that is awaited or under way."""

    awaited: tuple[int | None, int] | None = None
    """Electronic tables: whose shot is awaited, and until when."""
    reported: str | None = None
    """Why it has no result, where the book leaves no choice."""
    off_table: bool = False
    """Has a die gone off the table?"""
    entered: tuple[int, int] | int | str | None = None
    caller: str = ""
    """Who entered the result that waits to be confirmed."""
    face: tuple[int, int] | None = None
    """The faces that were ruled to be uppermost in the throw that lies."""


def throw(live: LiveTable, table: TableState, conduct: Conduct, command: ThrowDice, by: Asker) -> Decision:
    """The dice leave the hand."""
    if live.phase != BETTING:
        return Refusal(conduct.shooting.settled_first, "the last throw has not been paid yet")
    if waiting := unanswered(live, conduct):
        return waiting
    if live.shooter.house_throws:
        power = Act.HOUSE_THROW if Act.HOUSE_THROW in conduct.powers else Act.OFFER_DICE
        refused = may(by, conduct, power, conduct.shooting.house_throws) or dice.check_set(live, conduct)
        return refused or (DiceThrown(None),)
    if live.shooter.seat is None:
        return Refusal(_offers(live, conduct)[0], "nobody has the dice")
    delegate = by.role == PLAYER and by.person == live.shooter.thrower
    player = live.seats.players.get(live.shooter.seat)
    if not delegate and not_theirs(player, live.shooter.seat, by, conduct.shooting.eligible):
        return Refusal(by_the_shooter(conduct), "only the shooter throws")
    if table.book.house.closing and not table.closed and not table.book.house.unclosed_is_no_roll:
        return Refusal(table.book.house.needs_close or conduct.shooting.eligible, "no more bets has not been called")
    refused = check_line(live, conduct)
    if refused:
        return refused
    refused = dice.check_in_hand(live, conduct) or check_handed(live, table, conduct)
    return refused or (DiceThrown(live.shooter.seat),)


def enter(live: LiveTable, table: TableState, conduct: Conduct, command: EnterResult, by: Asker) -> Decision:
    """The stickperson calls the dice: first of two steps."""
    refused = may(by, conduct, Act.CALL_RESULT)
    if refused:
        return refused
    if live.phase not in (DICE_OUT, ENTERED):
        return Refusal(table.book.house.result, "no dice have been thrown")
    if not all(1 <= die <= 6 for die in (command.first, command.second)):
        return Refusal(conduct.dice.faces, "dice show 1 to 6")
    refused = no_result(live, conduct) or not_as_ruled(live, conduct, (command.first, command.second))
    return refused or (ResultEntered(command.first, command.second, by.person),)


def confirm(live: LiveTable, table: TableState, conduct: Conduct, command: ConfirmResult, by: Asker) -> Decision:
    """The same dice again settle the round; other dice settle nothing."""
    refused = may(by, conduct, Act.CALL_RESULT)
    if refused:
        return refused
    if live.phase != ENTERED or live.throw.entered != (command.first, command.second):
        return Refusal(table.book.house.result, "this is not the result that was entered")
    refused = no_result(live, conduct) or not_as_ruled(live, conduct, (command.first, command.second))
    return refused or settle_round(live, table, conduct, command.first, command.second, called_by(live, by))


def settle_round(
    live: LiveTable, table: TableState, conduct: Conduct, first: int, second: int, people: tuple[str, ...]
) -> Decision:
    """Settle, and take the dice from a shooter who must pass them."""
    decided = decide_game(table, play.Roll(first, second))
    if isinstance(decided, Refusal):
        return decided
    decided = tuple(replace(e, called_by=people) if isinstance(e, RoundSettled) else e for e in decided)
    settled = next((e for e in decided if isinstance(e, RoundSettled)), None)
    if settled is None:
        return decided
    return (*lights(table, conduct, settled), *decided, *must_pass(live.shooter.seat, table, conduct, settled))


def hand_dice(live: LiveTable, table: TableState, conduct: Conduct, command: HandDice, by: Asker) -> Decision:
    refused = may(by, conduct, Act.HAND_DICE)
    if refused:
        return refused
    clause = conduct.clause_of(Act.HAND_DICE)
    if live.shooter.seat is None:
        return Refusal(clause, "nobody is to throw")
    if not table.closed or live.phase != BETTING or live.gear.handed:
        return Refusal(clause, "the dice are passed once, when no more bets has been called")
    return (DiceHanded(live.shooter.seat, clause),)


def check_handed(live: LiveTable, table: TableState, conduct: Conduct) -> Refusal | None:
    """Dice thrown before no more bets are no roll (10.5), handed over or not; after it they must have been passed."""
    if Act.HAND_DICE in conduct.powers and table.closed and not live.gear.handed:
        return Refusal(conduct.clause_of(Act.HAND_DICE), "the dice have not been passed to the shooter")
    return None


def lights(before: TableState, conduct: Conduct, settled: RoundSettled | None) -> tuple[AreasLit, ...]:
    """The areas that a result lights, where the table has such equipment."""
    if settled is None or not conduct.rounds.lights or not isinstance(settled.result, tuple):
        return ()
    lying: dict[str, set[object]] = {}
    for standing in before.layout.values():
        lying.setdefault(standing.wager.name, set()).add(standing.machine.states[standing.state])
    areas = lit_areas(before.book, before.area_state, settled.result, lying)  # type: ignore[arg-type]  # states are selections
    return (AreasLit(settled.result, areas, conduct.rounds.lights),)


def read_display(live: LiveTable, table: TableState, conduct: Conduct, command: ReadDisplay, by: Asker) -> Decision:
    """The winning number display: what it shows is kept, and counts for nothing if the dice say otherwise."""
    refused = may(by, conduct, Act.READ_DISPLAY)
    if refused:
        return refused
    clause = conduct.clause_of(Act.READ_DISPLAY)
    shown = (command.first, command.second)
    actual = live.throw.entered or (live.gear.recent[-1] if live.gear.recent else None)
    if not isinstance(actual, tuple):
        return Refusal(NOT_IN_THE_BOOK, "there is no result to compare the display with")
    if not all(1 <= die <= 6 for die in shown):
        return Refusal(conduct.dice.faces, "dice show 1 to 6")
    return (DisplayRead(shown, sorted(shown) != sorted(actual), clause),)


def alike(one: object, other: Dice) -> bool:
    """The same two faces, whichever die shows which.

    >>> alike((3, 5), (5, 3)), alike((3, 5), (3, 4))
    (True, False)
    """
    return isinstance(one, tuple) and sorted(one) == sorted(other)


def not_as_ruled(live: LiveTable, conduct: Conduct, dice: Dice) -> Refusal | None:
    """A call that is not the ruling."""
    if live.throw.face is None or alike(dice, live.throw.face):
        return None
    who = in_words(conduct.powers[RULES_ON].roles[0]).partition(" ")[2]
    first, second = live.throw.face
    return Refusal(conduct.clause_of(RULES_ON), f"the {who} has ruled that the faces are {first} and {second}")


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case DiceThrown():
            return ["the house throws" if event.by is None else f"seat {event.by} throws"]
        case ResultEntered():
            return [f"called: {dice_in_words(event.first, event.second)}"]
        case DiceHanded():
            return [f"the dice are passed to seat {event.seat} ({event.clause})"]
        case AreasLit():
            areas = ", ".join(name if on is None else f"{name} {on}" for name, on in event.areas)
            return [f"lit ({event.clause}): {areas or 'no area'}"]
        case DisplayRead():
            first, second = event.dice
            fate = "disregarded" if event.disregarded else "as the dice"
            return [f"the display shows {first}-{second}: {fate} ({event.clause})"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Dice handed over, thrown and called."""
    match event:
        case DiceThrown():
            live.phase, live.rounds.final, live.terminals.relaxed, live.throw.face = DICE_OUT, False, frozenset(), None
            live.throw.caller = ""
        case ResultEntered():
            live.phase, live.throw.entered, live.throw.caller = ENTERED, (event.first, event.second), event.person
        case DiceHanded():
            live.gear = replace(live.gear, handed=True)
        case RoundSettled() | RoundInvalid() | DicePassed():
            if live.gear.handed:
                live.gear = replace(live.gear, handed=False)


TOPIC = Topic(
    commands={
        ThrowDice: throw,
        EnterResult: enter,
        ConfirmResult: confirm,
        HandDice: hand_dice,
        ReadDisplay: read_display,
    },
    guards={
        Guard.WITH_DICE: (ThrowDice, EnterResult, ConfirmResult),
        Guard.TO_THE_END: (EnterResult, ConfirmResult),
        Guard.METERED: (ThrowDice, ConfirmResult),
    },
    events=(DiceThrown, ResultEntered, DiceHanded, AreasLit, DisplayRead),
    follows=(RoundSettled, RoundInvalid, DicePassed),
    keeps_last_round=(AreasLit, DisplayRead),
    next_round=(DiceThrown,),
    happen=happen,
    tell=tell,
)
