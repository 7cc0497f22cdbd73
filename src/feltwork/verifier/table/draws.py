"""The verifier's view of electronic rounds: commitments, times, nonces, outcomes and reveals, each in its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltwork.games.book import Book
from feltwork.verifier.table.redraw import MAPPING, shown_by, wrong_reveal

SECOND = 1_000_000


class Draws:
    """One table's rounds of electronic play. Each method says what is wrong with an event."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.source = "dealer"
        self.rehearsal: bool | None = None
        self.seconds = 0
        self.opens_rounds = False
        self.serial = 0
        self.committed: dict[str, Any] | None = None
        """The commitment that waits for its reveal."""
        self.open: dict[str, Any] | None = None
        """The round in which wagers are, or were, taken; nothing between two."""
        self.nonces: list[tuple[int, str]] = []
        self.parts: list[Any] = []

    def opened(self, body: dict[str, Any]) -> Iterator[str]:
        rehearsal = body.get("rehearsal", False)
        self.source, self.seconds = body.get("source", "dealer"), body.get("betting_seconds", 0)
        self.opens_rounds = self.source != "dealer" or self.seconds > 0
        if self.source not in ("dealer", "os-draw", "seeded"):
            yield f"results cannot come from {self.source!r}"
        if self.source == "seeded" and not rehearsal:
            yield "a live table was opened with a seeded draw"
        if self.source == "dealer" and body.get("lucky_ball") and not rehearsal:
            yield "a live table has Lucky Ball and draws no numbers"
        if self.rehearsal not in (None, rehearsal):
            yield "a rehearsal table and a live one have the same log"
        self.rehearsal, self.open = rehearsal, None

    def commits(self, body: dict[str, Any]) -> Iterator[str]:
        if self.source == "dealer" or self.open is not None:
            yield "a draw was committed to where nothing is drawn, or in the middle of a round"
        yield from self.unrevealed()
        if body["mapping"] != MAPPING:
            yield f"mapping {body['mapping']} is not known here"
        self.committed, self.nonces, self.parts = body, [], []

    def unrevealed(self) -> Iterator[str]:
        if self.committed is not None:
            yield f"the secret of {self.committed['round_id']} was never revealed"

    def betting(self, body: dict[str, Any], at: int) -> Iterator[str]:
        if not self.opens_rounds or self.open is not None:
            yield "a round was opened that could not be"
        self.serial += 1
        if body["round_id"] != f"{self.table}-{self.serial}":
            yield f"round {self.serial} was opened as {body['round_id']}"
        if self.source != "dealer" and (self.committed is None or self.committed["round_id"] != body["round_id"]):
            yield "wagers were taken before the draw was committed to"
        if body["closes_at"] != (at + self.seconds * SECOND if self.seconds else None):
            yield f"wagers close at {body['closes_at']}, not after {self.seconds} seconds"
        self.open = body

    def shot(self) -> None:
        self.serial += self.open is None

    def late(self, at: int, placing: bool) -> Iterator[str]:
        """A wager or a nonce without an open round, or stamped after its close."""
        if self.opens_rounds and self.open is None and placing:
            yield "no round was open"
        if self.open is not None and self.open["closes_at"] is not None and at > self.open["closes_at"]:
            yield "the time for wagers was over"

    def nonce(self, body: dict[str, Any], closed: bool) -> Iterator[str]:
        if self.committed is None or closed or self.parts:
            yield "a nonce was taken after the close or the draw, or where nothing is drawn"
        if any(seat == body["seat"] for seat, _ in self.nonces):
            yield f"seat {body['seat']} added a second nonce"
        self.nonces.append((body["seat"], body["nonce"]))

    def drew(self, body: dict[str, Any], book: Book, closed: bool, spun: bool) -> Iterator[str]:
        kind = body["kind"].partition(":")[0]
        if body["kind"] not in _kinds(book):
            yield f"nothing is drawn as {body['kind']} at this table"
        if self.committed is None or self.open is None or not spun or closed != (kind != "distinct"):
            yield "it was drawn at another time than it may be"
        if any(known.partition(":")[0] == kind for known, _, _ in self.parts):
            yield f"{kind} was drawn twice in one round"
        self.parts.append((body["kind"], body["outcome"], body["used"]))

    def shows(self, kind: str, body: dict[str, Any]) -> Iterator[str]:
        """The game goes on with exactly what was drawn."""
        if self.source == "dealer":
            return
        drawn = [outcome for name, outcome, _ in self.parts if name.partition(":")[0] == kind]
        if not drawn or drawn[-1] != shown_by(kind, body):
            yield f"{shown_by(kind, body)} was shown, {drawn[-1] if drawn else 'nothing'} had been drawn"

    def reveals(self, body: dict[str, Any], at_stake: bool) -> Iterator[str]:
        if self.committed is None or self.committed["round_id"] != body["round_id"]:
            yield "a secret was revealed that nobody had committed to"
            return
        if self.open is not None and at_stake:
            yield "the secret was revealed while the round was going on"
        told = self.committed
        nonces = [nonce for _, nonce in self.nonces]
        yield from wrong_reveal(body["secret"], told["commitment"], told["round_id"], nonces, self.parts)
        self.committed = self.open = None

    def ended(self) -> None:
        self.open = None

    def gives_up(self, body: dict[str, Any], at_stake: bool) -> Iterator[str]:
        """A secret that is lost is no longer waited for; nothing may have been at stake on it by then."""
        if self.committed is None or self.committed["round_id"] != body["round_id"]:
            yield "a draw was given up that nobody had committed to"
        if at_stake:
            yield "a draw was given up while wagers were on it"
        self.committed = self.open = None


def _kinds(book: Book) -> tuple[str, ...]:
    """What is drawn under a book: two dice; or four numbers of the wheel, and which is boosted to which odds."""
    if not book.spins:
        return ("two-dice",)
    chance = book.readings.mega_probability() if book.lucky and "mega" in book.lucky.value else None
    among = len(book.wheel) if book.readings.is_set("lucky_include_zeros") else 36
    return f"distinct:{among}", f"boost:{chance.numerator}/{chance.denominator}" if chance else "boost"
