"""A count of the same refused command: every one answered and counted, few records, no table moved."""

from __future__ import annotations

from base64 import b64decode
from time import monotonic, sleep

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltwork.engine import writer_queue
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.refusal_counts import MARK, MAX_UNRECORDED, NONE_YET, mark_of
from feltwork.engine.refusing import Refused
from feltwork.engine.writer_queue import WriterQueue
from feltwork.store.memory import MemoryStore
from feltwork.table.live import commands as ask
from feltwork.verifier.verify import verify
from tests.verifier.night import Night, listed


def press(desk: Desk, number: int, actor: str = "ann") -> str:
    return desk.submit(Envelope(f"count-{actor}-{number}", "t", actor, "player", ask.PressShoot(1))).reason


def kept(desk: Desk) -> list[Refused]:
    records = desk.store.log.read("refused/t")
    return [msgspec.json.decode(record.body, type=Refused) for record in records]


def night() -> Night:
    found = Night(MemoryStore(), 5)
    found.open("t", "star-craps")
    return found


def test_a_thousand_presses_make_few_records() -> None:
    played = night()
    desk = played.desk
    before, head = len(kept(desk)), desk.store.log.head("table/t")
    for number in range(1000):
        assert press(desk, number)
    assert desk.store.log.head("table/t") == head, "the table has not moved"
    assert [said.times for said in kept(desk)[before:]] == [1, 1, 2, 4, 8, 16, 32, 64, 128, 256]
    desk.close()
    assert sum(said.times for said in kept(desk)[before:]) == 1000
    marks = [said.others for said in kept(desk)[before:] if isinstance(said.others, str)]
    assert sum(len(b64decode(found)) // MARK for found in marks) == 1000 - 11, "each key but those of the records"
    assert desk.store.log.answer("count-ann-999") is not None, "each has its own answer"


def test_another_sender_is_another_storm() -> None:
    desk = night().desk
    before = len(kept(desk))
    for actor in ("ann", "bob", "cy"):
        press(desk, 1, actor)
    assert [said.times for said in kept(desk)[before:]] == [1, 1, 1]


@pytest.mark.parametrize("closed", [True, False])
def test_the_verifier_counts_them(closed: bool) -> None:
    played = night()
    for number in range(11):
        press(played.desk, number)
    if closed:
        played.desk.close()
    restarted = Desk(played.desk.store)
    for number in range(20, 25):
        press(restarted, number)
    answers = [played.desk.store.log.answer(f"count-ann-{n}") for n in (*range(11), *range(20, 25))]
    played.answers += [answer for answer in answers if answer]
    assert verify(listed(played)) == []
    gone = played.answers[:-9]
    played.answers = gone
    assert [found.kind for found in verify(listed(played))][-1] == "answer"


@given(st.integers(1, 5000))
def test_records_stand_for_at_least_half(presses: int) -> None:
    count, stands = NONE_YET, 0
    for _ in range(presses):
        count, times = count.another()
        stands += times
    assert count.times == presses
    assert stands == count.recorded
    assert presses < 2 * stands


def test_a_storm_without_end_keeps_its_records_small() -> None:
    count, longest = NONE_YET, 0
    for number in range(20_000):
        count, _ = count.another(mark_of(str(number)))
        longest = max(longest, len(count.marks))
    assert longest == MARK * (MAX_UNRECORDED - 1)


def test_what_was_only_counted_is_recorded_while_the_floor_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_queue, "COUNT_SECONDS", 0.01)
    queue = WriterQueue(night().desk)
    before = len(kept(queue.desk))
    for number in range(7):
        pressed = Envelope(f"count-{number}", "t", "ann", "player", ask.PressShoot(1))
        assert queue.send(pressed).result().reason
    until = monotonic() + 60
    while sum(said.times for said in kept(queue.desk)[before:]) < 7:
        assert monotonic() < until
        sleep(0.01)
    queue.close()
    assert sum(said.times for said in kept(queue.desk)[before:]) == 7, "none is counted twice"
