"""How a Pocket Craps table is conducted: one dealer, one supervisor, five dice."""

from __future__ import annotations

from feltwork.games.conduct import Conduct, NoResult, Power
from feltwork.games.game import Run

BOSS = ("casino_supervisor",)
BOTH = ("dealer", *BOSS)
CONDUCT = Conduct(
    crew=("dealer",),
    equipment={"table": "2.1", "five dice": "2.2", "puck": "2.3"},
    powers={
        "offer dice": Power("3.1", ("dealer",)),
        "call result": Power("3.2", ("dealer",)),
        "call no roll": Power("3.3", BOTH),
        "confirm late": Power("4.2", ("dealer",)),
        "change limits": Power("5.4", BOSS),
        "personal limit": Power("5.5", BOSS),
        "invalidate": Power("7.1", BOSS),
        "close": Power("7.2", BOSS),
        "refuse wager": Power("7.3", BOSS),
        "check dice": Power("2.2", BOSS),
        "correct": Power("3.2", BOSS),
        "fill float": Power("7.4", BOSS),
        "sell chips": Power("7.4", ("dealer",)),
        "empty drop box": Power("7.4", BOSS),
        "report fault": Power("7.5", BOTH),
        "stop game": Power("7.5", BOTH),
        "answer concern": Power("7.6", BOSS),
    },
    no_result={"off the table": NoResult("3.3", must=True), "irregular throw": NoResult("3.3", must=False)},
    line=("line", "dont-line"),
    opening_offers=("3.1",), next_offers=("3.1",), eligible="3.1", shoots=True, pass_option="3.4", seven_out="3.4",
    house_throws="3.5", raise_notice="5.4", close_notice="7.2", personal="5.5", causes={"fire": "7.1", "fraud": "7.1"},
    refund="7.1", settled_first="3.2", dice="2.2", faces="2.2", selects="3.1", lost="2.2", new_set="2.2",
    disputes="7.6", instruments={"chips": "4.2"},
)  # fmt: skip


def conduct(run: Run) -> Conduct:
    """The same at every table."""
    return CONDUCT
