"""Place, Buy, Don't Place, Lay, Hardways, Big 6 and Big 8: 3.6.9 to 3.6.13, 3.6.23 and 3.6.24."""

from __future__ import annotations

from tests.rules.crown_craps.crown import (
    HARD,
    PHASES,
    POINTS,
    any_time,
    by,
    crown,
    dice_with,
    ends,
    fates,
    lies_through,
    no_bet,
    others,
)
from tests.rules.felt import Throw, each_throw, lay, throw, totals_with

EACH = [(number, phase) for number in POINTS for phase in PHASES]
EACH_HARD = [(number, phase) for number in HARD for phase in PHASES]
SEVENS = {(a, 7 - a) for a in range(1, 7)}


def offered_on(wager: str, clause: str, numbers: tuple[int, ...]) -> bool:
    """May it be placed at any time on these numbers, on no other and not without one?"""
    wrong = (None, *(n for n in range(14) if n not in numbers))
    return all(any_time(wager, n) for n in numbers) and all(no_bet(crown(), clause, wager, "20.00", n) for n in wrong)


def sits_out(wager: str, on: int | None, decided: tuple[int, ...]) -> bool:
    """Called on or awake, does it stand exactly on the other totals, and lie through them all?"""
    seen = {frozenset(totals_with(fates(wager, on, phase), None)) for phase in PHASES}
    return seen == {others(*decided)} and lies_through(lay(crown(5), wager, on), wager, on, others(*decided))


def easy_ways(number: int) -> set[Throw]:
    return {(a, number - a) for a in range(1, 7) if 1 <= number - a <= 6 and a != number - a}


def test_3_6_9() -> None:
    """A Place Bet goes down at any time on 4, 5, 6, 8, 9 or 10 and on nothing else."""
    assert offered_on("place", "3.6.9", POINTS)


def test_3_6_9_a() -> None:
    """A Place Bet that works wins on its own number alone."""
    for number, phase in EACH:
        assert ends(fates("place", number, phase), "win") == by("3.6.9(a)", number)


def test_3_6_9_b() -> None:
    """A Place Bet that works loses on 7 alone."""
    for number, phase in EACH:
        assert ends(fates("place", number, phase), "lose") == by("3.6.9(b)", 7)


def test_3_6_9_c() -> None:
    """A Place Bet stays as it lies on every total but its number and 7."""
    assert all(sits_out("place", number, (number, 7)) for number in POINTS)


def test_3_6_10() -> None:
    """A Buy Bet races like a Place Bet at true odds, for 5% of the stake paid when it is placed."""
    assert offered_on("buy", "3.6.10", POINTS)
    for number, phase in EACH:
        found = fates("buy", number, phase)
        assert ends(found, "win") == by("3.6.10", number)
        assert ends(found, "lose") == by("3.6.10", 7)
        assert totals_with(found, None) == others(number, 7)
    for number, won in {4: 4000, 5: 3000, 6: 2400, 8: 2400, 9: 3000, 10: 4000}.items():
        table = crown(9 if number == 5 else 5, smallest_chip="1.00", seats={1: "100.00"})
        assert no_bet(table, "3.6.10", "buy", "19.00", number)
        assert no_bet(table, "3.6.10", "buy", "21.00", number)
        assert lay(table, "buy", number, "20.00").balance(1) == "79.00"
        (line,) = throw(table, number).settled
        assert (line.winnings, line.returned, line.commission_back) == (won, 2000, 0)


def test_3_6_11() -> None:
    """A Don't Place Bet goes down at any time on 4, 5, 6, 8, 9 or 10 and on nothing else."""
    assert offered_on("dont-place", "3.6.11", POINTS)


def test_3_6_11_a() -> None:
    """A Don't Place Bet wins on 7 alone, on the come out as well."""
    for number, phase in EACH:
        assert ends(fates("dont-place", number, phase), "win") == by("3.6.11(a)", 7)


def test_3_6_11_b() -> None:
    """A Don't Place Bet loses on its own number alone, on the come out as well."""
    for number, phase in EACH:
        assert ends(fates("dont-place", number, phase), "lose") == by("3.6.11(b)", number)


