"""What players raise at a table: written down, waiting until it is answered, in the way of nothing."""

from __future__ import annotations

from feltwork.games.conduct import Act
from feltwork.store.memory import MemoryStore
from feltwork.table.live.commands import AnswerConcern, CorrectResult, RaiseConcern, ReportFault
from feltwork.table.live.events import ConcernAnswered, ConcernRaised
from feltwork.table.live.saved import load, save
from feltwork.table.live.topics.concerns import LONGEST, MAX_OPEN
from tests.rules.live import SUPERVISORS, dragon, opened


def test_a_dispute_waits_until_it_is_answered() -> None:
    live = opened(2).with_shooter(1).rolled(5, 6)
    version = live.life.version
    (raised,) = live.ok(RaiseConcern(2, "dispute", " It was a six. ", version), 2)
    assert raised == ConcernRaised(version + 1, 2, "player-2", "dispute", version, "It was a six.", "9.13")
    assert list(live.life.waiting.concerns) == [raised]
    saved = load(save(live.life), MemoryStore().log.book)
    assert saved is not None
    assert saved.waiting.concerns == (raised,)
    assert live.who_may(AnswerConcern(raised.number, "The camera was looked at.")) == SUPERVISORS
    (answered,) = live.ok(AnswerConcern(raised.number, "The camera was looked at."), "casino_supervisor")
    assert answered == ConcernAnswered(raised.number, 2, "The camera was looked at.", "9.13")
    assert not live.life.waiting.concerns
    assert live.no(AnswerConcern(raised.number, "Again."), "casino_supervisor") == "not in the book"


def test_what_is_no_concern() -> None:
    live = opened(2)
    most = "x" * LONGEST
    for wrong in (
        RaiseConcern(1, "dispute", "that is not my seat"),
        RaiseConcern(3, "fault", "nobody sits there"),
        RaiseConcern(2, "weather", "it rains"),
        RaiseConcern(2, "fault", "  "),
        RaiseConcern(2, "fault", most + "x"),
        RaiseConcern(2, "fault", "a\x1b[31m"),
        RaiseConcern(2, "dispute", "a round that is not there", live.life.version + 1),
    ):
        assert live.no(wrong, 2) == "not in the book", wrong
    for _ in range(MAX_OPEN):
        live.ok(RaiseConcern(2, "fault", most), 2)
    assert live.no(RaiseConcern(2, "fault", "one more"), 2) == "not in the book"
    assert live.ok(RaiseConcern(1, "fault", "mine too"), 1)


def test_a_dispute_leaves_the_round_to_be_set_right() -> None:
    live = opened(2).with_shooter(1).rolled(5, 6)
    live.ok(RaiseConcern(2, "dispute", "It was a six.", live.life.version), 2)
    assert live.ok(CorrectResult(5, 5, "the camera shows a five"), "boxperson")


def test_a_concern_is_heard_while_play_is_stopped() -> None:
    live = dragon(2)
    live.ok(ReportFault("the layout is dark"), live.one_who_may(Act.REPORT_FAULT))
    assert live.ok(RaiseConcern(1, "fault", "mine is dark too"), 1)
