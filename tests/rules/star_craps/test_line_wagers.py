"""Win Line, Don't Win, Come and Don't Come: when they are made and how they end (6.1.1 to 6.1.4)."""

from __future__ import annotations

from tests.rules.felt import each_throw, lay, throw
from tests.rules.star_craps.layout import (
    EVERY,
    POINTS,
    came,
    felt,
    on_line,
    refuses,
    settles,
    stands,
    travelled,
)


def test_6_1_1() -> None:
    """Win Line is taken just before a come out roll and turned away under every point."""
    for point in POINTS:
        refuses(felt(point), "6.1.1", "win-line")
        refuses(on_line("win-line", point), "6.1.1", "win-line")
        assert not felt(point).bet(2, "win-line", "5.00")
    assert felt().bet(1, "win-line", "5.00")
    for dice in (2, 3, 7, 11, 12):
        assert on_line("win-line", dice).bet(1, "win-line", "5.00")


def test_6_1_1_1_1() -> None:
    """On the come out roll 7 and 11, and nothing else, win for Win Line at once."""
    settles(each_throw(lay(felt(), "win-line"), "win-line"), "win", "6.1.1.1.1", {7, 11})


def test_6_1_1_1_2() -> None:
    """Win Line wins when its point comes again, however many other totals but 7 come between."""
    for point in POINTS:
        table = on_line("win-line", point)
        for between in (point, *EVERY - {point, 7}):
            if between != point:
                throw(table, between)
            fates = each_throw(table, "win-line")
            settles(fates, "win", "6.1.1.1.2", {point})
            stands(fates, EVERY - {point, 7})


def test_6_1_1_2_1() -> None:
    """On the come out roll 2, 3 and 12 lose for Win Line; the six points leave it up."""
    fates = each_throw(lay(felt(), "win-line"), "win-line")
    settles(fates, "lose", "6.1.1.2.1", {2, 3, 12})
    stands(fates, POINTS)


def test_6_1_1_2_2() -> None:
    """With its point set Win Line loses on 7 and on nothing else."""
    for point in POINTS:
        table = on_line("win-line", point)
        for between in (None, *EVERY - {point, 7}):
            if between:
                throw(table, between)
            settles(each_throw(table, "win-line"), "lose", "6.1.1.2.2", {7})


def test_6_1_2() -> None:
    """Don't Win is taken just before a come out roll and turned away under every point."""
    for point in POINTS:
        refuses(felt(point), "6.1.2", "dont-win")
        refuses(on_line("dont-win", point), "6.1.2", "dont-win")
    assert felt().bet(1, "dont-win", "5.00")
    for dice in (2, 3, 7, 11, 12):
        assert on_line("dont-win", dice).bet(1, "dont-win", "5.00")


def test_6_1_2_1_1() -> None:
    """On the come out roll 3 and 12, and nothing else, win for Don't Win."""
    settles(each_throw(lay(felt(), "dont-win"), "dont-win"), "win", "6.1.2.1.1", {3, 12})


def test_6_1_2_1_2() -> None:
    """With a point set Don't Win wins on 7 and on nothing else."""
    for point in POINTS:
        table = on_line("dont-win", point)
        for between in (None, *EVERY - {point, 7}):
            if between:
                throw(table, between)
            fates = each_throw(table, "dont-win")
            settles(fates, "win", "6.1.2.1.2", {7})
            stands(fates, EVERY - {point, 7})


def test_6_1_2_2_1() -> None:
    """On the come out roll 7 and 11 lose for Don't Win; the six points leave it up."""
    fates = each_throw(lay(felt(), "dont-win"), "dont-win")
    settles(fates, "lose", "6.1.2.2.1", {7, 11})
    stands(fates, POINTS)


def test_6_1_2_2_2() -> None:
    """Don't Win loses when its point comes again before a 7, and on nothing else."""
    for point in POINTS:
        table = on_line("dont-win", point)
        for between in (None, *EVERY - {point, 7}):
            if between:
                throw(table, between)
            settles(each_throw(table, "dont-win"), "lose", "6.1.2.2.2", {point})


