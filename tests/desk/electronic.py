"""An electronic table behind a desk whose clock the tests move, with its dealers."""

from __future__ import annotations

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.electronic_dealer import Dealer
from feltwork.engine.envelope import Body, Envelope
from feltwork.entropy.sources import Entropy, OsEntropy, SeededEntropy
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Answer, Store
from feltwork.table.live import commands as ask
from feltwork.table.live.state import LiveTable
from tests.build import checks, signed
from tests.cage.till import notes
from tests.notes import Slots

SECOND = 1_000_000
KEY = bytes(range(32))
BETTING = 20
"""Seconds in which wagers are taken."""


class KnownEntropy(SeededEntropy):
    """Passes for the operating system's at a live table, so that a test sees the same draws every time."""

    name, live = "os-draw", True


class Electronic:
    """One table, its players, and as many desks and dealers on its store as a test wants."""

    def __init__(
        self,
        book: str = "aruze-craps",
        *,
        source: str = "os-draw",
        rehearsal: bool = False,
        seconds: int | None = None,
        store: Store | None = None,
        readings: dict[str, str] | None = None,
        lucky: bool | str = True,
    ) -> None:
        self.now = SECOND
        self.store = store or MemoryStore(lambda: self.now)
        self.desk = Desk(self.store)
        self.sent = 0
        wheel = book == "star-roulette"
        seconds = (0 if wheel else BETTING) if seconds is None else seconds
        self.boss = ("gm", "gaming_manager")
        self.opened = self.send(
            signed(
                ask.OpenTable(
                    book,
                    100,
                    4,
                    readings=readings or {},
                    lucky_ball=lucky if wheel else False,
                    source=source,
                    rehearsal=rehearsal,
                    betting_seconds=seconds,
                )
            ),
            *self.boss,
        )
        if self.opened.reason:
            return
        self.ok(checks(self.life), *self.boss)
        if wheel:
            self.ok(ask.AssignCrew("deal", "dealer"), *self.boss)
        self.ok(ask.OpenPlay(), *self.boss)
        for seat, player in ((1, "ada"), (2, "ben")):
            self.ok(ask.Sit(player, seat), player, "player")
            if self.life.conduct and self.life.conduct.terminals.credited:
                slots = Slots("t", self.boss)
                for note in notes(1_000_00):
                    assert not slots.note(self.send, seat, note).reason
                continue
            self.send(Deposit(player, 1_000_00), "till", "cashier")
            self.ok(ask.BuyIn(seat, 1_000_00), player, "player")

    def send(self, body: Body, actor: str, role: str, secret: bytes = b"") -> Answer:
        self.sent += 1
        return self.desk.submit(Envelope(f"k{self.sent}", "t", actor, role, body, secret))

    def ok(self, body: Body, actor: str, role: str, secret: bytes = b"") -> None:
        answer = self.send(body, actor, role, secret)
        assert not answer.reason, (body, answer)

    def no(self, body: ask.Command, actor: str, role: str, secret: bytes = b"") -> str:
        answer = self.send(body, actor, role, secret)
        assert answer.reason, body
        return answer.reason

    def dealer(self, entropy: Entropy | None = None, key: bytes = KEY, name: str = "dealer-process") -> Dealer:
        """A process of its own on the same store."""
        return Dealer(Desk(self.store), entropy or OsEntropy(), key, name)

    @property
    def life(self) -> LiveTable:
        return self.desk.look("t")

    def kinds(self) -> list[str]:
        return [record.kind for record in self.store.log.read("table/t")]

    def bodies(self, kind: str) -> list[bytes]:
        return [record.body for record in self.store.log.read("table/t") if record.kind == kind]
