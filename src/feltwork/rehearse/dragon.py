"""A rehearsed Dragon Fire table, with its entry terminal."""

from __future__ import annotations

from collections.abc import Iterator

from feltwork.rehearse.craps import Rehearsal
from feltwork.store.port import Answer
from feltwork.table.live import commands as ask
from feltwork.table.live import gear_commands as gear


class DragonRehearsal(Rehearsal):
    """The same tempers; the dealer starts the game, ends betting and passes the dice, and now and then forgets to."""

    def staff(self, body: ask.Command, who: str) -> Answer:
        """Found dice are for the gaming supervisor to check (3.4.3)."""
        if isinstance(body, ask.CheckDie):
            return self.send(body, "floor", "gaming_supervisor")
        return super().staff(body, who)

    def wants(self, temper: str, seat: int) -> Iterator[tuple[str, int, ask.Raw]]:
        unit = 100 * self.chance.choice((5, 10, 20))
        match temper:
            case "line" | "come":
                yield "dragon", unit, None
                yield "dragons-tail", 500, None
            case "place" | "hedge":
                yield "fire", unit, None
                yield "total", 500, self.chance.randint(3, 11)
            case "reckless":
                yield "specific-pair", unit, self.chance.randint(1, 6)
                yield self.chance.choice(("low-pair", "high-pair")), 300, None
            case _:
                yield "dragon", 90_000, None
                yield "lottery", unit, None

    def play_round(self, number: int) -> None:
        super().play_round(number)
        if self.chance.random() < 0.05:
            shown = self.chance.randint(1, 6), self.chance.randint(1, 6)
            self.send(gear.ReadDisplay(*shown), "display", "system")

    def closes(self) -> None:
        self.staff(gear.OpenBets(), "deal")
        if self.chance.random() < 0.97:
            self.staff(ask.CloseBets(), "deal")
            self.staff(gear.HandDice(), "deal")
