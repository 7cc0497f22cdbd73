"""Credits, tickets, transfers, player cards and payouts: 3.3, 3.4, 3.7, 3.8, 3.13, 3.14, rule 4, 7.1 and 7.2."""

from __future__ import annotations

import pytest

from feltwork.cage.cards import own_card
from feltwork.cage.commands import (
    AgreeHandPay,
    AskTransfer,
    BlockCard,
    CreditTransfer,
    Deposit,
    DetermineTicket,
    InsertCard,
    InsertNote,
    InsertTicket,
    IssueCard,
    PayTicket,
    PrepareHandPay,
    PrintTicket,
    SellTicket,
    SettleTransfer,
    SignHandPay,
    TakeCard,
    WithholdTicket,
)
from feltwork.cage.till import Till as Settings
from feltwork.games.aruze_craps.conduct import CARDS_FROM, CONDUCT
from feltwork.refusal import Refusal
from feltwork.table.live import commands as ask
from feltwork.table.live.asker import Asker
from feltwork.table.live.commands import FindInvalid
from feltwork.table.live.decide import decide
from feltwork.table.live.events import ClosureAnnounced
from feltwork.views.views import seat_view
from tests.cage.till import DAY, KEY, MANAGER, Till
from tests.rules.aruze_craps.test_table_terminals import MANAGERS, Floor

HOST = ("gus", "gaming_service_host")

SIGNATURE = "5e" * 32
PASS = ask.PlaceWager(1, "pass-line", 10_00)
FIELD = ask.PlaceWager(1, "field", 10_00)


def test_3_3() -> None:
    """Without credits no wager; with an account of the terminal there is one."""
    till = Till().seated(1, cents=0)
    assert till.refused(1, PASS)[0] == "3.3.4"
    till.note(1, 50_00)
    till.at(1, PASS)
    assert till.credit(1) == 40_00
    till.ok(Deposit("p1", 70_00))
    for by in (("p1", "player"), MANAGER, ("deb", "dealer"), ("cass", "cashier"), ("timer", "system")):
        assert till.no(ask.BuyIn(1, 70_00), *by, "t")[0], "a deposit at the cage sets up no account"
    assert till.no(ask.BuyIn(1, 70_00), "p1", "player", "t")[0] == "3.4"
    assert (till.credit(1), till.balance("player/p1")) == (40_00, 70_00)


def test_3_3_1() -> None:
    """Cash or a redeemable ticket sets the account up, and nothing else does."""
    till = Till().seated(1, 2, cents=0)
    till.note(1, 20_00)
    till.ok(SellTicket(30_00))
    till.at(2, InsertTicket(2, till.last_ticket()))
    assert (till.credit(1), till.credit(2)) == (20_00, 30_00)
    assert till.refused(1, InsertTicket(1, till.last_ticket())) == ("3.4.2", "paid"), "no ticket twice"
    assert till.refused(1, InsertTicket(1, "IOU 100"))[1] == "unknown"
    assert till.report(1, -5_00).clause == "3.4.1"
    assert till.no(InsertNote(2, 5_00), "p1", "player", "t") == (
        "3.4.1",
        "a note goes into the note acceptor, which reports it by itself",
    ), "into somebody else's terminal"
    till.ok(Deposit("p1", 70_00))
    assert till.refused(1, ask.BuyIn(1, 70_00))[0] == "3.4", "nor from a deposit at the cage"
    assert till.credit(1) == 20_00


def test_3_3_2() -> None:
    """The credits are what was put in, to the cent, and the cage has the other half of it."""
    till = Till().seated(1, cents=0)
    till.ok(SellTicket(12_37))
    till.at(1, InsertTicket(1, till.last_ticket()))
    till.note(1, 5_00)
    assert till.credit(1) == till.balance("seat/t/1") == 17_37
    assert till.balance("cash/t/1") == -5_00
    till.is_sound()


def test_3_3_3() -> None:
    """The terminal shows its credits."""
    till = Till().seated(1)
    assert seat_view(till.desk.table("t"), 1)["balance"] == 100_00
    till.at(1, PASS)
    assert seat_view(till.desk.table("t"), 1)["balance"] == 90_00


