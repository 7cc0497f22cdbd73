"""Tickets, transfers, forms and vouchers that are over: put away one by one, so that the cage stays small.

Like a snapshot, what is put away is never a source of truth. It is saved before the cage lets go of it, sealed with
the floor's key where there is one. One that does not say that it is over is not believed, so no row makes a ticket
payable.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from feltwork.cage.events import CAGE
from feltwork.cage.state import OVER, OVER_KINDS, Cage, Kept
from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import apply_at_cage
from feltwork.engine.seals import by_anybody, in_form, name_of, sealed, unsealed
from feltwork.store.port import Head, Snapshots, Store, StoreError

log = logging.getLogger("feltwork.store")
IN_SIGHT = 500
"""Of each kind so many that are over stay: the last ones are those that somebody asks about."""


ISSUED = frozenset(
    (
        ("tickets", "ticket-sold"),
        ("tickets", "paid-from-table"),
        ("forms", "hand-pay-prepared"),
        ("transfers", "transfer-asked"),
        ("vouchers", "voucher-issued"),
    )
)
"""The events that something is numbered by."""


def put_away(snapshots: Snapshots, cage: Cage, head: Head, shape: str, key: bytes = b"") -> int:
    """Put away what has long been over; how many that were. Where that fails they stay."""
    going = {name: over[:-IN_SIGHT] for name in OVER if len(over := _over(cage, name)) > IN_SIGHT}
    rows = [
        sealed(_place(name, number), head, shape, msgspec.msgpack.encode(getattr(cage, name)[number]), key)
        for name, numbers in going.items()
        for number in numbers
    ]
    try:
        snapshots.save_all(rows)
    except StoreError:
        return 0
    for name, numbers in going.items():
        for number in numbers:
            del getattr(cage, name)[number]
    return len(rows)


def with_archive(cage: Cage, store: Store, shape: str, key: bytes = b"") -> Cage:
    """The cage, which finds what was put away; a row that is gone is made up for by the log."""
    lost = Lost(store)
    for name in OVER:
        part = getattr(cage, name)
        assert isinstance(part, Kept)
        part.find = _finder(store.snapshots, lost, name, shape, key)
    return cage


class Lost:
    """What was put away and whose row is gone: all of the cage by its events, read when it is first asked for."""

    def __init__(self, store: Store) -> None:
        self._log = store.log
        self._cage: Cage | None = None

    def find(self, part: str, number: object) -> Any:
        """One by the log; nothing where the log says at once that there never was one, so guessing costs little."""
        version = int(digits[0]) if (digits := re.findall(r"^[A-Z]?(\d{1,18})$", str(number))) else 0
        if not 0 < version <= self._log.head(CAGE).version or not self._was_issued(part, version):
            return None
        if self._cage is None or self._cage.version < version:
            log.warning(
                "%s %s was put away and is not to be found: the cage is read from its first event", part, number
            )
            self._cage = Cage()
        passed = passed_over(self._log)
        for record in self._log.read(CAGE, self._cage.version):
            apply_at_cage(self._cage, record, passed)
        return getattr(self._cage, part).get(number)

    def _was_issued(self, part: str, version: int) -> bool:
        """Numbers are the versions of the events that made them."""
        record = next(self._log.read(CAGE, version - 1), None)
        return record is not None and (part, record.kind) in ISSUED


def missing(claimed: Cage, cage: Cage) -> dict[str, dict[Any, Any]] | None:
    """What a saved cage has put away of all there was then; nothing if it does not follow from that."""
    away: dict[str, dict[Any, Any]] = {}
    for name in cage.__struct_fields__:
        said, true = getattr(claimed, name), getattr(cage, name)
        if name not in OVER:
            if said != true:
                return None
            continue
        away[name] = {number: one for number, one in true.items() if number not in said}
        here = {number: one for number, one in true.items() if number in said}
        if dict(said) != here or not all(map(OVER[name], away[name].values())):
            return None
    return away


def wrong_archive(snapshots: Snapshots, away: Mapping[str, Mapping[Any, Any]], now: Cage, shape: str) -> Iterator[str]:
    """What was put away and is not as the log has it; one that is lost is only slower to find."""
    for name, items in away.items():
        for number, one in items.items():
            for kept in by_anybody(snapshots, _place(name, number)):
                body = in_form(kept, shape)
                if body is not None and _read(body, name) not in (one, getattr(now, name)[number]):
                    yield f"what was put away as {kept.stream} does not follow from the log"


def _over(cage: Cage, name: str) -> list[Any]:
    return [number for number, one in getattr(cage, name).items() if OVER[name](one)]


def _place(part: str, number: object) -> str:
    return f"over/{part}/{number}"


def _finder(snapshots: Snapshots, lost: Lost, part: str, shape: str, key: bytes) -> Callable[[Any], Any]:
    def find(number: object) -> Any:
        name = name_of(_place(part, number), key)
        if not name.isprintable() or len(name) > LONGEST_NAME:
            return None
        body = unsealed(snapshots.get(name), shape, key)
        found = _read(body, part) if body is not None else None
        if found is None or not OVER[part](found):
            found = lost.find(part, number)
        return found if found is not None and OVER[part](found) else None

    return find


def _read(body: bytes, part: str) -> Any:
    try:
        return msgspec.msgpack.decode(body, type=OVER_KINDS[part])
    except msgspec.MsgspecError:
        return None


LONGEST_NAME = 200
"""Letters: nothing with a longer name was ever put away."""
