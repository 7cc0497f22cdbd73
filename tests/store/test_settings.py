"""The settings, on each adapter: rows beside the log that all processes share."""

from __future__ import annotations

import threading

import pytest

from feltwork.store.opening import open_store
from feltwork.store.port import (
    Batch,
    ConflictError,
    Head,
    Shelved,
    Store,
    StoreError,
)
from tests.store.appender import draft, sealed


def test_a_shelf_keeps_what_lies_beside_the_log(store: Store) -> None:
    store.settings.put("session", "b", b"\0one")
    store.settings.put("session", "a", b"two")
    store.settings.put("link", "a", b"other")
    store.settings.put("session", "b", b"three")
    assert (store.settings.get("session", "b"), store.settings.get("session", "c")) == (b"three", None)
    assert store.settings.names("session") == ["a", "b"]
    assert store.log.heads() == []
    assert store.settings.swap("session", "a", b"two", b"four")
    assert not store.settings.swap("session", "a", b"two", b"five"), "somebody else was there"
    assert not store.settings.swap("session", "none", b"", b"five")
    assert store.settings.swap("session", "new", None, b"six")
    assert not store.settings.swap("session", "new", None, b"seven"), "somebody else was there first"
    assert store.settings.take("session", "new") == b"six"
    assert store.settings.take("session", "a") == b"four"
    assert store.settings.take("session", "a") is None
    assert store.settings.names("session") == ["b"]


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_a_name_that_no_shelf_can_have_is_not_there(store: Store, name: str) -> None:
    with pytest.raises(StoreError):
        store.settings.put("session", name, b"")
    assert store.settings.get("session", name) is None
    assert store.settings.take("session", name) is None


def test_only_one_taker_gets_it(url: str) -> None:
    stores = [open_store(url) for _ in range(4)]

    def take(store: Store, found: list[bytes | None]) -> None:
        found.append(store.settings.take("link", "code"))

    for round_ in range(10):
        stores[0].settings.put("link", "code", bytes([round_]))
        found: list[bytes | None] = []
        takers = [threading.Thread(target=take, args=(store, found)) for store in stores]
        for taker in takers:
            taker.start()
        for taker in takers:
            taker.join()
        assert sorted(found, key=bool) == [None, None, None, bytes([round_])]
    for store in stores:
        store.close()


def test_rows_on_a_shelf_change_with_their_record_or_not_at_all(store: Store) -> None:
    first, second = sealed(Head("s"), [draft("s"), draft("s")])
    store.log.append(Batch((first,), shelved=(Shelved("kept", "a", None, b"1"),)))
    assert store.settings.get("kept", "a") == b"1"
    for wrong in (Shelved("kept", "a", None, b"2"), Shelved("kept", "a", b"3", None), Shelved("kept", "b", b"1", None)):
        with pytest.raises(ConflictError):
            store.log.append(Batch((second,), shelved=(wrong,)))
    assert (store.log.head("s").version, store.settings.get("kept", "a")) == (1, b"1")
    store.log.append(Batch((second,), shelved=(Shelved("kept", "a", b"1", b"2"), Shelved("kept", "b", None, b"4"))))
    store.log.append(Batch(shelved=(Shelved("kept", "a", b"2", None),)))
    assert (store.log.head("s").version, store.settings.names("kept")) == (2, ["b"])


def test_a_row_is_swapped_only_where_it_is_as_expected(store: Store) -> None:
    assert store.settings.swap("shelf", "row", None, b"one")
    assert not store.settings.swap("shelf", "row", None, b"two")
    assert not store.settings.swap("shelf", "row", b"two", b"three")
    assert store.settings.swap("shelf", "row", b"one", b"two")
    assert (store.settings.get("shelf", "row"), store.settings.names("shelf")) == (b"two", ["row"])
