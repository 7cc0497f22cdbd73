"""Results from a file, played by a strategy at a real table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

import click

from feltwork.cli.book_options import head
from feltwork.cli.common import read_text, say, say_json
from feltwork.cli.laboratory import session_data
from feltwork.games.book import Book
from feltwork.lab.analysis.edges import OddsError
from feltwork.lab.analysis.worth import layout_worth
from feltwork.lab.simulate.lab import Prepared
from feltwork.lab.strategy.runner import Played, play_session
from feltwork.money import format_money
from feltwork.outcomes import throw_symbol
from feltwork.refusal import shown
from feltwork.table.play.events import say_selection, selection_data

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
    ready: Sequence[Prepared], names: Sequence[str], files: Sequence[str], rolls: int, finish: bool, as_json: bool
) -> None:
    """Each file is a session; each strategy plays all of them."""
    told = []
    for path in files:
        results = read_results(read_text(path), path, ready[0].book)
        for name, each in zip(names, ready, strict=True):
            played = play_session(each.strategy, each.book, each.rules, each.bankroll, results, rolls, finish=finish)
            told.append(session_data(name, each, rolls) | _data(path, played))
            if not as_json:
                _show(name, path, played)
    if as_json:
        say_json(head(ready[0].book) | (told[0] if len(told) == 1 else {"sessions": told}))


def _worth(played: Played) -> Fraction | None:
    """What stands is worth; not known where it never comes to an end."""
    try:
        return layout_worth(played.table)
    except OddsError:
        return None


def _data(path: str, played: Played) -> dict[str, object]:
    worth = _worth(played)
    return {
        "file": path,
        "final": played.final / 100,
        "rolls": played.rolls,
        "drawdown": played.drawdown / 100,
        "in_hand": played.in_hand / 100,
        "standing": [
            {"wager": wager, "on": selection_data(on), "stake": format_money(stake)}
            for (wager, on), stake in played.standing
        ],
        "standing_worth": None if worth is None else str(worth / 100),
        "unmet": [
            {"wager": wager, "on": on, "clause": clause, "reason": reason, "times": times}
            for (wager, on, clause, reason), times in played.unmet.items()
        ],
    }


def _stands(played: Played) -> str:
    if not played.standing:
        return ", all in hand"
    worth = _worth(played)
    said = "" if worth is None else f", worth {float(worth) / 100:,.4f} ({worth / 100})"
    lying = ", ".join(
        f"{wager}{'' if on is None else f' on {say_selection(on)}'} {format_money(stake)}"
        for (wager, on), stake in played.standing
    )
    return f", {format_money(played.in_hand)} in hand, standing {lying}{said}"


def _show(name: str, path: str, played: Played) -> None:
    say(f"{name} on {path}: {format_money(played.final)} after {played.rolls} rolls{_stands(played)}")
    for (wager, on, clause, reason), times in played.unmet.items():
        where = "" if on is None else f" on {say_selection(on)}"
        say(f"  wanted and not placed, {times} times: {wager}{where} ({clause}): {reason}")
