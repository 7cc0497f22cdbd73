"""Decisions to pass over an event: what the verifier says of them, and of those that somebody made up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltwork.store.memory import MemoryStore
from feltwork.verifier.keys.trust import Trust
from feltwork.verifier.log.rows import AnswerRow, Row
from feltwork.verifier.verify import findings
from tests.verifier.night import Night, listed, night_answers, night_rows
from tests.verifier.tampering import Log

KEY, OTHER = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2))
STREAM = "table/t"
FIELDS = ("stream", "version", "hash", "reason", "person")
Body = dict[str, Any]


def night(postings: tuple[tuple[str, int], ...] = (), link: str = "") -> tuple[Log, Row]:
    """A table that was opened, and an event after it that no program knows."""
    played = Night(MemoryStore())
    played.open("t")
    log = Log(night_rows(played), night_answers(played), list(listed(played)._books))
    place = max(n for n, row in enumerate(log.rows) if row.stream == STREAM)
    last = log.rows[place]
    said = ("newer", "morgan", "casino_supervisor", "confetti-thrown", 1, b'{"type":"confetti-thrown"}')
    odd = Row(STREAM, last.version + 1, last.at + 1, *said, link, postings, b"")
    log.rows.insert(place + 1, odd)
    log.answers.append(AnswerRow("newer", bytes(32), STREAM, odd.version, odd.version, "", ""))
    log.rechain()
    return log, log.rows[place + 1]


def decide(log: Log, odd: Row, key: Ed25519PrivateKey = KEY, **change: Any) -> None:
    """Write down that it is passed over."""
    body: Body = {"stream": STREAM, "version": odd.version, "hash": odd.digest.hex(), "reason": "a trial"}
    body |= {"person": "olga"} | change
    signed = "\n".join(["feltwork event-passed", *(str(body.get(field)) for field in FIELDS)]).encode()
    raw = msgspec.json.encode({"type": "event-passed", **body, "signature": key.sign(signed).hex()})
    log.rows.append(Row("passed", 1, odd.at + 1, "pass", "olga", "operator", "event-passed", 1, raw, "", (), b""))
    log.rechain()


def found(log: Log, trusted: Ed25519PrivateKey | None = KEY) -> tuple[list[tuple[str, str, str]], list[str]]:
    notes: list[str] = []
    trust = Trust.of(trusted.public_key()) if trusted else None
    wrong = [(each.kind, each.stream, each.what) for each in findings(log.reading(), None, trust, notes)]
    return wrong, notes


def test_an_event_of_an_unknown_kind_is_found_and_a_signed_decision_passes_it_over() -> None:
    log, odd = night()
    assert [(kind, stream) for kind, stream, _ in found(log)[0]] == [("body", STREAM)]
    decide(log, odd)
    wrong, notes = found(log)
    assert wrong == []
    assert notes[-1] == f"{STREAM} version {odd.version} is passed over by decision of olga: a trial"


def test_a_decision_is_signed_by_a_trusted_key() -> None:
    log, odd = night()
    decide(log, odd, OTHER)
    assert found(log)[0] == [("signature", "passed", "it was not signed with a key that is trusted")]
    assert found(log, None)[0] == [("signature", "passed", "no trusted key was given to check it with")]


def test_a_decision_about_another_record_is_found() -> None:
    log, odd = night()
    decide(log, odd, hash="00" * 32)
    assert found(log)[0] == [("chain", STREAM, "the decision to pass it over was about another record")]


@pytest.mark.parametrize(
    "made", [lambda: night((("float/t", -5), ("felt/t", 5))), lambda: night(link="cage@1")], ids=["money", "twin"]
)
def test_an_event_that_moved_money_or_has_a_twin_is_never_passed_over(made: Callable[[], tuple[Log, Row]]) -> None:
    log, odd = made()
    decide(log, odd)
    what = "it moved money or has a twin, and such an event is not passed over"
    assert ("money", STREAM, what) in found(log)[0]


@pytest.mark.parametrize("change", [{"hash": "no digits"}, {"hash": None}])
def test_a_decision_that_cannot_be_read_passes_nothing_over(change: Body) -> None:
    log, odd = night()
    decide(log, odd, **change)
    assert ("body", STREAM) in [(kind, stream) for kind, stream, _ in found(log)[0]]
