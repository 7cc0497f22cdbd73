"""Wagers behind a line or come wager: who may make them and how they follow it (6.1.5 to 6.1.8)."""

from __future__ import annotations

from collections.abc import Iterator

from feltwork.table.play.table import Table
from tests.rules.felt import each_throw, lay, throw
from tests.rules.star_craps.layout import (
    EVERY,
    POINTS,
    UNIT,
    came,
    felt,
    on_line,
    refuses,
    settles,
    stands,
    travelled,
)

MAX_BEHIND_DONT = {4: "480.00", 5: "360.00", 6: "288.00", 8: "288.00", 9: "360.00", 10: "480.00"}
"""Behind a flat 120.00: what wins 240.00 at the odds of each point."""
ONE_MORE = {"240.00": "240.01", "480.00": "480.01", "360.00": "360.01", "288.00": "288.01"}


def behind_line(parent: str, point: int) -> Table:
    """A line wager with its point and as much again behind it."""
    return lay(on_line(parent, point), f"behind-{parent}", None, UNIT)


def behind_come(parent: str, number: int) -> Iterator[Table]:
    """A travelled wager with as much again behind it, wherever the puck can be; called on if it can be."""
    for table in travelled(parent, number):
        lay(table, f"behind-{parent}", number, UNIT)
        if parent == "come":
            table.call(1, "behind-come", number, working=True)
        yield table


def needs_own_line(clause: str, parent: str) -> None:
    """Turned away without a point, without the own wager, on another's, and once it is decided."""
    refuses(felt(), clause, f"behind-{parent}", "1.00")
    refuses(lay(felt(), parent), clause, f"behind-{parent}", "1.00")
    for point in POINTS:
        table = on_line(parent, point)
        refuses(table, clause, f"behind-{parent}", "1.00", seat=2)
        assert table.bet(1, f"behind-{parent}", "1.00")
        throw(table, 7)
        refuses(table, clause, f"behind-{parent}", "1.00")


def needs_own_come(clause: str, parent: str) -> None:
    """Turned away before it travelled, on another number, on another's, and once it is decided."""
    for point in POINTS:
        for number in POINTS:
            fresh = lay(felt(point), parent)
            refuses(fresh, clause, f"behind-{parent}", "1.00", on=number)
            table = came(parent, number, point)
            for other in set(POINTS) - {number}:
                refuses(table, clause, f"behind-{parent}", "1.00", on=other)
            refuses(table, clause, f"behind-{parent}", "1.00", on=number, seat=2)
            assert table.bet(1, f"behind-{parent}", "1.00", number)
            throw(table, 7)
            refuses(table, clause, f"behind-{parent}", "1.00", on=number)


def capped(table: Table, clause: str, wager: str, on: int | None, most: str) -> None:
    """A cent over the most is turned away, at once or added later; the most itself is taken."""
    refuses(table, clause, wager, ONE_MORE[most], on)
    assert table.bet(1, wager, "0.01", on)
    refuses(table, clause, wager, most, on)
    assert table.remove(1, wager, on)
    assert table.bet(1, wager, most, on)
    refuses(table, clause, wager, "0.01", on)


def test_6_1_5() -> None:
    """Behind the Win Line is only for a player whose own Win Line has its point."""
    needs_own_line("6.1.5", "win-line")


def test_6_1_5_1() -> None:
    """Behind the Win Line goes up to twice the Win Line, whatever the point."""
    for point in POINTS:
        capped(on_line("win-line", point, "120.00"), "6.1.5.1", "behind-win-line", None, "240.00")


def test_6_1_5_2() -> None:
    """Behind the Win Line wins on exactly the throws on which the Win Line wins."""
    for point in POINTS:
        table = behind_line("win-line", point)
        settles(each_throw(table, "win-line"), "win", "6.1.1.1.2", {point})
        settles(each_throw(table, "behind-win-line"), "win", "6.1.5.2", {point})


def test_6_1_5_3() -> None:
    """Behind the Win Line loses with the Win Line, on 7, and otherwise stays."""
    for point in POINTS:
        fates = each_throw(behind_line("win-line", point), "behind-win-line")
        settles(fates, "lose", "6.1.5.3", {7})
        stands(fates, EVERY - {point, 7})


