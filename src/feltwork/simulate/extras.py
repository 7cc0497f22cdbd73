"""What not everybody has installed: asked for once, and missed in one line that says how to get it."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from types import ModuleType

from feltwork.refusal import shown


class MissingExtraError(ValueError):
    """A library of an extra is not installed."""


def need(module: str, extra: str) -> ModuleType:
    """The library, or one line about how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        name = module.split(".", maxsplit=1)[0]
        raise MissingExtraError(f"{name} is not installed: pip install 'feltwork[{extra}]'") from None


@cache
def numba_trouble() -> str:
    """Why numba cannot be used, in a few words; nothing if it can."""
    if importlib.util.find_spec("numba") is None:
        return "is not installed"
    try:
        importlib.import_module("feltwork.simulate.kernel")  # which says where numba keeps its cache, then loads it
    except Exception as wrong:  # a library that is broken may raise anything
        return f"is installed and cannot be loaded ({shown(next(iter(str(wrong).splitlines()), type(wrong).__name__))})"
    return ""


def has_numba() -> bool:
    return not numba_trouble()
