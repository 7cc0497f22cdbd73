"""Tables in the terminal: as wide as the window, plain when piped, no colour under NO_COLOR."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from shutil import get_terminal_size

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from feltwork.cli.output import say


def console(width: int | None = None) -> Console:
    """A console on stdout. Piped output is not squeezed into a window that is not there."""
    made = Console(highlight=False, soft_wrap=False, width=width)
    if not made.is_terminal and width is None:
        return Console(highlight=False, width=max(120, get_terminal_size((120, 40)).columns))
    return made


def room() -> int:
    """How many columns a table may take."""
    return console().width


def table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    right: Sequence[int] = (),
    title: str | None = None,
    wide: bool = False,
) -> None:
    """A table of text; the columns numbered in ``right`` are figures."""
    made = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, heading in enumerate(headings):
        if number in right:
            made.add_column(heading, justify="right", no_wrap=True)
        else:
            made.add_column(heading, overflow="fold")
    for row in rows:
        made.add_row(*row)
    out = console()
    if wide and not out.is_terminal:
        out = console(width=200)
    with out.capture() as captured:
        out.print(made)
    if title:
        say(title)
    lines = [line.rstrip() for line in captured.get().splitlines()]
    for line in lines if title else lines[1:]:
        say(line)
