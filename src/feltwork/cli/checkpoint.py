"""``feltwork audit checkpoint``: sign the heads of a log, once or every so often."""

from __future__ import annotations

import signal
from threading import Event

import click

from feltwork.cli.common import Between, json_option, say_done
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.refusal import harmless
from feltwork.store.checkpoints import export, export_until
from feltwork.store.opening import is_postgres, open_to_read
from feltwork.store.port import Store, StoreError
from feltwork.store.series import export_next, last_in_series
from feltwork.verifier.keys.checkpoint import KeyFileError
from feltwork.verifier.keys.signing import Signer, load_signer


@click.command("checkpoint")
@click.argument("db")
@click.option("--key", "key_path", required=True, help="The private key made by `feltwork audit key`.")
@click.option("--out", help="Where to write it, else FILE.checkpoint, which play asks for; keep one away from there.")
@click.option(
    "--number", type=click.IntRange(1), help="Its number in your series; else the next after that in the file."
)
@click.option("--join", is_flag=True, help="Take the next number of the series that a floor's hosts share.")
@click.option("--every", type=Between(0.1, 86400), help="Go on until interrupted, one every so many seconds.")
@json_option
@clock_option
def checkpoint(
    db: str, key_path: str, out: str | None, number: int | None, join: bool, every: float | None, as_json: bool
) -> None:
    """Sign all streams, versions and heads of a database as they stand now."""
    if out is None and (is_postgres(db) or db == "memory:"):
        raise click.UsageError("say with --out where the checkpoint goes: beside this database there is no file")
    out = out or f"{db.removeprefix('sqlite:')}.checkpoint"
    if number is not None and (every is not None or join):
        raise click.UsageError("--every and --join count by themselves: give them no --number")
    try:
        signer = load_signer(key_path)
        store = open_to_write(db) if join else open_to_read(db)
        try:
            if not join:
                _check_apart(store, signer)
            if every is not None:
                number = _export_until_stopped(store, out, signer, every, join)
            else:
                number = export_next(store, out, signer) if join else export(store, out, signer, number)
        finally:
            store.close()
    except (StoreError, KeyFileError) as wrong:
        raise click.UsageError(str(wrong)) from None
    by = signer.fingerprint
    told_done = f"checkpoint {number} written to {harmless(out)}, signed with key {by}"
    say_done(told_done, as_json, number=number, file=out, key=by)


def _check_apart(store: Store, signer: Signer) -> None:
    """Two numberings under one key would give out a number twice."""
    last = last_in_series(store.settings)
    if last is not None and not signer.line().wrong(last):
        raise click.UsageError(
            f"this key signs a series of checkpoints, which stands at {last.number} here: --join takes its next"
        )


def _export_until_stopped(store: Store, out: str, key: Signer, every: float, join: bool) -> int:
    stop = Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stop.set())
    return export_until(stop, store, out, key, every, export_next if join else export)
