"""Short codes for the spots of a table: ``p6`` is Place on 6, ``n17`` the number 17 at roulette.

>>> from feltwork.games.registry import USUAL_BOOK, open_book, with_wheels
>>> find_spot(open_book(USUAL_BOOK), "p6")
('place-to-win', 6)
>>> find_spot(open_book(with_wheels()[0]), "k1")
('corner', (1, 2, 4, 5))
>>> print(find_spot(open_book(USUAL_BOOK), "p7"))
refused (6.1.10): Place Bet to Win is on 4, 5, 6, 8, 9, 10, not on 7
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from feltwork.games.book import Book
from feltwork.games.registry import find_game
from feltwork.outcomes import COLOURS, DOUBLE_ZERO, Selection
from feltwork.refusal import Refusal, shown
from feltwork.table.play.commands import RawSelection
from feltwork.table.play.events import say_selection
from feltwork.table.play.placing import find_selection, find_wager
from feltwork.table.play.state import TableState
from feltwork.wagers.row import Wager

Spot = tuple[str, Selection]
ODDS = "o"
"""Odds behind whatever the player has there, for the line or against it."""


def short(book: Book, wager: Wager) -> str:
    """A wager's short code; a wager without one is called by its name."""
    return find_game(book.id).codes.get(wager.concept, wager.name)


def code_of(book: Book, wager: Wager, on: Selection = None) -> str:
    where = "" if on is None or [on] == list(wager.shapes) else say_selection(on)
    return f"{short(book, wager)}{where}"


def names_of(book: Book) -> dict[str, Wager]:
    """Every word for a wager: its code, its name, the word all books share, and its initials where these are free."""
    names = {short(book, wager): wager for wager in book.wagers.values()}
    for wager in book.wagers.values():
        initials = "".join(part[0] for part in wager.name.split("-"))
        for word in (wager.name, wager.concept, *([initials] if initials.isalpha() and len(initials) > 1 else [])):
            names.setdefault(word, wager)
    return names


def find_spot(book: Book, word: str) -> Spot | Refusal:
    """The spot that a word names: a code or name, and what it is on."""
    names = names_of(book)
    if word in names:
        return _on(names[word], None)
    ahead = max((name for name in names if word.startswith(name)), key=len, default="")
    rest = word[len(ahead) :].lstrip(":-")
    if ahead and re.fullmatch(r"[0-9]+([-,][0-9]+)*|" + "|".join(COLOURS), rest):
        parts = [part if part in COLOURS or part == DOUBLE_ZERO else int(part) for part in re.split("[-,]", rest)]
        return _on(names[ahead], parts[0] if len(parts) == 1 else tuple(parts))
    found = find_wager(book, word)
    if isinstance(found, Refusal):
        return found
    return Refusal(book.house.permissible, f"'{shown(word)}' names no spot of this table; ? lists them")


def _on(wager: Wager, raw: RawSelection) -> Spot | Refusal:
    """A street, corner or six-line may be called by its lowest number."""
    found = find_selection(wager, raw)
    if isinstance(found, Refusal) and isinstance(raw, int):
        led = [on for on in wager.shapes if isinstance(on, tuple) and len(on) > 1 and min_of(on) == raw]
        if len(led) == 1:
            return wager.name, led[0]
    return found if isinstance(found, Refusal) else (wager.name, found)


def min_of(numbers: Sequence[int | str]) -> int:
    return min(int(number) for number in numbers)


def odds_spot(state: TableState, seat: int, number: int | None) -> Spot | Refusal:
    """``o`` and ``o6``: odds behind the line, or on a come point, for whichever side lies there."""
    riders = [w for w in state.book.wagers.values() if w.parent and (None in w.shapes) == (number is None)]
    if not riders:
        return Refusal(state.book.house.permissible, "there are no odds at this table")
    lying = [w for w in riders if w.parent and state.find(seat, w.parent, number)]
    return _on((lying or riders)[0], number)
