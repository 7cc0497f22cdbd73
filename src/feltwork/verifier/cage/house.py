"""What the house keeps at the cage: numbered equipment lent to tables, and approved documents."""

from __future__ import annotations

from feltwork.games.registry import book_names
from feltwork.verifier.cage.facts import Body, CageFacts
from feltwork.verifier.log.rows import Row


class HouseThings:
    """Holds equipment against the table it is at, and each installed document against the books there are."""

    def __init__(self, facts: CageFacts) -> None:
        self.facts = facts
        self.lent: dict[str, str] = {}
        """Numbered equipment, and the table it is at."""
        self.documents: set[str] = set()
        """Digests of the approved rules that were ever installed."""

    def rules_installed(self, row: Row, body: Body) -> None:
        """A known game, a version, and the digest of a PDF or a text."""
        digest, named = body["sha256"], bool(body["version"].strip())
        hexadecimal = len(digest) == 64 and set(digest) <= set("0123456789abcdef")
        if body["book"] not in book_names() or body["form"] not in ("pdf", "text") or body["size"] <= 0:
            self.facts.wrong("body", f"{body['form']!r} of {body['size']} bytes is no document of {body['book']!r}")
        if not hexadecimal or not named:
            self.facts.wrong("body", "an installed document has no version, or a digest that is none")
        self.documents.add(digest)

    def lent_out(self, row: Row, body: Body) -> None:
        for piece in body["serials"]:
            if piece in self.lent:
                self.facts.wrong("equipment", f"{piece} came to table {body['table']} and was at {self.lent[piece]}")
            self.lent[piece] = body["table"]

    def came_back(self, row: Row, body: Body) -> None:
        for piece in body["serials"]:
            if self.lent.pop(piece, None) != body["table"]:
                self.facts.wrong("equipment", f"{piece} came back from table {body['table']}, which did not have it")
