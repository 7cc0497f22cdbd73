"""Tables whose results are drawn: the electronic dealer at work, with secrets from the seed."""

from __future__ import annotations

from hashlib import sha256

from feltwork.engine.electronic_dealer import Dealer
from feltwork.engine.envelope import Envelope
from feltwork.entropy.sources import SeededEntropy
from feltwork.rehearse.night import Night
from feltwork.store.port import Answer
from feltwork.table.live import commands as ask


class CountedDealer(Dealer):
    """An electronic dealer whose commands count as the rehearsal's.

    The seed makes the secrets and the draw key, so that the same seed gives the same events.
    """

    def __init__(self, night: Night) -> None:
        named = f"{night.seed} {night.table}"
        super().__init__(night.desk, SeededEntropy(named), sha256(named.encode()).digest())
        self.night = night

    def send(self, sent: Envelope) -> Answer:
        answer = super().send(sent)
        self.night.tally.count(sent.body, answer)
        return answer

    def attend_table(self) -> None:
        """Do what is due at the table: reveal, open, draw."""
        self.attend(self.night.table)


def add_nonces(night: Night) -> None:
    """Some players put a word of their own into the draw; a few try twice."""
    for seat in range(1, night.seats + 1):
        while night.chance.random() < 0.2:
            nonce = f"{night.player(seat)} {night.chance.randrange(10**6)}"
            night.send(ask.AddNonce(seat, nonce), night.player(seat), "player")
