"""A table run through the desk: people in their roles, players in seats, and the verifier's word on all of it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import Body
from feltwork.games.conduct import Act, Conduct
from feltwork.games.registry import conduct_of
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Answer
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import HandDice, OpenBets
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics import opening
from feltwork.verifier.log.bodies import read_event
from feltwork.verifier.log.rows import Row
from feltwork.verifier.verify import verify
from tests.build import checks, signed
from tests.verifier.night import Night, listed, night_answers, night_rows
from tests.verifier.tampering import Log

MONEY = 1_000_00
"""What each player sits down with."""
By = int | str
"""The player of a seat, or whoever has a role; each role is held by a person of the same name."""
NAMES = ("ann", "bob", "cyd", "dov", "eve", "flo", "gus", "hal")


class Pit(Night):
    """One table, and everybody at it."""

    def __init__(self, book: str, variant: str | None = None, players: int = 2, **opened: Any) -> None:
        super().__init__(MemoryStore())
        conduct = conduct_of(book, variant, rules=opening.RULES)  # type: ignore[attr-defined]  # tests set it
        assert conduct
        self.conduct: Conduct = conduct
        today = conduct_of(book, variant)
        assert today
        boss = [role for role in conduct.powers[Act.CLOSE].roles if role in today.powers[Act.CLOSE].roles][-1]
        self.ok(signed(ask.OpenTable(book, 100, 8, variant=variant, rehearsal=True, **opened)), boss)
        assert self.life.conduct
        self.conduct = self.life.conduct
        self.ok(checks(self.life), boss)
        for role in {**dict.fromkeys(conduct.crew), **({"boxperson": None} if conduct.crew[1:] else {})}:
            self.ok(ask.AssignCrew(role, role), boss)
        self.ok(ask.OpenPlay(), boss)
        for seat in range(1, players + 1):
            self.ok(Deposit(NAMES[seat - 1], 10 * MONEY), "cashier")
            self.ok(ask.Sit(NAMES[seat - 1], seat), seat)
            self.ok(ask.BuyIn(seat, MONEY), seat)
        self.chance = Random(1)

    @property
    def life(self) -> LiveTable:
        return self.desk.table("t")

    def asks(self, body: Body, by: By) -> Answer:
        person, role = (NAMES[by - 1], "player") if isinstance(by, int) else (by, by)
        return self.send("t", person, role, body)

    def ok(self, body: Body, by: By) -> Pit:
        """It must be done."""
        answer = self.asks(body, by)
        assert not answer.reason, f"{body}: {answer.reason} ({answer.clause})"
        return self

    def no(self, body: Body, by: By) -> str:
        """It must be refused, and nothing happens; gives the clause."""
        before = self.life.version
        answer = self.asks(body, by)
        assert answer.reason, f"{body} was done"
        assert self.life.version == before
        return answer.clause

    def bets(self, seat: int, wager: str, amount: int = 10_00, on: ask.Raw = None) -> Pit:
        return self.ok(ask.PlaceWager(seat, wager, amount, on), seat)

    def shooter(self, seat: int = 1, wager: str | None = None) -> Pit:
        """This player has a line wager, the dice, and two of them selected."""
        self.opens().bets(seat, wager or self.conduct.shooting.line[0])
        caller = self.conduct.powers[Act.OFFER_DICE].roles[0]
        self.ok(ask.OfferDice(), caller)
        while self.life.shooter.offered not in (seat, None):
            self.ok(ask.RejectDice(self.life.shooter.offered or 0), self.life.shooter.offered or 0).ok(
                ask.OfferDice(), caller
            )
        return self.ok(ask.AcceptDice(seat), seat).ok(ask.SelectDice(seat, [1, 2]), seat)

    def opens(self) -> Pit:
        """Place your bets, where it is called."""
        return self.ok(OpenBets(), "dealer") if Act.OPEN_BETS in self.conduct.powers else self

    def thrown(self) -> Pit:
        if Act.CLOSE_BETS in self.conduct.powers:
            self.ok(ask.CloseBets(), "dealer")
        if Act.HAND_DICE in self.conduct.powers:
            self.ok(HandDice(), "dealer")
        return self.ok(ask.ThrowDice(), self.life.shooter.seat or self.conduct.powers[Act.OFFER_DICE].roles[0])

    def called(self, first: int, second: int) -> Pit:
        caller = self.conduct.powers[Act.CALL_RESULT].roles[0]
        return self.ok(ask.EnterResult(first, second), caller).ok(ask.ConfirmResult(first, second), caller)

    def rolled(self, first: int, second: int) -> Pit:
        return self.thrown().called(first, second)

    def rows(self, kind: str = "") -> list[Row]:
        """The table's records, or those of one kind."""
        return [row for row in night_rows(self) if row.stream == "table/t" and kind in ("", row.kind)]

    def last(self, kind: str) -> dict[str, Any]:
        """The body of the last event of a kind."""
        body = read_event(self.rows(kind)[-1])
        assert isinstance(body, dict)
        return body

    def altered(self, kind: str, who: tuple[str, str] | None = None, **changes: Any) -> set[str]:
        """What the verifier finds if the last event of this kind had said otherwise, in a log hashed anew."""
        log = Log(night_rows(self), night_answers(self), listed(self)._books)
        place = max(i for i, row in enumerate(log.rows) if row.stream == "table/t" and row.kind == kind)
        row = log.rows[place]
        body = msgspec.json.encode({**msgspec.json.decode(row.body), **changes})
        actor, role = who or (row.actor, row.role)
        log.rows[place] = row._replace(body=body, actor=actor, role=role)
        return self.found(log)

    def found(self, log: Log) -> set[str]:
        """The kinds of findings in a log of this table, hashed anew."""
        log.books = listed(self)._books
        log.rechain()
        return {finding.kind for finding in verify(log.reading())}

    def sound(self) -> Pit:
        """The verifier finds nothing in all of it."""
        assert list(verify(listed(self))) == []
        return self


def first_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables opened from now on are run by rules of conduct 1."""
    monkeypatch.setattr(opening, "RULES", 1)
