"""``feltwork audit``: verify a database, export checkpoints, pack evidence, recompute a draw."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import click
import msgspec

from feltwork.audit.checkpoint import KeyFileError, load_private, load_public, make_key
from feltwork.audit.evidence import PackError, make_pack, pack_rows, verify_pack
from feltwork.audit.older import read_body
from feltwork.audit.reading import ReadError, read_log
from feltwork.audit.redraw import Recalled, recall
from feltwork.audit.rows import Finding, Reading, Row
from feltwork.audit.streams import UNREADABLE
from feltwork.audit.verify import findings
from feltwork.cli.common import json_option, say, say_json
from feltwork.refusal import harmless
from feltwork.store.checkpoints import export, export_until
from feltwork.store.opening import open_existing
from feltwork.store.port import Store, StoreError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


@click.group("audit")
def command() -> None:
    """Prove a live table's log: checkpoints, verification, evidence."""


@command.command("key")
@click.argument("path")
def key(path: str) -> None:
    """Make a signing key at PATH (private) and PATH.pub (public)."""
    try:
        make_key(path)
    except KeyFileError as wrong:
        raise click.UsageError(str(wrong)) from None
    say(f"private key in {harmless(path)}, public key in {harmless(path)}.pub")


@command.command("checkpoint")
@click.argument("db")
@click.option("--key", "key_path", required=True, help="The private key made by `feltwork audit key`.")
@click.option("--out", required=True, help="Where to write the signed checkpoint; keep it away from the database.")
@click.option(
    "--number", type=click.IntRange(1), help="Its number in your series; else the next after that in the file."
)
@click.option("--every", type=click.FloatRange(0.1), help="Go on until interrupted, one every so many seconds.")
def checkpoint(db: str, key_path: str, out: str, number: int | None, every: float | None) -> None:
    """Sign all streams, versions and heads of a database as they stand now."""
    if number is not None and every is not None:
        raise click.UsageError("--every counts by itself: give it no --number")
    try:
        key = load_private(key_path)
        store = open_existing(db)
        try:
            number = export(store, out, key, number) if every is None else _export_until_stopped(store, out, key, every)
        finally:
            store.close()
    except (StoreError, KeyFileError) as wrong:
        raise click.UsageError(str(wrong)) from None
    say(f"checkpoint {number} written to {harmless(out)}")


def _export_until_stopped(store: Store, out: str, key: Ed25519PrivateKey, every: float) -> int:
    stop = Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stop.set())
    return export_until(stop, store, out, key, every)


@command.command("verify")
@click.argument("db")
@click.option("--checkpoint", "checkpoint_path", help="The last signed checkpoint.")
@click.option("--key", "key_path", help="The public key to check it with.")
@json_option
def verify(db: str, checkpoint_path: str | None, key_path: str | None, as_json: bool) -> int:
    """Replay, resettle and recompute everything. Exit code 0: sound; 1: findings; 2: not readable."""
    try:
        public = load_public(key_path) if key_path else None
        signed = Path(checkpoint_path).read_bytes() if checkpoint_path else None
        if signed is not None and public is None:
            raise click.UsageError("a checkpoint is checked with its public key: --key FILE.pub")
        reading = read_log(db)
        try:
            notes: list[str] = []
            found = list(findings(reading, signed, public, notes))
            rehearsals = rehearsal_tables(reading)
        finally:
            reading.close()
    except (ReadError, KeyFileError) as wrong:
        raise click.UsageError(str(wrong)) from None
    for note in notes:
        click.echo(f"note: {harmless(note)}", err=True)
    return _report(found, as_json, rehearsals)


@command.command("pack")
@click.argument("db")
@click.option("--table", required=True, help="Which table.")
@click.option(
    "--version", type=click.IntRange(1), required=True, help="The event that ends the round, as `replay` shows it."
)
@click.option("--checkpoint", "checkpoint_path", required=True, help="A signed checkpoint that covers it.")
@click.option("--out", required=True, help="Where to write the evidence pack.")
def pack(db: str, table: str, version: int, checkpoint_path: str, out: str) -> None:
    """Pack the evidence for one round, to be verified on another machine."""
    try:
        reading = read_log(db)
        try:
            Path(out).write_bytes(make_pack(reading, table, version, Path(checkpoint_path).read_bytes()))
        finally:
            reading.close()
    except (ReadError, PackError) as wrong:
        raise click.UsageError(str(wrong)) from None
    say(f"evidence written to {harmless(out)}")


