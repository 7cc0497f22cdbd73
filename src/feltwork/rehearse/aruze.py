"""A rehearsed electronic craps table."""

from __future__ import annotations

from functools import cached_property

from msgspec.structs import replace

from feltwork.cage.acceptor import SimulatedAcceptor
from feltwork.cage.cards import own_card
from feltwork.cage.commands import (
    AskTransfer,
    CreditTransfer,
    InsertCard,
    InsertNote,
    InsertTicket,
    IssueCard,
    PrintTicket,
    SellTicket,
    SettleTransfer,
    TakeCard,
)
from feltwork.cage.state import DONE, OPEN
from feltwork.rehearse.craps import BUY_IN, Rehearsal
from feltwork.rehearse.drawn import CountedDealer, add_nonces
from feltwork.rehearse.rulings import after_the_shot
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import (
    ConfirmTerminal,
    FindInvalid,
    RelaxClose,
    RemoveAcceptor,
    ReportTerminal,
    ReportThrow,
)
from feltwork.table.live.topic import SEEDED
from feltwork.table.live.topics.acceptors import ACCEPTOR

NOTES = (100_00, 100_00, 100_00, 50_00, 20_00, 10_00, 5_00)
"""What somebody has in a pocket."""


class AruzeRehearsal(Rehearsal):
    """No crew: the system closes wagering, shoots and draws, a manager is on the floor."""

    bought = 0
    """How often somebody has put money in."""

    @cached_property
    def acceptors(self) -> dict[int, SimulatedAcceptor]:
        """The note acceptors of the terminals, by seat."""
        return {}

    @cached_property
    def dealer(self) -> CountedDealer:
        return CountedDealer(self.night)

    def opening(self) -> ask.OpenTable:
        return replace(super().opening(), source=SEEDED)

    def open(self) -> None:
        super().open()
        self.dealer.attend_table()

    def acting(self, body: ask.Command, who: str) -> tuple[str, str]:
        return "agm", "assistant_gaming_manager"

    def buys_in(self, seat: int) -> None:
        """In turn as notes, as a ticket bought at the cage and by a transfer; never from a deposit."""
        player, way = self.night.player(seat), self.bought % 3
        self.bought += 1
        self.night.send(ask.BuyIn(seat, BUY_IN), player, "player")
        if way == 1:
            sold = self.night.send(SellTicket(BUY_IN), "till", "cashier", "cage")
            if sold.first:
                self.night.send(InsertTicket(seat, self.night.desk.ticket_number(sold.first)), player, "player")
                return
        if way == 2:
            asked = self.night.send(AskTransfer(player, BUY_IN, True, self.night.table, seat), player, "player", "cage")
            self.night.send(CreditTransfer(seat, f"T{asked.first}"), player, "player")
            self.night.send(SettleTransfer(f"T{asked.first}", DONE), "cms", "system", "cage")
            self.night.send(CreditTransfer(seat, f"T{asked.first}"), player, "player")
            return
        self.puts_in(seat, BUY_IN)
        for note in NOTES:
            self.puts_in(seat, note)

    def puts_in(self, seat: int, note: int) -> None:
        """One note, by the terminal's acceptor; the first of a terminal is reported before that is enrolled."""
        if seat not in self.acceptors:
            self.night.send(InsertNote(seat, note), self.night.player(seat), "player")
            named = f"{self.night.seed} {self.night.sent}"
            self.acceptors[seat] = acceptor = SimulatedAcceptor.seeded(self.night.table, seat, named)
            self.night.send(acceptor.report(note), self.night.table, ACCEPTOR)
            self.night.staff(acceptor.enrolment, "sup")
        self.night.send(self.acceptors[seat].report(note), self.night.table, ACCEPTOR)

    def welcome(self, seat: int) -> None:
        """A card of the player's own, into the terminal."""
        player = self.night.player(seat)
        self.night.send(IssueCard(player), "till", "cashier", "cage")
        card = own_card(self.night.desk.cage, player)
        self.night.send(InsertCard(seat, "6000"), player, "player")
        self.night.send(InsertCard(seat, card), player, "player")

    def at_the_cage(self, number: int) -> None:
        """In turn: credits into a ticket and back, a card that was not the player's own."""
        seat = number % self.night.seats + 1
        player = self.night.player(seat)
        if number % 5 == 0:
            self.night.send(PrintTicket(seat), player, "player")
            for serial, ticket in list(self.night.desk.cage.tickets.items()):
                if ticket.player == player and ticket.standing == OPEN:
                    self.night.send(InsertTicket(seat, self.night.desk.ticket_number(serial)), player, "player")
        if number % 17 == 3:
            self.night.staff(RemoveAcceptor(seat), "sup")
            self.acceptors.pop(seat, None)
            self.night.staff(FindInvalid(seat, "another's card", "power of attorney"), "sup")
            self.night.send(TakeCard(seat), player, "player")
            self.welcome(seat)

    def replace_something(self) -> None:
        """At an electronic table play is stopped for it."""
        item = self.night.chance.choice(("tumbler", "terminals"))
        self.night.staff(ask.ReportFault("it does not sound right"), "sup")
        self.night.equipment.replaces(item)
        self.night.staff(ask.ClearFault("replaced and checked"), "sup")

    def play_round(self, number: int) -> None:
        night = self.night
        self.at_the_cage(number)
        if number % 61 == 60:
            night.staff(ask.GiveUpDraw("the draw key is lost"), "sup")
            self.dealer.attend_table()
            return
        add_nonces(night)
        night.send(ask.CloseBets(), "timer", "system")
        if night.chance.random() < 0.1:
            night.staff(RelaxClose(1, "the screen froze"), "sup")
            night.send(ask.PlaceWager(1, night.names["field"], 500), night.player(1), "player")
        awaited = night.desk.table(night.table).throw.awaited
        if awaited and awaited[0] is not None:
            night.send(ask.ShootDice(), "timer", "system")
            night.send(ask.PressShoot(awaited[0]), night.player(awaited[0]), "player")
        else:
            night.send(ask.ShootDice(), "timer", "system")
        if night.chance.random() < 0.05:
            night.send(ReportThrow("cocked"), "sensor", "system")
            night.staff(ask.CallNoRoll("sneezed"), "sup")
            night.staff(ask.CallNoRoll(night.chance.choice(("cocked", "tumbler fault"))), "sup")
        failing = number % night.seats + 1 if number % 7 == 2 else None
        if failing:
            night.send(ReportTerminal(failing, "other", f"E-{number}"), "sensor", "system")
        self.dealer.attend_table()
        if failing:
            night.staff(ConfirmTerminal(failing, number % 2 == 0, "journal read"), "sup")
        if night.chance.random() < 0.02:
            night.staff(ask.InvalidateOutcome(night.chance.choice(("fire", "rain"))), "sup")
        after_the_shot(night)
