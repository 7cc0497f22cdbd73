"""Breaches of what is only told: a definition replaced by nonsense in the register that people are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from feltwork.games import register as told
from tests.breaches.breach import Breach, forget, rebind

TERMS = "1.1"
"""The clause under which a book's terms stand, where it has a row of its own."""
FURTHER = ("10.1.1",)
"""Clauses with terms of their own, each of which something else carries out."""
ORDER = "ORDER"
"""The order by which the rules were approved."""
NONSENSE = "A thing of no particular kind, in the manner of such things."


def breaches(book: str) -> Iterator[Breach]:
    """Each defined term of this book, and the order that approved it, told wrongly."""
    for row in told.register():
        if row.book == book and (row.clause.startswith(f"{TERMS}[") or row.clause == ORDER):
            for clause in dict.fromkeys((row.clause, *([TERMS] if row.clause != ORDER else []))):
                yield Breach(book, clause, f"{row.clause} is told as nonsense", _nonsense(book, row.clause))
        for head in FURTHER:
            if row.book == book and row.clause.startswith(f"{head}["):
                yield Breach(book, head, f"{row.clause} is told as nonsense", _nonsense(book, row.clause))


def _nonsense(book: str, clause: str) -> Callable[[], None]:
    def enforce() -> None:
        forget()
        whole = told.register
        rows = tuple(
            replace(row, obligation=NONSENSE) if (row.book, row.clause) == (book, clause) else row for row in whole()
        )
        rebind(whole, lambda: rows)

    return enforce