@command.command("check-pack")
@click.argument("file")
@click.option("--key", "key_path", help="The public key that is trusted; else the one in the pack is used.")
@json_option
def check_pack(file: str, key_path: str | None, as_json: bool) -> int:
    """Verify an evidence pack. Exit codes as for verify."""
    try:
        found = verify_pack(Path(file).read_bytes(), load_public(key_path) if key_path else None)
    except (PackError, KeyFileError) as wrong:
        raise click.UsageError(str(wrong)) from None
    if [finding.kind for finding in found] == ["pack"]:
        raise click.UsageError(f"{harmless(file)}: {found[0].what}")
    return _report(found, as_json)


@command.command("draw")
@click.argument("db")
@click.argument("round_name", metavar="ROUND")
@click.option("--table", "name", help="Which table; needed where the log has several and ROUND is a number.")
@json_option
def draw(db: str, round_name: str, name: str | None, as_json: bool) -> int:
    """Recompute the draw of ROUND (its id, or the number in it) from a database or an evidence pack.

    Exit code 0: it is what was drawn; 1: it is not; 2: it cannot be read.
    """
    try:
        found = _recalled(db, round_name, name)
    except (ReadError, PackError) as wrong:
        raise click.UsageError(str(wrong)) from None
    except (msgspec.MsgspecError, *UNREADABLE):
        raise click.UsageError(f"{harmless(db)}: the records of this round make no sense") from None
    if as_json:
        say_json(found.as_data())
        return 1 if found.wrong else 0
    for line in (*found.told, *found.wrong):
        say(harmless(line))
    say(f"{harmless(found.round_id)}: " + ("does not hold" if found.wrong else "the outcome follows from the secret"))
    return 1 if found.wrong else 0


def _recalled(db: str, round_name: str, name: str | None) -> Recalled:
    """The round out of a pack, which is a JSON file, or out of a database."""
    if _is_pack(Path(db)):
        rows = pack_rows(Path(db).read_bytes())
        return _one_round({row.stream: [r for r in rows if r.stream == row.stream] for row in rows}, round_name, name)
    reading = read_log(db)
    try:
        return _one_round({stream: reading.records(stream) for stream in reading.streams()}, round_name, name)
    finally:
        reading.close()


def _is_pack(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(1) == b"{"
    except OSError:
        return False


def _one_round(streams: Mapping[str, Iterable[Row]], round_name: str, name: str | None) -> Recalled:
    tables = sorted(stream.removeprefix("table/") for stream in streams if stream.startswith("table/"))
    if name is None:
        name = tables[0] if len(tables) == 1 else round_name.rpartition("-")[0]
    if name not in tables:
        raise click.UsageError(f"name one of the tables {', '.join(map(harmless, tables)) or '(none)'} with --table")
    named = f"{name}-{round_name}" if round_name.isdecimal() else round_name
    found = recall(streams[f"table/{name}"], named)
    if found is None:
        raise click.UsageError(f"no draw {harmless(named)} was committed to at table {harmless(name)}")
    return found


def rehearsal_tables(reading: Reading) -> list[str]:
    """Tables that were opened for a rehearsal: a table's first record says it for all its days."""
    firsts = (next(iter(reading.records(name)), None) for name in reading.streams() if name.startswith("table/"))
    opened = {row.stream.removeprefix("table/"): read_body(row) for row in firsts if row is not None}
    return [name for name, body in opened.items() if isinstance(body, dict) and body.get("rehearsal")]


def _report(found: list[Finding], as_json: bool, rehearsals: Sequence[str] = ()) -> int:
    if as_json:
        told = [finding._asdict() for finding in found]
        say_json({"sound": not found, "findings": told, "rehearsal_tables": list(rehearsals)})
        return 1 if found else 0
    if found:
        for finding in found:
            say(harmless(f"{finding.kind}: {finding.stream} {finding.version}: {finding.what}"))
    else:
        say("sound: every hash, posting, balance and settlement is as it should be")
    if rehearsals:
        say(f"rehearsal tables, where no money is real: {', '.join(map(harmless, rehearsals))}")
    return 1 if found else 0
