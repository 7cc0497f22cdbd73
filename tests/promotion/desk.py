"""A promotion and the board of duties at the real desk, asked as people ask them."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from feltwork.duties.events import DUTIES
from feltwork.duties.state import Duties, Duty, Notice
from feltwork.engine.aggregates import BY_KIND
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.replay import read_event
from feltwork.promotion.aggregate import ListPrescribed
from feltwork.promotion.state import Promotion
from feltwork.refusal import Refusal
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Answer, Store

NAME = "spring"
STREAM = f"promotion/{NAME}"
Who = tuple[str, str]
T = TypeVar("T")


class PromotionDesk:
    """One promotion called spring, with a clock that a test moves."""

    def __init__(self, now: int, store: Store | None = None) -> None:
        self.now = now
        self.store = store or MemoryStore()
        self.desk = Desk(self.store)
        self.desk.now = lambda: self.now
        self.sent = 0

    def prescribe(self, *items: str) -> None:
        assert not self.order(ListPrescribed(items), ("mia", "gaming_manager"), name="prescribed").reason

    def order(self, command: Any, by: Who, *, secret: bytes = b"", name: str = NAME) -> Answer:
        self.sent += 1
        return self.desk.submit(Envelope(f"k{self.sent}", name, *by, command, secret))

    def does(self, command: Any, by: Who, *, secret: bytes = b"") -> None:
        """It is done, and the ledger balances."""
        given = self.order(command, by, secret=secret)
        assert not given.reason, f"{given.clause}: {given.reason}"
        assert given.first
        assert sum(self._balances().values()) == 0

    def refuses(self, command: Any, by: Who, clause: str, *, secret: bytes = b"") -> Refusal:
        """It is refused by this clause, and nothing moves."""
        before = self._heads()
        given = self.order(command, by, secret=secret)
        assert given.reason
        assert given.clause == clause, f"{given.clause}: {given.reason}"
        assert self._heads() == before
        return Refusal(given.clause, given.reason)

    def _heads(self) -> dict[str, int]:
        return {head.stream: head.version for head in self.store.log.heads() if not head.stream.startswith("refused/")}

    def _state(self, kind: str, name: str = "") -> Any:
        return self.desk.aggregate(BY_KIND[kind], name)

    @property
    def state(self) -> Promotion:
        return cast("Promotion", self._state("promotion", NAME))

    @property
    def board(self) -> Duties:
        return cast("Duties", self._state(DUTIES))

    def events(self, kind: type[T]) -> list[T]:
        schema = BY_KIND["promotion"].events
        found = [read_event(schema, record) for record in self.store.log.read(STREAM, 0)]
        return [event for event in found if isinstance(event, kind)]

    def _balances(self) -> dict[str, int]:
        held: dict[str, int] = {}
        for record in self.store.log.read(STREAM, 0):
            for posting in record.postings:
                held[posting.account] = held.get(posting.account, 0) + posting.cents
        return held

    def balance(self, account: str) -> int:
        return self._balances().get(account, 0)

    def duties(self, matter: str) -> list[Duty]:
        return [duty for name, duty in self.board.duties.items() if name.startswith(f"{STREAM}/{matter}")]

    def duty(self, matter: str) -> Duty:
        (found,) = self.duties(matter)
        return found

    def notice(self, duty: Duty) -> Notice:
        (found,) = [one for one in self.board.notices.values() if self.board.duties.get(one.duty) == duty]
        return found
