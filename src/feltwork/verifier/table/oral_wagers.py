"""Oral wagers: declared by a player, announced by the crew."""

from __future__ import annotations

from feltwork.verifier.table.crew import Crew
from feltwork.verifier.table.facts import Body, Facts


class OralWagers:
    """Holds oral wagers against whether the book takes them, and who has the stick."""

    def __init__(self, facts: Facts, crew: Crew) -> None:
        self.facts = facts
        self.crew = crew

    def oral(self, body: Body) -> None:
        """Mini Craps takes oral wagers only while a boxperson acts as stickperson (Crown 7.4.2)."""
        facts = self.facts
        conduct = facts.conduct
        if conduct and not conduct.oral.clause:
            facts.wrong("placing", "an oral wager was taken, and this book takes none")
        if conduct and conduct.rules > 1 and conduct.oral.needs_stick and self.crew.stick is None:
            facts.wrong("placing", "an oral wager was taken, and no boxperson acted as stickperson")
