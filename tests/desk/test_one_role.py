"""Whoever plays at a table has no other role there, and nobody answers for a result that they called."""

from __future__ import annotations

import pytest

from feltwork.games.conduct import Act
from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.table.live.commands import (
    AnnounceClosure,
    AnswerConcern,
    AssignCrew,
    ChangeLimits,
    Command,
    CorrectPaidRound,
    InvalidateOutcome,
    Leave,
    RaiseConcern,
    ReportFault,
    SecondCorrection,
    Sit,
)
from feltwork.table.live.events import ConcernAnswered, Limits
from tests.rules.at_desk import AtDesk, desk

BOOKS = [
    ("star-craps", None),
    ("crown-craps", None),
    ("crown-craps", "mini"),
    ("dragon-fire", None),
    ("star-roulette", None),
    ("aruze-craps", None),
]
SITS = "you sit at this table as a player"


def at(book: str, variant: str | None = None) -> tuple[AtDesk, str]:
    live = desk(book, 0, variant)
    return live, live.one_who_may(Act.CLOSE)


@pytest.mark.parametrize(("book", "variant"), BOOKS)
def test_who_plays_has_no_other_role_at_the_table(book: str, variant: str | None) -> None:
    live, boss = at(book, variant)
    low = next(iter(live.game.rules.limits.items()))
    sign: dict[str, Limits] = {low[0]: (low[1].minimum, (low[1].maximum or 1000_00) + 100, low[1].unit)}
    ann = ("ann", boss)
    live.ok(Sit("ann", 3), ("ann", "player"))
    commands: list[Command] = [
        AnnounceClosure(),
        AssignCrew("x", "dealer"),
        ChangeLimits(sign),
        ReportFault("loud"),
        InvalidateOutcome("fire"),
    ]
    for command in commands:
        assert (live.no(command, ann), live.why(command, ann)) == (NOT_IN_THE_BOOK, SITS)
    live.sound()
    decided = live.asks(ReportFault("loud"), ("bob", boss))
    assert isinstance(decided, tuple)
    assert any("sat at this table" in each.what for each in live.forges(ann, *decided).found())
    free, boss = at(book, variant)
    free.ok(Sit("ann", 3), ("ann", "player"))
    free.ok(Leave(3), ("ann", "player"))
    free.ok(ReportFault("loud"), ann)
    free.sound()


def test_who_plays_does_not_second_a_correction() -> None:
    """Seat 2 has a wager in the round; in whatever role its player asks, another is the second person."""
    live = desk("star-craps", 3)
    live.bets(2, "field").with_shooter(1).rolled(1, 2)
    version = live.life.version
    live.bets(3, "field")
    live.ok(CorrectPaidRound(version, [2, 2], "the camera shows it"), ("ann", "casino_supervisor"))
    assert live.why(SecondCorrection(version), ("player-2", "casino_supervisor")) == SITS
    decided = live.asks(SecondCorrection(version), ("bob", "gaming_manager"))
    assert isinstance(decided, tuple)
    live.ok(SecondCorrection(version), ("bob", "gaming_manager"))
    live.sound()


@pytest.mark.parametrize(("book", "variant"), BOOKS[:3])
def test_who_called_a_result_does_not_answer_the_dispute_about_it(book: str, variant: str | None) -> None:
    live = desk(book, 2, variant)
    boss = live.one_who_may(Act.ANSWER_CONCERN)
    live.bets(2, "field").with_shooter(1).rolled(1, 2)
    version = live.life.version
    called = live.life.rounds.last[1].called_by if live.life.rounds.last else ()
    assert called
    live.ok(RaiseConcern(2, "dispute", "it was a 5", version), 2)
    number = live.life.waiting.concerns[0].number
    answer = AnswerConcern(number, "no")
    for person in called:
        assert "called this result" in live.why(answer, (person, boss))
    live.sound().ok(RaiseConcern(2, "fault", "the screen is dark"), 2)
    live.ok(AnswerConcern(live.life.waiting.concerns[1].number, "looked at"), (called[0], boss))
    live.ok(answer, ("bob", boss))
    live.sound()
    live.ok(RaiseConcern(2, "dispute", "it was a 5", version), 2)
    number = live.life.waiting.concerns[0].number
    made_up = ConcernAnswered(number, 2, "no", live.conduct.disputes)
    assert {each.kind for each in live.forges((called[0], boss), made_up).found()} == {"role"}
