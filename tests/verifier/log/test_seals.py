"""Answers are sealed now and then: what was given cannot be exchanged afterwards."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest

from feltwork.engine import sealed_answers as sealing
from feltwork.engine.sealed_answers import ANSWERS, seal_answers
from feltwork.store.memory import MemoryStore
from feltwork.store.sqlite import SqliteStore
from feltwork.verifier.log.rows import NOTHING_BEFORE, AnswerRow, Listed, Row, row_digest
from feltwork.verifier.verify import verify
from tests.verifier.night import Night, full_night, listed, night_answers, night_rows


@cache
def night() -> Night:
    """Answers sealed twice, and some given since."""
    played = full_night(MemoryStore(), seed=5, commands=30)
    store = played.desk.store
    assert seal_answers(store)
    assert not seal_answers(store), "nothing is new"
    played.play("c1", 10)
    assert seal_answers(store)
    played.play("c2", 5)
    return played


def found(rows: list[Row], answers: list[AnswerRow]) -> list[str]:
    return [f"{finding.kind}: {finding.what}" for finding in verify(Listed(rows, answers, listed(night()).books()))]


def test_sealed_answers_are_sound() -> None:
    assert night().desk.store.log.head(ANSWERS).version == 2
    assert found(night_rows(night()), night_answers(night())) == []


def test_another_digest_of_a_command_that_was_done_is_found() -> None:
    answers = night_answers(night())
    done = [n for n, answer in enumerate(answers) if answer.first]
    seen = 0
    for n in done[::3]:
        changed = list(answers)
        changed[n] = answers[n]._replace(digest=bytes(32))
        said = found(night_rows(night()), changed)
        assert all("are not those that were sealed" in what for what in said), said
        seen += bool(said)
    assert 0 < len(done[::3]) - seen < 7, "only what was given since the last seal is not sealed yet"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"streams": {}}, "order: it is sealed further, or less far"),
        ({"ends": {}}, "order: it is sealed further, or less far"),
        ({"streams": {"table/c1": [3, 5, "0"]}}, "order: versions 4 to 5 of table/c1 do not follow"),
        ({"streams": {"table/c9": [0, 5, "0"]}}, "answer: answers are sealed up to version 5"),
        ({"streams": 7}, "body: the event makes no sense here"),
    ],
)
def test_a_forged_seal_is_found(change: dict[str, object], said: str) -> None:
    rows = night_rows(night())
    at = max(n for n, row in enumerate(rows) if row.stream == ANSWERS)
    rows[at] = rows[at]._replace(body=msgspec.json.encode(msgspec.json.decode(rows[at].body) | change))
    before = NOTHING_BEFORE
    for n, row in enumerate(rows):
        if row.stream == ANSWERS:
            before = row_digest(before, row)
            rows[n] = row._replace(digest=before)
    assert any(said in what for what in found(rows, night_answers(night())))


def test_a_seal_by_somebody_else_is_found() -> None:
    rows = [row._replace(role="dealer") if row.stream == ANSWERS else row for row in night_rows(night())]
    assert any("role: a 'dealer' may not do this" in what for what in found(rows, night_answers(night())))


def test_two_processes_seal_side_by_side(tmp_path: Path) -> None:
    stores = [SqliteStore(tmp_path / "log.db") for _ in range(2)]
    full_night(stores[0], seed=5, commands=6)
    assert [seal_answers(store) for store in stores] == [True, False]
    for store in stores:
        store.close()


def test_a_long_log_is_sealed_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealing, "MAX_AT_ONCE", 40)
    played = full_night(MemoryStore(), seed=5, commands=30)
    steps = 0
    while seal_answers(played.desk.store):
        steps += 1
    assert steps == -(-played.desk.store.log.head("table/c1").version // 40)
    assert verify(listed(played)) == []
