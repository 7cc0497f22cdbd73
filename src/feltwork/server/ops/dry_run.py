"""What starting a floor would do, told without starting anything or writing anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from feltwork.engine.play_money import check_for_play, check_for_real
from feltwork.engine.streams import Streams
from feltwork.engine.versions import schemas
from feltwork.server.config import ConfigError, FloorConfig
from feltwork.server.ops.clocks import check_clock
from feltwork.server.ops.keys import LostKeyError, check_keys
from feltwork.server.ops.manifest import ManifestError
from feltwork.server.ops.pending import changes
from feltwork.store.checkpoints import check_against
from feltwork.store.migrating import OlderSchemaError
from feltwork.store.opening import open_to_read, place_name
from feltwork.store.port import Store, StoreError, UnreadableError
from feltwork.table.live.phases import CLOSED
from feltwork.verifier.keys.checkpoint import CheckpointError, KeyFileError
from feltwork.verifier.keys.signing import load_signer
from feltwork.verifier.keys.trust import TrustError

WRONG = (ConfigError, StoreError, KeyFileError, TrustError, CheckpointError, ManifestError, LostKeyError)
"""What stops a start; the message is one line."""


class Found(NamedTuple):
    """What a start would meet."""

    says: list[str]
    tables: dict[str, str]
    wrong: list[str]
    """Why the floor would not start."""

    @property
    def starts(self) -> bool:
        return not self.wrong


def dry_run(config: FloorConfig, checks: Mapping[str, Callable[[], object]]) -> Found:
    """Try each check, and say of each table what would become of it."""
    found = Found([], {}, [])
    for name, check in checks.items():
        try:
            check()
        except OlderSchemaError as wrong:
            found.wrong.append(f"{name}: {wrong}")
            return found  # nothing is read from it before
        except WRONG as wrong:
            found.wrong.append(f"{name}: {wrong}")
        else:
            found.says.append(f"{name}: in order")
    try:
        with reading(config.database) as store:
            if store is None:
                found.tables.update({table.name: "would be opened, in a new database" for table in config.tables})
            else:
                found.tables.update(_tables(config, store))
    except StoreError as wrong:
        found.wrong.append(f"database: {wrong}")
    return found


def _tables(config: FloorConfig, store: Store) -> dict[str, str]:
    streams, told = Streams(store), {}
    for table in config.tables:
        try:
            life = streams.table(table.name)
        except UnreadableError as stuck:
            told[table.name] = f"would not be served: {stuck}"
            continue
        if life.status == CLOSED:
            told[table.name] = "would be opened"
        elif waiting := changes(life, table):
            told[table.name] = f"goes on as it was opened; these wait until it is closed: {'; '.join(waiting)}"
        else:
            told[table.name] = "goes on as it was opened, as the file says"
    named = {f"table/{table.name}" for table in config.tables}
    for head in store.log.heads():
        if head.stream.startswith("table/") and head.stream not in named:
            name = head.stream.removeprefix("table/")
            told[name] = _left_out(streams, name)
    return told


def _left_out(streams: Streams, name: str) -> str:
    try:
        closed = streams.table(name).status == CLOSED
    except UnreadableError as stuck:
        return f"is not in the file, and would not be served: {stuck}"
    return "is not in the file, and closed" if closed else "is not in the file; it is open and goes on"


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
    """The keys that a log was written with are there."""
    with reading(database) as store:
        if store is not None:
            check_keys(store, paths)


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
