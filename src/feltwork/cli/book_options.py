"""The options that say which kind of table of a book is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from typing import Any, TypeVar

import click

from feltwork.cli.common import reading_option, variant_option
from feltwork.games import open_book
from feltwork.games.book import Book
from feltwork.games.registry import find_game, with_wheels
from feltwork.readings import parse_probability
from feltwork.refusal import shown

F = TypeVar("F", bound=Callable[..., Any])
MEGA = "mega_probability"


class Chance(click.ParamType[Fraction]):
    """A probability, written as a fraction or a decimal."""

    name = "probability"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        return value if isinstance(value, Fraction) else parse_probability(str(value))


mega_option = click.option(
    "--mega", type=Chance(), metavar="PROBABILITY", help="Roulette: Lucky Ball with Mega Odds this likely a round."
)


@dataclass(frozen=True)
class Asked:
    """The kind of table that was asked for; nothing is ``None`` or empty."""

    variant: str | None = None
    wheel: str | None = None
    lucky_ball: bool = False
    mega: Fraction | None = None
    readings: Mapping[str, str] | None = None

    def __bool__(self) -> bool:
        return bool(self.variant or self.wheel or self.lucky_ball or self.mega or self.readings)


def book_options(function: F) -> F:
    """``--variant``, ``--wheel``, ``--lucky-ball``, ``--mega`` and ``--reading``, handed over as one ``asked``."""

    @wraps(function)
    def with_asked(
        *args: Any,
        variant: str | None,
        wheel: str | None,
        lucky_ball: bool,
        mega: Fraction | None,
        readings: dict[str, str],
        **others: Any,
    ) -> Any:
        return function(*args, asked=Asked(variant, wheel, lucky_ball, mega, readings), **others)

    made: Any = with_asked
    for option in (
        reading_option,
        mega_option,
        click.option("--lucky-ball", is_flag=True, help="Roulette: with the Lucky Ball wagers."),
        click.option(
            "--wheel", type=click.Choice(["single", "double"]), help="Roulette: which wheel (default single)."
        ),
        variant_option,
    ):
        made = option(made)
    found: F = made
    return found


def with_mega(readings: Mapping[str, str] | None, mega: Fraction | None) -> dict[str, str]:
    """The readings with the chance of Mega Odds among them; two that differ contradict each other."""
    chosen = dict(readings or {})
    if mega is None:
        return chosen
    said = chosen.get(MEGA, str(mega))
    if said == "unset" or parse_probability(said) != mega:
        raise click.UsageError(f"--mega {mega} and --reading {MEGA}={shown(said)} contradict each other")
    return chosen | {MEGA: str(mega)}


def open_asked(book: str, asked: Asked) -> Book:
    """The book as asked for; a chance of Mega Odds brings Lucky Ball with it."""
    if not find_game(book).spins and (asked.wheel or asked.lucky_ball or asked.mega):
        others = " and ".join(with_wheels())
        raise click.UsageError(f"--wheel, --lucky-ball and --mega are for {others}, not {book}")
    readings = with_mega(asked.readings, asked.mega)
    mega = readings.get(MEGA, "unset") != "unset"
    return open_book(
        book,
        variant=asked.variant,
        wheel=asked.wheel or "single",
        lucky_ball="mega" if mega else asked.lucky_ball,
        readings=readings,
    )


SCHEMA = 1
"""Of the JSON that commands about books print: a field that changes its meaning or goes away raises it."""


def head(book: Book) -> dict[str, object]:
    """What JSON about a book begins with: the schema, the book with its variant, and the readings in force."""
    return {"schema": SCHEMA, **about(book)}


def about(book: Book) -> dict[str, object]:
    """A book, with its variant, and the readings in force."""
    return {
        "book": book.id,
        "title": book.name,
        "variants": [amendment.name for amendment in book.amendments],
        "fingerprint": book.fingerprint,
        "readings": dict(sorted(book.readings.values.items())),
    }
