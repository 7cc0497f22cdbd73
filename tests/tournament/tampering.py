"""Tampering with a tournament's events: one fact of one event is changed, or an event is left out, doubled or moved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from feltwork.verifier.log.rows import Row
from feltwork.verifier.tournament.checker import Tournament
from tests.tournament.live import NAMES

FREE: dict[str, tuple[str, ...]] = {
    "tournament-drafted": ("document",),
    "official-appointed": ("licence",),
    "tournament-published": ("starts", "entries_close", "sealed"),
    "player-entered": ("agreed", "nonce"),
    "pool-added": ("goods",),
    "tables-designated": ("tables",),
    "session-started": ("sealed", "commitment"),
    "wager-time-limited": ("seconds",),
    "tournament-round-opened": ("absent", "marker"),
    "tournament-wagers-made": ("stakes",),
    "tournament-round-settled": ("taken",),
    "dispute-raised": ("about", "table"),
    "dispute-ruled": ("ruling", "number"),
    "ruling-reviewed": ("ruling",),
    "player-disqualified": ("words",),
    "breach-found": ("words", "clause", "player"),
    "tournament-cancelled": ("reason",),
    "substitute-nominated": ("substitute",),
}
"""What people said or chose, where another word would do as well: texts, times, tables, wagers that count the same."""
LAST = ("totals-recorded", "session-announced", "prizes-paid")
"""Without these a log may end there, or a count that nobody had to make is missing."""
REPEATED = (
    "totals-recorded",
    "tables-designated",
    "official-appointed",
    "count-ordered",
    "pool-added",
    "dispute-ruled",
)
"""What may be done twice, or not at all."""
Path = tuple[Any, ...]


def facts(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every number, name and yes or no in a body."""
    if isinstance(value, dict) and value.get("type") != "wager-placed":  # a wager that lies on may as well be another
        for key, inner in value.items():
            if path or key not in ("type", *FREE.get(str(value["type"]), ())):
                yield from facts(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from facts(inner, (*path, number))
    elif (
        value is not None and value != "by lot" and not (path[0] == "told" and path[-1] == 2)
    ):  # the words beside a clause
        yield path


def changed(value: Any, chance: Random) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice((-10, -1, 1, 10, 100))
    if value in NAMES:
        return chance.choice([name for name in NAMES if name != value])
    return f"{value}x"


def with_change(body: Any, path: Path, chance: Random) -> Any:
    if not path:
        return changed(body, chance)
    twin = dict(body) if isinstance(body, dict) else list(body)
    twin[path[0]] = with_change(body[path[0]], path[1:], chance)
    return twin


def tampered(rows: list[Row], chance: Random) -> tuple[str, list[Row]]:
    """The rows with one thing done to them, and what it was."""
    rows = list(rows)
    at = chance.randrange(len(rows))
    row, what = rows[at], chance.random()
    body = json.loads(row.body)
    if row.kind in REPEATED or not (found := list(facts(body))):
        return tampered(rows, chance)
    if row.kind == "form-handed-in" and [each.kind for each in rows[at + 1 : at + 2]] == ["form-handed-back"]:
        found = [path for path in found if path[0] != "form"]  # one that went back counts for nothing, whatever it said
    if what < 0.1 and row.kind not in LAST and not body.get("event"):
        del rows[at]
        return f"{row.kind} left out", rows
    if what < 0.2 and not body.get("event"):
        rows.insert(at, row)
        return f"{row.kind} doubled", rows
    path = chance.choice(found)
    rows[at] = row._replace(body=json.dumps(with_change(body, path, chance)).encode())
    return f"{row.kind} {path} of {body}", rows


def is_found(name: str, rows: list[Row]) -> bool:
    """Does the checker find something in these rows?"""
    checker = Tournament(name)
    for row in rows:
        moved, problems = checker.take(row, json.loads(row.body))
        if problems or tuple(sorted(moved)) != row.postings:
            return True
    return any(True for _ in checker.left_over())
