"""Mega Odds and the house edge: the book leaves the chance to the operator, within limits (reading R5)."""

from __future__ import annotations

from fractions import Fraction

from feltwork.games.book import Book
from feltwork.odds import percent
from feltwork.readings import ReadingError
from feltwork.wagers.arms import Arm

BOOSTED = Fraction(1, 4)
"""One of the four colours is boosted in each round (7.6, 7.9)."""


def lucky_chances(pockets: int, mega: Fraction) -> dict[str, Fraction]:
    """How a Lucky Ball colour fares: its number is one of the wheel's, and one colour of four is boosted.

    Leaving the zeros out of the draw changes nothing here: the number is then likelier to come up when
    the ball avoids the zeros by exactly as much as it avoids them less often.
    """
    hit = Fraction(1, pockets)
    return {
        "miss": 1 - hit,
        "standard": hit * (1 - BOOSTED) * (1 - mega),
        "super": hit * BOOSTED * (1 - mega),
        "mega": hit * BOOSTED * mega,
        "beside mega": hit * (1 - BOOSTED) * mega,
    }


def pays_now(book: Book, boost: tuple[str, str] | None) -> dict[str, str]:
    """What each colour pays in this round, as its row says it: the boosted one more, once it is drawn.

    >>> from feltwork.games.registry import open_book, with_wheels
    >>> pays_now(open_book(with_wheels()[0], lucky_ball=True), ("green", "super"))
    {'red': '6 to 1', 'green': '100 to 1', 'blue': '20 to 1', 'yellow': '25 to 1'}
    """
    kinds = list(lucky_chances(len(book.wheel), Fraction(0)))
    boosted, odds = boost or (None, "standard")
    others = "beside mega" if odds == "mega" else "standard"
    found = {}
    for colour, shape in book.wagers["lucky-ball"].shapes.items():
        step = shape.step(None, None, kinds.index(odds if colour == boosted else others), True)
        found[str(colour)] = step.pays.text if isinstance(step, Arm) and step.pays else ""
    return found


def expected_return(book: Book, colour: str, mega: Fraction) -> Fraction:
    """What a unit on this colour brings back on average, stake included, straight from its row."""
    shape = book.wagers["lucky-ball"].shapes[colour]
    chances = lucky_chances(len(book.wheel), mega)
    back = Fraction(0)
    for symbol, chance in enumerate(chances.values()):
        step = shape.step(None, None, symbol, True)
        pays = getattr(step, "pays", None)
        back += chance * (pays.value + 1 if pays else 0)
    return back


def break_even(book: Book) -> Fraction:
    """The chance of Mega Odds at which the first colour stops favouring the house.

    >>> from feltwork.games.registry import open_book, with_wheels
    >>> book = with_wheels()[0]
    >>> break_even(open_book(book, lucky_ball="mega"))
    Fraction(2, 225)
    >>> break_even(open_book(book, wheel="double", lucky_ball="mega"))
    Fraction(1, 75)
    """
    limits = []
    for colour in map(str, book.wagers["lucky-ball"].shapes):
        never, always = (expected_return(book, colour, Fraction(chance)) for chance in (0, 1))
        limits.append((1 - never) / (always - never))
    return min(limits)


def check_keeps_edge(book: Book, mega: Fraction) -> None:
    """Refuse a chance that would leave the player the advantage."""
    limit = break_even(book)
    if mega >= limit:
        raise ReadingError(
            f"a Mega Odds probability of {mega} removes the house edge; "
            f"it must stay below {limit} ({percent(limit, 3)}%)"
        )
