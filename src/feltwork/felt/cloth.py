"""Marking a cloth: the small words in which the layouts are written, and their lettering, taken from the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from feltwork.felt.area import Area, Die, LayoutError, Lettering, Outline, Places, Point, Rows
from feltwork.felt.places import settled
from feltwork.outcomes import TOTALS, Selection
from feltwork.wagers.prices import pays_on
from feltwork.wagers.row import Wager
from feltwork.wagers.shapes import Line, OneRoll

SMALL = 14
"""The least size of lettering: read at a metre on a screen that shows the cloth a little smaller than it is."""
Words = tuple[str, int, str]
"""A line of lettering: text, size, style."""


class Cloth:
    """Areas as they are marked, each for a wager found by what it is (its concept) and not by its book's name."""

    def __init__(self, book: Rows, cut: Callable[[Outline], Outline] = lambda outline: outline) -> None:
        """``cut`` is what becomes of the outline of every area."""
        self.book, self._cut = book, cut
        self.areas: list[Area] = []
        self._rows = {wager.concept: wager for wager in book.wagers.values()}

    def __contains__(self, concept: str) -> bool:
        return concept in self._rows

    def row(self, concept: str) -> Wager:
        """The wager of this concept; a ``LayoutError`` says that the book has none."""
        if concept not in self._rows:
            raise LayoutError(f"no wager of the book has the concept '{concept}', for which an area is drawn")
        return self._rows[concept]

    def mark(
        self,
        concept: str,
        on: Selection,
        outline: Outline,
        *lettering: Lettering,
        group: str,
        spot: Point | None = None,
        dice: Iterable[Die] = (),
        tone: str = "",
        stands_for: str | None = None,
        across: tuple[int, int] | None = None,
        floor: int = 0,
        places: Places | None = None,
    ) -> None:
        """One more area; where its chips lie is found from what is printed on it, unless that is said."""
        name = self.row(concept).name
        area = Area(name, on, self._cut(outline), group, lettering, tuple(dice), tone, stands_for)
        if places:
            self.areas.append(replace(area, places=places))
            return
        self.areas.append(settled(area, spot, across, floor))


def centred(at: Point, *lines: Words, turn: int = 0) -> tuple[Lettering, ...]:
    """Lines of lettering around a middle."""
    x, y = at
    top = y - sum(_height(size) for _, size, _ in lines) // 2
    found = []
    for text, size, style in lines:
        baseline = top + _height(size) * 4 // 5
        top += _height(size)
        found.append(Lettering(text, (x + baseline - y, y) if turn else (x, baseline), size, style, turn))
    return tuple(found)


def _height(size: int) -> int:
    return size * 11 // 10


def title(wager: Wager) -> str:
    """What stands on the cloth: the row's title without the word bet, which every area could say."""
    return " ".join(word for word in wager.title.split() if word not in ("Bet", "Bets"))


def wrapped(text: str, most: int) -> list[str]:
    """Lines of so many letters at most, as even as they can be.

    >>> wrapped("Behind the Don't Come", 17)
    ['Behind the', "Don't Come"]
    """
    fewest = len(_filled(text, most))
    while most and len(_filled(text, most - 1)) == fewest:
        most -= 1
    return _filled(text, most)


def _filled(text: str, most: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def named(wager: Wager, on: Selection, most: int, size: int = SMALL) -> list[Words]:
    """The title in lines of so many letters, and what it pays where that is one price."""
    words = [(line, size, "small") for line in wrapped(title(wager), most)]
    return [*words, *priced(wager, on)]


def priced(wager: Wager, on: Selection, size: int = SMALL) -> list[Words]:
    """What it pays, where that is one price."""
    price = pays_on(wager, on)
    return [] if len(price) != 1 else [(next(iter(price)), size, "pays")]


def winning_totals(wager: Wager) -> dict[int, str]:
    """Total to odds, for a wager on the next roll."""
    shape = wager.shapes[None]
    if not isinstance(shape, OneRoll):
        raise TypeError(f"{wager.name} is not decided by the next roll")
    found = {TOTALS[s]: arm.pays.text for outcomes, arm in shape.winning for s in outcomes.members if arm.pays}
    return dict(sorted(found.items()))


def barred_total(wager: Wager) -> int:
    """The total that a wager on the wrong side neither wins nor loses on."""
    shape = wager.shapes[None]
    if not isinstance(shape, Line) or not shape.bar:
        raise TypeError(f"{wager.name} bars nothing")
    return shape.bar.on


def two_dice(at: Point, first: int, second: int, size: int = 26) -> tuple[Die, Die]:
    """Two faces side by side around a middle."""
    x, y = at
    return Die(first, (x - size - 2, y - size // 2), size), Die(second, (x + 2, y - size // 2), size)
