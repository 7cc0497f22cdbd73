"""What the book's words mean at the table: 1.1."""

from __future__ import annotations

from tests.rules.dragon_fire.pit import (
    ALL,
    OTHERS,
    RICH,
    SIDES,
    always,
    cents,
    frozen,
    lying,
    refuses,
    tail,
    totals,
    wins_on,
)
from tests.rules.fates import ends
from tests.rules.felt import at, lay, throw
from tests.rules.terms import defined


def test_1_1_dragon_s_tail() -> None:
    """Dragon's Tail is a wager of its own that a player may make or leave, as 6.1.7 says."""
    defined("dragon-fire", "Dragon's Tail")
    table = at("dragon-fire")
    assert table.book.wagers["dragons-tail"].clause == "6.1.7"
    throw(lay(table, "dragon"), 8)
    assert cents(table) == RICH - 12_000
    throw(lay(table, "dragons-tail", seat=2), 9)
    assert (cents(table), cents(table, 2)) == (RICH - 12_000, RICH - 12_000)


def test_1_1_frozen() -> None:
    """A frozen wager is neither paid nor taken nor added to, and nobody else may wager there, until it is decided."""
    defined("dragon-fire", "frozen")
    for side in SIDES:
        table = frozen(side)
        assert (lying(table), cents(table)) == ([(side, None, 12_000)], RICH - 12_000)
        for seat in (1, 2):
            refuses(table, "6.2.4", table.bet, seat, side, "1.00")
        throw(table, 5)
        assert (lying(table), bool(table.bet(2, side, "1.00"))) == ([], True)
    for run in (1, 2):
        table = tail(run)
        assert (lying(table), cents(table)) == ([("dragons-tail", None, 12_000)], RICH - 12_000)
        for seat in (1, 2):
            refuses(table, "6.4.1", table.bet, seat, "dragons-tail", "1.00")
        throw(table, 5)
        assert (lying(table), bool(table.bet(2, "dragons-tail", "1.00"))) == ([], True)


def test_1_1_pair() -> None:
    """A pair is the same face on both dice, from 1 to 6: six throws, each in one Specific Pair and one half."""
    defined("dragon-fire", "pair")
    specific = [ends(always("specific-pair", face), "win", "6.1.5.1") for face in range(1, 7)]
    halves = ends(always("low-pair"), "win", "6.1.3.1") | ends(always("high-pair"), "win", "6.1.4.1")
    assert specific == [{(face, face)} for face in range(1, 7)]
    assert halves == set().union(*specific) == {(a, b) for a, b in ALL if a == b}


def test_1_1_round_of_play() -> None:
    """A round runs from no more bets until what its roll decides is settled; nothing is wagered within it."""
    defined("dragon-fire", "round of play")
    for dice in ALL:
        table = lay(lay(at("dragon-fire"), "dragon"), "low-pair")
        assert table.bet(2, "total", "1.00", 7)
        table.no_more_bets()
        for wager, on in OTHERS:
            refuses(table, "6.4", table.bet, 1, wager, "1.00", on)
        decided = {line.wager for line in throw(table, dice).settled}
        assert decided == {"low-pair", "total"} | ({"dragon"} if sum(dice) != 7 else set())
        assert table.bet(1, "low-pair", "1.00")


def test_1_1_total() -> None:
    """The total is the sum of the two upper faces."""
    defined("dragon-fire", "total")
    for number in range(3, 12):
        assert ends(always("total", number), "win", "6.1.6.1") == totals(number) == wins_on("total", number)
    assert [len(totals(number)) for number in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_1_1_void() -> None:
    """A void wager has no result: the stake goes back and nothing is won."""
    defined("dragon-fire", "void")
    table = at("dragon-fire")
    for wager, on in (("dragon", None), ("fire", None), *OTHERS):
        lay(table, wager, on)
    table.no_more_bets()
    lines = table.no_roll("die on die").settled
    assert len(lines) == 2 + len(OTHERS)
    assert {(line.result, line.stake, line.winnings, line.returned) for line in lines} == {("void", 12_000, 0, 12_000)}
    assert (lying(table), cents(table)) == ([], RICH)
