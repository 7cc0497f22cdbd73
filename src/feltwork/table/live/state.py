"""A live table as it stands."""

from __future__ import annotations

from copy import copy

from msgspec import Struct, field
from msgspec.structs import fields

from feltwork.entropy.commit import RoundDraw
from feltwork.games.conduct import Conduct
from feltwork.refusal import Refusal
from feltwork.table.live.events import (
    BettingOpened,
    CallAsked,
    ColourAsked,
    ConcernRaised,
    CorrectionProposed,
    Inspection,
    Limits,
    LiveEvent,
    RoundDoubted,
    SupervisorCalled,
    TableOpened,
    WagerDeclared,
)
from feltwork.table.live.gear import Gear
from feltwork.table.live.phases import BETTING, CLOSED, DEALER
from feltwork.table.live.topics.acceptors import Acceptor
from feltwork.table.live.topics.colours import Colours
from feltwork.table.live.topics.corrections import Part
from feltwork.table.live.topics.dice import DiceSet
from feltwork.table.live.topics.last_round import Hands
from feltwork.table.live.topics.meters import Meter
from feltwork.table.live.topics.seats import Attendance
from feltwork.table.play.events import RoundSettled
from feltwork.table.play.state import TableState


class LiveTable(Struct):
    """Everything a decision at a live table may look at. ``evolve`` changes it, nothing else does."""

    table: str
    status: str = CLOSED
    version: int = 0
    """Events so far."""
    opening: TableOpened | None = None
    """Under which book and limits it was last opened."""
    game: TableState | None = None
    conduct: Conduct | None = None
    capacity: int = 0
    checked: set[str] = field(default_factory=set)
    inspected: dict[str, Inspection] = field(default_factory=dict)
    """What was last found of each item, today or on an earlier day."""
    holding: dict[str, str] = field(default_factory=dict)
    """Numbered pieces at the table, each with its item."""
    checks_out: dict[str, int] = field(default_factory=dict)
    """Colour checks that players took away when the table closed, by player, in cents."""
    marks: dict[int, str] = field(default_factory=dict)
    """The number on each die of the sets at the table."""
    awaiting: dict[str, str] = field(default_factory=dict)
    """Parts that were replaced or repaired and not checked since, and which of the two."""
    crew: dict[str, str] = field(default_factory=dict)
    """Person to role."""
    seats: dict[int, str] = field(default_factory=dict)
    """Seat to player, clockwise from the boxperson's left."""
    phase: str = BETTING
    shooter: int | None = None
    last_shooter: int | None = None
    offered: int | None = None
    refused: set[int] = field(default_factory=set)
    """Seats that have turned the dice down since they were last accepted, or were ordered to pass them."""
    house_throws: bool = False
    awaited: tuple[int | None, int] | None = None
    """Electronic tables: whose shot is awaited, and until when."""
    reported: str | None = None
    """Why the throw in the air has no result, where the book leaves no choice."""
    off_table: bool = False
    """Has a die of the throw in the air gone off the table?"""
    new_shooter: bool = False
    """Has the shooter had no result yet?"""
    thrower: str | None = None
    """Who throws for the shooter, where the book lets another do so."""
    entered: tuple[int, int] | int | str | None = None
    asked: tuple[CallAsked, ...] = ()
    """Calls of on and off that wait for the crew, at most one of a wager."""
    oral: dict[int, tuple[WagerDeclared, str | None]] = field(default_factory=dict)
    """Wagers called aloud in this round, by seat, and who of the staff repeated them."""
    stick: str | None = None
    """The boxperson who acts as stickperson, at a table without one."""
    attendance: Attendance = field(default_factory=Attendance)
    vacating: frozenset[int] = frozenset()
    """Seats whose players have been told to give them up."""
    rounds: tuple[int, ...] = ()
    """The last rounds, by the event that settled each, that two people can still set right."""
    parts: dict[int, tuple[Part, ...]] = field(default_factory=dict)
    """What has been set right of the last rounds, by round."""
    proposed: CorrectionProposed | None = None
    relaxed: frozenset[int] = frozenset()
    """Seats for which the close of wagering is relaxed."""
    faulty: dict[int, str] = field(default_factory=dict)
    """Terminals out of play, and the error each shows."""
    contested: dict[int, dict[int, int]] = field(default_factory=dict)
    """What each of them is due of rounds settled meanwhile, by round, should its wagers turn out void."""
    withheld: dict[int, tuple[str, int]] = field(default_factory=dict)
    """Credits kept back, by case: whose, and how much."""
    warned: frozenset[str] = frozenset()
    """Players who left the table after a warning that still holds (reading C8)."""
    announced: dict[str, tuple[Limits, int]] = field(default_factory=dict)
    """Limits on a notice, by wager, and from when they may stand."""
    closing: int | None = None
    caller: str = ""
    """Who entered the result that waits to be confirmed."""
    face: tuple[int, int] | None = None
    """The faces that were ruled to be uppermost in the throw that lies."""
    ruled: frozenset[int] = frozenset()
    """Of the last rounds those whose faces were ruled on: nobody reads their dice again."""
    final: bool = False
    """Has the last result been ruled on already? Then it is final."""
    suspended: str | None = None
    """Why play is stopped, if it is,"""
    stopped_by: str = ""
    """and by which clause."""
    called: SupervisorCalled | None = None
    """Who of the crew stopped it and had a supervisor told."""
    doubts: tuple[RoundDoubted, ...] = ()
    """Rounds that had been paid when a fault was reported, and wait for a supervisor."""
    dice: DiceSet = field(default_factory=DiceSet)
    gear: Gear = field(default_factory=Gear)
    before: TableState | None = None
    """The game before the last round was settled, kept while that can still be taken back."""
    last_round: tuple[int, RoundSettled] | None = None
    """The version and the settlement of the last round, while that can still be taken back."""
    moved: bool = False
    """Have chips moved since?"""
    sat: dict[int, str] = field(default_factory=dict)
    """Who sat where when it was settled."""
    hands_before: Hands = field(default_factory=Hands)

    source: str = DEALER
    """Where results come from."""
    rehearsal: bool = False
    """No money is real here; so the draws may come from a seed."""
    betting_seconds: int = 0
    serial: int = 0
    """Rounds of electronic play ever begun, over all days: the round in ids of draws and keys of timers."""
    betting: BettingOpened | None = None
    """The open round, where rounds are opened; ``None`` between two."""
    draw: RoundDraw | None = None
    """What is public of the open round's draw, or of the last one."""
    sealed: str = ""
    """The secret of that draw under the draw key, in hex."""
    nonced: frozenset[int] = frozenset()
    """Seats that have added a nonce to it."""
    colours: dict[int, Colours] = field(default_factory=dict)
    """Colour checks last issued, by seat."""
    wanted: dict[int, ColourAsked] = field(default_factory=dict)
    """Colour checks that players have asked for, by seat, until a dealer issues them."""
    agreed: set[tuple[int, int, str]] = field(default_factory=set)
    """Who agreed to share a colour, with whom, and which."""
    concerns: tuple[ConcernRaised, ...] = ()
    """What players have raised and nobody has answered yet."""
    cards: dict[int, str] = field(default_factory=dict)
    """Player cards in the terminals, by seat."""
    acceptors: dict[int, Acceptor] = field(default_factory=dict)
    """Note acceptors, by seat, over all days,"""
    acceptor_keys: set[str] = field(default_factory=set)
    """and the keys of all that ever were here."""
    vouchers: set[str] = field(default_factory=set)
    """Promotional vouchers exchanged here."""
    token_terms: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """What the tokens of a seat may be wagered on, by the voucher they came from; nothing named means anything."""
    drop: int = 0
    """Cash in the drop box."""
    meters: dict[int, Meter] = field(default_factory=dict)
    """What has gone through each seat, from the first day on."""

    def clear(self) -> None:
        """Forget the last day, but for what tray, drop box and meters hold and what was found of the equipment."""
        fresh = LiveTable(
            self.table,
            version=self.version,
            serial=self.serial,
            vouchers=self.vouchers,
            drop=self.drop,
            meters=self.meters,
            inspected=self.inspected,
            checks_out=self.checks_out,
        )
        for name in self.__struct_fields__:
            setattr(self, name, getattr(fresh, name))

    def copy(self) -> LiveTable:
        """A tentative table: what happens to it can be thrown away."""
        twin = copy(self)
        twin.game = self.game and self.game.copy()  # the one before is never changed
        for name in _OWN:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @property
    def opens_rounds(self) -> bool:
        """Must a round be opened before wagers are taken?"""
        return self.source != DEALER or self.betting_seconds > 0

    def seat_of(self, player: str) -> int | None:
        return next((seat for seat, who in self.seats.items() if who == player), None)


_OWN = tuple(made.name for made in fields(LiveTable) if made.default_factory in (dict, set))
"""What changes in place, so that a tentative table needs its own."""
Decision = tuple[LiveEvent, ...] | Refusal
