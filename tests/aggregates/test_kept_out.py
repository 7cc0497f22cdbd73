"""Who is excluded takes part in nothing, who is barred not in that game; the verifier finds it where it was forged."""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.cage.commands import Deposit, PrepareHandPay, SignHandPay
from feltwork.duties import commands as duty
from feltwork.duties.aggregate import DUTIES
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.entropy.commit import commitment
from feltwork.games.promotion import DAY
from feltwork.incidents import commands as incident
from feltwork.promotion import commands as promotion
from feltwork.promotion.state import terms_digest
from feltwork.store.memory import MemoryStore
from feltwork.table.live.commands import BuyIn, Collect, ReportFault, SellChips
from feltwork.tournament.live.topics import entries
from feltwork.verifier.verify import verify
from tests.aggregates.scenes import START, opened_table
from tests.aggregates.test_faults import readable
from tests.promotion.terms import terms_from
from tests.tournament.live import small
from tests.tournament.scene import Evening
from tests.verifier.tampering import Log

BOSS = ("max", "gaming_manager", "incidents")
HOST = ("abe", "assistant_gaming_manager", "incidents")


class Floor:
    """A desk with a clock that a test moves."""

    def __init__(self) -> None:
        self.store, self.now = MemoryStore(), START
        self.desk = Desk(self.store)
        self.desk.now = lambda: self.now
        self.steps: list[tuple[int, Envelope]] = []

    def ask(self, body: Any, actor: str, role: str, where: str = "cage", secret: bytes = b"") -> str:
        """The clause of the refusal; empty when it was done."""
        self.now += 1
        sent = Envelope(f"k{len(self.steps)}", where, actor, role, body, secret)
        self.steps.append((0, sent))
        return self.desk.submit(sent).clause

    def does(self, body: Any, actor: str, role: str, where: str = "cage", secret: bytes = b"") -> None:
        assert self.ask(body, actor, role, where, secret) == ""

    def log(self) -> Log:
        return readable(self.store, self.steps)

    def duty(self, name: str) -> Any:
        return self.board.duties[name]

    @property
    def board(self) -> Any:
        return self.desk.aggregate(DUTIES)


@pytest.fixture
def floor() -> Floor:
    return Floor()


def sanctioned(floor: Floor, measure: str, person: str, book: str = "star-craps", until: int = 0) -> int:
    """Somebody is found with a device; the number of the measure."""
    floor.does(incident.ReportIncident(book, "device", person, "a computer"), *BOSS)
    number = floor.store.log.head("incidents").version
    floor.does(incident.TakeMeasure(number, measure, "a device", until=until), *BOSS)
    return number + 1


def running(floor: Floor) -> None:
    boss, terms = ("mia", "gaming_manager", "spring"), terms_from(floor.now, wager_required=False)
    floor.does(promotion.DraftPromotion(("star-craps",), terms), *boss)
    floor.does(promotion.SubmitPromotion(), *boss)
    floor.does(promotion.RecordDelivery("email", "queued as 7", terms_digest(terms)), "outbox", "system", "spring")
    floor.now = terms.commences
    floor.does(promotion.CommencePromotion(), *boss)


def test_section_79_holds_for_entries_of_a_promotion(floor: Floor) -> None:
    running(floor)
    sanctioned(floor, "exclude", "ann")
    entry = promotion.EnterPromotion("ann", 1, 10_00)
    assert floor.ask(entry, "mia", "gaming_manager", "spring") == "9.3.3", "nor by somebody for them"
    floor.does(promotion.EnterPromotion("ben", 1, 10_00), "mia", "gaming_manager", "spring")
    assert verify(floor.log().reading()) == []


def test_a_bar_from_a_game_is_no_bar_from_a_promotion(floor: Floor) -> None:
    running(floor)
    sanctioned(floor, "bar", "ann")
    floor.does(promotion.EnterPromotion("ann", 1, 10_00), "mia", "gaming_manager", "spring")


@pytest.mark.parametrize(
    ("measure", "book", "clause"),
    [("exclude", "star-craps", "9.3.3"), ("bar", "star-roulette", "9.3.2"), ("bar", "star-craps", "")],
)
def test_a_tournament_is_entered_by_nobody_who_is_kept_out(floor: Floor, measure: str, book: str, clause: str) -> None:
    floor.does(Deposit("ann", 10_000_00), "till", "cashier")
    Evening(floor.does, lambda: floor.now, "cup", "gaming_manager", small()).opened()
    sanctioned(floor, measure, "ann", book)
    before = floor.desk.cage.purses["ann"]
    assert floor.ask(entries.EnterTournament("ann", form=True, nonce="mine"), "ann", "player", "cup") == clause
    assert (floor.desk.cage.purses["ann"] == before) is bool(clause)
    assert verify(floor.log().reading()) == []


