"""Play money and real money in one log: tables of both share a cage, and no ticket of the one is paid as the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from feltwork.verifier.log.rows import Finding, Reading
from feltwork.verifier.log.schemas import read_body

TABLE = "table/"


class Taken(NamedTuple):
    """A ticket that a terminal printed, and that was paid, put on a form, or inserted at a table."""

    version: int
    """Of the cage's record that says so."""
    ticket: int
    printed: str
    """The table that printed it."""
    at: str
    """The table that took it; empty at the cage."""


def tables_by_kind(reading: Reading) -> tuple[list[str], list[str]]:
    """The tables of play money and those of real money: a table's first record says it for all its days."""
    firsts = (next(iter(reading.records(name)), None) for name in reading.streams() if name.startswith(TABLE))
    opened = {row.stream.removeprefix(TABLE): read_body(row) for row in firsts if row is not None}
    play = [name for name, body in opened.items() if isinstance(body, dict) and body.get("rehearsal")]
    return play, [name for name in opened if name not in play]


def side_by_side(play: Collection[str], real: Collection[str]) -> list[str]:
    """A note on a log in which both stand."""
    if not play or not real:
        return []
    told = f"tables of play money ({', '.join(play)}) stand in one log with tables of real money ({', '.join(real)})"
    return [f"{told}, and share its cage"]


def crossed(taken: list[Taken], play: Collection[str], real: Collection[str]) -> Iterator[Finding]:
    """Each ticket of play money that was paid, or played on with, where there is real money."""
    for one in taken if real else ():
        if one.printed in play and one.at not in play:
            what = (
                f"ticket {one.ticket}, of play money from table {one.printed}, was taken in a log where money is real"
            )
            yield Finding("ticket", "cage", one.version, what)
