"""The set of five dice: selected, lost, found, checked and replaced.

Star Craps 2.3, 3.3 to 3.6, and the like in the other dice books.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.games.equipment import DICE_PART
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import Asked, Asker, may
from feltwork.table.live.topic import BETTING, Guard, Topic, asked, tag
from feltwork.table.live.topics import equipment
from feltwork.table.live.topics.seats import not_theirs
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


SET = 5
MAX_LOST = 2
"""With two dice lost a new set comes to the table (3.6)."""


class DiceSet(Struct, frozen=True):
    """Where each die of the set in use is, and the set waiting behind it."""

    bowl: frozenset[int] = frozenset(range(1, SET + 1))
    hand: tuple[int, ...] = ()
    lost: frozenset[int] = frozenset()
    unchecked: frozenset[int] = frozenset()
    """Found again, not yet looked over."""
    waiting: tuple[int, ...] = ()
    """A new set, for the next shooter."""
    strayed: frozenset[int] = frozenset()
    """Dice that left the shooter's hand for the floor: found again, the shooter may ask for them back (3.4.2)."""

    def usable(self) -> frozenset[int]:
        return self.bowl | set(self.hand)

    def choice(self) -> frozenset[int]:
        """What a shooter may take from: the old set, and the new one when too little of the old is left."""
        return self.usable() if len(self.usable()) >= 2 else self.usable() | set(self.waiting)

    def may_select(self) -> bool:
        """The shooter selects and retains two dice (3.3): again only when one went off the table (3.4.2)."""
        return len(self.hand) < 2 or bool(self.strayed & self.bowl)

    def is_thrown(self, die: int) -> bool:
        """Is this one of the dice in the air? The house selects none, so of those it could be any."""
        return die in self.hand or not self.hand

    def selected(self, dice: tuple[int, int]) -> DiceSet:
        if not set(dice) <= self.usable():
            return DiceSet(bowl=frozenset(self.waiting) - set(dice), hand=dice)
        return replace(self, hand=dice, bowl=self.usable() - set(dice), strayed=self.strayed - self.usable())

    def loses(self, die: int) -> DiceSet:
        strayed = self.strayed | ({die} & set(self.hand))
        hand = tuple(d for d in self.hand if d != die)
        return replace(self, bowl=self.bowl - {die}, hand=hand, lost=self.lost | {die}, strayed=strayed)

    def finds(self, die: int) -> DiceSet:
        return replace(self, lost=self.lost - {die}, unchecked=self.unchecked | {die})

    def checks(self, die: int, to_shooter: bool) -> DiceSet:
        back = replace(self, unchecked=self.unchecked - {die})
        if to_shooter and len(self.hand) < 2:
            return replace(back, hand=(*self.hand, die), strayed=self.strayed - {die})
        return replace(back, bowl=self.bowl | {die})

    def held_again(self, hand: tuple[int, ...]) -> DiceSet:
        """Back with a shooter who had these dice, as far as they are still on the table."""
        still = tuple(die for die in hand if die in self.usable())
        return replace(self, bowl=self.usable() - set(still), hand=still)

    def passed(self) -> DiceSet:
        """The shooter is done: the dice go back to the bowl, or the new set takes their place."""
        if self.waiting:
            return DiceSet(bowl=frozenset(self.waiting))
        return replace(self, bowl=self.usable(), hand=(), strayed=frozenset())


class SelectDice(Asked, frozen=True, tag="select-dice"):
    """The shooter takes two dice of the set; the others go back into the bowl."""

    seat: int
    dice: list[int]
    asked: str = ""


class ReportDie(Asked, frozen=True, tag="report-die"):
    """A die went off the table, or was found again."""

    die: int
    found: bool


class CheckDie(Asked, frozen=True, tag="check-die"):
    """A found die is looked over before it is used again; it goes to the shooter who asks for it, or to the bowl."""

    die: int
    to_shooter: bool = False


class BringDice(Asked, frozen=True, tag="bring-dice"):
    """A new set of five."""


class DiceSelected(Struct, frozen=True, tag="dice-selected"):
    dice: tuple[int, int]
    asked: str = ""


class DieLost(Struct, frozen=True, tag="die-lost"):
    die: int


class DieFound(Struct, frozen=True, tag="die-found"):
    die: int


class DieChecked(Struct, frozen=True, tag="die-checked"):
    die: int
    to_shooter: bool


class DiceBrought(Struct, frozen=True, tag="dice-brought"):
    """A new set is at the table; the old one goes once its shooter is done."""

    first: int
    """The number of its first die; the five follow on."""