def test_an_exclusion_ends_at_its_time_and_can_be_taken_again(floor: Floor) -> None:
    end = floor.now + 1_000
    sanctioned(floor, "exclude", "ann", until=end)
    floor.now = end - 2
    assert floor.ask(Deposit("ann", 100), "till", "cashier") == "9.3.3"
    floor.does(Deposit("ann", 100), "till", "cashier")  # at its end
    sanctioned(floor, "exclude", "ann")
    floor.does(incident.EndMeasure(2, "served"), *BOSS)  # the first, which ended by itself: the second still holds
    assert floor.ask(Deposit("ann", 100), "till", "cashier") == "9.3.3"
    assert verify(floor.log().reading()) == []


def test_a_bar_outlives_an_exclusion_that_ended(floor: Floor) -> None:
    for sent in opened_table("star-craps", "one"):
        floor.does(sent.body, sent.actor, sent.role, sent.table)
    floor.does(Deposit("one-p1", 100_00), "till", "cashier")
    floor.does(incident.ReportIncident("star-craps", "device", "one-p1", "a computer"), *BOSS)
    end = floor.now + 1_000
    floor.does(incident.TakeMeasure(1, "bar", "a device"), *BOSS)
    floor.does(incident.TakeMeasure(1, "exclude", "a device", until=end), *BOSS)
    assert floor.ask(BuyIn(1, 10_00), "one-p1", "player", "one") == "9.3.3"
    floor.now = end
    assert floor.ask(BuyIn(1, 10_00), "one-p1", "player", "one") == "9.3.2"
    floor.does(Deposit("one-p1", 100), "till", "cashier")
    floor.does(Collect(1), "one-p1", "player", "one")  # what is theirs is paid
    assert verify(floor.log().reading()) == []


@pytest.mark.parametrize(("measure", "clause"), [("exclude", "9.3.3"), ("bar", "9.3.2")])
def test_no_chips_are_sold_to_who_is_kept_out(floor: Floor, measure: str, clause: str) -> None:
    """For cash at the table as for money at the cage; what lies in the rail is still paid."""
    for sent in opened_table("star-craps", "one"):
        floor.does(sent.body, sent.actor, sent.role, sent.table)
    floor.does(Deposit("one-p1", 100_00), "till", "cashier")
    floor.does(BuyIn(1, 10_00), "one-p1", "player", "one")
    live = floor.desk.table("one")
    dealer, role = next((who, role) for who, role in live.crew.roster.items() if "dealer" in role)
    floor.does(SellChips(1, 10_00), dealer, role, "one")
    sanctioned(floor, measure, "one-p1")
    assert floor.ask(SellChips(1, 10_00), dealer, role, "one") == clause
    floor.does(Collect(1), "one-p1", "player", "one")
    assert verify(floor.log().reading()) == []


def test_section_79_leaves_nothing_that_is_owed_stranded(floor: Floor) -> None:
    """Prizes drawn, money at the cage and the fee of a tournament reach who was excluded meanwhile."""
    boss = ("mia", "gaming_manager", "spring")
    running(floor)
    floor.does(promotion.EnterPromotion("ann", 1, 10_00), "mia", "gaming_manager", "spring")
    floor.does(Deposit("ann", 1_000_00), "till", "cashier")
    Evening(floor.does, lambda: floor.now, "cup", "gaming_manager", small()).opened("ann")
    fee = 1_000_00 - floor.desk.cage.purses["ann"]
    sanctioned(floor, "exclude", "ann")
    floor.does(entries.WithdrawEntry("ann"), "ann", "player", "cup")
    assert fee
    assert floor.desk.cage.purses["ann"] == 1_000_00, "the fee comes back"
    floor.now += 4 * DAY
    floor.does(promotion.FreezeEntries(commitment(bytes(32)), "00"), *boss)
    floor.does(promotion.WitnessDraw("a word of hers"), "gus", "gaming_manager", "spring")
    floor.now += DAY
    floor.does(promotion.DrawPrizes(), *boss, secret=bytes(32))
    floor.does(promotion.ClaimPrize(1, "passport"), *boss)
    floor.does(promotion.PayPrize(1, (promotion.Part("cheque", 500_00),)), *boss)
    floor.does(PrepareHandPay("ann", 1_000_00, identified="passport"), "till", "cashier")
    form = floor.store.log.head("cage").version
    floor.does(SignHandPay(form, 1_000_00, "5e" * 32), "till", "cashier")
    assert floor.desk.cage.purses.get("ann", 0) == 0, "all of it is paid"
    assert verify(floor.log().reading()) == []