def test_3_4_1() -> None:
    """Notes of the denominations that the acceptor takes."""
    till = Till().seated(1, cents=0)
    notes = tuple(CONDUCT.terminals.notes)
    for note in notes:
        till.note(1, note)
    assert till.credit(1) == sum(notes) == -till.balance("cash/t/1")
    assert notes == (5_00, 10_00, 20_00, 50_00, 100_00)
    for note in (1_00, 7_00, 100_01, 1_000_00):
        assert till.report(1, note).clause == "3.4.1"


def test_3_4_2() -> None:
    """A ticket raises the meter once."""
    till = Till().seated(1, cents=0)
    till.ok(SellTicket(40_00))
    number = till.last_ticket()
    till.at(1, InsertTicket(1, number))
    assert till.refused(1, InsertTicket(1, number)) == ("3.4.2", "paid")
    assert till.credit(1) == 40_00


def test_3_4_3() -> None:
    """Winnings raise the meter."""
    till = Till().seated(1)
    till.at(1, PASS)
    till.roll(3, 4)
    assert till.credit(1) == 110_00
    till.is_sound()


def test_3_4_4() -> None:
    """Credits come from the casino management system once it has said so, under an id that counts once."""
    till = Till().seated(1, cents=0)
    till.at(1, AskTransfer("p1", 60_00, True, "t", 1), "cage")
    (name,) = till.desk.cage.transfers
    assert till.balance("player/p1") == till.desk.cage.purses.get("p1", 0) == 0, "asked is not done"
    assert till.no(ask.BuyIn(1, 60_00), "p1", "player", "t") == (
        "3.4",
        "credits come as notes, as a ticket, or by a transfer of the casino management system; not from the cage",
    ), "nor can it be played with"
    assert till.credit(1) == 0
    assert till.no(SettleTransfer(name, "done"), "p1", "player")[0] == "3.4.4"
    till.ok(SettleTransfer(name, "done"), "cms", "system")
    assert till.no(SettleTransfer(name, "done"), "cms", "system")[0] == "3.4.4"
    assert till.refused(1, ask.BuyIn(1, 60_00))[0] == "3.4"
    for wrong in (CreditTransfer(1, "T0"), CreditTransfer(2, name)):
        assert till.refused(1, wrong)[0] == "3.4.4"
    till.at(1, CreditTransfer(1, name))
    assert (till.credit(1), till.balance("cms"), till.balance("player/p1")) == (60_00, -60_00, 0)
    assert till.refused(1, CreditTransfer(1, name))[0] == "3.4.4", "once"
    assert till.refused(1, AskTransfer("p1", 60_00, True, "t", 2), "cage")[0], "there is nobody at that terminal"
    till.is_sound()


def test_3_7() -> None:
    """What the meter shows may be collected; what is staked may not."""
    till = Till().seated(1)
    till.at(1, PASS)
    till.at(1, PrintTicket(1))
    assert till.balance("tickets") == 90_00
    assert till.refused(1, PrintTicket(1))[0]
    till.roll(3, 4)
    till.at(1, PrintTicket(1))
    assert till.balance("tickets") == 110_00
    assert till.balance("seat/t/1") == till.balance("felt/t") == 0


def test_3_8_1() -> None:
    """The ticket is worth what leaves the meter, and is paid for that at the cage."""
    till = Till().seated(1)
    till.at(1, PrintTicket(1))
    assert (till.credit(1), till.balance("tickets")) == (0, 100_00)
    till.ok(PayTicket(till.last_ticket()))
    assert (till.balance("tickets"), till.balance("cash/cage"), till.balance("cash/t/1")) == (0, 100_00, -100_00)
    till.is_sound()


def test_3_8_2() -> None:
    """Credits go to the player's account elsewhere; refused there, they are the player's here again."""
    till = Till().seated(1)
    till.at(1, ask.Collect(1))
    assert till.refused(1, AskTransfer("p1", 100_01, False), "cage")[0] == "3.8.2"
    till.at(1, AskTransfer("p1", 100_00, False), "cage")
    (name,) = till.desk.cage.transfers
    assert (till.balance("player/p1"), till.balance(f"transit/{name}")) == (0, 100_00)
    till.ok(SettleTransfer(name, "delayed", "no answer"), "cms", "system")
    till.ok(SettleTransfer(name, "refused", "closed"), "cms", "system")
    assert till.balance("player/p1") == 100_00
    till.at(1, AskTransfer("p1", 100_00, False), "cage")
    last = max(till.desk.cage.transfers, key=lambda t: int(t[1:]))
    till.ok(SettleTransfer(last, "done"), "cms", "system")
    for again in ("done", "refused"):
        assert till.no(SettleTransfer(last, again), "cms", "system")[0] == "3.8.2", "once"
    assert (till.balance("player/p1"), till.balance("cms")) == (0, 100_00)
    till.is_sound()


