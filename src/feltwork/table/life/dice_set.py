"""The set of five dice: two with the shooter, the others in the bowl, lost, or found and not yet checked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

SET = 5
MOST_LOST = 2
"""With two dice lost a new set comes to the table (3.6)."""


@dataclass(frozen=True, slots=True)
class DiceSet:
    """Where each die of the set in use is, and the set waiting behind it."""

    bowl: frozenset[int] = frozenset(range(1, SET + 1))
    hand: tuple[int, ...] = ()
    lost: frozenset[int] = frozenset()
    unchecked: frozenset[int] = frozenset()
    """Found again, not yet looked over."""
    waiting: tuple[int, ...] = field(default=())
    """A new set, for the next shooter."""

    def usable(self) -> frozenset[int]:
        return self.bowl | set(self.hand)

    def choice(self) -> frozenset[int]:
        """What a shooter may take from: the old set, and the new one when too little of the old is left."""
        return self.usable() if len(self.usable()) >= 2 else self.usable() | set(self.waiting)

    def selected(self, dice: tuple[int, int]) -> DiceSet:
        if not set(dice) <= self.usable():
            return DiceSet(bowl=frozenset(self.waiting) - set(dice), hand=dice)
        return replace(self, hand=dice, bowl=self.usable() - set(dice))

    def loses(self, die: int) -> DiceSet:
        return replace(
            self, bowl=self.bowl - {die}, hand=tuple(d for d in self.hand if d != die), lost=self.lost | {die}
        )

    def finds(self, die: int) -> DiceSet:
        return replace(self, lost=self.lost - {die}, unchecked=self.unchecked | {die})

    def checks(self, die: int, to_shooter: bool) -> DiceSet:
        back = replace(self, unchecked=self.unchecked - {die})
        if to_shooter and len(self.hand) < 2:
            return replace(back, hand=(*self.hand, die))
        return replace(back, bowl=self.bowl | {die})

    def held_again(self, hand: tuple[int, ...]) -> DiceSet:
        """Back with a shooter who had these dice, as far as they are still on the table."""
        still = tuple(die for die in hand if die in self.usable())
        return replace(self, bowl=self.usable() - set(still), hand=still)

    def passed(self) -> DiceSet:
        """The shooter is done: the dice go back to the bowl, or the new set takes their place."""
        if self.waiting:
            return DiceSet(bowl=frozenset(self.waiting))
        return replace(self, bowl=self.usable(), hand=())
