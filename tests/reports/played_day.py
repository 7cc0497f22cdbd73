"""A day of a whole floor: every kind of table, tickets, limits missed, rounds taken back, conduct, disputes, duties."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

from feltwork.cage.commands import Deposit, ExpireTickets, PayTicket, SellTicket
from feltwork.duties import commands as duty
from feltwork.incidents import commands as incident
from feltwork.rehearse.kinds import kind_of, rehearsed_tables
from feltwork.store.port import Store
from feltwork.table.live.commands import ChangeLimits, CorrectNumber, PlaceWager, RemoveWager, RepositionWager
from tests.cage.test_report import busy
from tests.cage.till import DAY, Till
from tests.rules.desk import AtDesk

PLAYED = date(2026, 7, 15)
HOUR = 3_600 * 1_000_000
ROUNDS = 8
SIGN = (5_00, 100_00, 0)
BOSS = ("mia", "gaming_manager")
PIT = ("pat", "pit_boss")


def at_noon(day: date) -> int:
    """By this machine's clock, in microseconds."""
    return int(datetime.combine(day, time(12)).astimezone().astimezone(UTC).timestamp()) * 1_000_000


def played(store: Store) -> Till:
    """The day before, the day, and the day after."""
    till = Till(store)
    till.desk.now = till.clock
    till.clock.now = at_noon(PLAYED) - 366 * DAY
    till.ok(SellTicket(40_00))
    till.ok(SellTicket(7_50))
    till.clock.now = at_noon(PLAYED) - DAY
    till.ok(SellTicket(11_00))
    under(till)
    till.clock.now = at_noon(PLAYED)
    till.ok(ExpireTickets(), "clock", "system")
    busy(till)
    till.clock.now += HOUR
    over(till)
    under(till, "again")
    office(till)
    for name in rehearsed_tables():
        till.clock.now += HOUR
        book, _, variant = name.partition(":")
        bots = kind_of(book)(till.desk, name.replace(":", "-"), book, variant or None, 7)
        bots.open()
        for _ in bots.rounds(ROUNDS):
            pass
        bots.close()
        bots.shut()
    till.clock.now = at_noon(PLAYED) + DAY
    left = min(serial for serial, ticket in till.desk.cage.tickets.items() if ticket.standing == "open")
    till.ok(PayTicket(till.desk.ticket_number(left)))
    till.ok(Deposit("ann", 1_00))
    till.ok(incident.RaiseDispute("star-craps", "eve", "paid short"), "eve", "player", "incidents")
    return till


def over(till: Till) -> None:
    """Roulette 3.14, 4.2, 4.3: chips that count together are over the maximum; the first such round is undone."""
    wheel = AtDesk("star-roulette", limits={"straight": SIGN, "red": SIGN}, table="wheel", till=till)
    for times in (1, 2):
        wheel.betting().does(PlaceWager(1, "straight", 80_00, 8), 1)
        wheel.does(PlaceWager(1, "straight", 60_00, 7), 1)
        wheel.reduced("red").spun()
        wheel.does(RepositionWager(1, "straight", "straight", "pushed over", 8, 7), "casino_supervisor")
        wheel.lands(9)
        if times == 1:
            wheel.does(CorrectNumber(7, "misread"), "casino_supervisor")


def under(till: Till, table: str = "crown") -> None:
    """Crown 4.2.1: a wager under the minimum is warned of once and then goes back; the sign changes meanwhile."""
    crown = AtDesk("crown-craps", limits={"field": SIGN, "big-6": SIGN}, table=table, till=till).shooting()
    crown.reduced("field").throws(2, 3)
    crown.does(ChangeLimits({"field": (2_00, 100_00, 0)}), "boxperson")
    crown.reduced("field").throws(2, 4)
    crown.betting().does(PlaceWager(2, "big-6", 10_00), 2)
    crown.does(RemoveWager(2, "big-6", None, 6_00), 2)
    crown.throws(3, 3)


def office(till: Till) -> None:
    """Kept out, lifted, disputed, decided, reviewed; duties done, done late and missed."""

    def at(where: str, body: Any, actor: str, role: str) -> int:
        return till.ok(body, actor, role, where).first

    first = at("incidents", incident.ReportIncident("star-craps", "device", "eve", "a computer"), *BOSS)
    kept_out = at("incidents", incident.TakeMeasure(first, "exclude", "a device"), *BOSS)
    at("incidents", incident.EndMeasure(kept_out, "it was a telephone"), *BOSS)
    other = at("incidents", incident.ReportIncident("crown-craps", "device", "joe", "a computer"), *PIT)
    at("incidents", incident.TakeMeasure(other, "bar", "a device"), *PIT)
    at("incidents", incident.TakeMeasure(other, "detain", "until the police come"), *PIT)
    for person in ("eve", "joe"):
        number = at("incidents", incident.RaiseDispute("crown-craps", person, "it was cocked"), person, "player")
        at("incidents", incident.DecideDispute(number, "it was flat"), *PIT)
        if person == "eve":
            at("incidents", incident.AskReview(number), person, "player")
            director = ("dee", "director_of_casino_surveillance")
            at("incidents", incident.DecideDispute(number, "it was not", 25_00), *director)
            at("incidents", incident.AdviseComplaint(number, "in person"), *PIT)
            at("incidents", incident.CloseDispute(number, False), *PIT)
    soon = till.clock.now + HOUR
    for what in ("count the seals", "change the locks", "call the regulator", "lock the door"):
        at("duties", duty.RaiseDuty(what, "gaming_manager", soon), *BOSS)
    at("duties", duty.DoDuty("by-hand/1", "counted"), *BOSS)
    at("duties", duty.WithdrawDuty("by-hand/4", "it is locked"), *BOSS)
    till.clock.now += 2 * HOUR
    at("duties", duty.DoDuty("by-hand/2", "changed"), *BOSS)
