"""How an Aruze Craps electronic table is conducted."""

from __future__ import annotations

from dataclasses import replace

from feltwork.games.aruze_craps import inspections
from feltwork.games.conduct import (
    TUMBLER_FAULT,
    Act,
    Conduct,
    DiceRules,
    NoResult,
    Notices,
    Power,
    Shooting,
    Tender,
    TerminalRules,
    cited,
    invalidated_by,
)
from feltwork.games.game import Run
from feltwork.refusal import NOT_IN_THE_BOOK

ETG = ("assistant_gaming_manager", "gaming_manager")
HOST = "gaming_service_host"
"""Who decides on a dispute in the first instance (Aruze Craps 7.14)."""
CARDS_FROM = 1_729_256_400_000_000
"""The beginning of 19 October 2024 in Sydney, in microseconds (Aruze Craps 3.13, reading A11)."""
CONDUCT = Conduct(
    crew=(),
    equipment={
        "terminals": "2.2.1",
        "note stackers": "2.2.2",
        "ticket printers": "2.2.3",
        "tumbler": "2.2.4",
        "game system": "2.2.5",
    },
    inspects=inspections.INSPECTED,
    powers={
        Act.CLOSE_BETS: Power("3.3.6", ("system",)),
        Act.SHOOT: Power("3.11.1", ("system",)),
        Act.CALL_NO_ROLL: Power("6.4.1", ETG),
        Act.CHANGE_LIMITS: Power(NOT_IN_THE_BOOK, ETG),
        Act.INVALIDATE: Power("7.8.1", ETG),
        Act.CLOSE: Power(NOT_IN_THE_BOOK, ETG),
        Act.CALL_RESULT: Power("3.12", ("system",)),
        Act.RELAX_CLOSE: Power("3.3.8", ETG),
        Act.CONFIRM_TERMINAL: Power("6.1", ETG),
        Act.WITHHOLD: Power("6.5", ETG),
        Act.VACATE: Power("7.13", ETG),
        Act.FIND_INVALID: Power("3.13", ETG),
        Act.REPORT_FAULT: Power(NOT_IN_THE_BOOK, ETG),
        Act.ANSWER_CONCERN: Power("7.14", (HOST, *ETG)),
    },
    no_result={"cocked": NoResult("6.4.1", must=True), TUMBLER_FAULT: NoResult("6.4.2", must=True)},
    shooting=Shooting(
        line=("pass-line", "dont-pass"),
        eligible="3.11",
        opening_offers=("3.11",),
        next_offers=("3.11",),
    ),
    notices=Notices(
        raises=NOT_IN_THE_BOOK,
        closes=NOT_IN_THE_BOOK,
        clears="7.2",
        personal="3.1",
    ),
    dice=DiceRules(
        clause="2.2.4",
        faces="2.2.4",
    ),
    invalidating=invalidated_by("7.8", refund="7.9"),
    terminals=TerminalRules(
        shot="3.11.1",
        no_shooter="3.11.2",
        one_terminal="7.1",
        faults={
            "credits do not match": "6.2.1",
            "play interrupted or display faulty": "6.2.2",
            "other": "6.2.3",
            "system": "6.6.1.2",
        },
        same_error="6.6.1.1",
        void="6.3",
        system_void="6.6",
        meters="6.2.1",
        credited="3.4",
        notes=dict.fromkeys((5_00, 10_00, 20_00, 50_00, 100_00), "3.4.1"),
        card="3.13",
        card_from=CARDS_FROM,
        card_void="3.14.1",
    ),
    disputes="7.15",
    counts_missed=False,
    tender=Tender(
        instruments={"chips": "3.3.4"},
    ),
)
CITED = {
    Act.CHANGE_LIMITS: "3.1",
    Act.CLOSE: "7.2",
    Act.REPORT_FAULT: "6.4.2",
}
"""What was cited under rules 1 for what the book does not say."""
FIRST = replace(
    CONDUCT,
    rules=1,
    inspects={},
    notices=replace(CONDUCT.notices, raises="3.1", closes="7.2", clears="7.2"),
    powers=cited({**CONDUCT.powers, Act.ANSWER_CONCERN: CONDUCT.powers[Act.CLOSE]}, CITED),
    terminals=replace(CONDUCT.terminals, credited="", notes={}),
)
"""Under rules 1."""


def conduct(run: Run) -> Conduct:
    """How a table is conducted, under the rules it was opened by."""
    return FIRST if run.rules == 1 else CONDUCT
