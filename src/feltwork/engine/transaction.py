"""One transaction: copies of the tables and the cage that it touches, and what it will write if nothing goes wrong.

An event happens in four steps: its postings are made from the state before it, its record is chained to the stream's
head, the state moves on by it, and no account of a player may be below zero after it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from feltwork.cage.events import CAGE, CageEvent
from feltwork.cage.state import Cage
from feltwork.engine.cage_halves import HALVED, half_of, happens_at_cage
from feltwork.engine.compiled_book import compiled
from feltwork.engine.elsewhere import GUARDS, RAISING, ask_others, raise_duties
from feltwork.engine.envelope import Envelope
from feltwork.engine.refusing import BRINGING_IN, Barred, NotAllowedError, RefusalCounts, lacking, too_large
from feltwork.engine.streams import Streams
from feltwork.ledger.postings import postings
from feltwork.store.chain import chained
from feltwork.store.port import Answer, Batch, CommitMark, Head, Person, Postings, Record
from feltwork.table.live import events as happened
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import evolve

Happened = tuple[Record, happened.LiveEvent]
"""An event with its record."""
PLAYERS = ("player/", "seat/", "checks/", "checks-out/", "tokens/")
"""Accounts of what a player has: at the cage, in the rail, in colour checks, in promotional tokens."""
_encode = msgspec.json.Encoder().encode


class Committed(Struct):
    """What one transaction did at one table, for those who follow it."""

    live: LiveTable
    """The table after it; once it is committed nobody changes this one any more."""
    events: list[Happened]


class Names(Struct):
    """What changes with it in the names beside the log."""

    noted: tuple[tuple[str, str, str], ...] = ()
    forgotten: tuple[str, ...] = ()


class Transaction:
    """What happens in it has happened nowhere else until it is committed."""

    def __init__(self, streams: Streams, counts: RefusalCounts, at: int, barred: Barred) -> None:
        self.streams, self.counts_before, self.at = streams, counts, at
        self.barred = barred
        """Commands that may not do what they would, by key: they are refused."""
        self._cage: Cage | None = None
        self.tables: dict[str, Committed] = {}
        self.states: dict[str, Any] = {}
        """Aggregates that have changed, by stream."""
        self.looked_at: dict[str, None] = {}
        """Streams beside the tables that something was decided on: they must stand so when it is committed."""
        self.heads: dict[str, Head] = {}
        """Where the streams that are written to stand after it."""
        self.records: list[Record] = []
        self.given: dict[str, Answer] = {}
        """Answers of before to the keys that are asked now."""
        self.answers: dict[str, Answer] = {}
        self.books: dict[str, bytes] = {}
        self.names = Names()
        self.refusal_counts: RefusalCounts = {}

    @property
    def cage(self) -> Cage:
        if self._cage is None:
            self._cage = self.streams.cage.tentative()
        return self._cage

    def live(self, table: str) -> LiveTable:
        told = self.tables.get(table)
        if told is None:
            told = self.tables[table] = Committed(self.streams.table(table).copy(), [])
        return told.live

    def touched(self) -> list[str]:
        """What a transaction that is begun anew must be caught up with: all it looked at."""
        return [*self.tables, *self.looked_at]

    def version(self, stream: str) -> int:
        """Where a stream stands by now."""
        return (self.heads.get(stream) or self.streams.head(stream)).version

    def draft(self, stream: str, sent: Envelope, event: Struct, moved: Postings = (), link: str = "") -> Record:
        """Add a record to a stream."""
        before = self.heads.get(stream) or self.streams.head(stream)
        said = (sent.actor, sent.role, _tag(type(event)), happened.SCHEMA)
        record = chained(before, self.at, sent.key, said, _encode(event), link, moved)
        self.heads[stream] = Head(stream, record.version, record.hash)
        self.records.append(record)
        return record

    def at_cage(self, sent: Envelope, event: CageEvent, link: str = "") -> None:
        """An event of the cage happens; one that leaves a player with less than nothing raises ``NotAllowedError``."""
        if type(event) in GUARDS:
            ask_others(self, sent.key, event, CAGE)
        cage = self.cage
        moved = happens_at_cage(cage, event, self.at, sent.actor)
        record = self.draft(CAGE, sent, event, moved, link)
        if type(event) in RAISING:
            raise_duties(self, sent, record, event)
        if moved and not link:  # the half of an event at a table is looked at with it
            self.check_sums(sent, event, moved, None)

    def at_table(
        self, stream: str, sent: Envelope, event: happened.LiveEvent, half: CageEvent | None, link: str = ""
    ) -> None:
        """An event of a table happens; one that touches the cage has a half there, and each names the other.

        One that leaves a player with less than nothing raises ``NotAllowedError``.
        """
        table = stream[6:]
        told = self.tables[table]
        if type(event) in GUARDS:
            ask_others(self, sent.key, event, stream)
        moved = postings(told.live, event)
        if half is None and type(event) in HALVED:
            half = half_of(table, event)
        if half is not None:
            link = f"{CAGE}@{self.version(CAGE) + 1}"
            self.at_cage(sent, half, f"{stream}@{self.version(stream) + 1}")
        if isinstance(event, happened.TableOpened):
            self.books[event.fingerprint] = compiled(event)
        record = self.draft(stream, sent, event, moved, link)
        told.events.append((record, event))
        evolve(told.live, event)
        if type(event) in RAISING:
            raise_duties(self, sent, record, event)
        if moved:
            self.check_sums(sent, event, moved, told.live)

    def check_sums(self, sent: Envelope, event: Struct, moved: Postings, live: LiveTable | None) -> None:
        """No account of a player is below zero, and nothing is larger than can be counted."""

        def purse(player: str) -> int:
            return self.cage.purses.get(player, 0)

        if short := overdraft(moved, live, purse):
            raise NotAllowedError(sent.key, lacking(*short))
        least = BRINGING_IN.get(type(event))
        if least is None or not any(abs(posting.cents) >= least for posting in moved):
            return
        if refusal := too_large(moved, live, purse):
            raise NotAllowedError(sent.key, refusal)

    def batch(self, decided_on: CommitMark | None) -> Batch:
        """All of it, as it is committed."""
        return Batch(
            tuple(self.records),
            tuple(self.answers.values()),
            tuple(self.books.items()),
            expects=tuple(
                [self.streams.head(f"table/{name}") for name in self.tables]
                + [self.streams.head(stream) for stream in self.looked_at]
            ),
            sealed_on=tuple([self.streams.head(stream) for stream in self.heads]),
            decided_on=decided_on,
            people=tuple(Person(*noted) for noted in self.names.noted),
            forgotten=self.names.forgotten,
        )

    def take_over(self) -> None:
        """Put the copies in the place of what they were made from: the transaction is on disk."""
        self.streams.heads |= self.heads
        self.streams.live_tables |= {table: told.live for table, told in self.tables.items()}
        self.streams.aggregates.states |= self.states
        if self._cage is not None:
            self.streams.cage.absorb(self._cage)


@cache
def _tag(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def overdraft(moved: Postings, live: LiveTable | None, purse: Callable[[str], int]) -> tuple[str, str, int] | None:
    """The account of a player that what has just happened in a transaction took more from than was there.

    Its kind, whose it is, and how much is missing. ``purse`` says what a player has at the cage.
    """
    for posting in moved:
        if posting.cents >= 0 or not posting.account.startswith(PLAYERS):
            continue
        kind, _, whose = posting.account.partition("/")
        held = purse(whose) if kind == "player" else _at_the_table(live, kind, whose)
        if held < 0:
            return kind, whose, -held
    return None


def _at_the_table(live: LiveTable | None, kind: str, whose: str) -> int:
    if live is None or live.game is None:
        return 0
    game = live.game
    if kind == "checks-out":
        return live.colours.out.get(whose.rpartition("/")[2], 0)
    held = {"seat": game.balances, "checks": game.checks, "tokens": game.tokens}[kind]
    return held.get(int(whose.rpartition("/")[2]), 0)
