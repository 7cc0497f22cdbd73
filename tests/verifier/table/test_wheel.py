"""The verifier follows a spin: ball and unit, Lucky Ball numbers and boost, chips on the outside 0."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from feltwork.games.conduct import BALL
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import Command, ReportThrow
from feltwork.table.live.events import LiveEvent
from feltwork.verifier.log.bodies import formed
from feltwork.verifier.table.checker import TableChecker
from tests.build import checks, enters
from tests.rules.live import FLOOR_ROLES, By, Live

BOSS = "casino_supervisor"
NUMBERS: dict[str, int | str] = {"red": 7, "green": 0, "blue": 12, "yellow": 31}
Told = tuple[str, LiveEvent]
"""Who caused an event."""


class Logged(Live):
    """A wheel that remembers what happened at it, and by whom."""

    def __init__(self, *, lucky: bool = False, uspin: bool = False, layout: str | None = None) -> None:
        super().__init__("star-roulette", roles=FLOOR_ROLES)
        self.lucky, self.uspin, self.layout = lucky, uspin, layout
        self.log: list[Told] = []
        self.in_play(2)

    def ok(self, command: Command, by: By) -> tuple[LiveEvent, ...]:
        events = super().ok(command, by)
        self.log += [(f"player-{by}" if isinstance(by, int) else by, event) for event in events]
        return events

    def does(self, *commands: Command, by: By = "dealer") -> Logged:
        for command in commands:
            self.ok(command, by)
        return self

    def place(self, kind: str, last: bool = False) -> int:
        places = [i for i, (_, event) in enumerate(self.log) if event.__struct_config__.tag == kind]
        return places[-1 if last else 0]


def wrong(log: list[Told]) -> list[str]:
    """What the verifier finds, in order; the book itself is not stored here."""
    fold, found = TableChecker("t1", lambda book: None), []
    for version, (who, event) in enumerate(log, 1):
        facts = fold.facts
        facts.version = facts.at = version
        facts.actor, facts.role = who, "player" if who.startswith("player-") else who
        body = formed(msgspec.json.decode(msgspec.json.encode(event)))
        assert isinstance(body, dict)
        found += [what for kind, what in fold.take(body["type"], body)[1] if kind != "book"]
    return found


def lucky_round() -> Logged:
    live = Logged(lucky=True).does(ask.SpinBall()).does(ask.DrawNumbers(NUMBERS), by="system").does(ask.CloseBets())
    return live.does(ask.BoostNumber("red", "super"), by="system").does(enters(7), ask.ConfirmNumber(7))


def ball_out() -> Logged:
    live = Logged(uspin=True).does(ask.SpinBall(), ReportThrow("ball out of the wheel"), ask.CallNoRoll("interference"))
    live.does(ask.ExamineBall(replaced=True), by=BOSS).does(checks(live.life, [BALL], batch=2), by=BOSS)
    live.betting()
    return live.does(ask.LoadBall(), ask.OfferButton(1)).does(ask.PressButton(1), by=1)


def another_loads() -> Logged:
    live = Logged(uspin=True).does(ask.LoadBall(), ReportThrow("loaded by another"))
    return live.does(ask.CallNoRoll("loaded by another"), ask.OpenBets(), ask.LoadBall(), ask.SpinBall(by_unit=True))


def outside() -> Logged:
    live = Logged(layout="C").does(ask.PlaceWager(1, "straight", 10_00, 0), by=1)
    live.does(ask.PlaceWager(1, "straight", 5_00, "outside 0"), ask.RemoveWager(1, "straight", 0, 5_00), by=1)
    live.does(ask.RemoveWager(1, "straight", "outside 0", 2_00), by=1).does(ask.MoveZero(), ask.SpinBall())
    live.does(ask.PlaceWager(2, "straight", 5_00, "outside 0"), by=2)
    return live.does(ask.CloseBets(), enters(0), ask.ConfirmNumber(0))


@pytest.mark.parametrize("play", [lucky_round, ball_out, another_loads, outside])
def test_a_sound_spin_is_sound(play: Callable[[], Logged]) -> None:
    assert wrong(play().log) == []


@pytest.mark.parametrize(
    ("play", "kind", "says"),
    [
        (lucky_round, "lucky-ball-drawn", "before the Lucky Ball numbers were shown"),
        (lucky_round, "lucky-ball-boosted", "before one of the Lucky Ball numbers was boosted"),
        (ball_out, "ball-examined", "was not examined"),
        (ball_out, "throw-reported", "had not left the wheel"),
        (ball_out, "button-offered", "the button before another"),
        (another_loads, "round-invalid", "no spin had to be called first"),
        (outside, "zero-placed-outside", "had not so much on the outside 0"),
        (outside, "zero-moved", "had their outside 0 moved"),
    ],
)
def test_what_was_left_out_is_missed(play: Callable[[], Logged], kind: str, says: str) -> None:
    live = play()
    del live.log[live.place(kind)]
    assert any(says in what for what in wrong(live.log))


def test_a_new_ball_is_used_only_when_checked() -> None:
    live = ball_out()
    del live.log[live.place("equipment-checked", last=True)]
    assert any("a new one not checked" in what for what in wrong(live.log))


def test_a_boost_after_the_number_was_entered_is_found() -> None:
    live = lucky_round()
    at = live.place("lucky-ball-boosted")
    live.log[at], live.log[at + 1] = live.log[at + 1], live.log[at]
    assert any("boosted at another time" in what for what in wrong(live.log))


def test_a_live_table_draws_its_lucky_ball_numbers() -> None:
    live = lucky_round()
    who, event = live.log[0]
    live.log[0] = (who, msgspec.structs.replace(event, rehearsal=False))
    assert wrong(live.log) == ["a live table has Lucky Ball and draws no numbers"]


def test_without_a_unit_nobody_can_have_loaded_it() -> None:
    live = Logged().does(ask.SpinBall(), ask.CallNoRoll("interference"))
    who, event = live.log[-1]
    live.log[-1] = (who, msgspec.structs.replace(event, reason="loaded by another", clause="8.7"))
    assert wrong(live.log) == ["there was no unit that anybody could load"]
