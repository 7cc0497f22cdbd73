"""Wagers found under the minimum or over the maximum when they are decided, worked out again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from feltwork.wagers.row import Wager

if TYPE_CHECKING:
    from feltwork.verifier.table.game import GameState
    from feltwork.verifier.table.layout import PlacedWager


def answers_to(game: GameState, row: Wager) -> str:
    """Whose limit a wager answers to: odds may share their flat wager's."""
    shares = row.parent and game.book.readings.chose("odds_limits", "share_flat")
    return row.parent if shares and row.parent else row.name


def together(game: GameState, wager: PlacedWager) -> Iterable[PlacedWager]:
    """The wagers that count towards the same limit, this one among them."""
    per_player = game.book.readings.chose("limit_scope", "per_player_total")
    group = answers_to(game, wager.row)
    for other in game.layout.values():
        same = answers_to(game, other.row) == group and (per_player or other.key[2] == wager.key[2])
        if other.seat == wager.seat and same:
            yield other


def _counted(game: GameState, wager: PlacedWager, which: Callable[[PlacedWager], bool]) -> int:
    return sum(other.stake for other in together(game, wager) if which(other))


def within(game: GameState, wager: PlacedWager) -> int:
    """What of a stake is paid or collected; the rest goes back."""
    limit = wager.lots[-1].limit if game.signs.finds else None
    if limit is None or limit[1] is None:
        return wager.stake
    if game.signs.apart:
        return min(wager.stake, limit[1])
    earlier = _counted(game, wager, lambda other: other.order < wager.order)
    return min(wager.stake, max(0, limit[1] - earlier))


def found_under(game: GameState, wager: PlacedWager) -> bool:
    limit = wager.lots[-1].limit
    if not game.signs.finds or not game.book.house.warns or limit is None:
        return False
    if game.signs.apart:
        return wager.stake < limit[0]
    return _counted(game, wager, lambda _: True) < limit[0]


def as_laid(game: GameState, wager: PlacedWager) -> bool:
    """Is it decided whole, like one that nobody finds anything with?"""
    limit = wager.lots[-1].limit
    if limit is None:
        return True
    if game.signs.apart:  # asked of nearly every wager that is decided
        low, high, _ = limit
        return (high is None or wager.stake <= high) and (wager.stake >= low or not game.book.house.warns)
    return within(game, wager) == wager.stake and not found_under(game, wager)


def goes_back(game: GameState, wager: PlacedWager) -> bool:
    """Found under the minimum by a player who had been warned before it was put down."""
    warned = game.warned.get(wager.seat)
    return warned is not None and wager.placed >= warned and found_under(game, wager)
