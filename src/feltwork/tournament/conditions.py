"""What the conditions of a tournament say about one session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Conditions:
    """One session: who plays, with how many chips, between which limits, for which places and prizes."""

    players: tuple[str, ...]
    """Clockwise, so that the next in the list sits to the left."""
    chips: int
    minimum: int
    maximum: int
    fee: int
    added: int
    """What the house adds to the pool, in cents."""
    advance: int
    prizes: tuple[int, ...]
    """Whole percentages of the pool by place, together 100."""
    limits: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Other limits, by the round from which they hold."""
    pass_cards: int = 0
    undisclosed: int = 0
    order: bool = False

    def limits_of(self, round_number: int) -> tuple[int, int]:
        """Minimum and maximum of a round."""
        changed = [number for number in self.limits if number <= round_number]
        return self.limits[max(changed)] if changed else (self.minimum, self.maximum)

    @property
    def pool(self) -> int:
        """All fees, and what the house adds, in cents."""
        return self.fee * len(self.players) + self.added