def test_3_6_11_c() -> None:
    """A Don't Place Bet stays as it lies on every total but its number and 7."""
    assert all(sits_out("dont-place", number, (number, 7)) for number in POINTS)


def test_3_6_12() -> None:
    """A Lay Bet races like a Don't Place Bet at true odds, for 5% of what it may win paid beforehand."""
    assert offered_on("lay", "3.6.12", POINTS)
    for number, phase in EACH:
        found = fates("lay", number, phase)
        assert ends(found, "win") == by("3.6.12", 7)
        assert ends(found, "lose") == by("3.6.12", number)
        assert totals_with(found, None) == others(number, 7)
    for number, stake in {4: 40, 5: 30, 6: 24, 8: 24, 9: 30, 10: 40}.items():
        table = crown(smallest_chip="1.00", seats={1: "100.00"})
        for wrong in (stake - 1, stake + 1):
            assert no_bet(table, "3.6.12", "lay", f"{wrong}.00", number)
        assert lay(table, "lay", number, f"{stake}.00").balance(1) == f"{100 - stake - 1}.00"
        (line,) = throw(table, 7).settled
        assert (line.winnings, line.returned, line.commission_back) == (2000, stake * 100, 0)


def test_3_6_13() -> None:
    """Hardways go down at any time on 4, 6, 8 or 10, several at once, and on nothing else."""
    assert offered_on("hardway", "3.6.13", HARD)
    table = crown()
    for number in HARD:
        lay(table, "hardway", number)
    assert [s.on for s in table.standing] == [*HARD]


def test_3_6_13_a() -> None:
    """A Hardway that works wins on two equal faces of its total and on no other throw."""
    for number, phase in EACH_HARD:
        found = fates("hardway", number, phase)
        assert dice_with(found, "win") == dice_with(found, "win", "3.6.13(a)") == {(number // 2, number // 2)}


def test_3_6_13_b() -> None:
    """A Hardway that works loses on its total made any other way and on every 7."""
    for number, phase in EACH_HARD:
        found = fates("hardway", number, phase)
        assert dice_with(found, "lose") == dice_with(found, "lose", "3.6.13(b)") == easy_ways(number) | SEVENS


def test_3_6_13_c() -> None:
    """A Hardway stays as it lies on every total but its own and 7."""
    assert all(sits_out("hardway", number, (number, 7)) for number in HARD)


def test_3_6_23() -> None:
    """Big 6 goes down at any time, works on the come out, and names no number."""
    assert any_time("big-6")
    assert all(no_bet(crown(phase), "3.6.23", "big-6", "5.00", 6) for phase in PHASES)
    assert each_throw(lay(crown(), "big-6"), "big-6") == each_throw(lay(crown(5), "big-6"), "big-6")


def test_3_6_23_a() -> None:
    """Big 6 wins on 6 alone, in every phase."""
    assert all(ends(fates("big-6", phase=phase), "win") == by("3.6.23(a)", 6) for phase in PHASES)


def test_3_6_23_b() -> None:
    """Big 6 loses on 7 alone, in every phase."""
    assert all(ends(fates("big-6", phase=phase), "lose") == by("3.6.23(b)", 7) for phase in PHASES)


def test_3_6_23_c() -> None:
    """Big 6 stays as it lies on every total but 6 and 7."""
    assert sits_out("big-6", None, (6, 7))


def test_3_6_24() -> None:
    """Big 8 goes down at any time, works on the come out, and names no number."""
    assert any_time("big-8")
    assert all(no_bet(crown(phase), "3.6.24", "big-8", "5.00", 8) for phase in PHASES)
    assert each_throw(lay(crown(), "big-8"), "big-8") == each_throw(lay(crown(5), "big-8"), "big-8")


def test_3_6_24_a() -> None:
    """Big 8 wins on 8 alone, in every phase."""
    assert all(ends(fates("big-8", phase=phase), "win") == by("3.6.24(a)", 8) for phase in PHASES)


def test_3_6_24_b() -> None:
    """Big 8 loses on 7 alone, in every phase."""
    assert all(ends(fates("big-8", phase=phase), "lose") == by("3.6.24(b)", 7) for phase in PHASES)


def test_3_6_24_c() -> None:
    """Big 8 stays as it lies on every total but 8 and 7."""
    assert sits_out("big-8", None, (8, 7))
