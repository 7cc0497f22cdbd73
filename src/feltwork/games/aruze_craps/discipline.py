"""Conduct and disputes at Aruze Craps (section 7). No clause bans advice; an exclusion is only recommended (7.7.3)."""

from feltwork.games.aruze_craps.conduct import ETG, HOST
from feltwork.games.conduct import Power
from feltwork.games.discipline import (
    BAR,
    COMPLAINT,
    DEVICE,
    RECOMMEND,
    VOID,
    Discipline,
    Ladder,
    Measure,
    Offence,
)

NAMED = ("unreported malfunction", "tampering", DEVICE, "inducement", "disturbance", "occupying")
"""What 7.7 names; for the others it gives no power."""
DISCIPLINE = Discipline(
    {
        "unreported malfunction": Offence(
            "7.3", "does not report a malfunction of the terminal, and keeps prizes or free play that came of it"
        ),
        "tampering": Offence(
            "7.4", "tilts, rocks, damages or interferes with a terminal, or works it with anything but legal tender"
        ),
        DEVICE: Offence(
            "7.5",
            "uses or controls, alone or with others, at or near a terminal, a device able to interfere with an outcome "
            "or with the terminal's proper working",
            "7.6",
        ),
        "inducement": Offence("7.10", "induces a player to vacate a terminal, or solicits such an inducement"),
        "disturbance": Offence("7.11", "interferes with, disturbs or intimidates patrons or employees"),
        "occupying": Offence("7.13", "refuses to vacate a terminal, or an area that blocks one, without playing"),
        "side bet": Offence("7.12", "wagers with or against another player or spectator"),
        "second terminal": Offence("7.1", "plays more than one terminal at a time"),
        "another's card": Offence("3.13", "plays with another person's card, or wagers for another"),
    },
    {
        VOID: Measure("7.7.1", ETG, NAMED),
        BAR: Measure("7.7.2", ETG, NAMED),
        RECOMMEND: Measure("7.7.3", ETG, NAMED),
    },
    Ladder(Power("7.14", (HOST,)), Power("7.14", ETG), "7.15", "7.15", COMPLAINT),
    (HOST, *ETG),
)
