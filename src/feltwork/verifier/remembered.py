"""Values that are worked out once and kept, and how a run without caches keeps none."""

from __future__ import annotations

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import Any, TypeVar

T = TypeVar("T")
_EMPTY: list[Callable[[], None]] = []


class Forgetful(dict[Any, Any]):
    """In place of a cache that is switched off: it takes everything and keeps nothing."""

    def __setitem__(self, key: Any, value: Any) -> None:
        """Keep nothing."""

    def setdefault(self, key: Any, default: Any = None) -> Any:
        return default


def remembered(size: int | None = 4096, *, typed: bool = False) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """An ``lru_cache`` for a function of its arguments alone, which ``forget_all`` empties."""

    def made(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        found = lru_cache(maxsize=size, typed=typed)(function)
        _EMPTY.append(found.cache_clear)
        return found

    return made


def emptied_with_caches(empty: Callable[[], None]) -> None:
    """Have ``forget_all`` empty this too."""
    _EMPTY.append(empty)


def forget_all() -> None:
    """Empty every cache of this kind: without caches that is done after each record."""
    for empty in _EMPTY:
        empty()
