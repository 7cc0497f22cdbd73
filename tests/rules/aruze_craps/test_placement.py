"""How wagers get on the terminal, how long they can be changed, what is shown: 3.1, 3.3, 3.5, 3.6, 3.8.3."""

from __future__ import annotations

from feltwork.money import format_money
from feltwork.table.live import commands as ask
from feltwork.table.play.events import Placed
from feltwork.table.play.table import Table
from tests.rules.aruze_craps.terminal import PHASES, POINTS, SELECTIONS, cents, puck, refuses, travelled
from tests.rules.aruze_craps.test_table_terminals import Floor
from tests.rules.felt import lay, throw

COMMISSION = {"buy": 600, "lay": 300}
"""5% of 120.00, and 5% of the 60.00 that 120.00 wins against 4."""


def full_layout() -> Table:
    table = puck()
    for wager, on in SELECTIONS.items():
        lay(table, wager, on)
    return table


def test_3_3_4() -> None:
    """A wager is chips put on an area in time, taken off the player's own balance, which must cover it."""
    for wager, on in SELECTIONS.items():
        assert cents(lay(puck(), wager, on)) == 10_000_000 - 12_000 - COMMISSION.get(wager, 0)
    poor = puck(seats={1: "50.00"}, smallest_chip="0.50")
    for stake in ("50.50", "0.00", "10.25"):
        refuses(poor, "3.3.4", poor.bet, 1, "field", stake)
    refuses(poor, "not in the book", poor.bet, 3, "field", "1.00")
    refuses(poor, "3.3.4", poor.bet, 1, "buy", "50.00", 6)
    assert cents(lay(lay(poor, "field", stake="49.50"), "field", stake="0.50")) == 0
    for wager, on in SELECTIONS.items():
        table = lay(puck(), wager, on)
        assert [(s.wager.name, s.on) for s in table.standing] == [(wager, on)], "on the area that was touched"
        table.no_more_bets()
        refuses(table, "3.3.6", table.bet, 1, wager, "120.00", on)


def test_3_3_5() -> None:
    """Chips answer to the terminal that placed them: its seat is on record, is paid, and alone moves them."""
    table = puck()
    for seat, number in ((1, 6), (2, 8)):
        (event,) = table.bet(seat, "place", "6.00", number).events
        assert isinstance(event, Placed)
        assert event.key == (seat, "place", number)
    refuses(table, "not in the book", table.remove, 2, "place", 6)
    assert [line.seat for line in throw(table, 8).settled] == [2]
    assert (cents(table, 1), cents(table, 2)) == (10_000_000 - 600, 10_000_000 + 700)


def test_3_3_6() -> None:
    """After the wagering period no wager is withdrawn, reduced, placed or added to, until the next one."""
    table = full_layout()
    table.no_more_bets()
    for wager, on in SELECTIONS.items():
        refuses(table, "3.3.6", table.remove, 1, wager, on)
        refuses(table, "3.3.6", table.remove, 1, wager, on, "40.00")
        refuses(table, "3.3.6", table.bet, 1, wager, "120.00", on)
        refuses(table, "3.3.6", table.bet, 2, wager, "120.00", on)
    throw(table, 12)
    assert table.remove(1, "place", 6, "60.00")
    lay(table, "field", seat=2)
    assert Floor().seated(1).who_may(ask.CloseBets(), "3.3.6") == {"system"}, "the period ends by itself"


def test_3_3_7() -> None:
    """The dice settle what lay where when the wagering period ended, and there is no result before that."""
    table = lay(lay(puck(), "field"), "place", 8)
    refuses(table, "3.3.7", table.roll, 6, 5)
    assert table.remove(1, "field")
    lay(table, "any-seven")
    table.no_more_bets()
    refuses(table, "3.3.6", table.bet, 1, "field", "120.00")
    refuses(table, "3.3.6", table.remove, 1, "any-seven")
    decided = [(line.wager, line.on, line.stake) for line in throw(table, 11).settled]
    assert decided == [("any-seven", None, 12_000)]
    for number in POINTS:
        table = lay(puck(), "place", number)
        assert [(line.on, line.result) for line in throw(table, number).settled] == [(number, "win")]


def test_3_5() -> None:
    """Play begins with credits wagered from the meter, which leave it; dice alone move nothing."""
    table = puck()
    for dice in (7, 6, 6):
        assert not throw(table, dice).settled
    assert cents(table) == 10_000_000
    before = table.state.chips()
    lay(table, "pass-line")
    assert (cents(table), table.state.chips()) == (10_000_000 - 12_000, before)


def test_3_5_1_1() -> None:
    """Chips that appear are taken from the meter and chips that disappear go back to it, to the cent."""
    for wager, on in SELECTIONS.items():
        table = lay(lay(puck(), wager, on), wager, on)
        for step in (1, 0):
            assert table.remove(1, wager, on, "120.00")
            assert cents(table) == 10_000_000 - step * (12_000 + COMMISSION.get(wager, 0))
            assert sum(s.stake for s in table.standing) == step * 12_000


def test_3_6_1() -> None:
    """The terminal's own line tells the player what was won and what comes back."""
    for pays, stake in ((840, "7.20"), (700, "6.00")):
        shown = str(throw(lay(puck(), "place", 6, stake), 6))
        assert f"seat 1: place on 6 {stake} win, paid {format_money(pays)}, {stake} back" in shown


def test_3_6_2() -> None:
    """The table's report, for a display beside the terminals, has each seat's winnings and what it holds."""
    table = lay(lay(puck(), "field", stake="10.00"), "field", stake="20.00", seat=2)
    throw(table, 12)
    report = table.report()
    steps = report["steps"]
    assert isinstance(steps, list)
    assert [(line["seat"], line["winnings"]) for line in steps[-1]["settled"]] == [(1, "20.00"), (2, "40.00")]
    assert report["balances"] == {"1": "100020.00", "2": "100040.00"}


def test_3_6_3() -> None:
    """Terminal and display show the same winnings on every throw."""
    for total in range(2, 13):
        table = lay(lay(lay(puck(), "field"), "horn"), "any-seven")
        step = throw(table, total)
        data = step.as_data()["settled"]
        assert isinstance(data, list)
        shown = [line["winnings"] for line in data]
        assert shown == [format_money(line.winnings) for line in step.settled]
        assert all((f"paid {won}" in str(step)) for won in shown if won != "0.00")


def test_3_8_3() -> None:
    """The lock holds in every phase, for odds and come points too, and lifts with the next period."""
    for phase in PHASES:
        table = lay(puck(phase), "place", 6)
        assert table.bet(1, "place", "1.00", 6)
        assert table.remove(1, "place", 6, "1.00")
        table.no_more_bets()
        refuses(table, "3.3.6", table.remove, 1, "place", 6)
        refuses(table, "3.3.6", table.bet, 1, "place", "1.00", 6)
        throw(table, 3)
        assert table.remove(1, "place", 6)
    for point in POINTS:
        table = lay(travelled("come", point), "come-odds", point)
        table.no_more_bets()
        refuses(table, "3.3.6", table.bet, 1, "come", "1.00", point)
        refuses(table, "3.3.6", table.bet, 1, "come-odds", "1.00", point)
        refuses(table, "3.3.6", table.remove, 1, "come-odds", point)
        throw(table, 3)
        assert table.remove(1, "come-odds", point)
