"""Concerns that players raise about a round."""

from __future__ import annotations

from feltwork.verifier.table.facts import Body, Facts
from feltwork.verifier.table.history import History


class Concerns:
    """Holds who answers a concern against who called the round that it is about."""

    def __init__(self, facts: Facts, history: History) -> None:
        self.facts = facts
        self.history = history
        self.concerned: dict[int, tuple[str, ...]] = {}
        """Who called the rounds that open concerns are about, by the concern's number."""

    def raised(self, body: Body) -> None:
        self.concerned[body["number"]] = self.history.called.get(body["version"], ())

    def answered(self, body: Body) -> None:
        """By another than who called the round that it is about, as far as that round could still be set right."""
        facts = self.facts
        if facts.since_2() and facts.actor in self.concerned.pop(body["number"], ()):
            facts.wrong("role", f"{facts.actor!r} answered a concern about a result that they had called themselves")
