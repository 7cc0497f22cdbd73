"""``feltwork serve`` runs a floor from its configuration; ``feltwork demo`` runs one of play money."""

from __future__ import annotations

import logging
import os
import socket
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import click

from feltwork.cli.common import json_option, say, say_json, verdict
from feltwork.engine.passed_over import check_decisions
from feltwork.engine.versions import check_schema
from feltwork.refusal import harmless
from feltwork.server.config import ConfigError, FloorConfig, read_config, till_of, with_factor
from feltwork.server.opening import serve_tables
from feltwork.server.ops.attending import Attendant, draw_key_at
from feltwork.server.ops.dry_run import Found, dry_run
from feltwork.server.ops.heartbeat import check_beside
from feltwork.server.ops.integrity import Integrity, look_briefly
from feltwork.server.ops.keys import LOST, check_keys, too_near
from feltwork.server.ops.logs import log_to_stderr
from feltwork.server.ops.manifest import (
    Manifest,
    ManifestError,
    differences,
    installed,
    read_manifest,
)
from feltwork.server.ops.pending import pending
from feltwork.server.ops.start_checks import check_last, check_real, check_there, check_time
from feltwork.server.ops.upkeep import Checkpoints, checkpoint_key_at, watch_software
from feltwork.server.running import listen, run, server
from feltwork.server.runtime import Runtime
from feltwork.server.state import ServerState
from feltwork.store.opening import open_store
from feltwork.verifier.keys.checkpoint import load_public
from feltwork.verifier.keys.signing import load_signer
from feltwork.verifier.keys.trust import read_trust

START_AGAIN = 75
"""The exit code of a floor that stopped by itself: what sysexits.h calls a temporary failure."""
log = logging.getLogger("feltwork.server")


@click.command("serve")
@click.option("--config", "path", type=click.Path(path_type=Path), required=True, help="The floor's TOML file.")
@click.option("--new-key", "new_keys", multiple=True, type=click.Choice(tuple(LOST)), help="Make a lost key anew.")
@click.option("--clock-is-right", is_flag=True, help="Start although the last record is more than 30 days old.")
@click.option("--check", is_flag=True, help="Start nothing and change nothing; say what a start would do.")
@json_option
def command(path: Path, new_keys: tuple[str, ...], clock_is_right: bool, check: bool, as_json: bool) -> int:
    """Run a floor: its tables, crew, limits and database as the file says.

    Exit code 75: it stopped by itself because it no longer knew what is on disk; start it again. With --check: 0, it
    would start; 1, it would not.
    """
    config = read_config(path)
    folder = path.parent
    if check:
        return _report(_dry_run(config, folder, new_keys, clock_is_right), as_json)
    log_to_stderr(logging.INFO)
    check_schema(config.database)
    check_real(config.database)
    if not clock_is_right:
        check_time(config.database)
    metrics_token = _metrics_token(config, folder)
    with closing(listen(config.host, config.port)) as listening:  # before anything is written: it may be taken
        return _serve(config, folder, new_keys, listening, metrics_token)


