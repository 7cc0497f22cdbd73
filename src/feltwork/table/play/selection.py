"""From what a player said a wager is on to the selection that the book has, or a refusal."""

from __future__ import annotations

from feltwork.games import nearest
from feltwork.games.book import Book
from feltwork.outcomes import DOUBLE_ZERO, Selection, selection_order
from feltwork.refusal import Refusal, shown
from feltwork.table.play.commands import RawSelection
from feltwork.wagers.row import Wager


def find_wager(book: Book, name: str) -> Wager | Refusal:
    """The row of that name; the book's list of wagers is complete."""
    wager = book.wagers.get(name)
    if name in book.withheld:
        return Refusal(book.withheld[name], f"{name} is not offered at this table")
    if wager is None:
        return Refusal(
            book.house.permissible, f"there is no wager '{shown(name)}' at this table{nearest(name, book.wagers)}"
        )
    return wager


def find_selection(wager: Wager, on: RawSelection) -> Selection | Refusal:
    """The selection in the form the book knows it by; numbers may come in any order."""
    if wager.travels() and isinstance(on, int):
        return on
    wanted = _normal(on)
    form = _form(wager, wanted)
    if form in wager.shapes:
        return form
    if wanted in wager.withheld:
        return Refusal(wager.withheld[wanted], f"{_said(wanted)} is not offered as a {wager.title} at this table")
    return Refusal(wager.clause, _why(wager, wanted))


def _normal(on: RawSelection) -> Selection:
    return tuple(sorted(on, key=lambda part: selection_order(part)[1])) if isinstance(on, (list, tuple)) else on


def _form(wager: Wager, wanted: Selection) -> Selection:
    """A lone number may stand for itself or for a one-number set; a wager on one fixed set needs none named."""
    first = next(iter(wager.shapes))
    if not isinstance(first, tuple):
        return wanted
    if wanted is None and len(wager.shapes) == 1:
        return first
    return (wanted,) if isinstance(wanted, (int, str)) else wanted


def _why(wager: Wager, wanted: Selection) -> str:
    several = isinstance(next(iter(wager.shapes)), tuple)
    if wanted is None:
        return f"{wager.title} needs to be told what it is on"
    if not wager.takes_selection():
        return f"{wager.title} is not on any number"
    if isinstance(wanted, tuple) and len(set(wanted)) < len(wanted):
        return f"{wager.title} names the same number twice"
    if wanted == ():
        return f"{wager.title} needs to be told what it is on"
    if several or isinstance(wanted, tuple):
        has_zero = {0, DOUBLE_ZERO} & set(_parts(wanted)) and any(0 in _parts(on) for on in wager.shapes)
        return f"{_said(wanted)} is not a {wager.title} on this layout{' at this wheel' if has_zero else ''}"
    named = wanted if isinstance(wanted, int) else f"'{shown(wanted)}'"
    return f"{wager.title} is on {', '.join(map(str, wager.shapes))}, not on {named}"


def _said(wanted: Selection) -> str:
    return shown("-".join(map(str, wanted)) if isinstance(wanted, tuple) else wanted)


def _parts(wanted: Selection) -> tuple[object, ...]:
    return wanted if isinstance(wanted, tuple) else (wanted,)
