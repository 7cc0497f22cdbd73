"""Pass Line, Come, their Don'ts and the odds on them: 3.9.1 to 3.9.4, 3.9.10 to 3.9.13."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.rules.aruze_craps.terminal import (
    ALL,
    POINTS,
    cents,
    first_roll,
    lined,
    puck,
    refuses,
    results,
    takes_at_most,
    totals,
    travelled,
    with_point,
)
from tests.rules.fates import ends, leaves
from tests.rules.felt import lay, line_of, throw


def by_point(wager: str, result: str, clause: str, wanted: int | None, odds: str | None = None) -> None:
    """With each point it ends so on that total (``None``: the point), and lies on all but point and 7."""
    for point in POINTS:
        everywhere = with_point(wager, point, odds)
        assert ends(everywhere, result, clause) == totals(wanted or point)
        assert leaves(everywhere) == set(ALL) - totals(point, 7)


def follows(wager: str, odds: str) -> None:
    """On every throw, with every point, the odds end as the wager they ride on ends."""
    for point in POINTS:
        for flat, rider in zip(with_point(wager, point), with_point(wager, point, odds), strict=True):
            assert results(flat) == results(rider)


def test_3_9_1() -> None:
    """Pass Line goes down before the come out roll, may grow on its point, and does not come down again."""
    for point in POINTS:
        empty, table = puck(point), lined("pass-line", point, "10.00")
        refuses(empty, "3.9.1", empty.bet, 1, "pass-line", "10.00")
        refuses(table, "3.9.1", table.bet, 2, "pass-line", "10.00")
        lay(table, "pass-line", stake="5.00")
        refuses(table, "3.9.1", table.remove, 1, "pass-line")
        refuses(table, "3.9.1", table.remove, 1, "pass-line", None, "5.01")
        throw(table, 12)
        refuses(table, "3.9.1", table.remove, 1, "pass-line", None, "0.01")
        assert [(s.wager.name, s.stake) for s in table.standing] == [("pass-line", 1500)]
        assert [line.winnings for line in throw(table, point).settled] == [1500]
    fresh = lay(puck(), "pass-line")
    assert fresh.remove(1, "pass-line")
    assert not fresh.standing


def test_3_9_1_1_1() -> None:
    """Pass Line wins at once on a come out 7 or 11."""
    assert ends(first_roll("pass-line"), "win", "3.9.1.1.1") == totals(7, 11)


def test_3_9_1_1_2() -> None:
    """Pass Line wins when its point comes again before a 7."""
    assert leaves(first_roll("pass-line")) == totals(*POINTS)
    by_point("pass-line", "win", "3.9.1.1.2", None)


def test_3_9_1_2_1() -> None:
    """Pass Line loses at once on a come out 2, 3 or 12."""
    assert ends(first_roll("pass-line"), "lose", "3.9.1.2.1") == totals(2, 3, 12)


def test_3_9_1_2_2() -> None:
    """Pass Line loses when a 7 comes before its point does again."""
    by_point("pass-line", "lose", "3.9.1.2.2", 7)


def test_3_9_2() -> None:
    """Odds need the player's own Pass Line with its point."""
    early = lay(puck(), "pass-line")
    refuses(early, "3.9.2", early.bet, 1, "odds", "1.00")
    for point in POINTS:
        table = lined("pass-line", point)
        refuses(table, "3.9.2", table.bet, 2, "odds", "1.00")
        lay(table, "odds", stake="1.00")
        against = lined("dont-pass", point)
        refuses(against, "3.9.2", against.bet, 1, "odds", "1.00")


def test_3_9_2_1() -> None:
    """Odds go up to twice the Pass Line as it lies, whatever the point."""
    for point in POINTS:
        takes_at_most(partial(lined, "pass-line", point, "10.00"), "3.9.2.1", "odds", "20.00")
        grown = lay(lay(lined("pass-line", point, "10.00"), "pass-line", stake="5.00"), "odds", stake="30.00")
        refuses(grown, "3.9.2.1", grown.bet, 1, "odds", "0.01")
        refuses(grown, "3.9.2.1", grown.remove, 1, "pass-line", None, "5.00")


def test_3_9_2_2() -> None:
    """Odds win on the very throws on which the Pass Line wins."""
    follows("pass-line", "odds")
    by_point("pass-line", "win", "3.9.2.2", None, "odds")


def test_3_9_2_3() -> None:
    """Odds lose on the very throws on which the Pass Line loses."""
    follows("pass-line", "odds")
    by_point("pass-line", "lose", "3.9.2.3", 7, "odds")


