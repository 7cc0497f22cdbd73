"""``feltwork diff``."""

from __future__ import annotations

import click

from feltwork.analysis.compare import Difference, compare, house_differences
from feltwork.analysis.edges import OddsRow
from feltwork.cli.common import book_argument, json_option, say, say_json
from feltwork.odds import percent
from feltwork.rulebooks import open_book
from feltwork.rulebooks.book import Book
from feltwork.table.events import say_selection


@click.command("diff")
@book_argument("first")
@book_argument("second")
@click.option("--all", "everything", is_flag=True, help="Also the wagers that are alike.")
@json_option
def command(first: str, second: str, everything: bool, as_json: bool) -> None:
    """How two books differ, wager by wager, with the difference in edge (the second's less the first's)."""
    left, right = open_book(first), open_book(second)
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
