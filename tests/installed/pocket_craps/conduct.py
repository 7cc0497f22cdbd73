"""How a Pocket Craps table is conducted: one dealer, one supervisor, five dice."""

from __future__ import annotations

from feltwork.games.conduct import (
    Act,
    Conduct,
    DiceRules,
    Invalidating,
    NoResult,
    Notices,
    Power,
    Shooting,
    Tender,
)
from feltwork.games.game import Run

BOSS = ("casino_supervisor",)
BOTH = ("dealer", *BOSS)
CONDUCT = Conduct(
    crew=("dealer",),
    equipment={"table": "2.1", "five dice": "2.2", "puck": "2.3"},
    powers={
        Act.OFFER_DICE: Power("3.1", ("dealer",)),
        Act.CALL_RESULT: Power("3.2", ("dealer",)),
        Act.CALL_NO_ROLL: Power("3.3", BOTH),
        Act.CONFIRM_LATE: Power("4.2", ("dealer",)),
        Act.CHANGE_LIMITS: Power("5.4", BOSS),
        Act.PERSONAL_LIMIT: Power("5.5", BOSS),
        Act.INVALIDATE: Power("7.1", BOSS),
        Act.CLOSE: Power("7.2", BOSS),
        Act.REFUSE_WAGER: Power("7.3", BOSS),
        Act.CHECK_DICE: Power("2.2", BOSS),
        Act.CORRECT: Power("3.2", BOSS),
        Act.FILL_FLOAT: Power("7.4", BOSS),
        Act.SELL_CHIPS: Power("7.4", ("dealer",)),
        Act.EMPTY_DROP_BOX: Power("7.4", BOSS),
        Act.REPORT_FAULT: Power("7.5", BOTH),
        Act.STOP_GAME: Power("7.5", BOTH),
        Act.ANSWER_CONCERN: Power("7.6", BOSS),
    },
    no_result={"off the table": NoResult("3.3", must=True), "irregular throw": NoResult("3.3", must=False)},
    shooting=Shooting(
        line=("line", "dont-line"),
        opening_offers=("3.1",),
        next_offers=("3.1",),
        eligible="3.1",
        shoots=True,
        pass_option="3.4",
        seven_out="3.4",
        house_throws="3.5",
        settled_first="3.2",
    ),
    notices=Notices(
        raises="5.4",
        closes="7.2",
        personal="5.5",
    ),
    invalidating=Invalidating(
        causes={"fire": "7.1", "fraud": "7.1"},
        refund="7.1",
    ),
    dice=DiceRules(
        clause="2.2",
        faces="2.2",
        selects="3.1",
        lost="2.2",
        new_set="2.2",
    ),
    disputes="7.6",
    tender=Tender(
        instruments={"chips": "4.2"},
    ),
)


def conduct(run: Run) -> Conduct:
    """The same at every table."""
    return CONDUCT
