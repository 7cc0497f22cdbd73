"""What bots and staff do with money beside wagers: tokens, colour checks, the float and the drop."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from feltwork.cage.commands import IssueVoucher
from feltwork.cage.events import CAGE
from feltwork.store.port import Answer
from feltwork.table.live import commands as ask
from feltwork.table.play.events import CHECKS, TOKENS
from feltwork.table.play.state import TableState

Send = Callable[..., Answer]
"""A command, by whom, in which role, and where if not at the table."""
FLOAT = 5_000_000


class Purse:
    """The money side of one rehearsed table."""

    def __init__(self, send: Send, chance: Random, player: Callable[[int], str], seats: int, boss: str) -> None:
        self.send, self.chance, self.player, self.seats, self.boss = send, chance, player, seats, boss
        self.vouchers: list[str] = []

    def open(self) -> None:
        self.send(ask.FillFloat(FLOAT), "sup", self.boss)

    def between_rounds(self, table: TableState, wager: str, on: ask.Raw) -> None:
        """Now and then somebody wants something, which some tables have not; a wager as it is wanted right now."""
        if self.chance.random() > 0.2:
            return
        seat = self.chance.randint(1, self.seats)
        match self.chance.randrange(4):
            case 0:
                self._tokens(table.book.id, seat, wager, on)
            case 1:
                self._colours(table, seat, wager, on)
            case 2:
                self.send(ask.SellChips(seat, 20_000), "deal", "dealer")
                self.send(ask.EmptyDropBox(), "sup", self.boss)
            case _:
                self.send(ask.FillFloat(100_000), "sup", self.boss)
                self.send(ask.CreditFloat(self.chance.choice((50_000, 900_000_000))), "sup", self.boss)

    def _tokens(self, book: str, seat: int, wager: str, on: ask.Raw) -> None:
        """A voucher that the cage issues, now and then for this wager only; some try an old one, or another's."""
        wagers = [wager] if self.chance.random() < 0.5 else []
        given = self.send(IssueVoucher(self.player(seat), 2_000, book=book, wagers=wagers), "till", "cashier", CAGE)
        if given.first:
            self.vouchers.append(f"V{given.first}")
        voucher = self.chance.choice(self.vouchers[-2:] or ["V0"])
        self.send(ask.ExchangeVoucher(seat, voucher, 2_000), "deal", "dealer")
        self.send(ask.PlaceWager(seat, wager, 1_000, on, TOKENS), self.player(seat), "player")
        if self.chance.random() < 0.5:
            self.send(ask.HandInTokens(seat), self.player(seat), "player")

    def _colours(self, table: TableState, seat: int, wager: str, on: ask.Raw) -> None:
        other = seat % self.seats + 1
        buys = ask.BuyColour(seat, "blue", 200, 4_000)
        self.send(buys, self.player(seat), "player")
        if self.send(buys, "deal", "dealer").reason:
            self.send(ask.AgreeColour(other, seat, "green"), self.player(other), "player")
            agrees = ask.AgreeColour(other, seat, "blue")
            if self.chance.random() < 0.5:
                self.send(agrees, self.player(other), "player")
            else:
                self.send(agrees, "deal", "dealer")
                self.send(replace(agrees, asked="by all means"), "deal", "dealer")
            self.send(buys, "deal", "dealer")
        self.send(ask.BuyColour(seat, "green", 200, 400), "sup", self.boss)
        self.send(ask.PlaceWager(seat, wager, 1_000, on, CHECKS), self.player(seat), "player")
        if self.chance.random() < 0.5:
            self.send(ask.RedeemColour(seat), self.player(seat), "player")

    def close(self, table: TableState) -> None:
        """Checks are redeemed and tokens given up before anybody leaves; the cage takes no checks of an open table."""
        for seat in [seat for seat, held in table.checks.items() if held][:1]:
            self.send(ask.RedeemChecks(self.player(seat), table.checks[seat]), "till", "cashier")
        for seat in [seat for seat, held in table.checks.items() if held]:
            self.send(ask.RedeemColour(seat), self.player(seat), "player")
        for seat in [seat for seat, held in table.tokens.items() if held]:
            self.send(ask.HandInTokens(seat), self.player(seat), "player")
