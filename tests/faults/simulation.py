"""A floor in one thread, with a clock, a network, a disk and a scheduler that one seed decides.

Around the real desk and a store in memory: two processes serve one table and the cage, clients send commands over a
network that delays, repeats, reorders and loses, the disk fails before, in the middle of and after a commit, processes
die and start again, and somebody sets the clock. The same seed gives the same evening, to the last byte.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from feltwork.cage.commands import Deposit, SellTicket
from feltwork.cage.till import Till
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.writer_queue import decide_group
from feltwork.rehearse.craps import Rehearsal
from feltwork.store.clock import Clock
from feltwork.store.memory import MemoryLog, MemoryStore, Shared
from feltwork.store.port import Answer, Batch, CommitMark, StoreError, UnknownOutcomeError
from tests.faults.racer import wish

SECOND = 1_000_000
START = 1_790_000_000 * SECOND
TABLE = "race"
KEY = bytes(range(32))
SEATS = (1, 2)
COMMANDS = 30
"""Of each client, in one evening."""
Reply = Callable[[Answer | StoreError], None]


class World:
    """Time that passes as the scheduler says, and everything that is still to happen."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.count = 0
        """Microseconds that have passed."""
        self.set_by = 0
        """By how much somebody has set the machine's clock."""
        self._waiting: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()
        self.calm = False
        """No more faults: what is on its way arrives."""

    def wall(self) -> int:
        return START + self.count + self.set_by

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        heappush(self._waiting, (self.count + int(seconds * SECOND), next(self._order), what))

    def happens(self, chance: float) -> bool:
        return not self.calm and self.chance.random() < chance

    def run(self, until: Callable[[], bool], most: int = 20_000) -> None:
        """Let things happen in the order of their times, until something holds."""
        for _ in range(most):
            if until() or not self._waiting:
                return
            self.count, _, what = heappop(self._waiting)
            what()
        raise AssertionError("the evening does not end")


