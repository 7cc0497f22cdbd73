"""A floor from the command line: ``feltwork serve`` runs it as its configuration says."""

from __future__ import annotations

import logging
import os
from contextlib import closing
from pathlib import Path

import click

from feltwork.cli.common import json_option, say, say_json, verdict
from feltwork.engine.versions import check_schema
from feltwork.refusal import harmless
from feltwork.server.config import FloorConfig, read_config
from feltwork.server.ops.dry_run import Found, dry_run
from feltwork.server.ops.integrity import look_briefly
from feltwork.server.ops.keys import LOST
from feltwork.server.ops.logs import log_to_stderr
from feltwork.server.ops.start_checks import check_last, check_real, check_server, check_there, check_time
from feltwork.server.ops.start_files import approved_at, metrics_token_at, trust_at
from feltwork.server.running import listen, run, server
from feltwork.server.starting import open_floor
from feltwork.store.port import UnreachableError

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

    Exit code 75: it stopped by itself because it no longer knew what is on disk, or the database's server was away;
    start it again. With --check: 0, it would start; 1, it would not.
    """
    config = read_config(path)
    folder = path.parent
    if check:
        return _report(_dry_run(config, folder, new_keys, clock_is_right), as_json)
    log_to_stderr(logging.INFO)
    try:
        return _serve(config, folder, new_keys, clock_is_right)
    except UnreachableError as away:
        click.echo(f"{away}; start it again when the database is there", err=True)
        return START_AGAIN


def _serve(config: FloorConfig, folder: Path, new_keys: tuple[str, ...], clock_is_right: bool) -> int:
    """Check what a start needs, open the floor and serve until it ends; its exit code."""
    check_schema(config.database)
    check_server(config.database)
    check_real(config.database)
    if not clock_is_right:
        check_time(config.database)
    metrics_token = metrics_token_at(config, folder)
    with closing(listen(config.host, config.port)) as listening:  # before anything is written: it may be taken
        opened = open_floor(config, folder, new_keys, metrics_token)
        address = f"http://{config.host}:{listening.getsockname()[1]}"
        log.info("serving", extra={"tables": len(config.tables), "address": address, "pid": os.getpid()})
        run(server(*opened), listening)
        return START_AGAIN if opened.floor.failed else 0


def _dry_run(config: FloorConfig, folder: Path, new_keys: tuple[str, ...], clock_is_right: bool) -> Found:
    """What a start would do and what would stop it; nothing is written."""
    keys = {name: folder / getattr(config, name) for name in LOST}
    return dry_run(
        config,
        {
            "software": lambda: approved_at(config, folder),
            "schema": lambda: check_schema(config.database),
            "connections": lambda: check_server(config.database),
            "play money": lambda: check_real(config.database),
            "clock": lambda: None if clock_is_right else check_time(config.database),
            "database": lambda: look_briefly(config.database),
            "keys": lambda: check_there(config.database, {n: path for n, path in keys.items() if n not in new_keys}),
            "trust": lambda: trust_at(config, folder),
            "metrics token": lambda: metrics_token_at(config, folder),
            "checkpoint": lambda: check_last(config.database, folder / config.checkpoint, keys["checkpoint_key"]),
        },
    )


def _report(found: Found, as_json: bool) -> int:
    with verdict():
        if as_json:
            say_json({"starts": found.starts, "wrong": found.wrong, "says": found.says, "tables": found.tables})
        else:
            for line in (*found.says, *(f"{name}: {told}" for name, told in found.tables.items()), *found.wrong):
                say(harmless(line))
            say("the floor would start" if found.starts else "the floor would not start")
    return 0 if found.starts else 1
