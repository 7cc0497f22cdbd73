"""Crown's Craps and Mini Craps as one value."""

from __future__ import annotations

from feltwork.games.common_codes import CRAPS
from feltwork.games.craps_shortcuts import SHORTCUTS
from feltwork.games.craps_strategies import CRAPS_STRATEGIES
from feltwork.games.craps_upright import upright
from feltwork.games.crown_craps.conduct import conduct
from feltwork.games.crown_craps.discipline import DISCIPLINE
from feltwork.games.crown_craps.felt import felt
from feltwork.games.crown_craps.readings import OPTIONS
from feltwork.games.crown_craps.rows import book
from feltwork.games.crown_craps.tournament import RULES
from feltwork.games.game import DemoTable, Game, Habit, Hue, Kind, Rehearsal, Tour

MINI = Kind("mini", title="Mini Craps")
GAME = Game(
    id="crown-craps",
    package=__package__,
    book=book,
    conduct=conduct,
    discipline=DISCIPLINE,
    options=OPTIONS,
    felt=felt,
    upright=upright,
    hue=Hue("#1d4f86", "#102f56", "#16407a"),
    kinds=(Kind(title="Crown Craps"), MINI),
    codes=CRAPS,
    shortcuts=SHORTCUTS,
    strategies=CRAPS_STRATEGIES,
    rehearsal=Rehearsal("dice", ("", "mini"), without_stick=frozenset({"mini"})),
    demo=(
        DemoTable("crown-craps", 8, 3, signs=(("win-line", "dont-win-line"), "5", "500")),
        DemoTable("mini-craps", 6, 2, MINI, signs=(("win-line",), "5", "500")),
    ),
    tour=Tour(
        "Mini Craps: nothing is touched after no more bets, and a come out 2 leaves the Don't Win Line up.",
        (
            Habit(1, "dont-win-line", "10.00", when="come out"),
            Habit(2, "win-line", "10.00", when="come out"),
            Habit(1, "dont-win-line-odds", "12.00", when="point"),
            Habit(2, "come", "5.00", when="point"),
            Habit(2, "horn-high", "5.00", 11),
        ),
        8,
        MINI,
        tries={1: ({"call": {"seat": 2, "wager": "come", "working": False}},)},
    ),
    environments={"CrownCraps": Kind(), "MiniCraps": MINI},
    tournament=RULES,
)
