"""Conduct and disputes at Crown (section 9): to have a device is enough, and every breach may be met by every measure.

What is seized is money won while in possession of a device, and what is confiscated or for which somebody is detained
is that device: these three need a breach of 9.1.
"""

from feltwork.games.conduct import Power
from feltwork.games.crown_craps.conduct import PIT_BOSS
from feltwork.games.discipline import (
    ANY_RULE,
    BAR,
    CONFISCATE,
    DETAIN,
    DEVICE,
    SEIZE,
    VOID,
    Discipline,
    Ladder,
    Measure,
    Offence,
)

SURVEILLANCE = "director_of_casino_surveillance"
DISCIPLINE = Discipline(
    {
        DEVICE: Offence(
            "9.1",
            "uses, possesses or controls, alone or with others, at or near a table, a device able to record, "
            "project or analyse an outcome, odds or strategy",
        ),
        "influence": Offence("9.6", "influences another player's decisions without being asked"),
        "side bet": Offence("9.10", "bets against another player"),
        ANY_RULE: Offence("9.2", "contravenes another provision of the rules"),
    },
    {
        VOID: Measure("9.2.1", PIT_BOSS),
        BAR: Measure("9.2.2", PIT_BOSS),
        SEIZE: Measure("9.2.3", PIT_BOSS, (DEVICE,)),
        CONFISCATE: Measure("9.2.4", PIT_BOSS, (DEVICE,)),
        DETAIN: Measure("9.2.5", PIT_BOSS, (DEVICE,)),
    },
    Ladder(
        Power("9.9", PIT_BOSS),
        Power("9.9", (SURVEILLANCE,)),
        "9.9",
        "9.8",
        "to consult the inspector who is present, appointed under the Casino Control Act 1991",
        silent=True,
        delegator=SURVEILLANCE,
    ),
    ("dealer", "boxperson", "game_supervisor", "pit_boss", "gaming_manager", SURVEILLANCE),
)
