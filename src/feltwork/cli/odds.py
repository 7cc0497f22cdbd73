"""``feltwork odds``."""

from __future__ import annotations

from collections.abc import Callable

import click

from feltwork.cli.book_options import Asked, book_options, head, open_asked, with_mega
from feltwork.cli.common import Amount, BookName, json_option, read_text, say, say_json, warn
from feltwork.games.book import Book
from feltwork.lab.analysis.declared import Declared, declared_edges
from feltwork.lab.analysis.edges import OddsRow, mega_chance, odds_of
from feltwork.money import format_money
from feltwork.odds import in_words, percent
from feltwork.table.play.events import say_selection


@click.command("odds")
@click.argument("book", type=BookName(), required=False)
@click.argument("wager", required=False)
@book_options
@click.option("--stake", type=Amount(), help="Show the edge at this stake, paid in chips.")
@click.option("--chip", type=Amount(), help="The smallest chip (default: the book's usual one).")
@click.option("--layout", metavar="SCRIPT", help="The exact forecast of the layout at the end of a table script.")
@json_option
def command(
    book: str | None,
    wager: str | None,
    asked: Asked,
    stake: int | None,
    chip: int | None,
    layout: str | None,
    as_json: bool,
) -> None:
    """Exact odds, from the automata that settle. All figures are fractions; percentages are rounded."""
    if layout is not None:
        if book or wager or asked.wheel or asked.lucky_ball or asked.variant or stake or chip:
            raise click.UsageError("--layout takes the table from the script; give only --mega, --reading and --json")
        from feltwork.cli.layout import show_layout

        with_mega(asked.readings, asked.mega)
        show_layout(layout, read_text(layout), dict(asked.readings or {}), asked.mega, as_json)
        return
    if book is None:
        raise click.UsageError("name a book, or a script with --layout")
    if chip is not None and stake is None:
        raise click.UsageError("--chip goes with --stake")
    opened = open_asked(book, asked)
    rows = odds_of(opened, wager)
    edges = declared_edges(opened, rows)
    if stake is not None:
        _staked(opened, rows, stake, opened.default_chip if chip is None else chip, as_json)
    elif as_json:
        say_json({**head(opened), "rows": [row.as_data() | _declared_data(edges.get(row.wager)) for row in rows]})
    else:
        _print(opened, rows, edges)


COLUMNS: list[tuple[str, bool, Callable[[OddsRow], str]]] = [
    ("wager", False, lambda row: row.wager),
    ("on", False, lambda row: "" if row.on is None else say_selection(row.on)),
    ("pays", False, lambda row: ", ".join(in_words(p) for p in row.pays)),
    ("win", False, lambda row: str(row.win)),
    ("lose", False, lambda row: str(row.lose)),
    ("push", False, lambda row: str(row.push) if row.push else ""),
    ("edge", True, lambda row: str(row.edge)),
    ("edge %", True, lambda row: percent(row.edge)),
    ("per roll %", True, lambda row: percent(row.edge_per_roll)),
    ("rolls", True, lambda row: percent(row.rolls / 100, 2)),
    ("clause", False, lambda row: row.clause),
]
WIDE, NARROW = 105, 60
SHORT, SHORTEST = {"wager", "on", "pays", "edge", "edge %", "clause"}, {"wager", "on", "edge %"}
"""What is left of the table in a narrow window, and in a very narrow one."""


def _declared_data(declared: Declared | None) -> dict[str, object]:
    if declared is None:
        return {}
    return {"declared_percent": declared.percent, "agrees_with_declared": declared.agrees}


def _on(row: OddsRow) -> str:
    return "" if row.on is None else say_selection(row.on)


def _print(book: Book, rows: list[OddsRow], edges: dict[str, Declared]) -> None:
    from feltwork.cli.render import room, table

    chance = mega_chance(book, None)
    columns = [c for c in COLUMNS if room() >= WIDE or c[0] in (SHORT if room() >= NARROW else SHORTEST)]
    table(
        [name for name, _, _ in columns],
        ([cell(row) for _, _, cell in columns] for row in rows),
        right=[n for n, (_, right, _) in enumerate(columns) if right],
        title=book.name + (f", Mega Odds once in {1 / chance} rounds" if chance else ""),
        wide=True,
    )
    for note in dict.fromkeys(declared.says for declared in edges.values()):
        say(note)
    if any(price.denominator > 1 for row in rows for price in row.pays):
        say("Edges are exact, before a win is rounded to chips; --stake shows them as they are paid.")


def _staked(book: Book, rows: list[OddsRow], stake: int, chip: int, as_json: bool) -> None:
    from feltwork.lab.analysis.staking import rounding_warning, staked

    found = [(row, staked(book, row, stake, chip)) for row in rows]
    if as_json:
        rows_data = [row.as_data() | at.as_data() for row, at in found]
        say_json({**head(book), "stake": format_money(stake), "chip": format_money(chip), "rows": rows_data})
    else:
        from feltwork.cli.render import table

        table(
            ("wager", "on", "edge %", "edge % in chips", "note"),
            (
                (
                    row.wager,
                    _on(row),
                    percent(row.edge),
                    "" if at.edge is None else percent(at.edge),
                    at.why_not.reason if at.why_not else "player's advantage" if at.favours_player else "",
                )
                for row, at in found
            ),
            right=(2, 3),
            title=f"{book.name}: {format_money(stake)} staked, paid in chips of {format_money(chip)}",
        )
    warn(rounding_warning(book, stake, chip, found))
