"""``feltwork diff``."""

from __future__ import annotations

import click

from feltwork.analysis.compare import Difference, compare, house_differences
from feltwork.analysis.edges import OddsRow
from feltwork.cli.common import json_option, say, say_json
from feltwork.odds import percent
from feltwork.refusal import shown
from feltwork.rulebooks import open_book
from feltwork.rulebooks.book import Book
from feltwork.table.events import say_selection


@click.command("diff")
@click.argument("first", metavar="BOOK[:VARIANT]")
@click.argument("second", metavar="BOOK[:VARIANT]")
@click.option("--all", "everything", is_flag=True, help="Also the wagers that are alike.")
@json_option
def command(first: str, second: str, everything: bool, as_json: bool) -> None:
    """How two books differ, wager by wager, with the difference in edge (the second's less the first's).

    A variant goes behind a colon: crown-craps:mini, star-roulette:double, star-roulette:double+lucky-ball.
    """
    left, right = _open(first), _open(second)
    found = [d for d in compare(left, right) if everything or d.differs]
    if as_json:
        say_json([_data(d) for d in found])
        return
    from feltwork.cli.render import table

    table(
        ("wager", "on", first, second, "edge %", "edge %", "difference %", "what differs"),
        (
            (
                d.concept, "" if d.on is None else say_selection(d.on), _name(d.left), _name(d.right), _edge(d.left),
                _edge(d.right), "" if d.edge is None else percent(d.edge), "; ".join(d.notes),
            )
            for d in found
        ),
        right=(4, 5, 6), title=f"{left.name} and {right.name}", wide=True,
    )  # fmt: skip
    _house(left, right)


def _open(text: str) -> Book:
    name, _, variants = text.partition(":")
    asked = set(filter(None, variants.split("+")))
    unknown = asked - {"mini", "double", "lucky-ball"}
    if unknown:
        raise click.UsageError(f"a variant is mini, double or lucky-ball, not '{shown(min(unknown))}'")
    return open_book(
        name, variant="mini" if "mini" in asked else None, wheel="double" if "double" in asked else "single",
        lucky_ball="lucky-ball" in asked,
    )  # fmt: skip


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
        "on": list(d.on) if isinstance(d.on, tuple) else d.on,
        "first": None if d.left is None else d.left.as_data(),
        "second": None if d.right is None else d.right.as_data(),
        "edge_difference": None if d.edge is None else str(d.edge),
        "notes": list(d.notes),
    }