def select(live: LiveTable, table: TableState, conduct: Conduct, command: SelectDice, by: Asker) -> Decision:
    """The shooter selects and keeps two dice."""
    player = live.seats.players.get(command.seat)
    if live.shooter.seat != command.seat or not_theirs(player, command.seat, by, conduct.dice.selects):
        return Refusal(conduct.dice.selects, "only the shooter selects the dice")
    if live.phase != BETTING:
        return Refusal(conduct.dice.selects, "the dice are in the air")
    if not live.dice.may_select():
        return Refusal(conduct.dice.selects, "the shooter keeps the two dice until one goes off the table")
    if len(command.dice) != 2 or len(set(command.dice)) != 2 or not set(command.dice) <= live.dice.choice():
        return Refusal(conduct.dice.selects, "the shooter takes two different dice of the set")
    if not set(command.dice) <= live.dice.usable() and (refused := equipment.unproved(live, conduct, DICE_PART)):
        return refused
    first, second = command.dice
    return equipment.not_checked(live, conduct) or (DiceSelected((first, second)),)


def report(live: LiveTable, table: TableState, conduct: Conduct, command: ReportDie, by: Asker) -> Decision:
    """A die gone off the table is looked for at once; one found waits to be checked."""
    refused = may(by, conduct, Act.OFFER_DICE)
    if refused:
        return refused
    if command.found:
        if command.die not in live.dice.lost:
            return Refusal(NOT_IN_THE_BOOK, "this die is not missing")
        return (DieFound(command.die),)
    if command.die not in live.dice.usable():
        return Refusal(NOT_IN_THE_BOOK, "this die is not on the table")
    return (DieLost(command.die),)


def check(live: LiveTable, table: TableState, conduct: Conduct, command: CheckDie, by: Asker) -> Decision:
    refused = may(by, conduct, Act.CHECK_DICE)
    if refused:
        return refused
    if command.die not in live.dice.unchecked:
        return Refusal(conduct.clause_of(Act.CHECK_DICE), "only a die that was found needs checking")
    if command.to_shooter and (live.shooter.seat is None or len(live.dice.hand) == 2):
        return Refusal(conduct.clause_of(Act.CHECK_DICE), "no shooter is short of a die; it goes into the bowl")
    return (DieChecked(command.die, command.to_shooter),)


def bring(live: LiveTable, table: TableState, conduct: Conduct, command: BringDice, by: Asker) -> Decision:
    """A new set when two dice are lost; the shooter of the moment goes on with what is left of the old one."""
    refused = may(by, conduct, Act.CHECK_DICE) and may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if refused:
        return refused
    if len(live.dice.lost) < MAX_LOST:
        return Refusal(conduct.dice.new_set, "a new set comes when two dice are lost")
    known = live.dice.usable() | live.dice.lost | live.dice.unchecked
    return (DiceBrought(max(known) + 1),)


def check_set(live: LiveTable, conduct: Conduct) -> Refusal | None:
    """Whoever has the dice next has a full enough set."""
    if len(live.dice.lost) >= MAX_LOST:
        return Refusal(conduct.dice.new_set, "two dice are lost: a new set must come to the table")
    return equipment.not_checked(live, conduct)


def check_in_hand(live: LiveTable, conduct: Conduct) -> Refusal | None:
    """Two dice in hand, and a full enough set to go on with."""
    if len(live.dice.hand) != 2:
        return Refusal(conduct.dice.selects, "the shooter has not selected two dice")
    return equipment.not_checked(live, conduct)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case DiceSelected():
            return [f"dice {event.dice[0]} and {event.dice[1]} of the set are selected{asked(event.asked)}"]
        case DieLost() | DieFound() | DieChecked():
            return [f"die {event.die}: {tag(event)}"]
        case DiceBrought():
            return [f"a new set of dice is at the table, numbered from {event.first}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Where the five dice are."""
    match event:
        case DiceSelected():
            live.dice = live.dice.selected(event.dice)
        case DieLost():
            if live.phase != BETTING and live.dice.is_thrown(event.die):
                live.throw.reported, live.throw.off_table = live.throw.reported or "off the table", True
            live.dice = live.dice.loses(event.die)
        case DieFound():
            live.dice = live.dice.finds(event.die)
        case DieChecked():
            live.dice = live.dice.checks(event.die, event.to_shooter)
        case DiceBrought():
            new = tuple(range(event.first, event.first + SET))
            free = live.shooter.seat is None
            live.dice = DiceSet(bowl=frozenset(new)) if free else replace(live.dice, waiting=new)
            equipment.awaits(live, DICE_PART, equipment.ANOTHER)


TOPIC = Topic(
    commands={SelectDice: select, ReportDie: report, CheckDie: check, BringDice: bring},
    guards={Guard.WITH_DICE: (SelectDice, ReportDie, CheckDie, BringDice)},
    for_a_player={SelectDice: lambda live, table, conduct: conduct.dice.selects},
    events=(DiceSelected, DieLost, DieFound, DieChecked, DiceBrought),
    keeps_last_round=(DiceSelected, DieLost, DieFound, DieChecked, DiceBrought),
    happen=happen,
    tell=tell,
)
