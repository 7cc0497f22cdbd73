"""The dice of a table: five in a set, each in the bowl, in hand, lost, found, or of a new set that waits."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from feltwork.verifier.table.facts import Body, Facts, Round

SET = 5

MAX_LOST = 2
"""Dice of a set that may be lost before a new set must come."""

NONE = frozenset[int]()


class Dice(Struct, frozen=True):
    """Where each die is: in the bowl, in hand, lost, found but not looked over, or of a new set that waits."""

    bowl: frozenset[int] = frozenset(range(1, SET + 1))
    hand: frozenset[int] = NONE
    lost: frozenset[int] = NONE
    unchecked: frozenset[int] = NONE
    waiting: frozenset[int] = NONE
    strayed: frozenset[int] = NONE
    """Dice that the shooter lost: back in the bowl, they may be asked for again."""

    @property
    def there(self) -> frozenset[int]:
        return self.bowl | self.hand

    def selected(self, dice: frozenset[int]) -> Dice:
        if not dice <= self.there:
            return Dice(bowl=self.waiting - dice, hand=dice)
        return replace(self, hand=dice, bowl=self.there - dice, strayed=self.strayed - self.there)

    def passed(self) -> Dice:
        if self.waiting:
            return Dice(bowl=self.waiting)
        return replace(self, bowl=self.there, hand=NONE, strayed=NONE)


class Holding(NamedTuple):
    """Who had the dice when the last round was settled, and which."""

    shooter: int | None = None
    last: int | None = None
    dice: Dice = Dice()
    house: bool = False
    new: bool = False


class Hands:
    """Whose hands the dice are in, and what they are owed."""

    def __init__(self) -> None:
        self.given_on = False
        """Has the shooter of the last round given on the dice since, by choice or by order? Then that stands."""
        self.opened()

    def opened(self) -> None:
        self.shooter: int | None = None
        self.last_shooter: int | None = None
        self.offered: int | None = None
        self.thrower: str | None = None
        """Who throws for the shooter, where the book lets another."""
        self.turned_down: set[int] = set()
        """Seats that need not be asked: they would not have the dice, or were ordered to pass them."""
        self.house = self.new_shooter = self.handed = False
        """Does the house throw? Has the shooter had no result yet? Have the dice been handed over for the throw?"""
        self.awaited: tuple[int | None, int] | None = None
        self.owes: int | None = None
        """The shooter whom the last result took the dice from."""
        self.dice, self.then = Dice(), Holding()

    def begin_next(self, at_stake: bool) -> None:
        """The next round begins, with wagers on the layout or without."""
        self.awaited, self.handed = None, False
        self.house = self.house and at_stake

    def no_longer_there(self, seat: int, player: str) -> None:
        """Whoever leaves the table is not asked and does not throw."""
        self.offered = None if self.offered == seat else self.offered
        self.turned_down.discard(seat)
        self.thrower = None if self.thrower == player else self.thrower


def dice_wrong(facts: Facts, what: str) -> None:
    if facts.conduct is not None:
        facts.wrong("dice", what)


class DiceSet:
    """Holds each die that is selected, lost, found, checked or brought against where the dice are."""

    def __init__(self, facts: Facts, round_: Round, hands: Hands) -> None:
        self.facts = facts
        self.round = round_
        self.hands = hands

    def selected(self, body: Body) -> None:
        hands = self.hands
        dice, chosen = hands.dice, frozenset(body["dice"])
        if hands.shooter is None or self.round.thrown or not (len(dice.hand) < 2 or dice.strayed & dice.bowl):
            dice_wrong(self.facts, "the shooter keeps two dice until one goes off the table")
        choice = dice.there if len(dice.there) >= 2 else dice.there | dice.waiting
        if len(chosen) != 2 or not chosen <= choice:
            dice_wrong(self.facts, f"dice {sorted(chosen)} were not there to be selected")
        hands.dice = dice.selected(chosen)

    def lost(self, body: Body) -> None:
        """A die that was thrown, and not one of the bowl; the house selects none, so of those it could be any."""
        round_ = self.round
        die, dice = body["die"], self.hands.dice
        if die not in dice.there:
            dice_wrong(self.facts, f"die {die} was not on the table")
        if round_.thrown and (not dice.hand or die in dice.hand):
            round_.must, round_.off_table = round_.must or "off the table", True
        gone = frozenset((die,))
        strayed = dice.strayed | (gone & dice.hand)
        self.hands.dice = replace(
            dice, bowl=dice.bowl - gone, hand=dice.hand - gone, lost=dice.lost | gone, strayed=strayed
        )

    def found(self, body: Body) -> None:
        hands = self.hands
        die = frozenset((body["die"],))
        if not die <= hands.dice.lost:
            dice_wrong(self.facts, f"die {body['die']} was not missing")
        hands.dice = replace(hands.dice, lost=hands.dice.lost - die, unchecked=hands.dice.unchecked | die)

    def die_checked(self, body: Body) -> None:
        hands = self.hands
        die, dice, to_shooter = frozenset((body["die"],)), hands.dice, body["to_shooter"]
        short = hands.shooter is not None and len(dice.hand) < 2
        if not die <= dice.unchecked or (to_shooter and not short):
            dice_wrong(self.facts, f"die {body['die']} was not there to be checked, or nobody was short of it")
        back = replace(dice, unchecked=dice.unchecked - die)
        if to_shooter and len(dice.hand) < 2:
            hands.dice = replace(back, hand=dice.hand | die, strayed=dice.strayed - die)
        else:
            hands.dice = replace(back, bowl=dice.bowl | die)

    def brought(self, body: Body) -> None:
        hands = self.hands
        dice, first = hands.dice, body["first"]
        if len(dice.lost) < MAX_LOST or first != max(dice.there | dice.lost | dice.unchecked) + 1:
            dice_wrong(self.facts, "a new set came, and not two dice were lost")
        new = frozenset(range(first, first + SET))
        hands.dice = Dice(bowl=new) if hands.shooter is None else replace(dice, waiting=new)
