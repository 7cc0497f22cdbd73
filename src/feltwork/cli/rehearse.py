"""``feltwork rehearse``."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import count

import click

from feltwork.cli.common import json_option, say, say_json
from feltwork.engine.desk import Desk
from feltwork.engine.play_money import check_for_play
from feltwork.money import format_money
from feltwork.refusal import shown
from feltwork.rehearse.craps import Rehearsal
from feltwork.rehearse.kinds import kind_of, rehearsed_tables
from feltwork.store.clock import last_time
from feltwork.store.opening import open_for_play, usual_checkpoint
from feltwork.store.port import Store
from feltwork.verifier.keys.checkpoint import load_public

FIRST_NIGHT = 1_767_225_600_000_000
"""When a rehearsal begins in an empty log, in microseconds: with the year 2026."""


@click.command("rehearse")
@click.option("--rounds", type=click.IntRange(1, 1_000_000), default=200, show_default=True, help="Rounds per table.")
@click.option("--seed", type=int, default=7, show_default=True, help="The same seed plays the same events.")
@click.option("--db", "url", default="memory:", show_default=True, help="A SQLite file, a PostgreSQL URL, or memory:")
@click.option("--books", help="Which tables, separated by commas: a book, or one of its kinds (default all).")
@click.option(
    "--checkpoint", "checkpoint_path", help="The last checkpoint, else FILE.checkpoint; nothing older is played on."
)
@click.option("--key", "key_path", help="The public key that must have signed it.")
@json_option
def command(
    rounds: int,
    seed: int,
    url: str,
    books: str | None,
    as_json: bool,
    checkpoint_path: str | None,
    key_path: str | None,
) -> None:
    """Bots and staff play live tables through the real commands and store, with all that can go wrong."""
    known = rehearsed_tables()
    names = list(known) if books is None else [name.strip() for name in books.split(",") if name.strip()]
    unknown = [name for name in names if name not in known]
    if unknown or not names or len(set(names)) < len(names):
        raise click.UsageError(f"a table each can be rehearsed for {', '.join(known)}, not '{shown(books or '')}'")
    if checkpoint_path is not None and key_path is None:
        raise click.UsageError("a checkpoint and the public key that signed it go together: --key FILE.pub")
    if key_path is not None and checkpoint_path is None and usual_checkpoint(url) is None:
        raise click.UsageError("a key and the checkpoint that it signed go together: --checkpoint FILE")
    store = open_for_play(url, checkpoint=checkpoint_path, key=load_public(key_path) if key_path else None)
    try:
        check_for_play(store.log, url)
        desk = Desk(store)
        desk.now = rehearsed_time(store)
        started = time.perf_counter()
        tables = [_rehearsal(desk, name, seed) for name in names]
        taken = [r.night.table for r in tables if desk.table(r.night.table).version]
        if taken:
            raise click.UsageError(f"table {taken[0]} has already been rehearsed in this database; choose another seed")
        for rehearsal in tables:
            rehearsal.open()
            for number in rehearsal.rounds(rounds):
                _progress(rehearsal.night.table, number + 1, rounds)
            rehearsal.close()
            rehearsal.shut()
        desk.close()
        seconds = time.perf_counter() - started
        _report(tables, store.log.balances(), seconds, as_json)
    finally:
        store.close()


def _rehearsal(desk: Desk, name: str, seed: int) -> Rehearsal:
    book, _, variant = name.partition(":")
    return kind_of(book)(desk, f"{name.replace(':', '-')}-{seed}", book, variant or None, seed)


def rehearsed_time(store: Store) -> Callable[[], int]:
    """A millisecond from one command to the next, whatever the machine's clock says: the same seed gives the same
    events to the last letter. In a log that has a past it goes on from there."""
    return count(max(FIRST_NIGHT, last_time(store.log) + 1), 1000).__next__


def _progress(table: str, done: int, rounds: int) -> None:
    """In a terminal a line that is written over; elsewhere a line for each table."""
    again = sys.stderr.isatty()
    if done == rounds or (again and done % 10 == 0):
        start, end = "\r" if again else "", "\n" if done == rounds else ""
        print(f"{start}{table}: {done} of {rounds} rounds", end=end, file=sys.stderr, flush=True)


def _report(tables: list[Rehearsal], balances: dict[str, int], seconds: float, as_json: bool) -> None:
    kinds: Counter[str] = Counter()
    for rehearsal in tables:
        kinds.update(rehearsal.night.tally.kinds)
    done, refused = sum(r.night.tally.accepted for r in tables), sum(r.night.tally.refused for r in tables)
    house = {
        name: cents for name, cents in sorted(balances.items()) if name.startswith(("float/", "commission/", "felt/"))
    }
    if as_json:
        say_json(
            {
                "tables": [r.night.table for r in tables],
                "done": done,
                "refused": refused,
                "commands": dict(sorted(kinds.items())),
                "accounts": {name: format_money(cents) for name, cents in house.items()},
                "sum": sum(balances.values()),
                "commands_per_second": round((done + refused) / seconds),
            }
        )
        return
    say(f"{done} commands done, {refused} refused, {round((done + refused) / seconds)} a second; sent of each kind:")
    for kind, times in sorted(kinds.items()):
        say(f"  {kind}: {times}")
    for name, cents in house.items():
        say(f"  {name}: {format_money(cents)}")
    say(f"  all accounts together: {format_money(sum(balances.values()))}")
