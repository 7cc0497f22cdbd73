"""``feltwork audit``: verify a database, export checkpoints, pack evidence, recompute a draw."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from threading import Event

import click
import msgspec

from feltwork.cli import keys
from feltwork.cli.common import Between, json_option, read_file, say, say_done, say_json, verdict
from feltwork.cli.keys import trust_options, trusted
from feltwork.engine.passed_over import pass_over
from feltwork.refusal import harmless, shown
from feltwork.store.checkpoints import export, export_until
from feltwork.store.integrity import DamagedError, check_file
from feltwork.store.opening import is_postgres, open_existing, open_to_read
from feltwork.store.port import Store, StoreError
from feltwork.store.series import export_next, last_in_series
from feltwork.verifier.basis import held_against, unseen
from feltwork.verifier.cage.play_money import tables_by_kind
from feltwork.verifier.evidence import PackError, make_pack, pack_checkpoint, pack_rows, round_version, verify_pack
from feltwork.verifier.keys.checkpoint import Checkpoint, CheckpointError, KeyFileError, read_checkpoint
from feltwork.verifier.keys.signing import Signer, load_signer
from feltwork.verifier.keys.trust import Trust, TrustError
from feltwork.verifier.log.database import ReadError
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.log.rows import Finding, Listed, Row
from feltwork.verifier.streams import UNREADABLE
from feltwork.verifier.table.redraw import Recalled, draw_of, recall
from feltwork.verifier.verify import findings


@click.group("audit")
def command() -> None:
    """Prove a live table's log: checkpoints, verification, evidence."""


for part in (keys.key, keys.rotate_key, keys.show_fingerprint, keys.trust):
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
        store = open_existing(db) if join else open_to_read(db)
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
        signed = _checkpoint(checkpoint_path) if checkpoint_path else None
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
    return _report(found, as_json, rehearsals, notes=notes, held=(held, trust), blind=unseen(held, ends))


def _checkpoint(path: str) -> bytes:
    """The bytes of a file that is a checkpoint, whoever signed it."""
    raw = read_file(path)
    try:
        read_checkpoint(raw)
    except CheckpointError as wrong:
        raise click.UsageError(f"{harmless(path)}: {wrong}") from None
    return raw


@command.command("pass-over")
@click.argument("db")
@click.option("--stream", required=True, help="Where the event is: table/NAME or cage.")
@click.option("--version", required=True, type=click.IntRange(1), help="Its version there.")
@click.option("--reason", required=True, help="Why it is passed over, in one line.")
@click.option("--person", required=True, help="Who decides it, by id.")
@click.option("--key", "key_path", required=True, help="The private key that signs the floor's checkpoints.")
@json_option
def pass_over_event(db: str, stream: str, version: int, reason: str, person: str, key_path: str, as_json: bool) -> None:
    """Decide that an event which no program can follow counts as if nothing had happened.

    Stop the floor first and start it again afterwards. Only an event that cannot be followed, and that moved no money,
    is passed over; the verifier shows the decision with its reason and who made it.
    """
    try:
        key = load_signer(key_path).key
        store = open_existing(db, play=True)
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


