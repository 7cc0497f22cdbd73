"""``feltwork play``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import click

from feltwork.cli.book_options import Asked, book_options, open_asked
from feltwork.cli.common import Amount, book_argument, say

MAX_SEED = 1 << 63


@click.command("play")
@book_argument()
@book_options
@click.option("--bankroll", type=Amount(), default=30_000, help="What you sit down with.  [300]")
@click.option("--chip", type=Amount(), help="The smallest chip (default: the book's usual one).")
@click.option("--limit", "limits", multiple=True, metavar="WAGER=MIN-MAX", help="A limit on the sign.")
@click.option("--seed", type=click.IntRange(0, MAX_SEED - 1), help="The same seed shows the same results.")
def command(
    book: str, asked: Asked, bankroll: int, chip: int | None, limits: tuple[str, ...], seed: int | None
) -> None:
    """Play BOOK in the terminal with short codes, every payment explained; lines may also come from a pipe."""
    from feltwork.cli.laboratory import rules_of
    from feltwork.train.drawing import coloured, plain
    from feltwork.train.player import Game

    opened = open_asked(book, asked)
    screen = sys.stdout.isatty()
    game = Game(
        opened,
        rules_of(opened, chip, limits),
        bankroll,
        fresh_seed() if seed is None else seed,
        width=columns(),
        paint=coloured if screen and not os.environ.get("NO_COLOR") else plain,
        draws_after_rounds=screen,
    )
    _say(game.opening())
    for line in lines_in("> "):
        _say(game.answer(line))
        if game.over:
            break
    _say(game.closing())


def fresh_seed() -> int:
    import secrets

    return secrets.randbelow(1 << 31)


def columns() -> int:
    """How wide the window is; a pipe is as wide as a plain screen."""
    from shutil import get_terminal_size

    return get_terminal_size((80, 24)).columns


def lines_in(prompt: str) -> Iterator[str]:
    """Lines until the end of input or Ctrl-C; the prompt is shown only where somebody types."""
    typed = sys.stdin is not None and sys.stdin.isatty()
    try:
        while sys.stdin is not None:
            if typed:
                sys.stdout.write(prompt)
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                break
            yield line.strip()
    except KeyboardInterrupt:
        pass
    except UnicodeDecodeError:
        raise click.UsageError("what came in is not UTF-8 text") from None
    if typed:
        say()


def _say(lines: list[str]) -> None:
    for line in lines:
        say(line.rstrip())
