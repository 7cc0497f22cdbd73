"""Win Line, Don't Win Line, Come, Don't Come and the odds behind them: 3.6.1 to 3.6.8."""

from __future__ import annotations

from fractions import Fraction

from tests.rules.crown_craps.crown import (
    PHASES,
    POINTS,
    by,
    crown,
    ends,
    fates,
    lies_through,
    no_bet,
    others,
    pointed,
    travelled,
)
from tests.rules.felt import each_throw, lay, throw, totals_with

MAX_LAID = {4: "480.00", 5: "360.00", 6: "288.00", 8: "288.00", 9: "360.00", 10: "480.00"}
"""What wins 240.00, twice a flat 120.00, at true odds against each point."""


def only_before_come_out(wager: str, clause: str) -> bool:
    return bool(crown().bet(1, wager, "5.00")) and all(
        no_bet(table, clause, wager, "5.00") for table in map(crown, POINTS)
    )


def only_after_come_out(wager: str, clause: str) -> bool:
    table = crown()
    return no_bet(table, clause, wager, "5.00") and all(crown(point).bet(1, wager, "5.00") for point in POINTS)


def test_3_6_1() -> None:
    """A Win Line wager goes down before a come out roll and not once a point is set."""
    assert only_before_come_out("win-line", "3.6.1")
    for point, table in pointed("win-line"):
        assert no_bet(table, "3.6.1", "win-line", "5.00")
        throw(table, point)
        assert table.bet(1, "win-line", "5.00")


def test_3_6_1_a_i() -> None:
    """On the come out a Win Line wager wins with 7 and 11 and with nothing else."""
    assert ends(fates("win-line"), "win") == by("3.6.1(a)(i)", 7, 11)


def test_3_6_1_a_ii() -> None:
    """With a point set only that point wins the Win Line, however many other totals come between."""
    for point, table in pointed("win-line"):
        assert ends(each_throw(table, "win-line"), "win") == by("3.6.1(a)(ii)", point)
        assert lies_through(table, "win-line", None, others(point, 7))
        assert ends(each_throw(table, "win-line"), "win") == by("3.6.1(a)(ii)", point)


def test_3_6_1_b_i() -> None:
    """On the come out a Win Line wager loses with 2, 3 and 12 and with nothing else."""
    assert ends(fates("win-line"), "lose") == by("3.6.1(b)(i)", 2, 3, 12)


def test_3_6_1_b_ii() -> None:
    """With a point set only 7 loses the Win Line, however many other totals come between."""
    for point, table in pointed("win-line"):
        assert ends(each_throw(table, "win-line"), "lose") == by("3.6.1(b)(ii)", 7)
        assert lies_through(table, "win-line", None, others(point, 7))
        assert ends(each_throw(table, "win-line"), "lose") == by("3.6.1(b)(ii)", 7)


def test_3_6_1_c() -> None:
    """With a point set every total but the point and 7 leaves the Win Line as it lies."""
    for point, table in pointed("win-line"):
        assert totals_with(each_throw(table, "win-line"), None) == others(point, 7)
        assert lies_through(table, "win-line", None, others(point, 7))


def test_3_6_2() -> None:
    """Win Line Odds need the player's own Win Line with its point, and stop at twice its stake."""
    for phase in PHASES:
        bare = crown(phase)
        assert no_bet(bare, "3.6.2", "win-line-odds", "1.00")
    early = lay(crown(), "win-line")
    assert no_bet(early, "3.6.2", "win-line-odds", "1.00")
    for _, table in pointed("win-line"):
        for seat, amount in ((1, "240.01"), (2, "1.00")):
            assert no_bet(table, "3.6.2", "win-line-odds", amount, seat=seat)
        assert table.bet(1, "win-line-odds", "239.99")
        assert table.bet(1, "win-line-odds", "0.01")
        assert no_bet(table, "3.6.2", "win-line-odds", "0.01")


def test_3_6_2_a() -> None:
    """Win Line Odds win when the point comes again, and then only."""
    for point, table in pointed("win-line", "win-line-odds"):
        assert ends(each_throw(table, "win-line-odds"), "win") == by("3.6.2(a)", point)
        assert lies_through(table, "win-line-odds", None, others(point, 7))
        assert ends(each_throw(table, "win-line-odds"), "win") == by("3.6.2(a)", point)


