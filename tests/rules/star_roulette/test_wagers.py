"""Clause 3.2: what each wager covers, which sets of numbers the cloth has, and what every pocket does."""

from __future__ import annotations

from tests.rules.felt import at, lay
from tests.rules.star_roulette.layout import (
    BLACK,
    BOOK,
    COLUMNS,
    CORNERS,
    DOZENS,
    EVEN_CHANCES,
    FIVE,
    ODDS,
    POCKETS,
    RED,
    SIX_LINES,
    SPLITS,
    STREETS,
    WHEELS,
    Numbers,
    all_wagers,
    offered,
    refusal,
    wins_only,
)

SPOTS = {"single": 37 + 60 + 14 + 23 + 11 + 3 + 3 + 6, "double": 38 + 62 + 15 + 22 + 1 + 11 + 3 + 3 + 6}
"""How many wagers there are: by numbers covered, then columns, dozens and even chances."""


def each_wins(wager: str, sets: set[Numbers], clause: str, wheels: tuple[str, ...] = WHEELS) -> None:
    """Each of these sets wins on any number in it and on no other."""
    for wheel in wheels:
        for on in sets:
            wins_only(wheel, wager, on, on, clause)


def even_chance(wager: str, numbers: set[int], clause: str) -> None:
    """An outside wager of 18 numbers, at both wheels; it is not on any one number."""
    assert len(numbers) == 18
    for wheel in WHEELS:
        wins_only(wheel, wager, None, numbers, clause)
        assert refusal(at(BOOK, wheel=wheel), wager, 1).clause == clause


def not_at_double(wager: str, on: Numbers, clause: str) -> None:
    """A single zero wager is turned away where there is a 00, by the clause that says so."""
    assert refusal(at(BOOK, wheel="double"), wager, on).clause == clause


def test_3_2() -> None:
    """Only the wagers of this rule are taken, each on the sets of numbers that it has."""
    for wheel in WHEELS:
        table = at(BOOK, wheel=wheel)
        for name in ("basket", "snake", "win-line", "Straight", "neighbours", ""):
            assert refusal(table, name).clause == "3.2"
        for wager, on in all_wagers(wheel):
            lay(table, wager, on, "1.00")
        assert len(table.standing) == len(all_wagers(wheel)) == SPOTS[wheel]
        assert set(table.book.wagers) == set(ODDS) - ({"five-line"} if wheel == "single" else set())


def test_3_2_1() -> None:
    """One number, zeros included, wins on itself alone."""
    for wheel in WHEELS:
        each_wins("straight", {(pocket,) for pocket in POCKETS[wheel]}, "3.2.1", (wheel,))
        for wrong in (37, -1, "000", None):
            assert refusal(at(BOOK, wheel=wheel), "straight", wrong).clause == "3.2.1"


def test_3_2_2_1() -> None:
    """Two neighbours win on either; of all pairs without a zero just the 57 neighbours are taken."""
    assert len(SPLITS) == 57
    each_wins("split", set(SPLITS), "3.2.2.1")
    for wheel in WHEELS:
        assert {on for on in offered("split", 2, wheel) if not {0, "00"} & set(on)} == SPLITS


def test_3_2_2_2() -> None:
    """At a single zero, 0 pairs with 1, 2 or 3 and with nothing else."""
    each_wins("split", {(0, 1), (0, 2), (0, 3)}, "3.2.2.2", ("single",))
    assert {on for on in offered("split", 2, "single") if 0 in on} == {(0, 1), (0, 2), (0, 3)}
    assert refusal(at(BOOK, wheel="double"), "split", (0, 3)).clause.startswith("3.2.2")


def test_3_2_2_3() -> None:
    """At a double zero, 0 pairs with 00, 1 or 2 and with nothing else."""
    each_wins("split", {("00", 0), (0, 1), (0, 2)}, "3.2.2.3", ("double",))
    assert {on for on in offered("split", 2, "double") if 0 in on} == {("00", 0), (0, 1), (0, 2)}


def test_3_2_2_4() -> None:
    """00 pairs with 0, 2 or 3 and with nothing else; the pair of both zeros is one wager."""
    each_wins("split", {("00", 2), ("00", 3)}, "3.2.2.4", ("double",))
    assert {on for on in offered("split", 2, "double") if "00" in on} == {("00", 0), ("00", 2), ("00", 3)}
    table = lay(lay(at(BOOK, wheel="double"), "split", (0, "00")), "split", ("00", 0))
    assert [standing.on for standing in table.standing] == [("00", 0)]


def test_3_2_3_1() -> None:
    """A street wins on any number of its row; the 12 rows are the only streets without a zero."""
    assert len(STREETS) == 12
    each_wins("street", set(STREETS), "3.2.3.1")
    for wheel in WHEELS:
        assert {on for on in offered("street", 3, wheel) if not {0, "00"} & set(on)} == STREETS


def test_3_2_3_2() -> None:
    """0, 1 and 2 go together at both wheels, in whatever order they are named."""
    each_wins("street", {(0, 1, 2)}, "3.2.3.2")
    for wheel in WHEELS:
        assert at(BOOK, wheel=wheel).bet(1, "street", "1.00", [2, 0, 1])


