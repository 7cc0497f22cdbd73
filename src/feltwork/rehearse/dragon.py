"""A rehearsed Dragon Fire table, with its entry terminal."""

from __future__ import annotations

from collections.abc import Iterator

from feltwork.rehearse.craps import Rehearsal
from feltwork.table.live import commands as ask


class DragonRehearsal(Rehearsal):
    """The same tempers; the dealer starts the game, ends betting and passes the dice, and now and then forgets to."""

    def acting(self, body: ask.Command, who: str) -> tuple[str, str]:
        """Found dice are for the gaming supervisor to check (3.4.3)."""
        return ("floor", "gaming_supervisor") if isinstance(body, ask.CheckDie) else self.night.crew(body, who)

    def wants(self, temper: str, seat: int) -> Iterator[tuple[str, int, ask.Raw]]:
        unit = 100 * self.night.chance.choice((5, 10, 20))
        match temper:
            case "line" | "come":
                yield "dragon", unit, None
                yield "dragons-tail", 500, None
            case "place" | "hedge":
                yield "fire", unit, None
                yield "total", 500, self.night.chance.randint(3, 11)
            case "reckless":
                yield "specific-pair", unit, self.night.chance.randint(1, 6)
                yield self.night.chance.choice(("low-pair", "high-pair")), 300, None
            case _:
                yield "dragon", 90_000, None
                yield "lottery", unit, None

    def play_round(self, number: int) -> None:
        super().play_round(number)
        if self.night.chance.random() < 0.05:
            shown = self.night.chance.randint(1, 6), self.night.chance.randint(1, 6)
            self.night.send(ask.ReadDisplay(*shown), "display", "system")

    def closes(self) -> None:
        self.night.staff(ask.OpenBets(), "deal")
        if self.night.chance.random() < 0.97:
            self.night.staff(ask.CloseBets(), "deal")
            self.night.staff(ask.HandDice(), "deal")
