"""Clauses 1.1 and 2.3: the words of the book, the two wheels and the edge that each is said to have."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from feltwork.games import open_book
from feltwork.lab.analysis.declared import declared_edges
from feltwork.lab.analysis.edges import odds_of
from feltwork.outcomes import Pocket
from feltwork.table.live.commands import OpenPlay
from feltwork.wagers import wheel as cloth
from tests.rules.duties import measured
from tests.rules.felt import at, lay, spin
from tests.rules.live import FLOOR_ROLES, Live
from tests.rules.star_roulette.layout import (
    BLACK,
    BOOK,
    EVEN_CHANCES,
    NUMBERS,
    RED,
    WHEELS,
    all_wagers,
    edge,
    fates_of,
    refusal,
    refused,
    snapshot,
    wins_only,
)
from tests.rules.star_roulette.test_table_crew import recorded
from tests.rules.terms import defined


def goes_round(order: tuple[Pocket, ...], zeros: set[Pocket]) -> None:
    """Each number once, zeros green, and no colour twice running anywhere round the wheel."""
    assert len(order) == len(set(order)) == 36 + len(zeros)
    assert set(order) == zeros | set(NUMBERS)
    assert {n for n in order if cloth.colour(n) == "green"} == zeros
    assert {n for n in order if cloth.colour(n) == "red"} == RED
    assert {n for n in order if cloth.colour(n) == "black"} == BLACK
    assert all(cloth.colour(a) != cloth.colour(b) for a, b in pairwise((*order, order[0])))


def declared(wheel: str) -> set[tuple[str, str, bool]]:
    """The edge that the book is told to state for its wagers, by which clause, and whether they have it."""
    book = open_book(BOOK, wheel=wheel)
    return {(told.percent, told.clause, told.agrees) for told in declared_edges(book, odds_of(book)).values()}


def test_1_1_double_zero() -> None:
    """00 is a result of its own beside 0, and only at the wheel that has it."""
    defined("star-roulette", "double zero")
    wins_only("double", "straight", ("00",), {"00"}, "3.2.1")
    assert fates_of("double", "straight", ("00",))[0][0] == "lose"
    table = at(BOOK)
    assert refusal(table, "straight", "00").clause == "3.2.1"
    table.no_more_bets()
    assert refused(table.spin("00"), "5.4")


def test_1_1_lucky_ball() -> None:
    """Lucky Ball is an extra that a table may lack and that a player may leave alone."""
    defined("star-roulette", "Lucky Ball")
    assert refusal(at(BOOK), "lucky-ball", "red").clause == "7.1"
    for kind in (True, "mega"):
        table = lay(at(BOOK, lucky_ball=kind), "straight", 7)
        assert [line.result for line in spin(table, 7).settled] == ["win"]
        assert table.bet(1, "lucky-ball", "10.00", "red")


def test_1_1_roulette() -> None:
    """With 37 numbers every wager leaves the house 1 in 37, the stated 2.70%."""
    defined("star-roulette", "Roulette")
    edges = {edge("single", wager, on) for wager, on in all_wagers("single")}
    assert edges == {Fraction(1, 37)}
    assert round(float(100 * edges.pop()), 2) == 2.70
    assert declared("single") == {("2.70", '1.1["Roulette"]', True)}


def test_1_1_00_roulette() -> None:
    """With 38 numbers the edge is the stated 5.26%, but for the five-line's 7.89%."""
    defined("star-roulette", "00 Roulette")
    edges = {(wager == "five-line", edge("double", wager, on)) for wager, on in all_wagers("double")}
    assert edges == {(False, Fraction(2, 38)), (True, Fraction(3, 38))}
    assert round(100 * 2 / 38, 2) == 5.26
    assert round(100 * 3 / 38, 2) == 7.89
    assert declared("double") == {("5.26", '1.1["00 Roulette"]', True), ("5.26", '1.1["00 Roulette"]', False)}


def test_1_1_void() -> None:
    """A spin that is called off has no result: nothing is won or lost on any wager."""
    defined("star-roulette", "void")
    for wheel in WHEELS:
        table = at(BOOK, wheel=wheel, lucky_ball=True)
        for wager, on in all_wagers(wheel):
            lay(table, wager, on, "5.00")
        lay(table, "lucky-ball", "blue", "5.00")
        table.no_more_bets()
        held = table.state.chips()
        step = table.no_spin("the ball left the wheel")
        assert {(line.wager, line.result, line.winnings, line.returned) for line in step.settled} == {
            ("lucky-ball", "returned", 0, 500)
        }
        assert table.state.chips() == held


def test_1_1_zero() -> None:
    """0 is a number to back, and is neither even, odd, low, high, red nor black."""
    defined("star-roulette", "zero")
    for wheel in WHEELS:
        wins_only(wheel, "straight", (0,), {0}, "3.2.1")
        assert {fates_of(wheel, wager)[0][0] for wager in EVEN_CHANCES} == {"lose"}


def compartments(live: Live, clause: str, count: int, green: int) -> None:
    """How many there are, how many of them green, all of one size and in two colours by turns, was counted."""
    live.prepared(without="compartments")
    for name, good, bad in (
        ("compartments", [count], [count - 1, count + 1]),
        ("green", [green], [green - 1, green + 1]),
        ("size", ["equal"], ["unequal"]),
        ("colours", ["red and black by turns"], ["otherwise"]),
    ):
        measured(live, "compartments", clause, name, good, bad, setup=False)


def test_2_3_1() -> None:
    """The single zero wheel: 37 compartments, 0 green, 1 to 36 red and black by turns, and no other."""
    recorded("compartments", "2.3.1")
    goes_round(cloth.SINGLE_ORDER, {0})
    table = at(BOOK)
    assert set(table.book.wheel) == set(cloth.SINGLE_ORDER)
    table.no_more_bets()
    before = snapshot(table)
    assert all(refused(table.spin(pocket), "5.4") for pocket in ("00", 37, -1))
    assert snapshot(table) == before
    assert all(spin(at(BOOK), pocket) for pocket in cloth.SINGLE_ORDER)
    compartments(Live(BOOK, roles=FLOOR_ROLES), "2.3.1", 37, 1)


def test_2_3_3() -> None:
    """The double zero wheel: 38 compartments, 0 and 00 green, 1 to 36 red and black by turns."""
    live = Live("star-roulette", roles=FLOOR_ROLES)
    live.wheel = "double"
    assert live.prepared(without="compartments").no(OpenPlay(), "casino_supervisor") == "2.3.3"
    goes_round(cloth.DOUBLE_ORDER, {0, "00"})
    table = at(BOOK, wheel="double")
    assert set(table.book.wheel) == set(cloth.DOUBLE_ORDER)
    table.no_more_bets()
    assert all(refused(table.spin(pocket), "5.4") for pocket in ("000", 37, -1))
    assert all(spin(at(BOOK, wheel="double"), pocket) for pocket in cloth.DOUBLE_ORDER)
    live = Live(BOOK, roles=FLOOR_ROLES)
    live.wheel = "double"
    compartments(live, "2.3.3", 38, 2)
