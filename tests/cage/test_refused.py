"""What the cage turns away, each by its clause of Aruze Craps, in words, with nothing moved."""

from __future__ import annotations

import pytest

from feltwork.cage.commands import (
    AgreeHandPay,
    AskTransfer,
    BlockCard,
    Deposit,
    DetermineTicket,
    DropHandPay,
    ExpireTickets,
    InstallRules,
    IssueCard,
    PayTicket,
    PrepareHandPay,
    ReceiveReturn,
    SellTicket,
    SettleTransfer,
    SignHandPay,
    VoidTicket,
    WithholdTicket,
)
from feltwork.cage.till import Till as Settings
from feltwork.engine.envelope import Body
from feltwork.refusal import NOT_IN_THE_BOOK
from tests.cage.till import KEY, Till

SIGNED = "a" * 64
REDEEMS, WITHHOLDS, IN, OUT = "3.4.2", "4.2", "3.4.4", "3.8.2"
CASHIER = ("cass", "cashier")
INSPECTOR = ("ian", "supervisor")
Who = tuple[str, str]


def refused(till: Till, clause: str, words: str, body: Body, who: Who = CASHIER) -> None:
    """Refused by this clause with these words; no account and no stream but that of refusals has moved."""
    before, version = till.store.log.balances(), till.desk.cage.version
    answer = till.send(body, *who)
    assert (answer.clause, words in answer.reason) == (clause, True), answer
    assert (till.store.log.balances(), till.desk.cage.version) == (before, version)


def test_3_8_1_a_ticket_is_sold_for_an_amount_by_a_cashier_with_the_key() -> None:
    till = Till()
    refused(till, "3.8.1", "that is for a cashier", SellTicket(100), INSPECTOR)
    refused(till, "3.8.1", "worth something", SellTicket(0))
    refused(till, "3.8.1", "no more than", SellTicket(10**15))
    refused(Till(settings=Settings()), "3.8.1", "the ticket key is missing", SellTicket(100))


def test_4_1_a_large_ticket_is_paid_by_hand() -> None:
    till = Till(settings=Settings(KEY, by_hand_above=50_00))
    till.ok(SellTicket(50_01))
    refused(till, "4.1", "paid by hand", PayTicket(till.last_ticket()))
    till.ok(SellTicket(50_00))
    till.ok(PayTicket(till.last_ticket()))
    refused(till, REDEEMS, "paid", PayTicket(till.last_ticket()))
    till.is_sound()


def test_a_ticket_is_cancelled_with_a_reason_and_expires_by_the_clock_alone() -> None:
    till = Till()
    till.ok(SellTicket(10_00))
    number = till.last_ticket()
    refused(till, REDEEMS, "say why", VoidTicket(number, " "))
    refused(till, REDEEMS, "that is for a cashier", VoidTicket(number, "torn"), INSPECTOR)
    refused(till, REDEEMS, "that is for a cashier", ExpireTickets(), INSPECTOR)
    till.ok(VoidTicket(number, "torn"))
    refused(till, REDEEMS, "void", PayTicket(number))


def test_4_2_a_ticket_is_withheld_demanded_back_and_determined_each_once() -> None:
    till = Till()
    till.ok(SellTicket(10_00))
    number, serial = till.last_ticket(), max(till.desk.cage.tickets)
    found = DetermineTicket(serial, True, "not altered", "agreed by ian")
    refused(till, WITHHOLDS, "that is for a cashier", WithholdTicket(number, "looks altered"), INSPECTOR)
    refused(till, WITHHOLDS, "name a ticket", WithholdTicket(number, " "))
    refused(till, WITHHOLDS, "name a ticket", WithholdTicket("12345", "looks altered"))
    refused(till, WITHHOLDS, "was demanded back", ReceiveReturn(serial))
    refused(till, WITHHOLDS, "is withheld", found)
    till.ok(WithholdTicket(number, "looks altered"))
    refused(till, WITHHOLDS, "withheld", WithholdTicket(number, "looks altered"))
    refused(till, WITHHOLDS, "what was found", DetermineTicket(serial, True, "not altered", " "))
    refused(till, WITHHOLDS, "that is for a cashier", found, INSPECTOR)
    till.ok(found)
    refused(till, WITHHOLDS, "is withheld", found)


def test_3_13_a_card_is_issued_to_a_person_and_blocked_once() -> None:
    till = Till()
    refused(till, "3.13", "that is for a cashier", IssueCard("ann"), INSPECTOR)
    refused(till, "3.13", "physical or digital", IssueCard("ann", "paper"))
    refused(till, "3.13", "a known player", IssueCard("no name"))
    refused(till, "3.13", "to a person", IssueCard("terminal-7"))
    refused(till, "3.13", "no card of this number", BlockCard("1234", "lost"))
    till.ok(IssueCard("ann"))
    (number,) = till.desk.cage.cards
    refused(till, "3.13", "say why", BlockCard(number, " "))
    till.ok(BlockCard(number, "lost"))
    refused(till, "3.13", "blocked already: lost", BlockCard(number, "stolen"))


