"""The books there are: ours, and those that installed packages bring (entry points of the group ``feltwork.games``)."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType

from feltwork.games.book import Book
from feltwork.games.conduct import RULES, Conduct
from feltwork.games.discipline import Discipline
from feltwork.games.equipment import LENGTH
from feltwork.games.game import Game, Kind, Run
from feltwork.games.tournament import PRACTICE, TournamentRules
from feltwork.readings import Option, ReadingError, Readings, choose
from feltwork.refusal import shown

GROUP = "feltwork.games"


def _place(folder: ModuleType) -> tuple[bool, int, str]:
    return not hasattr(folder, "PLACE"), getattr(folder, "PLACE", 0), folder.__name__


def find_ours() -> dict[str, str]:
    """The books in the folders beside this module, in the order that they give themselves: name and module.

    One that gives itself no place comes after the others; a folder without a ``game.py`` is no book.
    """
    beside = iter_modules(sys.modules[__package__].__path__, f"{__package__}.")
    found = [import_module(name) for _, name, is_folder in beside if is_folder and find_spec(f"{name}.game")]
    names = [book.__name__ for book in sorted(found, key=_place)]
    return {name.rpartition(".")[2].replace("_", "-"): f"{name}.game" for name in names}


OURS = find_ours()
"""The books that come with us, each in its folder; what is in a folder is imported when its book is asked for."""
USUAL_BOOK = next(iter(OURS))
"""The book that is meant where none is named."""


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


@cache
def brought() -> dict[str, EntryPoint]:
    """The books that installed packages bring, by name; one that has a name of ours is left out."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in OURS}


def book_names() -> tuple[str, ...]:
    """Every book that can be opened: ours first, then the others by name."""
    return (*OURS, *sorted(brought()))


def check_book(name: str) -> str:
    if name in OURS or name in brought():
        return name
    known = book_names()
    raise BookError(f"no book is called '{shown(name)}'{nearest(name, known) or '; there are ' + ', '.join(known)}")


@cache
def find_game(name: str) -> Game:
    """The book of this name; a ``BookError`` says that there is none."""
    check_book(name)
    return import_module(OURS[name]).GAME if name in OURS else _load(brought()[name])


def _load(point: EntryPoint) -> Game:
    """The book of an installed package; whatever is wrong with it is one ``BookError``."""
    try:
        game = point.load()
    except Exception as wrong:
        raise BookError(f"the book '{point.name}' of {point.value} cannot be loaded: {_said(wrong)}") from wrong
    if not isinstance(game, Game):
        raise BookError(f"{point.value} is not the book '{point.name}': it is no Game")
    if game.id != point.name:
        raise BookError(f"{point.value} is not the book '{point.name}': its id is '{shown(game.id)}'")
    return game


def _said(wrong: Exception) -> str:
    """What went wrong in words; a bare key or attribute says nothing without the name of the mistake."""
    return str(wrong) if isinstance(wrong, ValueError | ImportError) else f"{type(wrong).__name__}: {wrong}"


def games() -> tuple[Game, ...]:
    """All books, opened."""
    return tuple(map(find_game, book_names()))


def options_of(book: str) -> tuple[Option, ...]:
    """The choices that a book leaves open."""
    return find_game(book).options


def choose_readings(book: str, chosen: Mapping[str, str] | None = None) -> Readings:
    """The book's defaults with these choices instead; a ``ReadingError`` names what cannot be had.

    >>> choose_readings(USUAL_BOOK, {"bar_effect": "stay"})["bar_effect"]
    'stay'
    """
    own = options_of(book)
    for name in set(chosen or ()) - {option.name for option in own}:
        wrong = ReadingError(_not_here(book, name))
        wrong.reading = name
        raise wrong
    return choose(book, own, chosen)


def _not_here(book: str, name: str) -> str:
    having = {game.id: [option.name for option in game.options] for game in games()}
    others = [other for other, names in having.items() if name in names]
    if others:
        return f"reading '{name}' belongs to {', '.join(others)}, not to {book}"
    return f"no reading is called '{shown(name)}'{nearest(name, {n for names in having.values() for n in names})}"


