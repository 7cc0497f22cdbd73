"""The draw of seats: promised before anybody knows who plays, and recomputable once it is made."""

from __future__ import annotations

import re
from collections.abc import Sequence

from feltwork.entropy.commit import stream
from feltwork.entropy.mapping import draw_below

HEX = re.compile(r"[0-9a-f]{64}")


def draw_id(tournament: str, session: int) -> str:
    """What the draw of a session is known by."""
    return f"{tournament}-seats-{session}"


def merge_id(tournament: str, session: int, table: str, into: str) -> str:
    """What the draw is known by with which two tables become one."""
    return f"{tournament}-seats-{session}-{table}-{into}"


def drawn_order(secret: bytes, name: str, nonces: Sequence[str], players: Sequence[str]) -> list[str]:
    """Players in the order drawn: each is one of those still left, who stand in the order of their names.

    >>> drawn_order(bytes(32), "spring-seats-1", (), ["cat", "ann", "ben"])
    ['cat', 'ann', 'ben']
    """
    left, found = sorted(players), []
    source = stream(secret, name, nonces)
    while left:
        found.append(left.pop(draw_below(len(left), source)))
    return found


def dealt(order: Sequence[str], tables: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Who sits where: the first drawn goes to the first table, the next to the next, and so on round.

    No table has one player alone; those that are not needed stay empty.

    >>> dealt(["a", "b", "c", "d", "e"], ["one", "two", "three"])
    [('one', ('a', 'c', 'e')), ('two', ('b', 'd'))]
    """
    used = tables[: max(1, min(len(tables), len(order) // 2))]
    return [(table, tuple(order[number :: len(used)])) for number, table in enumerate(used)]
