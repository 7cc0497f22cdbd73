"""Conduct and disputes at the desk, the same for every book: what is banned, each power, each step of the ladder."""

from __future__ import annotations

from typing import Any

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.games.registry import conduct_of
from feltwork.incidents import commands as incident
from feltwork.incidents.aggregate import INCIDENTS
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.store.memory import MemoryStore
from feltwork.table.live.commands import BuyIn, PlaceWager
from feltwork.verifier.log.rows import AnswerRow, Listed
from tests.build import rows_of
from tests.cage.till import Till
from tests.rules.at_desk import desk

WAGERS = {"star-roulette": "red", "dragon-fire": "fire"}
PLACE = "incidents"


class Office:
    """A desk without tables."""

    def __init__(self, book: str) -> None:
        self.book, self.store = book, MemoryStore()
        self.desk = Desk(self.store)
        self.sent: list[str] = []

    def sends(self, body: Any, person: str, role: str, where: str = PLACE) -> str:
        """The clause of the refusal; empty when it was done."""
        self.sent.append(f"k{len(self.sent)}")
        return self.desk.submit(Envelope(self.sent[-1], where, person, role, body)).clause

    def ok(self, body: Any, person: str, role: str, where: str = PLACE) -> int:
        assert self.sends(body, person, role, where) == ""
        return self.store.log.head(where).version

    def reading(self) -> Listed:
        found = [self.store.log.answer(key) for key in self.sent]
        answers = [AnswerRow(a.key, a.digest, a.stream, a.first, a.last, a.clause, a.reason) for a in found if a]
        return Listed(rows_of(self.store), answers, ())


class Pit:
    """A table of a book with two players, at the desk: felt, or terminals."""

    def __init__(self, book: str) -> None:
        self.till = Till().seated(1, 2) if discipline_terminals(book) else None
        self.live = None if self.till else desk(book)
        self.who, self.table = ("p2", "t") if self.till else ("player-2", "t1")

    def sends(self, body: Any, person: str, role: str, where: str = PLACE) -> str:
        """The clause of the refusal; empty when it was done."""
        if self.till is not None:
            return self.till.send(body, person, role, where).clause
        assert self.live
        done = self.live.sends(body, (person, role), where)
        return done.clause if isinstance(done, Refusal) else ""

    @property
    def desk(self) -> Desk:
        held = self.till or self.live
        assert held
        return held.desk

    @property
    def seats(self) -> Any:
        return self.desk.table(self.table)

    @property
    def state(self) -> Any:
        return self.desk.aggregate(INCIDENTS)

    @property
    def last(self) -> int:
        """The number of the last record of the incidents."""
        return self.desk.store.log.head(PLACE).version

    def money_in(self) -> str:
        """The player of seat 2 brings money to the table: the clause by which it is not taken."""
        if self.till is not None:
            return self.till.report(2, 20_00).clause
        return self.sends(BuyIn(2, 5_00), self.who, "player", self.table)

    def deposit(self) -> str:
        return self.sends(Deposit(self.who, 5_00), "cass", "cashier", "cage")

    def bets(self, seat: int, wager: str, amount: int) -> None:
        who = f"{self.who[:-1]}{seat}"
        assert self.sends(PlaceWager(seat, wager, amount), who, "player", self.table) == ""

    def until(self, at: int) -> None:
        """Set the clock so that the next command is decided at this time."""
        if self.till is not None:
            self.till.clock.now = at - 1
        elif self.live is not None:
            self.live.now = at

    def now(self) -> int:
        if self.till is not None:
            return self.till.clock.now
        assert self.live
        return self.live.now

    def sound(self) -> None:
        """The log verifies, and money is conserved."""
        if self.till is not None:
            self.till.is_sound()
        elif self.live is not None:
            self.live.sound()


def discipline_terminals(book: str) -> bool:
    """Is this game played at terminals?"""
    found = conduct_of(book)
    return found is not None and bool(found.terminals.card)