def test_3_13_whoever_brings_a_card_to_a_free_terminal_sits_down_with_it() -> None:
    """The card says who sits: nobody sits as a terminal, by another's card, or with a card that is elsewhere (7.1)."""
    till = Till().seated()
    for player in ("ann", "ben"):
        till.ok(IssueCard(player))
    ann, ben = (own_card(till.desk.cage, player) for player in ("ann", "ben"))
    assert till.no(ask.Sit("terminal-t-1", 1), "terminal-t-1", "player", "t")[0] == "3.13"
    assert till.no(IssueCard("terminal-t-1"))[0] == "3.13"
    assert till.no(InsertCard(1, ben), "ann", "player", "t")[0] == "3.13"
    assert till.no(InsertCard(1, "600000000000"), "ann", "player", "t")[0] == "3.13"
    assert not till.desk.table("t").seats.players
    done = till.ok(InsertCard(1, ann), "ann", "player", "t")
    assert done.last == done.first + 1, "seat and card are one step"
    assert (till.desk.table("t").seats.players, till.desk.table("t").terminals.cards) == ({1: "ann"}, {1: ann})
    assert till.no(InsertCard(2, ann), "ann", "player", "t")[0] == "7.1"
    assert till.no(InsertCard(1, ben), "ben", "player", "t")[0] == "3.13"
    till.is_sound()


def test_3_13() -> None:
    """From 19 October 2024 no wager without the player's own valid card in the terminal."""
    till = Till()
    till.clock.now = CARDS_FROM - 60_000_000
    till.seated(1, 2, card=False)
    till.at(1, PASS)
    till.clock.now = CARDS_FROM
    assert till.refused(1, FIELD)[0] == "3.13"
    for player in ("p1", "p2"):
        till.ok(IssueCard(player))
    own, anothers = own_card(till.desk.cage, "p1"), own_card(till.desk.cage, "p2")
    assert till.refused(1, InsertCard(1, anothers))[0] == "3.13"
    assert till.refused(1, InsertCard(1, "600000000000"))[0] == "3.13"
    till.at(1, InsertCard(1, own))
    till.at(1, FIELD)
    till.at(1, TakeCard(1))
    assert till.refused(1, FIELD)[0] == "3.13"
    till.ok(BlockCard(own, "lost"))
    assert till.refused(1, InsertCard(1, own))[0] == "3.13"
    found = FindInvalid(1, "another's card")
    for who in (("p1", "player"), ("p2", "player"), ("ines", "inspector"), ("timer", "system"), HOST):
        assert till.no(found, *who, "t")[0] == "3.13", "for a manager to find"
    for role in ("assistant_gaming_manager", "gaming_manager"):
        assert not isinstance(decide(till.desk.table("t"), found, Asker("m", role, till.clock.now)), Refusal)
    till.is_sound()


def invalid(claim: str) -> tuple[int, int, object]:
    """A winning round and a live wager of a player who did not use an own card, found out."""
    till = Till().seated(1, 2)
    till.at(1, FIELD)
    till.at(1, ask.PlaceWager(1, "any-seven", 5_00))
    till.at(2, ask.PlaceWager(2, "field", 10_00))
    till.roll(5, 5)
    till.at(1, ask.PlaceWager(1, "hardway", 4_00, 6))
    before = till.credit(1)
    till.ok(FindInvalid(1, "another's card", claim), *MANAGER, "t")
    till.is_sound()
    assert till.credit(2) == 110_00, "other players keep what they won"
    assert till.desk.table("t").terminals.cards.get(1) is None
    return before, till.credit(1), till.desk.table("t").game and len(till.desk.table("t").game.layout)  # type: ignore[union-attr]  # the table is open


@pytest.mark.parametrize("claim", ["agency", "representation", "power of attorney"])
def test_3_13_1(claim: str) -> None:
    """Whatever is claimed of agency changes nothing; the claim is kept."""
    assert invalid(claim) == invalid("")