class Disk(MemoryStore):
    """The store, on a disk that fails as the world has it."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._clock = Clock(world.wall, lambda: world.count)
        self.log: FailingLog = FailingLog(self._shared, world)


class FailingLog(MemoryLog):
    """Its log, in which commits fail."""

    def __init__(self, shared: Shared, world: World) -> None:
        super().__init__(shared)
        self.world = world
        self.broken = {"before": 0, "unknown, not there": 0, "unknown, there": 0, "unfindable": 0}

    def append(self, batch: Batch) -> CommitMark:
        if self.world.happens(0.04):
            self.broken["before"] += 1
            raise StoreError("the disk is full")
        if self.world.happens(0.03):
            self.broken["unknown, not there"] += 1
            raise UnknownOutcomeError("the line was cut at the commit")
        left = super().append(batch)
        if self.world.happens(0.03):
            self.broken["unknown, there"] += 1
            raise UnknownOutcomeError("the line was cut after the commit")
        return left

    def was_committed(self, batch: Batch) -> bool:
        if self.world.happens(0.3):
            self.broken["unfindable"] += 1
            raise UnknownOutcomeError("the server does not come back")
        return super().was_committed(batch)


class Process:
    """A server process: it takes what has come, decides it in one commit, answers; now and then it dies."""

    def __init__(self, world: World, disk: Disk) -> None:
        self.world, self.disk = world, disk
        self.desk = self._started()
        self.waiting: list[tuple[Envelope, Reply]] = []
        self.lives = 1
        self.false: list[str] = []
        """Answers that were not true."""

    def _started(self) -> Desk:
        return Desk(self.disk, Till(KEY))

    def put(self, envelope: Envelope, reply: Reply) -> None:
        if not self.waiting:
            self.world.later(self.world.chance.uniform(0, 0.01), self.work)
        self.waiting.append((envelope, reply))

    def work(self) -> None:
        """What has come, in one commit."""
        group, self.waiting = self.waiting, []
        if not group:
            return
        if self.world.happens(0.02):
            self.die()
            return
        dies = self.world.happens(0.02)  # after the commit, before anybody was told
        heard = [(sent, (lambda given: None) if dies else reply) for sent, reply in group]
        decide_group(self.desk, [(sent, self._checked(sent, reply)) for sent, reply in heard])
        if dies or self.desk.commits.stopped:
            self.die()

    def _checked(self, sent: Envelope, reply: Reply) -> Reply:
        """Hold what is said of a command against the disk, at that moment."""

        def said(given: Answer | StoreError) -> None:
            there = self.disk.log.answer(sent.key)
            if isinstance(given, Answer) and there != given:
                self.false.append(f"{sent.key} was answered otherwise than it is on disk")
            elif isinstance(given, StoreError) and not isinstance(given, UnknownOutcomeError) and there:
                self.false.append(f"{sent.key} was answered as not done, and it is")
            reply(given)

        return said

    def die(self) -> None:
        """Everything in memory is gone; another starts in its place."""
        self.waiting = []
        self.desk = self._started()
        self.lives += 1


class Client:
    """One screen: one command at a time, sent again under its key until it has a definite answer."""

    def __init__(self, world: World, processes: list[Process], name: str, wants: Callable[[Desk], Envelope]) -> None:
        self.world, self.processes, self.name, self.wants = world, processes, name, wants
        self.told: dict[str, Answer] = {}
        self.sent: dict[str, Envelope] = {}
        self.asking: Envelope | None = None
        self.left = COMMANDS
        self.differing: list[str] = []
        world.later(world.chance.uniform(0, 1), self.next)

    @property
    def done(self) -> bool:
        return self.left <= 0 and self.asking is None

    def next(self) -> None:
        if self.left <= 0:
            return
        self.left -= 1
        self.asking = self.wants(self.world.chance.choice(self.processes).desk)
        self.sent[self.asking.key] = self.asking
        self.send(self.asking)

    def send(self, envelope: Envelope) -> None:
        """On its way, perhaps twice, perhaps never; and once more if nothing is heard."""
        if self.asking is not envelope:
            return
        process = self.world.chance.choice(self.processes)
        for _ in range(1 + self.world.happens(0.15)):
            if not self.world.happens(0.1):
                self.world.later(self.delay(), lambda: process.put(envelope, lambda given: self.reply(envelope, given)))
        self.world.later(self.world.chance.uniform(0.5, 2), lambda: self.send(envelope))

    def delay(self) -> float:
        return self.world.chance.choice((0.001, 0.01, 0.05, 0.4, 1.5))

    def reply(self, envelope: Envelope, given: Answer | StoreError) -> None:
        if not self.world.happens(0.1):
            self.world.later(self.delay(), lambda: self.hear(envelope, given))

    def hear(self, envelope: Envelope, given: Answer | StoreError) -> None:
        if isinstance(given, StoreError):
            return  # not done, or unknown: it is sent again under the same key
        before = self.told.setdefault(envelope.key, given)
        if before != given:
            self.differing.append(envelope.key)
        if self.asking is envelope:
            self.asking = None
            self.world.later(self.world.chance.uniform(0.01, 0.5), self.next)


class Evening:
    """One seed's evening, from the opening to the last answer."""

    def __init__(self, seed: int) -> None:
        self.world = World(seed)
        self.world.calm = True
        self.disk = Disk(self.world)
        Rehearsal(Desk(self.disk, Till(KEY)), TABLE, "star-craps", None, 1, seats=len(SEATS)).open()
        self.world.calm = False
        self.processes = [Process(self.world, self.disk) for _ in range(2)]
        self.jumps = 0
        self.clients = [Client(self.world, self.processes, f"s{seat}", self._player(seat)) for seat in SEATS]
        self.clients.append(Client(self.world, self.processes, "cass", self._cashier()))
        self.world.later(self.world.chance.uniform(1, 5), self._set_clock)

    def run(self) -> None:
        self.world.run(lambda: all(client.left <= 0 for client in self.clients))
        self.world.calm = True
        self.world.run(lambda: all(client.done for client in self.clients))

    def _set_clock(self) -> None:
        """Somebody sets the clock: a little, by hours, by more than a year, or right again."""
        by = self.world.chance.choice((2, 3600, -3600, 400 * 86_400, -400 * 86_400))
        self.world.set_by = 0 if self.world.set_by and self.world.chance.random() < 0.5 else by * SECOND
        self.jumps += 1
        self.world.later(self.world.chance.uniform(1, 8), self._set_clock)

    def _player(self, seat: int) -> Callable[[Desk], Envelope]:
        numbers, chance = count(), self.world.chance

        def wants(desk: Desk) -> Envelope:
            body, actor, role = wish(desk.table(TABLE), seat, chance)
            return Envelope(f"s{seat}-{next(numbers)}", TABLE, actor, role, body)

        return wants

    def _cashier(self) -> Callable[[Desk], Envelope]:
        numbers, chance = count(), self.world.chance

        def wants(desk: Desk) -> Envelope:
            number = next(numbers)
            body = SellTicket(chance.randint(1, 500) * 100) if chance.random() < 0.5 else Deposit("ann", 1000 + number)
            return Envelope(f"cass-{number}", "cage", "cass", "cashier", body)

        return wants
