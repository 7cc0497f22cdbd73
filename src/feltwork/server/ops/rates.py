"""Rate limits: how much one session or one address may ask of a floor, so that the others keep their share."""

from __future__ import annotations

import logging
import math
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from starlette.responses import JSONResponse, Response

MAX_KNOWN = 10_000
"""Sessions and addresses that are kept in mind; whoever has been quiet longest is forgotten first."""
log = logging.getLogger("feltwork.server")


class Rate(NamedTuple):
    """So much a second in the long run, and so much at once."""

    each_second: float
    at_once: float


COMMANDS = Rate(50, 200)
"""Commands of one session, or of one terminal or seat: far more than fingers give, far less than a program can."""
REFUSED_COSTS = 10.0
"""A refused command counts as so many: each is written to the log, for good."""
REFUSALS = Rate(1, 300)
"""Refused commands of one session, terminal or seat, a long one as several: more grow the log and help nobody."""
REFUSED_BYTES = 500
"""Of a refused command that count as one more."""
LONGEST_DEBT = 60.0
"""Seconds that somebody whose commands were refused too often waits at most."""
QUESTIONS = Rate(20, 100)
"""Questions over the sockets of one session, terminal or seat: each is worked out from the table anew."""
REQUESTS = Rate(30, 120)
"""Requests of one signed-in session, or of one terminal or seat."""
ENROLMENTS = Rate(0.1, 10)
"""Sessions that one terminal gets with its key: each is a record in the log, for good."""
STRANGERS = Rate(10, 60)
"""Requests of one address that nobody is signed in from."""
PATIENCE = Rate(10, 400)
"""Commands over the rate that are turned away; with more, the screen is cut off."""


def slow_down(wait: float) -> Response:
    """The answer to whoever asks too fast, with the seconds to wait."""
    said = {"why": "too many requests in a short time; wait a moment"}
    return JSONResponse(said, 429, {"retry-after": str(math.ceil(wait))})


class Bucket:
    """What somebody may still ask just now."""

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate, self.left, self.at = rate, rate.at_once, now

    def take(self, now: float, cost: float = 1.0) -> float:
        """Take from it; if there is not enough, take nothing and return the seconds until there is."""
        self._fill(now)
        if self.left >= cost:
            self.left -= cost
            return 0.0
        return (cost - self.left) / self.rate.each_second

    def lacks(self, now: float, cost: float = 1.0) -> float:
        """Seconds until there is so much in it; nothing is taken."""
        self._fill(now)
        return max(0.0, (cost - self.left) / self.rate.each_second)

    def charge(self, now: float, cost: float, debt: float | None = None) -> None:
        """Take from it, also what is not there, down to a debt: for a cost that is known only afterwards."""
        self._fill(now)
        self.left = max(self.left - cost, -(self.rate.at_once if debt is None else debt))

    def _fill(self, now: float) -> None:
        self.left = min(self.rate.at_once, self.left + (now - self.at) * self.rate.each_second)
        self.at = now


class Rates:
    """Buckets by name; used by the thread of the event loop alone."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.now = now
        self.limited: dict[str, int] = {}
        """How often each kind of asker was over its rate."""
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self, name: str, rate: Rate) -> Bucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(rate, self.now())
            while len(self._buckets) > MAX_KNOWN:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(name)
        return bucket

    def wait(self, kind: str, name: str, rate: Rate) -> float:
        """Take one; seconds to wait if that is more than the rate allows. The first, second, fourth... is logged."""
        seconds = self.bucket(f"{kind} {name}", rate).take(self.now())
        if seconds:
            self.note(kind)
        return seconds

    def refused(self, asker: str, size: int) -> None:
        """Count a refused command of so many bytes."""
        cost, debt = 1 + size // REFUSED_BYTES, LONGEST_DEBT * REFUSALS.each_second
        self.bucket(f"refusals {asker}", REFUSALS).charge(self.now(), cost, debt)

    def over_refusals(self, asker: str) -> float:
        """Seconds until somebody whose commands were refused too often may send another; 0 if it is now."""
        return self.bucket(f"refusals {asker}", REFUSALS).lacks(self.now(), 1.0)

    def note(self, kind: str) -> None:
        times = self.limited[kind] = self.limited.get(kind, 0) + 1
        if times & (times - 1) == 0:
            log.warning("over its rate", extra={"asker": kind, "times": times})


class ScreenRates:
    """What one screen may send; it is counted over all screens of its session, terminal or seat."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates
        self._patience = Bucket(PATIENCE, rates.now())
        """How much may come too fast before the screen is cut off."""

    def over_commands(self, asker: str) -> bool:
        """Count a command; is it more than the rate allows, or were too many refused?"""
        if self._rates.over_refusals(asker):
            return True
        return self._rates.bucket(f"commands {asker}", COMMANDS).take(self._rates.now()) > 0

    def over_questions(self, asker: str) -> bool:
        """Count a question; is it more than the rate allows?"""
        return self._rates.bucket(f"questions {asker}", QUESTIONS).take(self._rates.now()) > 0

    def charge_refusal(self, asker: str, size: int) -> None:
        """Count what a refused command of so many bytes costs."""
        self._rates.refused(asker, size)
        self._rates.bucket(f"commands {asker}", COMMANDS).charge(self._rates.now(), REFUSED_COSTS)

    def out_of_patience(self) -> bool:
        """Count something that came too fast; has it come so often that the screen is cut off?"""
        self._rates.note("screen")
        return self._patience.take(self._rates.now()) > 0
