"""Every place where a crash would matter has a name: before and after each commit and each acknowledgement.

In service a point does nothing. The fault trials arm the points and kill the process at each of them in turn;
a tidy test finds commits and acknowledgements that have no point.
"""

from __future__ import annotations

from collections.abc import Callable

POINTS = tuple(
    f"{when} {what}"
    for what in (
        "the SQLite commit",
        "the SQLite migration",
        "the SQLite file is named",
        "the PostgreSQL commit",
        "the PostgreSQL migration",
        "the desk commits",
        "the queue acknowledges",
        "the door commits",
        "the answers are sealed",
    )
    for when in ("before", "after")
)
"""The registry."""
armed: list[Callable[[str], None]] = []
"""What a trial wants to be told of; empty in service."""


def crash_point(name: str) -> None:
    """Here a crash is tried."""
    for tell in armed:
        tell(name)
