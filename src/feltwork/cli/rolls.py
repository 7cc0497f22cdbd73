"""Results from a file, played by a strategy at a real table."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from feltwork.cli.common import read_text, say, say_json
from feltwork.money import format_money
from feltwork.outcomes import throw_symbol
from feltwork.refusal import shown
from feltwork.rulebooks.book import Book
from feltwork.simulate.lab import Prepared
from feltwork.strategy.runner import Played, play_session
from feltwork.table.events import say_selection

THROW = re.compile(r"([1-6])-([1-6])", re.ASCII)


def read_results(text: str, name: str, book: Book) -> list[int]:
    """``3-4`` for a throw, ``17`` or ``00`` for a pocket, apart by spaces or lines; ``#`` starts a remark."""
    if book.lucky:
        raise click.UsageError("results from a file cannot tell Lucky Ball numbers")
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.partition("#")[0].replace(",", " ").split():
            symbol = _symbol(word, book)
            if symbol is None:
                what = "a pocket of this wheel" if book.spins else "a throw such as 3-4"
                raise click.UsageError(f"{name}, line {number}: '{shown(word)}' is not {what}")
            found.append(symbol)
    if not found:
        raise click.UsageError(f"{name}: no results in it")
    return found


def _symbol(word: str, book: Book) -> int | None:
    if book.spins:
        named = [str(pocket) for pocket in book.wheel]
        return named.index(word) if word in named else None
    thrown = THROW.fullmatch(word)
    return throw_symbol(int(thrown[1]), int(thrown[2])) if thrown else None


def replay_files(
    ready: Sequence[Prepared], names: Sequence[str], files: Sequence[str], rolls: int, as_json: bool
) -> None:
    """Each file is a session; each strategy plays all of them."""
    told = []
    for path in files:
        results = read_results(read_text(path), path, ready[0].book)
        for name, each in zip(names, ready, strict=True):
            played = play_session(each.strategy, each.book, each.rules, each.bankroll, results, rolls)
            told.append(_data(name, path, played))
            if not as_json:
                _show(name, path, played)
    if as_json:
        say_json(told[0] if len(told) == 1 else told)


def _data(name: str, path: str, played: Played) -> dict[str, object]:
    return {
        "strategy": name,
        "file": path,
        "final": played.final / 100,
        "rolls": played.rolls,
        "drawdown": played.drawdown / 100,
        "unmet": [
            {"wager": wager, "on": on, "clause": clause, "reason": reason, "times": times}
            for (wager, on, clause, reason), times in played.unmet.items()
        ],
    }


def _show(name: str, path: str, played: Played) -> None:
    say(f"{name} on {path}: {format_money(played.final)} after {played.rolls} rolls")
    for (wager, on, clause, reason), times in played.unmet.items():
        where = "" if on is None else f" on {say_selection(on)}"
        say(f"  wanted and not placed, {times} times: {wager}{where} ({clause}): {reason}")
