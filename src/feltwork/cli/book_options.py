"""The options that say which kind of table of a book is meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from feltwork.cli.common import reading_option, variant_option
from feltwork.rulebooks import open_book
from feltwork.rulebooks.book import Book

F = TypeVar("F", bound=Callable[..., Any])


def book_options(function: F) -> F:
    """``--variant``, ``--wheel``, ``--lucky-ball`` and ``--reading``, put together by ``open_asked``."""
    for option in (
        click.option("--lucky-ball", is_flag=True, help="Roulette: with the Lucky Ball wagers."),
        click.option(
            "--wheel", type=click.Choice(["single", "double"]), default="single", help="Roulette: which wheel."
        ),
        variant_option,
    ):
        function = option(function)
    return reading_option(function)


def open_asked(book: str, variant: str | None, wheel: str, lucky_ball: bool, readings: dict[str, str]) -> Book:
    """The book as asked for; a chance of Mega Odds brings Lucky Ball with it."""
    mega = readings.get("mega_probability", "unset") != "unset"
    return open_book(
        book, variant=variant, wheel=wheel, lucky_ball="mega" if mega else lucky_ball, readings=readings
    )  # fmt: skip
