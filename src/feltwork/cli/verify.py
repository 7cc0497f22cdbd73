"""``feltwork audit verify``: replay, resettle and recompute everything."""

from __future__ import annotations

import click

from feltwork.cli.common import json_option
from feltwork.cli.findings import checkpoint_at, report
from feltwork.cli.keys import trust_options, trusted
from feltwork.refusal import harmless
from feltwork.verifier.basis import unseen
from feltwork.verifier.cage.play_money import tables_by_kind
from feltwork.verifier.keys.checkpoint import KeyFileError, read_checkpoint
from feltwork.verifier.keys.trust import TrustError
from feltwork.verifier.log.database import ReadError
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import findings


@click.command("verify")
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
