"""Roulette as one value."""

from __future__ import annotations

from feltwork.games.game import DemoTable, Game, Habit, Hue, Kind, Layout, Rehearsal, Tour
from feltwork.games.star_roulette.conduct import conduct
from feltwork.games.star_roulette.felt import roulette
from feltwork.games.star_roulette.readings import OPTIONS
from feltwork.games.star_roulette.rows import DECLARED_EDGE, book
from feltwork.games.star_roulette.tournament import RULES

CODES = {
    "straight": "n",
    "split": "s",
    "street": "st",
    "corner": "k",
    "five-line": "five",
    "six-line": "sl",
    "column": "col",
    "dozen": "dz",
    "low": "low",
    "high": "high",
    "even": "even",
    "odd": "odd",
    "red": "red",
    "black": "black",
    "lucky-ball": "lb",
}
LAYOUTS = (
    Layout("A", "DIAGRAM A"),
    Layout("B", "DIAGRAM B", "double"),
    Layout("C", "DIAGRAM C", outside_zero=True),
    Layout("D", "DIAGRAM D", "double"),
    Layout("E", "DIAGRAM E", lucky_ball=True),
    Layout("F", "DIAGRAM F", "double", lucky_ball=True),
)
DOUBLE_LUCKY = Kind(wheel="double", lucky_ball=True)
GAME = Game(
    id="star-roulette",
    package=__package__,
    book=book,
    conduct=conduct,
    options=OPTIONS,
    felt=roulette,
    hue=Hue("#0f5138", "#083024", "#0c4a35"),
    kinds=(
        Kind(title="Roulette, one zero"),
        Kind(lucky_ball=True),
        Kind(lucky_ball="mega"),
        Kind(wheel="double", title="Roulette, two zeros"),
        DOUBLE_LUCKY,
        Kind(wheel="double", lucky_ball="mega"),
    ),
    layouts={layout.name: layout for layout in LAYOUTS},
    codes=CODES,
    strategies=("red-martingale", "dozen-dalembert", "ten-straights"),
    edges=DECLARED_EDGE,
    rehearsal=Rehearsal("wheel", ("", "layout-c")),
    demo=(
        DemoTable("roulette", 7, 3, signs=(("straight", "split"), "1", "100")),
        DemoTable("lucky-ball", 7, 2, DOUBLE_LUCKY, source="os-draw"),
    ),
    tour=Tour(
        "Double zero with Lucky Ball: four numbers are drawn, one of them is boosted.",
        (
            Habit(1, "red", "10.00"),
            Habit(1, "corner", "4.00", [17, 18, 20, 21]),
            Habit(1, "lucky-ball", "2.00", "green"),
            Habit(2, "five-line", "3.00"),
            Habit(2, "dozen", "5.00", 2),
        ),
        6,
        DOUBLE_LUCKY,
        tries={1: ({"bet": {"seat": 2, "wager": "corner", "amount": "2.00", "on": [0, 1, 2, 3]}},)},
    ),
    environments={
        "StarRoulette": Kind(),
        "StarRouletteDoubleZero": Kind(wheel="double"),
        "StarRouletteLuckyBall": Kind(lucky_ball=True),
    },
    tournament=RULES,
)