def open_book(
    name: str,
    *,
    variant: str | None = None,
    wheel: str = "single",
    lucky_ball: bool | str = False,
    readings: Mapping[str, str] | None = None,
) -> Book:
    """A book with its variant and readings; a ``BookError`` or ``ReadingError`` says what cannot be had."""
    game = find_game(name)
    if variant is not None and variant not in game.variants:
        raise BookError(f"{name} has no variant '{shown(variant)}'; {_variants()}", "variant")
    if not game.spins and (wheel != "single" or lucky_ball):
        raise BookError(f"{name} has no wheel and no Lucky Ball; only {' and '.join(with_wheels())} has")
    if wheel not in ("single", "double"):
        raise BookError(f"a wheel is 'single' or 'double', not '{shown(wheel)}'", "table.wheel")
    if lucky_ball not in (False, True, "mega"):
        raise BookError("lucky_ball is true, false or 'mega'")
    return _open(name, Kind(variant, wheel, lucky_ball), tuple(sorted((readings or {}).items())))


def _variants() -> str:
    having = [(game.id, sorted(game.variants)) for game in games() if game.variants]
    return ", ".join(f"only {book} has one, '{names[0]}'" for book, names in having)


def with_wheels() -> tuple[str, ...]:
    """Books that are played on one wheel or another."""
    return tuple(game.id for game in games() if game.spins)


def discipline_of(book: str) -> Discipline | None:
    """What a book bans, what may be done about it, and who decides a dispute; nothing if it says nothing."""
    return find_game(book).discipline


def with_promotions() -> tuple[str, ...]:
    """Books that have rules for promotions."""
    return tuple(game.id for game in games() if game.promotion)


def with_tournaments() -> tuple[str, ...]:
    """Books that have rules for tournaments."""
    return tuple(game.id for game in games() if game.tournament)


def practice_rules(name: str) -> TournamentRules:
    """What a tournament of a book goes by in practice: its own rules, or ours where it has none."""
    return find_game(name).tournament or PRACTICE


def with_sessions() -> tuple[str, ...]:
    """Books that describe a session of a tournament."""
    return tuple(game.id for game in games() if game.tournament and game.tournament.session)


@lru_cache(maxsize=64)
def _open(name: str, kind: Kind, chosen: tuple[tuple[str, str], ...]) -> Book:
    game, readings = find_game(name), choose_readings(name, dict(chosen))
    if name in OURS:
        return game.book(kind, readings)
    try:
        book = game.book(kind, readings)
        book.data  # noqa: B018  # compiled at once: a mistake in its rows is told here, and not by whoever uses it first
    except ReadingError:
        raise
    except Exception as wrong:
        raise BookError(f"the book '{name}' cannot be opened: {_said(wrong)}") from wrong
    return book


def every_kind(book: str) -> list[Book]:
    """The book as it is played at each kind of table."""
    kinds = find_game(book).kinds
    return [open_book(book, variant=kind.variant, wheel=kind.wheel, lucky_ball=kind.lucky_ball) for kind in kinds]


def conduct_of(
    book: str,
    variant: str | None = None,
    *,
    wheel: str = "single",
    lucky_ball: bool = False,
    uspin: bool = False,
    rules: int = RULES,
    readings: Readings | None = None,
) -> Conduct | None:
    """How a table of this book is conducted, under the rules it was opened by and with its readings."""
    if book not in book_names():
        return None
    return find_game(book).conduct(Run(Kind(variant, wheel, lucky_ball), uspin, rules, readings))


@cache
def roles_at_tables() -> tuple[str, ...]:
    """Every role of a person that has a power at some table, or over conduct and disputes."""
    runs = [game.conduct(Run()) for game in games()]
    office = {role for game in games() if game.discipline for role in game.discipline.roles()}
    return tuple(sorted({role for conduct in runs for role in conduct.staff} | office))


@cache
def lengths() -> frozenset[str]:
    """Measures of equipment that are micrometres, in whatever book."""
    runs = [game.conduct(Run(kind, uspin)) for game in games() for kind in game.kinds for uspin in (False, True)]
    checked = (how for conduct in runs for how in conduct.inspects.values())
    return frozenset(measure.name for how in checked for measure in how.measures if measure.kind == LENGTH)
