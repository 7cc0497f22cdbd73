"""A log replayed from its first event, for whoever trusts nothing that was saved beside it."""

from __future__ import annotations

from feltwork.cage.events import CAGE
from feltwork.cage.state import Cage
from feltwork.engine.applying import apply_at_cage, apply_at_table
from feltwork.engine.cage import CAGE_SHAPE, load_cage, save_cage
from feltwork.engine.passed_over import passed_over
from feltwork.engine.snapshots import kept_by_anybody
from feltwork.store.port import Store
from feltwork.table.live.saved import SHAPE, load, save
from feltwork.table.live.state import Life


def replayed(store: Store, table: str) -> tuple[Life, list[str]]:
    """A table by its events alone, and which of its snapshots do not follow from them."""
    stream = f"table/{table}"
    claimed = {version: (name, state) for name, version, state in kept_by_anybody(store, stream, SHAPE, load)}
    life, wrong, passed = Life(table), list[str](), passed_over(store)
    for record in store.read(stream):
        apply_at_table(life, record, passed)
        if record.version in claimed:
            name, state = claimed.pop(record.version)
            wrong += [_said(name, record.version)] if state is None or state != load(save(life)) else []
    return life, wrong + [_said(name, version) for version, (name, _) in claimed.items()]


def replayed_cage(store: Store) -> tuple[Cage, list[str]]:
    """The cage by its events alone, and which of its snapshots do not follow from them."""
    claimed = {v: (name, state) for name, v, state in kept_by_anybody(store, CAGE, CAGE_SHAPE, load_cage)}
    cage, wrong, passed = Cage(), list[str](), passed_over(store)
    for record in store.read(CAGE):
        apply_at_cage(cage, record, passed)
        if record.version in claimed:
            name, state = claimed.pop(record.version)
            wrong += [_said(name, record.version)] if state is None or state != load_cage(save_cage(cage)) else []
    return cage, wrong + [_said(name, version) for version, (name, _) in claimed.items()]


def _said(name: str, version: int) -> str:
    return f"the snapshot {name} at {version} does not follow from the log"
