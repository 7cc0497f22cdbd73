"""Tickets, transfers, forms and vouchers that are over: put away one by one, so that the cage stays small.

Like a snapshot, an item that is put away is never a source of truth. It is saved before the cage lets go of it, sealed
with the floor's key where there is one. A saved item that is not over is ignored, so no row makes a ticket payable.
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
"""So many items of each part that are over stay in the cage: people ask about the last ones."""


ISSUED = frozenset(
    (
        ("tickets", "ticket-sold"),
        ("tickets", "paid-from-table"),
        ("forms", "hand-pay-prepared"),
        ("transfers", "transfer-asked"),
        ("vouchers", "voucher-issued"),
    )
)
"""Parts of the cage, and the events whose versions are the numbers of their items."""


def put_away(snapshots: Snapshots, cage: Cage, head: Head, shape: str, key: bytes = b"") -> int:
    """Put away the items that have long been over, and count them; all stay if they cannot be saved."""
    going = {part: over[:-IN_SIGHT] for part in OVER if len(over := _over(cage, part)) > IN_SIGHT}
    rows = [
        sealed(_place(part, number), head, shape, msgspec.msgpack.encode(getattr(cage, part)[number]), key)
        for part, numbers in going.items()
        for number in numbers
    ]
    try:
        snapshots.save_all(rows)
    except StoreError:
        return 0
    for part, numbers in going.items():
        for number in numbers:
            del getattr(cage, part)[number]
    return len(rows)


def with_archive(cage: Cage, store: Store, shape: str, key: bytes = b"") -> Cage:
    """Have the cage look up items that were put away: in the snapshots, or in the log where a row is gone."""
    lost = Lost(store)
    for part in OVER:
        kept = getattr(cage, part)
        assert isinstance(kept, Kept)
        kept.find = _finder(store.snapshots, lost, part, shape, key)
    return cage


class Lost:
    """Finds items that were put away and whose rows are gone, in a cage that is replayed when it is first needed."""

    def __init__(self, store: Store) -> None:
        self._log = store.log
        self._cage: Cage | None = None

    def find(self, part: str, number: object) -> Any:
        """The item of a part with this number, by the log; nothing if there never was one.

        The cage is replayed only if the event of that number issued such an item, so guessed numbers cost little.
        """
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
        """Did the event of this version issue an item of this part? An item's number is the version of that event."""
        record = next(self._log.read(CAGE, version - 1), None)
        return record is not None and (part, record.kind) in ISSUED


def missing(claimed: Cage, cage: Cage) -> dict[str, dict[Any, Any]] | None:
    """The items that a saved cage has put away, by part; nothing if it does not follow from the whole cage."""
    away: dict[str, dict[Any, Any]] = {}
    for part in cage.__struct_fields__:
        said, true = getattr(claimed, part), getattr(cage, part)
        if part not in OVER:
            if said != true:
                return None
            continue
        away[part] = {number: one for number, one in true.items() if number not in said}
        here = {number: one for number, one in true.items() if number in said}
        if dict(said) != here or not all(map(OVER[part], away[part].values())):
            return None
    return away


def wrong_archive(snapshots: Snapshots, away: Mapping[str, Mapping[Any, Any]], now: Cage, shape: str) -> Iterator[str]:
    """A line for each item that was put away otherwise than the log has it; a lost item is only slower to find."""
    for part, items in away.items():
        for number, one in items.items():
            for kept in by_anybody(snapshots, _place(part, number)):
                body = in_form(kept, shape)
                if body is not None and _read(body, part) not in (one, getattr(now, part)[number]):
                    yield f"what was put away as {kept.stream} does not follow from the log"


def _over(cage: Cage, part: str) -> list[Any]:
    return [number for number, one in getattr(cage, part).items() if OVER[part](one)]


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
