"""Wagers found under the minimum or over the maximum when they are decided, worked out again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from feltwork.wagers.row import Wager

if TYPE_CHECKING:
    from feltwork.verifier.table.game import Felt
    from feltwork.verifier.table.layout import Lying


def answers_to(felt: Felt, row: Wager) -> str:
    """Whose limit a wager answers to: odds may share their flat wager's."""
    shares = row.parent and felt.book.readings.chose("odds_limits", "share_flat")
    return row.parent if shares and row.parent else row.name


def together(felt: Felt, wager: Lying) -> Iterable[Lying]:
    """The wagers that count towards the same limit, this one among them."""
    per_player = felt.book.readings.chose("limit_scope", "per_player_total")
    group = answers_to(felt, wager.row)
    for other in felt.lying.values():
        same = answers_to(felt, other.row) == group and (per_player or other.key[2] == wager.key[2])
        if other.seat == wager.seat and same:
            yield other


def _counted(felt: Felt, wager: Lying, which: Callable[[Lying], bool]) -> int:
    return sum(other.stake for other in together(felt, wager) if which(other))


def within(felt: Felt, wager: Lying) -> int:
    """What of a stake is paid or collected; the rest goes back."""
    limit = wager.lots[-1].limit if felt.finds else None
    if limit is None or limit[1] is None:
        return wager.stake
    if felt.limits_apart:
        return min(wager.stake, limit[1])
    earlier = _counted(felt, wager, lambda other: other.order < wager.order)
    return min(wager.stake, max(0, limit[1] - earlier))


def found_under(felt: Felt, wager: Lying) -> bool:
    limit = wager.lots[-1].limit
    if not felt.finds or not felt.book.house.warns or limit is None:
        return False
    if felt.limits_apart:
        return wager.stake < limit[0]
    return _counted(felt, wager, lambda _: True) < limit[0]


def as_laid(felt: Felt, wager: Lying) -> bool:
    """Is it decided whole, like one that nobody finds anything with?"""
    limit = wager.lots[-1].limit
    if limit is None:
        return True
    if felt.limits_apart:  # asked of nearly every wager that is decided
        low, high, _ = limit
        return (high is None or wager.stake <= high) and (wager.stake >= low or not felt.book.house.warns)
    return within(felt, wager) == wager.stake and not found_under(felt, wager)


def goes_back(felt: Felt, wager: Lying) -> bool:
    """Found under the minimum by a player who had been warned before it was put down."""
    warned = felt.warned.get(wager.seat)
    return warned is not None and wager.placed >= warned and found_under(felt, wager)
