"""Is numba there, and does it load?"""

from __future__ import annotations

import importlib
import importlib.util
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from feltwork.refusal import shown

ENDINGS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def unbroken() -> Iterator[None]:
    """While a kernel is loaded or compiled being told to end waits: inside LLVM's callbacks it would be lost."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {number: signal.signal(number, lambda number, _: came.append(number)) for number in ENDINGS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])


@cache
def numba_trouble() -> str:
    """Why numba cannot be used, in a few words; nothing if it can."""
    if importlib.util.find_spec("numba") is None:
        return "is not installed"
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "is switched off by NUMBA_DISABLE_JIT"
    try:
        with unbroken():
            importlib.import_module("feltwork.lab.simulate.kernel")  # says where numba keeps its cache, then loads it
    except Exception as wrong:  # a library that is broken may raise anything
        return f"is installed and cannot be loaded ({shown(next(iter(str(wrong).splitlines()), type(wrong).__name__))})"
    return ""


def has_numba() -> bool:
    return not numba_trouble()
