"""``feltwork backup``, ``feltwork restore`` and ``feltwork grant``: a database copied, put in place, held by grants."""

from __future__ import annotations

import click

from feltwork.cli.common import json_option, read_file, say_done, warn
from feltwork.cli.keys import trust_options, trusted
from feltwork.refusal import harmless, shown
from feltwork.store import backup as copies
from feltwork.store.opening import is_postgres, place_name
from feltwork.store.port import StoreError
from feltwork.verifier.keys.checkpoint import CheckpointError, KeyFileError, read_checkpoint
from feltwork.verifier.keys.trust import Trust, TrustError
from feltwork.verifier.log.database import ReadError
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import findings

BESIDE_THE_LOG = "door"
"""The kind of findings about rows of accounts, sessions, terminals and what belongs to them."""


@click.command("backup")
@click.argument("db")
@click.argument("out")
@json_option
def command(db: str, out: str, as_json: bool) -> None:
    """Copy a database, also while it is played on, into a new file; PostgreSQL's into a file or an empty database."""
    try:
        count = copies.backup(db, out)
    except StoreError as wrong:
        raise click.UsageError(str(wrong)) from None
    say_done(f"{count} records copied to {place_name(out)}", as_json, records=count, to=place_name(out))


@click.command("restore")
@click.argument("copy")
@click.argument("db")
@click.option("--checkpoint", "checkpoint_path", required=True, help="The last checkpoint that was exported.")
@click.option(
    "--accept-door",
    is_flag=True,
    help="Restore although rows of accounts, sessions and the like were changed beside the log; each is told.",
)
@trust_options
@json_option
def restore(
    copy: str,
    db: str,
    checkpoint_path: str,
    accept_door: bool,
    trust_path: str | None,
    key_path: str | None,
    as_json: bool,
) -> None:
    """Put a backup in place. One that is older than the last checkpoint is refused: play could not go on from it.

    So is one in which the verifier finds anything; of the rows beside the log (`door`) you may decide otherwise.
    """
    try:
        trust = trusted(trust_path, key_path)
        if trust is None:
            raise click.UsageError("whose checkpoints count is for you to say: --trust FILE, or --key FILE.pub")
        raw = read_file(checkpoint_path)
        signed = read_checkpoint(raw)
        if wrong_key := trust.wrong(signed):
            raise click.UsageError(wrong_key)
        copies.check_not_older(copy, signed.heads)
        accepted = _check_sound(copy, raw, trust, accept_door=accept_door)
        count = copies.restore(copy, db, signed.heads)
    except CheckpointError as wrong:
        raise click.UsageError(f"{harmless(checkpoint_path)}: {wrong}") from None
    except (StoreError, KeyFileError, TrustError) as wrong:
        raise click.UsageError(str(wrong)) from None
    for line in accepted:
        warn(harmless(line))
    told = {"accepted": accepted} if accepted else {}
    say_done(f"{count} records restored to {place_name(db)}", as_json, records=count, to=place_name(db), **told)


def _check_sound(copy: str, checkpoint: bytes, trust: Trust, *, accept_door: bool) -> list[str]:
    """Refuse a copy in which the verifier finds something; what was found and is accepted.

    Rows beside the log move no money and are in no chain, and what was found of them once is found in every later copy:
    whether to go on with them is for a person to say.
    """
    try:
        reading = read_log(copy)
    except ReadError as wrong:
        raise StoreError(str(wrong)) from None
    try:
        found = list(findings(reading, checkpoint, trust))
    finally:
        reading.close()
    beside = [str(finding) for finding in found if finding.kind == BESIDE_THE_LOG]
    others = [str(finding) for finding in found if finding.kind != BESIDE_THE_LOG]
    if others or (beside and not accept_door):
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        why = "" if others else "; where you know why, --accept-door restores it all the same"
        raise StoreError(
            f"{place_name(copy)} is not restored, for it is not sound: {(others or beside)[0]}{more}"
            f" (`feltwork audit verify` names each){why}"
        )
    return beside


@click.command("grant")
@click.argument("db")
@click.argument("role")
@json_option
def grant(db: str, role: str, as_json: bool) -> None:
    """Let ROLE, made if it is not there, add to the log in PostgreSQL and read it, but never change or remove it.

    DB is the address of the tables' owner; run the floor with ROLE's.
    """
    if not is_postgres(db):
        raise click.UsageError("grants are PostgreSQL's: give the address of a database, postgresql://...")
    from feltwork.store.granting import grant as give

    try:
        made = give(db, role)
    except StoreError as wrong:
        raise click.UsageError(str(wrong)) from None
    told = f"{shown(role)} {'was made and ' if made else ''}may add to the log and read it, and nothing more"
    say_done(told, as_json, role=role, made=made)
