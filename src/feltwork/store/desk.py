"""The desk: commands come in with a key, are decided against the table, committed, then answered.

A command's answer is on disk before it is given. If the commit fails, the tentative table is thrown away and the
command is answered "not done". The same key and body get the same answer; the same key with another body is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeVar, cast

import msgspec
from msgspec import Struct

from feltwork.audit.chain import FIRST
from feltwork.cage.commands import AskTransfer, AtCage, Deposit
from feltwork.cage.decide import decide as decide_at_cage
from feltwork.cage.events import CageEvent
from feltwork.cage.evolve import evolve as evolve_cage
from feltwork.cage.numbers import ticket_number
from feltwork.cage.postings import postings as postings_at_cage
from feltwork.cage.terminal import Step, at_terminal
from feltwork.cage.till import PLAIN, Till
from feltwork.ledger.postings import postings
from feltwork.refusal import Refusal
from feltwork.rulebooks import open_book
from feltwork.store.cage import (
    CAGE,
    WITH_THE_CAGE,
    Body,
    cage_refuses,
    goes_to_cage,
    goes_to_terminal,
    half_of,
    terminal_refuses,
)
from feltwork.store.crashing import crash_point
from feltwork.store.door import Unreadable, another_key, quotable, readable
from feltwork.store.floor import Floor
from feltwork.store.port import Answer, Batch, ConflictError, Head, Posting, Record, Store, sealed
from feltwork.store.recall import recalled
from feltwork.store.storms import CALM, MOST, Kind, Storm
from feltwork.table.life import events as happened
from feltwork.table.life.commands import Command
from feltwork.table.life.crew import Asker
from feltwork.table.life.decide import decide
from feltwork.table.life.evolve import evolve
from feltwork.table.life.state import Life

__all__ = ["Deposit", "Desk", "Envelope", "Refused", "compiled"]
T = TypeVar("T")
MOST_TRIES = 20
ANY = "2.1"
"""Cited where no table's book is known yet: in every book this clause says what is played."""


_read = msgspec.json.Decoder(Body | Unreadable).decode


class Envelope(Struct, frozen=True):
    """A command with its key, its table, and who sends it in which role."""

    key: str
    table: str
    actor: str
    role: str
    body: Body | Unreadable
    secret: bytes = b""
    """A draw's secret goes beside the command and into no log."""


class Refused(Struct, frozen=True, tag="refused"):
    """A command that was turned away, kept in a log of its own."""

    command: Body | Unreadable
    clause: str
    reason: str
    times: int = 1
    """How many refusals of it this record stands for."""


_encode = msgspec.json.Encoder().encode


class _Room:
    """The tentative state of one batch: copies of what it touches, and the drafts it will write."""

    def __init__(self, desk: Desk, at: int) -> None:
        self.desk, self.at = desk, at
        self.tables: dict[str, Life] = {}
        self.cage = desk.cage.tentative()
        self.drafts: dict[str, list[Record]] = {}
        self.given: dict[str, Answer] = {}
        """Answers of before to the keys that are asked now."""
        self.answers: dict[str, Answer] = {}
        self.books: dict[str, bytes] = {}
        self.storms: dict[Kind, tuple[Storm, str, Envelope]] = {}

    def life(self, table: str) -> Life:
        if table not in self.tables:
            self.tables[table] = self.desk.table(table).copy()
        return self.tables[table]

    def draft(self, stream: str, sent: Envelope, event: Struct, moved: tuple[Posting, ...] = (), link: str = "") -> int:
        """Add a record to a stream; its number in that stream."""
        drafts = self.drafts.setdefault(stream, [])
        kind = str(event.__struct_config__.tag)
        drafts.append(
            Record(
                stream, 0, self.at, sent.key, sent.actor, sent.role, kind, happened.SCHEMA, _encode(event), link, moved,
                FIRST,
            )
        )  # fmt: skip
        return self.desk.head(stream).version + len(drafts)

    def at_cage(self, sent: Envelope, event: CageEvent, link: str = "") -> int:
        """An event of the cage happens; its number there."""
        version = self.draft(CAGE, sent, event, postings_at_cage(self.cage, event), link)
        evolve_cage(self.cage, event, self.at, sent.actor)
        return version

    def refuse(self, sent: Envelope, digest: bytes, stream: str, refusal: Refusal) -> Answer:
        """Turn a command away; of many alike only some are recorded, and those count the others."""
        refusal = quotable(refusal)
        clause, reason = refusal.clause, refusal.reason
        kind = (digest, clause, reason)
        storm = (self.storms.get(kind) or self.desk.storms.get(kind) or (CALM,))[0]
        storm, times = storm.another()
        log = f"refused/{sent.table}" if stream != CAGE else "refused/cage"
        if times:
            self.draft(log, sent, Refused(sent.body, clause, reason, times))
        self.storms[kind] = (storm, log, sent)
        return Answer(sent.key, digest, stream, 0, 0, clause, reason)

    def next_version(self, stream: str) -> int:
        return self.desk.head(stream).version + len(self.drafts.get(stream, ())) + 1


