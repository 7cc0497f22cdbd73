"""Random promotions and disputes, each run to an end: money adds up, no rule is stepped over, the log verifies."""

from __future__ import annotations

import os
from collections import Counter
from itertools import count
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from msgspec.structs import replace

from feltwork.duties.aggregate import DUTIES
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.replay import read_event
from feltwork.entropy.commit import commitment
from feltwork.games.promotion import DAY
from feltwork.games.registry import discipline_of
from feltwork.incidents import commands as incident
from feltwork.incidents.aggregate import INCIDENTS
from feltwork.promotion import commands as ask
from feltwork.promotion.aggregate import PROMOTION
from feltwork.promotion.publishing import published, wrong_draws
from feltwork.promotion.state import (
    CANCELLED,
    CLAIMED,
    CLOSED,
    DRAFT,
    DRAWN,
    OPEN,
    RUNNING,
    WON,
    Promotion,
    terms_digest,
)
from feltwork.promotion.terms import Prize, slots
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Answer
from feltwork.verifier.verify import verify
from tests.aggregates.scenes import START
from tests.aggregates.test_faults import readable
from tests.promotion.terms import terms_from

BOOKS = (("star-craps",), ("star-roulette",), ("aruze-craps",), ("star-craps", "aruze-craps"))
PEOPLE = ("mia", "gus", "sue")
PLAYERS = ("ann", "ben", "cat", "dan")
HOUR = DAY // 24
NAME = "spring"
GAMES = ("star-craps", "crown-craps", "aruze-craps", "star-roulette", "dragon-fire")
ROLES = (
    "dealer",
    "boxperson",
    "gaming_supervisor",
    "casino_supervisor",
    "pit_boss",
    "gaming_service_host",
    "assistant_gaming_manager",
    "gaming_manager",
    "director_of_casino_surveillance",
)
EXAMPLES = int(os.environ.get("FELTWORK_OFFICES", "25"))
MANY = 200
"""Machines among which every way is taken by some."""
people, players, awards = st.sampled_from(PEOPLE), st.sampled_from(PLAYERS), st.integers(1, 4)


class Sending(RuleBasedStateMachine):
    """A desk with a clock; whatever is refused has a reason with its clause, and moves nothing."""

    counts: Counter[str]
    """What was done, by all machines of a run."""

    def __init__(self) -> None:
        super().__init__()
        self.now, self.numbers = START, count()
        self.store = MemoryStore()
        self.desk = Desk(self.store)
        self.desk.now = lambda: self.now
        self.steps: list[tuple[int, Envelope]] = []

    def send(self, body: Any, actor: str, role: str, where: str, secret: bytes = b"") -> Answer:
        self.now += 1
        before = {
            head.stream: head.version for head in self.store.log.heads() if not head.stream.startswith("refused/")
        }
        sent = Envelope(f"k{next(self.numbers)}", where, actor, role, body, secret)
        self.steps.append((0, sent))
        given = self.desk.submit(sent)
        if given.reason:
            after = {head.stream: head.version for head in self.store.log.heads()}
            assert given.clause
            assert before == {stream: after[stream] for stream in before}
        else:
            self.counts[type(body).__name__] += 1
        return given

    @invariant()
    def everything_adds_up(self) -> None:
        balances = self.store.log.balances()
        assert sum(balances.values()) == 0
        assert all(cents >= 0 for account, cents in balances.items() if account.startswith(("player/", "promotion/")))

    def sound(self) -> None:
        assert verify(readable(self.store, self.steps).reading()) == []


