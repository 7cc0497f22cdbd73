"""Chips on the outside 0 of a roulette layout, which count as on the 0."""

from __future__ import annotations

from feltwork.games.layouts import has_outside_zero
from feltwork.verifier.table.facts import Body, Facts

ZERO = ("straight", (0,))


class OutsideZero:
    """Holds chips put on, taken off and moved from the outside 0 against what lies on the 0."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.opened({"book": ""})

    def opened(self, opening: Body) -> None:
        self.has_outside = has_outside_zero(opening["book"], opening.get("layout", ""))
        self.outside: dict[int, int] = {}
        """Chips on the outside 0, by seat."""

    def placed(self, body: Body) -> None:
        seat, there = body["seat"], self.outside.get(body["seat"], 0) + body["amount"]
        if not self.has_outside or there > self._on_zero(seat):
            self.facts.wrong("placing", f"no such chips of seat {seat} lay on an outside 0")
        self.outside[seat] = there

    def taken(self, body: Body) -> None:
        left = self.outside.get(body["seat"], 0) - body["amount"]
        if left < 0:
            self.facts.wrong("removing", f"seat {body['seat']} had not so much on the outside 0")
        self.outside[body["seat"]] = left

    def moved(self, body: Body) -> None:
        facts = self.facts
        late = facts.conduct is not None and body["clause"] == facts.conduct.wheel.left_outside
        if body["seats"] != sorted(self.outside) or not self.outside or late != facts.game().closed:
            facts.wrong("placing", f"seats {body['seats']} had their outside 0 moved, {sorted(self.outside)} had one")
        self.outside = {}

    def _on_zero(self, seat: int) -> int:
        wager = self.facts.game().layout.get((seat, *ZERO))
        return wager.stake if wager else 0

    def keep(self) -> None:
        """Chips come off the 0 inside first; none is outside that is not on the layout."""
        if self.outside:
            left = {seat: min(cents, self._on_zero(seat)) for seat, cents in self.outside.items()}
            self.outside = {seat: cents for seat, cents in left.items() if cents > 0}
