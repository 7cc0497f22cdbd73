"""Disputes that no office could have written: each is sound up to its last event, which the verifier finds."""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.games.registry import find_game
from feltwork.verifier.incidents.disputes import Disputes
from feltwork.verifier.log.rows import Row

Event = tuple[str, str, dict[str, Any]]
BOX, HIGHER, ANN = "bo boxperson", "max gaming_manager", "ann player"
RIGHT = "to lodge a complaint with an inspector under section 33 of the Gaming and Liquor Administration Act 2007"


def follow(*story: Event) -> list[str]:
    """The kinds of what is wrong with the last event of a dispute."""
    found: list[str] = []

    def rules_of(book: object) -> Any:
        return find_game(str(book)).discipline

    disputes = Disputes(lambda kind, what: found.append(kind), rules_of)
    for version, (who, kind, body) in enumerate(story, 1):
        assert found == [], (version - 1, found)
        actor, role = who.split()
        handler = disputes.handler(kind)
        assert handler is not None
        key = body.get("key", "")
        handler(Row("incidents", version, version, key, actor, role, kind, 1, b"", "", (), b""), body)
    return found


def said(what: str, by: str = BOX, /, **body: Any) -> Event:
    return by, what, body


def raised(**change: Any) -> Event:
    whole = {"book": "star-craps", "person": "ann", "clause": "9.12", "covered": True}
    return said("game-dispute-raised", ANN, **(whole | change))


def decided(by: str = BOX, **change: Any) -> Event:
    return said("dispute-decided", by, **({"dispute": 1, "review": False, "clause": "9.12", "key": "k2"} | change))


def asked(by: str = ANN, **change: Any) -> Event:
    return said("review-asked", by, **({"dispute": 1, "clause": "9.12"} | change))


def advised(**change: Any) -> Event:
    return said("complaint-advised", **({"dispute": 1, "clause": "9.13", "right": RIGHT} | change))


def closed(**change: Any) -> Event:
    return said("dispute-closed", **({"dispute": 1, "clause": "9.13", "satisfied": False} | change))


def paid(**change: Any) -> Event:
    whole = {"dispute": 1, "player": "ann", "amount": 5_00, "key": "k2"}
    return said("dispute-compensated", **(whole | change))


def attached(**change: Any) -> Event:
    return said("evidence-attached", **({"dispute": 1, "sha256": "a" * 64} | change))


def test_a_dispute_from_raising_to_closing_is_sound() -> None:
    reviewed = decided(HIGHER, review=True, key="k5")
    assert follow(raised(), attached(), decided(), paid(), asked(), reviewed, advised(), closed()) == []
    assert follow(raised(), decided(), closed(satisfied=True)) == []


@pytest.mark.parametrize(
    ("story", "kind"),
    [
        ((raised(clause="9.9"),), "clause"),
        ((raised(covered=False),), "clause"),
        ((raised(), decided(review=True)), "order"),
        ((raised(), decided(), decided()), "order"),
        ((raised(), decided("dee dealer")), "role"),
        ((raised(), decided("ann boxperson")), "role"),
        ((raised(), decided(clause="9.13")), "role"),
        ((raised(), decided(), asked(), decided("bo gaming_manager", review=True)), "role"),
        ((raised(), decided(), asked(), decided("bea boxperson", review=True)), "role"),
        ((raised(), asked()), "order"),
        ((raised(), decided(), asked(clause="9.13")), "order"),
        ((raised(), decided(), asked("ben player")), "role"),
        ((raised(), decided(), paid(amount=0)), "money"),
        ((raised(), decided(), paid(player="ben")), "money"),
        ((raised(), decided(), paid(key="k9")), "money"),
        ((raised(), attached(sha256="a")), "order"),
        ((raised(), decided(), closed(satisfied=True), attached()), "order"),
        ((raised(), advised()), "order"),
        ((raised(), decided(), advised(right="to go home")), "order"),
        ((raised(), closed(satisfied=True)), "order"),
        ((raised(), decided(), closed()), "order"),
        ((raised(), decided(), closed(satisfied=True, clause="9.12")), "order"),
    ],
)
def test_what_no_office_could_have_written_is_found(story: tuple[Event, ...], kind: str) -> None:
    assert kind in follow(*story)