class Promotions(Sending):
    """One promotion in any order of commands."""

    @property
    def state(self) -> Promotion:
        found: Promotion = self.desk.aggregate(PROMOTION, NAME)
        return found

    def asks(self, body: Any, person: str = "mia", role: str = "gaming_manager", secret: bytes = b"") -> bool:
        return not self.send(body, person, role, NAME, secret).reason

    def secret(self) -> bytes:
        return bytes([self.state.draws + 1]) * 32

    @initialize(
        books=st.sampled_from(BOOKS),
        value=st.sampled_from((1, 500_00, 10_000_00, 10_000_01)),
        prizes=st.integers(1, 3),
        presence=st.sampled_from(("required", "not required")),
        one_each=st.booleans(),
        started=st.integers(0, 4),
    )
    def drafted(
        self, books: tuple[str, ...], value: int, prizes: int, presence: str, one_each: bool, started: int
    ) -> None:
        cash = Prize("money", "money", value, count=prizes, conditions="none")
        hamper = Prize("hamper", "other", 50_00, conditions="none")
        terms = replace(
            terms_from(self.now, wager_required=False),
            prizes=(cash, hamper),
            presence=presence,
            one_prize_each=one_each,
        )
        self.asks(ask.DraftPromotion(books, terms))
        assert self.state.standing == DRAFT
        if started:
            self.submit()
            self.begin("sue")
            self.now = terms.commences
            self.begin("sue")
            for player in PLAYERS:
                self.enter(player, 2)
        if started > 2:
            self.now = terms.draws_at
            self.freeze()
            self.oversee("sue", "scrutineer")
            self.draw()
            assert self.state.standing == DRAWN

    @rule(hours=st.sampled_from((1, 20, 24, 30, 60)))
    def wait(self, hours: int) -> None:
        self.now += hours * HOUR

    @rule()
    def submit(self) -> None:
        self.asks(ask.SubmitPromotion())

    @rule(person=people)
    def begin(self, person: str) -> None:
        terms = self.state.terms
        assert terms
        self.asks(ask.RecordDelivery("email", "queued", terms_digest(terms)), "outbox", "system")
        self.asks(ask.NominateScrutineer(person))
        early = self.now + 1 < self.state.timing.delivered + DAY
        if self.asks(ask.CommencePromotion()):
            assert not early, "24 hours have not passed"

    @rule(player=players, entries=st.integers(0, 3))
    def enter(self, player: str, entries: int) -> None:
        standing = self.state.standing
        if self.asks(ask.EnterPromotion(player, entries, 0)):
            assert standing == RUNNING
            assert not self.state.digest, "the list is frozen"

    @rule(first=st.integers(1, 6))
    def strike(self, first: int) -> None:
        if self.asks(ask.StrikeEntries(first, "employed here")):
            assert not self.state.digest

    @rule()
    def freeze(self) -> None:
        self.asks(ask.FreezeEntries(commitment(self.secret()), "00"))

    @rule(person=people, role=st.sampled_from(("scrutineer", "gaming_manager")))
    def oversee(self, person: str, role: str) -> None:
        pending = self.state.pending
        if self.asks(ask.WitnessDraw("a word of theirs"), person, role):
            assert pending is not None
            assert pending.asked_by != person, "a draw takes two people"

    @rule()
    def draw(self) -> None:
        pending = self.state.pending
        if self.asks(ask.DrawPrizes(), secret=bytes([self.state.draws]) * 32):
            assert pending is not None
            assert pending.witness

    @rule(award=awards, reached=st.booleans())
    def tell(self, award: int, reached: bool) -> None:
        self.asks(ask.TellWinner(award, "telephone", reached))

    @rule(award=awards)
    def claim(self, award: int) -> None:
        self.asks(ask.ClaimPrize(award, "passport"))

    @rule(
        award=awards, method=st.sampled_from(("cash", "cheque", "transfer")), chosen=st.sampled_from(("", "as asked"))
    )
    def pay(self, award: int, method: str, chosen: str) -> None:
        terms = self.state.terms
        prize = slots(terms).get(award) if terms else None
        in_money = prize is not None and prize.kind == "money"
        parts = (ask.Part(method, prize.value),) if in_money and prize else ()
        if self.asks(ask.PayPrize(award, parts, chosen, receipt="signed")):
            assert not (in_money and method == "cash" and "aruze-craps" in self.state.books), "never cash there"

    @rule(award=st.integers(0, 4), prize=st.integers(0, 4))
    def deny(self, award: int, prize: int) -> None:
        self.asks(ask.DenyClaim("" if award else "C-1", "under age", award, 0 if award else prize))

    @rule(number=st.integers(1, 3))
    def answer(self, number: int) -> None:
        self.asks(ask.InformClaimant(number, "by letter"))
        self.asks(ask.DecideDispute(number, "it stands", satisfied=number % 2 == 0))
        self.asks(ask.AdviseComplaint(number, "in person"))

    @rule(award=awards)
    def again(self, award: int) -> None:
        self.asks(ask.AskRedraw(award, "cannot have it", commitment(self.secret()), "00"))

    @rule(award=awards)
    def refused_and_drawn_again(self, award: int) -> None:
        self.deny(award, 0)
        self.again(award)

    @rule()
    def dispute(self) -> None:
        self.asks(ask.DisputePromotion("ben", "not counted"))

    @rule(person=people)
    def doubt(self, person: str) -> None:
        by = self.state.postponed_by
        if self.state.postponed:
            if self.asks(ask.ValidatePromotion("the seals were whole"), person):
                assert by != person
        else:
            self.asks(ask.PostponePromotion("the box was open"), person)

    @rule(really=st.integers(0, 9))
    def cancel(self, really: int) -> None:
        if not really:
            self.asks(ask.CancelPromotion("the box was open"))

    @rule()
    def close(self) -> None:
        if self.asks(ask.ClosePromotion()):
            assert not [one for one in self.state.awards.values() if one.standing in (WON, CLAIMED, OPEN)]

    @invariant()
    def what_is_set_aside_is_there(self) -> None:
        if self.state.terms is not None:
            held = self.store.log.balances().get(f"promotion/{NAME}/prizes", 0)
            assert held == self.state.set_aside

    def teardown(self) -> None:
        """It comes to an end, whatever was done: closed with every prize given or refused, or cancelled."""
        if self.state.terms is None:
            return
        for _ in range(60):
            cancelled = self.state.standing == CANCELLED
            if self.state.standing == CLOSED or (cancelled and not self.state.won() and not self.state.set_aside):
                break
            self._on()
        assert self.state.standing in (CLOSED, CANCELLED), self.state.standing
        self.counts[self.state.standing] += 1
        assert self.store.log.balances().get(f"promotion/{NAME}/prizes", 0) == 0
        events = [read_event(PROMOTION.events, record) for record in self.store.log.read(f"promotion/{NAME}", 0)]
        if self.state.digest:
            assert list(wrong_draws(published(self.state, events))) == []
        left = [name for name, duty in self.desk.aggregate(DUTIES).duties.items() if duty.is_open and "/tell/" in name]
        assert not left
        self.everything_adds_up()
        self.sound()

    def _on(self) -> None:
        """One step towards the end."""
        state = self.state
        if state.standing == CANCELLED:
            self._given(state)  # what was won before is not lost
        elif state.postponed:
            other = next(person for person in PEOPLE if person != state.postponed_by)
            assert self.asks(ask.ValidatePromotion("whole"), other)
        elif state.standing == RUNNING:
            assert state.terms
            self.now = max(self.now, state.terms.closes) + 1
            self.freeze()
        elif state.pending is not None:
            self._drawn(state)
        elif state.standing == DRAWN:
            self._given(state)
        else:
            assert self.asks(ask.CancelPromotion("nobody came"))

    def _drawn(self, state: Promotion) -> None:
        assert state.terms
        assert state.pending
        self.now = max(self.now, state.terms.draws_at) + 1
        if not state.pending.witness:
            other = next(person for person in PEOPLE if person != state.pending.asked_by)
            self.asks(ask.NominateScrutineer(other))
            assert self.asks(ask.WitnessDraw("a word of theirs"), other, "scrutineer")
        assert self.asks(ask.DrawPrizes(), secret=bytes([state.draws]) * 32)

    def _given(self, state: Promotion) -> None:
        for number, award in state.awards.items():
            if award.standing in (WON, CLAIMED):
                assert self.asks(ask.TellWinner(number, "mail", reached=True))
                self.claim(number)
                self.pay(number, "cheque", "as asked")
                return
        for number, claim in state.claims.items():
            if not claim.informed:
                assert self.asks(ask.InformClaimant(number, "by letter"))
        for number, one in state.disputes.items():
            if not one.decision:
                assert self.asks(ask.DecideDispute(number, "it stands", satisfied=True))
            elif not one.satisfied and not one.advised:
                assert self.asks(ask.AdviseComplaint(number, "in person"))
        assert self.asks(ask.ClosePromotion()) or state.standing == CANCELLED


