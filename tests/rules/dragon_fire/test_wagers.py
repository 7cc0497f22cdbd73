"""What each wager wins and loses on, and what it pays: 6.1 and 9."""

from __future__ import annotations

from fractions import Fraction

from tests.rules.dragon_fire.pit import (
    ALL,
    EVERYTHING,
    HIGH,
    LOW,
    always,
    cents,
    frozen,
    lying,
    odds_paid,
    pairs,
    printed,
    refuses,
    tail,
    totals,
    while_frozen,
    while_open,
)
from tests.rules.fates import ends, leaves
from tests.rules.felt import at, each_throw, lay, throw


def test_6_1() -> None:
    """Seven kinds of wager and no others."""
    table = at("dragon-fire")
    assert set(table.book.wagers) == {wager for wager, _ in EVERYTHING}
    for other in ("tiger", "pair", "field", "win-line", "red", ""):
        refuses(table, "6.1", table.bet, 1, other, "10.00")


def test_6_1_1_1() -> None:
    """Dragon wins on 2 to 6."""
    assert ends(while_open("dragon"), "win", "6.1.1.1") == LOW


def test_6_1_1_2() -> None:
    """Dragon is frozen by a 7, and only by a 7."""
    assert leaves(while_open("dragon")) == totals(7)
    assert lying(frozen("dragon")) == [("dragon", None, 12_000)]
    assert frozen("dragon").state.area_state == "frozen"


def test_6_1_1_3() -> None:
    """Dragon loses on 8 to 12."""
    assert ends(while_open("dragon"), "lose", "6.1.1.3") == HIGH


def test_6_1_2_1() -> None:
    """Fire wins on 8 to 12."""
    assert ends(while_open("fire"), "win", "6.1.2.1") == HIGH


def test_6_1_2_2() -> None:
    """Fire is frozen by a 7, and only by a 7."""
    assert leaves(while_open("fire")) == totals(7)
    assert lying(frozen("fire")) == [("fire", None, 12_000)]
    assert frozen("fire").state.area_state == "frozen"


def test_6_1_2_3() -> None:
    """Fire loses on 2 to 6."""
    assert ends(while_open("fire"), "lose", "6.1.2.3") == LOW


def test_6_1_3_1() -> None:
    """Low Pair wins on two 1s, two 2s or two 3s."""
    assert ends(always("low-pair"), "win", "6.1.3.1") == pairs(1, 2, 3)


def test_6_1_3_2() -> None:
    """Low Pair loses on all else."""
    assert ends(always("low-pair"), "lose", "6.1.3.2") == set(ALL) - pairs(1, 2, 3)


def test_6_1_4_1() -> None:
    """High Pair wins on two 4s, two 5s or two 6s."""
    assert ends(always("high-pair"), "win", "6.1.4.1") == pairs(4, 5, 6)


def test_6_1_4_2() -> None:
    """High Pair loses on all else."""
    assert ends(always("high-pair"), "lose", "6.1.4.2") == set(ALL) - pairs(4, 5, 6)


def test_6_1_5() -> None:
    """Specific Pair is on one face from 1 to 6."""
    table = at("dragon-fire")
    for face in range(1, 7):
        lay(table, "specific-pair", face)
    for other in (0, 7, None, "1", (1, 2)):
        refuses(table, "6.1.5", table.bet, 1, "specific-pair", "10.00", other)
    assert len(lying(table)) == 6


def test_6_1_5_1() -> None:
    """Specific Pair wins when both dice show its face."""
    for face in range(1, 7):
        assert ends(always("specific-pair", face), "win", "6.1.5.1") == pairs(face)


def test_6_1_5_2() -> None:
    """Specific Pair loses on all else, other pairs included."""
    for face in range(1, 7):
        assert ends(always("specific-pair", face), "lose", "6.1.5.2") == set(ALL) - pairs(face)


def test_6_1_6() -> None:
    """Dice Total is on one total from 3 to 11."""
    table = at("dragon-fire")
    for number in range(3, 12):
        lay(table, "total", number)
    for other in (1, 2, 12, 13, None, (3, 4)):
        refuses(table, "6.1.6", table.bet, 1, "total", "10.00", other)
    assert len(lying(table)) == 9


def test_6_1_6_1() -> None:
    """Dice Total wins when its own total is rolled."""
    for number in range(3, 12):
        assert ends(always("total", number), "win", "6.1.6.1") == totals(number)


def test_6_1_6_2() -> None:
    """Dice Total loses on every other total."""
    for number in range(3, 12):
        assert ends(always("total", number), "lose", "6.1.6.2") == set(ALL) - totals(number)


def test_6_1_7() -> None:
    """An 8 freezes the Tail wagers that lie, of every seat, until another total or the third 8 in a row."""
    for run in (0, 1):
        assert leaves([each_throw(tail(run), "dragons-tail")]) == totals(8)
    assert leaves([each_throw(tail(2), "dragons-tail")]) == set()
    for run in (1, 2):
        refuses(tailed := tail(run), "6.4.1", tailed.bet, 2, "dragons-tail", "1.00")
    both = lay(lay(at("dragon-fire"), "dragons-tail"), "dragons-tail", seat=2)
    assert [bool(throw(both, total).settled) for total in (8, 8)] == [False, False]
    assert [line.seat for line in throw(both, 6).settled] == [1, 2]
    empty = at("dragon-fire")
    throw(empty, 8)
    throw(lay(empty, "dragons-tail"), 8)
    assert ends([each_throw(empty, "dragons-tail")], "win", "6.1.7.1") == set(ALL) - totals(8)


