"""The desk: commands come in with a key, are decided against the table, committed, then answered.

A command's answer is on disk before it is given. If the commit fails, the tentative table is thrown away and the
command is answered "not done". The same key and body get the same answer; the same key with another body is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct

from feltwork.audit.chain import FIRST
from feltwork.ledger.postings import postings
from feltwork.refusal import Refusal
from feltwork.rulebooks import open_book
from feltwork.store.crashing import crash_point
from feltwork.store.port import Answer, Batch, ConflictError, Head, Posting, Record, Store, sealed
from feltwork.table.life import events as happened
from feltwork.table.life.commands import Command
from feltwork.table.life.crew import Asker
from feltwork.table.life.decide import NAME, decide
from feltwork.table.life.evolve import evolve
from feltwork.table.life.state import Life

CAGE = "cage"
MOST_TRIES = 20
MOST_KEY = 200


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
    body: Command | Deposit
    secret: bytes = b""
    """A draw's secret goes beside the command and into no log."""


class Deposited(Struct, frozen=True, tag="deposited"):
    player: str
    amount: int


class PaidToTable(Struct, frozen=True, tag="paid-to-table"):
    player: str
    amount: int
    table: str


class PaidFromTable(Struct, frozen=True, tag="paid-from-table"):
    player: str
    amount: int
    table: str


class Refused(Struct, frozen=True, tag="refused"):
    """A command that was turned away, kept in a log of its own."""

    command: Command | Deposit
    clause: str
    reason: str


CageEvent = Deposited | PaidToTable | PaidFromTable
_encode = msgspec.json.Encoder().encode
_life = msgspec.json.Decoder(happened.LifeEvent)
_cage = msgspec.json.Decoder(CageEvent)


class _Room:
    """The tentative state of one batch: copies of what it touches, and the drafts it will write."""

    def __init__(self, desk: Desk, at: int) -> None:
        self.desk, self.at = desk, at
        self.tables: dict[str, Life] = {}
        self.purses = dict(desk.purses)
        self.drafts: dict[str, list[Record]] = {}
        self.answers: list[Answer] = []
        self.books: dict[str, bytes] = {}

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

    def next_version(self, stream: str) -> int:
        return self.desk.head(stream).version + len(self.drafts.get(stream, ())) + 1


class Desk:
    """Takes commands for the tables of one store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lives: dict[str, Life] = {}
        self.heads: dict[str, Head] = {}
        self.purses: dict[str, int] = {}
        self._catch_up_all()

    def head(self, stream: str) -> Head:
        return self.heads.get(stream) or Head(stream)

    def table(self, name: str) -> Life:
        """A table as it stands, caught up with the store."""
        if name not in self.lives:
            self.lives[name] = Life(name)
            self._catch_up(name)
        return self.lives[name]

    def look(self, name: str) -> Life:
        """A table as it stands now, with what other processes wrote to it."""
        self.table(name)
        self._catch_up(name)
        return self.lives[name]

    def submit(self, sent: Envelope) -> Answer:
        return self.submit_many([sent])[0]

    def submit_many(self, sent: Sequence[Envelope]) -> list[Answer]:
        """Decide commands one after the other and commit them together; all are durable when this returns."""
        for _ in range(MOST_TRIES):
            with self.store.turn([envelope.table for envelope in sent]):
                self._catch_up_with(sent)
                room = _Room(self, self.store.now())
                answers = [self._decide(room, envelope) for envelope in sent]
                try:
                    self._commit(room)
                except ConflictError:
                    continue
                return answers
        raise ConflictError("other writers kept getting in between")

    def _decide(self, room: _Room, sent: Envelope) -> Answer:
        digest = _digest(sent)
        if not (NAME.fullmatch(sent.table) and NAME.fullmatch(sent.actor) and 0 < len(sent.key) <= MOST_KEY):
            return Answer(sent.key[:MOST_KEY], digest, "", 0, 0, "2.1", "no such table, person or key can be")
        before = next((a for a in room.answers if a.key == sent.key), None) or self.store.answer(sent.key)
        if before is not None:
            if before.digest == digest:
                return before
            return Answer(sent.key, digest, before.stream, 0, 0, "", "this key was used for another command")
        if isinstance(sent.body, Deposit):
            return self._deposit(room, sent, sent.body, digest)
        life = room.life(sent.table)
        decided = decide(life, sent.body, Asker(sent.actor, sent.role, room.at, sent.secret))
        if isinstance(decided, tuple):
            decided = self._cover(room, decided) or decided
        stream = f"table/{sent.table}"
        if isinstance(decided, Refusal):
            room.draft(f"refused/{sent.table}", sent, Refused(sent.body, decided.clause, decided.reason))
            answer = Answer(sent.key, digest, stream, 0, 0, decided.clause, decided.reason)
        else:
            first = room.next_version(stream)
            for event in decided:
                self._happen(room, life, stream, sent, event)
            last = first + len(decided) - 1
            answer = Answer(sent.key, digest, stream, first if decided else 0, last if decided else 0)
        room.answers.append(answer)
        return answer

    def _deposit(self, room: _Room, sent: Envelope, paid: Deposit, digest: bytes) -> Answer:
        """Money paid in at the cage."""
        if sent.role != "cashier" or paid.amount <= 0 or not NAME.fullmatch(paid.player):
            room.draft("refused/cage", sent, Refused(paid, "3.3", why := "a cashier takes money in for a known player"))
            answer = Answer(sent.key, digest, CAGE, 0, 0, "3.3", why)
        else:
            moved = (Posting("outside", -paid.amount), Posting(f"player/{paid.player}", paid.amount))
            version = room.draft(CAGE, sent, Deposited(paid.player, paid.amount), moved)
            answer = Answer(sent.key, digest, CAGE, version, version)
            room.purses[paid.player] = room.purses.get(paid.player, 0) + paid.amount
        room.answers.append(answer)
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
        self.store.append(Batch(tuple(records), tuple(room.answers), tuple(room.books.items()), seen))
        # Past this line it has happened.
        crash_point("after the desk commits")
        for record in records:
            self.heads[record.stream] = Head(record.stream, record.version, record.hash)
        self.lives |= room.tables
        self.purses = room.purses

    def _catch_up_with(self, sent: Sequence[Envelope]) -> None:
        """Other desks may write to the same store: nothing is decided on a table that has moved on."""
        for name in {envelope.table for envelope in sent if envelope.table in self.lives}:
            for stream in (f"table/{name}", f"refused/{name}"):
                if self.store.head(stream).version != self.head(stream).version:
                    self._catch_up(name)
                    break
        if self.store.head(CAGE).version != self.head(CAGE).version:
            self._catch_up_cage()
        self.heads["refused/cage"] = self.store.head("refused/cage")

    def _catch_up_all(self) -> None:
        for name in list(self.lives):
            self._catch_up(name)
        self._catch_up_cage()
        self.heads["refused/cage"] = self.store.head("refused/cage")

    def _catch_up(self, name: str) -> None:
        stream = f"table/{name}"
        for record in self.store.read(stream, self.head(stream).version):
            evolve(self.lives[name], _life.decode(record.body))
            self.heads[stream] = Head(stream, record.version, record.hash)
        refused = f"refused/{name}"
        self.heads[refused] = self.store.head(refused)

    def _catch_up_cage(self) -> None:
        for record in self.store.read(CAGE, self.head(CAGE).version):
            event = _cage.decode(record.body)
            sign = -1 if isinstance(event, PaidToTable) else 1
            self.purses[event.player] = self.purses.get(event.player, 0) + sign * event.amount
            self.heads[CAGE] = Head(CAGE, record.version, record.hash)


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
