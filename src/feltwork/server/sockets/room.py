"""A room follows one table: it reads what was committed, keeps the table as it stands, and tells its screens.

It never decides anything. What it shows is on disk, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Container
from threading import RLock
from typing import NamedTuple

import msgspec

from feltwork.engine.replay import is_passed, keep_rows, read_event, unfollowed
from feltwork.engine.transaction import Committed
from feltwork.server.sockets.corrections import remember_corrections
from feltwork.server.sockets.frames import framed
from feltwork.server.sockets.telling import told_of, told_passed
from feltwork.store.port import Head, Record, Store, UnreadableError
from feltwork.table.live import events as happened
from feltwork.table.live.opened_book import Stored
from feltwork.table.live.schema import LIFE
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import evolve
from feltwork.table.play.events import Placed, Removed, RoundInvalid, RoundSettled
from feltwork.views.rounds import Recall, payout_guide, winning_areas
from feltwork.views.takings import Takings
from feltwork.views.views import Data, StakeViews, all_staked, public_view, seat_view

_encode = msgspec.json.Encoder().encode
MAX_TOLD = 60
Fresh = tuple[Record, happened.LiveEvent | None]
"""A record that is new, with its event; nothing for one that is passed over."""


class News(NamedTuple):
    """What is new at a table, framed: one text for every screen, and for each seat what only it may see."""

    frame: bytes
    mine: dict[int, bytes]


class Room:
    """A table as its screens see it."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.live = LiveTable(table)
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
        self.guest_seconds = 0
        """How long the house's own dealer waits for a guest to answer; 0 where people deal."""
        self.seat_wanted = False
        """Does a guest of a demonstration wait for a seat? A house player gets up then."""
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
                live = self.live.copy()  # it may be the desk's own, and others look at it
                told = [self._moved_on(live, record, event, store.log.book) for record, event in fresh]
                for version, lines in remember_corrections(self.recall, store, live, (event for _, event in fresh)):
                    if self.recall.results and self.recall.results[-1]["version"] == version:
                        self.guide = payout_guide(lines)  # the last round, as it should have been
                after = after or live
            self.live, last = after, fresh[-1][0]
            self.head = Head(last.stream, last.version, last.hash)
            self.told = [*self.told, *told][-MAX_TOLD:]
            frame = framed(_encode({"events": told, "view": self.view(), "now": store.now()}))
            return News(frame, self._changed(seats if wagers else None))

    def _after(self, heard: Committed | None) -> tuple[LiveTable, list[Fresh]] | None:
        """The table after what was heard, and the events up to it, if they go on where this room stands; they do not
        where somebody else wrote in between, or some were missed."""
        if heard is None:
            return None
        fresh: list[Fresh] = [event for event in heard.events if event[0].version > self.live.version]
        return (heard.live, fresh) if self.live.version + len(fresh) == heard.live.version else None

    def _read(self, store: Store) -> list[Fresh]:
        """What the log has, as far as it can be read; from there on it is an ``UnreadableError``."""
        fresh: list[Fresh] = []
        for record in store.log.read(self.head.stream, self.live.version):
            try:
                fresh.append((record, None if is_passed(record, self.passed) else read_event(LIFE, record)))
            except UnreadableError:
                if fresh:
                    break
                raise
        return fresh

    def _moved_on(self, live: LiveTable, record: Record, event: happened.LiveEvent | None, stored: Stored) -> Data:
        """The table moves on by one event; what is told of it."""
        if event is None:
            live.version += 1
            return told_passed(record)
        try:
            return self._happen(live, record, event, stored) | told_of(live, record, event)
        except Exception as fault:
            raise unfollowed(record, fault) from fault

    def _changed(self, only: set[int] | None) -> dict[int, bytes]:
        """What each seat is to hear of its own, where it is new. A wager is nobody's business but its seat's."""
        seats = self.live.seats.players.keys() | self.mine.keys()
        if only is not None:
            seats &= only
        lying = all_staked(self.live.game) if self.live.game is not None else {}
        mine = {seat: _encode({"mine": seat_view(self.live, seat, lying)}) for seat in seats}
        changed = {seat: framed(said) for seat, said in mine.items() if self.mine.get(seat) != said}
        self.mine |= mine
        return changed

    def _happen(self, live: LiveTable, record: Record, event: happened.LiveEvent, stored: Stored) -> Data:
        """The table moves on; the areas that are lit by it."""
        self.recall.happen(live, event, record.version, record.at)
        self.takings.happen(live, event, record.version)
        lit: Data = {}
        if isinstance(event, happened.SeatTaken):
            self.mine.pop(event.seat, None)  # whoever had it before was told, not this player
        elif isinstance(event, RoundSettled):
            self.settled += 1
            self.guide = payout_guide(event.lines)
            lit = {"lit": winning_areas(live.game, event) if live.game is not None else []}
        elif isinstance(event, RoundInvalid):
            self.guide = payout_guide(event.lines)
        evolve(live, event)
        keep_rows(live, event, stored)
        if isinstance(event, happened.SecretRevealed):
            self.recall.revealed(live, event)
        return lit

    def view(self) -> Data:
        shown: Data = {"history": self.recall.results}
        if self.live.conduct is not None and self.live.conduct.terminals.shot:
            shown["winnings"] = self.recall.winnings()
        return public_view(self.live, self._stakes) | shown

    def greeting(self, who: Data, seat: int | None, now: int, *, guided: bool = False) -> bytes:
        """All that a screen needs to stand where the table stands; who deals gets the guide, seat by seat."""
        with self.lock:
            hello: Data = {"hello": who, "now": now, "view": self.view(), "told": self.told}
            if guided:
                hello |= {"guide": self.guide}
            if seat is not None:
                hello |= {"mine": seat_view(self.live, seat), "recall": self.recall.of_seat(self.live, seat)}
            return _encode(hello)
