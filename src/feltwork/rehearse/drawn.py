"""Rehearsed tables whose results are drawn: the electronic dealer at work, with secrets from the seed."""

from __future__ import annotations

from hashlib import sha256

from msgspec.structs import replace

from feltwork.engine.electronic_dealer import Dealer
from feltwork.engine.envelope import Envelope
from feltwork.entropy.sources import SeededEntropy
from feltwork.rehearse.craps import Rehearsal
from feltwork.store.port import Answer
from feltwork.table.live import commands as ask
from feltwork.table.live.state import SEEDED


class CountedDealer(Dealer):
    """An electronic dealer whose commands count as the rehearsal's."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        named = f"{rehearsal.seed} {rehearsal.table}"
        super().__init__(rehearsal.desk, SeededEntropy(named), sha256(named.encode()).digest())
        self.rehearsal = rehearsal

    def send(self, sent: Envelope) -> Answer:
        answer = super().send(sent)
        self.rehearsal.count(sent.body, answer)
        return answer


class DrawnRehearsal(Rehearsal):
    """The seed makes the secrets and the draw key, so that the same seed gives the same events."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.dealer = CountedDealer(self)

    def opening(self) -> ask.OpenTable:
        return replace(super().opening(), source=SEEDED)

    def open(self) -> None:
        super().open()
        self.attend()

    def attend(self) -> None:
        """The electronic dealer does what is due: reveals, opens, draws."""
        self.dealer.attend(self.table)

    def add_nonces(self) -> None:
        """Some players put a word of their own into the draw; a few try twice."""
        for seat in range(1, self.seats + 1):
            while self.chance.random() < 0.2:
                nonce = f"{self.player(seat)} {self.chance.randrange(10**6)}"
                self.send(ask.AddNonce(seat, nonce), self.player(seat), "player")
