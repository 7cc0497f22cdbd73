"""A rehearsed roulette table, with Lucky Ball where it is offered."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from feltwork.outcomes import COLOURS
from feltwork.rehearse.drawn import DrawnRehearsal
from feltwork.table.life import commands as ask


class RouletteRehearsal(DrawnRehearsal):
    """The same tempers at the wheel."""

    def wants(self, temper: str, seat: int) -> Iterator[tuple[str, int, ask.Raw]]:
        unit = 100 * self.chance.choice((5, 10, 20))
        match temper:
            case "line" | "come":
                yield self.chance.choice(("red", "black", "odd", "even", "low", "high")), unit, None
                yield "dozen", unit, self.chance.randint(1, 3)
            case "place" | "hedge":
                yield "straight", 500, self.chance.choice(self.game.book.wheel)
                yield "street", 300, [1, 2, 3]
            case "reckless":
                yield "lucky-ball", 200, self.chance.choice(COLOURS)
                yield "corner", unit, [1, 2, 4, 5]
            case _:
                yield "five-line", unit, None
                yield "split", unit, [5, 5]

    def opening(self) -> ask.OpenTable:
        return replace(super().opening(), wheel="double", lucky_ball=True)

    def play_round(self, number: int) -> None:
        self.add_nonces()
        self.staff(ask.SpinBall(), "deal")
        self.attend()
        self.send(ask.PlaceWager(1, "red", 500), self.player(1), "player")
        if self.chance.random() < 0.06:
            self.staff(
                ask.CallNoRoll(self.chance.choice(("foreign object", "ball out of the wheel", "sneezed"))), "deal"
            )
            self.attend()
            return
        self.staff(ask.CloseBets(), "deal")
        self.send(ask.PlaceWager(1, "black", 500), self.player(1), "player")
        self.attend()
        pocket = self.chance.choice(self.game.book.wheel)
        self.staff(ask.EnterNumber(pocket), "deal")
        self.staff(ask.ConfirmNumber(pocket), "deal")
        self.attend()
        if self.chance.random() < 0.02:
            self.staff(ask.InvalidateOutcome(self.chance.choice(("fire", "rain"))), "sup")
