"""How a Dragon Fire table is conducted."""

from __future__ import annotations

from dataclasses import replace

from feltwork.games.conduct import (
    THROWN_BY_ANOTHER,
    Act,
    Conduct,
    DiceRules,
    FaultRules,
    NoResult,
    Notices,
    OralRules,
    Power,
    RoundRules,
    Shooting,
    Tender,
    cited,
    first_powers,
    invalidated_by,
)
from feltwork.games.dragon_fire import inspections
from feltwork.games.game import Run
from feltwork.refusal import NOT_IN_THE_BOOK

MANAGERS = ("casino_supervisor", "assistant_gaming_manager", "gaming_manager")
"""Dragon Fire 1.1: casino supervisors, who have a managerial capacity; a gaming supervisor has none (reading D20)."""
WIDER = ("casino_supervisor", "gaming_supervisor", "assistant_gaming_manager", "gaming_manager")
"""Read the other way, as Roulette and Star Craps define them: the gaming supervisor is one of them."""


def _powers(floor: tuple[str, ...]) -> dict[Act, Power]:
    """Who may do what, with these as casino supervisors."""
    return {
        Act.OFFER_DICE: Power("3.1", ("dealer", *floor)),
        Act.CALL_RESULT: Power("8.5", ("dealer", *floor)),
        Act.RULE_ON_A_FACE: Power("4.4.4", ("gaming_supervisor",)),
        Act.CALL_NO_ROLL: Power("5.1", ("dealer", *floor)),
        Act.OPEN_BETS: Power("8.1", ("dealer",)),
        Act.CLOSE_BETS: Power("8.2", ("dealer",)),
        Act.HAND_DICE: Power("8.3", ("dealer", *floor)),
        Act.READ_DISPLAY: Power("10.4", ("dealer", "system", *floor)),
        Act.ORDER_PASS: Power("3.6.2", floor),
        Act.CHANGE_LIMITS: Power("7.5", floor),
        Act.PERSONAL_LIMIT: Power("7.6", floor),
        Act.INVALIDATE: Power("11.4.1", floor),
        Act.CLOSE: Power("11.8", floor),
        Act.REFUSE_WAGER: Power("11.11", floor),
        Act.VACATE: Power("11.9", floor),
        Act.CONFIRM_ORAL: Power("6.7", ("dealer",)),
        Act.CHECK_DICE: Power("3.4.3", ("gaming_supervisor",)),
        Act.CORRECT: Power("10.1", floor),
        Act.HOUSE_THROW: Power("3.8", ("dealer",)),
        Act.REPORT_FAULT: Power("10.3", ("dealer", *floor)),
        Act.STOP_GAME: Power("10.1", ("dealer", *floor)),
        Act.EXCHANGE_VOUCHER: Power('1.1["casino promotional token"]', ("dealer",)),
        Act.FILL_FLOAT: Power(NOT_IN_THE_BOOK, floor),
        Act.SELL_CHIPS: Power(NOT_IN_THE_BOOK, ("dealer",)),
        Act.EMPTY_DROP_BOX: Power(NOT_IN_THE_BOOK, floor),
        Act.ANSWER_CONCERN: Power("11.12", ("gaming_supervisor", *MANAGERS)),
    }


CONDUCT = Conduct(
    crew=("dealer",),
    equipment={
        "table": "2.1",
        "layout": "2.2",
        "lit areas": "2.3",
        "entry terminal": "2.4",
        "five dice": "2.5",
        "dice bowl": "2.6.1",
        "stick": "2.6.2",
        "float tray": "2.6.3",
        "drop box": "2.7",
    },
    inspects=inspections.INSPECTED,
    powers=_powers(MANAGERS),
    no_result={
        "not thrown together": NoResult("5.3.1", must=False),
        "did not reach the end": NoResult("5.3.2", must=False),
        "irregular throw": NoResult("5.3.3", must=False),
        "other irregularity": NoResult("5.3.4", must=False),
        "off the table": NoResult("5.4.1", must=True),
        "one die on the other": NoResult("5.4.2", must=True),
        "in the wagering area": NoResult("5.4.3", must=True),
        "on the float": NoResult("5.4.4", must=True),
        "in the bowl or on a rail": NoResult("5.4.5", must=True),
        "cocked": NoResult("5.4.6", must=True),
        THROWN_BY_ANOTHER: NoResult("5.4.7", must=True),
        "fraud": NoResult("5.4.8", must=True),
        "dice not approved": NoResult("5.4.9", must=True),
        "no more bets was not called": NoResult("10.5", must=True),
    },
    shooting=Shooting(
        line=("dragon", "fire"),
        opening_offers=("3.2", "3.2.1", "3.2.2"),
        next_offers=("3.7.1", "3.7.2"),
        eligible="4.1",
        must_remain="4.3",
        shoots=True,
        pass_option="3.6",
        seven_out="3.6.1",
        house_throws="3.8",
        clockwise=False,
        settled_first="4.5",
        opening_needs_line=True,
        frozen_decides=True,
    ),
    notices=Notices(
        raises="7.5",
        closes="11.8",
        personal="7.6",
    ),
    invalidating=invalidated_by("11.4", refund="11.5"),
    dice=DiceRules(
        clause="2.5",
        faces="2.5",
        selects="3.3",
        lost="3.4.1",
        new_set="3.5",
        unreadable=("cocked",),
    ),
    rounds=RoundRules(
        begins_with_close=True,
        lights="2.3",
        opens_wagers=False,
    ),
    faults=FaultRules(
        clause="10.3",
        told="10.3",
    ),
    disputes="11.13",
    oral=OralRules(
        clause="6.7",
    ),
    tender=Tender(
        instruments={"chips": "6.3", "tokens": "6.3"},
    ),
)
CITED = {
    Act.FILL_FLOAT: "2.6.3",
    Act.SELL_CHIPS: "2.7",
    Act.EMPTY_DROP_BOX: "2.7",
}
"""What was cited under rules 1 for what the book does not say."""
WIDE = replace(CONDUCT, powers=_powers(WIDER))
"""With the reading that a gaming supervisor is a casino supervisor too."""
FIRST = replace(WIDE, rules=1, inspects={}, powers=cited(first_powers(WIDE.powers), CITED))
"""Under rules 1: so read, and nobody rules on a face."""


def conduct(run: Run) -> Conduct:
    """How a table is conducted, under the rules it was opened by and the reading of who is a casino supervisor."""
    if run.rules == 1:
        return FIRST
    wide = run.readings is not None and run.readings.chose("casino_supervisors", "with_gaming_supervisors")
    return WIDE if wide else CONDUCT
