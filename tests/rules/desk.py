"""A table at the real desk: commands as people send them, what the log then holds, and what the verifier says of it."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import msgspec

from feltwork.cage.commands import Deposit, InsertNote, IssueVoucher
from feltwork.engine.envelope import Body
from feltwork.games.conduct import Act
from feltwork.games.registry import conduct_of
from feltwork.store.port import Answer, Store
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import ExchangeVoucher, HandDice, OpenBets
from feltwork.table.live.events import Limits
from feltwork.table.live.topics.shooter import has_line_wager
from feltwork.table.play.state import TableState
from feltwork.verifier.log.rows import Finding, Listed
from feltwork.verifier.verify import verify
from tests.build import checks, enters, signed
from tests.cage.till import DAY, Till, notes
from tests.rules.live import By

TABLE = "t"
LIVE: Limits = (5_00, 100_00, 0)
"""A sign for one wager."""


class AtDesk(Till):
    """One table in play at a desk, with players ``player-1`` onwards and crew named by their roles."""

    def __init__(
        self,
        book: str,
        variant: str | None = None,
        players: int = 2,
        limits: dict[str, Limits] | None = None,
        table: str = TABLE,
        cents: int = 1_000_00,
        till: Till | None = None,
        store: Store | None = None,
        **opening: Any,
    ) -> None:
        self._other = till
        if till is None:
            super().__init__(store)
        else:  # at the same desk: the other one counts what was sent
            self.clock, self.store, self.desk = till.clock, till.store, till.desk
            self.slots = till.slots
        self.name = table
        conduct = conduct_of(book, variant)
        assert conduct
        self.conduct = conduct
        chip = 1 if conduct.terminals.meters else 1_00
        self.does(signed(ask.OpenTable(book, chip, 8, limits or {}, variant=variant, **opening)), self.boss)
        here = self.desk.table(table).conduct
        assert here
        self.conduct = here
        self.does(checks(self.desk.table(table)), self.boss)
        for role in here.crew:
            self.does(ask.AssignCrew(role, role), self.boss)
        self.does(ask.OpenPlay(), self.boss)
        for seat in range(1, players + 1):
            self.does(ask.Sit(f"player-{seat}", seat), seat)
            if cents and here.terminals.credited:
                for note in notes(cents):
                    self.note(seat, note, self.name)
            elif cents:
                self.ok(Deposit(f"player-{seat}", cents))
                self.does(ask.BuyIn(seat, cents), seat)

    @classmethod
    def again(cls, store: Store, table: str) -> AtDesk:
        """A table that is in play already."""
        at = cls.__new__(cls)
        Till.__init__(at, store)
        at._other, at.name, at.sent = None, table, 10_000
        conduct = at.desk.table(table).conduct
        assert conduct
        at.conduct = conduct
        return at

    @property
    def boss(self) -> str:
        return self.one_who_may(Act.CLOSE)

    def one_who_may(self, what: str) -> str:
        return self.conduct.powers[Act(what)].roles[0]

    @property
    def game(self) -> TableState:
        game = self.desk.table(self.name).game
        assert game
        return game

    def send(self, body: Body, actor: str = "cass", role: str = "cashier", table: str = "cage") -> Answer:
        return (self._other.send if self._other else super().send)(body, actor, role, table)

    def log(self) -> Listed:
        return self._other.log() if self._other else super().log()

    def asks(self, body: Body, by: By) -> Answer:
        actor, role = (f"player-{by}", "player") if isinstance(by, int) else (by, by)
        return self.send(body, actor, role, self.name)

    def does(self, body: Body, by: By) -> Answer:
        """It must be done."""
        answer = self.asks(body, by)
        assert not answer.reason, f"{body}: {answer.reason}"
        return answer

    def says_no(self, body: Body, by: By) -> str:
        """It must be refused, and nothing is written but the refusal; gives the clause."""
        before = {
            head.stream: head.version for head in self.store.log.heads() if not head.stream.startswith("refused/")
        }
        held = self.store.log.balances()
        answer = self.asks(body, by)
        assert answer.reason, f"{body} was done"
        after = {head.stream: head.version for head in self.store.log.heads() if not head.stream.startswith("refused/")}
        assert (after, self.store.log.balances()) == (before, held)
        return answer.clause

    def last(self, kind: str) -> dict[str, Any]:
        """The newest event of a kind at this table."""
        found = [r.body for r in self.store.log.read(f"table/{self.name}") if r.kind == kind]
        body: dict[str, Any] = msgspec.json.decode(found[-1])
        return body

    def kinds(self, stream: str = "") -> list[str]:
        return [r.kind for r in self.store.log.read(stream or f"table/{self.name}")]

    def rail(self, seat: int) -> int:
        return self.game.balances[seat]

    def betting(self) -> AtDesk:
        if Act.OPEN_BETS in self.conduct.powers and not self.desk.table(self.name).gear.bets_open:
            self.does(OpenBets(), "dealer")
        return self

    def shooting(self, seat: int = 1, line: str = "") -> AtDesk:
        """A player bets on the line and has the dice."""
        self.betting()
        self.does(ask.PlaceWager(seat, line or self.conduct.shooting.line[0], 10_00), seat)
        self.does(ask.OfferDice(), self.one_who_may(Act.OFFER_DICE))
        while (offered := self.desk.table(self.name).shooter.offered) != seat:
            assert offered
            self.does(ask.RejectDice(offered), offered)
            self.does(ask.OfferDice(), self.one_who_may(Act.OFFER_DICE))
        self.does(ask.AcceptDice(seat), seat)
        self.does(ask.SelectDice(seat, sorted(self.desk.table(self.name).dice.usable())[:2]), seat)
        return self

    def throws(self, first: int, second: int) -> AtDesk:
        """A throw, called and settled; a shooter whose line wager is gone puts one down again."""
        shooter = self.desk.table(self.name).shooter.seat
        if shooter and not has_line_wager(self.desk.table(self.name), shooter):
            self.betting().does(ask.PlaceWager(shooter, self.conduct.shooting.line[0], 10_00), shooter)
        if self.game.book.house.closing and not self.game.closed:
            self.betting().does(ask.CloseBets(), self.one_who_may(Act.CLOSE_BETS))
        if Act.HAND_DICE in self.conduct.powers:
            self.does(HandDice(), "dealer")
        self.does(ask.ThrowDice(), self.desk.table(self.name).shooter.seat or self.one_who_may(Act.OFFER_DICE))
        for body in (ask.EnterResult(first, second), ask.ConfirmResult(first, second)):
            self.does(body, self.one_who_may(Act.CALL_RESULT))
        return self

    def spun(self) -> AtDesk:
        """The ball runs, and no more bets has been called."""
        self.betting().does(ask.SpinBall(), "dealer")
        self.does(ask.CloseBets(), "dealer")
        return self

    def lands(self, pocket: int | str) -> AtDesk:
        self.does(enters(pocket), "dealer")
        self.does(ask.ConfirmNumber(pocket), "dealer")
        return self

    def reduced(self, wager: str, seat: int = 2) -> AtDesk:
        """A wager put down within the limits, of which only 2.00 is left to lie."""
        self.betting().does(ask.PlaceWager(seat, wager, 10_00), seat)
        self.does(ask.RemoveWager(seat, wager, None, 8_00), seat)
        return self

    def line(self, seat: int, wager: str) -> list[Any]:
        """Result, stake, winnings, what goes back, and the clause, of a wager in the last settlement."""
        (found,) = [one for one in self.last("round-settled")["lines"] if one[:2] == [seat, wager]]
        return list(found[3:8])

    def forges(self, by: By, *steps: Any) -> AtDesk:
        """Events that nobody decided, written as the desk writes: postings, halves at the cage, hashes and answer fit.

        A step is an event of the table, or an event with its half at the cage.
        """
        pairs = [step if isinstance(step, tuple) else (step, None) for step in steps]
        with patch("feltwork.engine.cage.at_terminal", lambda *_: pairs):
            self.does(InsertNote(1, 1), by)
        return self

    def forges_at_cage(self, *events: Any) -> AtDesk:
        with patch("feltwork.engine.cage.decide_at_cage", lambda *_: events):
            self.ok(Deposit("x", 1))
        return self

    def found(self) -> list[Finding]:
        """What the verifier finds in the log as it stands."""
        return verify(self.log())


TOKEN = '1.1["casino promotional token"]'


def voucher(at: AtDesk, player: str = "player-1", amount: int = 50_00, **conditions: Any) -> str:
    """A voucher for the game of a table; its number."""
    answer = at.ok(IssueVoucher(player, amount, **{"book": at.game.book.id, **conditions}))
    return f"V{answer.first}"


def a_voucher_is_held_to_its_issue(book: str) -> None:
    """Once, by its player, at its table, in its time, for its value; a number that was never issued is nothing."""
    first = AtDesk(book, table="first", players=0)
    table = AtDesk(book, table="second", till=first)
    mine, elsewhere = voucher(table), voucher(table, table="first")
    short = voucher(table, expires=table.clock.now + DAY)
    for wrong in (
        ExchangeVoucher(2, mine, 50_00),
        ExchangeVoucher(1, elsewhere, 50_00),
        ExchangeVoucher(1, mine, 60_00),
        ExchangeVoucher(1, "V1", 50_00),
        ExchangeVoucher(1, "promo-7", 99_000_00),
    ):
        assert table.says_no(wrong, "dealer") == TOKEN
    table.does(ExchangeVoucher(1, mine, 50_00), "dealer")
    assert table.says_no(ExchangeVoucher(1, mine, 50_00), "dealer") == TOKEN
    table.clock.now += DAY
    assert table.says_no(ExchangeVoucher(1, short, 50_00), "dealer") == TOKEN
    assert table.game.tokens == {1: 50_00}
    table.is_sound()


def tokens_go_where_their_voucher_says(book: str, wager: str, other: str) -> None:
    table = AtDesk(book).betting()
    table.does(ExchangeVoucher(1, voucher(table, wagers=[wager]), 50_00), "dealer")
    assert table.says_no(ask.PlaceWager(1, other, 10_00, None, "tokens"), 1) == TOKEN
    table.does(ask.PlaceWager(1, other, 10_00), 1)
    table.does(ask.PlaceWager(1, wager, 10_00, None, "tokens"), 1)
    assert table.game.tokens[1] == 40_00
