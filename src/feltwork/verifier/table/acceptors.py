"""Note acceptors: every note that came onto a meter was reported, signed and numbered by the terminal's own device."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from feltwork.verifier.keys.curve import is_weak

ACCEPTOR = "acceptor"
NO_WEAK_KEYS = 2
"""The rules number from which a key with which anybody could sign is not enrolled."""


class Acceptors:
    """The devices of one table, over all its days."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.keys: dict[int, str] = {}
        self.known: set[str] = set()
        """The keys of all that ever were here."""
        self.last: dict[int, int] = {}
        self.told: tuple[int, int] | None = None
        """Seat and amount of a report whose buy-in has not come yet."""

    def take(self, kind: str, body: dict[str, Any], rules: int) -> Iterator[str]:
        """What is wrong with an event of these devices."""
        seat = body["seat"]
        if kind == "acceptor-enrolled":
            if body["key"] in self.known:
                yield f"the note acceptor of terminal {seat} has a key that was enrolled before"
            if rules >= NO_WEAK_KEYS and is_weak(bytes.fromhex(body["key"])):
                yield f"the note acceptor of terminal {seat} has a key with which anybody could sign"
            self.keys[seat], self.last[seat] = body["key"], 0
            self.known.add(body["key"])
        elif kind == "acceptor-removed":
            if self.keys.pop(seat, None) is None:
                yield f"no note acceptor was enrolled at terminal {seat}"
        else:
            yield from self._reported(seat, body)

    def _reported(self, seat: int, body: dict[str, Any]) -> Iterator[str]:
        number, amount = body["number"], body["amount"]
        if number <= self.last.get(seat, 0):
            yield f"report {number} of the note acceptor at terminal {seat} counted twice"
        text = f"feltwork note\n{self.table}\n{seat}\n{number}\n{amount}\n".encode()
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.keys.get(seat, "")))
            key.verify(bytes.fromhex(body["signature"]), text)
        except (InvalidSignature, ValueError):
            yield f"report {number} was not signed by the note acceptor of terminal {seat}"
        self.last[seat], self.told = number, (seat, amount)

    def bought(self, body: dict[str, Any], role: str, rules: int) -> Iterator[str]:
        """What is wrong with a buy-in of notes, or with one that a device caused."""
        told, self.told = self.told, None
        if body.get("via") != "cash" or rules == 1:
            if role == ACCEPTOR:
                yield "a note acceptor caused a buy-in that was no note"
        elif told != (body["seat"], body["amount"]) or role != ACCEPTOR:
            yield f"a note of {body['amount']} cents at terminal {body['seat']} was reported by no note acceptor"
