"""``feltwork audit``: verify a database, export checkpoints, pack evidence, recompute a draw."""

from __future__ import annotations

import signal
from threading import Event

import click

from feltwork.cli import evidence, keys
from feltwork.cli.common import Between, json_option, say, say_done, say_json, verdict
from feltwork.cli.findings import checkpoint_at, report
from feltwork.cli.keys import trust_options, trusted
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.engine.passed_over import pass_over
from feltwork.refusal import harmless
from feltwork.store.checkpoints import export, export_until
from feltwork.store.integrity import DamagedError, check_file
from feltwork.store.opening import is_postgres, open_to_read
from feltwork.store.port import Store, StoreError
from feltwork.store.series import export_next, last_in_series
from feltwork.verifier.basis import unseen
from feltwork.verifier.cage.play_money import tables_by_kind
from feltwork.verifier.keys.checkpoint import KeyFileError, read_checkpoint
from feltwork.verifier.keys.signing import Signer, load_signer
from feltwork.verifier.keys.trust import TrustError
from feltwork.verifier.log.database import ReadError
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import findings


@click.group("audit")
def command() -> None:
    """Prove a live table's log: checkpoints, verification, evidence."""


parts = (
    keys.key,
    keys.rotate_key,
    keys.show_fingerprint,
    keys.trust,
    evidence.pack,
    evidence.check_pack,
    evidence.draw,
)
for part in parts:
    command.add_command(part)


@command.command("checkpoint")
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


@command.command("verify")
@click.argument("db")
@click.option("--checkpoint", "checkpoint_path", help="The last signed checkpoint.")
@trust_options
@json_option
def verify(db: str, checkpoint_path: str | None, trust_path: str | None, key_path: str | None, as_json: bool) -> int:
    """Replay, resettle and recompute everything. Exit code 0: sound; 1: findings; 2: not readable.

    Whose signature counts comes from your trust file, and never from the checkpoint.
    """
    try:
        trust = trusted(trust_path, key_path)
        signed = checkpoint_at(checkpoint_path) if checkpoint_path else None
        if signed is not None and trust is None:
            raise click.UsageError("whose checkpoints count is for you to say: --trust FILE, or --key FILE.pub")
        if signed is None and key_path is not None:
            raise click.UsageError("a key checks a checkpoint, and none is given: --checkpoint FILE")
        reading = read_log(db)
        try:
            notes: list[str] = []
            found = list(findings(reading, signed, trust, notes))
            rehearsals, ends = tables_by_kind(reading)[0], reading.ends()
        finally:
            reading.close()
    except (ReadError, KeyFileError, TrustError) as wrong:
        raise click.UsageError(str(wrong)) from None
    for note in notes:
        click.echo(f"note: {harmless(note)}", err=True)
    held = read_checkpoint(signed) if signed is not None else None
    return report(found, as_json, rehearsals, notes=notes, held=(held, trust), blind=unseen(held, ends))


@command.command("pass-over")
@click.argument("db")
@click.option("--stream", required=True, help="Where the event is: table/NAME or cage.")
@click.option("--version", required=True, type=click.IntRange(1), help="Its version there.")
@click.option("--reason", required=True, help="Why it is passed over, in one line.")
@click.option("--person", required=True, help="Who decides it, by id.")
@click.option("--key", "key_path", required=True, help="The private key that signs the floor's checkpoints.")
@json_option
@clock_option
def pass_over_event(db: str, stream: str, version: int, reason: str, person: str, key_path: str, as_json: bool) -> None:
    """Decide that an event which no program can follow counts as if nothing had happened.

    Stop the floor first and start it again afterwards. Only an event that cannot be followed, and that moved no money,
    is passed over; the verifier shows the decision with its reason and who made it.
    """
    try:
        key = load_signer(key_path).key
        store = open_to_write(db, play=True)
        try:
            made = pass_over(store, stream, version, reason, person, key)
        finally:
            store.close()
    except (StoreError, KeyFileError) as wrong:
        raise click.UsageError(str(wrong)) from None
    told = f"{made.stream} version {made.version} is passed over from the next start on"
    say_done(harmless(told), as_json, stream=made.stream, version=made.version, hash=made.hash)


@command.command("integrity")
@click.argument("db")
@json_option
def integrity(db: str, as_json: bool) -> int:
    """Look whether everything in DB is as it was written: pages, hashes, checksums. A bit that flipped is found.

    Exit code 0: it is; 1: it is not, and where; 2: not readable. Says nothing of what was written: see verify.
    """
    try:
        check_file(db)
        wrong = ""
    except DamagedError as found:
        wrong = str(found)
    except StoreError as unreadable:
        raise click.UsageError(str(unreadable)) from None
    with verdict():
        if as_json:
            say_json({"whole": not wrong, "where": wrong})
        else:
            say(harmless(wrong) or "whole: everything is as it was written")
    return 1 if wrong else 0