def test_6_1_2_3() -> None:
    """A come out 2, and only 2, ends Don't Win without result: the stake goes back and nothing is won."""
    table = lay(felt(), "dont-win", None, "120.00")
    settles(each_throw(table, "dont-win"), "void", "6.1.2.3", {2})
    (line,) = throw(table, 2).settled
    assert (line.winnings, line.returned) == (0, 12000)
    assert (table.balance(1), table.standing) == ("100000.00", ())


def test_6_1_3() -> None:
    """Come is taken at any time once a come out roll has set a point, and not before one."""
    refuses(felt(), "6.1.3", "come")
    for point in POINTS:
        table = lay(lay(felt(point), "come"), "come")
        throw(table, 11)
        assert table.bet(1, "come", "5.00")
        for ends in (point, 7):
            over = felt(point)
            throw(over, ends)
            refuses(over, "6.1.3", "come")


def test_6_1_3_1_1() -> None:
    """7 and 11 on its first roll win for Come under every point, and nothing else does."""
    for point in POINTS:
        settles(each_throw(lay(felt(point), "come"), "come"), "win", "6.1.3.1.1", {7, 11})


def test_6_1_3_1_2() -> None:
    """A Come that has travelled wins on its own number, whatever the table's point is."""
    for number in POINTS:
        for table in travelled("come", number):
            fates = each_throw(table, "come", number)
            settles(fates, "win", "6.1.3.1.2", {number})
            stands(fates, EVERY - {number, 7})


def test_6_1_3_2_1() -> None:
    """2, 3 and 12 on its first roll lose for Come under every point, and nothing else does."""
    for point in POINTS:
        fates = each_throw(lay(felt(point), "come"), "come")
        settles(fates, "lose", "6.1.3.2.1", {2, 3, 12})
        stands(fates, POINTS)


def test_6_1_3_2_2() -> None:
    """A Come that has travelled loses on 7 alone, on a come out roll too, and after other totals."""
    for number in POINTS:
        for table in travelled("come", number):
            for between in (None, *EVERY - {number, 7}):
                if between:
                    throw(table, between)
                settles(each_throw(table, "come", number), "lose", "6.1.3.2.2", {7})


def test_6_1_4() -> None:
    """Don't Come is taken at any time once a come out roll has set a point, and not before one."""
    refuses(felt(), "6.1.4", "dont-come")
    for point in POINTS:
        table = lay(lay(felt(point), "dont-come"), "dont-come")
        throw(table, 11)
        assert table.bet(1, "dont-come", "5.00")
        for ends in (point, 7):
            over = felt(point)
            throw(over, ends)
            refuses(over, "6.1.4", "dont-come")


def test_6_1_4_1_1() -> None:
    """3 and 12 on its first roll win for Don't Come under every point, and nothing else does."""
    for point in POINTS:
        settles(each_throw(lay(felt(point), "dont-come"), "dont-come"), "win", "6.1.4.1.1", {3, 12})


def test_6_1_4_1_2() -> None:
    """A Don't Come that has travelled wins on 7 alone, wherever the puck is."""
    for number in POINTS:
        for table in travelled("dont-come", number):
            fates = each_throw(table, "dont-come", number)
            settles(fates, "win", "6.1.4.1.2", {7})
            stands(fates, EVERY - {number, 7})


def test_6_1_4_2_1() -> None:
    """7 and 11 on its first roll lose for Don't Come under every point, and nothing else does."""
    for point in POINTS:
        fates = each_throw(lay(felt(point), "dont-come"), "dont-come")
        settles(fates, "lose", "6.1.4.2.1", {7, 11})
        stands(fates, POINTS)


def test_6_1_4_2_2() -> None:
    """A Don't Come that has travelled loses on its own number alone, also after other totals."""
    for number in POINTS:
        for table in travelled("dont-come", number):
            for between in (None, *EVERY - {number, 7}):
                if between:
                    throw(table, between)
                settles(each_throw(table, "dont-come", number), "lose", "6.1.4.2.2", {number})


def test_6_1_4_3() -> None:
    """A first roll of 2, and no other, hands a Don't Come back; later a 2 does nothing to it."""
    for point in POINTS:
        table = lay(felt(point), "dont-come", None, "120.00")
        settles(each_throw(table, "dont-come"), "void", "6.1.4.3", {2})
        (line,) = throw(table, 2).settled
        assert (line.winnings, line.returned, table.balance(1)) == (0, 12000, "100000.00")
        assert not throw(came("dont-come", 4, point), 2).settled
