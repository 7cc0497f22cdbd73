"""Dice that go on by order or for want of a wager, limits of one player's own, a tumbler that never shot: all sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltwork.store.memory import MemoryStore
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import HandDice, OpenBets
from feltwork.verifier.log.reading import read_sqlite
from feltwork.verifier.verify import verify
from tests.desk.electronic import BETTING, SECOND, Electronic
from tests.verifier.night import PLAYERS, Night, listed

STICK, BOX = ("stickperson-t", "stickperson"), ("boxperson-t", "boxperson")


class Dice(Night):
    """A Star Craps table, told step by step."""

    def __init__(self) -> None:
        super().__init__(MemoryStore())
        self.open("t")

    def ok(self, who: int | tuple[str, str], *bodies: ask.Command) -> None:
        actor, role = (PLAYERS[who], "player") if isinstance(who, int) else who
        for body in bodies:
            answer = self.send("t", actor, role, body)
            assert not answer.reason, (body, answer.reason)

    def bets(self, *seats: int) -> None:
        for seat in seats:
            self.ok(seat, ask.PlaceWager(seat, "win-line", 10_00))

    def takes(self, seat: int) -> None:
        life = self.desk.table("t")
        if life.shooter.offered is None:
            self.ok(STICK, ask.OfferDice())
        usable = sorted(self.desk.table("t").dice.usable())[:2]
        self.ok(seat, ask.AcceptDice(seat), ask.SelectDice(seat, usable))

    def throws(self, seat: int | None, first: int, second: int) -> None:
        self.ok(STICK if seat is None else seat, ask.ThrowDice())
        self.ok(STICK, ask.EnterResult(first, second), ask.ConfirmResult(first, second))


@pytest.mark.parametrize("ordered", [True, False])
def test_dice_given_on_before_a_correction_stay_where_they_are(ordered: bool) -> None:
    night = Dice()
    night.bets(1, 2)
    night.takes(1)
    night.throws(1, 2, 2)
    if ordered:
        night.ok(BOX, ask.OrderPass("unreasonable delay"))
    else:
        night.ok(1, ask.PassDice(1))
    night.takes(2)
    night.ok(BOX, ask.CorrectResult(2, 3, "misread"))
    assert night.desk.table("t").shooter.seat == 2
    night.throws(2, 3, 4)
    assert verify(listed(night)) == []


def test_a_seven_that_was_none_gives_the_dice_back() -> None:
    night = Dice()
    night.bets(1, 2)
    night.takes(1)
    night.throws(1, 2, 2)
    night.throws(1, 3, 4)
    night.ok(BOX, ask.CorrectResult(3, 3, "misread"))
    assert night.desk.table("t").shooter.seat == 1
    night.throws(1, 3, 4)
    assert verify(listed(night)) == []


def test_dice_go_on_from_a_shooter_without_a_wager() -> None:
    night = Dice()
    night.bets(1)
    night.takes(1)
    night.throws(1, 5, 6)
    night.bets(2)
    night.takes(2)
    night.throws(2, 2, 2)
    night.ok(BOX, ask.OrderPass("broke the rules"))
    night.ok(STICK, ask.OfferDice())
    night.throws(None, 3, 4)
    assert verify(listed(night)) == []


def test_limits_of_ones_own_are_for_what_they_name() -> None:
    night = Dice()
    night.ok(BOX, ask.SetPersonalLimit(1, (10_00, 900_00, 0), ["win-line"]))
    night.ok(1, ask.PlaceWager(1, "win-line", 600_00), ask.PlaceWager(1, "field", 5_00))
    assert night.send("t", "ada", "player", ask.PlaceWager(1, "field", 500_00)).clause == "7.1"
    night.ok(BOX, ask.ChangeLimits({"win-line": (5_00, 900_00, 0)}))
    night.ok(2, ask.PlaceWager(2, "win-line", 800_00))
    night.ok(1, ask.RemoveWager(1, "win-line"), ask.PlaceWager(1, "win-line", 5_00))
    night.ok(BOX, ask.SetPersonalLimit(1, (10_00, 950_00, 0)), ask.SetPersonalLimit(1, None, ["win-line"]))
    night.ok(1, ask.PlaceWager(1, "field", 295_00))
    assert verify(listed(night)) == []


def test_a_wager_refused_after_no_more_bets() -> None:
    night, dealer, boss = Night(MemoryStore()), ("dealer-d", "dealer"), ("boss", "casino_supervisor")
    night.open("d", "dragon-fire")
    for (actor, role), body in (
        (dealer, OpenBets()),
        (("ada", "player"), ask.PlaceWager(1, "dragon", 10_00)),
        (("ben", "player"), ask.PlaceWager(2, "fire", 10_00)),
        (dealer, ask.OfferDice()),
        (("ben", "player"), ask.AcceptDice(2)),
        (("ben", "player"), ask.SelectDice(2, [1, 2])),
        (dealer, ask.CloseBets()),
        (boss, ask.RefuseWager(1, "dragon", "put down after the call")),
        (dealer, HandDice()),
        (("ben", "player"), ask.ThrowDice()),
        (dealer, ask.EnterResult(6, 6)),
        (dealer, ask.ConfirmResult(6, 6)),
    ):
        answer = night.send("d", actor, role, body)
        assert not answer.reason, (body, answer.reason)
    assert verify(listed(night)) == []


@pytest.mark.parametrize("source", ["dealer", "os-draw"])
def test_a_tumbler_that_does_not_shoot(source: str, tmp_path: Path) -> None:
    floors: list[Electronic] = []
    store = SqliteStore(tmp_path / "pit.db", clock=lambda: floors[0].now if floors else SECOND)
    floors.append(Electronic(source=source, store=store))
    floor = floors[0]
    dealer = floor.dealer()
    dealer.attend("t")
    floor.ok(ask.PlaceWager(1, "field", 5_00), "ada", "player")
    floor.now += BETTING * SECOND
    floor.ok(ask.CloseBets(), "timer", "system")
    floor.ok(ask.CallNoRoll("tumbler fault"), *floor.boss)
    dealer.attend("t")
    floor.ok(ask.PlaceWager(1, "field", 5_00), "ada", "player")
    assert floor.kinds().count("betting-opened") == 2
    store.close()
    reading = read_sqlite(tmp_path / "pit.db")
    found = verify(reading)
    reading.close()
    assert found == []
