"""The files beside a floor's configuration: keys, trust file, manifest, metrics token; each must be in order."""

from __future__ import annotations

import logging
from pathlib import Path

from feltwork.refusal import harmless
from feltwork.server.config import ConfigError, FloorConfig
from feltwork.server.ops.attending import draw_key_at
from feltwork.server.ops.keys import LOST, check_keys
from feltwork.server.ops.manifest import (
    Manifest,
    ManifestError,
    differences,
    installed,
    read_manifest,
)
from feltwork.server.ops.ticket_key import NAME, keep_ticket_key, load_ticket_key
from feltwork.server.ops.upkeep import checkpoint_key_at
from feltwork.store.opening import open_store
from feltwork.store.port import Store
from feltwork.verifier.keys.checkpoint import load_public
from feltwork.verifier.keys.trust import read_trust

log = logging.getLogger("feltwork.server")


def keys_at(config: FloorConfig, folder: Path, new_keys: tuple[str, ...]) -> None:
    """A key that is missing is made with the floor, or when somebody says so; otherwise the floor does not start."""
    paths = {name: folder / getattr(config, name) for name in LOST}
    for name in new_keys:
        log.warning("a lost key is made anew", extra={"key": name, "lost": LOST[name]})
    store = open_store(config.database)
    try:
        kept = {name: path for name, path in paths.items() if name not in new_keys}
        check_keys(store, kept)
        if NAME in kept and kept[NAME].exists():
            load_ticket_key(store, kept[NAME])
    finally:
        store.close()
    for name, path in paths.items():  # before the first record: another process may be starting beside this one
        (checkpoint_key_at if name == "checkpoint_key" else draw_key_at)(path)


def ticket_key_at(path: Path, store: Store, new_keys: tuple[str, ...]) -> bytes:
    """The key that tickets are printed with; the database keeps its digest from now on."""
    key = draw_key_at(path)
    keep_ticket_key(store, key, anew=NAME in new_keys)
    return key


def metrics_token_at(config: FloorConfig, folder: Path) -> str:
    """What a reader of the metrics shows; empty where only this machine reads them."""
    if config.metrics_token is None:
        return ""
    try:
        token = (folder / config.metrics_token).read_text("utf-8", "replace").strip()
    except OSError as wrong:
        raise ConfigError(f"metrics_token: {harmless(config.metrics_token)}: {wrong.strerror or wrong}") from None
    if not token:
        raise ConfigError(f"metrics_token: {harmless(config.metrics_token)} is empty")
    return token


def trust_at(config: FloorConfig, folder: Path) -> Path | None:
    """The trust file, which must be one; without it the inspector's verdict goes by no checkpoint."""
    if config.trust is None:
        log.warning("no trust file is configured: the inspector's verdict goes by no checkpoint (trust in the file)")
        return None
    read_trust(folder / config.trust)
    return folder / config.trust


def approved_at(config: FloorConfig, folder: Path) -> Manifest | None:
    """The software as it was approved, if anybody did; what is installed must be that."""
    if config.manifest is None or config.manifest_key is None:
        log.warning("no manifest is configured: the software counts as approved as it is now")
        return None
    found = installed()
    wanted = read_manifest(folder / config.manifest, load_public(folder / config.manifest_key))
    changed = differences(wanted, found)
    if changed:
        raise ManifestError(f"the software is not what was approved: {'; '.join(changed[:3])}")
    return wanted