def test_6_1_7_1() -> None:
    """Tail wins on any other total after one 8."""
    assert ends([each_throw(tail(1), "dragons-tail")], "win", "6.1.7.1") == set(ALL) - totals(8)


def test_6_1_7_2() -> None:
    """Tail wins on any other total after two 8s in a row."""
    others = {dice: line for dice, line in each_throw(tail(2), "dragons-tail").items() if sum(dice) != 8}
    assert ends([others], "win", "6.1.7.2") == set(ALL) - totals(8)


def test_6_1_7_3() -> None:
    """Tail wins on the third 8 in a row, made any way, and no later."""
    eights = {dice: line for dice, line in each_throw(tail(2), "dragons-tail").items() if sum(dice) == 8}
    assert ends([eights], "win", "6.1.7.3") == totals(8)
    assert lying(tail(3)) == []


def test_6_1_7_4() -> None:
    """Tail loses when its first roll is not an 8, whether Dragon and Fire are open or frozen."""
    first = (each_throw(tail(0), "dragons-tail"), *while_frozen("dragons-tail"))
    assert ends(first, "lose", "6.1.7.4") == set(ALL) - totals(8)
    assert not any(ends([each_throw(tail(run), "dragons-tail")], "lose", "") for run in (1, 2))


def test_9_1() -> None:
    """High Pair pays 10 to 1."""
    assert printed("high-pair", "9.1") == odds_paid(always("high-pair"), pairs(4, 5, 6)) == {Fraction(10)}


def test_9_2() -> None:
    """Low Pair pays 10 to 1."""
    assert printed("low-pair", "9.2") == odds_paid(always("low-pair"), pairs(1, 2, 3)) == {Fraction(10)}


def test_9_3() -> None:
    """Dragon pays 1 to 1, frozen or not."""
    everywhere = (*while_open("dragon"), *while_frozen("dragon"))
    assert printed("dragon", "9.3") == odds_paid(everywhere, LOW) == {Fraction(1)}


def test_9_4() -> None:
    """Fire pays 1 to 1, frozen or not."""
    everywhere = (*while_open("fire"), *while_frozen("fire"))
    assert printed("fire", "9.4") == odds_paid(everywhere, HIGH) == {Fraction(1)}


def total_pays(number: int, clause: str) -> Fraction:
    """The one price of a Dice Total: by its clause, and on each of its throws in every state."""
    (pays,) = printed("total", clause)
    assert odds_paid(always("total", number), totals(number)) == {pays}
    return pays


def test_9_5_1() -> None:
    """Total 3 pays 15 to 1."""
    assert total_pays(3, "9.5.1") == 15


def test_9_5_2() -> None:
    """Total 4 pays 10 to 1."""
    assert total_pays(4, "9.5.2") == 10


def test_9_5_3() -> None:
    """Total 5 pays 7 to 1."""
    assert total_pays(5, "9.5.3") == 7


def test_9_5_4() -> None:
    """Total 6 pays 6 to 1."""
    assert total_pays(6, "9.5.4") == 6


def test_9_5_5() -> None:
    """Total 7 pays 4 to 1."""
    assert total_pays(7, "9.5.5") == 4


def test_9_5_6() -> None:
    """Total 8 pays 6 to 1."""
    assert total_pays(8, "9.5.6") == 6


def test_9_5_7() -> None:
    """Total 9 pays 7 to 1."""
    assert total_pays(9, "9.5.7") == 7


def test_9_5_8() -> None:
    """Total 10 pays 10 to 1."""
    assert total_pays(10, "9.5.8") == 10


def test_9_5_9() -> None:
    """Total 11 pays 15 to 1."""
    assert total_pays(11, "9.5.9") == 15


def test_9_6() -> None:
    """Specific Pair pays 33 to 1."""
    for face in range(1, 7):
        assert odds_paid(always("specific-pair", face), pairs(face)) == {Fraction(33)}
    assert printed("specific-pair", "9.6") == {Fraction(33)}


def tail_pays(run: int, clause: str, throws: set[tuple[int, int]]) -> Fraction:
    """The one price of a Tail wager that ends so; it is paid once, not for the shorter runs too."""
    (pays,) = printed("dragons-tail", clause)
    assert odds_paid([each_throw(tail(run), "dragons-tail")], throws) == {pays}
    table = tail(run)
    throw(table, min(throws))
    assert cents(table) == 10_000_000 + 12_000 * pays
    return pays


def test_9_7_1() -> None:
    """One 8 and then another total pays 2 to 1."""
    assert tail_pays(1, "9.7.1", set(ALL) - totals(8)) == 2


def test_9_7_2() -> None:
    """Two 8s and then another total pay 10 to 1."""
    assert tail_pays(2, "9.7.2", set(ALL) - totals(8)) == 10


def test_9_7_3() -> None:
    """Three 8s pay 100 to 1."""
    assert tail_pays(2, "9.7.3", totals(8)) == 100
