"""What the pages and sockets of one server process share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from starlette.requests import HTTPConnection

from feltwork.server.api.devices import PlayMoney
from feltwork.server.api.overview import Refusals
from feltwork.server.auth.cookies import candidates
from feltwork.server.auth.passwords import PasswordChecks
from feltwork.server.auth.sessions import Session, Sessions, session_id
from feltwork.server.auth.staff import Staff
from feltwork.server.cms import Cashless
from feltwork.server.ops.guesses import Guesses
from feltwork.server.ops.heartbeat import Heartbeat
from feltwork.server.ops.limits import RequestLimits
from feltwork.server.ops.log_checks import LogChecks
from feltwork.server.ops.single_flight import SingleFlight
from feltwork.server.runtime import Runtime
from feltwork.server.sockets.handover import Handover
from feltwork.server.sockets.screens import Screens

BY_ITSELF = "feltwork-by-itself"
"""A header of what a screen looks up now and then without anybody's doing."""
STOPPED = "play is stopped: the house cannot tell what is on its disk, and starts again"


class Guests(Protocol):
    """What a demonstration does for whoever comes to its lobby."""

    async def welcome(self, floor: ServerState, kind: str, table: str | None) -> Session | str:
        """The session of a new guest, or the key of a text that says why there is none."""

    async def again(self, floor: ServerState, token: str, session: Session) -> Session | str:
        """The session in which a guest goes on, or the key of a text that says why they cannot."""

    async def kept(self, floor: ServerState, player: str) -> int:
        """What waits for a guest whose seat was given up."""
        ...

    async def entrant(self, floor: ServerState) -> Session:
        """The session of a new guest without a seat, who enters tournaments."""
        ...


class ServerState:
    """What the pages and sockets share: the house, the sessions, the connected screens."""

    def __init__(self, house: Runtime) -> None:
        self.house = house
        self.sessions = Sessions(house.shelf, house.now)
        self.staff = Staff(self.sessions)
        self.passwords = PasswordChecks()
        self.screens = Screens()
        self.cashless = Cashless(house)
        """Transfers from and to the casino management system."""
        self.play_money = PlayMoney()
        """Simulated note acceptors, for tables where no money is real."""
        self.hosts: frozenset[str] = frozenset()
        """The names by which the floor is reached; without any, it answers to every name."""
        self.metrics_token = ""
        """What a reader of metrics shows; without one only this machine reads them."""
        self.draw_key = b""
        """Seals the secrets of draws; without one this process draws no prizes."""
        self.draining = False
        self.guests: Guests | None = None
        """Lets everybody in who comes to the lobby of a demonstration."""
        self.refusals = Refusals()
        self.log_checks = LogChecks(house)
        self.failed = ""
        """Why the process ends by itself, if it does."""
        self.end: Callable[[], None] = lambda: None
        """Ends the server's loop."""
        self.heartbeat = Heartbeat(house)
        self.limits = RequestLimits()
        self.guesses = Guesses(self.limits.rates, self.staff.tries)
        self.signing: set[str] = set()
        """Keys of what second people sign at consoles, while it is under way here."""
        self.exports: set[str] = set()
        """Tokens of the sessions whose exports of the log are being written."""
        self.readiness = SingleFlight()
        """Finds out whether this process is ready, once for all who ask."""
        self.handover = Handover()
        house.health.on_failure = lambda why: self.handover.put(partial(self.stop_for, why))
        house.follower.tell = lambda table, news: self.handover.put(partial(self.screens.broadcast, table, news))

    def session(self, asked: HTTPConnection, kinds: frozenset[str] = frozenset()) -> Session | None:
        """The session that a request is asked in, and from then on its token: that of the role its tab names.

        A tab that names none, such as one just opened by an address, takes the browser's newest that may ask this.
        """
        looked = {token: self.sessions.find(token, used=False) for token in candidates(asked)}
        live = [(token, session) for token, session in looked.items() if session is not None]
        fit = [each for each in live if each[1].kind in kinds]
        asked.state.roles = [session_id(token) for token, _ in fit]
        asked.state.others = [session for _, session in fit]
        token, session = next(iter(fit or live), ("", None))
        if session is None:
            return None
        asked.state.token = token
        return self.sessions.find(token, used=BY_ITSELF not in asked.headers)

    def stop_for(self, why: str) -> None:
        """Play stops on every screen at once, and the process ends with a failure for whoever starts it again."""
        for screen in self.screens.everybody():
            screen.out.answer({"stopped": STOPPED})
        self.failed = why
        self.end()
