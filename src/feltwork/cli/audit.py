"""``feltwork audit``: verify a database, export checkpoints, pack evidence, recompute a draw."""

from __future__ import annotations

from pathlib import Path

import click

from feltwork.audit.checkpoint import KeyFileError, load_private, load_public, make_checkpoint, make_key
from feltwork.audit.evidence import PackError, make_pack, verify_pack
from feltwork.audit.reading import ReadError, read_log
from feltwork.audit.rows import Finding
from feltwork.audit.verify import findings
from feltwork.cli.common import json_option, say, say_json
from feltwork.refusal import harmless
from feltwork.store.opening import open_existing
from feltwork.store.port import StoreError


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
@click.option("--number", type=click.IntRange(1), default=1, show_default=True, help="Its number in your series.")
def checkpoint(db: str, key_path: str, out: str, number: int) -> None:
    """Sign all streams, versions and heads of a database as they stand now."""
    try:
        store = open_existing(db)
        try:
            signed = make_checkpoint(store.heads(), store.now(), number, load_private(key_path))
        finally:
            store.close()
        Path(out).write_bytes(signed)
    except (StoreError, KeyFileError) as wrong:
        raise click.UsageError(str(wrong)) from None
    say(f"checkpoint {number} written to {harmless(out)}")


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
            found = list(findings(reading, signed, public))
        finally:
            reading.close()
    except (ReadError, KeyFileError) as wrong:
        raise click.UsageError(str(wrong)) from None
    return _report(found, as_json)


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


def _report(found: list[Finding], as_json: bool) -> int:
    if as_json:
        say_json({"sound": not found, "findings": [finding._asdict() for finding in found]})
    elif found:
        for finding in found:
            say(harmless(f"{finding.kind}: {finding.stream} {finding.version}: {finding.what}"))
    else:
        say("sound: every hash, posting, balance and settlement is as it should be")
    return 1 if found else 0
