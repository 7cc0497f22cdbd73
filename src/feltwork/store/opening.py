"""One word for a place becomes a store."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from feltwork.refusal import harmless
from feltwork.store.port import Store, StoreError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def open_store(url: str, *, checkpoint: str | Path | None = None, key: Ed25519PublicKey | None = None) -> Store:
    """Open ``memory:``, a file (a path or ``sqlite:PATH``) or a database (``postgresql://...``).

    With the file of its last exported checkpoint, one that is older than that does not open. The public key, if
    given, must have signed it.
    """
    store = _opened(url)
    if checkpoint is not None:
        from feltwork.store.checkpoints import check_against

        try:
            check_against(store, checkpoint, key)
        except BaseException:
            store.close()
            raise
    return store


def _opened(url: str) -> Store:
    """An adapter is imported when it is asked for: PostgreSQL's driver is an extra."""
    if url == "memory:":
        from feltwork.store.memory import MemoryStore

        return MemoryStore()
    if url.startswith(("postgresql://", "postgres://")):
        from feltwork.store.postgres import PostgresStore

        return PostgresStore(url)
    if match := re.match(r"([A-Za-z][A-Za-z0-9+.-]*)://", url):
        raise StoreError(f"a store is memory:, a path, sqlite:PATH or postgresql://..., not {match[1]}://...")
    from feltwork.store.sqlite import SqliteStore

    path = url.removeprefix("sqlite:")
    if not path:
        raise StoreError("a store needs a path")
    return SqliteStore(path)


def open_existing(url: str) -> Store:
    """A store that is there already: nobody wants to read an empty one that was just made."""
    path = url.removeprefix("sqlite:")
    if not url.startswith(("memory:", "postgres")) and not Path(path).is_file():
        raise StoreError(f"{harmless(path)}: no such database")
    return open_store(url)
