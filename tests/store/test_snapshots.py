"""The snapshots, on each adapter."""

from __future__ import annotations

import pytest

from feltwork.store.opening import open_store
from feltwork.store.port import (
    FIRST,
    Snapshot,
    Store,
    StoreError,
)
from tests.store.behind import add


def test_the_last_snapshot_counts(store: Store) -> None:
    add(store, "t")
    for version in (1, 5, 3):
        store.snapshots.save(Snapshot("t", version, bytes([version]) * 32, b"state"))
    store.snapshots.save(Snapshot("u", 1, FIRST, b""))
    assert store.snapshots.get("t") == Snapshot("t", 3, bytes([3]) * 32, b"state")
    assert store.log.head("t").version == 1


def test_no_snapshot_is_kept_of_a_stream_that_was_never_saved(store: Store) -> None:
    assert store.snapshots.get("t") is None


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_a_name_that_not_every_store_could_keep_has_no_snapshot(store: Store, text: str) -> None:
    with pytest.raises(StoreError, match="cannot be stored"):
        store.snapshots.save(Snapshot(text, 1, FIRST, b""))
    assert store.snapshots.get(text) is None


def test_a_snapshot_outlives_its_process(url: str) -> None:
    kept = Snapshot("t", 3, bytes([3]) * 32, b"state")
    for saved in (kept, None):
        store = open_store(url)
        if saved:
            store.snapshots.save(saved)
        assert store.snapshots.get("t") == kept
        store.close()
