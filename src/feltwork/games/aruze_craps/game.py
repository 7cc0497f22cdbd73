"""Aruze Craps as one value."""

from __future__ import annotations

from feltwork.games.aruze_craps.conduct import conduct
from feltwork.games.aruze_craps.discipline import DISCIPLINE
from feltwork.games.aruze_craps.felt import felt, upright
from feltwork.games.aruze_craps.promotion import PROMOTION
from feltwork.games.aruze_craps.readings import OPTIONS
from feltwork.games.aruze_craps.rows import book
from feltwork.games.common_codes import CRAPS
from feltwork.games.craps_shortcuts import SHORTCUTS
from feltwork.games.craps_strategies import CRAPS_STRATEGIES
from feltwork.games.game import DemoTable, Game, Habit, Hue, Kind, Rehearsal, Tour

GAME = Game(
    id="aruze-craps",
    package=__package__,
    book=book,
    conduct=conduct,
    discipline=DISCIPLINE,
    options=OPTIONS,
    felt=felt,
    upright=upright,
    hue=Hue("#3a3f48", "#1d2026", "#2f343b"),
    kinds=(Kind(title="Aruze Craps"),),
    codes=CRAPS,
    shortcuts=SHORTCUTS,
    strategies=CRAPS_STRATEGIES,
    rehearsal=Rehearsal("terminals", managers=("agm", "gm")),
    demo=(DemoTable("aruze-craps", 8, 3, signs=(("pass-line",), "5", "500"), source="os-draw", betting_seconds=15),),
    tour=Tour(
        "An electronic table: credits in cents, hop bets, and a Pass Line that may be added to.",
        (
            Habit(1, "pass-line", "5.00", when="come out"),
            Habit(1, "odds", "10.00", when="point"),
            Habit(1, "place", "6.25", 8),
            Habit(2, "dont-pass", "5.00", when="come out"),
            Habit(2, "hop", "1.00", [3, 4]),
            Habit(2, "craps-and-eleven", "2.00"),
        ),
        8,
        chip=None,
        tries={3: ({"no_roll": "a die is cocked against the wall"},)},
    ),
    environments={"AruzeCraps": Kind()},
    promotion=PROMOTION,
)
