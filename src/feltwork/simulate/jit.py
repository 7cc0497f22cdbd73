"""Is numba there, and does it load?"""

from __future__ import annotations

import importlib
import importlib.util
import os
from functools import cache

from feltwork.refusal import shown


@cache
def numba_trouble() -> str:
    """Why numba cannot be used, in a few words; nothing if it can."""
    if importlib.util.find_spec("numba") is None:
        return "is not installed"
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "is switched off by NUMBA_DISABLE_JIT"
    try:
        importlib.import_module("feltwork.simulate.kernel")  # which says where numba keeps its cache, then loads it
    except Exception as wrong:  # a library that is broken may raise anything
        return f"is installed and cannot be loaded ({shown(next(iter(str(wrong).splitlines()), type(wrong).__name__))})"
    return ""


def has_numba() -> bool:
    return not numba_trouble()
