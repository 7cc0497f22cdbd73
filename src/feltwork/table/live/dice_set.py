"""The set of five dice: two with the shooter, the others in the bowl, lost, or found and not yet checked."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

SET = 5
MOST_LOST = 2
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
