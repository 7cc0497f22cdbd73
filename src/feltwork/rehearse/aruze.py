"""A rehearsed electronic craps table."""

from __future__ import annotations

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
from feltwork.rehearse.craps import BUY_IN
from feltwork.rehearse.drawn import DrawnRehearsal
from feltwork.rehearse.rulings import after_the_shot
from feltwork.store.port import Answer
from feltwork.table.live import commands as ask
from feltwork.table.live.acceptors import ACCEPTOR, RemoveAcceptor
from feltwork.table.live.floor_commands import ConfirmTerminal, FindInvalid, RelaxClose, ReportTerminal, ReportThrow

NOTES = (100_00, 100_00, 100_00, 50_00, 20_00, 10_00, 5_00)
"""What somebody has in a pocket."""


class AruzeRehearsal(DrawnRehearsal):
    """No crew: the system closes wagering, shoots and draws, a manager is on the floor."""

    bought = 0
    """How often somebody has put money in."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.acceptors: dict[int, SimulatedAcceptor] = {}

    def staff(self, body: ask.Command, who: str) -> Answer:
        return self.send(body, "agm", "assistant_gaming_manager")

    def buys_in(self, seat: int) -> None:
        """In turn as notes, as a ticket bought at the cage and by a transfer; never from a deposit."""
        player, way = self.player(seat), self.bought % 3
        self.bought += 1
        self.send(ask.BuyIn(seat, BUY_IN), player, "player")
        if way == 1:
            sold = self.send(SellTicket(BUY_IN), "till", "cashier", "cage")
            if sold.first:
                self.send(InsertTicket(seat, self.desk.ticket_number(sold.first)), player, "player")
                return
        if way == 2:
            asked = self.send(AskTransfer(player, BUY_IN, True, self.table, seat), player, "player", "cage")
            self.send(CreditTransfer(seat, f"T{asked.first}"), player, "player")
            self.send(SettleTransfer(f"T{asked.first}", DONE), "cms", "system", "cage")
            self.send(CreditTransfer(seat, f"T{asked.first}"), player, "player")
            return
        self.puts_in(seat, BUY_IN)
        for note in NOTES:
            self.puts_in(seat, note)

    def puts_in(self, seat: int, note: int) -> None:
        """One note, by the terminal's acceptor; the first of a terminal is reported before that is enrolled."""
        if seat not in self.acceptors:
            self.send(InsertNote(seat, note), self.player(seat), "player")
            self.acceptors[seat] = acceptor = SimulatedAcceptor.seeded(self.table, seat, f"{self.seed} {self._sent}")
            self.send(acceptor.report(note), self.table, ACCEPTOR)
            self.staff(acceptor.enrolment, "sup")
        self.send(self.acceptors[seat].report(note), self.table, ACCEPTOR)

    def welcome(self, seat: int) -> None:
        """A card of the player's own, into the terminal."""
        player = self.player(seat)
        self.send(IssueCard(player), "till", "cashier", "cage")
        card = own_card(self.desk.cage, player)
        self.send(InsertCard(seat, "6000"), player, "player")
        self.send(InsertCard(seat, card), player, "player")

    def at_the_cage(self, number: int) -> None:
        """In turn: credits into a ticket and back, a card that was not the player's own."""
        seat = number % self.seats + 1
        player = self.player(seat)
        if number % 5 == 0:
            self.send(PrintTicket(seat), player, "player")
            for serial, ticket in list(self.desk.cage.tickets.items()):
                if ticket.player == player and ticket.standing == OPEN:
                    self.send(InsertTicket(seat, self.desk.ticket_number(serial)), player, "player")
        if number % 17 == 3:
            self.staff(RemoveAcceptor(seat), "sup")
            self.acceptors.pop(seat, None)
            self.staff(FindInvalid(seat, "another's card", "power of attorney"), "sup")
            self.send(TakeCard(seat), player, "player")
            self.welcome(seat)

    def replaces(self, item: str) -> None:
        """At an electronic table play is stopped for it."""
        self.staff(ask.ReportFault("it does not sound right"), "sup")
        super().replaces(item)
        self.staff(ask.ClearFault("replaced and checked"), "sup")

    @property
    def replaceable(self) -> str:
        return self.chance.choice(("tumbler", "terminals"))

    def play_round(self, number: int) -> None:
        self.at_the_cage(number)
        if number % 61 == 60:
            self.staff(ask.GiveUpDraw("the draw key is lost"), "sup")
            self.attend()
            return
        self.add_nonces()
        self.send(ask.CloseBets(), "timer", "system")
        if self.chance.random() < 0.1:
            self.staff(RelaxClose(1, "the screen froze"), "sup")
            self.send(ask.PlaceWager(1, self.names["field"], 500), self.player(1), "player")
        awaited = self.desk.table(self.table).awaited
        if awaited and awaited[0] is not None:
            self.send(ask.ShootDice(), "timer", "system")
            self.send(ask.PressShoot(awaited[0]), self.player(awaited[0]), "player")
        else:
            self.send(ask.ShootDice(), "timer", "system")
        if self.chance.random() < 0.05:
            self.send(ReportThrow("cocked"), "sensor", "system")
            self.staff(ask.CallNoRoll("sneezed"), "sup")
            self.staff(ask.CallNoRoll(self.chance.choice(("cocked", "tumbler fault"))), "sup")
        failing = number % self.seats + 1 if number % 7 == 2 else None
        if failing:
            self.send(ReportTerminal(failing, "other", f"E-{number}"), "sensor", "system")
        self.attend()
        if failing:
            self.staff(ConfirmTerminal(failing, number % 2 == 0, "journal read"), "sup")
        if self.chance.random() < 0.02:
            self.staff(ask.InvalidateOutcome(self.chance.choice(("fire", "rain"))), "sup")
        after_the_shot(self)