def test_3_6_2_b() -> None:
    """Win Line Odds lose when 7 comes before the point, and then only."""
    for point, table in pointed("win-line", "win-line-odds"):
        assert ends(each_throw(table, "win-line-odds"), "lose") == by("3.6.2(b)", 7)
        assert lies_through(table, "win-line-odds", None, others(point, 7))
        assert ends(each_throw(table, "win-line-odds"), "lose") == by("3.6.2(b)", 7)


def test_3_6_2_c() -> None:
    """Win Line Odds lie untouched through every total but the point and 7."""
    for point, table in pointed("win-line", "win-line-odds"):
        assert totals_with(each_throw(table, "win-line-odds"), None) == others(point, 7)
        assert lies_through(table, "win-line-odds", None, others(point, 7))


def test_3_6_3() -> None:
    """A Don't Win Line wager goes down before a come out roll and not once a point is set."""
    assert only_before_come_out("dont-win-line", "3.6.3")
    for point, table in pointed("dont-win-line"):
        assert no_bet(table, "3.6.3", "dont-win-line", "5.00")
        throw(table, point)
        assert table.bet(1, "dont-win-line", "5.00")


def test_3_6_3_a_i() -> None:
    """On the come out a Don't Win Line wager wins with 3 and 12 and with nothing else."""
    assert ends(fates("dont-win-line"), "win") == by("3.6.3(a)(i)", 3, 12)


def test_3_6_3_a_ii() -> None:
    """With a point set only 7 wins the Don't Win Line, however many other totals come between."""
    for point, table in pointed("dont-win-line"):
        assert ends(each_throw(table, "dont-win-line"), "win") == by("3.6.3(a)(ii)", 7)
        assert lies_through(table, "dont-win-line", None, others(point, 7))
        assert ends(each_throw(table, "dont-win-line"), "win") == by("3.6.3(a)(ii)", 7)


def test_3_6_3_b_i() -> None:
    """On the come out a Don't Win Line wager loses with 7 and 11 and with nothing else."""
    assert ends(fates("dont-win-line"), "lose") == by("3.6.3(b)(i)", 7, 11)


def test_3_6_3_b_ii() -> None:
    """With a point set only that point loses the Don't Win Line, however many other totals come between."""
    for point, table in pointed("dont-win-line"):
        assert ends(each_throw(table, "dont-win-line"), "lose") == by("3.6.3(b)(ii)", point)
        assert lies_through(table, "dont-win-line", None, others(point, 7))
        assert ends(each_throw(table, "dont-win-line"), "lose") == by("3.6.3(b)(ii)", point)


def test_3_6_3_c() -> None:
    """A come out 2 leaves the Don't Win Line up as fresh as before; with a point all but that and 7 do."""
    table = lay(crown(), "dont-win-line")
    assert totals_with(each_throw(table, "dont-win-line"), None) == {2, *POINTS}
    before = each_throw(table, "dont-win-line")
    assert lies_through(table, "dont-win-line", None, [2])
    assert table.state.come_out
    assert each_throw(table, "dont-win-line") == before
    for point, later in pointed("dont-win-line"):
        assert totals_with(each_throw(later, "dont-win-line"), None) == others(point, 7)
        assert lies_through(later, "dont-win-line", None, others(point, 7))


def test_3_6_4() -> None:
    """Lay Odds need the player's own Don't Win Line with its point, and may win twice its stake at most."""
    for bare in (*map(crown, PHASES), lay(crown(), "dont-win-line")):
        assert no_bet(bare, "3.6.4", "dont-win-line-odds", "1.00")
    for point, table in pointed("dont-win-line"):
        most = MAX_LAID[point]
        for seat, amount in ((1, most[:-1] + "1"), (2, "1.00")):
            assert no_bet(table, "3.6.4", "dont-win-line-odds", amount, seat=seat)
        lay(table, "dont-win-line-odds", stake=most)
        assert no_bet(table, "3.6.4", "dont-win-line-odds", "0.01")
        assert table.remove(1, "dont-win-line-odds", amount="0.01")
        assert table.bet(1, "dont-win-line-odds", "0.01")
        assert {line.winnings for line in throw(table, 7).settled} == {12000, 24000}


def test_3_6_4_a() -> None:
    """Lay Odds behind the Don't Win Line win when 7 comes before the point, and then only."""
    for point, table in pointed("dont-win-line", "dont-win-line-odds"):
        assert ends(each_throw(table, "dont-win-line-odds"), "win") == by("3.6.4(a)", 7)
        assert lies_through(table, "dont-win-line-odds", None, others(point, 7))
        assert ends(each_throw(table, "dont-win-line-odds"), "win") == by("3.6.4(a)", 7)


