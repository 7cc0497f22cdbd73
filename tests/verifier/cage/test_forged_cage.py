"""Events of a cage that no cage could have written: postings and hashes may fit, what they say does not.

Each story is sound up to its last event; the verifier finds that one, and says of which kind it is.
"""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.verifier.cage.checker import CageChecker
from feltwork.verifier.log.rows import Row

DAY = 86_400_000_000
SIGNED = "a" * 64
Event = tuple[str, str, dict[str, Any]]
"""Who does it (``person role``), what it is, and what it says."""
CASS, CARL, ANN, HOST = "cass cashier", "carl cashier", "ann player", "host system"


def follow(*story: Event, days: int = 0) -> list[str]:
    """The kinds of what is wrong with the last event, which comes so many days after the others."""
    checker, found = CageChecker(), list[str]()
    for version, (who, kind, body) in enumerate(story, 1):
        assert found == [], (version - 1, found)
        actor, role = who.split()
        at = version + (days * DAY if version == len(story) else 0)
        _, problems = checker.take(Row("cage", version, at, "", actor, role, kind, 1, b"", "", (), b""), body)
        found = [problem for problem, _ in problems]
    return found


def said(what: str, by: str = CASS, /, **body: Any) -> Event:
    return by, what, body


MONEY = said("deposited", player="ann", amount=100_00)
SOLD = said("ticket-sold", ticket=1, amount=10_00, expires=DAY)
PAID = said("ticket-paid", ticket=1, amount=10_00)
HELD = said("ticket-withheld", ticket=1, amount=10_00, reason="altered")
CARD = said("card-issued", card="77", player="ann", kind="physical")
BLOCKED = said("card-blocked", card="77", reason="lost")
SEATED = said("card-seated", ANN, card="77", player="ann", table="t", seat=3)
ASKED = said("transfer-asked", ANN, transfer="T2", player="ann", amount=5_00, inward=False, table="", seat=0)
DONE = said("transfer-done", HOST, transfer="T2", player="ann", amount=5_00, inward=False)
FORM: dict[str, Any] = {"form": 2, "player": "ann", "amount": 90_00, "ticket": 0, "given": "cash", "pay_at": 0}
PREPARED = said("hand-pay-prepared", **FORM)
AGREED = said("hand-pay-agreed", CARL, form=2, person="carl")
SIGNS: dict[str, Any] = {"form": 2, "player": "ann", "amount": 90_00, "signature": SIGNED, "second_above": 80_00}
LENT = said("equipment-lent", serials=["D1", "D2"], table="t")
RULES: dict[str, Any] = {"book": "star-craps", "version": "2016", "sha256": "0" * 64, "size": 9, "form": "pdf"}


def test_a_whole_day_is_sound() -> None:
    assert follow(SOLD, PAID) == []
    assert follow(CARD, SEATED, said("card-released", ANN, card="77", player="ann", table="t", seat=3)) == []
    assert follow(MONEY, ASKED, said("transfer-delayed", HOST, transfer="T2", why="no answer"), DONE) == []
    assert follow(MONEY, PREPARED, AGREED, said("hand-paid", **SIGNS)) == []
    assert follow(LENT, said("equipment-back", serials=["D2"], table="t")) == []
    assert follow(said("rules-installed", "olga operator", **RULES)) == []