def test_4_3_a_payment_by_hand_is_prepared_for_what_is_there() -> None:
    till = Till(settings=Settings(KEY, identify_above=50_00, second_above=80_00))
    till.ok(Deposit("ann", 100_00))
    pay = PrepareHandPay("ann", 40_00)
    refused(till, "4.3", "that is for a cashier", pay, INSPECTOR)
    refused(till, "4.3.2", "is paid in cash, cheque", PrepareHandPay("ann", 40_00, given="gold"))
    refused(till, "4.3", "ann has 100.00", PrepareHandPay("ann", 100_01))
    refused(till, "4.3", "ann has 100.00", PrepareHandPay("ann", 0))
    refused(till, REDEEMS, "unknown", PrepareHandPay("ann", number="1234"))
    refused(till, "4.3.3", "shows a paper", PrepareHandPay("ann", 50_01))
    refused(till, "4.3.2", "otherwise", PrepareHandPay("ann", 40_00, given="cheque"))
    refused(till, "4.3.1", "paid later", PrepareHandPay("ann", 40_00, pay_at=till.clock.now + 10**9))


def test_4_1_a_form_is_agreed_to_by_another_signed_by_the_player_and_paid_once() -> None:
    till = Till(settings=Settings(KEY, second_above=80_00))
    till.ok(Deposit("ann", 100_00))
    till.ok(PrepareHandPay("ann", 90_00))
    (form,) = till.desk.cage.forms
    refused(till, "4.1", "a second person agrees to a payment", AgreeHandPay(form))
    refused(till, "4.1", "waits for a second person", AgreeHandPay(form + 1), ("carl", "cashier"))
    refused(till, "4.1", "a second person agrees first", SignHandPay(form, 90_00, SIGNED))
    till.ok(AgreeHandPay(form), "carl")
    refused(till, "4.1", "verifies the amount", SignHandPay(form, 89_00, SIGNED))
    refused(till, "4.1", "has not signed", SignHandPay(form, 90_00, "x"))
    refused(till, "4.3", "say why", DropHandPay(form, " "))
    till.ok(SignHandPay(form, 90_00, SIGNED))
    refused(till, "4.1", "waits to be signed", SignHandPay(form, 90_00, SIGNED))
    refused(till, "4.3", "is open", DropHandPay(form, "changed their mind"))
    till.is_sound()


def test_4_3_1_what_is_paid_later_is_not_signed_before() -> None:
    till = Till()
    till.ok(Deposit("ann", 100_00))
    till.ok(PrepareHandPay("ann", 40_00, pay_at=till.clock.now + 10**9, reason="the bank is closed"))
    (form,) = till.desk.cage.forms
    refused(till, "4.3.1", "pay this later", SignHandPay(form, 40_00, SIGNED))
    till.clock.now += 10**9
    till.ok(SignHandPay(form, 40_00, SIGNED))


def test_3_4_4_credits_are_transferred_by_their_player_or_a_cashier_and_settled_once() -> None:
    till = Till()
    till.ok(Deposit("ann", 100_00))
    system = ("host", "system")
    refused(till, IN, "for yourself", AskTransfer("ann", 10_00, True), ("ben", "player"))
    refused(till, OUT, "nothing to transfer", AskTransfer("ann", 0, False), ("ann", "player"))
    refused(till, OUT, "not that much", AskTransfer("ann", 100_01, False), ("ann", "player"))
    refused(till, IN, "no such transfer", SettleTransfer("T9", "done"), system)
    till.ok(AskTransfer("ann", 10_00, False), "ann", "player")
    (name,) = till.desk.cage.transfers
    refused(till, IN, "not for you to settle", SettleTransfer(name, "done"))
    refused(till, OUT, "done, refused or delayed", SettleTransfer(name, "lost"), system)
    till.ok(SettleTransfer(name, "delayed", "no answer"), *system)
    till.ok(SettleTransfer(name, "done"), *system)
    refused(till, OUT, "is done already", SettleTransfer(name, "refused", "late"), system)
    till.is_sound()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"book": "chess"}, "there is no game"),
        ({"version": " "}, "a version has"),
        ({"sha256": "0123"}, "known by its SHA-256"),
        ({"form": "zip"}, "known by its SHA-256"),
        ({"size": 0}, "known by its SHA-256"),
    ],
)
def test_the_rules_of_a_game_are_installed_by_the_operator_as_one_document(
    change: dict[str, object], words: str
) -> None:
    till, operator = Till(), ("olga", "operator")
    whole: dict[str, object] = {
        "book": "star-craps",
        "version": "2016",
        "sha256": "0" * 64,
        "size": 100,
        "form": "pdf",
    }
    install = InstallRules(**whole)  # type: ignore[arg-type]  # a table of changes
    refused(till, NOT_IN_THE_BOOK, "the operator installs", install)
    refused(till, NOT_IN_THE_BOOK, words, InstallRules(**(whole | change)), operator)  # type: ignore[arg-type]
    till.ok(install, *operator)
    refused(till, NOT_IN_THE_BOOK, "installed already", install, operator)
