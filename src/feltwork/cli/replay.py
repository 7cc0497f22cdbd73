"""``feltwork replay``."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from feltwork.cli.common import json_option, say, say_done, say_json
from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import is_passed, read_event
from feltwork.games import open_book
from feltwork.refusal import shown
from feltwork.store.opening import open_to_read
from feltwork.store.port import Record, Store
from feltwork.table.live.events import LiveEvent, SeatTaken, TableOpened
from feltwork.table.live.narrate import tell
from feltwork.table.live.schema import LIFE
from feltwork.table.play.events import RoundInvalid, RoundSettled

Told = tuple[Record, LiveEvent | None, str]
"""An event, unless it is passed over, and the clause on rounding of the book that the table was then open for."""


@click.command("replay")
@click.argument("db")
@click.option("--table", "name", help="Which table; needed where the database has several.")
@click.option("--round", "number", type=click.IntRange(1), help="The round to tell, counted from 1; else a summary.")
@click.option("--seat", type=click.IntRange(1), help="Recall the last rounds of this seat instead.")
@click.option("--last", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many rounds to recall.")
@json_option
def command(db: str, name: str | None, number: int | None, seat: int | None, last: int, as_json: bool) -> None:
    """Tell a round of a live table event by event, with clauses; or recall the last rounds of a seat."""
    store = open_to_read(db)
    try:
        table = _table(store, name)
        rounds = list(_rounds(store, table))
        names = {person.id: person.name for person in store.people.all()}
    finally:
        store.close()
    if not rounds:
        raise click.UsageError(f"{shown(db)}: no round has been played at this table")
    if number is None and seat is None:
        words = f"{len(rounds)} rounds; --round N tells one, --seat N recalls a seat's last ones"
        say_done(words, as_json, table=table, rounds=len(rounds))
        return
    if number is not None and number > len(rounds):
        raise click.UsageError(f"there are {len(rounds)} rounds at this table, not {number}")
    if seat is not None and not any(isinstance(e, SeatTaken) and e.seat == seat for r in rounds for _, e, _ in r):
        raise click.UsageError(f"nobody has sat in seat {seat} at this table")
    chosen = [(number, rounds[number - 1])] if number else list(enumerate(rounds, 1))[-last:]
    told = [(n, [(event[0], lines) for event in r for lines in [_lines(event, seat)] if lines]) for n, r in chosen]
    if as_json:
        say_json(
            [
                {
                    "round": n,
                    "events": [
                        {
                            "version": r.version,
                            "at": r.at,
                            "actor": r.actor,
                            "role": r.role,
                            "kind": r.kind,
                            "told": lines,
                        }
                        for r, lines in events
                    ],
                }
                for n, events in told
            ]
        )
        return
    for n, events in told:
        say(f"round {n}")
        for record, lines in events:
            who, what = _named(shown(record.actor), names), _named(lines[0], names)
            say(f"  {record.version:>6}  {record.role.replace('_', ' ')} {who}: {what}")
            for line in lines[1:]:
                say(f"          {line}")


def _named(line: str, names: dict[str, str]) -> str:
    """A line that starts with the id of somebody known by name, with the name."""
    who, space, rest = line.partition(" ")
    return f"{shown(who)} ({shown(names[who])}){space}{rest}" if who in names else line


def _table(store: Store, name: str | None) -> str:
    tables = tables_of(store)
    if name is None and len(tables) == 1:
        return tables[0]
    if name not in tables:
        raise click.UsageError(f"name one of the tables {', '.join(tables) or '(there is none)'} with --table")
    return name


def tables_of(store: Store) -> list[str]:
    return [head.stream.removeprefix("table/") for head in store.log.heads() if head.stream.startswith("table/")]


def _rounds(store: Store, table: str) -> Iterator[list[Told]]:
    """The table's events, round by round; each round ends with a result or with no result."""
    so_far: list[Told] = []
    rounding = ""
    passed = passed_over(store.log)
    for record in store.log.read(f"table/{table}"):
        event = None if is_passed(record, passed) else read_event(LIFE, record)
        if isinstance(event, TableOpened):
            rounding = open_book(event.book).cited("rounding")
        so_far.append((record, event, rounding))
        if isinstance(event, RoundSettled | RoundInvalid):
            yield so_far
            so_far = []


def _lines(told: Told, seat: int | None) -> list[str]:
    """An event in words; for one seat, only what concerns it."""
    record, event, rounding = told
    if event is None:
        return [] if seat else [f"{record.kind}: passed over by decision of the operator"]
    lines = tell(event, rounding)
    if seat is None:
        return lines
    if isinstance(event, RoundSettled | RoundInvalid):
        return [lines[0], *(line for line in lines[1:] if f"seat {seat}:" in line)]
    named = re.compile(rf"\bseat (\d+, )*{seat}\b")
    return lines if any(map(named.search, lines)) else []
