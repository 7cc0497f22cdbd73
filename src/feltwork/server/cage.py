"""The cage as it is on disk, for those who only look at it."""

from __future__ import annotations

from collections.abc import Container, Iterator
from contextlib import contextmanager
from threading import RLock

from feltwork.cage.cards import own_card, owner
from feltwork.cage.events import CAGE
from feltwork.cage.state import Cage, Ticket
from feltwork.engine.replay import apply_at_cage
from feltwork.engine.snapshots import CAGE_SHAPE, load_cage, resume
from feltwork.store.port import Store


class CageReader:
    """Follows the stream of the cage. It decides nothing."""

    def __init__(self, store: Store, key: bytes, passed: Container[bytes]) -> None:
        self._store, self._passed = store, passed
        self.state, _, _ = resume(store, CAGE, CAGE_SHAPE, load_cage, Cage(), key=key)
        self.lock = RLock()
        """Held while the state moves on, and while somebody looks at it."""

    def catch_up(self) -> None:
        """Read what was committed at the cage since."""
        with self.lock:
            for record in self._store.log.read(CAGE, self.state.version):
                apply_at_cage(self.state, record, self._passed)

    @contextmanager
    def current(self) -> Iterator[Cage]:
        """Give the cage as it stands on disk now; it does not move on meanwhile."""
        self.catch_up()
        with self.lock:
            yield self.state

    def ticket(self, serial: int) -> Ticket | None:
        """Give a ticket as it stands on disk now."""
        with self.current() as cage:
            return cage.tickets.get(serial)

    def card_of(self, player: str) -> str:
        """Give the number of a player's valid card; empty if there is none."""
        with self.current() as cage:
            return own_card(cage, player)

    def owner_of(self, card: str) -> str:
        """Give the player whose card has this number; empty if there is none."""
        with self.current() as cage:
            return owner(cage, card)
