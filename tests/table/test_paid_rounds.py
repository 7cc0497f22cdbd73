"""Rounds set right after their chips moved: two people, differences only, nobody below zero."""

from __future__ import annotations

import msgspec
import pytest

from feltwork.engine.past_rounds import recalled
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Record
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import CorrectPaidRound, SecondCorrection
from feltwork.table.live.events import LiveEvent, RoundAdjusted
from feltwork.table.live.topics.corrections import instead_of
from feltwork.verifier.verify import verify
from tests.verifier.night import Night, listed


class Paid(Night):
    """A Star Craps table where seat 1 bet the field and 10 lay there, called as 9 or the other way about."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(MemoryStore(), 1)
        self.open("t")
        self.ok("ada", "player", ask.PlaceWager(1, "win-line", 1_000))
        self.ok("ada", "player", ask.PlaceWager(1, "field", 1_000))
        stick = ("stickperson-t", "stickperson")
        self.ok(*stick, ask.OfferDice())
        self.ok("ada", "player", ask.AcceptDice(1))
        self.ok("ada", "player", ask.SelectDice(1, [1, 2]))
        self.ok("ada", "player", ask.ThrowDice())
        self.ok(*stick, ask.EnterResult(first, second))
        self.ok(*stick, ask.ConfirmResult(first, second))
        self.round = next(r.version for r in self.log() if r.kind == "round-settled")

    def log(self) -> list[Record]:
        return list(self.desk.store.log.read("table/t"))

    def ok(self, actor: str, role: str, body: ask.Command) -> None:
        answer = self.send("t", actor, role, body)
        assert not answer.reason, answer.reason

    def no(self, actor: str, role: str, body: ask.Command) -> str:
        return self.send("t", actor, role, body).reason

    def set_right(self, first: int, second: int) -> RoundAdjusted:
        self.ok("gs", "gaming_supervisor", CorrectPaidRound(self.round, [first, second], "the camera shows it"))
        self.ok("gm", "gaming_manager", SecondCorrection(self.round))
        event = msgspec.json.decode(self.log()[-1].body, type=LiveEvent)
        assert isinstance(event, RoundAdjusted)
        assert verify(listed(self)) == []
        return event

    def balance(self, account: str) -> int:
        return self.desk.store.log.balances().get(account, 0)


def test_a_player_paid_too_little_gets_the_rest_at_the_seat() -> None:
    night = Paid(2, 5)
    night.ok("ben", "player", ask.PlaceWager(2, "field", 500))
    rail = night.balance("seat/t/1")
    (line,) = night.set_right(4, 5).lines
    assert (line.cents, line.at_seat) == (2_000 - 1_000, 1_000), "the field won; the line had not, and is undone"
    assert night.balance("seat/t/1") == rail + 1_000


@pytest.mark.parametrize(("called", "lay"), [((2, 5), (4, 5)), ((4, 5), (2, 5)), ((6, 6), (3, 5)), ((3, 5), (6, 6))])
def test_the_lines_that_should_have_been_come_to_what_is_posted(called: tuple[int, int], lay: tuple[int, int]) -> None:
    night = Paid(*called)
    night.ok("ben", "player", ask.PlaceWager(2, "field", 500))
    (posted,) = night.set_right(*lay).lines
    past = recalled(night.desk.store, night.desk.streams.live_tables["t"], SecondCorrection(night.round))
    assert past is not None
    came, should = (
        sum(line.winnings + line.returned + line.commission_back for line in lines)
        for lines in (past.settled.lines, instead_of(past, list(lay)))
    )
    assert should - came == posted.cents


def test_a_player_paid_too_much_owes_what_the_seat_has_not() -> None:
    night = Paid(6, 6)
    paid = night.balance("seat/t/1")
    night.ok("ada", "player", ask.Collect(1))
    night.ok("ada", "player", ask.BuyIn(1, 500))
    (line,) = night.set_right(3, 5).lines
    assert (line.cents, line.at_seat, line.now) == (-1_000 - 2_000 + 1_000, -500, 1)
    assert (night.balance("seat/t/1"), night.balance(f"receivable/t/{night.round}")) == (0, -1_500)
    assert paid > 0


def test_one_who_has_gone_is_owed_under_the_case() -> None:
    night = Paid(5, 2)
    night.ok("ada", "player", ask.Collect(1))
    night.ok("ada", "player", ask.Leave(1))
    (line,) = night.set_right(6, 6).lines
    assert line.now is None
    assert night.balance(f"payable/t/{night.round}") == line.cents > 0


def test_two_people_and_once_only() -> None:
    night = Paid(2, 5)
    fix = CorrectPaidRound(night.round, [4, 5], "seen")
    assert "no chip has moved" in night.no("gs", "gaming_supervisor", fix)
    night.ok("ben", "player", ask.PlaceWager(2, "field", 500))
    assert "supervisor" in night.no("ada", "player", fix)
    assert night.send("t", "ada", "player", fix).clause == "9.13"
    assert (
        night.no("gs", "gaming_supervisor", CorrectPaidRound(night.round, [2, 5], "seen"))
        == "enter the dice or the number that came, not the one that was paid"
    )
    assert (
        night.no("gs", "gaming_supervisor", CorrectPaidRound(night.round, [4, 7], "seen"))
        == "enter the dice or the number that came, not the one that was paid"
    )
    assert night.no("gs", "gaming_supervisor", CorrectPaidRound(night.round, [4, 5], " ")) == "say why it is corrected"
    assert (
        night.no("gs", "gaming_supervisor", CorrectPaidRound(3, [4, 5], "seen"))
        == "only one of the last rounds of this table can be corrected, and as a whole only once"
    )
    assert (
        night.no("gm", "gaming_manager", SecondCorrection(night.round))
        == "no correction of this round waits for a second person"
    ), "nobody has proposed it"
    night.ok("gs", "gaming_supervisor", fix)
    assert "another" in night.no("gm", "gaming_manager", fix)
    assert "second person" in night.no("gs", "gaming_supervisor", SecondCorrection(night.round))
    night.ok("gm", "gaming_manager", SecondCorrection(night.round, agreed=False))
    night.set_right(4, 5)
    assert "once" in night.no("gs", "gaming_supervisor", fix)


@pytest.mark.parametrize("seed", range(3))
def test_any_of_the_last_rounds_can_be_set_right(seed: int) -> None:
    night = Night(MemoryStore(), seed)
    night.open("t", "crown-craps")
    done = 0
    for _ in range(12):
        night.play("t", 30)
        for version in night.desk.table("t").rounds.kept[-4:]:
            dice = [night.random.randint(1, 6), night.random.randint(1, 6)]
            night.send("t", "pb", "pit_boss", CorrectPaidRound(version, dice, "seen"))
            done += not night.send("t", "gm", "gaming_manager", SecondCorrection(version)).reason
    assert done > 5
    assert verify(listed(night)) == []
    assert all(cents >= 0 for name, cents in night.desk.store.log.balances().items() if name.startswith("seat/"))


def test_an_outcome_is_invalidated_by_two_after_chips_moved() -> None:
    """Star Craps 9.4, 9.5: the field that won gives back what it won; the line it left up is not touched."""
    night = Paid(4, 5)
    rail = night.balance("seat/t/1")
    night.ok("ben", "player", ask.PlaceWager(2, "field", 500))
    assert "two people" in night.no("gs", "gaming_supervisor", ask.InvalidateOutcome("fraud"))
    for wrong, why in (
        (CorrectPaidRound(night.round, [1, 1], "seen", "fire"), "an invalid outcome has no other result"),
        (CorrectPaidRound(night.round, None, "seen", "rain"), "an outcome is invalidated for civil commotion"),
        (CorrectPaidRound(night.round, None, "seen", "fire", [1]), "only whoever acted fraudulently forfeits"),
        (CorrectPaidRound(night.round, None, "seen"), "enter the dice or the number that came"),
    ):
        assert night.no("gs", "gaming_supervisor", wrong).startswith(why)
    night.ok("gs", "gaming_supervisor", CorrectPaidRound(night.round, None, "loaded dice", "fraud"))
    assert "second person" in night.no("gs", "gaming_supervisor", SecondCorrection(night.round))
    night.ok("gm", "gaming_manager", SecondCorrection(night.round))
    event = msgspec.json.decode(night.log()[-1].body, type=LiveEvent)
    assert isinstance(event, RoundAdjusted)
    assert (event.clause, event.cause, event.result) == ("9.4.2", "fraud", None)
    assert night.balance("seat/t/1") == rail - 1_000
    assert verify(listed(night)) == []


def test_whoever_cheated_forfeits_after_chips_moved() -> None:
    night = Paid(4, 5)
    rail = night.balance("seat/t/1")
    night.ok("ben", "player", ask.PlaceWager(2, "field", 500))
    night.ok("gs", "gaming_supervisor", CorrectPaidRound(night.round, None, "loaded dice", "fraud", [1]))
    night.ok("gm", "gaming_manager", SecondCorrection(night.round))
    assert night.balance("seat/t/1") == rail - 2_000
    assert verify(listed(night)) == []


@pytest.mark.parametrize("forfeits", [[], [1]])
def test_a_throw_in_the_air_is_invalidated(forfeits: list[int]) -> None:
    """What any result would decide is refunded, or forfeited; the line with its point stays."""
    night = Paid(4, 5)
    night.ok("ada", "player", ask.PlaceWager(1, "field", 1_000))
    rail = night.balance("seat/t/1")
    night.ok("ada", "player", ask.ThrowDice())
    night.ok("gs", "gaming_supervisor", ask.InvalidateOutcome("fraud", forfeits))
    assert night.balance("seat/t/1") == rail + (0 if forfeits else 1_000)
    game = night.desk.table("t").game
    assert game
    assert game.area_state == 9
    assert [key[1] for key in game.layout] == ["win-line"]
    assert verify(listed(night)) == []


def test_where_no_round_was_played_there_is_none_to_invalidate() -> None:
    night = Night(MemoryStore(), 1)
    night.open("t")
    assert (
        night.send("t", "gs", "gaming_supervisor", ask.InvalidateOutcome("fire")).reason == "no round has been played"
    )