def test_3_13_2() -> None:
    """Nor does it matter whose money it is."""
    assert invalid("the stake was the other person's") == invalid("the stake was the player's own")


def test_3_14_1() -> None:
    """Of the last completed game stakes go back and winnings are taken; what lies is handed back."""
    before, after, lying = invalid("")
    # field won 10.00 and any seven lost 5.00; 4.00 lay on hard 6
    assert before == 100_00 + 10_00 - 5_00 - 4_00
    assert (after, lying) == (100_00, 0)
    gone = Till().seated(1)
    gone.at(1, FIELD)
    gone.roll(5, 5)
    gone.at(1, ask.Collect(1))
    gone.ok(FindInvalid(1, "for another person"), *MANAGER, "t")
    assert gone.credit(1) == 0
    assert [c for a, c in gone.store.log.balances().items() if a.startswith("receivable/t/")] == [-10_00]
    gone.is_sound()


def test_3_14_2() -> None:
    """Games before the last completed one stand."""
    till = Till().seated(1)
    till.at(1, FIELD)
    till.roll(5, 5)
    till.at(1, FIELD)
    till.roll(6, 4)
    assert till.credit(1) == 120_00
    till.ok(FindInvalid(1, "another's card"), *MANAGER, "t")
    assert till.credit(1) == 110_00
    assert till.no(FindInvalid(1, "once more"), "p1", "player", "t")[0] == "3.13"
    till.is_sound()


def test_4_1() -> None:
    """Paid when the player has verified the amount and signed, above a limit when a second person has agreed."""
    till = Till()
    till.ok(Deposit("ann", 12_000_00))
    form = till.ok(PrepareHandPay("ann", 11_000_00, identified="passport")).first
    assert till.no(SignHandPay(form, 11_000_00, SIGNATURE))[0] == "4.1"
    assert till.no(AgreeHandPay(form))[0] == "4.1", "not by who prepared it"
    till.ok(AgreeHandPay(form), "dora")
    assert till.no(SignHandPay(form, 11_000_00, ""))[0] == "4.1", "unsigned"
    assert till.no(SignHandPay(form, 1_000_00, SIGNATURE))[0] == "4.1", "another amount"
    till.ok(SignHandPay(form, 11_000_00, SIGNATURE))
    assert till.no(SignHandPay(form, 11_000_00, SIGNATURE))[0] == "4.1", "once"
    assert till.balance("player/ann") == 1_000_00
    till.ok(SellTicket(6_000_00))
    assert till.no(PayTicket(till.last_ticket()))[0] == "4.1", "such a ticket is paid by hand"
    small = till.ok(PrepareHandPay("ann", number=till.last_ticket())).first
    till.ok(SignHandPay(small, 6_000_00, SIGNATURE))
    assert till.balance("tickets") == 0
    till.is_sound()
    for limit, one_person in ((20_000_00, True), (5_000_00, False)):  # as the house has set it: each payment says which
        till = Till(settings=Settings(KEY, second_above=limit))
        till.ok(Deposit("ann", 12_000_00))
        form = till.ok(PrepareHandPay("ann", 11_000_00, identified="passport")).first
        assert (not till.send(SignHandPay(form, 11_000_00, SIGNATURE)).reason) == one_person
        till.is_sound()


def test_4_2() -> None:
    """Withheld, with an inspector told at once, until a determination that an inspector has reviewed."""
    till = Till()
    till.ok(SellTicket(75_00))
    number, serial = till.last_ticket(), max(till.desk.cage.tickets)
    assert till.no(WithholdTicket(number, " "))[0] == "4.2"
    till.ok(WithholdTicket(number, "a second copy was brought"))
    assert [r.kind for r in till.store.log.read("cage")][-2:] == ["ticket-withheld", "inspector-notified"]
    assert till.no(PayTicket(number)) == ("4.2", "withheld")
    assert till.no(DetermineTicket(serial, True, "it is the first", ""))[0] == "4.2", "no review yet"
    till.ok(DetermineTicket(serial, True, "it is the first", "inspector 7 agrees"))
    till.ok(PayTicket(number))
    till.ok(WithholdTicket(number, "it was copied after all"))
    assert [r.kind for r in till.store.log.read("cage")][-2:] == ["return-demanded", "inspector-notified"], (
        "demanded back"
    )
    till.is_sound()


