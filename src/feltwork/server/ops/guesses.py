"""Wrong numbers of tickets and cards: who brings many waits, and each is told to whoever watches the floor.

What is under way counts in its process; what was wrong counts on the shelf, for all processes of a floor together.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.cage.numbers import has_seal, read_ticket
from feltwork.server.auth.cookies import address_of, token_of
from feltwork.server.auth.sessions import Session, hashed
from feltwork.server.auth.tries import Tries, network
from feltwork.server.ops.rates import Bucket, Rate, Rates
from feltwork.store.port import StoreError

if TYPE_CHECKING:
    from feltwork.server.runtime import Runtime

AT_A_TERMINAL = Rate(1 / 20, 5)
"""Wrong numbers of one terminal or one player's session: five at once, then one in twenty seconds."""
AT_A_DESK = Rate(1 / 4, 20)
"""Of one session of staff, who type what many people bring."""
FROM_AN_ADDRESS = Rate(1 / 2, 60)
"""Of all sessions from one address together."""
SLOWER = "too many wrong numbers here; wait a moment, and read the next one twice"
log = logging.getLogger("feltwork.server")


class Guess:
    """A number that somebody brings: it counts as wrong until it proves right."""

    def __init__(self, buckets: dict[str, Bucket], rates: Rates) -> None:
        self.buckets, self._rates = buckets, rates

    def was_right(self) -> None:
        for bucket in self.buckets.values():
            bucket.charge(self._rates.now(), -1.0)


def _row(name: str) -> str:
    """The name of a row on the shelf, which holds no address."""
    return f"numbers.{hashed(name)[:24]}"


class Guesses:
    """Counts of one process, used by the thread of the event loop alone, and those on the shelf."""

    def __init__(self, rates: Rates, tries: Tries) -> None:
        self._rates, self._tries = rates, tries
        self.wrong: Counter[tuple[str, str]] = Counter()
        """Wrong numbers, by what they were for and by the kind of screen."""

    async def guess(self, request: Request) -> Guess | Response:
        """A turn to bring a number; without one, when to come again."""
        session: Session = request.state.session
        own = AT_A_TERMINAL if session.kind == "player" else AT_A_DESK
        buckets = {
            name: self._rates.bucket(name, rate)
            for name, rate in (
                (f"numbers {hashed(session.asker(token_of(request)))}", own),
                (f"numbers from {network(address_of(request))}", FROM_AN_ADDRESS),
            )
        }
        wait = max(bucket.lacks(self._rates.now()) for bucket in buckets.values())
        if not wait:
            for bucket in buckets.values():
                bucket.take(self._rates.now())
            if not (wait := await asyncio.to_thread(self._waits, buckets)):
                return Guess(buckets, self._rates)
            Guess(buckets, self._rates).was_right()  # not looked at: it counts neither way
        self._rates.note("numbers")
        return JSONResponse({"why": SLOWER}, 429, {"retry-after": str(math.ceil(wait))})

    def _waits(self, buckets: dict[str, Bucket]) -> float:
        return max(self._tries.leaks(_row(name), *bucket.rate) for name, bucket in buckets.items())

    def _spill(self, buckets: dict[str, Bucket]) -> None:
        for name, bucket in buckets.items():
            self._tries.spill(_row(name), bucket.rate.each_second, 2 * bucket.rate.at_once)

    async def judge(self, house: Runtime, guess: Guess, number: str, request: Request, *, taken: bool = False) -> None:
        """A ticket's number counts as wrong unless this house printed it, as it has printed one that was taken.

        Where that cannot be looked up it goes on counting: what was asked with it is answered all the same.
        """
        try:
            right = taken or await is_genuine(house, number)
        except StoreError as failed:
            log.error("whether a number was right cannot be looked up: %s", failed)
            return
        if right:
            guess.was_right()
        else:
            await self.was_wrong(guess, "ticket", request.state.session.kind)

    async def was_wrong(self, guess: Guess, what: str, kind: str) -> None:
        self.wrong[what, kind] += 1
        log.warning("a wrong number was brought", extra={"what": what, "kind": kind})
        try:
            await asyncio.to_thread(self._spill, guess.buckets)
        except StoreError as failed:  # it counts in this process all the same
            log.error("a wrong number could not be counted for the other processes: %s", failed)


async def is_genuine(house: Runtime, number: str) -> bool:
    """Was a ticket with this number ever printed by this house, whatever became of it?"""
    printed = read_ticket(number[:200])
    serial = printed.serial if printed else 0
    found = await house.cage.look(lambda cage: cage.tickets.get(serial))
    return bool(printed and found and has_seal(house.till.key, printed, found.amount, found.expires))
