"""The tables, the cage and the aggregates in memory: reopened, caught up with other writers, saved now and then."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from feltwork.cage.events import CAGE
from feltwork.cage.state import Cage
from feltwork.engine.aggregate_states import AggregateStates
from feltwork.engine.archive import put_away, with_archive
from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import apply_at_cage, apply_at_table
from feltwork.engine.snapshots import CAGE_SHAPE, EVERY, keep, load_cage, loader, milestone, resume, save_cage
from feltwork.store.port import CommitMark, Head, Record, Store, UnreadableError
from feltwork.table.live.saved import SHAPE, save
from feltwork.table.live.state import LiveTable

log = logging.getLogger("feltwork.store")


class Streams:
    """The state of every stream that was asked for: what was decided so far, as the next decision needs it."""

    def __init__(self, store: Store, key: bytes = b"") -> None:
        self.store = store
        self._key = key
        """Seals snapshots."""
        self.live_tables: dict[str, LiveTable] = {}
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
        self.aggregates = AggregateStates(store, key, self.heads, self._kept, self._passed)
        self._reopen_cage()

    def head(self, stream: str) -> Head:
        return self.heads.get(stream) or Head(stream)

    def table(self, name: str) -> LiveTable:
        """A table as this process left it; read from the store when it is first asked for."""
        if name not in self.live_tables:
            self._reopen(name)
        return self.live_tables[name]

    def look(self, name: str) -> LiveTable:
        """A table as it stands now, with what other processes wrote to it."""
        self.catch_up_with([name])
        return self.table(name)

    def catch_up_with(self, tables: Sequence[str], *, asking: bool = True) -> None:
        """Read what other processes wrote to these tables and aggregates, and to the cage.

        Without asking, only what this store has noticed by itself; a commit on a stale table is a conflict.
        """
        mark = self.store.log.mark(asking=asking)
        if mark is not None and mark == self.mark:
            return
        moved: list[str] = []
        for name in self.live_tables if mark is not None else {name for name in tables if name in self.live_tables}:
            for stream in (f"table/{name}", f"refused/{name}"):
                if self.store.log.head(stream).version != self.head(stream).version:
                    moved.append(name)
                    break
        for name in moved:
            self._move_on(name)
        self.aggregates.catch_up_with(None if mark is not None else tables)
        self.seen = max(self.seen, self.aggregates.seen)
        if self.store.log.head(CAGE).version != self.head(CAGE).version:
            try:
                self._replay_cage(self.store.log.read(CAGE, self.head(CAGE).version))
            except UnreadableError:
                self._replay_all_of_the_cage()
        self.heads["refused/cage"] = self.store.log.head("refused/cage")
        self.mark = mark

    def _move_on(self, name: str) -> None:
        """Read what others wrote to a table; one that cannot be followed is forgotten, and the others go on."""
        live = self.live_tables[name].copy()  # others may be looking at the one that stands
        try:
            self._replay(live, self.store.log.read(f"table/{name}", self.head(f"table/{name}").version))
            self.live_tables[name] = live
        except UnreadableError as stuck:
            log.error("table %s is not served: %s", name, stuck)
            del self.live_tables[name]

    def _reopen(self, name: str) -> None:
        """A table from its snapshot, or else from its first event."""
        load = loader(self.store.log)
        live, head, rest = resume(self.store, f"table/{name}", SHAPE, load, LiveTable(name), key=self._key)
        self.heads[head.stream], self._kept[head.stream] = head, head.version
        self._replay(live, rest)
        self.live_tables[name] = live

    def _replay(self, live: LiveTable, records: Iterator[Record]) -> None:
        stream, refused = f"table/{live.table}", f"refused/{live.table}"
        for record in records:
            apply_at_table(live, record, self.store.log.book, self._passed)
            self.seen = max(self.seen, record.at)
            self.heads[stream] = Head(stream, record.version, record.hash)
        self.heads[refused] = self.store.log.head(refused)

    def _reopen_cage(self) -> None:
        """The cage from its snapshot, or else, and where what was put away is lost, from its first event."""
        cage, head, rest = resume(self.store, CAGE, CAGE_SHAPE, load_cage, Cage(), key=self._key)
        self.cage, self.heads[CAGE], self._kept[CAGE] = self._with_archive(cage), head, head.version
        try:
            self._replay_cage(rest)
        except UnreadableError:
            if not head.version:
                raise
            self._replay_all_of_the_cage()
        self.heads["refused/cage"] = self.store.log.head("refused/cage")

    def _replay_all_of_the_cage(self) -> None:
        log.warning("the cage is read from its first event: something that it put away is not to be found")
        self.cage, self.heads[CAGE], self._kept[CAGE] = Cage(), Head(CAGE), 0
        self._replay_cage(self.store.log.read(CAGE))
        self._with_archive(self.cage)

    def _with_archive(self, cage: Cage) -> Cage:
        return with_archive(cage, self.store, CAGE_SHAPE, self._key)

    def _replay_cage(self, records: Iterator[Record]) -> None:
        for record in records:
            apply_at_cage(self.cage, record, self._passed)
            self.seen = max(self.seen, record.at)
            self.heads[CAGE] = Head(CAGE, record.version, record.hash)

    def save(self, every: int) -> None:
        """Save the state of each stream that has moved on so far since it was last saved."""
        streams = [(CAGE, CAGE_SHAPE), *((f"table/{name}", SHAPE) for name in self.live_tables)]
        streams += [(stream, self.aggregates.form(stream)) for stream in self.aggregates.states]
        for stream, shape in streams:
            head, before = self.head(stream), self._kept.get(stream, 0)
            if head.version - before < every:
                continue
            self._kept[stream] = head.version
            if stream == CAGE:
                put_away(self.store.snapshots, self.cage, head, CAGE_SHAPE, self._key)
            body = self._saved(stream)
            if body is None:
                continue
            keep(self.store.snapshots, head, shape, body, key=self._key)
            if stream.startswith("table/") and head.version // EVERY > before // EVERY:  # rulings are on rounds
                keep(self.store.snapshots, head, shape, body, milestone(stream, head.version), self._key)

    def _saved(self, stream: str) -> bytes | None:
        """A stream's state as bytes. One that cannot be saved stops nothing: the events are there."""
        try:
            if stream in self.aggregates.states:
                body = self.aggregates.saved(stream)
            else:
                body = save_cage(self.cage) if stream == CAGE else save(self.live_tables[stream.removeprefix("table/")])
        except Exception as fault:
            if stream not in self.unsaved:
                log.exception("the state of %s cannot be saved", stream)
            self.unsaved[stream] = f"{type(fault).__name__}: {fault}"
            return None
        self.unsaved.pop(stream, None)
        return body
