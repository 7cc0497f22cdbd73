"""Star Craps as one value."""

from __future__ import annotations

from feltwork.games.common_codes import CRAPS
from feltwork.games.craps_shortcuts import SHORTCUTS
from feltwork.games.craps_strategies import CRAPS_STRATEGIES
from feltwork.games.craps_upright import upright
from feltwork.games.game import DemoTable, Game, Habit, Hue, Kind, Rehearsal, Tour
from feltwork.games.star_craps.conduct import conduct
from feltwork.games.star_craps.discipline import DISCIPLINE
from feltwork.games.star_craps.felt import felt
from feltwork.games.star_craps.promotion import PROMOTION
from feltwork.games.star_craps.readings import OPTIONS
from feltwork.games.star_craps.rows import book

GAME = Game(
    id="star-craps",
    package=__package__,
    book=book,
    conduct=conduct,
    discipline=DISCIPLINE,
    options=OPTIONS,
    felt=felt,
    upright=upright,
    hue=Hue("#17633f", "#0c3d27", "#0f5a38"),
    kinds=(Kind(title="Star Craps"),),
    codes=CRAPS,
    shortcuts=SHORTCUTS,
    strategies=CRAPS_STRATEGIES,
    rehearsal=Rehearsal("dice"),
    demo=(DemoTable("star-craps", 8, 3, signs=(("win-line", "dont-win"), "5", "500")),),
    tour=Tour(
        "Seat 1 plays the Win Line with odds and places 6 and 8; seat 2 plays against the dice.",
        (
            Habit(1, "win-line", "10.00", when="come out"),
            Habit(2, "dont-win", "10.00", when="come out"),
            Habit(1, "behind-win-line", "20.00", when="point"),
            Habit(1, "place-to-win", "12.00", 6, "point"),
            Habit(1, "place-to-win", "12.00", 8, "point"),
            Habit(2, "hardway", "2.00", 8, "point"),
            Habit(2, "field", "5.00"),
        ),
        9,
        tries={
            2: (
                {"remove": {"seat": 1, "wager": "win-line"}},
                {"bet": {"seat": 1, "wager": "buy", "amount": "25.00", "on": 4}},
            ),
            5: ({"bet": {"seat": 2, "wager": "dont-win", "amount": "5.00"}},),
        },
    ),
    environments={"StarCraps": Kind()},
    promotion=PROMOTION,
)