def _serve(
    config: FloorConfig, folder: Path, new_keys: tuple[str, ...], listening: socket.socket, metrics_token: str
) -> int:
    """Check everything, open the tables, and serve until told to stop; the exit code."""
    approved = _approved(config, folder)
    integrity = Integrity(config.database)
    with ExitStack() as refused:  # a start that is refused leaves no database open
        refused.callback(integrity.stop)
        _check_keys(config, folder, new_keys)
        for line in too_near(config.database, {name: folder / getattr(config, name) for name in LOST}):
            log.warning(line)
        trust = _trust(config, folder)
        fresh = "checkpoint_key" in new_keys
        checkpoints = Checkpoints(
            config.database, folder / config.checkpoint, folder / config.checkpoint_key, fresh=fresh
        )
        refused.callback(checkpoints.store.close)
        check_beside(checkpoints.store)
        check_decisions(checkpoints.store.log, load_signer(checkpoints.key).trust())
        refused.pop_all()
    house = Runtime(config.database, till=till_of(config.cage, draw_key_at(folder / config.ticket_key)))
    serve_tables(house, config)
    house.health.pending = pending(config, house.queue.desk.streams.lives)
    for table, waiting in house.health.pending.items():
        log.warning("the file's changes wait until the table is closed", extra={"table": table, "changes": waiting})
    address = f"http://{config.host}:{listening.getsockname()[1]}"
    log.info("serving", extra={"tables": len(config.tables), "address": address, "pid": os.getpid()})
    attendant = Attendant(house, draw_key_at(folder / config.draw_key))
    floor = ServerState(house)
    floor.staff.factors.key = draw_key_at(folder / config.account_key)
    floor.staff.required = with_factor(config)
    floor.log_checks.checkpoint, floor.log_checks.trust = checkpoints.path, trust
    floor.log_checks.signing = checkpoints.told
    floor.log_checks.take_over(integrity, house)
    floor.metrics_token = metrics_token
    floor.hosts = frozenset(map(str.lower, config.hosts))
    look = partial(installed, loaded=config.manifest is not None)
    run(server(floor, (watch_software(approved, look=look),), attendant, checkpoints), listening)
    return START_AGAIN if floor.failed else 0


def _dry_run(config: FloorConfig, folder: Path, new_keys: tuple[str, ...], clock_is_right: bool) -> Found:
    """What a start would do and what would stop it; nothing is written."""
    keys = {name: folder / getattr(config, name) for name in LOST}
    return dry_run(
        config,
        {
            "software": lambda: _approved(config, folder),
            "schema": lambda: check_schema(config.database),
            "play money": lambda: check_real(config.database),
            "clock": lambda: None if clock_is_right else check_time(config.database),
            "database": lambda: look_briefly(config.database),
            "keys": lambda: check_there(config.database, {n: path for n, path in keys.items() if n not in new_keys}),
            "trust": lambda: _trust(config, folder),
            "metrics token": lambda: _metrics_token(config, folder),
            "checkpoint": lambda: check_last(config.database, folder / config.checkpoint, keys["checkpoint_key"]),
        },
    )


def _check_keys(config: FloorConfig, folder: Path, new_keys: tuple[str, ...]) -> None:
    """A key that is missing is made with the floor, or when somebody says so; otherwise the floor does not start."""
    paths = {name: folder / getattr(config, name) for name in LOST}
    for name in new_keys:
        log.warning("a lost key is made anew", extra={"key": name, "lost": LOST[name]})
    store = open_store(config.database)
    try:
        check_keys(store, {name: path for name, path in paths.items() if name not in new_keys})
    finally:
        store.close()
    for name, path in paths.items():  # before the first record: another process may be starting beside this one
        (checkpoint_key_at if name == "checkpoint_key" else draw_key_at)(path)


def _metrics_token(config: FloorConfig, folder: Path) -> str:
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


def _trust(config: FloorConfig, folder: Path) -> Path | None:
    """The trust file, which must be one; without it the inspector's verdict goes by no checkpoint."""
    if config.trust is None:
        log.warning("no trust file is configured: the inspector's verdict goes by no checkpoint (trust in the file)")
        return None
    read_trust(folder / config.trust)
    return folder / config.trust


def _approved(config: FloorConfig, folder: Path) -> Manifest | None:
    """The software as it was approved, if anybody did; what is installed must be that."""
    if config.manifest is None or config.manifest_key is None:
        log.warning("no manifest is configured: the software counts as approved as it is now")
        return None
    found = installed()
    approved = read_manifest(folder / config.manifest, load_public(folder / config.manifest_key))
    changed = differences(approved, found)
    if changed:
        raise ManifestError(f"the software is not what was approved: {'; '.join(changed[:3])}")
    return approved


def _report(found: Found, as_json: bool) -> int:
    with verdict():
        if as_json:
            say_json({"starts": found.starts, "wrong": found.wrong, "says": found.says, "tables": found.tables})
        else:
            for line in (*found.says, *(f"{name}: {told}" for name, told in found.tables.items()), *found.wrong):
                say(harmless(line))
            say("the floor would start" if found.starts else "the floor would not start")
    return 0 if found.starts else 1
