"""Play opens with the limits shown: a minimum and a maximum for every wager, put up before anybody plays.

Star Craps and Dragon Fire 7.1, Crown 4.4, Roulette 4.1, Aruze 3.1.
"""

from __future__ import annotations

import msgspec
import pytest

from feltwork.games.registry import conduct_of
from feltwork.store.memory import MemoryStore
from feltwork.table.live import commands as ask
from feltwork.table.live.asker import Asker
from feltwork.table.live.decide import decide
from feltwork.table.live.events import TableOpened
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import evolve
from feltwork.verifier.verify import verify
from tests.verifier.night import Night, listed, night_rows
from tests.verifier.tampering import Log

BOOKS = [
    ("star-craps", None, "7.1"),
    ("crown-craps", None, "4.4"),
    ("crown-craps", "mini", "4.4"),
    ("dragon-fire", None, "7.1"),
    ("star-roulette", None, "4.1"),
    ("aruze-craps", None, "3.1"),
]


def set_up(book: str, variant: str | None) -> tuple[Night, tuple[str, str]]:
    """A table with its crew and equipment, and nothing on its sign."""
    night, conduct = Night(MemoryStore()), conduct_of(book, variant)
    assert conduct
    night.conducts["t"] = conduct
    boss = night.boss("t")
    assert not night.send("t", *boss, ask.OpenTable(book, 100, 8, variant=variant)).reason
    night.check("t")
    for role in conduct.crew:
        assert not night.send("t", *boss, ask.AssignCrew(f"{role}-t", role)).reason
    return night, boss


@pytest.mark.parametrize(("book", "variant", "clause"), BOOKS)
def test_play_opens_only_with_limits_for_every_wager(book: str, variant: str | None, clause: str) -> None:
    night, boss = set_up(book, variant)
    game = night.desk.table("t").game
    assert game
    first, *others = game.book.wagers
    refused = night.send("t", *boss, ask.OpenPlay())
    assert (refused.clause, refused.reason) == (
        clause,
        f"the sign shows no minimum and maximum for {game.book.wagers[first].title}",
    )
    assert night.send("t", *boss, ask.ChangeLimits({first: (5_00, None, 0)})).clause == clause
    assert night.send("t", *boss, ask.ChangeLimits({first: (0, 5_00, 0)})).clause == clause
    assert not night.send("t", *boss, ask.ChangeLimits(dict.fromkeys(others, (1_00, 200_00, 0)))).reason
    assert night.send("t", *boss, ask.OpenPlay()).clause == clause
    assert not night.send("t", *boss, ask.ChangeLimits({first: (5_00, 200_00, 0)})).reason, "nobody needs notice yet"
    assert not night.send("t", *boss, ask.OpenPlay()).reason
    assert verify(listed(night)) == []


@pytest.mark.parametrize(("book", "variant", "clause"), BOOKS)
def test_a_table_that_will_not_do_is_closed_again(book: str, variant: str | None, clause: str) -> None:
    night, boss = set_up(book, variant)
    assert not night.send("t", *boss, ask.CloseTable()).reason
    assert night.desk.table("t").status == "closed"
    assert night.send("t", *boss, ask.CloseTable()).reason == "the table is closed"
    assert night.send("t", *boss, ask.ChangeLimits({})).reason == "the table is closed"
    assert verify(listed(night)) == []


@pytest.mark.parametrize(("book", "variant", "clause"), BOOKS)
def test_the_verifier_finds_a_table_opened_without_them(book: str, variant: str | None, clause: str) -> None:
    night = Night(MemoryStore())
    night.open("t", book, variant)
    log = Log(night_rows(night), [], list(listed(night)._books))
    at = next(i for i, row in enumerate(log.rows) if row.kind == "table-opened")
    body = msgspec.json.decode(log.rows[at].body)
    wager = next(iter(body["limits"]))
    for limit in ([0, 500_00, 0], [5_00, None, 0], None):
        body["limits"][wager] = limit
        told = {**body, "limits": {name: sign for name, sign in body["limits"].items() if sign is not None}}
        log.rows[at] = log.rows[at]._replace(body=msgspec.json.encode(told))
        log.rechain()
        found = [each for each in verify(log.reading()) if each.kind == "limits"]
        assert [(each.stream, each.what) for each in found] == [
            ("table/t", f"play was opened with no minimum and maximum on the sign for {wager}")
        ]


def test_a_table_of_the_first_rules_opens_as_it_did() -> None:
    night, (person, role) = set_up("star-craps", None)
    opening = night.desk.table("t").opening.opened
    assert isinstance(opening, TableOpened)
    life = LiveTable("t")
    evolve(life, msgspec.structs.replace(opening, rules=1))
    at = Asker(person, role, 1)
    assert life.conduct
    crew = [ask.AssignCrew(role, role) for role in life.conduct.crew]
    commands: list[ask.Command] = [ask.CheckEquipment(list(life.conduct.equipment)), *crew]
    for command in commands:
        decided = decide(life, command, at)
        assert isinstance(decided, tuple)
        for event in decided:
            evolve(life, event)
    assert isinstance(decide(life, ask.OpenPlay(), at), tuple)
    assert not isinstance(decide(life, ask.ChangeLimits({"field": (1, 2, 0)}), at), tuple), (
        "nor is it set up before play"
    )