def test_3_6_4_b() -> None:
    """Lay Odds behind the Don't Win Line lose when the point comes again, and then only."""
    for point, table in pointed("dont-win-line", "dont-win-line-odds"):
        assert ends(each_throw(table, "dont-win-line-odds"), "lose") == by("3.6.4(b)", point)
        assert lies_through(table, "dont-win-line-odds", None, others(point, 7))
        assert ends(each_throw(table, "dont-win-line-odds"), "lose") == by("3.6.4(b)", point)


def test_3_6_4_c() -> None:
    """Lay Odds behind the Don't Win Line lie untouched through every total but the point and 7."""
    for point, table in pointed("dont-win-line", "dont-win-line-odds"):
        assert totals_with(each_throw(table, "dont-win-line-odds"), None) == others(point, 7)
        assert lies_through(table, "dont-win-line-odds", None, others(point, 7))


def test_3_6_5() -> None:
    """A Come wager goes down only while a point is set."""
    assert only_after_come_out("come", "3.6.5")


def test_3_6_5_a_i() -> None:
    """The roll after it is placed wins a Come with 7 and 11 and with nothing else, whatever the point."""
    for point in POINTS:
        assert ends(fates("come", phase=point), "win") == by("3.6.5(a)(i)", 7, 11)


def test_3_6_5_a_ii() -> None:
    """A Come with a point of its own wins when that comes again before 7, through come outs as well."""
    for own, table in travelled("come"):
        assert ends(each_throw(table, "come", own), "win") == by("3.6.5(a)(ii)", own)
        assert lies_through(table, "come", own, others(own, 7))
        assert ends(each_throw(table, "come", own), "win") == by("3.6.5(a)(ii)", own)


def test_3_6_5_b_i() -> None:
    """The roll after it is placed loses a Come with 2, 3 and 12 and with nothing else, whatever the point."""
    for point in POINTS:
        assert ends(fates("come", phase=point), "lose") == by("3.6.5(b)(i)", 2, 3, 12)


def test_3_6_5_b_ii() -> None:
    """A Come with a point of its own loses when 7 comes first, on the come out as well."""
    for own, table in travelled("come"):
        assert ends(each_throw(table, "come", own), "lose") == by("3.6.5(b)(ii)", 7)
        assert lies_through(table, "come", own, others(own, 7))
        assert ends(each_throw(table, "come", own), "lose") == by("3.6.5(b)(ii)", 7)


def test_3_6_5_c() -> None:
    """A Come with a point of its own lies untouched through every total but that and 7."""
    for own, table in travelled("come"):
        assert totals_with(each_throw(table, "come", own), None) == others(own, 7)
        assert lies_through(table, "come", own, others(own, 7))


def test_3_6_6() -> None:
    """Come Odds need the player's own Come on that number, and stop at twice its stake."""
    fresh = lay(crown(6), "come")
    for number in POINTS:
        assert no_bet(fresh, "3.6.6", "come-odds", "1.00", number)
    for own, table in travelled("come"):
        for n in others(own) & {*POINTS}:
            assert no_bet(table, "3.6.6", "come-odds", "1.00", n)
        for seat, amount in ((1, "240.01"), (2, "1.00")):
            assert no_bet(table, "3.6.6", "come-odds", amount, own, seat=seat)
        lay(lay(table, "come-odds", own, "239.99"), "come-odds", own, "0.01")
        assert no_bet(table, "3.6.6", "come-odds", "0.01", own)


def test_3_6_6_a() -> None:
    """Come Odds that work win when the Come's point comes again before 7, and then only."""
    for own, table in travelled("come", "come-odds"):
        assert table.call(1, "come-odds", own, working=True)
        assert ends(each_throw(table, "come-odds", own), "win") == by("3.6.6(a)", own)
        assert lies_through(table, "come-odds", own, others(own, 7))
        assert ends(each_throw(table, "come-odds", own), "win") == by("3.6.6(a)", own)


def test_3_6_6_b() -> None:
    """Come Odds that work lose when 7 comes before the Come's point, and then only."""
    for own, table in travelled("come", "come-odds"):
        assert table.call(1, "come-odds", own, working=True)
        assert ends(each_throw(table, "come-odds", own), "lose") == by("3.6.6(b)", 7)
        assert lies_through(table, "come-odds", own, others(own, 7))
        assert ends(each_throw(table, "come-odds", own), "lose") == by("3.6.6(b)", 7)


def test_3_6_6_c() -> None:
    """Come Odds lie untouched through every total but the Come's point and 7."""
    for own, table in travelled("come", "come-odds"):
        assert totals_with(each_throw(table, "come-odds", own), None) == others(own, 7)
        assert lies_through(table, "come-odds", own, others(own, 7))


