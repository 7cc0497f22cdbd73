"""The house: one store, its desk behind a queue, a room for each table, and the thread that follows the log."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from secrets import token_bytes
from threading import Event, RLock, Thread
from time import monotonic

from feltwork.cage.cards import own_card, owner
from feltwork.cage.events import CAGE
from feltwork.cage.state import Cage, Ticket
from feltwork.cage.till import PLAIN, Till
from feltwork.engine.applying import apply_at_cage
from feltwork.engine.cage import CAGE_SHAPE, load_cage
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.passed_over import passed_over
from feltwork.engine.play_money import TableKinds
from feltwork.engine.snapshots import resume
from feltwork.engine.transaction import Committed
from feltwork.engine.writer_queue import Reply, WriterQueue, keep
from feltwork.server.auth.doors import Doors
from feltwork.server.ops.handed import hand_on
from feltwork.server.ops.metrics import Labels, Metrics
from feltwork.server.sockets.room import News, Room
from feltwork.server.sockets.room_saved import keep_room, reopen
from feltwork.store.opening import open_store
from feltwork.store.port import POLL, Answer, NotLookedUpError, Store, StoreError, UnknownOutcomeError, UnreadableError
from feltwork.table.live.commands import ReportFault
from feltwork.table.live.crew import SYSTEM
from feltwork.table.live.state import Life

MICRO = 1_000_000
MOST_LOOKS, LOOK_SECONDS = 500, 0.002
LISTEN_SECONDS = 0.02
MOST_HEARD = 1024
"""Commits that the rooms may be behind and still hear of from the desk."""
TABLE = "table/"
REST, LONGEST_REST = 9, 0.1
"""Telling takes a tenth of the time: under load the news of several commits go as one, some fifty a second. A telling
that was itself kept waiting, by a busy machine, does not hold the next one back for long."""
log = logging.getLogger("feltwork.server")
Tell = Callable[[str, News], None]


class Runtime:
    """Everything that one server process holds. Sockets and pages come to it; it alone knows the store."""

    def __init__(self, url: str, opens: Callable[[str], Store] = open_store, till: Till = PLAIN) -> None:
        self.url, self._opens = url, opens
        self.till = till if till.key else till._replace(key=token_bytes(32))
        """Seals tickets. Without one of the floor's own, tickets are good only as long as this process runs."""
        self.store = opens(url)
        self.reader = self.connect()
        """A connection of its own for those who only read."""
        self.shelf = Doors(self.connect(), served=True)
        """And one for sessions, so that they never wait for a table."""
        self.queue = WriterQueue(Desk(self.store, self.till))
        self.rooms: dict[str, Room] = {}
        self._passed = passed_over(self.reader)
        """Events that count as if nothing had happened."""
        self.stuck: dict[str, str] = {}
        """Tables that this program cannot follow, and why; they stand on the screens as far as they could be read."""
        self.kinds = TableKinds(self.reader)
        self._play: set[str] = set()
        """Tables of play money that are not served here, because money is real."""
        self.cage, _, _ = resume(self.reader, CAGE, CAGE_SHAPE, load_cage, Cage(), key=self.till.key)
        """The cage as it is on disk, for those who look; held by the lock while it moves on."""
        self.cage_lock = RLock()
        self.metrics = Metrics()
        self.unsound = ""
        """Why nothing is played or paid in this house: its software, or its database, is not in order."""
        self.pending: dict[str, list[str]] = {}
        """What the floor's file says of open tables, which waits until they are closed and opened again."""
        self.undealt: dict[str, str] = {}
        """Tables whose draws cannot go on here, and why."""
        self.failed = ""
        """Why this process stops by itself: it no longer knows what is on disk."""
        self.on_failure: Callable[[str], None] = lambda why: None
        """Hears of it once, from whichever thread found it out."""
        self._trouble: dict[str, str] = {}
        """Parts of this process that do not work, and why."""
        self.tell: Tell = lambda table, news: None
        self.acknowledged: dict[str, int] = {}
        """The last version of each table that this process has acknowledged."""
        self._heard: deque[Mapping[str, Committed]] = deque(maxlen=MOST_HEARD)
        """What our own desk has done that the rooms do not know yet; what is lost of it is read from the store."""
        self.queue.desk.tell = self._heard.append
        self.queue.on_end = self.give_up
        self._is_alone = self.store.mark() is not None
        """An embedded store: whoever else writes to it does so now and then, and is heard of a little later."""
        self._looked = 0.0
        self._clock = (0, 0.0)
        self._news = Event()
        self._stopping = Event()
        self._followers = [
            Thread(target=work, name=work.__name__, daemon=True) for work in (self._listen, self._follow)
        ]

    def connect(self) -> Store:
        """A connection of its own for somebody beside the desk; a store in memory has only the one."""
        return self.store if self.url == "memory:" else self._opens(self.url)

    def start(self) -> None:
        """Follow the tables from here on; what is already there is read first."""
        self.look()
        for thread in self._followers:
            thread.start()

    def stop(self) -> None:
        """Answer what is waiting, then let go of the store."""
        self._stopping.set()
        self._news.set()
        self.queue.close()
        for thread in self._followers:
            if thread.is_alive():
                thread.join()
        for room in self.rooms.values():
            keep_room(self.reader, room, every=1, key=self.till.key)
        for store in (self.shelf.store, self.reader, self.store):
            if store is self.store or self.url != "memory:":
                store.close()

    async def send(self, sent: Envelope) -> Answer:
        """Decide and commit one command; it is durable when this returns."""
        return await asyncio.wrap_future(self.post(sent))

    def post(self, sent: Envelope) -> Future[Answer]:
        """A command on its way, for a thread that waits for it."""
        promised: Future[Answer] = Future()
        promised.set_running_or_notify_cancel()
        self.order(sent, lambda given: keep(promised, given))
        return promised

    def order(self, sent: Envelope, reply: Reply) -> None:
        """A command on its way; the reply is called in the desk's thread and must not keep it."""
        since, handed = monotonic(), hand_on()

        def answered(given: Answer | StoreError) -> None:
            handed.came(given)
            self._answered(sent, since, given)
            reply(given)
            if isinstance(given, UnknownOutcomeError) or self.queue.desk.stopped:
                self.give_up(self.queue.desk.stopped or str(given))

        self.queue.put(sent, answered)

    async def shows(self, table: str) -> None:
        """Wait until what anybody here was told is done at a table is done in the room that shows it."""
        room = self.rooms.get(table)
        for _ in range(MOST_LOOKS):
            if room is None or room.life.version >= self.acknowledged.get(table, 0):
                return
            await asyncio.sleep(LOOK_SECONDS)

    def _answered(self, sent: Envelope, since: float, given: Answer | StoreError) -> None:
        if isinstance(given, StoreError):
            result = "unknown" if isinstance(given, UnknownOutcomeError | NotLookedUpError) else "lost"
        else:
            result = "refused" if given.reason else "done"
            if given.last > self.acknowledged.get(sent.table, 0):
                self.acknowledged[sent.table] = given.last
        self.metrics.answered(sent.body.__struct_config__.tag, result, monotonic() - since)
        if not self._news.is_set():
            self._news.set()

    def give_up(self, why: str) -> None:
        """Nobody here knows what is on disk: stop at once, so that the process is started again."""
        if not self.failed:
            self.failed = why
            log.critical("this process stops: %s", why)
            self.on_failure(why)

    def troubles(self) -> dict[str, str]:
        """Parts of this process that do not work, and why."""
        found = dict(self._trouble)
        if self.failed:
            found["process"] = f"it stops: {self.failed}"
        if (unwritten := self.queue.desk.unwritten) is not None:
            found["writer"] = f"the last command could not be written: {unwritten.why}"
        if not self.queue.is_alive:
            found["writer"] = "its thread has ended"
        for thread in self._followers:
            if not thread.is_alive() and thread.ident is not None and not self._stopping.is_set():
                found["follower"] = "its thread has ended"
        for table, why in list(self.stuck.items()):
            found[f"table {table}"] = why
        for stream, why in list(self.queue.desk.unsaved.items()):
            found[f"snapshot of {stream}"] = why
        return found

    def now(self) -> int:
        """The store's time, as last looked at and counted on from there: nobody who only shows it waits for it."""
        told, since = self._clock
        if not told:
            return self.reader.now()
        return told + int((monotonic() - since) * MICRO)

    def stop_play(self, reason: str) -> None:
        """Suspend every table that is open, and let none be opened again by this process."""
        if not self.unsound:
            log.critical("play is stopped: %s", reason)
        self.unsound = f"play is stopped: {reason}"
        for name, room in self.rooms.items():
            if room.life.suspended is None:
                key = f"unsound-{name}-{room.life.version}"
                self.post(Envelope(key, name, "table-system", SYSTEM, ReportFault(reason[:200])))

    def gauges(self) -> dict[str, dict[Labels, int]]:
        rounds: dict[Labels, int] = {(("table", name),): room.settled for name, room in self.rooms.items()}
        return {"feltwork_rounds_total": rounds, "feltwork_queue_length": {(): self.queue.waiting}}

    def ticket(self, serial: int) -> Ticket | None:
        """A ticket as it stands on disk now."""
        self.look_at_cage()
        with self.cage_lock:
            return self.cage.tickets.get(serial)

    def card_of(self, player: str) -> str:
        """The number of a player's valid card, if there is one."""
        self.look_at_cage()
        with self.cage_lock:
            return own_card(self.cage, player)

    def owner_of(self, card: str) -> str:
        """Whose card this is, by its number; empty where there is none."""
        self.look_at_cage()
        with self.cage_lock:
            return owner(self.cage, card)

    def cards_inside(self) -> dict[str, tuple[str, int]]:
        """The terminal that each card is in, as the tables have it: a card that was replaced may still be in one."""
        return {card: (name, seat) for name in self.rooms for seat, card in self.life(name).cards.items()}

    def life(self, table: str) -> Life:
        """A table as it stands on disk, so far as anybody here knows. Nobody changes this one any more."""
        lives = (self.rooms[table].life, self.queue.desk.lives.get(table))
        return max((life for life in lives if life is not None), key=lambda life: life.version)

    def room(self, table: str) -> Room | None:
        return self.rooms.get(table)

    def look(self) -> None:
        """Catch every room up with the log, and find rooms for tables that are new."""
        now = monotonic()
        self._clock = (self.reader.now(), now)
        heard = self._hear()
        if heard and self._is_alone and now - self._looked < POLL:
            versions = {table: told.life.version for table, told in heard.items()}
        else:
            self._looked = now
            versions = self._versions()
        for table, version in versions.items():
            room = self.rooms.get(table) or reopen(self.reader, table, self.till.key, self._passed)
            self.rooms.setdefault(table, room)
            if version > room.life.version:
                self._move_on(room, heard.get(table))

    def _move_on(self, room: Room, heard: Committed | None) -> None:
        """Catch one room up. A table that cannot be followed stays as it is; the others go on."""
        table = room.table
        try:
            news = room.catch_up(self.reader, heard)
        except UnreadableError as stuck:
            if table not in self.stuck:
                log.error("table %s is not served: %s", table, stuck)
            self.stuck[table] = str(stuck)
            return
        self.stuck.pop(table, None)
        if news is not None:
            self.tell(table, news)
        keep_room(self.reader, room, key=self.till.key)

    def _hear(self) -> dict[str, Committed]:
        """What our own desk has done since, commit after commit, by table."""
        heard: dict[str, Committed] = {}
        while self._heard:
            for table, told in self._heard.popleft().items():
                before = heard.get(table)
                heard[table] = Committed(told.life, [*before.events, *told.events]) if before else told
        return heard

    def _versions(self) -> dict[str, int]:
        """Where every table stands in the log; the cage is looked at on the way."""
        streams = {head.stream: head.version for head in self.reader.heads()}
        if CAGE in streams:
            self.look_at_cage()
        tables = {name[len(TABLE) :]: version for name, version in streams.items() if name.startswith(TABLE)}
        return {name: version for name, version in tables.items() if self._is_served(name)}

    def _is_served(self, table: str) -> bool:
        """Where money is real, a table that a demonstration opened in this database is none of the floor's."""
        if not self.till.real_money or not self.kinds.is_play(table):
            return True
        if table not in self._play:
            self._play.add(table)
            log.error("table %s is not served: it is one of play money, and here money is real", table)
        return False

    def _listen(self) -> None:
        """What other processes commit is heard of; a notification is only a hint, so the log is polled as well."""
        while not self._stopping.is_set():
            try:
                if self.store.wait_for_news(POLL):
                    self._news.set()
                    self._stopping.wait(LISTEN_SECONDS)  # it is asked what there is, not how often something came
            except StoreError:
                self._stopping.wait(POLL)

    def look_at_cage(self) -> None:
        """Catch up with what was committed at the cage."""
        with self.cage_lock:
            for record in self.reader.read(CAGE, self.cage.version):
                apply_at_cage(self.cage, record, self._passed)

    def _follow(self) -> None:
        while not self._stopping.is_set():
            self._news.wait(POLL)
            self._news.clear()
            began = monotonic()
            try:
                self.look()
                self._trouble.pop("follower", None)
                self._stopping.wait(min(REST * (monotonic() - began), LONGEST_REST))
            except Exception as fault:
                self._stumbled(fault)
                self._stopping.wait(POLL)

    def _stumbled(self, fault: Exception) -> None:
        """The log cannot be followed: say why once, and go on trying."""
        why = str(fault) if isinstance(fault, StoreError) else f"{type(fault).__name__}: {fault}"
        if self._trouble.get("follower") != why:
            log.error("the log cannot be followed: %s", why, exc_info=not isinstance(fault, StoreError))
        self._trouble["follower"] = why
