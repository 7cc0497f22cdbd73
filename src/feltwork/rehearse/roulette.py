"""A rehearsed roulette table, with Lucky Ball where it is offered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec.structs import replace

from feltwork.games.conduct import BALL, DIRECTIONS
from feltwork.outcomes import COLOURS
from feltwork.rehearse.craps import Rehearsal
from feltwork.rehearse.drawn import CountedDealer, add_nonces
from feltwork.rehearse.rulings import after_the_spin
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import DismissReport, ReportThrow
from feltwork.table.live.events import Limits
from feltwork.table.live.topic import BETTING, DEALER, SEEDED

LAYOUT_C = "layout-c"


class RouletteRehearsal(Rehearsal):
    """The same tempers at the wheel."""

    @cached_property
    def dealer(self) -> CountedDealer:
        return CountedDealer(self.night)

    def open(self) -> None:
        super().open()
        self.dealer.attend_table()

    def opening(self) -> ask.OpenTable:
        """With everything; or, told so, on the cloth that has a 0 at the outside."""
        opening = replace(super().opening(), source=SEEDED, variant=None, uspin=True)
        if self.night.variant == LAYOUT_C:
            return replace(opening, layout="C", source=DEALER)
        return replace(opening, wheel="double", lucky_ball=True)

    def rounds(self, count: int) -> Iterator[int]:
        for number in range(count):
            self.night.staff(ask.OpenBets(), "deal")
            self.bets()
            self.play_round(number)
            yield number

    def close(self) -> None:
        self.night.staff(ask.OpenBets(), "deal")
        super().close()

    def simple(self) -> tuple[str, ask.Raw]:
        return "straight", 17

    def signs(self) -> dict[str, Limits]:
        """So that chips which count on black together with others may be over its maximum."""
        return {"black": (100, 2_000, 0)}

    def wants(self, temper: str, seat: int) -> Iterator[tuple[str, int, ask.Raw]]:
        unit = 100 * self.night.chance.choice((5, 10, 20))
        match temper:
            case "line" | "come":
                yield self.night.chance.choice(("red", "black", "odd", "even", "low", "high")), unit, None
                yield "dozen", unit, self.night.chance.randint(1, 3)
            case "place" | "hedge":
                yield "straight", 500, self.night.chance.choice(self.night.game.book.wheel)
                yield "street", 300, [1, 2, 3]
                yield "straight", 500, "outside 0"
            case "reckless":
                yield "lucky-ball", 200, self.night.chance.choice(COLOURS)
                yield "corner", unit, [1, 2, 4, 5]
            case _:
                yield "five-line", unit, None
                yield "split", unit, [5, 5]

    def play_round(self, number: int) -> None:
        night = self.night
        add_nonces(night)
        self._spin()
        self.dealer.attend_table()
        night.send(ask.PlaceWager(1, "red", 500), night.player(1), "player")
        if night.chance.random() < 0.06:
            reason = night.chance.choice(("foreign object", "ball out of the wheel", "sneezed"))
            night.staff(ask.CallNoRoll(reason), "deal")
            night.staff(ask.TakeBallOut(night.spoken.random() < 0.5), "deal")
            night.staff(ask.ExamineBall(night.chance.random() < 0.5), "sup")
            night.equipment.checks(BALL)
            self.dealer.attend_table()
            if night.desk.table(night.table).phase == BETTING:
                return
        if night.chance.random() < 0.03 and self._fails():
            self.dealer.attend_table()
            return
        night.staff(ask.MoveZero(), "deal")
        night.staff(ask.CloseBets(), "deal")
        night.send(ask.PlaceWager(1, "black", 500), night.player(1), "player")
        self.dealer.attend_table()
        if night.spoken.random() < 0.05:
            night.staff(ReportThrow("interference"), "deal")
            night.staff(DismissReport("a sleeve, and it touched nothing"), "sup")
        pocket = night.chance.choice(night.game.book.wheel)
        if night.chance.random() < 0.1:
            fair = ask.RepositionWager(1, "red", "black", "the dealer knocked it over")
            night.staff(fair, "sup")
        night.staff(ask.EnterNumber(pocket, *self._ran()), "deal")
        night.staff(ask.ConfirmNumber(pocket), "deal")
        self.dealer.attend_table()
        after_the_spin(night)
        if night.chance.random() < 0.03:
            night.staff(ask.CorrectNumber(night.chance.choice(night.game.book.wheel), "misheard"), "sup")
        if night.chance.random() < 0.02:
            night.staff(ask.InvalidateOutcome(night.chance.choice(("fire", "rain"))), "sup")
        if night.chance.random() < 0.05:
            night.staff(ask.SetWageringPeriod(night.chance.choice((None, 60, 0))), "sup")

    def _ran(self) -> tuple[str, str, int]:
        """Which way ball and wheel ran, by turns, and how often the ball went round."""
        ways = self.night.spoken.sample(DIRECTIONS, 2)
        return ways[0], ways[1], self.night.spoken.randint(4, 12)

    def replace_something(self) -> None:
        self.night.equipment.replaces(self.night.chance.choice(("dolly", "colour checks", "number order")))

    def _spin(self) -> None:
        """By hand, or by the unit at a player's press or the dealer's."""
        if self.night.chance.random() < 0.5:
            self.night.staff(ask.SpinBall(), "deal")
            return
        self.night.staff(ask.LoadBall(), "deal")
        seat = self.night.chance.randint(1, self.night.seats)
        self.night.staff(ask.OfferButton(seat), "deal")
        if self.night.chance.random() < 0.5:
            self.night.plays(ask.PressButton(seat), seat)
        else:
            self.night.staff(ask.SpinBall(by_unit=True), "deal")

    def _fails(self) -> bool:
        """Screen and unit fail and are mended; says whether the spin was lost."""
        self.night.staff(ask.ReportScreenFault("dark"), "deal")
        self.night.staff(ask.RestoreScreen("cable"), "sup")
        self.night.staff(ask.ReportUnitFault("jammed", self.night.chance.random() < 0.3), "deal")
        how = self.night.chance.choice(("repaired", "replaced"))
        self.night.staff(ask.RestoreUnit(how), "sup")
        self.night.equipment.checks("uSpin unit", again=how == "repaired")
        return self.night.desk.table(self.night.table).phase == BETTING
