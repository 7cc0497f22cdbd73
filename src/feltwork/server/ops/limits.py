"""How often somebody may ask: by session once it is known to be one, by address before."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from feltwork.server.auth.cookies import address_of, token_of
from feltwork.server.auth.sessions import Session
from feltwork.server.auth.tries import network
from feltwork.server.ops.rates import MAX_KNOWN, REQUESTS, STRANGERS, Rates


class RequestLimits:
    """The rates of requests, and the tokens that they are counted by; used by the thread of the event loop alone."""

    def __init__(self) -> None:
        self.rates = Rates()
        self._proven: dict[str, str] = {}
        """Tokens that were found to be of a session, and what its rates are counted by; the newest last."""

    def is_proven(self, asked: HTTPConnection) -> bool:
        """Was the token of this request found to be of a session?"""
        return token_of(asked) in self._proven

    def forget(self, asked: HTTPConnection) -> None:
        """The token of this request is of no session any more."""
        self._proven.pop(token_of(asked), None)

    def too_fast(self, asked: HTTPConnection, session: Session | None = None, *, asks_who: bool = False) -> float:
        """Seconds that whoever asks has to wait, by their session or, without one, by their address.

        A cookie that anybody can make up is no session: it counts as one once it was found to be. Where nobody asks who
        it is, it counts by itself: whoever has the token of a session that is over slows no terminal.
        """
        token = token_of(asked)
        if session is not None:
            self._proven[token] = session.asker(token)
            while len(self._proven) > MAX_KNOWN:
                self._proven.pop(next(iter(self._proven)))
        if token in self._proven:
            asker = self._proven[token] if asks_who or session is not None else token
            return self.rates.wait("session", asker, REQUESTS)
        return self.rates.wait("address", network(address_of(asked)), STRANGERS)

    def too_many_refused(self, asked: HTTPConnection, session: Session) -> float:
        """Seconds to wait for somebody whose commands were refused too often."""
        wait = self.rates.over_refusals(session.asker(token_of(asked)))
        if wait:
            self.rates.note("refused")
        return wait

    def refused(self, asked: HTTPConnection, session: Session) -> None:
        """Count a command that was refused: it is in the log for good, a long one as several."""
        self.rates.refused(session.asker(token_of(asked)), getattr(asked.state, "size", 0))
