"""The port of note acceptors, and one that is simulated: for rehearsals, demonstrations and tests."""

from __future__ import annotations

from hashlib import sha256
from typing import Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltwork.cage.commands import InsertNote
from feltwork.table.live.commands import EnrolAcceptor
from feltwork.table.live.topics.acceptors import report_text


class NoteAcceptor(Protocol):
    """A device at a terminal that has checked and stacked a note."""

    def report(self, amount: int) -> InsertNote:
        """Sign and number one note."""
        ...


class SimulatedAcceptor:
    """Takes any note it is told of: play money."""

    def __init__(self, table: str, seat: int, key: Ed25519PrivateKey, last: int = 0) -> None:
        self.table, self.seat, self.last = table, seat, last
        self._key = key

    @classmethod
    def seeded(cls, table: str, seat: int, seed: str) -> SimulatedAcceptor:
        """One whose key follows from a seed, for runs that are to repeat."""
        raw = sha256(f"note acceptor {seed} {table} {seat}".encode()).digest()
        return cls(table, seat, Ed25519PrivateKey.from_private_bytes(raw))

    @property
    def enrolment(self) -> EnrolAcceptor:
        """What a manager sends so that this one's reports count."""
        return EnrolAcceptor(self.seat, self._key.public_key().public_bytes_raw().hex())

    def report(self, amount: int) -> InsertNote:
        self.last += 1
        signature = self._key.sign(report_text(self.table, self.seat, self.last, amount))
        return InsertNote(self.seat, amount, self.last, signature.hex())
