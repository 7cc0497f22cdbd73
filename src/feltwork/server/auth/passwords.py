"""Passwords: what they hash to, and how many are checked at once.

A check takes 16 MiB and some tens of milliseconds by design, so whoever sends many would have all of the machine. A few
run at a time, a few more wait, and the others are told to come again.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import scrypt
from typing import TypeVar

SCRYPT_N, SCRYPT_R, SCRYPT_P = 1 << 14, 8, 1
MIN_PASSWORD, MAX_PASSWORD = 8, 1024
AT_ONCE, WAITING = 2, 16
"""Checks that run, and that wait, for people who are not known here."""
AT_ONCE_KNOWN, WAITING_KNOWN = 1, 16
"""The same for those who are: strangers never take their places."""
EACH_ADDRESS = 4
"""Checks that one address of strangers has under way."""
T = TypeVar("T")


class BusyError(Exception):
    """As many password checks wait as may."""


def hash_password(password: str, salt: bytes) -> bytes:
    raw = password.encode("utf-8", "replace")[:MAX_PASSWORD]
    return scrypt(raw, salt=salt, n=SCRYPT_N, r=SCRYPT_R, p=SCRYPT_P)


class _Lane:
    """Threads of their own for checks, and a bounded queue before them."""

    def __init__(self, name: str, at_once: int, waiting: int) -> None:
        self.most, self.under_way = at_once + waiting, 0
        self.pool = ThreadPoolExecutor(at_once, f"passwords-{name}")


class PasswordChecks:
    """Runs checks for one process; used by the thread of the event loop alone."""

    def __init__(self) -> None:
        self._known = _Lane("known", AT_ONCE_KNOWN, WAITING_KNOWN)
        self._strangers = _Lane("strangers", AT_ONCE, WAITING)
        self._addresses: Counter[str] = Counter()

    async def run(self, check: Callable[[], T], address: str, *, known: bool) -> T:
        """What the check gives; a busy error where too many wait already."""
        lane = self._known if known else self._strangers
        if lane.under_way >= lane.most or (not known and self._addresses[address] >= EACH_ADDRESS):
            raise BusyError
        lane.under_way += 1
        self._addresses[address] += not known
        running = asyncio.get_running_loop().run_in_executor(lane.pool, check)

        def ended(_: object) -> None:
            lane.under_way -= 1
            if not known:
                self._addresses[address] -= 1
                self._addresses += Counter()  # an address with none is forgotten

        running.add_done_callback(ended)  # whoever waits for it may go; the check still takes its place
        return await asyncio.shield(running)
