"""What starting a floor would do, told without starting anything or writing anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from feltwork.engine.streams import Streams
from feltwork.entropy.sealing import SealingError
from feltwork.server.config import ConfigError, FloorConfig
from feltwork.server.ops.keys import LostKeyError
from feltwork.server.ops.manifest import ManifestError
from feltwork.server.ops.pending import changes
from feltwork.server.ops.start_checks import reading
from feltwork.server.ops.ticket_key import OtherKeyError
from feltwork.store.migrating import OlderSchemaError
from feltwork.store.port import Store, StoreError, UnreadableError
from feltwork.table.live.topic import CLOSED
from feltwork.verifier.keys.checkpoint import CheckpointError, KeyFileError
from feltwork.verifier.keys.trust import TrustError

WRONG = (
    ConfigError,
    StoreError,
    KeyFileError,
    TrustError,
    CheckpointError,
    ManifestError,
    LostKeyError,
    OtherKeyError,
    SealingError,
)
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
            live = streams.table(table.name)
        except UnreadableError as stuck:
            told[table.name] = f"would not be served: {stuck}"
            continue
        if live.status == CLOSED:
            told[table.name] = "would be opened"
        elif waiting := changes(live, table):
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