def test_3_9_3() -> None:
    """Come goes down once a point is set (or, read literally, before it), may grow on its own, and stays."""
    early = puck()
    refuses(early, "3.9.3", early.bet, 1, "come", "10.00")
    literal = lay(puck(readings={"come_window": "literal"}), "come")
    throw(literal, 6)
    refuses(literal, "3.9.3", literal.bet, 1, "come", "10.00")
    for point in POINTS:
        fresh, table = lay(puck(point), "come"), travelled("come", point, "10.00")
        assert fresh.remove(1, "come")
        refuses(table, "3.9.3", table.bet, 2, "come", "1.00", point)
        lay(table, "come", point, "5.00")
        refuses(table, "3.9.3", table.remove, 1, "come", point, "5.01")
        throw(table, 12)
        refuses(table, "3.9.3", table.remove, 1, "come", point)
        refuses(table, "3.9.3", table.remove, 1, "come", point, "0.01")
        assert [line.winnings for line in throw(table, point).settled] == [1500]


def test_3_9_3_1_1() -> None:
    """Come wins if the next roll is 7 or 11, whatever the table's point."""
    assert ends(first_roll("come"), "win", "3.9.3.1.1") == totals(7, 11)


def test_3_9_3_1_2() -> None:
    """Come goes to the point it rolls and wins when that comes again before a 7."""
    assert leaves(first_roll("come")) == totals(*POINTS)
    by_point("come", "win", "3.9.3.1.2", None)


def test_3_9_3_2_1() -> None:
    """Come loses if the next roll is 2, 3 or 12."""
    assert ends(first_roll("come"), "lose", "3.9.3.2.1") == totals(2, 3, 12)


def test_3_9_3_2_2() -> None:
    """Come loses when a 7 comes before its point, come out roll or not."""
    by_point("come", "lose", "3.9.3.2.2", 7)


def test_3_9_4() -> None:
    """Come Odds need the player's own Come on that very point."""
    early = lay(puck(6), "come")
    for point in POINTS:
        refuses(early, "3.9.4", early.bet, 1, "come-odds", "1.00", point)
        table = travelled("come", point)
        refuses(table, "3.9.4", table.bet, 2, "come-odds", "1.00", point)
        for other in set(POINTS) - {point}:
            refuses(table, "3.9.4", table.bet, 1, "come-odds", "1.00", other)
        lay(table, "come-odds", point, "1.00")


def test_3_9_4_1() -> None:
    """Come Odds go up to twice the Come as it lies."""
    for point in POINTS:
        takes_at_most(partial(travelled, "come", point, "10.00"), "3.9.4.1", "come-odds", "20.00", point)
        grown = lay(lay(travelled("come", point, "10.00"), "come", point, "5.00"), "come-odds", point, "30.00")
        refuses(grown, "3.9.4.1", grown.bet, 1, "come-odds", "0.01", point)


def test_3_9_4_2() -> None:
    """Come Odds win with the Come, on a come out roll too."""
    follows("come", "come-odds")
    by_point("come", "win", "3.9.4.2", None, "come-odds")


def test_3_9_4_3() -> None:
    """Come Odds lose with the Come, on a come out roll too."""
    follows("come", "come-odds")
    by_point("come", "lose", "3.9.4.3", 7, "come-odds")


def test_3_9_10() -> None:
    """Don't Pass goes down before a come out roll only, and does not grow on its point."""
    lay(lay(puck(), "dont-pass"), "dont-pass", stake="0.01")
    for point in POINTS:
        empty, table = puck(point), lined("dont-pass", point)
        refuses(empty, "3.9.10", empty.bet, 1, "dont-pass", "10.00")
        refuses(table, "3.9.10", table.bet, 1, "dont-pass", "0.01")
        throw(table, point)
        lay(table, "dont-pass")


def test_3_9_10_1_1() -> None:
    """Don't Pass wins at once on a come out 2 or 3."""
    assert ends(first_roll("dont-pass"), "win", "3.9.10.1.1") == totals(2, 3)


def test_3_9_10_1_2() -> None:
    """Don't Pass wins when a 7 comes before its point does again."""
    assert leaves(first_roll("dont-pass")) == totals(*POINTS)
    by_point("dont-pass", "win", "3.9.10.1.2", 7)


def test_3_9_10_2_1() -> None:
    """Don't Pass loses at once on a come out 7 or 11."""
    assert ends(first_roll("dont-pass"), "lose", "3.9.10.2.1") == totals(7, 11)


def test_3_9_10_2_2() -> None:
    """Don't Pass loses when its point comes again before a 7."""
    by_point("dont-pass", "lose", "3.9.10.2.2", None)


def test_3_9_10_3() -> None:
    """Don't Pass is a draw on a come out 12, and only there: with a point 12 leaves it."""
    assert ends(first_roll("dont-pass"), "draw", "3.9.10.3") == totals(12)
    assert all(not ends(with_point("dont-pass", point), "draw", "") for point in POINTS)


def test_3_9_11() -> None:
    """Don't Come goes down only after the come out roll, and does not grow on its point."""
    early = puck()
    refuses(early, "3.9.11", early.bet, 1, "dont-come", "10.00")
    for point in POINTS:
        lay(lay(puck(point), "dont-come"), "dont-come", stake="0.01")
        table = travelled("dont-come", point)
        refuses(table, "3.9.11", table.bet, 1, "dont-come", "0.01", point)
        lay(table, "dont-come", stake="0.01")