@command.command("pack")
@click.argument("db")
@click.option("--table", required=True, help="Which table.")
@click.option("--round", "number", type=click.IntRange(1), help="The round, counted from 1 as `replay` counts.")
@click.option("--version", type=click.IntRange(1), help="Or the event that ends it, as `replay` shows it.")
@click.option("--checkpoint", "checkpoint_path", required=True, help="A signed checkpoint that covers it.")
@click.option("--out", required=True, help="Where to write the evidence pack.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@json_option
def pack(
    db: str,
    table: str,
    number: int | None,
    version: int | None,
    checkpoint_path: str,
    out: str,
    force: bool,
    as_json: bool,
) -> None:
    """Pack the evidence for one round, to be verified on another machine."""
    if (number is None) == (version is None):
        raise click.UsageError("name the round by its number, --round, or by the event that ends it, --version")
    if Path(out).exists() and not force:
        raise click.UsageError(f"{harmless(out)} is there already; --force writes over it")
    signed = _checkpoint(checkpoint_path)
    try:
        reading = read_log(db)
        try:
            version = version or round_version(reading, table, number or 0)
            Path(out).write_bytes(make_pack(reading, table, version, signed))
        finally:
            reading.close()
    except (ReadError, PackError) as wrong:
        raise click.UsageError(str(wrong)) from None
    say_done(f"evidence written to {harmless(out)}", as_json, table=table, version=version, file=out)


@command.command("check-pack")
@click.argument("file")
@trust_options
@click.option("--own-key", is_flag=True, help="Trust the key in the pack: shows only that nothing changed since.")
@json_option
def check_pack(file: str, trust_path: str | None, key_path: str | None, own_key: bool, as_json: bool) -> int:
    """Verify an evidence pack. Exit codes as for verify.

    Whose signature counts comes from your trust file; the key in the pack anybody can have made.
    """
    raw = read_file(file)
    try:
        rows = pack_rows(raw)
    except PackError as wrong:
        raise click.UsageError(f"{harmless(file)}: {wrong}") from None
    try:
        trust = None if own_key else trusted(trust_path, key_path)
        if trust is None and not own_key:
            raise click.UsageError(
                "whose signature counts is for you to say: --trust FILE, or --key FILE.pub; or look only whether the"
                " pack was changed since it was signed: --own-key"
            )
        found = verify_pack(raw, trust)
    except (KeyFileError, TrustError) as wrong:
        raise click.UsageError(str(wrong)) from None
    if [finding.kind for finding in found] == ["pack"]:
        raise click.UsageError(f"{harmless(file)}: {found[0].what}")
    return _report(found, as_json, tables_by_kind(Listed(rows))[0], own_key=own_key, held=(pack_checkpoint(raw), trust))


@command.command("draw")
@click.argument("db")
@click.argument("round_name", metavar="ROUND")
@click.option("--table", "name", help="Which table; needed where the log has several and ROUND is a number.")
@json_option
def draw(db: str, round_name: str, name: str | None, as_json: bool) -> int:
    """Recompute the draw of ROUND, its number as replay counts or the draw's id, from a database or an evidence pack.

    Exit code 0: it is what was drawn; 1: it is not; 2: it cannot be read.
    """
    try:
        found = _recalled(db, round_name, name)
    except (ReadError, PackError) as wrong:
        raise click.UsageError(str(wrong)) from None
    except (msgspec.MsgspecError, *UNREADABLE):
        raise click.UsageError(f"{harmless(db)}: the records of this round make no sense") from None
    told = "does not hold" if found.wrong else "the outcome follows from the secret"
    with verdict():
        if as_json:
            say_json(found.as_data())
        else:
            for line in (*found.told, *found.wrong, f"{found.round_id}: {told}"):
                say(harmless(line))
    return 1 if found.wrong else 0


def _recalled(db: str, round_name: str, name: str | None) -> Recalled:
    """The round out of a pack, which is a JSON file, or out of a database."""
    if _is_pack(Path(db)):
        rows = pack_rows(read_file(db))
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
    told = f"the tables are {', '.join(map(harmless, tables)) or '(none)'}"
    if name is not None and name not in tables:
        raise click.UsageError(f"there is no table '{shown(name)}'; {told}")
    if name is None:
        name = tables[0] if len(tables) == 1 else round_name.rpartition("-")[0]
    if name not in tables and round_name.isdecimal():
        raise click.UsageError(f"say with --table whose round {shown(round_name)} is meant; {told}")
    if name not in tables:
        raise click.UsageError(f"there is no round '{shown(round_name)}'; a round is called TABLE-NUMBER, and {told}")
    rows = list(streams[f"table/{name}"])
    named = draw_of(rows, int(round_name)) if round_name.isdecimal() else round_name
    if named is None:
        raise click.UsageError(f"there is no drawn round {shown(round_name)} at table {harmless(name)}")
    found = recall(rows, named)
    if found is None:
        raise click.UsageError(
            f"there is no drawn round '{shown(named)}': no draw was committed to for it at table {harmless(name)}"
        )
    return found


OWN_KEY = "checked with the pack's own key: it shows no change since that key signed it, not whose key it is"


def _report(
    found: list[Finding],
    as_json: bool,
    rehearsals: Sequence[str] = (),
    *,
    own_key: bool | None = None,
    notes: Sequence[str] | None = None,
    held: tuple[Checkpoint | None, Trust | None] = (None, None),
    blind: Sequence[str] | None = None,
) -> int:
    """Say what was found, what it was held against and what could not be seen.

    ``own_key``: was a pack checked with the key that lies in it?
    """
    told: dict[str, object] = {"sound": not found, "findings": [finding._asdict() for finding in found]}
    told |= {"rehearsal_tables": list(rehearsals)} | ({} if own_key is None else {"own_key_only": own_key})
    told |= {} if notes is None else {"notes": list(notes)}
    against = held_against(*held)
    told |= {} if blind is None and against is None else {"checkpoint": against}
    told |= {} if blind is None else {"unseen": list(blind)}
    lines = [str(finding) for finding in found]
    lines = lines or ["sound: every hash, posting, balance, settlement and role is as it should be"]
    lines += [OWN_KEY] if own_key else []
    if against is not None:
        lines.append("held against checkpoint {number} of {time}, signed with key {key} ({vouched})".format(**against))
    lines += [f"not seen: {what}" for what in blind or ()]
    lines += [f"rehearsal tables, where no money is real: {', '.join(rehearsals)}"] if rehearsals else []
    with verdict():
        if as_json:
            say_json(told)
        else:
            for line in lines:
                say(harmless(line))
    return 1 if found else 0
