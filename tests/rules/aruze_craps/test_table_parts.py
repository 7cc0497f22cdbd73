"""One terminal's part of a paid round set right (6.3, 3.14), and then the rest of it or the whole (7.8, 7.9, 7.15)."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from feltwork.store.memory import MemoryStore
from feltwork.table.live import commands as ask
from feltwork.table.live import events as told
from feltwork.table.live.commands import (
    ConfirmTerminal,
    CorrectPaidRound,
    FindInvalid,
    ReportTerminal,
    SecondCorrection,
)
from feltwork.table.live.events import LiveEvent, RoundReversed
from feltwork.table.live.saved import load, save
from feltwork.verifier.log.rows import Finding
from feltwork.verifier.verify import verify
from tests.cage.till import MANAGER, Till

GM = ("gm", "gaming_manager")
FIRE = "fire in the hall"


def settled(first: int = 5, second: int = 6, before: int = 0) -> Till:
    """Three terminals with a Pass Line and a field each; the round is settled, after some others."""
    till = Till().seated(1, 2, 3)
    for _ in range(before):
        for seat in (1, 2, 3):
            till.at(seat, ask.PlaceWager(seat, "field", 3_00))
        till.roll(5, 6)
    for seat in (1, 2, 3):
        till.at(seat, ask.PlaceWager(seat, "pass-line", 5_00))
        till.at(seat, ask.PlaceWager(seat, "field", 3_00))
    till.roll(first, second)
    return till


def void(till: Till, seat: int) -> int:
    """Nobody can confirm what this terminal had in the last round; gives the round."""
    version = till.desk.table("t").rounds.kept[-1]
    till.ok(ReportTerminal(seat, "other", f"E-{seat}"), *MANAGER, "t")
    till.ok(ConfirmTerminal(seat, False, "no record"), *MANAGER, "t")
    return version


def credits_of(till: Till) -> list[int]:
    return [till.credit(seat) for seat in (1, 2, 3)]


def why(till: Till, body: object) -> str:
    return till.send(body, *MANAGER, "t").reason  # type: ignore[arg-type]  # any command


def invalid(till: Till, version: int, forfeits: list[int] | None = None) -> None:
    cause = "fraud" if forfeits else "fire"
    till.ok(CorrectPaidRound(version, None, FIRE, cause, forfeits or []), *MANAGER, "t")
    till.ok(SecondCorrection(version), *GM, "t")


def forged(till: Till, *events: LiveEvent) -> list[Finding]:
    with patch("feltwork.engine.decide.decide", lambda *_: events):
        till.ok(ask.OpenPlay(), *MANAGER, "t")
    return list(verify(till.log()))


@pytest.mark.parametrize("dice", [(5, 6), (1, 1), (3, 4)])
def test_7_9_each_seat_has_its_stake_back_once(dice: tuple[int, int]) -> None:
    """One terminal is void, then a fire makes the whole round invalid: nobody has more or less than they staked."""
    till = settled(*dice)
    version = void(till, 3)
    assert till.credit(3) == 100_00
    life = till.desk.table("t")
    assert load(save(life), MemoryStore().log.book) == life, "a restart forgets no part"
    till.at(1, ask.PlaceWager(1, "field", 2_00))
    invalid(till, version)
    assert credits_of(till) == [98_00, 100_00, 100_00]
    assert "as a whole only once" in why(till, CorrectPaidRound(version, None, FIRE, "fire"))
    till.is_sound()


def test_7_8_1_the_rest_of_a_round_takes_two_people() -> None:
    """One manager cannot take back a round of which a part was set right, and is told so."""
    till = settled()
    version = void(till, 3)
    assert why(till, ask.InvalidateOutcome("fire")).startswith("part of the last round has been corrected")
    invalid(till, version)
    assert credits_of(till) == [100_00] * 3
    assert why(till, ask.InvalidateOutcome("fire")).startswith("the last round has been corrected already")
    till.is_sound()


def test_7_9_whoever_cheated_forfeits_what_was_void() -> None:
    till = settled()
    invalid(till, void(till, 3), [3])
    assert credits_of(till) == [100_00, 100_00, 92_00]
    till.is_sound()


@pytest.mark.parametrize("shown", [(5, 6), (3, 1)])
@pytest.mark.parametrize("dice", [(1, 1), (4, 1), (3, 4)])
def test_7_15_other_dice_for_those_whose_wagers_stand(shown: tuple[int, int], dice: tuple[int, int]) -> None:
    """The void terminal stays void; the others get what the dice that lay there give, as if it had not been."""
    till, plain = settled(*shown), settled(*shown)
    void(till, 3)
    for one in (till, plain):
        one.at(1, ask.PlaceWager(1, "field", 2_00))
        then = one.desk.table("t").rounds.kept[-1]
        one.ok(CorrectPaidRound(then, list(dice), "seen on the recording"), *MANAGER, "t")
        one.ok(SecondCorrection(then), *GM, "t")
        one.is_sound()
    assert credits_of(till) == [plain.credit(1), plain.credit(2), 100_00]


def test_6_3_one_terminal_after_the_other() -> None:
    """Each is reported when it is found; a terminal that was void is not void twice."""
    till = settled()
    version = void(till, 3)
    void(till, 2)
    assert credits_of(till) == [108_00, 100_00, 100_00]
    void(till, 3)
    assert credits_of(till) == [108_00, 100_00, 100_00]
    invalid(till, version)
    assert credits_of(till) == [100_00] * 3
    till.ok(ReportTerminal(1, "other", "E-1"), *MANAGER, "t")
    till.ok(ConfirmTerminal(1, False, "no record"), *MANAGER, "t")
    assert credits_of(till) == [100_00] * 3
    till.is_sound()


def test_6_6_1_2_what_was_paid_is_set_right_terminal_by_terminal() -> None:
    """The system failed after the round was settled: each terminal is reported and void, in any order."""
    till = settled()
    till.ok(ReportTerminal(3, "system", "no picture"), *MANAGER, "t")
    till.ok(ConfirmTerminal(3, False, "no record"), *MANAGER, "t")
    for seat in (1, 2):
        void(till, seat)
    assert credits_of(till) == [100_00] * 3
    till.is_sound()


def test_6_6() -> None:
    """The whole system fails: all that lies goes back at every terminal, and what the last round paid is void too."""
    for dice, paid in (((5, 6), 108_00), ((1, 1), 101_00), ((3, 4), 102_00)):
        till = settled(*dice)
        assert credits_of(till) == [paid] * 3
        till.at(1, ask.PlaceWager(1, "field", 4_00))
        report = ReportTerminal(3, "system", "server lost", paid_void=True)
        for who in (("p3", "player"), ("sensor", "system")):
            assert till.no(report, *who, "t")[0] in ("6.1", "6.6")
        one = ReportTerminal(3, "other", "no picture", paid_void=True)
        assert till.no(one, *MANAGER, "t")[0] == "6.6", "one terminal is not the system"
        till.ok(report, *MANAGER, "t")
        assert credits_of(till) == [100_00] * 3
        assert not till.desk.table("t").terminals.faulty
        assert till.refused(1, ask.PlaceWager(1, "field", 4_00))[0] == "6.6.1.2"
        till.ok(report, *MANAGER, "t")
        assert credits_of(till) == [100_00] * 3, "once"
        till.ok(ask.ClearFault("server restarted"), *MANAGER, "t")
        till.at(1, ask.PlaceWager(1, "field", 4_00))
        till.is_sound()


def test_6_6_earlier_rounds_stand() -> None:
    """Reading A8: void from the first affected round on; what was settled before it stays paid."""
    till = settled(5, 6)
    till.at(1, ask.PlaceWager(1, "field", 4_00))
    till.roll(1, 1)
    assert credits_of(till) == [116_00, 108_00, 108_00]
    till.ok(ReportTerminal(3, "system", "server lost", paid_void=True), *MANAGER, "t")
    assert credits_of(till) == [108_00] * 3
    till.is_sound()


def test_6_6_not_void_unless_said() -> None:
    """Failed after the round was done: what lies goes back, what was paid stays."""
    till = settled(5, 6)
    till.at(1, ask.PlaceWager(1, "field", 4_00))
    till.ok(ReportTerminal(3, "system", "server lost"), *MANAGER, "t")
    assert credits_of(till) == [108_00] * 3
    till.is_sound()


def test_7_15_a_correction_waits_for_a_terminal_that_is_reported_meanwhile() -> None:
    till = settled()
    version = till.desk.table("t").rounds.kept[-1]
    till.at(1, ask.PlaceWager(1, "field", 2_00))
    till.ok(CorrectPaidRound(version, None, FIRE, "fire"), *MANAGER, "t")
    till.ok(ReportTerminal(3, "other", "E-3"), *MANAGER, "t")
    assert till.no(SecondCorrection(version), *GM, "t")[1] == "a terminal of that round is still to be confirmed"
    till.ok(ConfirmTerminal(3, False, "no record"), *MANAGER, "t")
    till.ok(SecondCorrection(version), *GM, "t")
    assert credits_of(till) == [98_00, 100_00, 100_00]
    till.is_sound()


def test_3_14_1_one_player_after_the_other() -> None:
    """Each gets back the stake of the last completed game and of no earlier one, once; then the whole is invalid."""
    till = settled(before=1)
    version = till.desk.table("t").rounds.kept[-1]
    for seat in (1, 2):
        till.ok(FindInvalid(seat, "another's card"), *MANAGER, "t")
    assert credits_of(till) == [103_00, 103_00, 111_00]
    assert "nothing of the last game" in why(till, FindInvalid(1, "another's card"))
    invalid(till, version)
    assert credits_of(till) == [103_00] * 3
    assert "nothing of the last game" in why(till, FindInvalid(3, "another's card"))
    till.is_sound()


def test_6_3_and_3_14_1_give_a_stake_back_once() -> None:
    till = settled()
    void(till, 3)
    assert "nothing of the last game" in why(till, FindInvalid(3, "another's card"))
    till.at(3, ask.PlaceWager(3, "field", 2_00))
    till.ok(FindInvalid(3, "another's card"), *MANAGER, "t")
    assert credits_of(till) == [108_00, 108_00, 100_00]
    till.is_sound()


def test_7_9_a_second_refund_is_found() -> None:
    """Made up: the void terminal is paid its stake again, alone, with the whole, or by a round taken back."""
    again = told.Adjustment(1, "p1", 8_00, 1, 8_00)
    till = settled(1, 1)
    version = void(till, 1)
    alone = told.RoundAdjusted(version, None, "agm", "agm", (again,), "6.3", "terminal not confirmed")
    assert "lines" in {finding.kind for finding in forged(till, alone)}
    till = settled(3, 4)
    version = void(till, 1)
    till.ok(CorrectPaidRound(version, None, FIRE, "fire"), *MANAGER, "t")
    lines = tuple(told.Adjustment(seat, f"p{seat}", 3_00, seat, 3_00) for seat in (1, 2, 3))
    whole = told.RoundAdjusted(version, None, "agm", "agm", lines, "7.8.1", "fire")
    assert "lines" in {finding.kind for finding in forged(till, whole)}
    till = settled()
    version = void(till, 1)
    taken_back = forged(till, RoundReversed(version, "fire", "7.8.1"))
    assert any("part of the round" in finding.what for finding in taken_back)


def test_7_15_a_whole_ruling_beside_a_terminal_to_be_confirmed_is_found() -> None:
    till = settled()
    version = till.desk.table("t").rounds.kept[-1]
    till.at(1, ask.PlaceWager(1, "field", 2_00))
    till.ok(CorrectPaidRound(version, None, FIRE, "fire"), *MANAGER, "t")
    till.ok(ReportTerminal(3, "other", "E-3"), *MANAGER, "t")
    lines = tuple(told.Adjustment(seat, f"p{seat}", -8_00, seat, -8_00) for seat in (1, 2, 3))
    with patch(
        "feltwork.engine.decide.decide",
        lambda *_: (told.RoundAdjusted(version, None, "agm", "gm", lines, "7.8.1", "fire"),),
    ):
        till.ok(ask.OpenPlay(), *GM, "t")
    assert "reversal" in {finding.kind for finding in verify(till.log())}
