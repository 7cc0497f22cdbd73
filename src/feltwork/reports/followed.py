"""Tables and the board of duties as a report follows them, from what was kept of them."""

from __future__ import annotations

from collections.abc import Container
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from feltwork.duties.aggregate import DUTIES
from feltwork.duties.state import SENT, Duties
from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import apply_at, apply_at_table, is_passed, read_event
from feltwork.reports.carried import Way, wrong_states
from feltwork.reports.period import Period
from feltwork.reports.posted import way_of_postings
from feltwork.reports.table_figures import SavedFold, TableFold
from feltwork.store.port import EventLog, Record, Store
from feltwork.table.live.saved import SHAPE, load, save
from feltwork.table.live.schema import LIFE
from feltwork.table.live.state import LiveTable

TABLE = "table/"
NEVER = Period(1 << 62, 1 << 62, "")
"""A period that has not come yet."""


class SavedTable(Struct, frozen=True):
    """A table at rest, and its fold."""

    live: bytes
    fold: SavedFold


_saved = [SHAPE, *msgspec.json.schema_components([SavedTable])]
TABLE_SHAPE = sha256(msgspec.json.encode(_saved)).hexdigest()


class TableFollower:
    """One table, and what is counted of it in a period."""

    def __init__(self, table: str, period: Period, passed: Container[bytes], log: EventLog) -> None:
        self.live, self.fold = LiveTable(table), TableFold(table, period)
        self._passed, self._log = passed, log

    def follow(self, record: Record) -> None:
        if not is_passed(record, self._passed):
            self.fold.happen(self.live, record, read_event(LIFE, record))
        apply_at_table(self.live, record, self._log.book, self._passed)
        self.fold.moved_on(self.live, record)

    def saved(self) -> bytes:
        return msgspec.msgpack.encode(SavedTable(save(self.live), self.fold.saved()))

    def value(self) -> Any:
        return self.live, self.fold.saved()

    def go_on_from(self, raw: bytes) -> bool:
        """Take over what was saved; false where it cannot be read."""
        try:
            kept = msgspec.msgpack.decode(raw, type=SavedTable)
        except msgspec.MsgspecError:
            return False
        live = load(kept.live, self._log.book)
        if live is None:
            return False
        self.live = live
        self.fold.go_on_from(kept.fold, live)
        return True


class BoardFollower:
    """The board of duties."""

    def __init__(self, board: Duties, passed: Container[bytes]) -> None:
        self.board, self._passed, self._at = board, passed, 0

    def follow(self, record: Record) -> None:
        apply_at(DUTIES, self.board, record, self._passed)
        self._at = record.at

    def saved(self) -> bytes:
        """Without what is over: duties that ended and were due before now, and notices that were sent."""
        duties = {
            name: duty for name, duty in sorted(self.board.duties.items()) if duty.is_open or duty.due >= self._at
        }
        notices = {n: notice for n, notice in sorted(self.board.notices.items()) if notice.standing != SENT}
        return DUTIES.save(Duties(duties, notices, self.board.raised))

    def value(self) -> Duties:
        return self.board


def way_of_table(stream: str, period: Period, passed: Container[bytes], log: EventLog) -> Way[TableFollower]:
    """How a table is followed for a period."""

    def fresh() -> TableFollower:
        return TableFollower(stream.removeprefix(TABLE), period, passed, log)

    def restored(raw: bytes) -> TableFollower | None:
        table = fresh()
        return table if table.go_on_from(raw) else None

    return Way("report", TABLE_SHAPE, fresh, restored)


def way_of_duties(stream: str, passed: Container[bytes]) -> Way[BoardFollower]:
    """How the board of duties is followed."""

    def restored(raw: bytes) -> BoardFollower | None:
        board = DUTIES.load(raw)
        return None if board is None else BoardFollower(board, passed)

    return Way("report", DUTIES.form, lambda: BoardFollower(DUTIES.fresh(stream), passed), restored)


def wrong_beginnings(store: Store) -> list[str]:
    """What was kept for reports, by whomever, and does not follow from the log."""
    passed, found = passed_over(store.log), list[str]()
    for head in store.log.heads():
        ways: list[Way[Any] | None] = [way_of_postings(head.stream, NEVER, passed)]
        if head.stream.startswith(TABLE):
            ways.append(way_of_table(head.stream, NEVER, passed, store.log))
        elif DUTIES.has(head.stream):
            ways.append(way_of_duties(head.stream, passed))
        found += [why for way in ways if way is not None for why in wrong_states(store, head.stream, way)]
    return found
