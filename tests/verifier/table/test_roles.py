"""The verifier knows who may cause which event: by role, by seat, as crew, after which notice."""

from __future__ import annotations

import itertools
from functools import cache

import msgspec
import pytest

from feltwork.engine.desk import Desk
from feltwork.rehearse.kinds import kind_of
from feltwork.store.memory import MemoryStore
from feltwork.table.live import commands as ask
from feltwork.table.live.events import Limits
from feltwork.verifier.log.rows import Row
from feltwork.verifier.table.causes import CAUSES
from feltwork.verifier.table.checker import TableChecker
from feltwork.verifier.verify import verify
from tests.verifier.night import Night, listed, night_answers, night_rows
from tests.verifier.tampering import Log

TABLES = ("star-craps", "crown-craps", "crown-craps:mini", "dragon-fire", "star-roulette", "aruze-craps")
BY_WHOM = {"role", "seat", "crew"}


@cache
def rehearsed(name: str) -> Log:
    """A rehearsed table, with most of what can happen at one."""
    night = Night(MemoryStore())
    night.desk = Desk(night.desk.store)
    book, _, variant = name.partition(":")
    rehearsal = kind_of(book)(night.desk, "t", book, variant or None, 3)
    rehearsal.open()
    for _ in rehearsal.rounds(60):
        pass
    rehearsal.close()
    rehearsal.shut()
    return Log([row for row in night_rows(night) if row.stream == "table/t"], [], list(listed(night)._books))


def found(log: Log, kinds: set[str]) -> dict[int, str]:
    """What the verifier says of these kinds, by version, of a log that was hashed again."""
    log.rechain()
    return {finding.version: finding.what for finding in verify(log.reading()) if finding.kind in kinds}


def all_found(log: Log, kind: str) -> list[str]:
    """Everything that the verifier says of a kind."""
    log.rechain()
    return [finding.what for finding in verify(log.reading()) if finding.kind == kind]


def first_of_each_kind(log: Log) -> dict[str, int]:
    places: dict[str, int] = {}
    for i, row in enumerate(log.rows):
        places.setdefault(row.kind, i)
    return places


def test_every_event_of_a_table_has_its_causes() -> None:
    assert set(CAUSES) == set(TableChecker("t", lambda _: None).kinds)


@pytest.mark.parametrize("name", TABLES)
def test_a_player_without_a_seat_causes_nothing(name: str) -> None:
    log = rehearsed(name).copy()
    assert found(log, BY_WHOM) == {}
    places = first_of_each_kind(log)
    assert len(places) > 20
    for i in places.values():
        log.rows[i] = log.rows[i]._replace(actor="zoe", role="player")
    seen = found(log, BY_WHOM)
    assert {kind for kind, i in places.items() if log.rows[i].version not in seen} == set()


@pytest.mark.parametrize("name", TABLES)
def test_a_role_that_no_book_knows_causes_nothing(name: str) -> None:
    log = rehearsed(name).copy()
    places = first_of_each_kind(log)
    for i in places.values():
        log.rows[i] = log.rows[i]._replace(role="janitor")
    seen = found(log, BY_WHOM)
    assert {kind for kind, i in places.items() if log.rows[i].version not in seen} <= {"concern-raised"}


@pytest.mark.parametrize("kind", ["wager-placed", "wager-removed", "bought-in", "dice-accepted", "dice-thrown"])
def test_a_player_does_not_act_for_another(kind: str) -> None:
    log = rehearsed("star-craps").copy()
    i = next(i for i, row in enumerate(log.rows) if row.kind == kind and row.role == "player")
    players = {row.actor for row in log.rows if row.role == "player"} - {log.rows[i].actor}
    log.rows[i] = log.rows[i]._replace(actor=min(players))
    assert log.rows[i].version in found(log, {"seat"})


def test_crew_are_assigned_to_the_table() -> None:
    log = rehearsed("star-craps").copy()
    i = next(i for i, row in enumerate(log.rows) if row.kind == "result-entered")
    assert log.rows[i].role == "stickperson"
    log.rows[i] = log.rows[i]._replace(actor="stick-of-another-table")
    assert "'stick-of-another-table' was not stickperson at this table" in all_found(log, "crew")


