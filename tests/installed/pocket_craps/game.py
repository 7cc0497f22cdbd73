"""Pocket Craps as one value."""

from feltwork.games.common_codes import CRAPS
from feltwork.games.game import DemoTable, Game, Hue, Kind, Rehearsal
from pocket_craps.conduct import conduct
from pocket_craps.felt import felt
from pocket_craps.readings import OPTIONS
from pocket_craps.rows import book

GAME = Game(
    id="pocket-craps",
    package=__package__,
    book=book,
    conduct=conduct,
    options=OPTIONS,
    felt=felt,
    hue=Hue("#4b3a6b", "#2a1f40", "#3d2f5a"),
    kinds=(Kind(title="Pocket Craps"),),
    codes=CRAPS,
    strategies=("field-martingale",),
    rehearsal=Rehearsal("dice", without_stick=frozenset({""}), box=("sup", "casino_supervisor"), at_the_box="sup"),
    demo=(DemoTable("pocket-craps", 6, 2),),
    environments={"PocketCraps": Kind()},
)
