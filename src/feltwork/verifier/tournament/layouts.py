"""A table of the game with tournament chips on it, followed as every table is: each roll is settled again."""

from __future__ import annotations

from typing import Any

from feltwork.games.book import Book
from feltwork.verifier.table.game import GameState, new_game, pay_back, put_down, take_off, terms_of, travel
from feltwork.verifier.table.layout import Sign
from feltwork.verifier.table.lines import Key, as_key, as_lines, as_on
from feltwork.verifier.table.placements import (
    commission_due,
    locks_after,
    odds_sent_back,
    wrong_placement,
    wrong_removal,
)
from feltwork.verifier.table.settlement import area_after, decided, symbol_of
from feltwork.verifier.table.signs import signs_under

Body = dict[str, Any]
LAYOUT = 100
"""Hundredths of a chip, in which the layout counts."""


def opened(book: Book, seats: int, chips: int) -> GameState:
    """A table where everybody has the same."""
    game = new_game(book, LAYOUT)
    game.held.rail = dict.fromkeys(range(1, seats + 1), chips * LAYOUT)
    return game


def limited(game: GameState, low: int, high: int) -> None:
    """The limits of a round, on every wager."""
    sign: dict[str, Sign] = dict.fromkeys(game.book.wagers, (low * LAYOUT, high * LAYOUT, 0))
    game.signs = signs_under(game.book, game.rules, sign, None)


def lies(game: GameState, seat: int) -> int:
    """What a seat has on the layout."""
    return sum(wager.stake for key, wager in game.layout.items() if key[0] == seat)


def cleared(game: GameState, seat: int) -> int:
    """Take away all that a seat has there; how much it was."""
    gone = lies(game, seat)
    game.layout = {key: wager for key, wager in game.layout.items() if key[0] != seat}
    return gone


def played(game: GameState, event: Body) -> str:
    """Let something happen on the layout; what is wrong with it, or nothing."""
    kind = event["type"]
    if kind == "wager-placed":
        return _placed(game, event)
    if kind == "wager-removed":
        return _removed(game, event)
    if kind == "round-settled":
        return _settled(game, event)
    return f"{kind} does not happen at a tournament"


def would_not_lie(game: GameState, seat: int, wager: str, on: Any, chips: int) -> str:
    """Why a wager of so many chips could not be put down as things are; nothing where it could."""
    key = (seat, wager, as_on(on))
    terms, amount = terms_of(game, wager, key[2]), chips * LAYOUT
    due, row = 0, terms.row
    if row.commission and terms.can_be_made:
        due = int(commission_due(game, row, row.commission, key[2], amount))
    return "; ".join(wrong_placement(game, terms, game.layout.get(key), key, amount, due, "chips"))


def _placed(game: GameState, event: Body) -> str:
    key, amount, commission, of = as_key(event["key"]), event["amount"], event["commission"], event["instrument"]
    if of != "chips":
        return "wagers are of tournament chips"
    terms, there = terms_of(game, key[1], key[2]), game.layout.get(key)
    wrong = wrong_placement(game, terms, there, key, amount, commission, of)
    put_down(game, terms, there, key, amount, commission, of)
    return "; ".join(wrong)


def _removed(game: GameState, event: Body) -> str:
    key, amount = as_key(event["key"]), event["amount"]
    if key not in game.layout:
        return "nothing lay there"
    wrong = list(wrong_removal(game, key, amount))
    there, lines = game.layout[key], as_lines(event["lines"])
    if odds_sent_back(game, key, there.stake - amount) != lines:
        wrong.append("other odds go back with it")
    game.locks = locks_after(game, there)
    share = take_off(game, key, amount)
    refunds = there.row.commission is not None and game.book.readings.is_set("commission_refund_on_removal")
    if event["commission_back"] != (share if refunds else 0):
        wrong.append("another commission goes back")
    game.held.give("chips", key[0], amount + event["commission_back"])
    pay_back(game, lines)
    return "; ".join(wrong)


def _settled(game: GameState, event: Body) -> str:
    symbol = symbol_of(game, event["result"])
    lines, moved = decided(game, symbol)
    moves: dict[Key, int] = {as_key(place): state for place, state in event["moved"]}
    if as_lines(event["lines"]) != lines:
        return f"the roll comes to {'; '.join(line.said for line in lines) or 'nothing'}"
    if moves != moved or event["area"] != area_after(game, symbol):
        return "wagers or the puck went elsewhere"
    for line in lines:
        game.layout.pop(line.key)
        game.held.credit(line)
    travel(game, moves)
    game.area = event["area"]
    if not game.area:
        game.locks = frozenset()
    game.next_round()
    game.results += 1
    return ""