def reported(pit: Pit, book: str, offence: str, rule: str = "") -> int:
    """Report a breach by the player of seat 2; its number."""
    seen = incident.ReportIncident(book, offence, pit.who, "it was seen", pit.table, rule)
    assert pit.sends(seen, "sam", "assistant_gaming_manager") == ""
    return pit.last


def banned(book: str, offence: str, clause: str, rule: str = "") -> None:
    """It is an incident by the book's own word and clause, and nothing that the book does not ban is one."""
    pit = Pit(book)
    number = reported(pit, book, offence, rule)
    assert pit.state.incidents[number].clause == clause
    other = incident.ReportIncident(book, "whistling", pit.who, "it was heard")
    assert pit.sends(other, "sam", "assistant_gaming_manager") == NOT_IN_THE_BOOK
    assert pit.sends(incident.ReportIncident(book, offence, pit.who, "seen"), "player-1", "player") == NOT_IN_THE_BOOK
    pit.sound()


def banned_without_a_power(book: str, offence: str, clause: str, measure: str, role: str, power: str) -> None:
    """It is an incident by the book's own word and clause, and the book gives nobody that power for it."""
    banned(book, offence, clause)
    gives_no_power(book, offence, measure, role, power)


def not_on_duty(book: str, offence: str, clause: str) -> None:
    """Staff and inspectors on duty are not bound: not by what is said of them, nor when they work at the table."""
    pit = Pit(book)
    works = next(iter(pit.seats.crew.roster), "")
    for person, on_duty in (("ira", True), *([(works, False)] if works else [])):
        seen = incident.ReportIncident(book, offence, person, "it was seen", pit.table, on_duty=on_duty)
        assert pit.sends(seen, "sam", "assistant_gaming_manager") == clause
    pit.sound()


def taken(pit: Pit, number: int, measure: str, role: str, **more: Any) -> str:
    return pit.sends(incident.TakeMeasure(number, measure, "it was seen", **more), "max", role)


def voids(book: str, offence: str, clause: str, role: str, below: str) -> None:
    """The wagers of that person go back, those of others lie."""
    pit, name = Pit(book), WAGERS.get(book, "field")
    pit.bets(1, name, 10_00)
    before = pit.seats.game.balances[2]
    pit.bets(2, name, 20_00)
    number, where = reported(pit, book, offence), {"table": pit.table}
    assert taken(pit, number, "void", below, **where) == clause
    assert taken(pit, number, "void", role, **where) == ""
    assert pit.seats.game.balances[2] == before
    assert {standing.seat for standing in pit.seats.game.layout.values()} == {1}
    assert taken(pit, number, "void", role, **where) == NOT_IN_THE_BOOK, "there is no wager any more"
    pit.sound()


def bars(book: str, offence: str, clause: str, role: str, below: str) -> None:
    """No more play in that game; the cage still takes the person's money, and what is theirs is paid."""
    pit = Pit(book)
    number = reported(pit, book, offence)
    assert taken(pit, number, "bar", below) == clause
    assert taken(pit, number, "bar", role) == ""
    assert 2 in pit.seats.seats.vacating
    assert pit.money_in() == clause
    assert pit.deposit() == ""
    assert taken(pit, number, "bar", role) == NOT_IN_THE_BOOK
    barred = next(iter(pit.state.barred.values()))
    assert pit.sends(incident.EndMeasure(barred, "forgiven"), "max", role) == ""
    assert not pit.state.barred
    pit.sound()


def excludes(book: str, offence: str, clause: str, role: str, below: str) -> None:
    """No more money from that person anywhere, to the microsecond in which it ends; lifted by somebody on record."""
    pit = Pit(book)
    number = reported(pit, book, offence)
    assert taken(pit, number, "exclude", below) == clause
    until = pit.now() + 10_000_000
    assert taken(pit, number, "exclude", role, until=until) == ""
    assert 2 in pit.seats.seats.vacating
    assert pit.money_in() == clause
    assert pit.deposit() == clause
    pit.until(until - 1)
    assert pit.deposit() == clause
    pit.until(until)
    assert pit.deposit() == ""
    measure = pit.state.excluded[pit.who]
    assert pit.sends(incident.EndMeasure(measure, "served"), pit.who, role) == NOT_IN_THE_BOOK
    assert pit.sends(incident.EndMeasure(measure, "served"), "max", role) == ""
    ended = pit.state.measures[measure]
    assert (ended.ended_by, ended.ended_why) == ("max", "served")
    pit.sound()


