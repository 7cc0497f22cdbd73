"""Roulette, The Star, 2019: single and double zero, Lucky Ball, Lucky Ball with Mega Odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from feltwork.games.book import Amendment, Book, HouseRules, Lucky, LuckyClauses, amend
from feltwork.games.game import Kind
from feltwork.games.lucky import check_keeps_edge
from feltwork.games.star_roulette import places as cloth
from feltwork.outcomes import COLOURS, Pocket, Selection, pockets
from feltwork.readings import Readings
from feltwork.wagers.arms import loses, wins
from feltwork.wagers.automaton import WHEEL
from feltwork.wagers.row import Wager, rows
from feltwork.wagers.shapes import POCKET, OneRoll, Shape, lucky_ball
from feltwork.wagers.wheel import coloured

DOUBLE = Amendment("double", "2.3.3", ("2.3.1", "2.3.2"), "double zero")
LUCKY = Amendment("lucky-ball", "7.2", (), "Lucky Ball")
MEGA = Amendment("mega", "7.9", ("7.6", "7.7", "7.8"), "Mega Odds")

TABLE_ONE = {
    "red": ("6 to 1", "120 to 1"),
    "green": ("12 to 1", "100 to 1"),
    "blue": ("20 to 1", "75 to 1"),
    "yellow": ("25 to 1", "60 to 1"),
}
TABLE_TWO = {
    "red": ("5 to 1", "120 to 1", "1000 to 1"),
    "green": ("12 to 1", "100 to 1", "1000 to 1"),
    "blue": ("20 to 1", "75 to 1", "1000 to 1"),
    "yellow": ("25 to 1", "60 to 1", "1000 to 1"),
}
DECLARED_EDGE = {"single": ("2.70", '1.1["Roulette"]'), "double": ("5.26", '1.1["00 Roulette"]')}
"""The house edge that the book itself states, by its wheel."""
OFFERED = {False: None, True: Lucky.SUPER, "mega": Lucky.MEGA}


def book(kind: Kind, readings: Readings) -> Book:
    """The book under these readings, with Lucky Ball where it is offered."""
    double, lucky = kind.wheel == "double", OFFERED[kind.lucky_ball]
    house = HouseRules(
        permissible="3.2", placing="3.3", removing="3.10", sign="4.1", paying="6.1", rounding="6.1",
        invalid="8.9", result="5.4", under_minimum="4.2", over_maximum="4.3",
        closing="5.3", closed="3.10", needs_close="5.3",
        also=(
            '1.1["zero"]', '1.1["double zero"]', '1.1["void"]', '1.1["Roulette"]', '1.1["00 Roulette"]',
            "2.3.1", "3.13", "6.2", "6.3", "6.4", "6.5", "4.4", "3.12",
        ),
    )  # fmt: skip
    plain = Book(
        id="star-roulette", title="Roulette (The Star)", wagers=_rows(double), area=WHEEL, house=house,
        readings=readings, wheel=cloth.pockets_of(double),
        withheld={"lucky-ball": "7.1"} | ({} if double else {"five-line": "3.2.5"}),
        unsaid=("rounding",),
    )  # fmt: skip
    game = amend(plain, DOUBLE) if double else plain
    if lucky is None:
        return game
    with_lucky = replace(
        house, lucky=LuckyClauses("7.4", "7.9" if lucky is Lucky.MEGA else "7.6"),
        also=(*house.also, "7.1", "7.3", '1.1["Lucky Ball"]', "2.8", "7.8" if lucky is Lucky.SUPER else "7.10"),
    )  # fmt: skip
    game = amend(
        game, LUCKY, house=with_lucky, lucky=lucky, withheld={} if double else {"five-line": "3.2.5"},
        wagers=dict(game.wagers) | rows(_lucky(TABLE_TWO if lucky is Lucky.MEGA else TABLE_ONE)),
    )  # fmt: skip
    if lucky is Lucky.SUPER:
        return game
    game = amend(game, MEGA)
    chance = readings.mega_probability()
    if chance is not None:
        check_keeps_edge(game, chance)
    return game


def _rows(double: bool) -> dict[str, Wager]:
    wheel = cloth.pockets_of(double)

    def one(numbers: Iterable[Pocket], clause: str, pays: str, table: str) -> Shape:
        listed = ", ".join(map(str, numbers))
        return OneRoll(((pockets(listed, numbers, wheel), wins(clause, pays, f"6.1[{table}]")),), loses(clause), POCKET)

    def inside(
        name: str, title: str, clause: str, sets: Mapping[tuple[Pocket, ...], str], pays: str, table: str
    ) -> Wager:
        shapes: dict[Selection, Shape] = {numbers: one(numbers, own, pays, table) for numbers, own in sets.items()}
        return Wager(name, title, clause, name, shapes, withheld=cloth.WITHHELD.get(name, {}) if double else {})

    def outside(name: str, title: str, clause: str, numbers: Iterable[Pocket], table: str) -> Wager:
        return Wager(name, title, clause, name, {None: one(tuple(numbers), clause, "1 to 1", table)})

    def third(name: str, title: str, clause: str, sets: Mapping[Selection, tuple[int, ...]]) -> Wager:
        shapes = {on: one(numbers, clause, "2 to 1", title) for on, numbers in sets.items()}
        return Wager(name, title, clause, name, shapes)

    five = {cloth.FIVE_LINE: "3.2.5"}
    return rows(
        inside("straight", "Straight Up", "3.2.1", dict.fromkeys(cloth.straights(double), "3.2.1"), "35 to 1",
               "Straight Up"),
        inside("split", "Split", "3.2.2.1", cloth.splits(double), "17 to 1", "Split"),
        inside("street", "Street", "3.2.3.1", cloth.streets(double), "11 to 1", "Street"),
        inside("corner", "Corner", "3.2.4.1", cloth.corners(double), "8 to 1", "Corner"),
        *([inside("five-line", "Five-line", "3.2.5", five, "6 to 1", "Five-Line (00 only)")] if double else []),
        inside("six-line", "Six-line", "3.2.6", dict.fromkeys(cloth.six_lines(), "3.2.6"), "5 to 1", "Six-Line"),
        third("column", "Column", "3.2.7", cloth.COLUMNS),
        third("dozen", "Dozen", "3.2.8", cloth.DOZENS),
        outside("low", "Low (1-18)", "3.2.9", range(1, 19), "Low 1-18"),
        outside("high", "High (19-36)", "3.2.10", range(19, 37), "High 19-36"),
        outside("even", "Even", "3.2.11", range(2, 37, 2), "Even"),
        outside("odd", "Odd", "3.2.12", range(1, 37, 2), "Odd"),
        outside("red", "Red", "3.2.13", coloured("red"), "Red"),
        outside("black", "Black", "3.2.14", coloured("black"),
                "Black"),
    )  # fmt: skip


def _lucky(table: Mapping[str, tuple[str, ...]]) -> Wager:
    """The Lucky Ball row: standard odds, replaced for the boosted colour by super or mega odds."""
    mega = table is TABLE_TWO
    where = "7.10" if mega else "7.8"
    tiers = (
        {"standard": (0, "7.9.1"), "super": (1, "7.9.1"), "mega": (2, "7.9.2"), "beside mega": (0, "7.9.2")}
        if mega
        else {"standard": (0, "7.7"), "super": (1, "7.6")}
    )
    shapes: dict[Selection, Shape] = {
        colour: lucky_ball(
            {
                tier: wins(clause, table[colour][column], f"{where}[{colour.title()}]")
                for tier, (column, clause) in tiers.items()
            },
            losing="7.5",
        )
        for colour in COLOURS
    }
    return Wager("lucky-ball", "Lucky Ball", "7.5", "lucky-ball", shapes)
