"""``feltwork draw``: electronic draws with commit and reveal, and collectors for test laboratories."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
import msgspec

from feltwork.cli.common import json_option, read_text, say, say_done, say_json, verdict
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.engine.desk import Desk
from feltwork.engine.electronic_dealer import Dealer
from feltwork.entropy.commit import RoundDraw, commit, draw_round, recompute, reveal
from feltwork.entropy.mapping import DrawError
from feltwork.entropy.sealing import SealingError, load_key, make_key
from feltwork.entropy.sources import EntropyError, OsEntropy, collect_outcomes, collect_raw
from feltwork.refusal import harmless, shown
from feltwork.store.port import StoreError

PAUSE_SECONDS = 0.25
"""Between two looks at the tables; what is late by less than this is on time for people."""


@click.group("draw")
def command() -> None:
    """Draw outcomes that anybody can recompute, and collect them for a laboratory."""


@command.command("round")
@click.argument("round_id")
@click.argument("kinds", nargs=-1, required=True)
@click.option("--nonce", "nonces", multiple=True, help="What a player adds to the draw; as often as there are players.")
@click.option("--out", help="Write the revealed record here as well.")
@json_option
def one_round(round_id: str, kinds: tuple[str, ...], nonces: tuple[str, ...], out: str | None, as_json: bool) -> None:
    """Commit, draw and reveal one round. KINDS: two-dice, pocket:37, distinct:38, boost:1/1000 and the like."""
    secret = OsEntropy().secret()
    try:
        committed = commit(round_id, secret)
        drawn = reveal(draw_round(committed, secret, nonces, kinds), secret)
    except DrawError as wrong:
        raise click.UsageError(str(wrong)) from None
    if out:
        Path(out).write_bytes(msgspec.json.encode(drawn))
    if as_json:
        say_json(msgspec.to_builtins(drawn))
        return
    say(f"committed to {committed.commitment}")
    for part in drawn.drawn:
        say(f"{part.kind}: {_say(part.outcome)} ({part.used} bytes)")
    say(f"secret {drawn.secret}")
    if out:
        say(f"recorded in {harmless(out)}; `feltwork draw check {harmless(out)}` recomputes it")


@command.command("check")
@click.argument("file")
@json_option
def check(file: str, as_json: bool) -> int:
    """Recompute a revealed round. Exit code 0: as it was drawn; 1: it differs; 2: not readable."""
    try:
        draw = msgspec.json.decode(read_text(file).encode(), type=RoundDraw)
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise click.UsageError(f"{harmless(file)}: not the record of a draw") from None
    try:
        parts = recompute(draw)
    except DrawError as wrong:
        with verdict():
            say_done(harmless(wrong), as_json, agrees=False, why=str(wrong))
        return 1
    if as_json:
        say_json({"agrees": True, "drawn": msgspec.to_builtins(parts)})
        return 0
    for part in parts:
        say(f"{part.kind}: {_say(part.outcome)}, as drawn")
    return 0


@command.command("collect")
@click.argument("kind")
@click.option(
    "--count", type=click.IntRange(1, 10**9), required=True, help="How many outcomes, or bytes with kind `raw`."
)
@click.option("--out", required=True, help="A new file.")
@json_option
def collect(kind: str, count: int, out: str, as_json: bool) -> None:
    """Collect mapped outcomes of a kind as CSV, or with KIND `raw` the bytes they are made from."""
    try:
        if kind == "raw":
            collect_raw(Path(out), count, OsEntropy(), _progress(count))
        else:
            collect_outcomes(Path(out), kind, count, OsEntropy(), _progress(count))
    except (DrawError, EntropyError) as wrong:
        raise click.UsageError(str(wrong)) from None
    told = f"{count} {'bytes' if kind == 'raw' else 'outcomes'} in {harmless(out)}"
    say_done(told, as_json, kind=kind, count=count, file=out)


@command.command("key")
@click.argument("path")
def key(path: str) -> None:
    """Make a draw key: live rounds are sealed under it. Keep it away from the database and its backups."""
    try:
        make_key(Path(path))
    except SealingError as wrong:
        raise click.UsageError(str(wrong)) from None
    say(f"draw key in {harmless(path)}")


@command.command("deal")
@click.argument("db")
@click.option("--key", "key_path", required=True, help="The draw key made by `feltwork draw key`.")
@click.option("--table", "names", multiple=True, help="Attend only this table; as often as needed.")
@click.option("--once", is_flag=True, help="Do what is due now and leave.")
@json_option
@clock_option
def deal(db: str, key_path: str, names: tuple[str, ...], once: bool, as_json: bool) -> None:
    """Attend the tables of DB: fire timers, commit, draw and reveal, until interrupted."""
    try:
        draw_key = load_key(Path(key_path))
        store = open_to_write(db, play=True)
        try:
            dealer = Dealer(Desk(store), OsEntropy(), draw_key)
            known = dealer.names()
            if unknown := [name for name in names if name not in known]:
                raise click.UsageError(f"there is no table '{shown(unknown[0])}', only {', '.join(known) or 'none'}")
            while True:
                done = {table: dealer.attend(table) for table in names or dealer.tables()}
                for table, count in done.items():
                    if count:
                        say_done(f"{harmless(table)}: {count} done", as_json, table=table, done=count)
                if once:
                    if not any(done.values()):
                        say_done("nothing is due", as_json, done=0)
                    return
                time.sleep(PAUSE_SECONDS)
        finally:
            store.close()
    except (SealingError, EntropyError, StoreError) as wrong:
        raise click.UsageError(str(wrong)) from None


def _progress(count: int) -> Callable[[int], None]:
    def show(done: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {count}", end="" if done < count else "\n", file=sys.stderr, flush=True)

    return show


def _say(outcome: object) -> str:
    return ", ".join(map(str, outcome)) if isinstance(outcome, list | tuple) else str(outcome)
