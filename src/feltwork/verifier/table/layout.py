"""Wagers on the layout as the verifier folds them: chips in lots, where they lie, and what results do to them there."""

from __future__ import annotations

from msgspec import Struct, field

from feltwork.outcomes import Selection
from feltwork.verifier.table.lines import Apart, Key, SettledLine, set_apart
from feltwork.wagers.row import Wager
from feltwork.wagers.shapes import Shape

Sign = tuple[int, int | None, int]
"""Minimum, maximum and unit above the minimum."""


class Lot(Struct, frozen=True):
    """Chips put down in one go."""

    amount: int
    round: int
    commission: int
    limit: Sign | None = None
    """What it answers to, in force when it was put down."""
    instrument: str = "chips"


class Ending(Struct, eq=False, frozen=True):
    """An arm of a wager with its prices as whole numbers: a cent wins ``won / per``, and ``leg / of`` of it is back.

    There is one for each arm.
    """

    result: str
    clause: str
    won: int
    per: int
    leg: int
    of: int


Step = Ending | int | None
"""What a symbol does to a wager: it ends, goes on in another state, or just lies."""


Steps = dict[tuple[str, Selection, Selection], dict[int, Step]]
"""By the name of a wager, what it was made on, and state: what happens to it, by the table's area, the symbol, and
whether it is working."""
Alike = tuple[int, Ending, int, int]
"""Seat, ending, stake and commission: all that the line of plain chips on a spot goes by."""
Ranked = tuple[int, str, tuple[object, ...], SettledLine]
"""A line behind what it is sorted by."""


class Spot(Struct, eq=False, frozen=True):
    """A wager made on something, where it has got to: what is the same for all the chips that lie so."""

    row: Wager
    made: Selection
    """What it was made on."""
    state: Selection
    """Where it has got to: a come point, the length of a run."""
    tail: tuple[str, Selection]
    """What it is known by at a seat."""
    rank: tuple[object, ...]
    """Its place among the wagers of its kind."""
    lucky: bool
    """Does it go by how a Lucky Ball colour fared?"""
    sleeps: bool
    """Is it off on the come out roll unless it is called on?"""
    steps: dict[int, Step]
    """What happens to it, each once it was worked out,"""
    lines: dict[Alike, Ranked] = field(default_factory=dict)
    """the lines in which plain chips ended,"""
    others: dict[int, Spot] = field(default_factory=dict)
    """and where it goes on in other states."""


class Terms(Struct, eq=False, frozen=True):
    """What the book has to say of a wager on something: the same at every placement."""

    row: Wager
    made: Selection
    """What it is made on: a Come wager on nothing."""
    spot: Spot | None
    """Where it starts, if there is such a wager."""
    can_be_made: bool
    any_time: bool
    multiple: int
    """Cents it is staked in multiples of; 0 for any."""
    group: str
    """Whose limit it answers to."""
    dear: int
    """Whole cents that a cent wins at best, rounded up."""


class PlacedWager(Struct, eq=False, frozen=True):
    """A wager on the layout. It is never changed: another takes its place."""

    seat: int
    spot: Spot
    lots: tuple[Lot, ...]
    working: bool | None
    placed: int
    """Results seen when it was first put down."""
    order: int
    """Its place in the order of placing."""

    # The rest follows from the above.
    key: Key
    stake: int
    commission: int
    in_chips: bool
    """Is it all plain chips?"""

    @property
    def row(self) -> Wager:
        return self.spot.row

    @property
    def made(self) -> Selection:
        return self.spot.made

    @property
    def state(self) -> Selection:
        return self.spot.state

    @property
    def shape(self) -> Shape:
        return self.spot.row.shapes[self.spot.made]

    def at(self, spot: Spot) -> PlacedWager:
        """The same chips somewhere else."""
        key = (self.seat, *spot.tail)
        return PlacedWager(
            self.seat,
            spot,
            self.lots,
            self.working,
            self.placed,
            self.order,
            key,
            self.stake,
            self.commission,
            self.in_chips,
        )

    def of_lots(self, lots: tuple[Lot, ...]) -> PlacedWager:
        """The same wager of more chips, or of fewer."""
        stake = commission = 0
        in_chips = True
        for lot in lots:
            stake += lot.amount
            commission += lot.commission
            in_chips = in_chips and lot.instrument == "chips"
        return PlacedWager(
            self.seat, self.spot, lots, self.working, self.placed, self.order, self.key, stake, commission, in_chips
        )

    def parts(self, amount: int) -> tuple[int, int]:
        """Tokens and colour checks in the newest part of the stake, of this amount."""
        if self.in_chips:
            return 0, 0
        found = {"tokens": 0, "checks": 0}
        for lot in reversed(self.lots):
            part = min(lot.amount, amount)
            amount -= part
            if lot.instrument in found:
                found[lot.instrument] += part
        return found["tokens"], found["checks"]


def kept(wager: PlacedWager, amount: int) -> Apart | None:
    """A part of a wager that goes back as it was put down."""
    tokens, checks = wager.parts(amount)
    return set_apart(0, 0, tokens, tokens, checks, checks)
