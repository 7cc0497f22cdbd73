"""Roulette as one value."""

from __future__ import annotations

from feltwork.games.game import DemoTable, Game, Habit, Hue, Kind, Layout, Rehearsal, Shortcut, Tour
from feltwork.games.star_roulette.conduct import conduct
from feltwork.games.star_roulette.discipline import DISCIPLINE
from feltwork.games.star_roulette.felt import roulette
from feltwork.games.star_roulette.promotion import PROMOTION
from feltwork.games.star_roulette.readings import OPTIONS
from feltwork.games.star_roulette.rows import DECLARED_EDGE, book
from feltwork.games.star_roulette.tournament import RULES
from feltwork.games.star_roulette.upright import upright

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
SHORTCUTS = (
    Shortcut(
        "Voisins du zéro",
        {
            ("street", (0, 2, 3)): 2,
            ("split", (4, 7)): 1,
            ("split", (12, 15)): 1,
            ("split", (18, 21)): 1,
            ("split", (19, 22)): 1,
            ("split", (32, 35)): 1,
            ("corner", (25, 26, 28, 29)): 2,
        },
        pockets=37,
    ),
    Shortcut(
        "Tiers",
        dict.fromkeys((("split", pair) for pair in ((5, 8), (10, 11), (13, 16), (23, 24), (27, 30), (33, 36))), 1),
        pockets=37,
    ),
    Shortcut(
        "Orphelins",
        {
            ("straight", (1,)): 1,
            ("split", (6, 9)): 1,
            ("split", (14, 17)): 1,
            ("split", (17, 20)): 1,
            ("split", (31, 34)): 1,
        },
        pockets=37,
    ),
)
"""The French call bets, by the order of numbers on a wheel with one zero."""
DOUBLE_LUCKY = Kind(wheel="double", lucky_ball=True)
GAME = Game(
    id="star-roulette",
    package=__package__,
    book=book,
    conduct=conduct,
    discipline=DISCIPLINE,
    options=OPTIONS,
    felt=roulette,
    upright=upright,
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
    shortcuts=SHORTCUTS,
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
    promotion=PROMOTION,
)
