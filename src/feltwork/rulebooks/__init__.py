"""The five approved books, opened by name.

>>> craps = open_book("star-craps")
>>> craps.wagers["place-to-win"].title
'Place Bet to Win'
>>> open_book("star-roulette", wheel="double", lucky_ball="mega").name
'Roulette (The Star) with double zero with Lucky Ball with Mega Odds'
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from functools import lru_cache

from feltwork.readings import ALL, Readings, choose
from feltwork.refusal import shown
from feltwork.rulebooks.book import Book, Lucky

BOOKS = ALL


class BookError(ValueError):
    """There is no such book, or it has no such variant."""

    def __init__(self, message: str, field: str = "book") -> None:
        super().__init__(message)
        self.field = field


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint for a mistyped name, or nothing.

    >>> nearest("plac", ["place-to-win", "field"])
    "; did you mean 'place-to-win'?"
    """
    names = list(known)
    near = difflib.get_close_matches(word, names, n=1) or [n for n in names if word and n.startswith(word)]
    return f"; did you mean '{near[0]}'?" if near else ""


def check_book(name: str) -> str:
    if name not in BOOKS:
        raise BookError(f"no book is called '{shown(name)}'{nearest(name, BOOKS) or '; there are ' + ', '.join(BOOKS)}")
    return name


def open_book(
    name: str,
    *,
    variant: str | None = None,
    wheel: str = "single",
    lucky_ball: bool | str = False,
    readings: Mapping[str, str] | None = None,
) -> Book:
    """A book with its variant and readings; a ``BookError`` or ``ReadingError`` says what cannot be had."""
    check_book(name)
    if variant is not None and (name, variant) != ("crown-craps", "mini"):
        raise BookError(f"{name} has no variant '{shown(variant)}'; only crown-craps has one, 'mini'", "variant")
    if name != "star-roulette" and (wheel != "single" or lucky_ball):
        raise BookError(f"{name} has no wheel and no Lucky Ball; only star-roulette has")
    if wheel not in ("single", "double"):
        raise BookError(f"a wheel is 'single' or 'double', not '{shown(wheel)}'", "table.wheel")
    if lucky_ball not in (False, True, "mega"):
        raise BookError("lucky_ball is true, false or 'mega'")
    chosen = tuple(sorted((readings or {}).items()))
    lucky = {False: None, True: Lucky.SUPER, "mega": Lucky.MEGA}[lucky_ball]
    return _open(name, variant, wheel == "double", lucky, chosen)


@lru_cache(maxsize=64)
def _open(
    name: str, variant: str | None, double: bool, lucky: Lucky | None, chosen: tuple[tuple[str, str], ...]
) -> Book:
    readings: Readings = choose(name, dict(chosen))
    if name == "star-craps":
        from feltwork.rulebooks import star_craps

        return star_craps.book(readings)
    if name == "crown-craps":
        from feltwork.rulebooks import crown_craps

        return crown_craps.book(readings, mini=variant == "mini")
    if name == "aruze-craps":
        from feltwork.rulebooks import aruze_craps

        return aruze_craps.book(readings)
    if name == "dragon-fire":
        from feltwork.rulebooks import dragon_fire

        return dragon_fire.book(readings)
    from feltwork.rulebooks import star_roulette

    return star_roulette.book(readings, double=double, lucky=lucky)
