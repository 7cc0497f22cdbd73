"""No roll and no spin are called so: in the event, in words, and on the screens that show the last rounds.

Star Craps 5.1, Dragon Fire 5.1 and 10.5, Roulette 8.1 to 8.8.
"""

from __future__ import annotations

import pytest

from feltwork.engine.replay import read_event
from feltwork.games.conduct import Act
from feltwork.table.live import commands as ask
from feltwork.table.live.narrate import tell
from feltwork.table.live.schema import LIFE
from feltwork.views.rounds import Recall
from tests.desk.pit import Pit


def told(pit: Pit) -> tuple[str, str]:
    """The last round without a result: as the log tells it, and what a screen is given to show."""
    record = list(pit.desk.store.log.read("table/t"))[-1]
    event = read_event(LIFE, record)
    kept = Recall()
    kept.happen(pit.life, event, record.version, record.at)
    return tell(event)[0], str(kept.rounds[-1]["called"])


@pytest.mark.parametrize(
    ("book", "variant", "reason", "clause"),
    [
        ("star-craps", None, "cocked", "5.3.5"),
        ("crown-craps", None, "on a rail", "5.4.2(e)"),
        ("crown-craps", "mini", "on a rail", "5.4.2(e)"),
        ("dragon-fire", None, "cocked", "5.4.6"),
    ],
)
def test_dice_have_no_roll(book: str, variant: str | None, reason: str, clause: str) -> None:
    pit = Pit(book, variant).shooter(1).thrown()
    pit.ok(ask.CallNoRoll(reason), pit.conduct.powers[Act.CALL_NO_ROLL].roles[0])
    assert told(pit) == (f"no roll ({clause}): {reason}", "no roll")
    pit.sound()
    for otherwise in ("no spin", "void", ""):
        assert pit.altered("round-invalid", called=otherwise) == {"result"}


def test_a_wheel_has_no_spin() -> None:
    pit = Pit("star-roulette").opens().ok(ask.SpinBall(), "dealer").ok(ask.CallNoRoll("foreign object"), "dealer")
    assert told(pit) == ("no spin (8.3): foreign object", "no spin")
    assert pit.sound().altered("round-invalid", called="no roll") == {"result"}


def test_dragon_fire_10_5_dice_rolled_without_the_call_are_no_roll() -> None:
    pit = Pit("dragon-fire").shooter(1).ok(ask.ThrowDice(), 1)
    pit.called(2, 3)
    assert told(pit)[0] == "no roll (10.5): no more bets was not called"
    pit.sound()


def test_an_outcome_that_is_invalidated_was_not_called_no_roll() -> None:
    pit = Pit("star-craps").shooter(1).thrown().ok(ask.InvalidateOutcome("fire"), "casino_supervisor")
    assert told(pit) == ("does not count (9.4.1): fire", "")
    assert pit.sound().altered("round-invalid", called="no roll") == {"result"}
