"""A rehearsed roulette table, with Lucky Ball where it is offered."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from feltwork.games.conduct import BALL, DIRECTIONS
from feltwork.outcomes import COLOURS
from feltwork.rehearse.drawn import DrawnRehearsal
from feltwork.rehearse.rulings import after_the_spin
from feltwork.table.live import commands as ask
from feltwork.table.live import gear_commands as gear
from feltwork.table.live.events import Limits
from feltwork.table.live.floor_commands import DismissReport, ReportThrow
from feltwork.table.live.state import BETTING, DEALER

LAYOUT_C = "layout-c"


class RouletteRehearsal(DrawnRehearsal):
    """The same tempers at the wheel."""

    def opening(self) -> ask.OpenTable:
        """With everything; or, told so, on the cloth that has a 0 at the outside."""
        opening = replace(super().opening(), variant=None, uspin=True)
        if self.variant == LAYOUT_C:
            return replace(opening, layout="C", source=DEALER)
        return replace(opening, wheel="double", lucky_ball=True)

    def rounds(self, count: int) -> Iterator[int]:
        for number in range(count):
            self.staff(gear.OpenBets(), "deal")
            self.bets()
            self.play_round(number)
            yield number

    def close(self) -> None:
        self.staff(gear.OpenBets(), "deal")
        super().close()

    @property
    def simple(self) -> tuple[str, ask.Raw]:
        return "straight", 17

    def signs(self) -> dict[str, Limits]:
        """So that chips which count on black together with others may be over its maximum."""
        return {"black": (100, 2_000, 0)}

    def wants(self, temper: str, seat: int) -> Iterator[tuple[str, int, ask.Raw]]:
        unit = 100 * self.chance.choice((5, 10, 20))
        match temper:
            case "line" | "come":
                yield self.chance.choice(("red", "black", "odd", "even", "low", "high")), unit, None
                yield "dozen", unit, self.chance.randint(1, 3)
            case "place" | "hedge":
                yield "straight", 500, self.chance.choice(self.game.book.wheel)
                yield "street", 300, [1, 2, 3]
                yield "straight", 500, "outside 0"
            case "reckless":
                yield "lucky-ball", 200, self.chance.choice(COLOURS)
                yield "corner", unit, [1, 2, 4, 5]
            case _:
                yield "five-line", unit, None
                yield "split", unit, [5, 5]

    def play_round(self, number: int) -> None:
        self.add_nonces()
        self._spin()
        self.attend()
        self.send(ask.PlaceWager(1, "red", 500), self.player(1), "player")
        if self.chance.random() < 0.06:
            reason = self.chance.choice(("foreign object", "ball out of the wheel", "sneezed"))
            self.staff(ask.CallNoRoll(reason), "deal")
            self.staff(gear.TakeBallOut(self.spoken.random() < 0.5), "deal")
            self.staff(gear.ExamineBall(self.chance.random() < 0.5), "sup")
            self.checks(BALL)
            self.attend()
            if self.desk.table(self.table).phase == BETTING:
                return
        if self.chance.random() < 0.03 and self._fails():
            self.attend()
            return
        self.staff(gear.MoveZero(), "deal")
        self.staff(ask.CloseBets(), "deal")
        self.send(ask.PlaceWager(1, "black", 500), self.player(1), "player")
        self.attend()
        if self.spoken.random() < 0.05:
            self.staff(ReportThrow("interference"), "deal")
            self.staff(DismissReport("a sleeve, and it touched nothing"), "sup")
        pocket = self.chance.choice(self.game.book.wheel)
        if self.chance.random() < 0.1:
            fair = gear.RepositionWager(1, "red", "black", "the dealer knocked it over")
            self.staff(fair, "sup")
        self.staff(ask.EnterNumber(pocket, *self._ran()), "deal")
        self.staff(ask.ConfirmNumber(pocket), "deal")
        self.attend()
        after_the_spin(self)
        if self.chance.random() < 0.03:
            self.staff(gear.CorrectNumber(self.chance.choice(self.game.book.wheel), "misheard"), "sup")
        if self.chance.random() < 0.02:
            self.staff(ask.InvalidateOutcome(self.chance.choice(("fire", "rain"))), "sup")
        if self.chance.random() < 0.05:
            self.staff(gear.SetWageringPeriod(self.chance.choice((None, 60, 0))), "sup")

    def _ran(self) -> tuple[str, str, int]:
        """Which way ball and wheel ran, by turns, and how often the ball went round."""
        ways = self.spoken.sample(DIRECTIONS, 2)
        return ways[0], ways[1], self.spoken.randint(4, 12)

    @property
    def replaceable(self) -> str:
        return self.chance.choice(("dolly", "colour checks", "number order"))

    def _spin(self) -> None:
        """By hand, or by the unit at a player's press or the dealer's."""
        if self.chance.random() < 0.5:
            self.staff(ask.SpinBall(), "deal")
            return
        self.staff(gear.LoadBall(), "deal")
        seat = self.chance.randint(1, self.seats)
        self.staff(gear.OfferButton(seat), "deal")
        if self.chance.random() < 0.5:
            self.plays(gear.PressButton(seat), seat)
        else:
            self.staff(ask.SpinBall(by_unit=True), "deal")

    def _fails(self) -> bool:
        """Screen and unit fail and are mended; says whether the spin was lost."""
        self.staff(gear.ReportScreenFault("dark"), "deal")
        self.staff(gear.RestoreScreen("cable"), "sup")
        self.staff(gear.ReportUnitFault("jammed", self.chance.random() < 0.3), "deal")
        how = self.chance.choice(("repaired", "replaced"))
        self.staff(gear.RestoreUnit(how), "sup")
        self.checks("uSpin unit", again=how == "repaired")
        return self.desk.table(self.table).phase == BETTING