def detains(book: str, offence: str, clause: str, role: str, below: str) -> None:
    """Until an inspector or a police officer takes over, and nobody else does."""
    pit = Pit(book)
    number = reported(pit, book, offence)
    assert taken(pit, number, "detain", below) == clause
    assert taken(pit, number, "detain", role) == ""
    measure = pit.last
    assert pit.sends(incident.HandOver(measure, "guard", "g1"), "max", role) == clause
    assert pit.sends(incident.HandOver(measure, "police officer", "p4711"), "max", role) == ""
    assert pit.sends(incident.HandOver(measure, "inspector", "i1"), "max", role) == NOT_IN_THE_BOOK
    pit.sound()


def gives_no_power(book: str, offence: str, measure: str, role: str, clause: str) -> None:
    """It is kept, and nobody has that power for it: by the measure's clause, or the offence's if there is none."""
    pit = Pit(book)
    number = reported(pit, book, offence)
    assert taken(pit, number, measure, role, table=pit.table if measure == "void" else "") == clause
    assert pit.state.measures == {}
    pit.sound()


def decides(book: str, clause: str, first: str, review: str, below: str) -> None:
    """First instance, review only if it is asked for, by another person of a higher rank (reading G13)."""
    pit = Pit(book)
    assert pit.sends(incident.RaiseDispute(book, pit.who, "short paid", pit.table), pit.who, "player") == ""
    number = pit.last
    decision = incident.DecideDispute(number, "it was right")
    assert pit.sends(decision, "bea", below) in (clause, NOT_IN_THE_BOOK)
    assert pit.sends(incident.AskReview(number), pit.who, "player") == clause, "there is nothing to review yet"
    assert pit.sends(decision, "flo", first) == ""
    assert pit.sends(decision, "max", review) == clause, "no review was asked for"
    assert pit.sends(incident.AskReview(number), "player-1", "player") == NOT_IN_THE_BOOK
    assert pit.sends(incident.AskReview(number), pit.who, "player") == ""
    assert pit.sends(decision, "flo", review) == clause, "not the same person"
    assert pit.sends(decision, "fay", first) == clause, "not the same rank"
    before = pit.desk.cage.purses.get(pit.who, 0)
    assert pit.sends(incident.DecideDispute(number, "short by five", 5_00), "max", review) == ""
    assert pit.desk.cage.purses[pit.who] == before + 5_00
    assert pit.sends(incident.CloseDispute(number, True), "max", review) == ""
    pit.sound()


def advises(book: str, clause: str, first: str) -> None:
    """Who is not satisfied is told of the right to complain before the dispute is closed; the decision is final."""
    pit = Pit(book)
    assert pit.sends(incident.RaiseDispute(book, pit.who, "short paid"), pit.who, "player") == ""
    number = pit.last
    assert pit.sends(incident.AdviseComplaint(number, "in person"), "flo", first) == clause
    assert pit.sends(incident.DecideDispute(number, "it was right"), "flo", first) == ""
    assert pit.sends(incident.AttachEvidence(number, "ab" * 32, "the round"), "flo", first) == ""
    assert pit.sends(incident.CloseDispute(number, False), "flo", first) == clause
    assert pit.sends(incident.AdviseComplaint(number, "in person"), "flo", first) == ""
    assert pit.sends(incident.CloseDispute(number, False), "flo", first) == ""
    assert pit.sends(incident.DecideDispute(number, "again"), "flo", first) == NOT_IN_THE_BOOK
    pit.sound()
