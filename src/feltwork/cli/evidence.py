"""Evidence of single rounds: ``audit pack``, ``check-pack`` and ``draw``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import click
import msgspec

from feltwork.cli.common import is_number, json_option, read_file, say, say_done, say_json, verdict
from feltwork.cli.findings import checkpoint_at, report
from feltwork.cli.keys import trust_options, trusted
from feltwork.refusal import harmless, shown
from feltwork.verifier.cage.play_money import tables_by_kind
from feltwork.verifier.evidence import PackError, make_pack, pack_checkpoint, pack_rows, round_version, verify_pack
from feltwork.verifier.keys.checkpoint import KeyFileError
from feltwork.verifier.keys.trust import TrustError
from feltwork.verifier.log.database import ReadError
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.log.rows import Listed, Row
from feltwork.verifier.streams import UNREADABLE
from feltwork.verifier.table.redraw import Recalled, draw_of, recall


@click.command("pack")
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
    signed = checkpoint_at(checkpoint_path)
    try:
        reading = read_log(db, looked_over=False)
        try:
            version = version or round_version(reading, table, number or 0)
            Path(out).write_bytes(make_pack(reading, table, version, signed))
        finally:
            reading.close()
    except (ReadError, PackError) as wrong:
        raise click.UsageError(str(wrong)) from None
    say_done(f"evidence written to {harmless(out)}", as_json, table=table, version=version, file=out)


@click.command("check-pack")
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
    if (first := min((row.version for row in rows), default=1)) > 1:
        last = max(row.version for row in rows)
        told = f"it holds records {first} to {last} of the table: what came before them and after them is not in it"
        click.echo(f"note: {told}", err=True)
    return report(found, as_json, tables_by_kind(Listed(rows))[0], own_key=own_key, held=(pack_checkpoint(raw), trust))


@click.command("draw")
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
        if is_number(round_name) and min((row.version for row in rows), default=1) > 1:
            raise click.UsageError("this pack begins with a later night: say the draw's id, TABLE-NUMBER, as ROUND")
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
    if name not in tables and is_number(round_name):
        raise click.UsageError(f"say with --table whose round {shown(round_name)} is meant; {told}")
    if name not in tables:
        raise click.UsageError(f"there is no round '{shown(round_name)}'; a round is called TABLE-NUMBER, and {told}")
    rows = list(streams[f"table/{name}"])
    named = draw_of(rows, int(round_name)) if is_number(round_name) else round_name
    if named is None:
        raise click.UsageError(f"there is no drawn round {shown(round_name)} at table {harmless(name)}")
    found = recall(rows, named)
    if found is None:
        raise click.UsageError(
            f"there is no drawn round '{shown(named)}': no draw was committed to for it at table {harmless(name)}"
        )
    return found
