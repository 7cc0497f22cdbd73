"""``feltwork backup`` and ``feltwork restore``."""

from __future__ import annotations

from pathlib import Path

import click

from feltwork.audit.checkpoint import CheckpointError, KeyFileError, check_signature, load_public, read_checkpoint
from feltwork.cli.common import say
from feltwork.refusal import harmless
from feltwork.store import backup as copies
from feltwork.store.port import StoreError


@click.command("backup")
@click.argument("db")
@click.argument("out")
def command(db: str, out: str) -> None:
    """Copy a SQLite database, also while it is being played on, into a new file."""
    try:
        count = copies.backup(db, out)
    except StoreError as wrong:
        raise click.UsageError(str(wrong)) from None
    say(f"{count} records copied to {harmless(out)}")


@click.command("restore")
@click.argument("copy")
@click.argument("db")
@click.option("--checkpoint", "checkpoint_path", required=True, help="The last checkpoint that was exported.")
@click.option("--key", "key_path", required=True, help="The public key to check it with.")
def restore(copy: str, db: str, checkpoint_path: str, key_path: str) -> None:
    """Put a backup in place. One that is older than the last checkpoint is refused: play could not go on from it."""
    try:
        signed = read_checkpoint(Path(checkpoint_path).read_bytes())
        if not check_signature(signed, load_public(key_path)):
            raise click.UsageError("the checkpoint was not signed with this key")
        count = copies.restore(copy, db, signed.heads)
    except (StoreError, CheckpointError, KeyFileError) as wrong:
        raise click.UsageError(str(wrong)) from None
    say(f"{count} records restored to {harmless(db)}")