def test_3_9_11_1_1() -> None:
    """Don't Come wins if the next roll is 2 or 3."""
    assert ends(first_roll("dont-come"), "win", "3.9.11.1.1") == totals(2, 3)


def test_3_9_11_1_2() -> None:
    """Don't Come wins when a 7 comes before the point it went to."""
    assert leaves(first_roll("dont-come")) == totals(*POINTS)
    by_point("dont-come", "win", "3.9.11.1.2", 7)


def test_3_9_11_2_1() -> None:
    """Don't Come loses if the next roll is 7 or 11."""
    assert ends(first_roll("dont-come"), "lose", "3.9.11.2.1") == totals(7, 11)


def test_3_9_11_2_2() -> None:
    """Don't Come loses when the point it went to comes again before a 7."""
    by_point("dont-come", "lose", "3.9.11.2.2", None)


def test_3_9_11_3() -> None:
    """Don't Come is a draw if the next roll is 12, with the stake back, and 12 leaves it later on."""
    assert ends(first_roll("dont-come"), "draw", "3.9.11.3") == totals(12)
    assert all(not ends(with_point("dont-come", point), "draw", "") for point in POINTS)
    table = puck(6)
    before = cents(table)
    assert line_of(throw(lay(table, "dont-come"), 12).settled, "dont-come") == (
        "draw",
        Fraction(0),
        "3.9.11.3",
    )
    assert cents(table) == before


def test_3_9_12() -> None:
    """Don't Odds need the player's own Don't Pass with its point."""
    early = lay(puck(), "dont-pass")
    refuses(early, "3.9.12", early.bet, 1, "dont-odds", "1.00")
    for point in POINTS:
        table, right = lined("dont-pass", point), lined("pass-line", point)
        refuses(table, "3.9.12", table.bet, 2, "dont-odds", "1.00")
        refuses(right, "3.9.12", right.bet, 1, "dont-odds", "1.00")
        lay(table, "dont-odds", stake="1.00")


MAX_TO_WIN_20 = {4: "40.00", 5: "30.00", 6: "24.00", 8: "24.00", 9: "30.00", 10: "40.00"}
"""The stake that wins 20.00 against each point at 1 to 2, 2 to 3 and 5 to 6."""


def test_3_9_12_1() -> None:
    """Don't Odds may be staked to win twice the Don't Pass and no more, counted before rounding."""
    for point, most in MAX_TO_WIN_20.items():
        takes_at_most(partial(lined, "dont-pass", point, "10.00"), "3.9.12.1", "dont-odds", most)
    takes_at_most(partial(lined, "dont-pass", 6, "0.01"), "3.9.12.1", "dont-odds", "0.02")
    leaning = lay(lined("dont-pass", 5, "10.00"), "dont-odds", stake="30.00")
    refuses(leaning, "3.9.12.1", leaning.remove, 1, "dont-pass", None, "0.01")


def test_3_9_12_2() -> None:
    """Don't Odds win on the very throws on which the Don't Pass wins."""
    follows("dont-pass", "dont-odds")
    by_point("dont-pass", "win", "3.9.12.2", 7, "dont-odds")


def test_3_9_12_3() -> None:
    """Don't Odds lose on the very throws on which the Don't Pass loses."""
    follows("dont-pass", "dont-odds")
    by_point("dont-pass", "lose", "3.9.12.3", None, "dont-odds")


def test_3_9_13() -> None:
    """Don't Come Odds need the player's own Don't Come on that very point."""
    early = lay(puck(6), "dont-come")
    for point in POINTS:
        refuses(early, "3.9.13", early.bet, 1, "dont-come-odds", "1.00", point)
        table = travelled("dont-come", point)
        refuses(table, "3.9.13", table.bet, 2, "dont-come-odds", "1.00", point)
        for other in set(POINTS) - {point}:
            refuses(table, "3.9.13", table.bet, 1, "dont-come-odds", "1.00", other)
        lay(table, "dont-come-odds", point, "1.00")


def test_3_9_13_1() -> None:
    """Don't Come Odds may be staked to win twice the Don't Come and no more."""
    for point, most in MAX_TO_WIN_20.items():
        takes_at_most(partial(travelled, "dont-come", point, "10.00"), "3.9.13.1", "dont-come-odds", most, point)


def test_3_9_13_2() -> None:
    """Don't Come Odds win with the Don't Come."""
    follows("dont-come", "dont-come-odds")
    by_point("dont-come", "win", "3.9.13.2", 7, "dont-come-odds")


def test_3_9_13_3() -> None:
    """Don't Come Odds lose with the Don't Come."""
    follows("dont-come", "dont-come-odds")
    by_point("dont-come", "lose", "3.9.13.3", None, "dont-come-odds")
