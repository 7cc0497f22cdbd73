"""Tries to sign in: who tries again and again waits longer and longer, and nobody else does.

What is counted is an address, and a name at an address; never a name alone, or a stranger could keep its owner out.
Whoever is signed in already is counted by that session, and whoever has signed in from an address before is not counted
with the others there. Only who gives the right password and a wrong code is counted by the name alone: once for all
addresses and sessions where its owner is known, and once for all others. The counts are on the shelf, for all processes
of a floor together.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

import msgspec
from msgspec import Struct

from feltwork.server.auth.recorded_shelves import RecordedShelves
from feltwork.server.auth.sessions import MINUTE, SECOND, hashed
from feltwork.server.undecodable import UNDECODABLE

SHELF = "tries"
FORGOTTEN = 60 * MINUTE
"""After so long without a try, all of them are forgotten."""
LONGEST = 15 * MINUTE
PARTS = 1000
"""Of one failed try, where they are forgotten bit by bit."""


class Patience(NamedTuple):
    """How many tries may fail before the first wait, which doubles with each one after."""

    free: int

    def wait_after(self, failed: int) -> int:
        """Microseconds between the last try and the next."""
        return min(SECOND << min(failed - self.free, 20), LONGEST) if failed >= self.free else 0


ONE_NAME = Patience(5)
"""One name at one address, or in one session."""
ONE_ADDRESS = Patience(20)
"""All names that are tried from one address."""
ONE_CODE = Patience(10)
"""Wrong codes of one person after the right password: all from where that person is known, and all from elsewhere."""


class TooSoonError(Exception):
    """A try that comes before its time; the message may be shown."""

    def __init__(self, wait: int) -> None:
        self.seconds = -(-wait // SECOND)
        more = f"{self.seconds} seconds" if self.seconds < 120 else f"{-(-self.seconds // 60)} minutes"
        super().__init__(f"too many wrong tries from here; try again in {'a second' if self.seconds == 1 else more}")


class Failed(Struct, frozen=True, array_like=True):
    """Tries that failed, and when the last was."""

    times: int
    at: int


_decoded = msgspec.json.Decoder(Failed).decode


def _failed(kept: bytes) -> Failed:
    """What a row counts; nothing where it cannot be read."""
    try:
        return _decoded(kept)
    except UNDECODABLE:
        return Failed(0, 0)


class Tries:
    """Counts of tries on the shelf, by name."""

    def __init__(self, shelf: RecordedShelves, now: Callable[[], int]) -> None:
        self.shelf, self.now = shelf, now

    def take(self, counts: tuple[tuple[str, Patience], ...]) -> None:
        """Count a try before it is looked at, however many come at once; too soon, it is not counted."""
        for name, patience in counts:
            self._wait(name, patience)
        for name, patience in counts:
            self._count(name, patience)

    def _wait(self, name: str, patience: Patience) -> tuple[bytes | None, int]:
        kept = self.shelf.get(SHELF, name)
        failed = _failed(kept) if kept else Failed(0, 0)
        times = failed.times if self.now() - failed.at <= FORGOTTEN else 0
        wait = failed.at + patience.wait_after(times) - self.now()
        if times and wait > 0:
            raise TooSoonError(wait)
        return kept, times

    def _count(self, name: str, patience: Patience) -> None:
        done = False
        while not done:
            kept, times = self._wait(name, patience)
            done = self.shelf.swap(SHELF, name, kept, msgspec.json.encode(Failed(times + 1, self.now())))

    def forgive(self, name: str, *, all_: bool) -> None:
        """A try that was right after all: it does not count, or with it all before it."""
        while (kept := self.shelf.get(SHELF, name)) is not None:
            if all_:
                self.shelf.take(SHELF, name)
                return
            failed = _failed(kept)
            fewer = msgspec.json.encode(Failed(max(failed.times - 1, 0), failed.at))
            if self.shelf.swap(SHELF, name, kept, fewer):  # never taken away: another may have been counted meanwhile
                return

    def leaks(self, name: str, rate: float, at_once: float) -> float:
        """Seconds until one more may fail of what is counted here, where so many a second are forgotten."""
        return max(0.0, (self._left(name, rate)[1] + 1 - at_once) / rate)

    def spill(self, name: str, rate: float, most: float) -> None:
        """Count one more that failed where so many a second are forgotten; never more than the most."""
        done = False
        while not done:
            kept, left = self._left(name, rate)
            now_left = msgspec.json.encode(Failed(int(min(left + 1, most) * PARTS), self.now()))
            done = self.shelf.swap(SHELF, name, kept, now_left)

    def _left(self, name: str, rate: float) -> tuple[bytes | None, float]:
        kept = self.shelf.get(SHELF, name)
        failed = _failed(kept) if kept else Failed(0, 0)
        return kept, max(0.0, failed.times / PARTS - max(0, self.now() - failed.at) / SECOND * rate)

    def forget(self, person: str) -> None:
        """Whoever tried this name may try again at once."""
        part = f".{who(person)}"
        for name in self.shelf.names(SHELF):
            if name.endswith(part):
                self.shelf.take(SHELF, name)

    def sweep(self) -> None:
        """Clear away what is forgotten."""
        for name in self.shelf.names(SHELF):
            kept = self.shelf.get(SHELF, name)
            if kept is not None and self.now() - _failed(kept).at > FORGOTTEN:
                self.shelf.take(SHELF, name)


def who(person: str) -> str:
    return hashed(person)[:24]


def network(address: str) -> str:
    """What counts as one address: of IPv6 the 64 bits that one subscriber has, of IPv4 within IPv6 the whole."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