def test_3_2_3_3() -> None:
    """0, 2 and 3 go together at a single zero; where there is a 00 this very clause turns them away."""
    each_wins("street", {(0, 2, 3)}, "3.2.3.3", ("single",))
    assert {on for on in offered("street", 3, "single") if 0 in on} == {(0, 1, 2), (0, 2, 3)}
    not_at_double("street", (0, 2, 3), "3.2.3.3")


def test_3_2_3_4() -> None:
    """0, 00 and 2 go together, at a double zero only."""
    each_wins("street", {("00", 0, 2)}, "3.2.3.4", ("double",))
    assert {on for on in offered("street", 3, "double") if 0 in on} == {(0, 1, 2), ("00", 0, 2)}
    refusal(at(BOOK), "street", (0, "00", 2))


def test_3_2_3_5() -> None:
    """00, 2 and 3 go together, at a double zero only."""
    each_wins("street", {("00", 2, 3)}, "3.2.3.5", ("double",))
    assert {on for on in offered("street", 3, "double") if "00" in on} == {("00", 0, 2), ("00", 2, 3)}
    refusal(at(BOOK), "street", ("00", 2, 3))


def test_3_2_4_1() -> None:
    """A corner wins on any of four numbers that meet; there are 22 and no other four without a zero."""
    assert len(CORNERS) == 22
    each_wins("corner", set(CORNERS), "3.2.4.1")
    for wheel in WHEELS:
        assert {on for on in offered("corner", 4, wheel) if not {0, "00"} & set(on)} == CORNERS


def test_3_2_4_2() -> None:
    """0 to 3 go together at a single zero; where there is a 00 this very clause turns them away."""
    each_wins("corner", {(0, 1, 2, 3)}, "3.2.4.2", ("single",))
    assert {on for on in offered("corner", 4, "single") if 0 in on} == {(0, 1, 2, 3)}
    not_at_double("corner", (0, 1, 2, 3), "3.2.4.2")


def test_3_2_5() -> None:
    """The five-line of 0, 00, 1, 2 and 3 is only had where there is a 00, and wins on any of the five."""
    each_wins("five-line", {FIVE}, "3.2.5", ("double",))
    table = at(BOOK, wheel="double")
    for wrong in ((0, 1, 2, 3, 4), ("00", 1, 2, 3, 4), (0, 1, 2, 3), 0):
        assert refusal(table, "five-line", wrong).clause == "3.2.5"
    assert refusal(at(BOOK), "five-line", FIVE).clause == "3.2.5"


def test_3_2_6() -> None:
    """A six-line wins on the numbers of two rows that touch, and loses on the zeros; there are 11."""
    assert len(SIX_LINES) == 11
    each_wins("six-line", set(SIX_LINES), "3.2.6")
    rows = sorted(STREETS)
    for wheel in WHEELS:
        table = at(BOOK, wheel=wheel)
        taken = {(*a, *b) for a in rows for b in rows if a < b and table.bet(1, "six-line", "1.00", (*a, *b))}
        assert taken == SIX_LINES
        assert refusal(table, "six-line", (0, 1, 2, 3, 4, 5)).clause == "3.2.6"


def test_3_2_7() -> None:
    """A column wins on its 12 numbers and loses on the rest, zeros included."""
    for wheel in WHEELS:
        for column, numbers in COLUMNS.items():
            assert numbers == set(range(column, 37, 3))
            wins_only(wheel, "column", column, numbers, "3.2.7")
        assert {refusal(at(BOOK, wheel=wheel), "column", wrong).clause for wrong in (0, 4, None)} == {"3.2.7"}


def test_3_2_8() -> None:
    """A dozen (1 to 12, 13 to 24, 25 to 36) wins on its numbers and loses on the rest, zeros included."""
    for wheel in WHEELS:
        for dozen, numbers in DOZENS.items():
            wins_only(wheel, "dozen", dozen, numbers, "3.2.8")
        assert {refusal(at(BOOK, wheel=wheel), "dozen", wrong).clause for wrong in (0, 4, None)} == {"3.2.8"}


def test_3_2_9() -> None:
    """Low wins on 1 to 18 and loses on 19 to 36 and the zeros."""
    even_chance("low", set(range(1, 19)), "3.2.9")


def test_3_2_10() -> None:
    """High wins on 19 to 36 and loses on 1 to 18 and the zeros."""
    even_chance("high", set(range(19, 37)), "3.2.10")


def test_3_2_11() -> None:
    """Even wins on even numbers; the zeros are not even."""
    even_chance("even", {n for n in EVEN_CHANCES["low"] | EVEN_CHANCES["high"] if n % 2 == 0}, "3.2.11")


def test_3_2_12() -> None:
    """Odd wins on odd numbers and loses on even ones and the zeros."""
    even_chance("odd", {n for n in EVEN_CHANCES["low"] | EVEN_CHANCES["high"] if n % 2 == 1}, "3.2.12")


def test_3_2_13() -> None:
    """Red wins on the red numbers and loses on black and the zeros."""
    even_chance("red", RED, "3.2.13")


def test_3_2_14() -> None:
    """Black wins on the black numbers and loses on red and the zeros."""
    even_chance("black", BLACK, "3.2.14")
