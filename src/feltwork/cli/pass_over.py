"""``feltwork audit pass-over``: decide that an event which no program can follow counts as nothing."""

from __future__ import annotations

import click

from feltwork.cli.common import json_option, say_done
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.engine.passed_over import pass_over
from feltwork.refusal import harmless
from feltwork.store.port import StoreError
from feltwork.verifier.keys.checkpoint import KeyFileError
from feltwork.verifier.keys.signing import load_signer


@click.command("pass-over")
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
