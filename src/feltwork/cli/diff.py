"""``feltwork diff``."""

from __future__ import annotations

from fractions import Fraction

import click

from feltwork.cli.book_options import SCHEMA, Asked, about, mega_option, open_asked
from feltwork.cli.common import json_option, say, say_json
from feltwork.games import check_book
from feltwork.games.book import Book
from feltwork.games.registry import games, with_wheels
from feltwork.lab.analysis.compare import Difference, compare, house_differences
from feltwork.lab.analysis.edges import OddsRow
from feltwork.odds import percent
from feltwork.refusal import shown
from feltwork.table.play.events import say_selection, selection_data


@click.command("diff")
@click.argument("first", metavar="BOOK[:VARIANT]")
@click.argument("second", metavar="BOOK[:VARIANT]")
@mega_option
@click.option("--all", "everything", is_flag=True, help="Also the wagers that are alike.")
@json_option
def command(first: str, second: str, mega: Fraction | None, everything: bool, as_json: bool) -> None:
    """How two books differ, wager by wager, with the difference in edge (the second's less the first's).

    A variant goes behind a colon: BOOK:mini, BOOK:double, BOOK:double+lucky-ball. With --mega each roulette
    book has Lucky Ball with Mega Odds; if one is named with mega behind its colon, only that one.
    """
    left, right = _open_both(first, second, mega)
    found = [d for d in compare(left, right) if everything or d.differs]
    if as_json:
        say_json(
            {
                "schema": SCHEMA,
                "first": about(left),
                "second": about(right),
                "differences": [_data(d) for d in found],
                "house": [{"first": one, "second": two} for one, two in house_differences(left, right)],
            }
        )
        return
    from feltwork.cli.render import table

    table(
        ("wager", "on", first, second, "edge %", "edge %", "difference %", "what differs"),
        (
            (
                d.concept,
                "" if d.on is None else say_selection(d.on),
                _name(d.left),
                _name(d.right),
                _edge(d.left),
                _edge(d.right),
                "" if d.edge is None else percent(d.edge),
                "; ".join(d.notes),
            )
            for d in found
        ),
        right=(4, 5, 6),
        title=f"{left.name} and {right.name}",
        wide=True,
    )
    _house(left, right)


def _open_both(first: str, second: str, mega: Fraction | None) -> tuple[Book, Book]:
    named = [_named(first), _named(second)]
    wanting = [name in with_wheels() and "lucky-ball" not in asked for name, asked in named]
    if any("mega" in asked for _, asked in named):
        wanting = ["mega" in asked for _, asked in named]
        if mega is None:
            raise click.UsageError("Mega Odds need a probability, which the book leaves to the operator: --mega 1/500")
    elif mega is not None and not any(wanting):
        book = with_wheels()[0]
        raise click.UsageError(f"--mega is for {book}; name it, or {book}:mega")
    left, right = (
        _open(name, asked, mega if wants else None) for (name, asked), wants in zip(named, wanting, strict=True)
    )
    return left, right


def _named(text: str) -> tuple[str, set[str]]:
    """A book and the variants behind its colon."""
    name, _, variants = text.partition(":")
    asked = set(filter(None, variants.split("+")))
    known = (*_variants(), "double", "lucky-ball", "mega")
    unknown = asked - set(known)
    if unknown:
        raise click.UsageError(f"a variant is {', '.join(known[:-1])} or {known[-1]}, not '{shown(min(unknown))}'")
    return name, asked


def _variants() -> tuple[str, ...]:
    """The variants that books have by name."""
    return tuple(sorted({variant for game in games() for variant in game.variants}))


def _open(name: str, asked: set[str], mega: Fraction | None) -> Book:
    wheel = "double" if "double" in asked else None
    return open_asked(
        check_book(name), Asked(next(filter(asked.__contains__, _variants()), None), wheel, "lucky-ball" in asked, mega)
    )


def _house(left: Book, right: Book) -> None:
    for one, two in house_differences(left, right):
        say(f"Around the wagers, only in {left.id}: {one}")
        say(f"Around the wagers, only in {right.id}: {two}")


def _name(row: OddsRow | None) -> str:
    return "none" if row is None else row.wager


def _edge(row: OddsRow | None) -> str:
    return "" if row is None else percent(row.edge)


def _data(d: Difference) -> dict[str, object]:
    return {
        "concept": d.concept,
        "on": selection_data(d.on),
        "first": None if d.left is None else d.left.as_data(),
        "second": None if d.right is None else d.right.as_data(),
        "edge_difference": None if d.edge is None else str(d.edge),
        "notes": list(d.notes),
    }
