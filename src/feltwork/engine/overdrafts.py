"""The last check before the log: no account of a player goes below zero, whatever was decided."""

from __future__ import annotations

from collections.abc import Callable

from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.store.port import Postings
from feltwork.table.live.state import LiveTable

PLAYERS = ("player/", "seat/", "checks/", "checks-out/", "tokens/")
"""Accounts of what a player has: at the cage, in the rail, in colour checks, in promotional tokens."""
WORDS = {
    "player": "at the cage",
    "seat": "in the rail",
    "checks": "in colour checks",
    "checks-out": "in colour checks taken away",
    "tokens": "in tokens",
}


class OverdraftError(Exception):
    """An event would leave a player with less than nothing; its command is refused instead."""

    def __init__(self, key: str, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.key, self.refusal = key, refusal


def overdraft(moved: Postings, life: LiveTable | None, purse: Callable[[str], int]) -> Refusal | None:
    """Refuse what has just happened in a transaction if it took from a player more than was there.

    ``purse`` says what a player has at the cage.
    """
    for posting in moved:
        if posting.cents >= 0 or not posting.account.startswith(PLAYERS):
            continue
        kind, _, whose = posting.account.partition("/")
        held = purse(whose) if kind == "player" else _at_the_table(life, kind, whose)
        if held < 0:
            short = format_money(-held)
            who = (
                f"player {whose.rpartition('/')[2]}"
                if kind in ("player", "checks-out")
                else f"seat {whose.rpartition('/')[2]}"
            )
            return Refusal(NOT_IN_THE_BOOK, f"{who} lacks {short} {WORDS[kind]} for this; nothing was done")
    return None


def _at_the_table(life: LiveTable | None, kind: str, whose: str) -> int:
    if life is None or life.game is None:
        return 0
    game = life.game
    if kind == "checks-out":
        return life.checks_out.get(whose.rpartition("/")[2], 0)
    held = {"seat": game.balances, "checks": game.checks, "tokens": game.tokens}[kind]
    return held.get(int(whose.rpartition("/")[2]), 0)