class Desk(Floor):
    """Takes commands for the tables of one store."""

    def __init__(self, store: Store, till: Till = PLAIN) -> None:
        super().__init__(store)
        self._till = till
        """What seals tickets; a desk without it prints none and knows none."""
        self.storms: dict[Kind, tuple[Storm, str, Envelope]] = {}

    def ticket_number(self, serial: int) -> str:
        """What is printed on a ticket; the log does not have it."""
        ticket = self.cage.tickets[serial]
        return ticket_number(self._till.key, serial, ticket.amount, ticket.expires)

    def submit(self, sent: Envelope) -> Answer:
        return self.submit_many([sent])[0]

    def submit_many(self, sent: Sequence[Envelope]) -> list[Answer]:
        """Decide commands one after the other and commit them together; all are durable when this returns."""
        sent = [readable(envelope, _read) for envelope in sent]
        tables = [envelope.table for envelope in sent]
        if any(type(envelope.body) in WITH_THE_CAGE for envelope in sent):
            tables.append(CAGE)
        answers = self._together(tables, lambda room: self._answer_all(room, sent))
        if len(self.storms) > MOST:
            self.count_refusals()
        self._keep(self.keep_every)
        return answers

    def count_refusals(self) -> None:
        """Record what no record stands for yet: now and then, and before the desk is left."""
        owed = [(*found, said) for (_, *said), found in self.storms.items() if found[0].times > found[0].recorded]

        def record(room: _Room) -> None:
            for storm, log, sent, (clause, reason) in owed:
                room.draft(log, sent, Refused(sent.body, clause, reason, storm.times - storm.recorded))

        if owed:
            self._together([sent.table for _, _, sent, _ in owed], record)
        self.storms.clear()

    def close(self) -> None:
        """Before the desk is left: count what was refused, save what stands. The store stays open."""
        self.count_refusals()
        self._keep(1)

    def _together(self, tables: Sequence[str], work: Callable[[_Room], T]) -> T:
        """Our turn, what others wrote, the work, one commit; again if somebody got in between."""
        for _ in range(MOST_TRIES):
            with self.store.turn(tables):
                self._catch_up_with(tables)
                room = _Room(self, self.store.now())
                done = work(room)
                try:
                    self._commit(room)
                except ConflictError:
                    continue
                return done
        raise ConflictError("other writers kept getting in between")

    def _answer_all(self, room: _Room, sent: Sequence[Envelope]) -> list[Answer]:
        room.given = self.store.answers([envelope.key for envelope in sent])
        return [self._decide(room, envelope) for envelope in sent]

    def _decide(self, room: _Room, sent: Envelope) -> Answer:
        digest = _digest(sent)
        before = room.answers.get(sent.key) or room.given.get(sent.key)
        if before is not None:
            if before.digest == digest:
                return before
            return self._turn_away(room, another_key(sent, digest), digest, "this key was used for another command")
        if isinstance(sent.body, Unreadable):
            return self._turn_away(room, sent, digest, "this cannot be read as a command")
        stream = CAGE if goes_to_cage(sent.body) else f"table/{sent.table}"
        if stream != CAGE:
            room.life(sent.table)  # from the store if need be: only then is its head known
        first = room.next_version(stream)
        refused = self._at_cage(room, sent, sent.body) if goes_to_cage(sent.body) else self._at_table(room, sent)
        if refused:
            answer = room.refuse(sent, digest, stream, refused)
        else:
            last = room.next_version(stream) - 1
            answer = Answer(sent.key, digest, stream, *((first, last) if last >= first else (0, 0)))
        room.answers[sent.key] = answer
        return answer

    def _turn_away(self, room: _Room, sent: Envelope, digest: bytes, why: str) -> Answer:
        """Refuse what does not come as far as a decision."""
        answer = room.answers.get(sent.key) or self.store.answer(sent.key)
        if answer is None:
            stream = CAGE if goes_to_cage(sent.body) else f"table/{sent.table}"
            if stream != CAGE:
                room.life(sent.table)
            answer = room.answers[sent.key] = room.refuse(sent, digest, stream, Refusal(ANY, why))
        return answer

    def _at_cage(self, room: _Room, sent: Envelope, body: AtCage) -> Refusal | None:
        decided = decide_at_cage(room.cage, body, Asker(sent.actor, sent.role, room.at), self._till)
        if isinstance(decided, Refusal):
            return decided
        if isinstance(body, AskTransfer) and body.inward and body.table:
            refused = terminal_refuses(room.life(body.table), body, room.at)
            if refused:
                return refused
        for event in decided:
            room.at_cage(sent, event)
        return None

    def _at_table(self, room: _Room, sent: Envelope) -> Refusal | None:
        life = room.life(sent.table)
        steps = self._steps(room, life, sent)
        if isinstance(steps, Refusal):
            return steps
        for event, half in steps:
            self._happen(room, life, f"table/{sent.table}", sent, event, half)
        return None

    def _steps(self, room: _Room, life: Life, sent: Envelope) -> tuple[Step, ...] | Refusal:
        by = Asker(sent.actor, sent.role, room.at, sent.secret)
        if goes_to_terminal(sent.body):
            return at_terminal(room.cage, life, sent.body, by, self._till)
        body = cast("Command", sent.body)
        decided = decide(life, body, by, recalled(self.store, life, body))
        if isinstance(decided, Refusal):
            return decided
        return cage_refuses(room.cage, life, body, decided) or tuple([(event, None) for event in decided])

    def _happen(
        self, room: _Room, life: Life, stream: str, sent: Envelope, event: happened.LifeEvent, half: CageEvent | None
    ) -> None:
        """Draft an event; one that touches the cage has a half there, and each names the other."""
        moved = postings(life, event)
        link = ""
        half = half or half_of(life.table, event)
        if half is not None:
            link = f"{CAGE}@{room.next_version(CAGE)}"
            room.at_cage(sent, half, f"{stream}@{room.next_version(stream)}")
        if isinstance(event, happened.TableOpened):
            room.books[event.fingerprint] = compiled(event)
        room.draft(stream, sent, event, moved, link)
        evolve(life, event)

    def _commit(self, room: _Room) -> None:
        on = tuple(self.head(stream) for stream in room.drafts)
        records = [r for head in on for r in sealed(head, room.drafts[head.stream])]
        if not records and not room.answers:
            return
        seen = tuple(self.head(f"table/{name}") for name in room.tables)
        crash_point("before the desk commits")
        batch = Batch(tuple(records), tuple(room.answers.values()), tuple(room.books.items()), seen, on)
        left = self.store.append(batch)
        # Past this line it has happened.
        crash_point("after the desk commits")
        for last in {record.stream: record for record in records}.values():
            self.heads[last.stream] = Head(last.stream, last.version, last.hash)
        self.lives |= room.tables
        known = self._mark
        if known is not None and left == (known.others, known.ours + 1):
            self._mark = left
        self.cage.absorb(room.cage)
        self.storms |= room.storms


def compiled(event: happened.TableOpened) -> bytes:
    """The compiled book that a table is played under, as it is stored."""
    book = open_book(
        event.book, variant=event.variant, wheel=event.wheel, lucky_ball=event.lucky_ball, readings=event.readings
    )
    return msgspec.json.encode(book.data, order="sorted")


def _digest(sent: Envelope) -> bytes:
    """Everything but the key: who sends what to which table."""
    where = CAGE if goes_to_cage(sent.body) else sent.table
    return sha256(_encode((where, sent.actor, sent.role, sent.body))).digest()
