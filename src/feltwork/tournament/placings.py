"""The order at the end of a session: places, who advances, who plays off, and the prizes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

Places = list[list[str]]
"""Players who share a place, best first."""


def by_chips(names: Sequence[str], chips: dict[str, int]) -> Places:
    """Those who are still in, most chips first; equal chips share a place, in seat order."""
    ranked = sorted(names, key=lambda name: -chips[name])
    return [list(group) for _, group in groupby(ranked, key=lambda name: chips[name])]


def last_out_first(out: Sequence[str]) -> Places:
    """The eliminated below those who are in; no two share a place."""
    return [[name] for name in reversed(out)]


def straddling(places: Places, cut: int, before: int = 0) -> list[str]:
    """Those who share a place that the cut goes through, where ``before`` stand above them all."""
    first = before
    for place in places:
        if first < cut < first + len(place):
            return place
        first += len(place)
    return []


def advancing(places: Places, cut: int) -> tuple[list[str], list[str]]:
    """Who advances, and who shares a place that the cut goes through and so stays unresolved."""
    unresolved = straddling(places, cut)
    order = [name for place in places for name in place]
    return order[: order.index(unresolved[0]) if unresolved else cut], unresolved


def shares(pool: int, percentages: Sequence[int], placed: int) -> list[int]:
    """What each place is worth in cents.

    A share is cut to the cent; what is left over, and what nobody takes (reading T5), goes to the first place.

    >>> shares(15001, (70, 30), 3)
    [10501, 4500]
    """
    worth = [pool * percentage // 100 for percentage in percentages][:placed]
    if worth:
        worth[0] += pool - sum(worth)
    return worth


def prizes(pool: int, percentages: Sequence[int], places: Places) -> tuple[dict[str, int], int]:
    """What everybody gets of a pool in cents, and what is held because nobody has a place."""
    placed = sum(map(len, places))
    worth = shares(pool, percentages, placed)
    if not worth:
        return {}, pool
    paid: dict[str, int] = {}
    first = 0
    for place in places:
        each, odd = divmod(sum(worth[first : first + len(place)]), len(place))
        for number, name in enumerate(place):
            paid[name] = each + (number < odd)
        first += len(place)
    return {name: cents for name, cents in paid.items() if cents}, 0
