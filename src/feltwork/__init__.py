"""Feltwork: casino table games exactly as their approved rules say.

A rule is written once, as a row beside its clause numbers; settlement, odds, rule cards and the clause
register all read that row.

>>> import feltwork
>>> from feltwork.games import book_names
>>> book = book_names()[0]
>>> table = feltwork.open_table(book, seats={1: "500.00"}, smallest_chip="1.00")
>>> table.bet(1, "win-line", "10.00") and table.roll(2, 2)
Step(number=1, refused=None, settled=())
>>> print(table.bet(1, "behind-win-line", "25.00"))
step 2: refused (6.1.5.1): Behind the Win Line may be 20.00 at most behind 10.00 on Win Line
>>> bool(table.bet(1, "behind-win-line", "20.00"))
True
>>> print(table.roll(3, 1))
step 4:
  seat 1: behind-win-line 20.00 win, paid 40.00, 20.00 back (6.1.5.2)
  seat 1: win-line 10.00 win, paid 10.00, 10.00 back (6.1.1.1.2)
>>> feltwork.odds_of(book, "field")[0].edge
Fraction(1, 18)
>>> feltwork.explain(book, "6.4").obligation
'Wager may be removed/reduced before the deciding roll, except Win Line after come out point and Come after come point.'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from feltwork import former

if TYPE_CHECKING:
    from feltwork.games import open_book
    from feltwork.games.card import card
    from feltwork.games.register import coverage
    from feltwork.games.register import find_clause as explain
    from feltwork.games.registry import options_of
    from feltwork.lab.analysis.compare import compare
    from feltwork.lab.analysis.edges import odds_of
    from feltwork.lab.analysis.layout import forecast
    from feltwork.refusal import Refusal
    from feltwork.table.play.script import read_script
    from feltwork.table.play.table import Table, open_table, play

    BOOKS: tuple[str, ...]
    __version__: str

_NAMES = {
    "Refusal": ("feltwork.refusal", "Refusal"),
    "Table": ("feltwork.table.play.table", "Table"),
    "card": ("feltwork.games.card", "card"),
    "compare": ("feltwork.lab.analysis.compare", "compare"),
    "coverage": ("feltwork.games.register", "coverage"),
    "explain": ("feltwork.games.register", "find_clause"),
    "forecast": ("feltwork.lab.analysis.layout", "forecast"),
    "odds_of": ("feltwork.lab.analysis.edges", "odds_of"),
    "open_book": ("feltwork.games", "open_book"),
    "open_table": ("feltwork.table.play.table", "open_table"),
    "options_of": ("feltwork.games.registry", "options_of"),
    "play": ("feltwork.table.play.table", "play"),
    "read_script": ("feltwork.table.play.script", "read_script"),
}
former.install()
__all__ = [
    "BOOKS",
    "Refusal",
    "Table",
    "card",
    "compare",
    "coverage",
    "explain",
    "forecast",
    "odds_of",
    "open_book",
    "open_table",
    "options_of",
    "play",
    "read_script",
]


def __getattr__(name: str) -> object:
    """Names are loaded on first use: `import feltwork` costs nothing and drags nothing in."""
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("feltwork")
    if name == "BOOKS":
        return importlib.import_module("feltwork.games").book_names()
    if name not in _NAMES:
        raise AttributeError(f"module 'feltwork' has no attribute {name!r}")
    module, attribute = _NAMES[name]
    return getattr(importlib.import_module(module), attribute)


def __dir__() -> list[str]:
    return ["__version__", *__all__]
