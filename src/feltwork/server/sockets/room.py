"""A room follows one table: it reads what was committed, keeps the table as it stands, and tells its screens.

It never decides anything. What it shows is on disk, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from threading import RLock
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from feltwork.engine.applying import is_passed, unfollowed
from feltwork.engine.past_rounds import recalled
from feltwork.engine.snapshots import read_event
from feltwork.engine.transaction import Committed
from feltwork.server.sockets.line import framed
from feltwork.store.port import Head, Record, Store, UnreadableError
from feltwork.table.live.adjust import instead_of
from feltwork.table.live.card_events import CardIn, CardOut
from feltwork.table.live.events import LifeEvent, SeatTaken, SecretRevealed
from feltwork.table.live.evolve import evolve
from feltwork.table.live.floor_commands import SecondCorrection
from feltwork.table.live.floor_events import RoundAdjusted
from feltwork.table.live.narrate import tell
from feltwork.table.live.schema import LIFE
from feltwork.table.live.state import Life
from feltwork.table.play.events import Placed, Removed, RoundSettled
from feltwork.views.crewing import crew_view
from feltwork.views.foresee import foresee
from feltwork.views.legal import legal_spots, may_remove
from feltwork.views.office import glance, opened
from feltwork.views.rounds import RECENT, Recall, payout_guide, winning_areas
from feltwork.views.takings import Takings
from feltwork.views.tutorial import tutorial
from feltwork.views.views import Data, StakeViews, all_staked, public_view, seat_view

_encode = msgspec.json.Encoder().encode
MOST_TOLD = 60
PASSED_OVER = "this event cannot be followed; by decision of the operator it counts as if nothing had happened"
Fresh = tuple[Record, LifeEvent | None]
"""A record that is new, with its event; nothing for one that is passed over."""


class News(NamedTuple):
    """What is new at a table, framed: one text for every screen, and for each seat what only it may see."""

    frame: bytes
    mine: dict[int, bytes]


class Room:
    """One table's followers."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.life = Life(table)
        self.head = Head(f"table/{table}")
        """Where in the log this room stands."""
        self.kept = 0
        """Up to which version it has been saved."""
        self.recall = Recall()
        self.takings = Takings()
        self.told: list[Data] = []
        """The last events in words, for screens that come later."""
        self.guide: list[Data] = []
        """What the last settlement takes and pays, seat by seat."""
        self.settled = 0
        """Rounds settled since the table was first opened."""
        self.mine: dict[int, bytes] = {}
        """What each seat was last told of its own."""
        self.passed: Container[bytes] = frozenset()
        """Events that count as if nothing had happened."""
        self.house_dealer = False
        """Does the house deal here while no crew is at the table's screen?"""
        self._stakes = StakeViews()
        self.lock = RLock()
        """Held while the table moves on, and while somebody looks at it."""

    def catch_up(self, store: Store, heard: Committed | None = None) -> News | None:
        """What is new, as our own desk told it or else as the log has it: what to tell everybody and each seat."""
        with self.lock:
            after, fresh = self._after(heard) or (None, self._read(store))
            if not fresh:
                return None
            seats = {event.key[0] for _, event in fresh if isinstance(event, (Placed, Removed))}
            wagers = all(isinstance(event, (Placed, Removed)) for _, event in fresh)
            if wagers and after is not None:  # of which nothing is remembered but how the table stands
                told = [told_of(after, record, event) for record, event in fresh if event is not None]
            else:
                life = self.life.copy()  # it may be the desk's own, and others look at it
                told = [self._moved_on(life, record, event) for record, event in fresh]
                self._set_right(store, life, [event for _, event in fresh if isinstance(event, RoundAdjusted)])
                after = after or life
            self.life, last = after, fresh[-1][0]
            self.head = Head(last.stream, last.version, last.hash)
            self.told = [*self.told, *told][-MOST_TOLD:]
            frame = framed(_encode({"events": told, "view": self.view(), "now": store.now()}))
            return News(frame, self._changed(seats if wagers else None))

    def _after(self, heard: Committed | None) -> tuple[Life, list[Fresh]] | None:
        """The table after what was heard, and the events up to it, if they go on where this room stands; they do not
        where somebody else wrote in between, or some were missed."""
        if heard is None:
            return None
        fresh: list[Fresh] = [event for event in heard.events if event[0].version > self.life.version]
        return (heard.life, fresh) if self.life.version + len(fresh) == heard.life.version else None

    def _read(self, store: Store) -> list[Fresh]:
        """What the log has, as far as it can be read; from there on it is an ``UnreadableError``."""
        fresh: list[Fresh] = []
        for record in store.read(self.head.stream, self.life.version):
            try:
                fresh.append((record, None if is_passed(record, self.passed) else read_event(LIFE, record)))
            except UnreadableError:
                if fresh:
                    break
                raise
        return fresh

    def _moved_on(self, life: Life, record: Record, event: LifeEvent | None) -> Data:
        """The table moves on by one event; what is told of it."""
        if event is None:
            life.version += 1
            return {
                "version": record.version,
                "at": record.at,
                "kind": record.kind,
                "by": record.actor,
                "role": record.role,
                "text": [PASSED_OVER],
                "event": {},
            }
        try:
            return self._happen(life, record, event) | told_of(life, record, event)
        except Exception as fault:
            raise unfollowed(record, fault) from fault

    def _changed(self, only: set[int] | None) -> dict[int, bytes]:
        """What each seat is to hear of its own, where it is new. A wager is nobody's business but its seat's."""
        seats = self.life.seats.keys() | self.mine.keys()
        if only is not None:
            seats &= only
        lying = all_staked(self.life.game) if self.life.game is not None else {}
        mine = {seat: _encode({"mine": seat_view(self.life, seat, lying)}) for seat in seats}
        changed = {seat: framed(said) for seat, said in mine.items() if self.mine.get(seat) != said}
        self.mine |= mine
        return changed

    def _set_right(self, store: Store, life: Life, rulings: Sequence[RoundAdjusted]) -> None:
        """How rounds would have been that were set right; each is looked up in the log, so not those long forgotten."""
        for ruling in rulings:
            if self.recall.keeps(ruling.version):
                past = recalled(store, life, SecondCorrection(ruling.version))
                self.recall.set_right(ruling.version, () if past is None else instead_of(past, ruling.result))

    def _happen(self, life: Life, record: Record, event: LifeEvent) -> Data:
        """The table moves on; the areas that are lit by it."""
        self.recall.happen(life, event, record.version, record.at)
        self.takings.happen(life, event, record.version)
        lit: Data = {}
        if isinstance(event, SeatTaken):
            self.mine.pop(event.seat, None)  # whoever had it before was told, not this player
        elif isinstance(event, RoundSettled):
            self.settled += 1
            self.guide = payout_guide(event.lines)
            lit = {"lit": winning_areas(life.game, event) if life.game is not None else []}
        evolve(life, event)
        if isinstance(event, SecretRevealed):
            self.recall.revealed(life, event)
        return lit

    def view(self) -> Data:
        shown: Data = {"history": self.recall.results}
        if self.life.conduct is not None and self.life.conduct.shot:
            shown["winnings"] = self.recall.winnings()
        return public_view(self.life, self._stakes) | shown

    def greeting(self, who: Data, seat: int | None, now: int, *, guided: bool = False) -> bytes:
        """All that a screen needs to stand where the table stands; who deals gets the guide, seat by seat."""
        with self.lock:
            hello: Data = {"hello": who, "now": now, "view": self.view(), "told": self.told}
            if guided:
                hello |= {"guide": self.guide}
            if seat is not None:
                hello |= {"mine": seat_view(self.life, seat), "recall": self.recall.of_seat(self.life, seat)}
            return _encode(hello)

    def legal(self, seat: int, chip: int, now: int, staff: Sequence[tuple[str, str]] = ()) -> Data:
        """Where a chip may go, put down by the player; or by staff for the seat."""
        with self.lock:
            return {
                "spots": legal_spots(self.life, seat, chip, now, staff),
                "removable": may_remove(self.life, seat, now),
                "version": self.life.version,
            }

    def actions(self, people: Sequence[tuple[str, str]], now: int) -> Data:
        """What a crew can do now."""
        with self.lock:
            return crew_view(self.life, people, now) | {"house_dealer": self.house_dealer}

    def glance(self) -> Data:
        with self.lock:
            return glance(self.life, self.takings)

    def opened(self) -> Data:
        """What a supervisor may set here, and the last rounds, with whether each can still be set right."""
        with self.lock:
            told = opened(self.life, self.takings)
            settable = {*self.life.rounds, told.get("last")}
            rounds = [
                {name: value for name, value in r.items() if name != "lines"} | {"settable": r["version"] in settable}
                for r in reversed(self.recall.rounds[-RECENT:])
            ]
            return told | {"recalled": rounds}

    def tutorial(self, seat: int) -> Data:
        with self.lock:
            return tutorial(self.life, seat)

    def foresee(self, seat: int) -> Sequence[Data]:
        with self.lock:
            return foresee(self.life, seat)

    def recalled(self, seat: int | None) -> Sequence[Data]:
        with self.lock:
            return self.recall.of_seat(self.life, seat) if seat is not None else list(reversed(self.recall.rounds))


def told_of(life: Life, record: Record, event: LifeEvent) -> Data:
    """One event as every screen hears of it; the number of a player's card is told to its seat alone."""
    private = isinstance(event, CardIn | CardOut)
    body = msgspec.json.encode(replace(event, card="")) if private else record.body
    return {
        "version": record.version,
        "at": record.at,
        "kind": record.kind,
        "by": record.actor,
        "role": record.role,
        "text": tell(event, life.game.book.cited("rounding") if life.game else ""),
        "event": msgspec.Raw(body),
    }
