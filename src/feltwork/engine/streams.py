"""The tables and the cage in memory: reopened from the store, caught up with other writers, saved now and then."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from feltwork.cage.events import CAGE
from feltwork.cage.state import Cage
from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import apply_at_cage, apply_at_table
from feltwork.engine.snapshots import CAGE_SHAPE, EVERY, keep, load_cage, milestone, resume, save_cage
from feltwork.store.port import CommitMark, Head, Record, Store, UnreadableError
from feltwork.table.live.saved import SHAPE, load, save
from feltwork.table.live.state import LiveTable

log = logging.getLogger("feltwork.store")


class Streams:
    """The state of every stream that was asked for: what was decided so far, as the next decision needs it."""

    def __init__(self, store: Store, key: bytes = b"") -> None:
        self.store = store
        self._key = key
        """Seals snapshots."""
        self.lives: dict[str, LiveTable] = {}
        self.heads: dict[str, Head] = {}
        self.cage = Cage()
        self._kept: dict[str, int] = {}
        """Up to which version each stream's state has been saved."""
        self.unsaved: dict[str, str] = {}
        """Streams whose state could not be saved, and why: they reopen by a longer replay."""
        self.mark: CommitMark | None = None
        """The store's last commit that is known here."""
        self.seen = 0
        """The time of the newest record that is known here: another process's clock may be ahead."""
        self._passed = passed_over(store.log)
        """Events that count as if nothing had happened."""
        self._reopen_cage()

    def head(self, stream: str) -> Head:
        return self.heads.get(stream) or Head(stream)

    def table(self, name: str) -> LiveTable:
        """A table as this process left it; read from the store when it is first asked for."""
        if name not in self.lives:
            self._reopen(name)
        return self.lives[name]

    def look(self, name: str) -> LiveTable:
        """A table as it stands now, with what other processes wrote to it."""
        self.catch_up_with([name])
        return self.table(name)

    def catch_up_with(self, tables: Sequence[str], *, asking: bool = True) -> None:
        """Read what other processes wrote to these tables and to the cage.

        Without asking, only what this store has noticed by itself; a commit on a stale table is a conflict.
        """
        mark = self.store.log.mark(asking=asking)
        if mark is not None and mark == self.mark:
            return
        moved: list[str] = []
        for name in self.lives if mark is not None else {name for name in tables if name in self.lives}:
            for stream in (f"table/{name}", f"refused/{name}"):
                if self.store.log.head(stream).version != self.head(stream).version:
                    moved.append(name)
                    break
        for name in moved:
            self._move_on(name)
        if self.store.log.head(CAGE).version != self.head(CAGE).version:
            self._replay_cage(self.store.log.read(CAGE, self.head(CAGE).version))
        self.heads["refused/cage"] = self.store.log.head("refused/cage")
        self.mark = mark

    def _move_on(self, name: str) -> None:
        """Read what others wrote to a table; one that cannot be followed is forgotten, and the others go on."""
        life = self.lives[name].copy()  # others may be looking at the one that stands
        try:
            self._replay(life, self.store.log.read(f"table/{name}", self.head(f"table/{name}").version))
            self.lives[name] = life
        except UnreadableError as stuck:
            log.error("table %s is not served: %s", name, stuck)
            del self.lives[name]

    def _reopen(self, name: str) -> None:
        """A table from its snapshot, or else from its first event."""
        life, head, rest = resume(self.store, f"table/{name}", SHAPE, load, LiveTable(name), key=self._key)
        self.heads[head.stream], self._kept[head.stream] = head, head.version
        self._replay(life, rest)
        self.lives[name] = life

    def _replay(self, life: LiveTable, records: Iterator[Record]) -> None:
        stream, refused = f"table/{life.table}", f"refused/{life.table}"
        for record in records:
            apply_at_table(life, record, self._passed)
            self.seen = max(self.seen, record.at)
            self.heads[stream] = Head(stream, record.version, record.hash)
        self.heads[refused] = self.store.log.head(refused)

    def _reopen_cage(self) -> None:
        self.cage, self.heads[CAGE], rest = resume(self.store, CAGE, CAGE_SHAPE, load_cage, Cage(), key=self._key)
        self._kept[CAGE] = self.heads[CAGE].version
        self._replay_cage(rest)
        self.heads["refused/cage"] = self.store.log.head("refused/cage")

    def _replay_cage(self, records: Iterator[Record]) -> None:
        for record in records:
            apply_at_cage(self.cage, record, self._passed)
            self.seen = max(self.seen, record.at)
            self.heads[CAGE] = Head(CAGE, record.version, record.hash)

    def save(self, every: int) -> None:
        """Save the state of each stream that has moved on so far since it was last saved."""
        streams = [(CAGE, CAGE_SHAPE), *((f"table/{name}", SHAPE) for name in self.lives)]
        for stream, shape in streams:
            head, before = self.head(stream), self._kept.get(stream, 0)
            if head.version - before < every:
                continue
            self._kept[stream] = head.version
            body = self._saved(stream)
            if body is None:
                continue
            keep(self.store.snapshots, head, shape, body, key=self._key)
            if stream != CAGE and head.version // EVERY > before // EVERY:  # rulings are on rounds
                keep(self.store.snapshots, head, shape, body, milestone(stream, head.version), self._key)

    def _saved(self, stream: str) -> bytes | None:
        """A stream's state as bytes. One that cannot be saved stops nothing: the events are there."""
        try:
            body = save_cage(self.cage) if stream == CAGE else save(self.lives[stream.removeprefix("table/")])
        except Exception as fault:
            if stream not in self.unsaved:
                log.exception("the state of %s cannot be saved", stream)
            self.unsaved[stream] = f"{type(fault).__name__}: {fault}"
            return None
        self.unsaved.pop(stream, None)
        return body
