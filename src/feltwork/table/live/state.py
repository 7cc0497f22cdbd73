"""A live table as it stands: its game, and a piece for each of its topics."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, field

from feltwork.games.conduct import Conduct
from feltwork.refusal import Refusal
from feltwork.table.live.events import CallAsked, ConcernRaised, LiveEvent, WagerDeclared
from feltwork.table.live.gear import Gear
from feltwork.table.live.topic import BETTING, CLOSED
from feltwork.table.live.topics.colours import Checks
from feltwork.table.live.topics.crew import Crew
from feltwork.table.live.topics.dice import DiceSet
from feltwork.table.live.topics.draws import Draws
from feltwork.table.live.topics.equipment import Equipment
from feltwork.table.live.topics.last_round import Rounds
from feltwork.table.live.topics.limits import Notices
from feltwork.table.live.topics.meters import Meter
from feltwork.table.live.topics.opening import Opening
from feltwork.table.live.topics.rolls import Throw
from feltwork.table.live.topics.seats import Seats
from feltwork.table.live.topics.shooter import Shooter
from feltwork.table.live.topics.stops import Stops
from feltwork.table.live.topics.terminals import Terminals
from feltwork.table.play.state import TableState


class Waiting(Struct):
    """What players said and the crew has yet to answer."""

    calls: tuple[CallAsked, ...] = ()
    """Calls of on and off, at most one of a wager."""
    oral: dict[int, tuple[WagerDeclared, str | None]] = field(default_factory=dict)
    """Wagers called aloud in this round, by seat, and who of the staff repeated them."""
    concerns: tuple[ConcernRaised, ...] = ()
    """What players have raised and nobody has answered yet."""


Piece = TypeVar("Piece", bound=Struct)
if TYPE_CHECKING:

    def _copied(piece: Piece) -> Piece: ...
else:
    _copied = Struct.__copy__  # every Struct has it, and copy() would look for it


class Money(Struct):
    """What has come to a table and gone from it, over all days."""

    drop: int = 0
    """Cash in the drop box."""
    vouchers: set[str] = field(default_factory=set)
    """Promotional vouchers exchanged here."""
    token_terms: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """What the tokens of a seat may be wagered on, by the voucher they came from; nothing named means anything."""
    meters: dict[int, Meter] = field(default_factory=dict)
    """What has gone through each seat, from the first day on."""
    floated: bool = False
    """Is it counted what the float tray holds: did chips ever come to it from the cage?"""
    sat_at: dict[int, Meter] = field(default_factory=dict)
    """How the meters of a seat stood when its player sat down."""


class LiveTable(Struct):
    """Everything a decision at a live table may look at. ``evolve`` changes it, nothing else does."""

    table: str
    status: str = CLOSED
    phase: str = BETTING
    version: int = 0
    """Events so far."""
    game: TableState | None = None
    before: TableState | None = None
    """The game before the last round was settled, kept while that can still be taken back."""
    conduct: Conduct | None = None
    opening: Opening = Opening()
    dice: DiceSet = DiceSet()
    gear: Gear = field(default_factory=Gear)
    equipment: Equipment = Equipment()
    crew: Crew = Crew()
    seats: Seats = field(default_factory=Seats)
    shooter: Shooter = field(default_factory=Shooter)
    throw: Throw = field(default_factory=Throw)
    waiting: Waiting = field(default_factory=Waiting)
    rounds: Rounds = field(default_factory=Rounds)
    terminals: Terminals = field(default_factory=Terminals)
    notices: Notices = Notices()
    stops: Stops = Stops()
    draws: Draws = field(default_factory=Draws)
    colours: Checks = Checks()
    money: Money = field(default_factory=Money)

    def clear(self) -> None:
        """Forget the last day, but for what drop box and meters hold and what was found of the equipment."""
        fresh = LiveTable(self.table, version=self.version)
        fresh.draws.serial = self.draws.serial
        fresh.equipment = Equipment(inspected=self.equipment.inspected)
        fresh.colours = Checks(out=self.colours.out)
        fresh.money = Money(self.money.drop, self.money.vouchers, meters=self.money.meters, floated=self.money.floated)
        for name in self.__struct_fields__:
            setattr(self, name, getattr(fresh, name))

    def copy(self) -> LiveTable:
        """A tentative table: what happens to it can be thrown away."""
        twin = _copied(self)
        twin.game = self.game and self.game.copy()  # the one before is never changed
        twin.throw, twin.draws = _copied(self.throw), _copied(self.draws)
        seats = twin.seats = _copied(self.seats)
        seats.players = seats.players.copy()
        shooter = twin.shooter = _copied(self.shooter)
        shooter.refused = shooter.refused.copy()
        waiting = twin.waiting = _copied(self.waiting)
        waiting.oral = waiting.oral.copy()
        rounds = twin.rounds = _copied(self.rounds)
        rounds.sat, rounds.parts = rounds.sat.copy(), rounds.parts.copy()
        own = twin.terminals = _copied(self.terminals)
        own.faulty, own.contested, own.withheld = own.faulty.copy(), own.contested.copy(), own.withheld.copy()
        own.cards, own.acceptors, own.acceptor_keys = own.cards.copy(), own.acceptors.copy(), own.acceptor_keys.copy()
        money = twin.money = _copied(self.money)
        money.vouchers, money.token_terms = money.vouchers.copy(), money.token_terms.copy()
        money.meters, money.sat_at = money.meters.copy(), money.sat_at.copy()
        return twin


Decision = tuple[LiveEvent, ...] | Refusal
