"""Every place where a crash would matter has a name: before and after each commit and each acknowledgement.

In service nothing is armed and no point is called. The fault trials arm the points and kill the process at each of
them in turn; a tidy test finds commits and acknowledgements that have no point.
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
        "accounts and sessions are committed",
        "the answers are sealed",
    )
    for when in ("before", "after")
)
"""The registry."""
armed: list[Callable[[str], None]] = []
"""Who is told of a point, in a trial; empty in service."""


def crash_point(name: str) -> None:
    """Try a crash here; called only where something is armed."""
    for tell in armed:
        tell(name)
