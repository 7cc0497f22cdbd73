"""What conditions say, read from the document as it was published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltwork.games import open_book
from feltwork.games.book import Book
from feltwork.games.register import register
from feltwork.games.registry import find_game
from feltwork.games.tournament import Item, TournamentRules
from feltwork.money import parse_money
from feltwork.refusal import NOT_IN_THE_BOOK

NO_MAXIMUM = 10**15


class Terms:
    """Figures and choices of one tournament's conditions."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.name = str(document["tournament"])
        rules = find_game(self.name).tournament
        assert rules is not None
        self.rules: TournamentRules = rules
        self._book: Book | None = None

    @property
    def clauses(self) -> frozenset[str]:
        """Every clause that something may be refused by at the table."""
        return frozenset({row.clause for row in register() if row.book == self.name} | {NOT_IN_THE_BOOK})

    @property
    def book(self) -> Book:
        """The book that it is played under."""
        if self._book is None:
            variant, wheel = self.document.get("variant") or None, self.document.get("wheel") or "single"
            self._book = open_book(self.name, variant=variant, wheel=wheel)
        return self._book

    def said(self, path: str, otherwise: Any = None) -> Any:
        """A field, or something else where it is not said."""
        part, _, name = path.partition(".")
        value = self.document.get(part, {}).get(name)
        return otherwise if value in (None, "", [], {}) else value

    def missing(self) -> list[str]:
        """The clauses of what the book asks for, and these conditions do not say."""
        found = [item.clause for item in self.rules.items if self._lacks(item)]
        if self.rules.approval and not str(self.document.get("approval", "")).strip():
            found.append(self.rules.approval)
        changed = self.document.get("override") or []
        if changed and (not self.rules.overrides or any(not (e.get("clause") and e.get("how")) for e in changed)):
            found.append(self.rules.overrides or self.rules.conditions)
        return found

    def _lacks(self, item: Item) -> bool:
        used = self.said(item.used) if item.used else True
        return used is None or (used is True and any(self.said(path) is None for path in item.needs))

    def number(self, path: str, otherwise: int) -> int:
        """A figure, or another one where none is said."""
        return int(self.said(path, otherwise))

    def cents(self, path: str, switch: str) -> int:
        """Money that is charged, where it is."""
        return parse_money(self.said(path, "0.00")) if self.said(switch) is True else 0

    @property
    def sessions(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.said("structure.sessions", [])
        return found

    def limits(self, number: int) -> tuple[int, int]:
        """Minimum and maximum of a round."""
        low, high = self.said("wagers.minimum", 1), self.said("wagers.maximum", NO_MAXIMUM)
        for change in sorted(self.said("wagers.changes", []), key=lambda each: int(each["round"])):
            if self.said("wagers.change") and change["round"] <= number:
                low, high = change["minimum"], change["maximum"]
        return low, high

    @property
    def forms(self) -> int:
        secret = self.said("play.secret_number", 0) if self.said("play.secret") else 0
        return int(self.said("play.undisclosed", 0) or secret)

    @property
    def cash_value(self) -> int:
        return self.cents("chips.cash_value", "chips.cashed")

    @property
    def plays_off(self) -> bool:
        """Do equal chips at the cut play off?"""
        return self.rules.session is not None or self.said("structure.ties") == "play-off"
