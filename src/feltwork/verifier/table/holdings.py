"""What seats hold: chips in the rail, tokens, colour checks."""

from __future__ import annotations

from msgspec import Struct, field

from feltwork.verifier.table.lines import SettledLine


class Holdings(Struct):
    """Cents that each seat has, by what they are in."""

    rail: dict[int, int] = field(default_factory=dict)
    tokens: dict[int, int] = field(default_factory=dict)
    checks: dict[int, int] = field(default_factory=dict)

    def copy(self) -> Holdings:
        return Holdings(self.rail.copy(), self.tokens.copy(), self.checks.copy())

    def purse(self, of: str) -> dict[int, int]:
        return self.rail if of == "chips" else {"tokens": self.tokens, "checks": self.checks}[of]

    def give(self, of: str, seat: int, cents: int) -> None:
        purse = self.purse(of)
        purse[seat] = purse.get(seat, 0) + cents

    def credit(self, line: SettledLine) -> None:
        """Pay what a line says."""
        seat, paid, apart = line.seat, line.paid, line.apart
        if apart is not None:
            paid -= apart.checks_back
            self.give("tokens", seat, apart.tokens_back)
            self.give("checks", seat, apart.checks_back)
        self.rail[seat] = self.rail.get(seat, 0) + paid