def test_4_3() -> None:
    """At once: a ticket brought to the cage is paid by one command, in the same moment."""
    till = Till()
    till.ok(SellTicket(75_00))
    paid = till.ok(PayTicket(till.last_ticket()))
    (record,) = till.store.log.read("cage", paid.first - 1)
    assert (record.kind, till.balance("tickets")) == ("ticket-paid", 0)


def test_4_3_1() -> None:
    """To a later time that was agreed, with the reason; not before it."""
    till = Till()
    till.ok(Deposit("ann", 500_00))
    later = till.clock.now + DAY
    assert till.no(PrepareHandPay("ann", 500_00, pay_at=later))[0] == "4.3.1"
    form = till.ok(PrepareHandPay("ann", 500_00, pay_at=later, reason="the win is being verified")).first
    till.clock.now = later - 10
    assert till.no(SignHandPay(form, 500_00, SIGNATURE))[0] == "4.3.1"
    till.clock.now = later
    till.ok(SignHandPay(form, 500_00, SIGNATURE))
    till.is_sound()


def test_4_3_2() -> None:
    """In another form than was asked for: both are kept, with the reason."""
    till = Till()
    till.ok(Deposit("ann", 500_00))
    assert till.no(PrepareHandPay("ann", 500_00, given="cheque"))[0] == "4.3.2"
    assert till.no(PrepareHandPay("ann", 500_00, given="gold", reason="x"))[0] == "4.3.2"
    form = till.ok(PrepareHandPay("ann", 500_00, given="cheque", reason="too much for the till")).first
    assert (till.desk.cage.forms[form].requested, till.desk.cage.forms[form].given) == ("cash", "cheque")
    till.ok(SignHandPay(form, 500_00, SIGNATURE))
    assert (till.balance("bank"), till.balance("cash/cage")) == (500_00, -500_00)
    till.is_sound()


def test_4_3_3() -> None:
    """A paper may be asked for, and is above a limit; which one is kept."""
    till = Till()
    till.ok(Deposit("ann", 20_000_00))
    assert till.no(PrepareHandPay("ann", 10_000_01))[0] == "4.3.3"
    form = till.ok(PrepareHandPay("ann", 10_000_01, identified="passport")).first
    assert till.desk.cage.forms[form].identified == "passport"
    till.ok(PrepareHandPay("ann", 9_999_99))


def test_7_1() -> None:
    """One terminal at a time: the card in one is refused at another until it is out, and a second seat at once."""
    till = Till().seated(1)
    assert till.no(ask.Sit("p1", 2), "p1", "player", "t")[0] == "7.1"
    till.seated(3, table="u", card=False)
    own = own_card(till.desk.cage, "p1")
    till.ok(ask.Sit("p1", 2), "p1", "player", "u")
    assert till.no(InsertCard(2, own), "p1", "player", "u")[0] == "7.1"
    till.at(1, ask.Collect(1))
    till.at(1, ask.Leave(1))
    till.ok(InsertCard(2, own), "p1", "player", "u")
    till.is_sound()


def test_7_2() -> None:
    """Once closing is told, credits are cleared and not added; what is left at its time is cleared by a manager."""
    till = Till().seated(1)
    assert till.no(PrintTicket(1), *MANAGER, "t")[0] == "not in the book"
    floor = Floor().seated(1)
    assert floor.who_may(ask.AnnounceClosure()) == MANAGERS
    assert floor.manager(ask.AnnounceClosure()) == (ClosureAnnounced(floor.now + 20 * 60_000_000),)
    till.ok(ask.AnnounceClosure(), *MANAGER, "t")
    assert till.report(1, 5_00).clause == "7.2"
    assert till.refused(1, AskTransfer("p1", 5_00, True, "t", 1), "cage")[0] == "7.2", "nor sent for elsewhere"
    assert till.no(PrintTicket(1), *MANAGER, "t")[0] == "not in the book", "the player still has time"
    till.clock.now += 20 * 60_000_000
    assert till.no(ask.CloseTable(), *MANAGER, "t")[0] == "not in the book"
    till.ok(PrintTicket(1), *MANAGER, "t")
    assert till.balance("tickets") == 100_00
    till.ok(ask.CloseTable(), *MANAGER, "t")
    till.is_sound()
