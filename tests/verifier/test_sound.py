"""A log that the desk wrote has no findings, whatever book and readings its tables are played under."""

from __future__ import annotations

import ast
import itertools
import typing
from pathlib import Path

import pytest

from feltwork.cage.commands import Deposit
from feltwork.games.registry import options_of
from feltwork.store.chain import chain_hash, columns
from feltwork.store.memory import MemoryStore
from feltwork.table.live import commands as ask
from feltwork.table.live.events import Limits, LiveEvent
from feltwork.table.live.registry import KEEPS_LAST_ROUND
from feltwork.verifier.log.rows import row_digest
from feltwork.verifier.table import checker
from feltwork.verifier.table.reopening import LEAVES_THE_ROUND
from feltwork.verifier.verify import verify
from tests.verifier.night import Night, full_night, listed, night_rows

AUDIT = Path(checker.__file__).parents[1]
OTHER_READINGS = [
    (book, option.name, value)
    for book in ("star-craps", "crown-craps", "aruze-craps")
    for option in options_of(book)
    for value in option.values
    if value != option.default
]


@pytest.mark.parametrize("seed", range(4))
def test_a_night_has_no_findings(seed: int) -> None:
    night = full_night(MemoryStore(), seed, 400)
    assert verify(listed(night)) == []
    seen = {row.kind for row in night_rows(night)}
    assert seen >= {"round-settled", "round-invalid", "round-reversed", "wager-removed", "collected", "refused"}


@pytest.mark.parametrize(("book", "name", "value"), OTHER_READINGS)
def test_other_readings_have_no_findings(book: str, name: str, value: str) -> None:
    night = Night(MemoryStore(), 5)
    night.open("t", book, readings={name: value})
    night.play("t", 250)
    assert verify(listed(night)) == []


@pytest.mark.parametrize("readings", [{}, {"limit_scope": "per_player_total"}, {"rounding_scope": "per_payout"}])
@pytest.mark.parametrize("book", ["star-craps", "crown-craps"])
def test_wagers_outside_the_limits_have_no_findings(book: str, readings: dict[str, str]) -> None:
    night = Night(MemoryStore(itertools.count(1, 60_000_000).__next__), 9)
    night.open("t", book, readings={"guard_limits": "accept_and_apply_late_rule", **readings})
    line = night.conducts["t"].shooting.line[0]
    tight: dict[str, Limits] = {line: (1_500, 2_000, 0), "field": (1_000, 1_500, 0), "buy": (1_000, 2_000, 0)}
    boss = night.boss("t")
    night.send("t", *boss, ask.AnnounceLimits(tight))
    night.play("t", 40)
    assert not night.send("t", *boss, ask.ChangeLimits(tight)).reason
    night.send("t", *boss, ask.SetPersonalLimit(2, (500, 60_000, 0)))
    night.play("t", 400)
    assert verify(listed(night)) == []
    settled = b"".join(row.body for row in night_rows(night) if row.kind == "round-settled")
    assert (settled.count(b'"warned"') > settled.count(b'"warned":[]')) is (book == "crown-craps")


@pytest.mark.parametrize("lock", ["roll", "until_decided"])
def test_a_mini_craps_table_has_no_findings(lock: str) -> None:
    night = Night(MemoryStore(), 6)
    night.open("mini", "crown-craps", "mini", {"mini_lock": lock})
    night.play("mini", 250)
    assert verify(listed(night)) == []
    assert "bets-closed" in {row.kind for row in night_rows(night)}


@pytest.mark.parametrize("readings", [{}, {"no_roll_frozen_df": "keep"}])
def test_a_dragon_fire_table_has_no_findings(readings: dict[str, str]) -> None:
    night = Night(MemoryStore(), 11)
    night.open("dragon", "dragon-fire", readings=readings)
    night.play("dragon", 400)
    assert verify(listed(night)) == []
    assert {"round-settled", "round-invalid"} <= {row.kind for row in night_rows(night)}


@pytest.mark.parametrize("readings", [{}, {"lucky_on_no_spin": "keep_numbers"}])
def test_a_roulette_table_has_no_findings(readings: dict[str, str]) -> None:
    night = Night(MemoryStore(), 12)
    night.open("wheel", "star-roulette", readings=readings)
    night.play("wheel", 500)
    assert verify(listed(night)) == []
    assert b"lucky-ball" in b"".join(row.body for row in night_rows(night) if row.kind == "round-settled")


@pytest.mark.parametrize("scope", ["this_round", "all_live"])
def test_an_electronic_table_has_no_findings(scope: str) -> None:
    night = Night(MemoryStore(), 13)
    night.open("etg", "aruze-craps", readings={"cocked_scope": scope, "az_rounding": "nearest"})
    night.play("etg", 400)
    assert verify(listed(night)) == []
    assert {"round-settled", "round-invalid"} <= {row.kind for row in night_rows(night)}


def test_an_empty_log_has_no_findings() -> None:
    assert verify(listed(Night(MemoryStore()))) == []


def test_tables_closed_and_opened_again() -> None:
    night = Night(MemoryStore(), 8)
    for _ in range(2):
        night.open("t")
        for seat, player in ((1, "ada"), (2, "ben"), (3, "cyd")):
            night.send("t", player, "player", ask.Collect(seat))
            night.send("t", player, "player", ask.Leave(seat))
        assert not night.send("t", *night.boss("t"), ask.CloseTable()).reason
    assert verify(listed(night)) == []


def test_refused_deposits_and_keys_used_twice() -> None:
    night = Night(MemoryStore())
    night.send("t", "eve", "player", Deposit("eve", 1))
    night.sent = 0
    night.send("t", "eve", "player", Deposit("eve", 2))  # another command: answered under a key of its own
    night.sent = 0
    night.send("t", "eve", "player", Deposit("eve", 1))
    night.answers.pop()
    assert verify(listed(night)) == []


def test_the_verifier_has_its_own_hash_and_it_agrees() -> None:
    night = full_night(MemoryStore(), 2, 30)
    before = bytes(32)
    for record in night.desk.store.log.read("table/c1"):
        row = next(r for r in night_rows(night) if (r.stream, r.version) == (record.stream, record.version))
        before = chain_hash(before, columns(record))
        assert row_digest(row.digest, row) != before
        assert before == row.digest


def test_the_verifier_knows_every_event_of_a_table() -> None:
    tags = {str(event.__struct_config__.tag) for event in typing.get_args(LiveEvent)}
    assert tags == set(checker.TableChecker("t", lambda _: None).kinds)
    kept = {str(event.__struct_config__.tag) for event in KEEPS_LAST_ROUND}
    assert kept | {"round-settled"} == LEAVES_THE_ROUND


def test_the_verifier_shares_only_the_books_with_the_server() -> None:
    parts = ("verifier", "games", "felt", "fonts", "wagers", "outcomes", "money", "odds", "readings")
    allowed = tuple(f"feltwork.{part}" for part in parts)
    for path in AUDIT.rglob("*.py"):
        if path.name in ("chain.py", "__init__.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("feltwork"):
                assert str(node.module).startswith((*allowed, "feltwork.refusal")), path.name
                assert node.module != "feltwork.store.chain", path.name
