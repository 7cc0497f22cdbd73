"""Notes for tests: a simulated acceptor at each terminal that needs one."""

from __future__ import annotations

from collections.abc import Callable

from feltwork.cage.acceptor import SimulatedAcceptor
from feltwork.engine.envelope import Body
from feltwork.store.port import Answer
from feltwork.table.live.topics.acceptors import ACCEPTOR

Send = Callable[[Body, str, str], Answer]


class Slots:
    """The note acceptors of one table; each is enrolled when it is first used."""

    def __init__(self, table: str, manager: tuple[str, str]) -> None:
        self.table, self.manager = table, manager
        self._acceptors: dict[int, SimulatedAcceptor] = {}

    def acceptor(self, send: Send, seat: int) -> SimulatedAcceptor:
        if seat not in self._acceptors:
            self._acceptors[seat] = SimulatedAcceptor.seeded(self.table, seat, "tests")
            assert not send(self._acceptors[seat].enrolment, *self.manager).reason
        return self._acceptors[seat]

    def note(self, send: Send, seat: int, amount: int) -> Answer:
        return send(self.acceptor(send, seat).report(amount), f"{self.table}-{seat}", ACCEPTOR)
