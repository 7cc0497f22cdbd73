"""The crew of a table: assigned, relieved, and who has the stick."""

from __future__ import annotations

from feltwork.games.conduct import HELD_BY_ONE, Conduct
from feltwork.verifier.table.causes import CREW
from feltwork.verifier.table.facts import Body, Facts


class Crew:
    """Holds who is assigned and released against who is there, who plays, and whom a table in play needs."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.stick: str | None = None
        """The boxperson who acts as stickperson, at a table without one."""

    def opened(self) -> None:
        self.facts.crew, self.stick = {}, None

    def _without(self, crew: dict[str, str], conduct: Conduct) -> list[str]:
        """What a table in play then lacks."""
        return [needed for needed in conduct.crew if needed not in crew.values() and self.facts.status == "open"]

    def _keeps_stick(self) -> None:
        """Only a boxperson of this table acts as its stickperson (Crown 7.4.2)."""
        facts = self.facts
        first = facts.conduct is not None and facts.conduct.rules == 1
        if not first and self.stick is not None and facts.crew.get(self.stick) != "boxperson":
            self.stick = None

    def assigned(self, body: Body) -> None:
        """A player is not crew, and a table in play keeps everybody it cannot play without."""
        facts, person, role = self.facts, body["person"], body["role"]
        if facts.conduct is not None:
            gone = self._without({**facts.crew, person: role}, facts.conduct)
            if person in facts.seats.values() or role not in facts.conduct.staff.union(CREW) or gone:
                facts.wrong("crew", f"{person!r} could not be made {role} here")
            alone = role in HELD_BY_ONE and facts.conduct.rules > 1
            others = (
                {other for other, place in facts.crew.items() if place == role and other != person} if alone else set()
            )
            if others != {body.get("relieves", "")} - {""}:
                facts.wrong("crew", f"{person!r} was made {role}, and {sorted(others)} had that place")
        facts.crew.pop(body.get("relieves", ""), None)
        facts.crew[person] = role
        self._keeps_stick()

    def relieved(self, body: Body) -> None:
        """Whoever goes was there, and a table in play keeps everybody it cannot play without."""
        facts, person, role = self.facts, body["person"], body["role"]
        if facts.crew.get(person) != role:
            facts.wrong("crew", f"{person!r} was not {role} here, and was released")
        left = {other: place for other, place in facts.crew.items() if other != person}
        if facts.conduct and self._without(left, facts.conduct):
            facts.wrong("crew", f"the table was left without {role}")
        facts.crew.pop(person, None)
        self._keeps_stick()

    def stick_taken(self, body: Body) -> None:
        facts, person = self.facts, body["person"]
        if facts.conduct and person is not None and facts.crew.get(person) != "boxperson":
            facts.wrong("crew", f"{person!r} is no boxperson here and was given the stick")
        self.stick = person
