"""What a breach is, and how a program that is already loaded is made to break a rule.

A breach is put into force in a process of its own, which runs the listed test and ends; nothing here is undone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from types import ModuleType
from typing import Any, TypeVar, cast

from feltwork.games import registry
from feltwork.games.book import Book
from feltwork.games.conduct import Conduct

T = TypeVar("T")


@dataclass(frozen=True)
class Breach:
    """One way to break one clause."""

    book: str
    clause: str
    says: str
    """What is then wrong, in words."""
    enforce: Callable[[], None]
    """Make it so in this process."""

    def __str__(self) -> str:
        return f"{self.book} {self.clause}: {self.says}"


def altered(value: T, **parts: Any) -> T:
    """The same value with some of its parts changed, by name."""
    return cast("T", replace(cast("Any", value), **parts))


def ours() -> Iterator[ModuleType]:
    """Every module of the program and of its tests that is loaded."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("feltwork", "tests") and module is not None:
            yield module


def forget() -> None:
    """Empty every cache, so that nothing remembers the rule as it was."""
    for module in ours():
        for value in list(vars(module).values()):
            clear = getattr(value, "cache_clear", None)
            if callable(clear) and not isinstance(value, type):
                clear()


def rebind(old: object, new: object) -> None:
    """Put something in the place of a function or value wherever it was imported to."""
    for module in ours():
        for name, value in list(vars(module).items()):
            if value is old:
                setattr(module, name, new)


def change_book(book: str, change: Callable[[Book], Book]) -> Callable[[], None]:
    """Every kind of this book, changed as it is opened."""

    def enforce() -> None:
        forget()
        whole = registry._open.__wrapped__

        @lru_cache(maxsize=64)
        def opened(*asked: object) -> Book:
            found: Book = whole(*asked)
            return change(found) if found.id == book else found

        registry._open = opened

    return enforce


def change_conduct(book: str, change: Callable[[Conduct], Conduct]) -> Callable[[], None]:
    """The conduct of this book's tables, changed whoever asks for it."""

    def enforce() -> None:
        forget()
        whole = registry.conduct_of

        def asked(name: str, *more: object, **named: object) -> Conduct | None:
            found = whole(name, *more, **named)  # type: ignore[arg-type]
            return change(found) if found is not None and name == book else found

        rebind(whole, asked)

    return enforce
