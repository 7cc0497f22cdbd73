"""``feltwork migrate``."""

from __future__ import annotations

import click

from feltwork.cli.common import json_option, say, say_done, say_json, verdict
from feltwork.cli.progress import progress
from feltwork.engine.versions import schemas, unreadable_events
from feltwork.refusal import harmless
from feltwork.store.opening import open_to_migrate, open_to_read, place_name
from feltwork.store.port import StoreError

MAX_TOLD = 20


@click.command("migrate")
@click.argument("db")
@click.option("--check", is_flag=True, help="Change nothing; say whether this program can run on the database.")
@json_option
def command(db: str, check: bool, as_json: bool) -> int:
    """Bring a database up to this program's schema, an empty PostgreSQL database too. Take a backup first.

    With --check: exit code 0, it can be run as it is or after migrating; 1, it holds what this program cannot read.
    """
    try:
        if check:
            return _check(db, as_json)
        store = None
        before, known = schemas(db)
        if before < known:  # 0: the owner of an empty database makes the tables, before a floor is granted its part
            store = open_to_migrate(db)
        elif before > known:
            raise click.UsageError(f"the database has schema {before}, and this program knows schemas up to {known}")
        if store is not None:
            store.close()
    except StoreError as wrong:
        raise click.UsageError(str(wrong)) from None
    where = place_name(db)
    told = f"{where}: schema {before} -> {known}" if before < known else f"{where}: schema {known}, nothing to do"
    say_done(told, as_json, before=before, now=known)
    return 0


def _check(db: str, as_json: bool) -> int:
    before, known = schemas(db)
    unread: list[str] = []
    if before <= known:
        store = open_to_read(db)
        try:
            total = sum(head.version for head in store.log.heads())
            with progress("reading the log", total) as done:
                unread = list(unreadable_events(store.log, done))
        finally:
            store.close()
    good = before <= known and not unread
    with verdict():
        if as_json:
            say_json({"schema": before, "needs": known, "migrate": before < known, "unread": unread, "good": good})
            return 0 if good else 1
        say(f"schema {before}; this program works with {known}{': migrate first' if before < known else ''}")
        for line in unread[:MAX_TOLD]:
            say(harmless(line))
        if len(unread) > MAX_TOLD:
            say(f"and {len(unread) - MAX_TOLD} more")
        say("this program can run on it" if good else "this program cannot run on it: run a newer one")
    return 0 if good else 1
