"""Dragon Fire as one value."""

from __future__ import annotations

from feltwork.games.dragon_fire.conduct import conduct
from feltwork.games.dragon_fire.discipline import DISCIPLINE
from feltwork.games.dragon_fire.felt import felt, upright
from feltwork.games.dragon_fire.readings import OPTIONS
from feltwork.games.dragon_fire.rows import FACES, TOTAL_ODDS, book
from feltwork.games.game import DemoTable, Game, Habit, Hue, Kind, Layout, Rehearsal, Shortcut, Tour

GAME = Game(
    id="dragon-fire",
    package=__package__,
    book=book,
    conduct=conduct,
    discipline=DISCIPLINE,
    options=OPTIONS,
    felt=felt,
    upright=upright,
    hue=Hue("#7a1f22", "#451013", "#6a1420"),
    kinds=(Kind(title="Dragon Fire"),),
    layouts={"A": Layout("A", "DIAGRAM A")},
    codes={
        "dragon": "dr",
        "fire": "fi",
        "low-pair": "lp",
        "high-pair": "hp",
        "specific-pair": "sp",
        "total": "t",
        "dragons-tail": "dt",
    },
    shortcuts=(
        Shortcut("Every pair", {("specific-pair", face): 1 for face in FACES}),
        Shortcut("Every total", {("total", number): 1 for number in TOTAL_ODDS}),
    ),
    strategies=("dragon-paroli", "fire-and-tail"),
    rehearsal=Rehearsal(
        "dice and terminal",
        without_stick=frozenset({""}),
        box=("gs", "gaming_supervisor"),
        at_the_box="sup",
        replaceable="entry terminal",
    ),
    demo=(DemoTable("dragon-fire", 8, 3, signs=(("dragon", "fire"), "5", "500")),),
    tour=Tour(
        "A 7 freezes Dragon and Fire; eights in a row feed the Dragon's Tail.",
        (
            Habit(1, "dragon", "10.00"),
            Habit(2, "fire", "10.00"),
            Habit(1, "dragons-tail", "2.00"),
            Habit(2, "total", "2.00", 7),
            Habit(2, "low-pair", "1.00"),
        ),
        8,
    ),
    environments={"DragonFire": Kind()},
)
