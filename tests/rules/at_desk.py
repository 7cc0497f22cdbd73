"""A table as clause tests need it, but through the desk: committed, posted, and verified from its log at the end."""

from __future__ import annotations

from unittest.mock import patch

from feltwork.cage.commands import Deposit, IssueCard
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Body, Envelope
from feltwork.engine.past_rounds import recalled
from feltwork.engine.replay import read_event
from feltwork.refusal import Refusal
from feltwork.store.memory import MemoryStore
from feltwork.table.live.asker import Asker
from feltwork.table.live.commands import BuyIn, Command, OpenPlay, Sit
from feltwork.table.live.decide import decide
from feltwork.table.live.events import CorrectionProposed, LiveEvent
from feltwork.table.live.schema import LIFE
from feltwork.table.live.state import Decision, LiveTable
from feltwork.verifier.log.rows import AnswerRow, Finding, Listed, Row
from feltwork.verifier.verify import verify
from tests.build import rows_of
from tests.rules.live import CROWN_ROLES, FLOOR_ROLES, MONEY, ROLES, Live
from tests.rules.live import By as Simply

By = Simply | tuple[str, str]
"""The player of a seat, whoever has a role, or a person in a role."""
TABLE = "t1"


def who(by: By) -> tuple[str, str]:
    if isinstance(by, tuple):
        return by
    return (f"player-{by}", "player") if isinstance(by, int) else (by, by)


class AtDesk(Live):
    """One table of a desk with a clock of its own."""

    def __init__(self, book: str = "star-craps", variant: str | None = None, roles: tuple[str, ...] = ROLES) -> None:
        self.desk = Desk(MemoryStore())
        self.sent: list[str] = []
        super().__init__(book, variant, roles)
        self.desk.now = lambda: self.now

    @property  # the desk has the table
    def life(self) -> LiveTable:
        return self.desk.table(TABLE)

    @life.setter
    def life(self, life: LiveTable) -> None:
        """A table that is new stands in the store already."""

    def asks(self, command: Command, by: By) -> Decision:
        person, role = who(by)
        return decide(self.life, command, Asker(person, role, self.now), recalled(self.desk.store, self.life, command))

    def sends(self, body: Body, by: By, table: str = TABLE) -> Refusal | tuple[LiveEvent, ...]:
        """What the desk answers, and what it wrote at the table."""
        person, role = who(by)
        self.sent.append(f"k{len(self.sent)}")
        before = self.life.version
        given = self.desk.submit(Envelope(self.sent[-1], table, person, role, body))
        self.now += 1
        if given.reason:
            assert self.life.version == before, "what is refused moves nothing"
            return Refusal(given.clause, given.reason)
        fresh = self.desk.store.log.read(f"table/{TABLE}", before)
        return tuple(read_event(LIFE, record) for record in fresh)

    def ok(self, command: Command, by: By) -> tuple[LiveEvent, ...]:
        done = self.sends(command, by)
        assert not isinstance(done, Refusal), f"{command}: {done}"
        return done

    def no(self, command: Command, by: By) -> str:
        refused = self.sends(command, by)
        assert isinstance(refused, Refusal), f"{command}: {refused}"
        return refused.clause

    def why(self, command: Command, by: By) -> str:
        """It must be refused; gives the words."""
        refused = self.sends(command, by)
        assert isinstance(refused, Refusal), f"{command}: {refused}"
        return refused.reason

    def seated(self, *seats: int) -> AtDesk:
        for seat in seats:
            player = f"player-{seat}"
            self.sends(Deposit(player, 10 * MONEY), ("cass", "cashier"), "cage")
            self.ok(Sit(player, seat), seat)
            self.ok(BuyIn(seat, MONEY), seat)
            if self.conduct.terminals.card:
                self.sends(IssueCard(player), ("cass", "cashier"), "cage")
        return self

    def forges(self, by: By, *events: LiveEvent) -> AtDesk:
        """Events that nobody decided, written as the desk writes: postings, hashes and answer fit."""
        with patch("feltwork.engine.decide.decide", lambda *_: events):
            assert not isinstance(self.sends(OpenPlay(), by), Refusal)
        return self

    @staticmethod
    def proposal(version: int, result: list[int], reason: str, person: str, clause: str) -> LiveEvent:
        return CorrectionProposed(version, result, reason, person, clause)

    def rows(self) -> list[Row]:
        return rows_of(self.desk.store)

    def books(self) -> dict[str, bytes]:
        opening = self.life.opening.opened
        assert opening
        return {opening.fingerprint: self.desk.store.log.book(opening.fingerprint) or b""}

    def found(self) -> list[Finding]:
        """What the verifier has to say of the whole log."""
        self.desk.count_refusals()
        answers = [self.desk.store.log.answer(key) for key in self.sent]
        said = [AnswerRow(a.key, a.digest, a.stream, a.first, a.last, a.clause, a.reason) for a in answers if a]
        return verify(Listed(self.rows(), said, self.books().items()))

    def sound(self) -> AtDesk:
        """The log verifies, money is conserved, and nobody is below zero."""
        assert self.found() == []
        balances = self.desk.store.log.balances()
        assert sum(balances.values()) == 0
        held = ("seat/", "player/", "checks/", "tokens/")
        assert not {name: cents for name, cents in balances.items() if name.startswith(held) and cents < 0}
        return self


def desk(book: str, players: int = 2, variant: str | None = None, **opening: object) -> AtDesk:
    """A table of this book in play, with this many players in seats 1 onwards."""
    roles = {"star-craps": ROLES, "crown-craps": CROWN_ROLES}.get(book, FLOOR_ROLES)
    live = AtDesk(book, variant, roles)
    limits, readings = opening.pop("limits", None), opening.pop("readings", None)
    for name, value in opening.items():
        setattr(live, name, value)
    live.in_play(players, limits, readings)  # type: ignore[arg-type]  # as they were given
    return live
