"""What the commands of the laboratory share: the table they play at, and how amounts and figures are shown."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from feltwork.cli.book_options import book_options
from feltwork.cli.common import Amount, BookName, read_text
from feltwork.cli.progress import progress
from feltwork.games import nearest
from feltwork.games.book import Book
from feltwork.games.registry import USUAL_BOOK
from feltwork.lab.strategy.named import NAMED, find_strategy
from feltwork.lab.strategy.strategy import Strategy, StrategyError
from feltwork.lab.strategy.view import find_row
from feltwork.money import MoneyError, format_money, parse_money
from feltwork.refusal import shown
from feltwork.table.play.state import Limit, TableRules

if TYPE_CHECKING:
    from feltwork.lab.simulate.lab import Prepared

F = TypeVar("F", bound=Callable[..., Any])


def table_options(function: F) -> F:
    """The options that say at which table a strategy is played."""
    for option in reversed(
        (
            click.option("--book", type=BookName(), default=USUAL_BOOK, show_default=True, help="Which book."),
            click.option("--bankroll", type=Amount(), default=30_000, help="What the player sits down with.  [300]"),
            click.option("--rolls", type=int, default=500, show_default=True, help="Results a session at most."),
            click.option("--finish", is_flag=True, help="Play out what stands after the last of them; no more wagers."),
            book_options,
            click.option("--chip", type=Amount(), help="The smallest chip (default: the book's usual one)."),
            click.option("--limit", "limits", multiple=True, metavar="WAGER=MIN-MAX", help="A limit on the sign."),
        )
    ):
        function = option(function)
    return function


def load_numpy() -> None:
    """The libraries of the laboratory, quickly: all they make at the start stays, and is no garbage to look for."""
    from feltwork.extras import need

    gc.set_threshold(100_000)
    need("numpy", "sim")


def rules_of(book: Book, chip: int | None, limits: tuple[str, ...]) -> TableRules:
    signs = {}
    for text in limits:
        name, equals, amounts = text.partition("=")
        low, dash, high = amounts.partition("-")
        try:
            if not equals or not dash:
                raise MoneyError
            limit = Limit(_money(low) if low else 0, _money(high) if high else None)
        except MoneyError:
            raise click.UsageError(f"a limit is written like field=5-100, not '{shown(text)}'") from None
        if limit.maximum is not None and limit.maximum < limit.minimum:
            raise click.UsageError(f"--limit {shown(text)}: the maximum is under the minimum")
        signs[find_row(book, name).name] = limit
    return TableRules(book.default_chip if chip is None else chip, signs)


def _money(text: str) -> int:
    return parse_money(text if "." in text else f"{text}.00")


def strategy_of(text: str) -> Strategy:
    """A strategy by name, from a file that holds its text, or written out."""
    if "\n" not in text and len(text) < 500 and Path(text).is_file():
        from dataclasses import replace

        from feltwork.lab.strategy.text import read_strategy

        try:
            return replace(read_strategy(read_text(text)), name=Path(text).name)
        except StrategyError as wrong:
            raise click.UsageError(f"{shown(text)}: {wrong}") from None
    if text not in NAMED and " " not in text.strip():
        raise click.UsageError(f"no strategy and no file is called '{shown(text)}'{nearest(text, NAMED)}")
    return find_strategy(text)


def prepared(text: str, book: Book, rules: TableRules, bankroll: int) -> Prepared:
    """A strategy compiled at its table, with its states counted where somebody is watching."""
    from feltwork.lab.simulate.lab import prepare

    with progress("compiling, states", None) as tick:
        return prepare(
            strategy_of(text),
            book,
            bankroll=format_money(bankroll),
            chip=rules.chip,
            limits=rules.limits,
            progress=tick,
        )


def session_data(text: str, ready: Prepared, rolls: int) -> dict[str, object]:
    """What was played: the strategy as asked for and as it was read, and the table."""
    return {
        "strategy": text,
        "parts": str(ready.strategy),
        "bankroll": format_money(ready.bankroll),
        "most_rolls": rolls,
        "chip": format_money(ready.rules.chip),
        "limits": {wager: str(limit) for wager, limit in ready.rules.limits.items()},
    }


def money(cents: float) -> str:
    """An amount as people read it."""
    return f"{cents / 100:,.2f}"


def check_rolls(rolls: int, most: int) -> None:
    if not 1 <= rolls <= most:
        raise click.UsageError(f"rolls are 1 to {most:,} here, not {rolls:,}")
