"""A rehearsed craps table: a crew, players of every temper, and everything that can go wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from msgspec.structs import replace

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.games import open_book
from feltwork.rehearse.beside import beside
from feltwork.rehearse.dice import afterwards, late_wager, lose_a_die, select_dice
from feltwork.rehearse.night import CREW, Names, Night
from feltwork.rehearse.purse import Purse
from feltwork.rehearse.rulings import after_the_roll, disputed
from feltwork.rehearse.wishes import irregular_wishes, whims
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import DismissReport, ReportThrow
from feltwork.table.live.events import Limits
from feltwork.table.live.topic import BETTING, OPEN

TEMPERS = ("line", "come", "place", "hedge", "reckless", "over-limit")
BUY_IN = 100_000


class Rehearsal:
    """How a table is rehearsed, from its opening to its end. Other kinds of table do some of it in their own way."""

    def __init__(
        self,
        desk: Desk,
        table: str,
        book: str,
        variant: str | None,
        seed: int,
        seats: int = 6,
        max_award: int | None = 500_000,
    ) -> None:
        self.night = night = Night(desk, table, book, variant, seed, seats)
        night.acting = self.acting
        self.max_award = max_award
        self.purse = Purse(night.send, Random(f"money {seed} {table}"), night.player, seats, night.boss)
        self._tried = count()
        """Counts the wagers of the book that were tried one by one."""

    def acting(self, body: ask.Command, who: str) -> tuple[str, str]:
        """As whom a member of staff sends a command."""
        return self.night.crew(body, who)

    def opening(self) -> ask.OpenTable:
        """The table to be opened, its limits apart: everything here is a rehearsal, and says so in the log."""
        chip = open_book(self.night.book).default_chip
        return ask.OpenTable(self.night.book, chip, self.night.seats + 2, variant=self.night.variant, rehearsal=True)

    def open(self) -> None:
        """Open the table with its checklist and crew, and seat the players."""
        night = self.night
        opening = self.opening()
        book = open_book(night.book, variant=opening.variant, wheel=opening.wheel, lucky_ball=opening.lucky_ball)
        night.names = Names({wager.concept: wager.name for wager in book.wagers.values()})
        night.simple = self.simple()
        flat = [night.names[kind] for kind in ("line", "dont-line", "come", "dragon", "fire") if kind in night.names]
        limits: dict[str, Limits] = dict.fromkeys(book.wagers, (100, 100_000, 0))
        limits |= dict.fromkeys(flat, (500, 50_000, 0)) | self.signs()
        night.staff(replace(opening, limits=limits, max_award=self.max_award), "sup")
        night.staff(ask.OpenPlay(), "sup")
        night.equipment.checks()
        for person, role in {"sup": night.boss, **CREW}.items():
            night.staff(ask.AssignCrew(person, role), "sup")
        self.purse.open()
        night.staff(ask.OpenPlay(), "sup")
        for seat in range(1, night.seats + 1):
            player = night.player(seat)
            night.send(Deposit(player, 10 * BUY_IN), "till", "cashier", "cage")
            night.send(ask.Sit(player, seat), player, "player")
            self.buys_in(seat)
            self.welcome(seat)

    def simple(self) -> tuple[str, ask.Raw]:
        """A wager that can be made in any round."""
        return self.night.names.get("field", "low-pair"), None

    def signs(self) -> dict[str, Limits]:
        """Limits of this table's own."""
        return {self.night.simple[0]: (500, 100_000, 0)}

    def buys_in(self, seat: int) -> None:
        """From the player's money at the cage."""
        self.night.send(ask.BuyIn(seat, BUY_IN), self.night.player(seat), "player")

    def replace_something(self) -> None:
        """Another takes the place of something between two rounds."""
        self.night.equipment.replaces(self.night.played.replaceable)

    def welcome(self, seat: int) -> None:
        """What else a player does who has sat down."""

    def rounds(self, count: int) -> Iterator[int]:
        """Play; yields after each round."""
        for number in range(count):
            self.bets()
            beside(self.night, number)
            self.play_round(number)
            yield number

    def close(self) -> None:
        """Everybody takes down what may come down, collects and goes; the rest stays for another day."""
        for key, standing in list(self.night.game.layout.items()):
            seat, wager, _ = key
            raw = list(standing.on) if isinstance(standing.on, tuple) else standing.on
            self.night.send(ask.RemoveWager(seat, wager, raw), self.night.player(seat), "player")
        self.purse.close(self.night.game)
        for seat, held in list(self.night.game.balances.items()):
            if held:
                self.night.send(ask.Collect(seat), self.night.player(seat), "player")
            self.night.send(ask.Leave(seat), self.night.player(seat), "player")

    def shut(self) -> None:
        """The sign goes up, down and up again, and the table is closed if nothing is left on it."""
        self.night.staff(ask.AnnounceClosure(), "sup")
        self.night.staff(ask.WithdrawClosure(), "sup")
        self.night.staff(ask.AnnounceClosure(), "sup")
        self.night.staff(ask.CloseTable(), "sup")

    def bets(self) -> None:
        for seat in range(1, self.night.seats + 1):
            temper = TEMPERS[(seat - 1) % len(TEMPERS)]
            for wager, amount, on in (*self.wants(temper, seat), *whims(self.night, self._tried, temper, seat)):
                self.night.send(ask.PlaceWager(seat, wager, amount, on), self.night.player(seat), "player")
            if self.night.game.balances.get(seat, 0) < 2_000:
                self.buys_in(seat)
        self.purse.between_rounds(self.night.game, *self.night.simple)
        if self.night.chance.random() < 0.1:
            irregular_wishes(self.night, self.replace_something)

    def wants(self, temper: str, seat: int) -> Iterator[tuple[str, int, ask.Raw]]:
        """What a player of this temper puts up now."""
        night = self.night
        come_out = night.game.come_out
        unit = 100 * night.chance.choice((5, 10, 20))
        match temper:
            case "line" | "come" | "place":
                if come_out:
                    yield night.names["line"], unit, None
                elif temper == "line":
                    yield night.names["line-odds"], unit, None
                elif temper == "come":
                    yield night.names["come"], unit, None
                else:
                    yield night.names["place"], 1_200, night.chance.choice((6, 8))
                    yield night.names["buy"], 2_000, night.chance.choice((4, 10))
            case "hedge":
                yield night.names["dont-line" if come_out else "dont-come"], unit, None
                yield night.names["hardway"], 500, night.chance.choice((4, 6, 8, 10))
            case "reckless":
                yield (
                    night.names[night.chance.choice(("field", "any-seven", "eleven", "any-craps"))],
                    unit,
                    None,
                )
                yield night.names["horn"], 400 * night.chance.randint(1, 5), None
            case _:
                yield night.names["line"], 90_000, None
                yield "lottery", unit, None

    def play_round(self, number: int) -> None:
        """Offer the dice where they are free, throw, call, settle."""
        night = self.night
        live = night.desk.table(night.table)
        for _ in range(2 * night.seats):
            if live.shooter.seat is not None or live.shooter.house_throws or live.status != OPEN:
                break
            if night.staff(ask.OfferDice(), "stick").reason:
                return
            live = night.desk.table(night.table)
            if live.shooter.offered is not None:
                seat = live.shooter.offered
                shy = night.chance.random() < 0.15
                if shy or night.plays(ask.AcceptDice(seat), seat).reason:
                    night.plays(ask.RejectDice(seat), seat)
                else:
                    select_dice(night, seat)
            live = night.desk.table(night.table)
        if night.game.book.house.closing:
            self.closes()
        thrower = ("deal", "dealer") if night.alone else ("stick", "stickperson")
        thrower = thrower if live.shooter.house_throws else (night.player(live.shooter.seat or 0), "player")
        if night.send(ask.ThrowDice(), *thrower).reason:
            if live.shooter.seat is not None:
                night.plays(ask.PassDice(live.shooter.seat), live.shooter.seat)
            return
        late_wager(night, live.shooter.seat)
        dice = (night.chance.randint(1, 6), night.chance.randint(1, 6))
        if night.chance.random() < 0.06:
            reason = night.chance.choice(("off the table", "cocked", "on the float", "irregular throw", "sneezed"))
            night.staff(ReportThrow(reason), "stick")
            night.staff(ask.CallNoRoll(reason), "stick")
            if night.desk.table(night.table).phase == BETTING:
                lose_a_die(night)
                return
        if night.spoken.random() < 0.1:  # a dealer's eye, and another's
            night.staff(ReportThrow("one die on the other"), "deal")
            night.staff(ask.EnterResult(*dice), "stick")
            night.staff(DismissReport("they only touch"), "deal")
            night.staff(DismissReport("they only touch"), "box")
        if night.chance.random() < 0.02:
            night.staff(ask.InvalidateOutcome("brawl"), "sup")
        night.staff(ask.EnterResult(*dice), "stick")
        night.staff(ask.ConfirmResult(*disputed(night, dice)), "stick")
        afterwards(night)
        after_the_roll(night)

    def closes(self) -> None:
        self.night.staff(ask.CloseBets(), "deal")
