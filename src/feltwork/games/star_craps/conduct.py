"""How a Star Craps table is conducted."""

from __future__ import annotations

from dataclasses import replace

from feltwork.games.conduct import (
    THROWN_BY_ANOTHER,
    Act,
    Conduct,
    DiceRules,
    NoResult,
    Notices,
    Power,
    Shooting,
    Tender,
    cited,
    first_powers,
    invalidated_by,
)
from feltwork.games.game import Run
from feltwork.games.star_craps import inspections
from feltwork.refusal import NOT_IN_THE_BOOK

SUPERVISORS = ("casino_supervisor", "boxperson", "gaming_supervisor", "assistant_gaming_manager", "gaming_manager")
"""Star Craps 1.1: a casino supervisor is anybody in a managerial capacity, the boxperson included."""
CONDUCT = Conduct(
    crew=("dealer", "stickperson", "boxperson"),
    equipment={
        "table": "2.1",
        "layout": "2.2",
        "five dice": "2.3",
        "dice bowl": "2.4.1",
        "stick": "2.4.2",
        "puck": "2.4.3",
        "float tray": "2.4.4",
        "marker Off": "2.4.5.1",
        "marker On": "2.4.5.2",
        "marker Lay": "2.4.5.3",
        "marker Buy": "2.4.5.4",
        "marker Don't place": "2.4.5.5",
        "drop box": "2.5",
    },
    inspects=inspections.INSPECTED,
    powers={
        Act.OFFER_DICE: Power("3.1", ("stickperson",)),
        Act.CALL_RESULT: Power("4.4.1", ("stickperson",)),
        Act.RULE_ON_A_FACE: Power("4.4.3", ("boxperson",)),
        Act.CALL_NO_ROLL: Power("5.1", ("stickperson", *SUPERVISORS)),
        Act.CONFIRM_LATE: Power("6.3", ("dealer", "boxperson")),
        Act.CONFIRM_CALL: Power("6.6.1", ("dealer", "boxperson")),
        Act.ORDER_PASS: Power("3.7.2", ("boxperson",)),
        Act.CHANGE_LIMITS: Power("7.5", SUPERVISORS),
        Act.PERSONAL_LIMIT: Power("7.6", SUPERVISORS),
        Act.INVALIDATE: Power("9.4.1", SUPERVISORS),
        Act.CLOSE: Power("9.8", SUPERVISORS),
        Act.REFUSE_WAGER: Power("9.11", SUPERVISORS),
        Act.CHECK_DICE: Power("3.5", ("boxperson",)),
        Act.CORRECT: Power("4.4.3", ("boxperson",)),
        Act.VACATE: Power("9.9", SUPERVISORS),
        Act.EXCHANGE_VOUCHER: Power('1.1["casino promotional token"]', ("dealer",)),
        Act.FILL_FLOAT: Power(NOT_IN_THE_BOOK, SUPERVISORS),
        Act.SELL_CHIPS: Power(NOT_IN_THE_BOOK, ("dealer",)),
        Act.EMPTY_DROP_BOX: Power(NOT_IN_THE_BOOK, SUPERVISORS),
        Act.REPORT_FAULT: Power(NOT_IN_THE_BOOK, SUPERVISORS),
        Act.STOP_GAME: Power(NOT_IN_THE_BOOK, ("dealer", "stickperson", *SUPERVISORS)),
        Act.ANSWER_CONCERN: Power("9.12", SUPERVISORS),
    },
    no_result={
        "not thrown together": NoResult("5.2.1", must=False),
        "did not reach the end": NoResult("5.2.2", must=False),
        "irregular throw": NoResult("5.2.3", must=False),
        "other irregularity": NoResult("5.2.4", must=False),
        "off the table": NoResult("5.3.1", must=True),
        "one die on the other": NoResult("5.3.2", must=True),
        "on the float": NoResult("5.3.3", must=True),
        "in the bowl or on a rail": NoResult("5.3.4", must=True),
        "cocked": NoResult("5.3.5", must=True),
        THROWN_BY_ANOTHER: NoResult("5.3.6", must=True),
        "fraud": NoResult("5.3.7", must=True),
        "dice not approved": NoResult("5.3.8", must=True),
    },
    shooting=Shooting(
        line=("win-line", "dont-win"),
        opening_offers=("3.2",),
        next_offers=("3.8.1", "3.8.2"),
        eligible="4.1",
        must_remain="4.3",
        shoots=True,
        pass_option="3.7",
        seven_out="3.7.1",
        house_throws="3.9",
        settled_first="4.5",
    ),
    notices=Notices(
        raises="7.5",
        closes="9.8",
        personal="7.6",
    ),
    invalidating=invalidated_by("9.4", refund="9.5"),
    dice=DiceRules(
        clause="2.3",
        faces="2.3",
        selects="3.3",
        lost="3.4.1",
        new_set="3.6",
        unreadable=("cocked",),
        corrects_faces=True,
    ),
    disputes="9.13",
    tender=Tender(
        instruments={"chips": "6.2", "tokens": "6.2"},
    ),
)
CITED = {
    Act.FILL_FLOAT: "2.4.4",
    Act.SELL_CHIPS: "2.5",
    Act.EMPTY_DROP_BOX: "2.5",
    Act.REPORT_FAULT: "9.8",
}
"""What was cited under rules 1 for what the book does not say."""
FIRST = replace(CONDUCT, rules=1, inspects={}, powers=cited(first_powers(CONDUCT.powers), CITED))
"""Under rules 1."""


def conduct(run: Run) -> Conduct:
    """How a table is conducted, under the rules it was opened by."""
    return FIRST if run.rules == 1 else CONDUCT
