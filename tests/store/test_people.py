"""People, on each adapter: noted, corrected, erased for good."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltwork.store.opening import open_store
from feltwork.store.port import (
    Person,
    Store,
    StoreError,
)
from tests.store.behind import add, everything


def test_people_are_noted_corrected_and_erased(store: Store) -> None:
    add(store, "table/1")
    before = everything(store)
    ann, bob = Person("p-1", "Ann Example", "1 Harbour St"), Person("p-2", "Bob")
    store.people.save(bob)
    store.people.save(Person("p-1", "An"))
    store.people.save(ann)
    assert store.people.all() == [ann, bob]
    assert store.people.erase("p-1")
    assert not store.people.erase("p-1")
    assert store.people.all() == [bob]
    assert everything(store) == before, "the log knows ids only"
    with pytest.raises(StoreError):
        store.people.save(Person("p-3", "a\0b"))


def test_an_erased_name_is_nowhere_in_the_file(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "log.sqlite"))
    store.people.save(Person("p-1", "Unmistakable Name"))
    for number in range(50):
        store.people.save(Person(f"q-{number}", "x" * 300))
    assert store.people.erase("p-1")
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Unmistakable" not in held
    store.close()


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_a_person_whose_name_not_every_store_could_keep_is_refused(store: Store, text: str) -> None:
    with pytest.raises(StoreError, match="cannot be stored"):
        store.people.save(Person("ann", text))
    assert store.people.all() == []
    assert not store.people.erase("ann")
