"""``feltwork audit verify``: replay, resettle and recompute everything, or what came since it was last done."""

from __future__ import annotations

from pathlib import Path

import click

from feltwork.cli.common import json_option, read_file
from feltwork.cli.findings import checkpoint_at, report
from feltwork.cli.keys import trust_options, trusted
from feltwork.refusal import harmless
from feltwork.verifier.basis import since_told, unseen
from feltwork.verifier.cage.play_money import tables_by_kind
from feltwork.verifier.keys.checkpoint import Checkpoint, KeyFileError, load_private, read_checkpoint
from feltwork.verifier.keys.trust import Trust, TrustError
from feltwork.verifier.log.database import ReadError
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.saved_state import StateError, check_own, read_state, write_state
from feltwork.verifier.verify import Since, findings


@click.command("verify")
@click.argument("db")
@click.option("--checkpoint", "checkpoint_path", help="The last signed checkpoint.")
@trust_options
@click.option("--save", "save_path", help="Keep in this file what it came to at the checkpoint, if it is sound.")
@click.option("--since", "since_path", help="A checkpoint up to which it was verified: look at what came after it.")
@click.option("--state", "state_path", help="What --save wrote then.")
@click.option("--mine", "mine_path", help="Your own private key, which signs what --save writes; never the floor's.")
@json_option
def verify(
    db: str,
    checkpoint_path: str | None,
    trust_path: str | None,
    key_path: str | None,
    save_path: str | None,
    since_path: str | None,
    state_path: str | None,
    mine_path: str | None,
    as_json: bool,
) -> int:
    """Replay, resettle and recompute everything. Exit code 0: sound; 1: findings; 2: not readable.

    Whose signature counts comes from your trust file, and never from the checkpoint. With --since only what came after
    an earlier verification is replayed, from what that one came to.
    """
    if (since_path is None) != (state_path is None):
        raise click.UsageError("--since names the checkpoint and --state what was saved there: give both")
    if (save_path or since_path) and mine_path is None:
        raise click.UsageError("what was verified is saved and taken up under a key of your own: --mine KEY")
    if save_path and checkpoint_path is None:
        raise click.UsageError("what was verified is saved at a checkpoint: --checkpoint FILE")
    try:
        trust = trusted(trust_path, key_path)
        signed = checkpoint_at(checkpoint_path) if checkpoint_path else None
        if (signed is not None or since_path) and trust is None:
            raise click.UsageError("whose checkpoints count is for you to say: --trust FILE, or --key FILE.pub")
        if signed is None and since_path is None and key_path is not None:
            raise click.UsageError("a key checks a checkpoint, and none is given: --checkpoint FILE")
        held = read_checkpoint(signed) if signed is not None else None
        since = _since(since_path, state_path, mine_path, trust) if since_path and state_path and mine_path else None
        if save_path and mine_path and held is not None:
            check_own(load_private(mine_path).public_key(), held)
        saving: list[bytes] | None = [] if save_path else None
        reading = read_log(db, looked_over=since is None)
        try:
            notes: list[str] = []
            found = list(findings(reading, signed, trust, notes, since=since, saving=saving))
            rehearsals, ends = tables_by_kind(reading)[0], reading.ends()
        finally:
            reading.close()
        if saving and save_path and mine_path and held is not None:
            notes.append(_saved(save_path, saving[0], held, mine_path) if not found else "nothing is saved of this")
    except (ReadError, KeyFileError, TrustError, StateError) as wrong:
        raise click.UsageError(str(wrong)) from None
    for note in notes:
        click.echo(f"note: {harmless(note)}", err=True)
    blind = unseen(held or (since.checkpoint if since else None), ends)
    blind += since_told(since.checkpoint, mine_path or "") if since else []
    against = held or (since.checkpoint if since else None)
    return report(found, as_json, rehearsals, notes=notes, held=(against, trust), blind=blind)


def _since(since_path: str, state_path: str, mine_path: str, trust: Trust | None) -> Since:
    """Where the earlier verification left off, if it was ours and its checkpoint counts."""
    checkpoint = read_checkpoint(checkpoint_at(since_path))
    if trust is not None and (wrong := trust.wrong(checkpoint)):
        raise click.UsageError(f"{harmless(since_path)}: {wrong}")
    return Since(checkpoint, read_state(read_file(state_path), checkpoint, load_private(mine_path).public_key()))


def _saved(path: str, body: bytes, held: Checkpoint, mine_path: str) -> str:
    made = write_state(body, held, load_private(mine_path))
    try:
        Path(path).write_bytes(made)
    except OSError as wrong:
        raise click.UsageError(f"{harmless(path)} cannot be written: {wrong.strerror or wrong}") from None
    return f"what it came to at checkpoint {held.number} is kept in {harmless(path)}"
