"""One evening of each kind of aggregate: every command is done at least once, and every event happens.

A new kind adds its scene here, and the suites of this folder walk over it: crash points, duplicates, two processes,
snapshots, roles, tampering.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec

from feltwork.cage.commands import Deposit
from feltwork.duties import commands as duty
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.entropy.commit import commitment
from feltwork.games.promotion import DAY
from feltwork.incidents import commands as incident
from feltwork.promotion import commands as promotion
from feltwork.promotion.aggregate import ListPrescribed
from feltwork.promotion.claims import KEPT_FOR
from feltwork.promotion.state import terms_digest
from feltwork.promotion.terms import Prize
from feltwork.rehearse.kinds import kind_of
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Answer, Store
from tests.promotion.terms import terms_from
from tests.tournament.scene import everything

START = 1_790_000_000_000_000
"""When every scene begins, in microseconds."""
SECOND = 1_000_000
Step = tuple[int, Envelope]
"""A command, and how many seconds after the start it is sent."""


class Scene:
    """Commands in the order in which they are sent."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.seconds = 0
        self._keys = count(1)

    def send(self, body: Any, actor: str, role: str, name: str = "cage", secret: bytes = b"") -> None:
        self.seconds += 1
        self.steps.append((self.seconds, Envelope(f"k{next(self._keys)}", name, actor, role, body, secret)))

    def wait(self, seconds: int) -> None:
        self.seconds += seconds


def incidents() -> Scene:
    """A device at two games: excluded, barred, seized, detained; and a dispute to the end."""
    scene, place = Scene(), "incidents"
    boss, pit = ("max", "gaming_manager", place), ("pat", "pit_boss", place)
    for sent in opened_table("star-craps", "one"):
        scene.send(sent.body, sent.actor, sent.role, sent.table)
    first = 1
    scene.send(incident.ReportIncident("star-craps", "device", "one-p1", "a computer in a shoe", "one"), *boss)
    scene.send(incident.TakeMeasure(first, "exclude", "a device"), *boss)  # 2, and 3 at the table
    scene.send(incident.EndMeasure(2, "it was a telephone"), *boss)  # 4
    scene.send(incident.ReportIncident("crown-craps", "device", "one-p1", "a computer in a shoe"), *pit)  # 5
    scene.send(incident.TakeMeasure(5, "seize", "won with it", amount=1_00), *pit)  # 6, 7
    scene.send(incident.TakeMeasure(5, "detain", "until the police come"), *pit)  # 8
    scene.send(incident.HandOver(8, "police officer", "4711"), *pit)  # 9
    scene.send(incident.DetermineSeizure(6, True, "the money was won before"), *boss)  # 10
    scene.send(incident.RaiseDispute("crown-craps", "one-p1", "the die was cocked"), "one-p1", "player", place)  # 11
    scene.send(incident.AttachEvidence(11, "ab" * 32, "the round"), *pit)  # 12
    scene.send(incident.DecideDispute(11, "it was flat"), *pit)  # 13
    scene.send(incident.AskReview(11), "one-p1", "player", place)  # 14
    scene.send(incident.DecideDispute(11, "it was not", 25_00), "dee", "director_of_casino_surveillance", place)  # 15
    scene.send(incident.AdviseComplaint(11, "in person"), *pit)  # 17
    scene.send(incident.CloseDispute(11, False), *pit)
    director = ("dee", "director_of_casino_surveillance", place)
    scene.send(incident.NameDelegate("crown-craps", "del"), *director)
    scene.send(incident.EndDelegation("crown-craps", "del"), *director)
    scene.send(incident.ErasePerson("somebody", "they asked for it"), *boss)
    scene.send(Deposit("one-p1", 10_00), "till", "cashier")
    return scene


def opened_table(book: str, table: str) -> list[Envelope]:
    """The commands of a rehearsal that open a table with one player, who is called TABLE-p1."""
    sent: list[Envelope] = []

    class Listening(Desk):
        def submit(self, envelope: Envelope) -> Answer:
            given = super().submit(envelope)
            sent.extend([] if given.reason else [envelope])  # it also tries what is refused
            return given

    rehearsal = kind_of(book)(Listening(MemoryStore()), table, book, None, 1, seats=1)
    rehearsal.open()
    return sent


def _running(scene: Scene, name: str, book: str) -> None:
    """A promotion taken from its draft to entries of three players."""
    boss, terms = (
        ("mia", "gaming_manager", name),
        terms_from(START + (scene.seconds + 1) * SECOND, wager_required=False),
    )
    scene.send(promotion.DraftPromotion((book,), terms), *boss)
    scene.send(promotion.SubmitPromotion(), *boss)
    scene.send(promotion.RecordDelivery("email", "queued as 7", terms_digest(terms)), "outbox", "system", name)
    scene.send(promotion.NominateScrutineer("sue"), *boss)
    scene.seconds = (terms.commences - START) // SECOND
    scene.send(promotion.CommencePromotion(), *boss)
    for player in ("ann", "ben", "cat"):
        scene.send(promotion.EnterPromotion(player, 2), *boss)


def _drawn(scene: Scene, name: str, by: str, secret: bytes) -> None:
    scene.send(promotion.WitnessDraw("a word of hers"), "sue", "scrutineer", name)
    scene.send(promotion.DrawPrizes(), by, "gaming_manager", name, secret)


