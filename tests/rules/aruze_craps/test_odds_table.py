"""What winning wagers are paid: the table of 3.10, row by row."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tests.rules.aruze_craps.terminal import (
    POINTS,
    any_time,
    cents,
    first_roll,
    odds_paid,
    printed,
    puck,
    totals,
    with_point,
)
from tests.rules.fates import Fates
from tests.rules.felt import lay, throw

ELEVENTHS = "110.00"
"""A stake that 5 to 11 pays without a fraction of a cent."""


PRINTED = {
    "Pass Line": "1",
    "Odds 4/10": "2",
    "Odds 5/9": "3/2",
    "Odds 6/8": "6/5",
    "Come": "1",
    "Come Odds 4/10": "2",
    "Come Odds 5/9": "3/2",
    "Come Odds 6/8": "6/5",
    "Big 6": "1",
    "Big 8": "1",
    "Place 4/10": "9/5",
    "Place 5/9": "7/5",
    "Place 6/8": "7/6",
    "Buy 4/10": "2",
    "Buy 5/9": "3/2",
    "Buy 6/8": "6/5",
    "Hardways 4/10": "15/2",
    "Hardways 6/8": "9",
    "Don't Pass Line": "1",
    "Don't Odds 4/10": "1/2",
    "Don't Odds 5/9": "2/3",
    "Don't Odds 6/8": "5/6",
    "Don't Come": "1",
    "Don't Come Odds 4/10": "1/2",
    "Don't Come Odds 5/9": "2/3",
    "Don't Come Odds 6/8": "5/6",
    "Place to Lose 4/10": "5/11",
    "Place to Lose 5/9": "5/8",
    "Place to Lose 6/8": "4/5",
    "Lay 4/10": "1/2",
    "Lay 5/9": "2/3",
    "Lay 6/8": "5/6",
    "Field 3,4,9,10,11": "1",
    "Field 2,12": "2",
    "Any Seven": "9/2",
    "Any Craps": "15/2",
    "C (Craps)": "15/2",
    "E (Eleven)": "16",
    "C&E 2,3,12": "13/4",
    "C&E 11": "15/2",
    "Horn 3,11": "16",
    "Horn 2,12": "33",
    "Hop hard pair": "33",
    "Hop easy pair": "16",
}
"""The table as printed, each price for one."""


def row(wager: str, name: str, pays: Fraction, *won: tuple[Iterable[Fates], set[tuple[int, int]]]) -> None:
    """The row has these odds, and each of these winning throws is paid at exactly them in every phase."""
    assert printed(wager, name) == {pays}
    for everywhere, throws in won:
        assert odds_paid(everywhere, throws) == {pays}


def flat_row(wager: str, name: str, *first: int, on_seven: bool = False) -> None:
    """A line wager pays even money on its first roll and by its point."""
    points = [(with_point(wager, point), totals(7 if on_seven else point)) for point in POINTS]
    row(wager, name, Fraction(1), (first_roll(wager), totals(*first)), *points)


def right_row(wager: str, odds: str, name: str, pays: Fraction, *points: int) -> None:
    """Odds that win on their point."""
    row(odds, name, pays, *((with_point(wager, point, odds), totals(point)) for point in points))


def wrong_row(wager: str, odds: str, name: str, pays: Fraction, *points: int) -> None:
    """Odds that win on 7."""
    row(odds, name, pays, *((with_point(wager, point, odds), totals(7)) for point in points))


def number_row(wager: str, name: str, pays: Fraction, *numbers: int) -> None:
    """A wager that wins on its number."""
    row(wager, name, pays, *((any_time(wager, number), totals(number)) for number in numbers))


def against_row(wager: str, name: str, pays: Fraction, *numbers: int, stake: str = "120.00") -> None:
    """A wager that wins on 7 before its number."""
    row(wager, name, pays, *((any_time(wager, number, stake), totals(7)) for number in numbers))


def roll_row(wager: str, name: str, pays: Fraction, *winning: int) -> None:
    """A wager on one throw."""
    row(wager, name, pays, (any_time(wager), totals(*winning)))


def test_3_10() -> None:
    """Every wager is paid from the 44 rows of the table, stake back, fractions made up to a cent."""
    rows = [{arm.pays.clause for arm in w.arms() if arm.pays} for w in puck().book.wagers.values()]
    assert all(rows)
    assert len(set[str]().union(*rows)) == sum(map(len, rows)) == 44
    book = puck().book
    machines = [book.machine(name, on) for name, wager in book.wagers.items() for on in wager.shapes]
    assert {(arm.pays.clause, arm.odds) for machine in machines for arm in machine.arms if arm.pays} == {
        (f"3.10[{name}]", Fraction(odds)) for name, odds in PRINTED.items()
    }
    for stake, paid in {"5.99": 699, "6.00": 700, "6.01": 702}.items():
        table = lay(puck(), "place", 6, stake)
        (line,) = throw(table, 6).settled
        assert (line.winnings, line.returned) == (paid, line.stake)
        assert cents(table) == 10_000_000 + paid


def test_3_10_pass_line() -> None:
    """Pass Line pays 1 to 1."""
    flat_row("pass-line", "Pass Line", 7, 11)


def test_3_10_odds_4_10() -> None:
    """Odds on 4 and 10 pay 2 to 1."""
    right_row("pass-line", "odds", "Odds 4/10", Fraction(2), 4, 10)


def test_3_10_odds_5_9() -> None:
    """Odds on 5 and 9 pay 3 to 2."""
    right_row("pass-line", "odds", "Odds 5/9", Fraction(3, 2), 5, 9)


def test_3_10_odds_6_8() -> None:
    """Odds on 6 and 8 pay 6 to 5."""
    right_row("pass-line", "odds", "Odds 6/8", Fraction(6, 5), 6, 8)


def test_3_10_come() -> None:
    """Come pays 1 to 1."""
    flat_row("come", "Come", 7, 11)


def test_3_10_come_odds_4_10() -> None:
    """Come Odds on 4 and 10 pay 2 to 1."""
    right_row("come", "come-odds", "Come Odds 4/10", Fraction(2), 4, 10)


def test_3_10_come_odds_5_9() -> None:
    """Come Odds on 5 and 9 pay 3 to 2."""
    right_row("come", "come-odds", "Come Odds 5/9", Fraction(3, 2), 5, 9)


def test_3_10_come_odds_6_8() -> None:
    """Come Odds on 6 and 8 pay 6 to 5."""
    right_row("come", "come-odds", "Come Odds 6/8", Fraction(6, 5), 6, 8)


def test_3_10_big_6() -> None:
    """Big 6 pays 1 to 1."""
    roll_row("big-6", "Big 6", Fraction(1), 6)


def test_3_10_big_8() -> None:
    """Big 8 pays 1 to 1."""
    roll_row("big-8", "Big 8", Fraction(1), 8)


def test_3_10_place_4_10() -> None:
    """Place on 4 and 10 pays 9 to 5."""
    number_row("place", "Place 4/10", Fraction(9, 5), 4, 10)


def test_3_10_place_5_9() -> None:
    """Place on 5 and 9 pays 7 to 5."""
    number_row("place", "Place 5/9", Fraction(7, 5), 5, 9)


def test_3_10_place_6_8() -> None:
    """Place on 6 and 8 pays 7 to 6."""
    number_row("place", "Place 6/8", Fraction(7, 6), 6, 8)


def test_3_10_buy_4_10() -> None:
    """Buy on 4 and 10 pays 2 to 1."""
    number_row("buy", "Buy 4/10", Fraction(2), 4, 10)


def test_3_10_buy_5_9() -> None:
    """Buy on 5 and 9 pays 3 to 2."""
    number_row("buy", "Buy 5/9", Fraction(3, 2), 5, 9)


def test_3_10_buy_6_8() -> None:
    """Buy on 6 and 8 pays 6 to 5."""
    number_row("buy", "Buy 6/8", Fraction(6, 5), 6, 8)


def hard_row(name: str, pays: Fraction, *numbers: int) -> None:
    """A hardway made by its pair."""
    pairs = ((any_time("hardway", n), {(n // 2, n // 2)}) for n in numbers)
    row("hardway", name, pays, *pairs)


def test_3_10_hardways_4_10() -> None:
    """Hard 4 and hard 10 pay 15 to 2."""
    hard_row("Hardways 4/10", Fraction(15, 2), 4, 10)


def test_3_10_hardways_6_8() -> None:
    """Hard 6 and hard 8 pay 9 to 1."""
    hard_row("Hardways 6/8", Fraction(9), 6, 8)


def test_3_10_don_t_pass_line() -> None:
    """Don't Pass pays 1 to 1."""
    flat_row("dont-pass", "Don't Pass Line", 2, 3, on_seven=True)


