"""Who entered, what the pool holds, and what prizes it pays."""

from __future__ import annotations

from typing import Any

from feltwork.verifier.tournament.terms import Terms

Body = dict[str, Any]
Moves = dict[str, int]


class Purse:
    """The money of one tournament, and the postings that each event should have."""

    def __init__(self, name: str) -> None:
        self.pool_account, self.buy_in_account = f"tournament/{name}/pool", f"tournament/{name}/buy-in"
        self.chips_account, self.bank = f"tournament-chips/{name}/", f"tournament-bank/{name}"
        self.pool = self.bought = self.to_pool = 0
        self.moves: Moves = {}
        self.may_refund = ("", 0)
        """Who has just left, and what may go back of their buy-ins."""

    def move(self, source: str, target: str, amount: int) -> None:
        for account, by in ((source, -amount), (target, amount)):
            self.moves[account] = self.moves.get(account, 0) + by
            if account == self.pool_account:
                self.pool += by
            if account == self.buy_in_account:
                self.bought += by

    def chips(self, name: str, count: int) -> None:
        self.move(self.bank, self.chips_account + name, count)

    def taken(self) -> tuple[tuple[str, int], ...]:
        """What has moved since this was last asked."""
        found = tuple(sorted((account, by) for account, by in self.moves.items() if by))
        self.moves = {}
        return found


def prizes(terms: Terms, pool: int, places: list[list[str]]) -> dict[str, int]:
    """What each gets: shares cut to the cent, the rest and untaken prizes to the first, odd cents in seat order."""
    percent = list(terms.said("prizes.shares", []))
    placed = sum(map(len, places))
    worth = [pool * each // 100 for each in percent[:placed]]
    if not worth:
        return {}
    worth[0] = pool - sum(worth[1:])
    worth += [0] * placed
    paid, at = {}, 0
    for place in places:
        total = sum(worth[at : at + len(place)])
        for number, name in enumerate(place):
            paid[name] = total // len(place) + (number < total % len(place))
        at += len(place)
    return {name: cents for name, cents in paid.items() if cents}