def test_7_7_3_a_recommendation_is_a_record_and_a_notice(floor: Floor) -> None:
    floor.does(incident.ReportIncident("aruze-craps", "device", "ann", "a coil"), *HOST)
    floor.does(incident.TakeMeasure(1, "recommend", "used it twice"), *HOST)
    raised = floor.duty("incidents/recommended/2")
    assert (raised.clause, raised.due - raised.raised) == ("7.7.3", 24 * 3_600_000_000)
    (notice,) = floor.board.notices.values()
    assert (notice.to, notice.duty) == ("operator", "incidents/recommended/2")
    assert "used it twice" in notice.body
    floor.does(Deposit("ann", 100), "till", "cashier")  # it keeps nobody out
    assert verify(floor.log().reading()) == []


def test_9_3_4_an_inspector_is_told_of_a_detention(floor: Floor) -> None:
    sanctioned(floor, "detain", "ann")
    assert [notice.to for notice in floor.board.notices.values()] == ["inspector"]
    assert floor.duty("incidents/detained/2").standing_at(floor.now + 3_700_000_000) == "late"
    floor.does(incident.HandOver(2, "police officer", "4711"), *BOSS)
    assert floor.duty("incidents/detained/2").done


def test_9_13_whoever_is_not_satisfied_is_told_in_time(floor: Floor) -> None:
    floor.does(incident.RaiseDispute("star-craps", "ann", "short paid"), "ann", "player", "incidents")
    floor.does(incident.DecideDispute(1, "it was right"), "bo", "boxperson", "incidents")
    assert floor.duty("incidents/advise/1").clause == "9.13"
    floor.does(incident.AskReview(1), "ann", "player", "incidents")
    assert floor.duty("incidents/advise/1").withdrawn
    floor.does(incident.DecideDispute(1, "it was right"), *BOSS)
    assert floor.duty("incidents/advise/1").is_open
    floor.does(incident.AdviseComplaint(1, "in person"), *BOSS)
    assert floor.duty("incidents/advise/1").done
    assert verify(floor.log().reading()) == []


def found(log: Log) -> list[str]:
    log.rechain()
    return [finding.what for finding in verify(log.reading())]


def test_a_forged_buy_in_of_somebody_excluded_is_found(floor: Floor) -> None:
    """The measure is dated back before the buy-in, and everything hashed again."""
    for sent in opened_table("star-craps", "one"):
        floor.does(sent.body, sent.actor, sent.role, sent.table)
    floor.does(Deposit("one-p1", 100_00), "till", "cashier")
    floor.does(BuyIn(1, 10_00), "one-p1", "player", "one")
    for measure, says in (("exclude", "was excluded"), ("bar", "was barred from star-craps")):
        number = sanctioned(floor, measure, "one-p1")
        log = floor.log()
        for n, row in enumerate(log.rows):
            if row.stream == "incidents":
                log.rows[n] = row._replace(at=START - 1_000 + row.version)
        told = found(log)
        assert any(says in what for what in told), told
        floor.does(incident.EndMeasure(number, "a telephone"), *BOSS)


def test_a_forged_entry_of_somebody_excluded_is_found(floor: Floor) -> None:
    running(floor)
    floor.does(promotion.EnterPromotion("ben", 1, 10_00), "mia", "gaming_manager", "spring")
    sanctioned(floor, "exclude", "ann")
    log = floor.log()
    for n, row in enumerate(log.rows):
        if row.stream == "incidents":
            at = START - 1_000 + row.version
            log.rows[n] = row._replace(at=at, body=row.body.replace(b'"person":"ann"', b'"person":"ben"'))
    assert any("ben was excluded" in what for what in found(log))


@pytest.mark.parametrize("kind", ["inspector-notified", "measure-taken", "dispute-decided"])
def test_a_duty_that_was_cut_out_is_missed(floor: Floor, kind: str) -> None:
    """At a table as in the office: the board has no duty for what happened."""
    floor.does(duty.RaiseDuty("count the seals", "gaming_manager", START + 10**9), "max", "gaming_manager", "duties")
    floor.does(incident.RaiseDispute("star-craps", "ann", "short paid"), "ann", "player", "incidents")
    floor.does(incident.DecideDispute(1, "it was right"), "bo", "boxperson", "incidents")
    sanctioned(floor, "detain", "ann")
    for sent in opened_table("star-craps", "one"):
        floor.does(sent.body, sent.actor, sent.role, sent.table)
    floor.does(ReportFault("the rail is broken"), "desk", "system", "one")
    log = floor.log()
    assert verify(log.reading()) == []
    causes = {f"{row.stream}@{row.version}" for row in log.rows if row.kind == kind}
    cut = [row for row in log.rows if not (row.kind == "duty-raised" and row.link in causes)]
    assert len(cut) < len(log.rows)
    log.rows = cut
    told = found(log)
    assert any("nobody was given the duty" in what and kind in what for what in told), told[:5]