def promotions() -> Scene:
    """One promotion is drawn, drawn again and paid; a second is amended, postponed, validated and cancelled."""
    scene, one, two = Scene(), bytes(range(32)), bytes(32)
    boss = ("mia", "gaming_manager", "spring")
    odd = terms_from(START, prizes=(Prize("a cigar of chocolate", "other", 50_00),))
    scene.send(promotion.DraftPromotion(("star-craps",), odd), *boss)
    scene.send(promotion.ClearPrize("a cigar of chocolate", "10.5.1", "chocolate"), "gus", "gaming_manager", "spring")
    _running(scene, "spring", "star-craps")
    scene.send(promotion.StrikeEntries(5, "employed here"), *boss)
    scene.wait(3 * DAY // SECOND)
    scene.send(promotion.FreezeEntries(commitment(one), "00"), *boss)
    scene.wait(DAY // SECOND)
    _drawn(scene, "spring", "mia", one)
    scene.send(promotion.TellWinner(1, "telephone", False, "no answer"), *boss)
    scene.send(promotion.DenyClaim("", "under age", 1), *boss)
    scene.send(promotion.InformClaimant(1, "by letter"), *boss)
    scene.send(promotion.AskRedraw(1, "the winner was refused", commitment(two), "00"), *boss)
    _drawn(scene, "spring", "mia", two)
    scene.send(promotion.ClaimPrize(1, "passport"), *boss)
    scene.send(promotion.PayPrize(1, (promotion.Part("cheque", 300_00), promotion.Part("cash", 200_00))), *boss)
    scene.send(promotion.DisputePromotion("ben", "my entry was not counted"), *boss)
    scene.send(promotion.DecideDispute(1, "it was", False), *boss)
    scene.send(promotion.AdviseComplaint(1, "in person"), *boss)
    scene.send(promotion.ClosePromotion(), *boss)
    _running(scene, "summer", "aruze-craps")
    boss = ("mia", "gaming_manager", "summer")
    after = terms_from(START, commences=0, prizes=(Prize("hamper", "other", 50_00),))
    drafted = [sent.body for _, sent in scene.steps if isinstance(sent.body, promotion.DraftPromotion)][-1].terms
    scene.send(promotion.AmendPromotion(msgspec.structs.replace(drafted, prizes=after.prizes), "no money"), *boss)
    scene.send(promotion.PostponePromotion("the box was open"), *boss)
    scene.send(promotion.ValidatePromotion("the seals were whole"), "gus", "gaming_manager", "summer")
    scene.send(promotion.CancelPromotion("the box was open again"), *boss)
    scene.wait(KEPT_FOR // SECOND)
    scene.send(promotion.EraseClaimant(1, "its time is over"), "mia", "gaming_manager", "spring")
    return scene


def prescribed() -> Scene:
    """The operator's list is written, and written anew."""
    scene = Scene()
    for items in (("fireworks",), ("fireworks", "surgery")):
        scene.send(ListPrescribed(items), "mia", "gaming_manager", "prescribed")
    return scene


def duties() -> Scene:
    """Duties are raised, done, withdrawn and late; notices are sent, not sent, and delivered by hand."""
    scene, boss, machine = Scene(), ("mia", "gaming_manager", "duties"), ("outbox", "system", "duties")
    soon = START + 3_600 * SECOND
    for what in ("count the seals", "change the locks", "call the regulator"):
        scene.send(duty.RaiseDuty(what, "gaming_manager", soon), *boss)
    scene.send(duty.DoDuty("by-hand/1", "counted"), *boss)
    scene.send(duty.WithdrawDuty("by-hand/2", "not needed"), *boss)
    scene.wait(3_601)
    scene.send(duty.EscalateDuties(), *machine)
    alarm = ("five dice", "one: first die shows 6 too often: 50 of 50, 8 expected", "2.3", "casino_supervisor")
    scene.send(duty.QueueNotice("inspector", "a visit", "please come"), *boss)
    scene.send(duty.ClaimNotice(1), *machine)
    scene.send(duty.ReportNotice(1, 1, False, "mail", "no answer"), *machine)
    scene.wait(10)
    scene.send(duty.ClaimNotice(1), *machine)
    scene.send(duty.ReportNotice(1, 2, True, "mail", "250 queued"), *machine)
    scene.send(duty.DeliverNotice(2, "by telephone", "spoke to K. at noon"), *boss)
    scene.send(duty.ReportUnfair("one", *alarm), *machine)
    return scene


def tournament() -> Scene:
    """Tournaments of both books, from draft to paid, and one that is cancelled."""
    scene = Scene()
    everything(scene.send, lambda: START + (scene.seconds + 1) * 1_000_000, scene.wait)
    return scene


SCENES: dict[str, Callable[[], Scene]] = {
    "incidents": incidents,
    "promotion": promotions,
    "prescribed": prescribed,
    "duties": duties,
    "tournament": tournament,
}
"""By kind."""


def played(store: Store, steps: list[Step], desk: Desk | None = None) -> list[Answer]:
    """Send the steps one by one, each at its time; all of them are done."""
    desk = desk or Desk(store)
    answers = []
    for seconds, sent in steps:
        desk.now = lambda seconds=seconds: START + seconds * 1_000_000  # type: ignore[misc]  # bound now
        given = desk.submit(sent)
        assert not given.reason, (sent, given)
        answers.append(given)
    return answers