@pytest.mark.parametrize(
    ("story", "kind"),
    [
        ((said("ticket-sold", ticket=2, amount=10_00, expires=DAY),), "ticket"),
        ((said("ticket-sold", ticket=1, amount=10_00, expires=1),), "ticket"),
        ((said("ticket-paid", ticket=1, amount=10_00),), "ticket"),
        ((SOLD, PAID, PAID), "ticket"),
        ((SOLD, said("ticket-paid", ticket=1, amount=11_00)), "ticket"),
        ((SOLD, HELD, PAID), "ticket"),
        ((SOLD, said("ticket-expired", HOST, ticket=1, amount=10_00)), "ticket"),
        ((SOLD, said("ticket-voided", ticket=1, amount=10_00, player="ann", reason="torn")), "ticket"),
        ((SOLD, said("ticket-paid", ANN, ticket=1, amount=10_00)), "role"),
        ((said("ticket-sold", ticket=1, amount=0, expires=DAY),), "money"),
        ((CARD, CARD), "card"),
        (
            (CARD, BLOCKED, BLOCKED),
            "card",
        ),
        ((SEATED,), "card"),
        ((CARD, BLOCKED, SEATED), "card"),
        ((CARD, said("card-seated", ANN, card="77", player="ben", table="t", seat=3)), "card"),
        ((CARD, SEATED, SEATED), "card"),
        ((CARD, SEATED, said("card-released", ANN, card="77", player="ann", table="t", seat=4)), "card"),
        ((MONEY, said("transfer-asked", "mal player", **ASKED[2])), "role"),
        ((MONEY, ASKED, ASKED), "transfer"),
        ((DONE,), "transfer"),
        ((MONEY, ASKED, DONE, DONE), "transfer"),
        ((MONEY, ASKED, said("transfer-done", HOST, **(DONE[2] | {"amount": 6_00}))), "transfer"),
        ((MONEY, ASKED, DONE, said("transfer-delayed", HOST, transfer="T2", why="late")), "transfer"),
        ((MONEY, ASKED, said("transfer-done", CASS, **DONE[2])), "role"),
        ((MONEY, said("hand-pay-prepared", **(FORM | {"form": 7}))), "form"),
        ((MONEY, said("hand-pay-prepared", **(FORM | {"amount": 100_01}))), "balance"),
        ((MONEY, PREPARED, said("hand-pay-agreed", CASS, form=2, person="cass")), "form"),
        ((MONEY, PREPARED, said("hand-pay-agreed", CARL, form=2, person="cato")), "form"),
        ((MONEY, PREPARED, AGREED, AGREED), "form"),
        ((MONEY, PREPARED, said("hand-paid", **SIGNS)), "form"),
        ((MONEY, PREPARED, AGREED, said("hand-paid", **(SIGNS | {"signature": ""}))), "form"),
        ((MONEY, PREPARED, AGREED, said("hand-paid", **(SIGNS | {"amount": 89_00}))), "form"),
        ((MONEY, PREPARED, AGREED, said("hand-paid", **SIGNS), said("hand-paid", **SIGNS)), "form"),
        ((LENT, LENT), "equipment"),
        ((LENT, said("equipment-back", serials=["D1"], table="u")), "equipment"),
        ((said("equipment-back", serials=["D1"], table="t"),), "equipment"),
        ((said("rules-installed", "olga operator", **(RULES | {"book": "chess"})),), "body"),
        ((said("rules-installed", "olga operator", **(RULES | {"sha256": "0123"})),), "body"),
        ((said("rules-installed", "olga operator", **(RULES | {"version": " "})),), "body"),
        ((said("rules-installed", CASS, **RULES),), "role"),
        ((said("chips-conjured", amount=1),), "body"),
    ],
)
def test_what_no_cage_could_have_written_is_found(story: tuple[Event, ...], kind: str) -> None:
    assert kind in follow(*story)


def test_a_ticket_is_paid_in_time_and_expires_in_time() -> None:
    gone = said("ticket-expired", HOST, ticket=1, amount=10_00)
    assert follow(SOLD, PAID, days=2) == ["ticket"]
    assert follow(SOLD, gone, days=2) == []


def test_a_form_is_not_paid_before_its_time() -> None:
    later = said("hand-pay-prepared", **(FORM | {"pay_at": DAY}))
    assert follow(MONEY, later, AGREED, said("hand-paid", **SIGNS)) == ["form"]
    assert follow(MONEY, later, AGREED, said("hand-paid", **SIGNS), days=2) == []
