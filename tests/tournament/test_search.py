"""What a search of the log shows of a form: never what it says, before its round is over or in a refusal (10.8.2)."""

from __future__ import annotations

from feltwork.cage.commands import IssueCard
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.reports.person import held_about
from feltwork.server.api.searching import Wanted, as_csv, everything, told
from feltwork.store.memory import MemoryStore
from feltwork.tournament.live.topics import wagering
from tests.aggregates.scenes import SCENES, START, played


def test_10_8_2_a_search_of_the_log_does_not_tell_what_a_form_says() -> None:
    store = MemoryStore()
    steps = SCENES["tournament"]().steps
    played(store, steps)
    desk = Desk(store)
    desk.now = lambda: START + 10**12
    late = wagering.HandInForm("t1", "ann", "street", [1, 2, 3], 77)
    assert desk.submit(Envelope("late", "spring", "ann", "player", late)).clause == "10.5.1"
    handed = [record for record in store.log.read("tournament/spring") if record.kind == "form-handed-in"]
    assert handed
    assert not any("black" in str(told(record)) or "red" in str(told(record)["body"]) for record in handed)
    refused = [told(head) for head in store.log.read("refused/tournament/spring")]
    assert refused
    assert "street" not in str(refused)
    settled = [record for record in store.log.read("tournament/spring") if record.kind == "tournament-round-settled"]
    assert any("counted" in str(told(record)) for record in settled), "it is told when the round is over"


def test_10_8_2_what_is_held_about_a_person_does_not_tell_it_either() -> None:
    """Nor why a form was refused, which would tell its wager; nor the whole number of a card."""
    store = MemoryStore()
    played(store, SCENES["tournament"]().steps)
    desk = Desk(store)
    desk.now = lambda: START + 10**12
    late = wagering.HandInForm("t1", "ann", "street", [1, 2, 3], 77)
    assert desk.submit(Envelope("late", "spring", "ann", "player", late)).reason
    assert not desk.submit(Envelope("card", "cage", "till", "cashier", IssueCard("ann"))).reason
    (card,) = desk.cage.cards
    held = held_about(store, "ann")
    forms = [seen.body for seen in held.records if seen.kind == "form-handed-in"]
    assert forms
    assert not any("form" in body for body in forms)
    (refused,) = [seen.body for seen in held.records if seen.stream == "refused/tournament/spring"]
    assert (refused["reason"], sorted(refused["command"])) == ("", ["player", "table", "type"])
    (shown,) = [told(record) for record in store.log.read("refused/tournament/spring")]
    assert shown["text"] == ["hand-in-form refused (10.5.1)"]
    (issued,) = [seen.body for seen in held.records if seen.kind == "card-issued"]
    assert issued["card"] == f"...{card[-4:]}"
    assert card not in str(held)


def test_tournament_chips_are_no_money_in_an_export_of_the_log() -> None:
    store = MemoryStore()
    played(store, SCENES["tournament"]().steps)
    rows = b"".join(as_csv(store.log.read("tournament/spring"))).decode().splitlines()
    given = [row for row in rows if "tournament-bank/" in row]
    assert given
    assert all(" chips" in row for row in given)


def test_a_person_is_found_wherever_a_record_names_them_as_in_what_is_held_about_them() -> None:
    store = MemoryStore()
    played(store, SCENES["tournament"]().steps)
    found = {(record.stream, record.version) for record in everything(store, Wanted(person="ann"))}
    assert found == {(seen.stream, seen.version) for seen in held_about(store, "ann").records}
    kinds = {record.kind for record in everything(store, Wanted(person="ann"))}
    assert "entries-closed" in kinds, "it names her in a list"