def test_a_late_wager_is_confirmed_by_crew() -> None:
    log = rehearsed("star-craps").copy()
    thrown = False
    for i, row in enumerate(log.rows):
        thrown = row.kind == "dice-thrown" or (thrown and row.kind not in ("round-settled", "round-invalid"))
        if thrown and row.kind == "wager-placed":
            seated = msgspec.json.decode(row.body)["key"][0]
            player = next(
                msgspec.json.decode(r.body)["player"]
                for r in reversed(log.rows[:i])
                if r.kind == "seat-taken" and msgspec.json.decode(r.body)["seat"] == seated
            )
            log.rows[i] = row._replace(actor=player, role="player")
            assert row.version in found(log, {"role"})
            return
    raise AssertionError("no late wager was rehearsed")


def noticed() -> Log:
    """A night on which a minimum went up and the table was closed, each after its sign had stood."""
    night = Night(MemoryStore(itertools.count(1, 60_000_000).__next__), 9)
    night.open("t")
    boss, tight = night.boss("t"), dict[str, Limits](field=(1_000, 20_000, 100))
    night.send("t", *boss, ask.AnnounceLimits(tight))
    night.play("t", 40)
    assert not night.send("t", "clock", "system", ask.ChangeLimits(tight)).reason
    night.send("t", *boss, ask.AnnounceClosure())
    while any(night.desk.table("t").game.layout):  # type: ignore[union-attr]  # the table is open
        night.play("t", 20)
        for seat, name, on in list(night.desk.table("t").game.layout):  # type: ignore[union-attr]  # the same
            night.send("t", {1: "ada", 2: "ben", 3: "cyd"}[seat], "player", ask.RemoveWager(seat, name, on))
    for seat, player in ((1, "ada"), (2, "ben"), (3, "cyd")):
        night.send("t", player, "player", ask.Collect(seat))
    assert not night.send("t", "clock", "system", ask.CloseTable()).reason
    log = Log(night_rows(night), night_answers(night), list(listed(night)._books))
    assert verify(log.reading()) == []
    return log


def earlier(row: Row) -> Row:
    body = msgspec.json.decode(row.body)
    return row._replace(body=msgspec.json.encode({**body, "effective": body["effective"] - 1}))


@pytest.mark.parametrize("kind", ["limits-announced", "closure-announced"])
def test_a_notice_stands_its_time(kind: str) -> None:
    log = noticed()
    i = first_of_each_kind(log)[kind]
    log.rows[i] = earlier(log.rows[i])
    assert log.rows[i].version in found(log, {"notice"})


@pytest.mark.parametrize(
    ("announced", "kind", "complaint"),
    [("limits-announced", "limits-changed", "minimum on field"), ("closure-announced", "seat-left", "sent away")],
)
def test_nothing_takes_effect_without_its_notice(announced: str, kind: str, complaint: str) -> None:
    log = noticed()
    log.rows = [row for row in log.rows if row.kind != announced]
    seen = found(log, {"notice"})
    assert any(complaint in seen.get(row.version, "") for row in log.rows if row.kind == kind)


@pytest.mark.parametrize(("kind", "role"), [("betting-opened", "assistant_gaming_manager"), ("bets-closed", "dealer")])
def test_what_the_clock_does_nobody_else_does(kind: str, role: str) -> None:
    log = rehearsed("aruze-craps").copy()
    i = first_of_each_kind(log)[kind]
    log.rows[i] = log.rows[i]._replace(actor="agm", role=role)
    assert log.rows[i].version in found(log, {"role"})


def test_whoever_is_named_is_who_did_it() -> None:
    log = rehearsed("star-craps").copy()
    i = first_of_each_kind(log)["correction-proposed"]
    log.rows[i] = log.rows[i]._replace(actor="somebody-else")
    assert "somebody-else" in found(log, {"role"})[log.rows[i].version]