def test_6_1_6() -> None:
    """Behind the Don't Win is only for a player whose own Don't Win has its point."""
    needs_own_line("6.1.6", "dont-win")


def test_6_1_6_1() -> None:
    """Behind the Don't Win may win up to twice the Don't Win; the most is cut down to whole chips."""
    for point, most in MAX_BEHIND_DONT.items():
        capped(on_line("dont-win", point, "120.00"), "6.1.6.1", "behind-dont-win", None, most)
    for point, fits, over in ((6, "2.00", "3.00"), (5, "3.00", "4.00"), (4, "4.00", "5.00")):
        table = lay(felt(smallest_chip="1.00"), "dont-win", None, "1.00")
        throw(table, point)
        refuses(table, "6.1.6.1", "behind-dont-win", over)
        assert table.bet(1, "behind-dont-win", fits)


def test_6_1_6_2() -> None:
    """Behind the Don't Win wins on 7, as the Don't Win does."""
    for point in POINTS:
        table = behind_line("dont-win", point)
        settles(each_throw(table, "dont-win"), "win", "6.1.2.1.2", {7})
        settles(each_throw(table, "behind-dont-win"), "win", "6.1.6.2", {7})


def test_6_1_6_3() -> None:
    """Behind the Don't Win loses with the Don't Win, on the point, and otherwise stays."""
    for point in POINTS:
        fates = each_throw(behind_line("dont-win", point), "behind-dont-win")
        settles(fates, "lose", "6.1.6.3", {point})
        stands(fates, EVERY - {point, 7})


def test_6_1_7() -> None:
    """Behind the Come is only for a player's own Come on that come point."""
    needs_own_come("6.1.7", "come")


def test_6_1_7_1() -> None:
    """Behind the Come goes up to twice the Come, on every come point, with the puck on or off."""
    for number in POINTS:
        for table in travelled("come", number, "120.00"):
            capped(table, "6.1.7.1", "behind-come", number, "240.00")


def test_6_1_7_2() -> None:
    """A working Behind the Come wins exactly when its Come does; asleep it goes back instead."""
    for number in POINTS:
        for table in behind_come("come", number):
            settles(each_throw(table, "come", number), "win", "6.1.3.1.2", {number})
            settles(each_throw(table, "behind-come", number), "win", "6.1.7.2", {number})
        asleep = lay(came("come", number, number), "behind-come", number)
        settles(each_throw(asleep, "behind-come", number), "returned", "6.6.1", {number, 7})


def test_6_1_7_3() -> None:
    """A working Behind the Come loses with its Come, on 7; asleep on a come out it loses nothing."""
    for number in POINTS:
        for table in behind_come("come", number):
            fates = each_throw(table, "behind-come", number)
            settles(fates, "lose", "6.1.7.3", {7})
            stands(fates, EVERY - {number, 7})
        asleep = lay(came("come", number, number), "behind-come", number, "120.00")
        back = {line.wager: (line.result, line.returned) for line in throw(asleep, 7).settled}
        assert back == {"behind-come": ("returned", 12000), "come": ("lose", 0)}


def test_6_1_8() -> None:
    """Behind the Don't Come is only for a player's own Don't Come on that come point."""
    needs_own_come("6.1.8", "dont-come")


def test_6_1_8_1() -> None:
    """Behind the Don't Come may win up to twice the Don't Come, with the puck on or off."""
    for number, most in MAX_BEHIND_DONT.items():
        for table in travelled("dont-come", number, "120.00"):
            capped(table, "6.1.8.1", "behind-dont-come", number, most)


def test_6_1_8_2() -> None:
    """Behind the Don't Come wins on 7 as its Don't Come does, on a come out roll too."""
    for number in POINTS:
        for table in behind_come("dont-come", number):
            settles(each_throw(table, "dont-come", number), "win", "6.1.4.1.2", {7})
            settles(each_throw(table, "behind-dont-come", number), "win", "6.1.8.2", {7})


def test_6_1_8_3() -> None:
    """Behind the Don't Come loses with its Don't Come, on the come point, and otherwise stays."""
    for number in POINTS:
        for table in behind_come("dont-come", number):
            fates = each_throw(table, "behind-dont-come", number)
            settles(fates, "lose", "6.1.8.3", {number})
            stands(fates, EVERY - {number, 7})
