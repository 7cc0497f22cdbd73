"""A cage for tests: a desk with a ticket key, somebody who sends it commands, and an electronic table."""

from __future__ import annotations

from feltwork.cage.cards import own_card
from feltwork.cage.commands import InsertCard, InsertNote, IssueCard
from feltwork.cage.till import Till as Settings
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Body, Envelope
from feltwork.games.aruze_craps.conduct import CONDUCT as ARUZE_CRAPS
from feltwork.games.conduct import Act
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Answer, Store
from feltwork.table.live import commands as ask
from feltwork.verifier.log.rows import AnswerRow, Listed
from feltwork.verifier.verify import verify
from tests.build import checks, rows_of, signed
from tests.notes import Slots

KEY = bytes(range(32))
DAY = 24 * 60 * 60 * 1_000_000
NOW = 1_780_000_000_000_000
"""In June 2026."""
MANAGER = ("agm", "assistant_gaming_manager")


SETTINGS = Settings(KEY)


def notes(cents: int) -> list[int]:
    """An amount in the notes that a terminal takes."""
    found = []
    for note in sorted(ARUZE_CRAPS.terminals.notes, reverse=True):
        found += [note] * (cents // note)
        cents %= note
    assert not cents, "no notes make that"
    return found


class Clock:
    """A clock that is moved on by hand."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        self.now += 1
        return self.now


class Till:
    """Sends commands, and says how they were answered."""

    def __init__(self, store: Store | None = None, settings: Settings = SETTINGS) -> None:
        self.clock = Clock()
        self.store = store or MemoryStore(self.clock)
        self.desk = Desk(self.store, settings)
        self.sent = 0
        self.slots: dict[str, Slots] = {}

    def send(self, body: Body, actor: str = "cass", role: str = "cashier", table: str = "cage") -> Answer:
        self.sent += 1
        return self.desk.submit(Envelope(f"k{self.sent}", table, actor, role, body))

    def ok(self, body: Body, actor: str = "cass", role: str = "cashier", table: str = "cage") -> Answer:
        answer = self.send(body, actor, role, table)
        assert not answer.reason, answer
        return answer

    def no(self, body: Body, actor: str = "cass", role: str = "cashier", table: str = "cage") -> tuple[str, str]:
        """The clause, and the first word of the reason."""
        answer = self.send(body, actor, role, table)
        assert answer.reason, "it was done"
        return answer.clause, answer.reason.split(":")[0]

    def seated(self, *seats: int, table: str = "t", card: bool = True, cents: int = 100_00) -> Till:
        """An electronic table with players who have credits, and cards in their terminals."""
        if self.desk.table(table).status == "closed":
            self.ok(signed(ask.OpenTable("aruze-craps", 1, 8)), *MANAGER, table)
            self.ok(checks(self.desk.table(table)), *MANAGER, table)
            self.ok(ask.OpenPlay(), *MANAGER, table)
        for seat in seats:
            player = f"p{seat}"
            self.at(seat, ask.Sit(player, seat), table)
            if cents:
                for note in notes(cents):
                    self.note(seat, note, table)
            if card:
                self.ok(IssueCard(player))
                self.at(seat, InsertCard(seat, own_card(self.desk.cage, player)), table)
        return self

    def at(self, seat: int, body: Body, table: str = "t") -> Answer:
        """By the player of a terminal."""
        return self.ok(body, f"p{seat}", "player", table)

    def report(self, seat: int, amount: int, table: str = "t") -> Answer:
        """A note goes into the acceptor of a terminal, which reports it."""
        life = self.desk.table(table)
        if life.conduct and life.conduct.rules == 1:
            return self.send(InsertNote(seat, amount), life.seats.players.get(seat, ""), "player", table)
        manager = ("agm", life.conduct.powers[Act.CLOSE].roles[0]) if life.conduct else MANAGER
        return self.slots.setdefault(table, Slots(table, manager)).note(
            lambda body, actor, role: self.send(body, actor, role, table), seat, amount
        )

    def note(self, seat: int, amount: int, table: str = "t") -> Answer:
        answer = self.report(seat, amount, table)
        assert not answer.reason, answer
        return answer

    def refused(self, seat: int, body: Body, table: str = "t") -> tuple[str, str]:
        return self.no(body, f"p{seat}", "player", table)

    def roll(self, first: int, second: int, table: str = "t") -> None:
        """Wagering closes, the dice are shot, the sensors report."""
        for body in (ask.CloseBets(), None, ask.ShootDice(), ask.SenseResult(first, second)):
            if body is None:
                self.clock.now += 11_000_000
            else:
                self.ok(body, "timer", "system", table)

    def last_ticket(self) -> str:
        """The number printed on the newest ticket."""
        return self.desk.ticket_number(max(self.desk.cage.tickets))

    def credit(self, seat: int, table: str = "t") -> int:
        game = self.desk.table(table).game
        assert game
        return game.balances[seat]

    def balance(self, account: str) -> int:
        return self.store.log.balances().get(account, 0)

    def is_sound(self) -> None:
        """The ledger sums to zero, the independent verifier finds nothing, and reopening gives the same cage."""
        assert sum(self.store.log.balances().values()) == 0
        assert verify(self.log()) == []
        assert Desk(self.store, Settings(KEY)).cage == self.desk.cage

    def log(self) -> Listed:
        rows, answers = rows_of(self.store), {}
        for key in {*(f"k{number}" for number in range(1, self.sent + 1)), *(row.key for row in rows)}:
            a = self.store.log.answer(key)
            if a is not None:
                answers[a.key] = AnswerRow(a.key, a.digest, a.stream, a.first, a.last, a.clause, a.reason)
        prints = {
            life.opening.opened.fingerprint for life in self.desk.streams.live_tables.values() if life.opening.opened
        }
        books = [(name, self.store.log.book(name) or b"") for name in sorted(prints)]
        return Listed(rows, answers.values(), books)
