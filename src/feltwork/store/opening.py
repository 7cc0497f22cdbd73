"""One word for a place becomes a store."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from feltwork.refusal import harmless
from feltwork.store.checkpoints import check_against
from feltwork.store.memory import MemoryStore
from feltwork.store.migrating import Opened
from feltwork.store.port import Store, StoreError
from feltwork.store.postgres import PostgresStore, has_log
from feltwork.store.read_only import look_at
from feltwork.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from feltwork.verifier.keys.trust import Trusted


def open_store(url: str, *, checkpoint: str | Path | None = None, key: Trusted | None = None) -> Store:
    """Open ``memory:``, a file (a path or ``sqlite:PATH``) or a database (``postgresql://...``).

    With the file of its last exported checkpoint, one that is older than that does not open. A trusted key, if
    given, must have signed it.
    """
    store = _opened(url)
    if checkpoint is not None:
        try:
            check_against(store.log, checkpoint, key)
        except BaseException:
            store.close()
            raise
    return store


def _opened(url: str) -> Store:
    if url == "memory:":
        return MemoryStore()
    if is_postgres(url):
        return PostgresStore(url)
    if match := re.match(r"([A-Za-z][A-Za-z0-9+.-]*)://", url):
        raise StoreError(f"a store is memory:, a path, sqlite:PATH or postgresql://..., not {match[1]}://...")
    path = url.removeprefix("sqlite:")
    if not path:
        raise StoreError("a store needs a path")
    return SqliteStore(path)


def is_postgres(url: str) -> bool:
    return url.startswith(("postgresql://", "postgres://"))


def place_name(url: str) -> str:
    """A place as it may be shown: an address may hold a password."""
    return "the PostgreSQL database" if is_postgres(url) else harmless(url)


def open_existing(url: str, *, play: bool = False) -> Store:
    """A store that is there already: nobody wants an empty one that was just made."""
    _check_there(url)
    return open_for_play(url) if play else open_store(url)


def open_to_read(url: str) -> Store:
    """The same to be read alone: a file or a database stays as it is, whatever its schema."""
    _check_there(url)
    if is_postgres(url):
        return PostgresStore(url, opened=Opened.TO_READ)
    return look_at(Path(url.removeprefix("sqlite:")))


def _check_there(url: str) -> None:
    if is_postgres(url):
        if not has_log(url):
            raise StoreError("no log is in this PostgreSQL database")
        return
    if url == "memory:":
        raise StoreError("what is in memory is gone with the program that had it: name a file or a database")
    path = url.removeprefix("sqlite:")
    try:
        if not Path(path).exists():
            raise StoreError(f"{harmless(path)}: no such database")
        if not Path(path).is_file():
            raise StoreError(f"{harmless(path)} is not a file")
    except (OSError, ValueError) as error:
        raise StoreError(f"{harmless(path)}: {harmless(getattr(error, 'strerror', None) or error)}") from None


def open_to_migrate(url: str) -> Store:
    """A database that is brought up to date, or made where there is none."""
    if is_postgres(url):
        return PostgresStore(url, opened=Opened.TO_MIGRATE)
    return open_existing(url)


def open_for_play(url: str, *, checkpoint: str | Path | None = None, key: Trusted | None = None) -> Store:
    """Open a store that will be played on. Its last checkpoint is looked for beside a file, or where the environment
    says, so that a copy older than that is not played on even where nobody asks."""
    return open_store(url, checkpoint=checkpoint or usual_checkpoint(url), key=key)


def usual_checkpoint(url: str) -> Path | None:
    """Where the last checkpoint of a store is by itself: ``FELTWORK_CHECKPOINT``, else ``FILE.checkpoint``."""
    if named := os.environ.get("FELTWORK_CHECKPOINT"):
        return Path(named)
    if url == "memory:" or is_postgres(url):
        return None
    beside = Path(f"{url.removeprefix('sqlite:')}.checkpoint")
    return beside if beside.exists() else None
