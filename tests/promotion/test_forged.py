"""A forged promotion is found by the verifier, although every hash was made again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from feltwork.store.memory import MemoryStore
from feltwork.verifier.log.rows import Row
from feltwork.verifier.verify import verify
from tests.aggregates.scenes import SCENES, played
from tests.aggregates.test_faults import readable
from tests.verifier.tampering import Log

Change = Callable[[Row, dict[str, Any]], Row]


@pytest.fixture(scope="module")
def sound() -> Log:
    store, steps = MemoryStore(), SCENES["promotion"]().steps
    played(store, steps)
    return readable(store, steps)


def forged(sound: Log, kind: str, change: Change, which: int = 0) -> list[str]:
    """What the verifier says of a log in which one record was changed and everything hashed again."""
    log = sound.copy()
    places = [n for n, row in enumerate(log.rows) if row.kind == kind]
    place = places[which]
    log.rows[place] = change(log.rows[place], msgspec.json.decode(log.rows[place].body))
    log.rechain()
    return [finding.what for finding in verify(log.reading())]


def body(**parts: Any) -> Change:
    return lambda row, was: row._replace(body=msgspec.json.encode({**was, **parts}))


def test_a_sound_one_is_sound(sound: Log) -> None:
    assert [finding.what for finding in verify(sound.reading())] == []


def test_an_entry_after_the_freeze_is_found(sound: Log) -> None:
    """Moved behind the freeze by its place in the log."""
    log = sound.copy()
    entry = next(n for n, row in enumerate(log.rows) if row.kind == "entries-added")
    freeze = next(n for n, row in enumerate(log.rows) if row.kind == "entries-frozen")
    row = log.rows.pop(entry)
    log.rows.insert(freeze, row._replace(at=log.rows[freeze - 1].at))
    log.rechain()
    assert "an entry was added to a frozen list" in [finding.what for finding in verify(log.reading())]


@pytest.mark.parametrize(
    ("kind", "change", "which", "says"),
    [
        ("entries-frozen", body(digest="0" * 64), 0, "the log has another list"),
        ("entries-frozen", body(entries=7), 0, "the log has another list"),
        ("entries-added", body(player="eve"), 0, "the log has another list"),
        ("draw-witnessed", lambda row, was: row._replace(actor="mia"), 1, "it takes two people"),
        ("draw-witnessed", lambda row, was: row._replace(role="dealer"), 0, "did what is for"),
        ("draw-witnessed", body(word="another word"), 0, "the secret gives"),
        ("prizes-drawn", body(secret="00" * 32), 0, "does not match its commitment"),
        ("prizes-drawn", body(tell_by=0), 0, "are to be told by"),
        ("prizes-drawn", body(winners=[]), 1, "the secret gives"),
        ("redraw-asked", body(award=1, draw="spring-9"), 0, "is called"),
        ("promotion-commenced", lambda row, was: row._replace(at=row.at - 2 * 86_400_000_000), 0, "long enough"),
        ("promotion-amended", body(money=1), 0, "were set aside"),
        ("prize-paid", body(amount=1), 0, "were due"),
        ("prize-paid", body(parts=[{"method": "chips", "amount": 500_00}]), 0, "10.4 allows"),
        ("claim-denied", body(kept=False), 0, "10.10.1 asks"),
        ("claim-denied", body(value=0), 0, "is not for prize 1 by its winner"),
        ("claim-denied", body(claimant="somebody"), 0, "is not for prize 1 by its winner"),
        ("prize-cleared", lambda row, was: row._replace(actor="mia"), 0, "was cleared by who wrote the terms"),
        ("prize-cleared", body(reason=" "), 0, "or without a reason"),
        ("entries-added", lambda row, was: row._replace(actor=was["player"], role="player"), 0, "entered themselves"),
        ("promotion-disputed", lambda row, was: row._replace(actor="eve", role="player"), 0, "raised the dispute of"),
        ("promotion-cancelled", body(money=1), 0, "cents went back"),
        ("promotion-postponed", body(due=1), 0, "another time than 5.12 gives"),
        ("promotion-validated", lambda row, was: row._replace(actor="mia"), 0, "validated by who postponed it"),
        ("duty-raised", body(source="promotion/spring@1"), 3, "its record names"),
        ("duty-done", body(duty="nothing"), 0, "was not open"),
    ],
)
def test_what_was_forged_is_named(sound: Log, kind: str, change: Change, which: int, says: str) -> None:
    found = forged(sound, kind, change, which)
    assert any(says in what for what in found), found[:3]


def test_a_duty_that_was_cut_out_is_missed(sound: Log) -> None:
    """The inspectorate was never told: the board has no duty for what happened."""
    log = sound.copy()
    causes = {f"{row.stream}@{row.version}" for row in log.rows if row.kind == "promotion-postponed"}
    log.rows = [row for row in log.rows if not (row.kind == "duty-raised" and row.link in causes)]
    log.rechain()
    found = [finding.what for finding in verify(log.reading())]
    assert any("nobody was given the duty" in what for what in found), found[:3]


def test_a_prize_that_nobody_cleared_is_found(sound: Log) -> None:
    """The clearing is cut out, and the draft with the word is what was submitted."""
    log = sound.copy()
    odd = next(row for row in log.rows if row.kind == "promotion-drafted")
    terms = msgspec.json.decode(odd.body)["terms"]
    for n, row in enumerate(log.rows):
        if row.kind == "promotion-drafted" and row.stream == odd.stream:
            was = msgspec.json.decode(row.body)
            log.rows[n] = row._replace(
                body=msgspec.json.encode({**was, "terms": {**was["terms"], "prizes": terms["prizes"]}})
            )
    log.rows = [row for row in log.rows if row.kind != "prize-cleared"]
    log.rechain()
    found = [finding.what for finding in verify(log.reading())]
    assert any("reads as tobacco" in what and "nobody cleared it" in what for what in found), found[:3]


def test_a_draft_of_before_is_judged_by_the_rules_of_its_time(sound: Log) -> None:
    """Without a number of its rules the terms clear their own words, and every word counts in the singular alone."""
    log = sound.copy()
    for n, row in enumerate(log.rows):
        if row.kind == "promotion-drafted":
            was = msgspec.json.decode(row.body)
            del was["rules"]
            log.rows[n] = row._replace(body=msgspec.json.encode(was))
    log.rechain()
    found = [finding.what for finding in verify(log.reading()) if "digest" not in finding.what]
    assert [what for what in found if "10.5.1" not in what and "promotion" in what] == [], found[:3]
