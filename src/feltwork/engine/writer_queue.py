"""Many clients, one writer: whatever commands are waiting are decided in order and committed in one transaction."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic

from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope, validated
from feltwork.store.crash_points import armed, crash_point
from feltwork.store.port import Answer, NotLookedUpError, StoreError, UnknownOutcomeError, UnreadableError

MAX_AT_ONCE = 256
FEW, LULL = 8, 0.002
"""After a group of more than a few the next waits for as many again, so many seconds at most."""
COUNT_SECONDS = 30.0
"""Between two looks for refusals that no record stands for yet: the next checkpoint covers them."""
FAULT = "a fault of the program stopped this; it was not done, and the fault is in its log"
log = logging.getLogger("feltwork.store")
Reply = Callable[[Answer | StoreError], None]
"""Takes a command's answer, or why it was not done, in the desk's thread: it neither waits nor fails."""

Waiting = tuple[Envelope, Reply]


class FairQueue:
    """Commands that wait, in the order they came.

    If they are too many for one commit, everybody has a turn before anybody has a second one.
    """

    def __init__(self) -> None:
        self._waiting: deque[Waiting] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, one: Waiting) -> None:
        self._waiting.append(one)

    def take(self, most: int) -> list[Waiting]:
        """The next ones, each actor's in their order."""
        if len(self._waiting) <= most:
            group = list(self._waiting)
            self._waiting.clear()
            return group
        by_actor: dict[tuple[str, str], deque[Waiting]] = {}
        for one in self._waiting:
            by_actor.setdefault((one[0].table, one[0].actor), deque()).append(one)
        turns: list[Waiting] = []
        while by_actor:
            turns += [waiting.popleft() for waiting in by_actor.values()]
            by_actor = {actor: waiting for actor, waiting in by_actor.items() if waiting}
        self._waiting = deque(turns[most:])
        return turns[:most]


