"""One transaction: copies of the tables and the cage that it touches, and what it will write if nothing goes wrong.

An event happens in four steps: its postings are made from the state before it, its record is chained to the stream's
head, the state moves on by it, and no account of a player may be below zero after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import msgspec
from msgspec import Struct

from feltwork.cage.events import CAGE, CageEvent
from feltwork.cage.state import Cage
from feltwork.engine.cage_halves import HALVED, half_of, happens_at_cage
from feltwork.engine.envelope import Body, Envelope, Unreadable, quotable
from feltwork.engine.refusal_counts import NONE_YET, Kind, RefusalCount
from feltwork.engine.streams import Streams
from feltwork.games import open_book
from feltwork.ledger.postings import postings
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.store.chain import chained
from feltwork.store.port import Answer, Batch, CommitMark, Head, Postings, Record
from feltwork.table.live import events as happened
from feltwork.table.live.evolve import evolve
from feltwork.table.live.state import LiveTable

Counted = tuple[RefusalCount, str, Envelope]
RefusalCounts = dict[Kind, Counted]
"""By kind: how often it came, the stream of its records, and the command."""
Happened = tuple[Record, happened.LiveEvent]
"""An event with its record."""
PLAYERS = ("player/", "seat/", "checks/", "checks-out/", "tokens/")
"""Accounts of what a player has: at the cage, in the rail, in colour checks, in promotional tokens."""
SHORT_OF = {
    "player": "at the cage",
    "seat": "in the rail",
    "checks": "in colour checks",
    "checks-out": "in colour checks taken away",
    "tokens": "in tokens",
}
_encode = msgspec.json.Encoder().encode


class OverdraftError(Exception):
    """An event would leave a player with less than nothing; its command is refused instead."""

    def __init__(self, key: str, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.key, self.refusal = key, refusal


class Refused(Struct, frozen=True, tag="refused"):
    """A command that was turned away, kept in a log of its own."""

    command: Body | Unreadable
    clause: str
    reason: str
    times: int = 1
    """How many refusals of it this record stands for."""


class NothingDone(Struct, frozen=True, tag="nothing-done"):
    """A command that was carried out and changed nothing, kept beside those that were turned away."""

    command: Body | Unreadable


class Committed(Struct):
    """What one transaction did at one table, for those who follow it."""

    life: LiveTable
    """The table after it; once it is committed nobody changes this one any more."""
    events: list[Happened]


class Transaction:
    """What happens in it has happened nowhere else until it is committed."""

    def __init__(
        self, streams: Streams, counts: Mapping[Kind, Counted], at: int, barred: Mapping[str, Refusal]
    ) -> None:
        self._streams, self._counts_before, self.at = streams, counts, at
        self.barred = barred
        """Commands that would leave a player owing, by key: they are refused."""
        self._cage: Cage | None = None
        self.tables: dict[str, Committed] = {}
        self.heads: dict[str, Head] = {}
        """Where the streams that are written to stand after it."""
        self.records: list[Record] = []
        self.given: dict[str, Answer] = {}
        """Answers of before to the keys that are asked now."""
        self.answers: dict[str, Answer] = {}
        self.books: dict[str, bytes] = {}
        self.refusal_counts: RefusalCounts = {}

    @property
    def cage(self) -> Cage:
        if self._cage is None:
            self._cage = self._streams.cage.tentative()
        return self._cage

    def life(self, table: str) -> LiveTable:
        told = self.tables.get(table)
        if told is None:
            told = self.tables[table] = Committed(self._streams.table(table).copy(), [])
        return told.life

    def version(self, stream: str) -> int:
        """Where a stream stands by now."""
        return (self.heads.get(stream) or self._streams.head(stream)).version

    def draft(self, stream: str, sent: Envelope, event: Struct, moved: Postings = (), link: str = "") -> Record:
        """Add a record to a stream."""
        before = self.heads.get(stream) or self._streams.head(stream)
        said = (sent.actor, sent.role, _tag(type(event)), happened.SCHEMA)
        record = chained(before, self.at, sent.key, said, _encode(event), link, moved)
        self.heads[stream] = Head(stream, record.version, record.hash)
        self.records.append(record)
        return record

    def at_cage(self, sent: Envelope, event: CageEvent, link: str = "") -> None:
        """An event of the cage happens; one that leaves a player with less than nothing raises ``OverdraftError``."""
        cage = self.cage
        moved = happens_at_cage(cage, event, self.at, sent.actor)
        self.draft(CAGE, sent, event, moved, link)
        if moved and not link:  # the half of an event at a table is looked at with it
            self._check_overdraft(sent, moved, None)

    def at_table(self, stream: str, sent: Envelope, event: happened.LiveEvent, half: CageEvent | None) -> None:
        """An event of a table happens; one that touches the cage has a half there, and each names the other.

        One that leaves a player with less than nothing raises ``OverdraftError``.
        """
        told = self.tables[sent.table]
        moved = postings(told.life, event)
        link = ""
        if half is None and type(event) in HALVED:
            half = half_of(sent.table, event)
        if half is not None:
            link = f"{CAGE}@{self.version(CAGE) + 1}"
            self.at_cage(sent, half, f"{stream}@{self.version(stream) + 1}")
        if isinstance(event, happened.TableOpened):
            self.books[event.fingerprint] = compiled(event)
        told.events.append((self.draft(stream, sent, event, moved, link), event))
        evolve(told.life, event)
        if moved:
            self._check_overdraft(sent, moved, told.life)

    def _check_overdraft(self, sent: Envelope, moved: Postings, life: LiveTable | None) -> None:
        if refusal := overdraft(moved, life, lambda player: self.cage.purses.get(player, 0)):
            raise OverdraftError(sent.key, refusal)

    def refuse(self, sent: Envelope, digest: bytes, stream: str, refusal: Refusal) -> Answer:
        """Turn a command away; of many alike only some are recorded, and those count the others."""
        refusal = quotable(refusal)
        clause, reason = refusal.clause, refusal.reason
        kind = (digest, clause, reason)
        count = (self.refusal_counts.get(kind) or self._counts_before.get(kind) or (NONE_YET,))[0]
        count, times = count.another()
        log = _refused_log(sent, stream)
        if times:
            self.draft(log, sent, Refused(sent.body, clause, reason, times))
        self.refusal_counts[kind] = (count, log, sent)
        return Answer(sent.key, digest, stream, 0, 0, clause, reason)

    def nothing_done(self, sent: Envelope, stream: str) -> None:
        """Record that a command was carried out and changed nothing: no answer is without a record."""
        self.draft(_refused_log(sent, stream), sent, NothingDone(sent.body))

    def batch(self, decided_on: CommitMark | None) -> Batch:
        """All of it, as it is committed."""
        return Batch(
            tuple(self.records),
            tuple(self.answers.values()),
            tuple(self.books.items()),
            expects=tuple([self._streams.head(f"table/{name}") for name in self.tables]),
            sealed_on=tuple([self._streams.head(stream) for stream in self.heads]),
            decided_on=decided_on,
        )

    def take_over(self) -> None:
        """Put the copies in the place of what they were made from: the transaction is on disk."""
        self._streams.heads |= self.heads
        self._streams.lives |= {table: told.life for table, told in self.tables.items()}
        if self._cage is not None:
            self._streams.cage.absorb(self._cage)


def _refused_log(sent: Envelope, stream: str) -> str:
    return f"refused/{sent.table}" if stream != CAGE else "refused/cage"


@cache
def _tag(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def compiled(event: happened.TableOpened) -> bytes:
    """The compiled book that a table is played under, as it is stored."""
    book = open_book(
        event.book, variant=event.variant, wheel=event.wheel, lucky_ball=event.lucky_ball, readings=event.readings
    )
    return msgspec.json.encode(book.data, order="sorted")


def overdraft(moved: Postings, life: LiveTable | None, purse: Callable[[str], int]) -> Refusal | None:
    """Refuse what has just happened in a transaction if it took from a player more than was there.

    ``purse`` says what a player has at the cage.
    """
    for posting in moved:
        if posting.cents >= 0 or not posting.account.startswith(PLAYERS):
            continue
        kind, _, whose = posting.account.partition("/")
        held = purse(whose) if kind == "player" else _at_the_table(life, kind, whose)
        if held < 0:
            short = format_money(-held)
            who = (
                f"player {whose.rpartition('/')[2]}"
                if kind in ("player", "checks-out")
                else f"seat {whose.rpartition('/')[2]}"
            )
            return Refusal(NOT_IN_THE_BOOK, f"{who} lacks {short} {SHORT_OF[kind]} for this; nothing was done")
    return None


def _at_the_table(life: LiveTable | None, kind: str, whose: str) -> int:
    if life is None or life.game is None:
        return 0
    game = life.game
    if kind == "checks-out":
        return life.colours.out.get(whose.rpartition("/")[2], 0)
    held = {"seat": game.balances, "checks": game.checks, "tokens": game.tokens}[kind]
    return held.get(int(whose.rpartition("/")[2]), 0)