def test_3_6_7() -> None:
    """A Don't Come wager goes down only while a point is set."""
    assert only_after_come_out("dont-come", "3.6.7")


def test_3_6_7_a_i() -> None:
    """The roll after it is placed wins a Don't Come with 3 and 12 and with nothing else."""
    for point in POINTS:
        assert ends(fates("dont-come", phase=point), "win") == by("3.6.7(a)(i)", 3, 12)


def test_3_6_7_a_ii() -> None:
    """A Don't Come with a point of its own wins when 7 comes first, on the come out as well."""
    for own, table in travelled("dont-come"):
        assert ends(each_throw(table, "dont-come", own), "win") == by("3.6.7(a)(ii)", 7)
        assert lies_through(table, "dont-come", own, others(own, 7))
        assert ends(each_throw(table, "dont-come", own), "win") == by("3.6.7(a)(ii)", 7)


def test_3_6_7_b_i() -> None:
    """The roll after it is placed loses a Don't Come with 7 and 11 and with nothing else."""
    for point in POINTS:
        assert ends(fates("dont-come", phase=point), "lose") == by("3.6.7(b)(i)", 7, 11)


def test_3_6_7_b_ii() -> None:
    """A Don't Come with a point of its own loses when that comes again before 7."""
    for own, table in travelled("dont-come"):
        assert ends(each_throw(table, "dont-come", own), "lose") == by("3.6.7(b)(ii)", own)
        assert lies_through(table, "dont-come", own, others(own, 7))
        assert ends(each_throw(table, "dont-come", own), "lose") == by("3.6.7(b)(ii)", own)


def test_3_6_7_c() -> None:
    """A 2 leaves a fresh Don't Come up as fresh as before; with a point of its own all but that and 7 do."""
    for point in POINTS:
        table = lay(crown(point), "dont-come")
        before = each_throw(table, "dont-come")
        assert totals_with(before, None) == {2, *POINTS}
        assert lies_through(table, "dont-come", None, [2])
        assert each_throw(table, "dont-come") == before
    for own, later in travelled("dont-come"):
        assert totals_with(each_throw(later, "dont-come", own), None) == others(own, 7)
        assert lies_through(later, "dont-come", own, others(own, 7))


def test_3_6_8() -> None:
    """Lay Odds on a Don't Come need the player's own on that number, and may win twice its stake at most."""
    fresh = lay(crown(6), "dont-come")
    for number in POINTS:
        assert no_bet(fresh, "3.6.8", "dont-come-odds", "1.00", number)
    for own, table in travelled("dont-come"):
        most = MAX_LAID[own]
        for seat, amount in ((1, most[:-1] + "1"), (2, "1.00")):
            assert no_bet(table, "3.6.8", "dont-come-odds", amount, own, seat=seat)
        lay(table, "dont-come-odds", own, most)
        assert no_bet(table, "3.6.8", "dont-come-odds", "0.01", own)
        line = each_throw(table, "dont-come-odds", own)[(3, 4)]
        assert line is not None
        assert line[1] * Fraction(most) == 240


def test_3_6_8_a() -> None:
    """Lay Odds on a Don't Come win when 7 comes before its point, on the come out as well."""
    for own, table in travelled("dont-come", "dont-come-odds"):
        assert ends(each_throw(table, "dont-come-odds", own), "win") == by("3.6.8(a)", 7)
        assert lies_through(table, "dont-come-odds", own, others(own, 7))
        assert ends(each_throw(table, "dont-come-odds", own), "win") == by("3.6.8(a)", 7)


def test_3_6_8_b() -> None:
    """Lay Odds on a Don't Come lose when its point comes again before 7, on the come out as well."""
    for own, table in travelled("dont-come", "dont-come-odds"):
        assert ends(each_throw(table, "dont-come-odds", own), "lose") == by("3.6.8(b)", own)
        assert lies_through(table, "dont-come-odds", own, others(own, 7))
        assert ends(each_throw(table, "dont-come-odds", own), "lose") == by("3.6.8(b)", own)


def test_3_6_8_c() -> None:
    """Lay Odds on a Don't Come lie untouched through 2 and every other total but its point and 7."""
    for own, table in travelled("dont-come", "dont-come-odds"):
        assert totals_with(each_throw(table, "dont-come-odds", own), None) == others(own, 7) >= {2}
        assert lies_through(table, "dont-come-odds", own, others(own, 7))