def test_3_10_don_t_odds_4_10() -> None:
    """Don't Odds against 4 and 10 pay 1 to 2."""
    wrong_row("dont-pass", "dont-odds", "Don't Odds 4/10", Fraction(1, 2), 4, 10)


def test_3_10_don_t_odds_5_9() -> None:
    """Don't Odds against 5 and 9 pay 2 to 3."""
    wrong_row("dont-pass", "dont-odds", "Don't Odds 5/9", Fraction(2, 3), 5, 9)


def test_3_10_don_t_odds_6_8() -> None:
    """Don't Odds against 6 and 8 pay 5 to 6."""
    wrong_row("dont-pass", "dont-odds", "Don't Odds 6/8", Fraction(5, 6), 6, 8)


def test_3_10_don_t_come() -> None:
    """Don't Come pays 1 to 1."""
    flat_row("dont-come", "Don't Come", 2, 3, on_seven=True)


def test_3_10_don_t_come_odds_4_10() -> None:
    """Don't Come Odds against 4 and 10 pay 1 to 2."""
    wrong_row("dont-come", "dont-come-odds", "Don't Come Odds 4/10", Fraction(1, 2), 4, 10)


def test_3_10_don_t_come_odds_5_9() -> None:
    """Don't Come Odds against 5 and 9 pay 2 to 3."""
    wrong_row("dont-come", "dont-come-odds", "Don't Come Odds 5/9", Fraction(2, 3), 5, 9)


