"""A database copied, put in place, held by grants: ``feltwork backup``, ``backup-key``, ``restore`` and ``grant``."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from feltwork.cli.common import json_option, read_file, say_done, warn
from feltwork.cli.keys import trust_options, trusted
from feltwork.refusal import harmless, shown
from feltwork.store import backup as copies
from feltwork.store.opening import is_postgres, place_name
from feltwork.store.port import StoreError
from feltwork.store.sealed_copy import is_sealed, make_backup_key, opened_copy, seal_copy
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
@click.option("--seal", "public", help="Encrypt the copy for the holder of this public key (`feltwork backup-key`).")
@json_option
def command(db: str, out: str, public: str | None, as_json: bool) -> None:
    """Copy a database, also while it is played on, into a new file; PostgreSQL's into a file or an empty database."""
    try:
        count = copies.backup(db, out) if public is None else _sealed(db, out, Path(public))
    except StoreError as wrong:
        raise click.UsageError(str(wrong)) from None
    say_done(f"{count} records copied to {place_name(out)}", as_json, records=count, to=place_name(out))


def _sealed(db: str, out: str, public: Path) -> int:
    """Copy into a folder that only its owner sees, encrypt from there; nothing in clear is left."""
    if is_postgres(out):
        raise StoreError("a sealed copy is a file")
    if Path(out).exists():
        raise StoreError(f"{harmless(out)}: already there; a backup never overwrites anything")
    try:
        folder = TemporaryDirectory(prefix=".copy-", dir=Path(out).parent)
    except OSError as wrong:
        raise StoreError(f"{harmless(out)}: {wrong.strerror or wrong}") from None
    with folder as private:
        plain = Path(private) / "copy"
        count = copies.backup(db, str(plain))
        seal_copy(plain, Path(out), public)
    return count


@click.command("backup-key")
@click.argument("path", type=click.Path(path_type=Path))
@json_option
def backup_key(path: Path, as_json: bool) -> None:
    """Make the key pair of sealed backups: PATH opens them and is kept away from the floor; PATH.pub seals them."""
    try:
        public = make_backup_key(path)
    except StoreError as wrong:
        raise click.UsageError(str(wrong)) from None
    say_done(
        f"{harmless(str(public))} seals backups; {harmless(str(path))} opens them: keep it away from this machine",
        as_json,
        public=str(public),
        private=str(path),
    )


@click.command("restore")
@click.argument("copy")
@click.argument("db")
@click.option("--checkpoint", "checkpoint_path", required=True, help="The last checkpoint that was exported.")
@click.option(
    "--accept-door",
    is_flag=True,
    help="Restore although rows of accounts, sessions and the like were changed beside the log; each is told.",
)
@click.option("--open", "private", help="The private key that opens a sealed copy.")
@trust_options
@json_option
def restore(
    copy: str,
    db: str,
    checkpoint_path: str,
    accept_door: bool,
    private: str | None,
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
        with ExitStack() as opened:
            if is_sealed(Path(copy)):
                if private is None:
                    raise click.UsageError(f"{harmless(copy)} is sealed: give its private key with --open")
                folder = Path(opened.enter_context(TemporaryDirectory(prefix="feltwork-restore-")))
                copy = str(opened.enter_context(opened_copy(Path(copy), Path(private), folder)))
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