class WriterQueue:
    """A desk behind a queue. An answer is given only after its commit is durable."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.on_answer: Callable[[Envelope, float, Answer | StoreError], None] = lambda sent, since, given: None
        """Hears of each answer just before its sender: to which command, and since when that waited."""
        self.on_end: Callable[[str], None] = lambda why: None
        """Hears that no more is decided here: nobody knows what is on disk, or the thread that decides has ended."""
        self.groups = 0
        """Commits made; fewer than the commands answered when many were waiting."""
        self._crowd = 0
        """How many commands are likely to be waiting before long."""
        self._wanted = 0
        """How many commands the writer waits for now."""
        self._enough = Event()
        """Set when that many are there."""
        self._since = 0.0
        """When the commit that is under way was begun."""
        self._counted = monotonic()
        """When refusals were last looked for that no record stands for."""
        self._waiting: SimpleQueue[Waiting | None] = SimpleQueue()
        self._fair = FairQueue()
        self._writer = Thread(target=self._work, name="desk", daemon=True)
        self._writer.start()

    def busy_for(self) -> float:
        """Seconds that the commit under way has taken so far; 0 while none is."""
        since = self._since
        return monotonic() - since if since else 0.0

    @property
    def is_alive(self) -> bool:
        """Does the thread that decides still run?"""
        return self._writer.is_alive()

    @property
    def waiting(self) -> int:
        """Commands that no commit has begun with."""
        return self._waiting.qsize() + len(self._fair)

    def send(self, sent: Envelope) -> Future[Answer]:
        """A command on its way; for those who wait for its answer."""
        promised: Future[Answer] = Future()
        promised.set_running_or_notify_cancel()  # whoever stops waiting for it does not take the command back
        self.put(sent, lambda given: resolve(promised, given))
        return promised

    def put(self, sent: Envelope, reply: Reply) -> None:
        """A command on its way; the reply is called in the desk's thread and must not keep it."""
        since = monotonic()

        def answered(given: Answer | StoreError) -> None:
            self.on_answer(sent, since, given)
            reply(given)
            if self.desk.commits.stopped or isinstance(given, UnknownOutcomeError):
                self.on_end(self.desk.commits.stopped or str(given))

        if not self._writer.is_alive():
            return answered(NotLookedUpError(self.desk.commits.stopped or "the desk is closed"))
        self._waiting.put((sent, answered))
        if self._wanted and self._waiting.qsize() >= self._wanted:
            self._enough.set()
        return None

    def close(self) -> None:
        """Answer what is waiting, then stop."""
        self._waiting.put(None)
        self._writer.join()
        self.desk.close()

    def _work(self) -> None:
        """Serve until told to stop. If this thread cannot go on, it says so: nobody waits for an answer in vain."""
        try:
            self._serve()
        except BaseException as fault:
            log.critical("the writer has ended", exc_info=True)
            self.desk.commits.stopped = f"the writer met a fault ({type(fault).__name__})"
            self.on_end(self.desk.commits.stopped)
            stopped = StoreError(self.desk.commits.stopped)
            _fail(self.desk, self._fair.take(len(self._fair)), stopped)
            while not self._waiting.empty():
                left = self._waiting.get()
                if left is not None:
                    _fail(self.desk, [left], stopped)

    def _serve(self) -> None:
        stop = False
        while not stop or self._fair:
            if not self._fair:
                try:
                    first = self._waiting.get(timeout=COUNT_SECONDS)
                except Empty:
                    self._count_refusals()
                    continue
                if first is None:
                    return
                self._fair.add(first)
                self._let_them_come()
            while not self._waiting.empty():
                more = self._waiting.get()
                if more is None:
                    stop = True
                    break
                self._fair.add(more)
            group = self._fair.take(MAX_AT_ONCE)
            self._crowd = max(len(group), self._crowd * 7 // 8) * 7 // 8
            self._since = monotonic()
            self.groups += decide_group(self.desk, group)
            self._since = 0.0
            if monotonic() - self._counted >= COUNT_SECONDS:
                self._count_refusals()

    def _count_refusals(self) -> None:
        """Record what was only counted; where that fails it is tried again the next time."""
        self._counted = monotonic()
        try:
            self.desk.count_refusals()
        except StoreError as failed:
            log.warning("refusals that were counted cannot be recorded: %s", failed)

    def _let_them_come(self) -> None:
        """Wait a moment for senders who were just answered and send again at once: one commit for all costs less."""
        if self._crowd <= FEW:
            return
        self._enough.clear()
        self._wanted = self._crowd - 1
        if self._waiting.qsize() < self._wanted:
            self._enough.wait(LULL)
        self._wanted = 0


def decide_group(desk: Desk, group: list[Waiting]) -> int:
    """Decide a group in one commit and reply to each; give the number of commits.

    If a command meets a fault of the program, the group is decided one by one: only that command is refused.
    """
    try:
        answers = desk.submit_many([sent for sent, _ in group])
    except UnreadableError as stuck:
        # One table cannot be followed here: the commands of the others are decided without it.
        if len(group) > 1:
            return sum(decide_group(desk, [one]) for one in group)
        _fail(desk, group, stuck)
        return 0
    except StoreError as failed:
        _fail(desk, group, failed)
        return 0
    except Exception:
        if len(group) > 1:
            return sum(decide_group(desk, [one]) for one in group)
        answers = _fault(desk, *group[0])
        group = group[: len(answers)]
    for (_, reply), given in zip(group, answers, strict=True):
        if armed:
            crash_point("before the queue acknowledges")
        reply(given)
        if armed:
            crash_point("after the queue acknowledges")
    return 1


def _fail(desk: Desk, group: list[Waiting], failed: StoreError) -> None:
    """Tell a group that it was not done, for none of it was written; or that nobody knows.

    Where one cannot be looked up, neither can the others: looking each up may wait for a lock that stays taken.
    """
    told: Answer | StoreError = failed
    for sent, reply in group:
        if not isinstance(told, UnknownOutcomeError | NotLookedUpError):
            told = _done_before(desk, sent, failed)
        reply(told)


def _done_before(desk: Desk, sent: Envelope, failed: StoreError) -> Answer | StoreError:
    """A command that was not written now may have been sent before, and done: then that is its answer."""
    try:
        found = desk.answered(sent)
    except StoreError:
        return NotLookedUpError(str(failed))
    return found if found is not None and found.digest == validated(sent)[1] else failed


def _fault(desk: Desk, sent: Envelope, reply: Reply) -> list[Answer]:
    """Refuse a command that our own program cannot decide; if not even that can be written down, stop."""
    log.exception("a command met a fault", extra={"table": sent.table, "actor": sent.actor, "role": sent.role})
    try:
        return [desk.refuse(sent, FAULT)]
    except StoreError as failed:
        _fail(desk, [(sent, reply)], failed)
    except Exception:
        log.exception("a refusal met a fault: nothing more is decided")
        desk.commits.stopped = "the desk met a fault"
        _fail(desk, [(sent, reply)], StoreError(desk.commits.stopped))
    return []


def resolve(promised: Future[Answer], given: Answer | StoreError) -> None:
    """Set a future's result or exception to what came of its command."""
    if isinstance(given, StoreError):
        promised.set_exception(given)
    else:
        promised.set_result(given)
