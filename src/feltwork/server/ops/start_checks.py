"""What must be in order before a floor starts; each check raises what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from feltwork.engine.play_money import check_for_play, check_for_real
from feltwork.engine.versions import schemas
from feltwork.server.ops.clocks import check_clock
from feltwork.server.ops.keys import check_keys
from feltwork.server.ops.ticket_key import NAME, load_ticket_key
from feltwork.store.checkpoints import check_against
from feltwork.store.opening import is_postgres, open_to_read, place_name
from feltwork.store.port import Store, StoreError
from feltwork.store.postgres_limits import check_connections
from feltwork.verifier.keys.signing import load_signer


@contextmanager
def reading(database: str) -> Iterator[Store | None]:
    """The database to be read; nothing where it would be made."""
    store = open_to_read(database) if schemas(database)[0] else None
    try:
        yield store
    finally:
        if store is not None:
            store.close()


def check_there(database: str, paths: dict[str, Path]) -> None:
    """The keys that a log was written with are there, and tickets are printed with the same one as before."""
    with reading(database) as store:
        if store is not None:
            check_keys(store, paths)
            if NAME in paths and paths[NAME].exists():
                load_ticket_key(store, paths[NAME])


def check_time(database: str) -> None:
    """The clock is not far ahead of the log."""
    with reading(database) as store:
        if store is not None:
            check_clock(store)


def check_real(database: str) -> None:
    """No play money stands in a database where money is to be real."""
    with reading(database) as store:
        if store is not None:
            check_for_real(store.log, database)


def check_practice(database: str) -> None:
    """Play money is to stand in a database where no money is real."""
    with reading(database) as store:
        if store is not None:
            check_for_play(store.log, database)


def check_last(database: str, checkpoint: Path, key: Path) -> None:
    """The database is not older than the last checkpoint."""
    if not checkpoint.exists() or not key.exists():
        return
    with reading(database) as store:
        if store is None:
            raise StoreError(f"{place_name(database)} is not there, and a checkpoint of it is")
        check_against(store.log, checkpoint, load_signer(key).line())


def check_server(database: str) -> None:
    """A database server has as many connections left as a process takes; a file has no such limit."""
    if is_postgres(database):
        check_connections(database)
