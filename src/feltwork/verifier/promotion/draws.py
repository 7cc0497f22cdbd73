"""The draws of a promotion made again: the list, the commitment, two people, the winners."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from feltwork.verifier.log.rows import Row
from feltwork.verifier.table.redraw import MAPPING, Redrawn, byte_stream, number_below

Body = dict[str, Any]


class PromotionDraws:
    """The entries of one promotion and what was drawn from them. Each method says what is wrong with an event."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.entries: dict[int, str] = {}
        self.blocks: dict[int, range] = {}
        self.next = 1
        self.digest = ""
        self.pending: Body | None = None
        self.asked_by = self.witness = self.word = ""
        self.draws = 0
        self.gone: dict[int, str] = {}
        """Entries that have won once, with their players."""

    def added(self, body: Body) -> Iterator[str]:
        if self.digest:
            yield "an entry was added to a frozen list"
        if body["first"] != self.next or body["entries"] < 1:
            yield f"entries are numbered from {body['first']}, the next number is {self.next}"
        numbers = range(body["first"], body["first"] + body["entries"])
        self.blocks[body["first"]] = numbers
        self.entries |= dict.fromkeys(numbers, str(body["player"]))
        self.next = numbers.stop

    def struck(self, body: Body) -> Iterator[str]:
        if self.digest:
            yield "an entry was struck from a frozen list"
        for number in self.blocks.pop(body["first"], ()):
            self.entries.pop(number, None)

    def listed(self) -> str:
        """The digest of the list as it stands."""
        lines = "".join(f"{number} {player}\n" for number, player in sorted(self.entries.items()))
        return hashlib.sha256(lines.encode()).hexdigest()

    def frozen(self, row: Row, body: Body, awards: list[int]) -> Iterator[str]:
        if self.digest:
            yield "the list was frozen twice"
        self.digest = self.listed()
        if (body["digest"], body["entries"]) != (self.digest, len(self.entries)):
            yield f"{body['entries']} entries were frozen as {body['digest'][:16]}, the log has another list"
        yield from self._committed(row, body, awards)

    def asked_again(self, row: Row, body: Body) -> Iterator[str]:
        if self.pending is not None:
            yield "a draw was asked for while another one waited"
        yield from self._committed(row, body, [body["award"]])

    def _committed(self, row: Row, body: Body, awards: list[int]) -> Iterator[str]:
        self.draws += 1
        if body["draw"] != f"{self.name}-{self.draws}" or body["mapping"] != MAPPING:
            yield f"draw {self.draws} is called {body['draw']}, by mapping {body['mapping']}"
        self.pending = {"draw": body["draw"], "commitment": body["commitment"], "awards": awards}
        self.asked_by, self.witness, self.word = row.actor, "", ""

    def witnessed(self, row: Row, body: Body) -> Iterator[str]:
        if self.pending is None or self.pending["draw"] != body["draw"] or self.witness:
            yield "a draw was overseen that was not to be made"
        if row.actor == self.asked_by:
            yield f"{row.actor} asked for the draw and oversaw it: it takes two people"
        self.witness, self.word = row.actor, body["word"]

    def drawn(self, body: Body, *, one_each: bool) -> Iterator[str]:
        pending, self.pending = self.pending, None
        if pending is None or pending["draw"] != body["draw"]:
            yield "something was drawn that nobody had committed to"
            return
        if not self.witness:
            yield "nobody oversaw the draw"
        secret = bytes.fromhex(body["secret"])
        if len(secret) != 32 or hashlib.sha256(secret).hexdigest() != pending["commitment"]:
            yield f"the secret of {body['draw']} does not match its commitment"
        found = self._again(secret, pending, one_each=one_each)
        said = {one["award"]: (one["entry"], one["player"]) for one in body["winners"]}
        if said != found or sorted(body["without_winner"]) != sorted(set(pending["awards"]) - set(found)):
            yield f"{body['draw']} was recorded as {said}, the secret gives {found}"
        self.gone |= dict(said.values())

    def _again(self, secret: bytes, pending: Body, *, one_each: bool) -> dict[int, tuple[int, str]]:
        people = set(self.gone.values()) if one_each else set()
        left = [e for e in sorted(self.entries.items()) if e[0] not in self.gone and e[1] not in people]
        stream = byte_stream(secret, pending["draw"], (self.digest, self.word))
        found: dict[int, tuple[int, str]] = {}
        for award in pending["awards"]:
            if not left:
                break
            won = found[award] = left.pop(number_below(len(left), stream, Redrawn([]), "the entry's place"))
            left = [entry for entry in left if not one_each or entry[1] != won[1]]
        return found
