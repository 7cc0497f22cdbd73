"""How a Roulette table is conducted."""

from __future__ import annotations

from dataclasses import replace

from feltwork.games.conduct import (
    BALL,
    LOADED_BY_ANOTHER,
    Act,
    ColourChecks,
    Conduct,
    DiceRules,
    FaultRules,
    NoResult,
    Notices,
    OralRules,
    Power,
    Tender,
    ValidSpin,
    WheelRules,
    cited,
    first_powers,
    invalidated_by,
)
from feltwork.games.game import Run
from feltwork.games.star_roulette import inspections
from feltwork.refusal import NOT_IN_THE_BOOK

FLOOR = ("casino_supervisor", "gaming_supervisor", "assistant_gaming_manager", "gaming_manager")
CONDUCT = Conduct(
    crew=("dealer",),
    equipment={
        "table and wheel of 0.75 m": "2.1",
        "layout": "2.2",
        "compartments": "2.3.1",
        "number order": "2.3.2",
        BALL: "2.4",
        "marker buttons": "2.5.1",
        "dolly": "2.5.2",
        "float tray": "2.5.3",
        "limit sign": "2.5.4",
        "drop box": "2.7",
        "colour checks": "3.4",
    },
    inspects=inspections.INSPECTED,
    powers={
        Act.OPEN_BETS: Power("5.1", ("dealer",)),
        Act.SET_PERIOD: Power('1.1["wagering period"]', FLOOR),
        Act.SPIN_BALL: Power("5.2", ("dealer",)),
        Act.LOAD_BALL: Power("5.6", ("dealer",)),
        Act.MOVE_ZERO: Power("5.5", ("dealer",)),
        Act.EXAMINE_BALL: Power("8.5", FLOOR),
        Act.REPORT_SCREEN: Power("8.11", ("dealer", *FLOOR)),
        Act.REPORT_UNIT: Power("8.12", ("dealer", *FLOOR)),
        Act.RESTORE_UNIT: Power("8.12", FLOOR),
        Act.REPOSITION: Power("3.14", FLOOR),
        Act.CORRECT: Power(NOT_IN_THE_BOOK, FLOOR),
        Act.DRAW_NUMBERS: Power("7.4", ("system",)),
        Act.CLOSE_BETS: Power("5.3", ("dealer",)),
        Act.CALL_RESULT: Power("5.4", ("dealer",)),
        Act.CALL_NO_ROLL: Power("8.8", ("dealer", *FLOOR)),
        Act.CHANGE_LIMITS: Power("4.5", FLOOR),
        Act.PERSONAL_LIMIT: Power("4.6", FLOOR),
        Act.INVALIDATE: Power("9.4.1", FLOOR),
        Act.CLOSE: Power("9.8", FLOOR),
        Act.REFUSE_WAGER: Power("9.11", FLOOR),
        Act.VACATE: Power("9.9", FLOOR),
        Act.CONFIRM_ORAL: Power("3.11", ("dealer",)),
        Act.EXCHANGE_VOUCHER: Power('1.1["casino promotional token"]', ("dealer",)),
        Act.FILL_FLOAT: Power(NOT_IN_THE_BOOK, FLOOR),
        Act.SELL_CHIPS: Power(NOT_IN_THE_BOOK, ("dealer",)),
        Act.EMPTY_DROP_BOX: Power(NOT_IN_THE_BOOK, FLOOR),
        Act.ISSUE_COLOURS: Power("3.8", ("dealer",)),
        Act.SEVERAL_COLOURS: Power("3.9", FLOOR),
        Act.REPORT_FAULT: Power(NOT_IN_THE_BOOK, FLOOR),
        Act.STOP_GAME: Power(NOT_IN_THE_BOOK, ("dealer", *FLOOR)),
        Act.RULE_ON_A_ROUND: Power("8.12", FLOOR),
        Act.ANSWER_CONCERN: Power("9.12", FLOOR),
    },
    no_result={
        "same direction": NoResult("8.1", must=True, takes_ball=True),
        "under four revolutions": NoResult("8.2", must=True, takes_ball=True),
        "foreign object": NoResult("8.3", must=True, takes_ball=True),
        "no compartment": NoResult("8.4", must=True),
        "ball out of the wheel": NoResult("8.5", must=True),
        "interference": NoResult("8.6", must=True),
        LOADED_BY_ANOTHER: NoResult("8.7", must=True),
    },
    notices=Notices(
        raises="4.5",
        closes="9.8",
        personal="4.6",
    ),
    invalidating=invalidated_by("9.4", refund="9.5"),
    wheel=WheelRules(
        valid_spin=ValidSpin("5.2", 4, same_way="8.1", too_few="8.2"),
        unit_spin="5.6",
        left_outside="8.10",
    ),
    dice=DiceRules(
        clause="2.4",
    ),
    faults=FaultRules(
        clause="8.12",
    ),
    disputes="9.13",
    oral=OralRules(
        clause="3.11",
    ),
    tender=Tender(
        instruments={"chips": "3.3", "tokens": "3.3", "checks": "3.3"},
        checks=ColourChecks(
            inspections.COLOURS,
            emblem="3.4",
            here="3.5",
            redeem="3.6",
            identical="3.7",
            value="3.8",
            several="3.9",
        ),
    ),
)
DOUBLE_WHEEL = {"compartments": "2.3.3", "number order": "2.3.4"}
SCREEN, UNIT = {"Lucky Ball screen": "2.9"}, {"uSpin unit": "2.6.3"}
"""What a wheel with a double zero, with Lucky Ball, or with a uSpin unit has checked as well."""
CITED = {
    Act.CORRECT: "5.4",
    Act.FILL_FLOAT: "2.5.3",
    Act.SELL_CHIPS: "2.7",
    Act.EMPTY_DROP_BOX: "2.7",
    Act.REPORT_FAULT: "9.8",
}
"""What was cited under rules 1 for what the book does not say."""
FIRST = replace(
    CONDUCT,
    rules=1,
    inspects={},
    equipment={item: clause for item, clause in CONDUCT.equipment.items() if item != "colour checks"},
    powers=cited(first_powers(CONDUCT.powers), CITED),
    no_result={why: NoResult(row.clause, row.must) for why, row in CONDUCT.no_result.items()},
    wheel=replace(CONDUCT.wheel, valid_spin=None),
)
"""Under rules 1."""


def conduct(run: Run) -> Conduct:
    """How a table is conducted, under the rules it was opened by, with what its wheel and its screens have as well."""
    found = FIRST if run.rules == 1 else CONDUCT
    double = run.kind.wheel == "double"
    more = DOUBLE_WHEEL if double else {}
    more = {**more, **(SCREEN if run.kind.lucky_ball else {}), **(UNIT if run.uspin else {})}
    how = inspections.DOUBLE_ZERO if double else {}
    how = {**how, **(inspections.WITH_UNIT if run.uspin else {})} if found.inspects else {}
    if not more and not how:
        return found
    return replace(found, equipment={**found.equipment, **more}, inspects={**found.inspects, **how})
