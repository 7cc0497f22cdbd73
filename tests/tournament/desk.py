"""A tournament at the real desk: what people send goes the way of every command, and what is kept is read back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Self

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.refusal import Refusal
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Record, Store
from feltwork.table.live.asker import Asker
from feltwork.tournament.live.aggregate import AGGREGATE
from feltwork.tournament.live.state import Tournament
from feltwork.verifier.log.rows import Row
from feltwork.verifier.tournament.checker import Tournament as Checker
from tests.tournament.conditions import CRAPS
from tests.tournament.live import BOSS, NAMES, NOON, PURSE, Way, small


class AtDesk(Way):
    """One tournament of a floor; ``beside`` another one of the same floor."""

    def __init__(
        self,
        document: dict[str, Any] | None = None,
        name: str = "spring",
        *,
        beside: AtDesk | None = None,
        store: Store | None = None,
    ) -> None:
        self.document, self.name = document or small(), name
        self.boss = BOSS[self.document["tournament"]]
        self.now = beside.now if beside else NOON
        self.said: list[str] = []
        self.checker, self.read = Checker(name), 0
        self.store: Store = beside.store if beside else store or MemoryStore()
        self.desk: Desk = beside.desk if beside else Desk(self.store)
        self.keys: list[str] = beside.keys if beside else []
        self.desk.now = lambda: self.now
        if beside is None:
            for each in NAMES:
                self.send(Deposit(each, PURSE), "till", "cashier", "cage")
            self.house = self.store.log.balances().get("vault", 0)
        else:
            self.house = beside.house

    def send(self, command: Any, person: str, role: str, name: str) -> Refusal | None:
        """Send a command to any stream of the floor."""
        self.keys.append(f"k{len(self.keys) + 1}")
        self.desk.now = lambda: self.now
        given = self.desk.submit(Envelope(self.keys[-1], name, person, role, command))
        return Refusal(given.clause, given.reason) if given.reason else None

    def do(self, command: Any, person: str = "mia", role: str = "") -> Refusal | list[Any]:
        role = role or ("player" if person in NAMES else self.boss)
        refused = self.send(command, person, role, self.name)
        if refused:
            return refused
        return [self._follow(record) for record in self.store.log.read(f"tournament/{self.name}", self.read)]

    def _follow(self, record: Record) -> Any:
        """An event that happened: it balances, and the verifier finds the same."""
        self.read = record.version
        posted = tuple(sorted((each.account, each.cents) for each in record.postings))
        assert sum(cents for _, cents in posted) == 0, record
        row = Row(
            record.stream,
            record.version,
            record.at,
            record.key,
            record.actor,
            record.role,
            record.kind,
            record.schema,
            record.body,
            record.link,
            posted,
            record.hash,
        )
        wanted, problems = self.checker.take(row, json.loads(record.body))
        assert problems == [], (problems, record)
        assert tuple(sorted(wanted)) == posted, record
        event = AGGREGATE.events.read(record.schema, record.body)
        self.said += AGGREGATE.tell(event)
        return event

    @property
    def state(self) -> Tournament:
        found: Tournament = self.desk.aggregate(AGGREGATE, self.name)
        return found

    @property
    def balances(self) -> Mapping[str, int]:
        """What stands in every account; the house's without what was there before."""
        found = dict.fromkeys((f"tournament/{self.name}/pool", f"tournament/{self.name}/buy-in", "vault"), 0)
        found |= {f"tournament-bank/{self.name}": 0} | self.store.log.balances()
        return found | {"vault": found["vault"] - self.house}

    def no(self, clause: str, command: Any, person: str = "mia", role: str = "") -> str:
        """Refused by this clause, and nothing moves."""
        before = self._heads()
        done = self.do(command, person, role)
        assert isinstance(done, Refusal), done
        assert done.clause == clause, done
        assert self._heads() == before
        return done.reason

    def _heads(self) -> dict[str, int]:
        return {head.stream: head.version for head in self.store.log.heads() if not head.stream.startswith("refused/")}

    def purse(self, name: str) -> int:
        """What a player has won or paid so far, in cents."""
        return self.balances[f"player/{name}"] - PURSE

    def shown(self, person: str, role: str = "") -> dict[str, Any]:
        """What somebody sees of the tournament."""
        return AGGREGATE.view(self.state, Asker(person, role or ("player" if person in NAMES else self.boss), self.now))

    def rounds(self, count: int, result: Any = 1, **wagers: tuple[Any, ...]) -> Self:
        """So many rounds alike: each player's wager, amount, and what it is on."""
        for _ in range(count):
            self.open()
            for name, wager in wagers.items():
                self.put(name, *wager)
            self.settle(result)
        return self


def roulette(**parts: dict[str, Any]) -> AtDesk:
    """A tournament of Roulette under small conditions."""
    return AtDesk(small(**parts))


def craps(**parts: dict[str, Any]) -> AtDesk:
    """A tournament of Crown Craps under small conditions."""
    return AtDesk(small(CRAPS, **parts))


def sessions(*advance: int, rounds: int = 1, **more: object) -> dict[str, Any]:
    """Sessions at one table each, with how many go on from each."""
    table = {"rounds": rounds, "tables": 1, "seats": 8} | more
    return {"sessions": [table | {"advance": each} for each in advance]}