def test_3_10_don_t_come_odds_6_8() -> None:
    """Don't Come Odds against 6 and 8 pay 5 to 6."""
    wrong_row("dont-come", "dont-come-odds", "Don't Come Odds 6/8", Fraction(5, 6), 6, 8)


def test_3_10_place_to_lose_4_10() -> None:
    """Place to Lose against 4 and 10 pays 5 to 11."""
    against_row("place-to-lose", "Place to Lose 4/10", Fraction(5, 11), 4, 10, stake=ELEVENTHS)


def test_3_10_place_to_lose_5_9() -> None:
    """Place to Lose against 5 and 9 pays 5 to 8."""
    against_row("place-to-lose", "Place to Lose 5/9", Fraction(5, 8), 5, 9)


def test_3_10_place_to_lose_6_8() -> None:
    """Place to Lose against 6 and 8 pays 4 to 5."""
    against_row("place-to-lose", "Place to Lose 6/8", Fraction(4, 5), 6, 8)


def test_3_10_lay_4_10() -> None:
    """Lay against 4 and 10 pays 1 to 2."""
    against_row("lay", "Lay 4/10", Fraction(1, 2), 4, 10)


def test_3_10_lay_5_9() -> None:
    """Lay against 5 and 9 pays 2 to 3."""
    against_row("lay", "Lay 5/9", Fraction(2, 3), 5, 9)


def test_3_10_lay_6_8() -> None:
    """Lay against 6 and 8 pays 5 to 6."""
    against_row("lay", "Lay 6/8", Fraction(5, 6), 6, 8)


def test_3_10_field_3_4_9_10_11() -> None:
    """Field pays 1 to 1 on 3, 4, 9, 10 and 11."""
    roll_row("field", "Field 3,4,9,10,11", Fraction(1), 3, 4, 9, 10, 11)


def test_3_10_field_2_12() -> None:
    """Field pays 2 to 1 on 2 and 12."""
    roll_row("field", "Field 2,12", Fraction(2), 2, 12)


def test_3_10_any_seven() -> None:
    """Any Seven pays 9 to 2."""
    roll_row("any-seven", "Any Seven", Fraction(9, 2), 7)


def test_3_10_any_craps() -> None:
    """Any Craps pays 15 to 2 on each of its totals."""
    roll_row("any-craps", "Any Craps", Fraction(15, 2), 2, 3, 12)


def test_3_10_c_craps() -> None:
    """C pays 15 to 2 on each of its totals."""
    roll_row("craps", "C (Craps)", Fraction(15, 2), 2, 3, 12)


def test_3_10_e_eleven() -> None:
    """E pays 16 to 1."""
    roll_row("eleven", "E (Eleven)", Fraction(16), 11)


def test_3_10_c_e_2_3_12() -> None:
    """C and E pays 13 to 4 of the whole stake on 2, 3 and 12, and the whole stake comes back."""
    roll_row("craps-and-eleven", "C&E 2,3,12", Fraction(13, 4), 2, 3, 12)
    assert all(whole_stake_back("craps-and-eleven", number) for number in (2, 3, 12))


def test_3_10_c_e_11() -> None:
    """C and E pays 15 to 2 of the whole stake on 11, and the whole stake comes back."""
    roll_row("craps-and-eleven", "C&E 11", Fraction(15, 2), 11)
    assert whole_stake_back("craps-and-eleven", 11)


def whole_stake_back(wager: str, number: int) -> bool:
    (line,) = throw(lay(puck(), wager), number).settled
    return line.returned == line.stake


def quarter_row(name: str, pays: int, *winning: int) -> None:
    """The Horn's odds are those of one quarter; of the whole stake they are a quarter as much."""
    assert printed("horn", name) == {Fraction(pays)}
    assert odds_paid(any_time("horn"), totals(*winning)) == {Fraction(pays, 4)}


def test_3_10_horn_3_11() -> None:
    """A Horn pays 16 to 1 on the quarter that 3 or 11 wins."""
    quarter_row("Horn 3,11", 16, 3, 11)


def test_3_10_horn_2_12() -> None:
    """A Horn pays 33 to 1 on the quarter that 2 or 12 wins."""
    quarter_row("Horn 2,12", 33, 2, 12)


def test_3_10_hop_hard_pair() -> None:
    """A hop on two equal faces pays 33 to 1."""
    row("hop", "Hop hard pair", Fraction(33), *((any_time("hop", (n, n)), {(n, n)}) for n in range(1, 7)))


def test_3_10_hop_easy_pair() -> None:
    """A hop on two different faces pays 16 to 1, whichever die shows which."""
    pairs = [(low, high) for low in range(1, 7) for high in range(low + 1, 7)]
    row("hop", "Hop easy pair", Fraction(16), *((any_time("hop", p), {p, (p[1], p[0])}) for p in pairs))
