"""Nobody invalidates a result that they called themselves (Star Craps 9.4, Crown 9.3, Roulette 9.4)."""

from __future__ import annotations

import pytest

from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.table.live.commands import InvalidateOutcome
from feltwork.table.live.events import RoundReversed
from tests.rules.at_desk import AtDesk, desk
from tests.rules.disputes import paid

TABLES = [("star-craps", "casino_supervisor"), ("crown-craps", "pit_boss"), ("star-roulette", "casino_supervisor")]


def settled(book: str) -> AtDesk:
    if book == "star-roulette":
        return paid(3)
    live = desk(book, 2)
    live.bets(2, "field", 50_00).with_shooter(1).rolled(1, 2)
    return live


@pytest.mark.parametrize(("book", "floor"), TABLES)
def test_who_called_a_result_does_not_invalidate_it(book: str, floor: str) -> None:
    live = settled(book)
    assert live.life.rounds.last
    caller = live.life.rounds.last[1].called_by[0]
    assert live.no(InvalidateOutcome("fire"), (caller, floor)) == NOT_IN_THE_BOOK
    live.ok(InvalidateOutcome("fire"), ("another", floor))
    live.sound()


def test_the_verifier_finds_a_call_taken_back_by_its_caller() -> None:
    live = settled("star-craps")
    assert live.life.rounds.last
    version, round_ = live.life.rounds.last
    back, invalid = live.asks(InvalidateOutcome("fire"), ("another", "casino_supervisor"))  # type: ignore[misc]
    assert isinstance(back, RoundReversed)
    live.forges((round_.called_by[0], "casino_supervisor"), back, invalid)
    assert any("had called themselves" in finding.what for finding in live.found())
    assert version == back.version
