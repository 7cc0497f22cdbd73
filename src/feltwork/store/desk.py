"""The desk: commands come in with a key, are decided against the table, committed, then answered.

A command's answer is on disk before it is given. If the commit fails, the tentative table is thrown away and the
command is answered "not done". The same key and body get the same answer; the same key with another body is refused.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeVar

import msgspec
from msgspec import Struct

from feltwork.audit.chain import FIRST
from feltwork.ledger.postings import postings
from feltwork.refusal import Refusal
from feltwork.rulebooks import open_book
from feltwork.store.cage import CAGE, Deposited, PaidFromTable, PaidToTable
from feltwork.store.crashing import crash_point
from feltwork.store.door import Unreadable, another_key, quotable, readable
from feltwork.store.floor import Floor
from feltwork.store.port import Answer, Batch, ConflictError, Head, Mark, Posting, Record, Store, sealed
from feltwork.store.recall import recalled
from feltwork.store.storms import CALM, MOST, Kind, Storm
from feltwork.table.life import events as happened
from feltwork.table.life.commands import Command
from feltwork.table.life.crew import Asker
from feltwork.table.life.decide import decide
from feltwork.table.life.evolve import evolve
from feltwork.table.life.state import NAME, Life

T = TypeVar("T")
MOST_TRIES = 20
MOST_DEPOSIT = 10**12
"""Ten billion dollars at once: millions of such deposits still add up in 64 bits."""
ANY = "2.1"
"""Cited where no table's book is known yet: in every book this clause says what is played."""


class Deposit(Struct, frozen=True, tag="deposit"):
    """Money paid in at the cage for a player."""

    player: str
    amount: int


class Envelope(Struct, frozen=True):
    """A command with its key, its table, and who sends it in which role."""

    key: str
    table: str
    actor: str
    role: str
    body: Command | Deposit | Unreadable
    secret: bytes = b""
    """A draw's secret goes beside the command and into no log."""


class Refused(Struct, frozen=True, tag="refused"):
    """A command that was turned away, kept in a log of its own."""

    command: Command | Deposit | Unreadable
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
        self.purses = ChainMap({}, desk.purses)
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

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.storms: dict[Kind, tuple[Storm, str, Envelope]] = {}

    def submit(self, sent: Envelope) -> Answer:
        return self.submit_many([sent])[0]

    def submit_many(self, sent: Sequence[Envelope]) -> list[Answer]:
        """Decide commands one after the other and commit them together; all are durable when this returns."""
        sent = [readable(envelope) for envelope in sent]
        tables = [envelope.table for envelope in sent]
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
        if isinstance(sent.body, Deposit):
            return self._deposit(room, sent, sent.body, digest)
        life = room.life(sent.table)
        past = recalled(self.store, life, sent.body)
        decided = decide(life, sent.body, Asker(sent.actor, sent.role, room.at, sent.secret), past)
        if isinstance(decided, tuple):
            decided = self._cover(room, decided) or decided
        stream = f"table/{sent.table}"
        if isinstance(decided, Refusal):
            answer = room.refuse(sent, digest, stream, decided)
        else:
            first = room.next_version(stream)
            for event in decided:
                self._happen(room, life, stream, sent, event)
            last = first + len(decided) - 1
            answer = Answer(sent.key, digest, stream, first if decided else 0, last if decided else 0)
        room.answers[sent.key] = answer
        return answer

    def _turn_away(self, room: _Room, sent: Envelope, digest: bytes, why: str) -> Answer:
        """Refuse what does not come as far as a decision."""
        answer = room.answers.get(sent.key) or self.store.answer(sent.key)
        if answer is None:
            stream = CAGE if isinstance(sent.body, Deposit) else f"table/{sent.table}"
            if stream != CAGE:
                room.life(sent.table)
            answer = room.answers[sent.key] = room.refuse(sent, digest, stream, Refusal(ANY, why))
        return answer

    def _deposit(self, room: _Room, sent: Envelope, paid: Deposit, digest: bytes) -> Answer:
        """Money paid in at the cage."""
        if sent.role != "cashier" or not 0 < paid.amount <= MOST_DEPOSIT or not NAME.fullmatch(paid.player):
            refusal = Refusal("3.3", "a cashier takes money in for a known player")
            answer = room.refuse(sent, digest, CAGE, refusal)
        else:
            moved = (Posting("outside", -paid.amount), Posting(f"player/{paid.player}", paid.amount))
            version = room.draft(CAGE, sent, Deposited(paid.player, paid.amount), moved)
            answer = Answer(sent.key, digest, CAGE, version, version)
            room.purses[paid.player] = room.purses.get(paid.player, 0) + paid.amount
        room.answers[sent.key] = answer
        return answer

    def _cover(self, room: _Room, decided: tuple[happened.LifeEvent, ...]) -> Refusal | None:
        """A buy-in needs the money to be at the cage."""
        for event in decided:
            if isinstance(event, happened.BoughtIn) and room.purses.get(event.player, 0) < event.amount:
                return Refusal("6.2", "the player has not that much at the cage")
        return None

    def _happen(self, room: _Room, life: Life, stream: str, sent: Envelope, event: happened.LifeEvent) -> None:
        """Draft an event; one that moves money between cage and table has a twin, and each names the other."""
        moved = postings(life, event)
        link = ""
        if isinstance(event, happened.BoughtIn | happened.Collected):
            into = isinstance(event, happened.BoughtIn)
            link = f"{CAGE}@{room.next_version(CAGE)}"
            twin = PaidToTable if into else PaidFromTable
            here = f"{stream}@{room.next_version(stream)}"
            room.draft(CAGE, sent, twin(event.player, event.amount, life.table), (), here)
            room.purses[event.player] = room.purses.get(event.player, 0) + (-event.amount if into else event.amount)
        if isinstance(event, happened.TableOpened):
            room.books[event.fingerprint] = compiled(event)
        room.draft(stream, sent, event, moved, link)
        evolve(life, event)

    def _commit(self, room: _Room) -> None:
        records = [r for stream, drafts in room.drafts.items() for r in sealed(self.head(stream), drafts)]
        if not records and not room.answers:
            return
        seen = tuple(self.head(f"table/{name}") for name in room.tables)
        crash_point("before the desk commits")
        self.store.append(Batch(tuple(records), tuple(room.answers.values()), tuple(room.books.items()), seen))
        # Past this line it has happened.
        crash_point("after the desk commits")
        for record in records:
            self.heads[record.stream] = Head(record.stream, record.version, record.hash)
        self.lives |= room.tables
        known = self._mark
        if known is not None and self.store.mark() == (known.others, known.ours + 1):
            self._mark = Mark(known.others, known.ours + 1)
        self.purses |= room.purses.maps[0]
        self.storms |= room.storms


def compiled(event: happened.TableOpened) -> bytes:
    """The compiled book that a table is played under, as it is stored."""
    book = open_book(
        event.book, variant=event.variant, wheel=event.wheel, lucky_ball=event.lucky_ball, readings=event.readings
    )
    return msgspec.json.encode(book.data, order="sorted")


def _digest(sent: Envelope) -> bytes:
    """Everything but the key: who sends what to which table."""
    where = CAGE if isinstance(sent.body, Deposit) else sent.table
    return sha256(_encode((where, sent.actor, sent.role, sent.body))).digest()
