"""A bar on stderr for what takes a while, where somebody is watching."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[int], None] | None]:
    """Call it with how many more are done; there is nothing to call where stderr is no terminal.

    Without a total the number done is shown.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TimeRemainingColumn

    shown = ("{task.completed:,.0f}",) if total is None else ("{task.percentage:3.0f}%", TimeRemainingColumn())
    with Progress(what, BarColumn(), *shown, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda count: bar.advance(task, count)