class Disputes(Sending):
    """Disputes of every book, decided by anybody who tries."""

    def __init__(self) -> None:
        super().__init__()
        self.paid: Counter[str] = Counter()

    @property
    def disputes(self) -> dict[int, Any]:
        found: dict[int, Any] = self.desk.aggregate(INCIDENTS).disputes
        return found

    def asks(self, body: Any, person: str, role: str) -> bool:
        return not self.send(body, person, role, "incidents").reason

    @rule(book=st.sampled_from(GAMES), player=players, covered=st.booleans())
    def raised(self, book: str, player: str, covered: bool) -> None:
        rules = discipline_of(book)
        assert rules
        waiting = sum(one.person == player and one.standing == "raised" for one in self.disputes.values())
        done = self.asks(incident.RaiseDispute(book, player, "short paid", covered=covered), player, "player")
        assert done is ((covered or rules.ladder.silent) and waiting < 5)

    def _some(self, at: int) -> int:
        numbers = list(self.disputes)
        return numbers[at % len(numbers)] if numbers else 999

    @rule(at=st.integers(0, 5), person=people, role=st.sampled_from(ROLES), cents=st.sampled_from((0, 0, 1, 25_00, -1)))
    def decided(self, at: int, person: str, role: str, cents: int) -> None:
        number = self._some(at)
        before = self.disputes.get(number)
        if not self.asks(incident.DecideDispute(number, "so it is", cents), person, role):
            return
        assert before is not None
        rules = discipline_of(before.book)
        assert rules
        review = before.standing == "under review"
        assert role in (rules.ladder.review if review else rules.ladder.first).roles
        if review:
            other, rank = before.decided_by[-1]
            assert person != other
            assert rules.ranks.index(role) > rules.ranks.index(rank)
        self.paid[before.person] += cents

    @rule(at=st.integers(0, 5), person=people, second=st.booleans())
    def decided_rightly(self, at: int, person: str, second: bool) -> None:
        number = self._some(at)
        dispute = self.disputes.get(number)
        rules = discipline_of(dispute.book) if dispute is not None else None
        if rules is not None:
            power = rules.ladder.review if second else rules.ladder.first
            self.decided(at, person, power.roles[-1 if second else 0], 5_00)

    @rule(at=st.integers(0, 5), player=st.sampled_from((*PLAYERS, "", "", "", "")))
    def review(self, at: int, player: str) -> None:
        number = self._some(at)
        before = self.disputes.get(number)
        player = player or (before.person if before is not None else "ann")
        if self.asks(incident.AskReview(number), player, "player"):
            assert before is not None
            assert (before.standing, before.person) == ("decided", player)

    @rule(at=st.integers(0, 5), satisfied=st.booleans(), advised=st.booleans())
    def closed(self, at: int, satisfied: bool, advised: bool) -> None:
        number = self._some(at)
        if advised:
            self.asks(incident.AdviseComplaint(number, "in person"), "mia", "gaming_manager")
        self.asks(incident.AttachEvidence(number, f"{next(self.numbers):064x}", "the round"), "mia", "gaming_manager")
        before = self.disputes.get(number)
        if self.asks(incident.CloseDispute(number, satisfied), "mia", "gaming_manager"):
            assert before is not None
            assert before.decided_by
            assert satisfied or before.advised

    @invariant()
    def compensation_is_what_was_decided(self) -> None:
        assert {who: cents for who, cents in self.paid.items() if cents} == dict(self.desk.cage.purses)

    def teardown(self) -> None:
        """Every dispute comes to an end on its book's ladder, and everybody was told of their right or is content."""
        for number, dispute in list(self.disputes.items()):
            rules = discipline_of(dispute.book)
            assert rules
            if dispute.standing == "closed":
                continue
            if dispute.standing == "raised":
                assert self.asks(incident.DecideDispute(number, "so it is"), "zoe", rules.ladder.first.roles[0])
            if dispute.standing == "under review":
                top = max(rules.ladder.review.roles, key=rules.ranks.index)
                lower = rules.ranks.index(dispute.decided_by[-1][1]) < rules.ranks.index(top)
                if not lower:
                    self.counts["nobody is above"] += 1
                    continue
                assert self.asks(incident.DecideDispute(number, "so it is"), "zoe", top)
            assert self.asks(incident.AdviseComplaint(number, "in person"), "zoe", "gaming_manager")
            assert self.asks(incident.CloseDispute(number, False), "zoe", "gaming_manager")
            self.counts["closed"] += 1
        duties = self.desk.aggregate(DUTIES).duties
        for number, dispute in self.disputes.items():
            if dispute.standing == "closed":
                assert not duties[f"incidents/advise/{number}"].is_open
        if self.steps:
            self.sound()


def counted(machine: type[Sending], steps: int) -> Counter[str]:
    """Run machines of a kind, and count what they did."""
    counts: Counter[str] = Counter()
    counting = type("Counting", (machine,), {"counts": counts})
    run_state_machine_as_test(
        counting, settings=settings(max_examples=EXAMPLES, stateful_step_count=steps, deadline=None)
    )
    print(sorted(counts.items()))
    return counts


def test_random_promotions_come_to_an_end() -> None:
    counts = counted(Promotions, 50)
    assert counts[CLOSED] + counts[CANCELLED] >= EXAMPLES
    if EXAMPLES >= MANY:
        assert min(counts[name] for name in (CLOSED, CANCELLED, "PayPrize", "AskRedraw", "ValidatePromotion"))


def test_random_disputes_come_to_an_end() -> None:
    counts = counted(Disputes, 30)
    assert counts["closed"]
    if EXAMPLES >= MANY:
        assert min(counts[name] for name in ("AskReview", "DecideDispute", "AttachEvidence"))
