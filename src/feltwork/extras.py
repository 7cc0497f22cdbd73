"""What not everybody has installed: asked for once, and missed in one line that says how to get it."""

from __future__ import annotations

import importlib
from types import ModuleType


class MissingExtraError(ImportError, ValueError):
    """A library of an extra is not installed."""


def need(module: str, extra: str) -> ModuleType:
    """The library, or one line about how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        name = module.split(".", maxsplit=1)[0]
        raise MissingExtraError(f"{name} is not installed: pip install 'feltwork[{extra}]'") from None
