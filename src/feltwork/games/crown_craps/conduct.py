"""How Crown's Craps and Mini Craps tables are conducted."""

from __future__ import annotations

from dataclasses import replace

from feltwork.games.conduct import (
    Act,
    Conduct,
    DiceRules,
    NoResult,
    Notices,
    OralRules,
    Power,
    Shooting,
    Tender,
    cited,
    first_powers,
    invalidated_by,
)
from feltwork.games.crown_craps import inspections
from feltwork.games.game import Run
from feltwork.refusal import NOT_IN_THE_BOOK

PIT_BOSS = ("pit_boss", "gaming_manager")
"""A Pit Boss or above: whoever runs the gaming floor (reading C17). A Director of Casino Surveillance reviews."""
FIRST_BOSS = ("pit_boss", "director_of_casino_surveillance", "casino_supervisor")
"""The same under rules 1."""


def _powers(boss: tuple[str, ...]) -> dict[Act, Power]:
    """Who may do what, with these as Pit Boss or above."""
    return {
        Act.OFFER_DICE: Power("5.1.1", ("stickperson",)),
        Act.CALL_RESULT: Power("5.3.1(a)", ("stickperson",)),
        Act.RULE_ON_A_FACE: Power("5.3.1(b)(i)", ("boxperson",)),
        Act.CALL_NO_ROLL: Power("5.4.1(c)", ("boxperson", "stickperson")),
        Act.CONFIRM_LATE: Power("3.2", ("dealer", "boxperson", "stickperson")),
        Act.CONFIRM_CALL: Power("3.5.1(a)", ("dealer", "boxperson")),
        Act.CONFIRM_OFF: Power("3.5.2(a)", ("dealer", "boxperson")),
        Act.CHANGE_LIMITS: Power(NOT_IN_THE_BOOK, ("boxperson", *boss)),
        Act.ANNOUNCE_LIMITS: Power("4.1", ("dealer", "boxperson", *boss)),
        Act.PERSONAL_LIMIT: Power("4.3", ("boxperson", *boss)),
        Act.INVALIDATE: Power("9.3.1", boss),
        Act.CLOSE: Power("9.7", boss),
        Act.CHECK_DICE: Power("5.4.2(a)(iii)", ("boxperson",)),
        Act.CORRECT: Power("5.3.1(b)(i)", ("boxperson",)),
        Act.ANNOUNCE_ORAL: Power("3.3.1", ("dealer", "stickperson")),
        Act.CONFIRM_ORAL: Power("3.3.1", ("boxperson",)),
        Act.FILL_FLOAT: Power(NOT_IN_THE_BOOK, ("boxperson", *boss)),
        Act.SELL_CHIPS: Power(NOT_IN_THE_BOOK, ("dealer",)),
        Act.EMPTY_DROP_BOX: Power(NOT_IN_THE_BOOK, boss),
        Act.REPORT_FAULT: Power(NOT_IN_THE_BOOK, boss),
        Act.STOP_GAME: Power(NOT_IN_THE_BOOK, ("dealer", "stickperson", "boxperson", *boss)),
        Act.ANSWER_CONCERN: Power("9.9", boss),
    }


def _at_mini(boss: tuple[str, ...]) -> dict[Act, Power]:
    """The same at Mini Craps, where the dealer has the dice (7.3.1)."""
    return {
        **{name: power for name, power in _powers(boss).items() if name != Act.CONFIRM_LATE},
        Act.OFFER_DICE: Power("7.3.2", ("dealer",)),
        Act.CALL_RESULT: Power("7.3.1(b)", ("dealer",)),
        Act.CALL_NO_ROLL: Power("7.3.1(b)", ("dealer", "boxperson")),
        Act.CONFIRM_CALL: Power("3.5.1(a)", ("dealer",)),
        Act.CONFIRM_OFF: Power("3.5.2(a)", ("dealer",)),
        Act.CLOSE_BETS: Power("7.4.1", ("dealer",)),
        Act.ACT_AS_STICK: Power("7.3.3", boss),
        Act.ANNOUNCE_ORAL: Power("3.3.1", ("dealer",)),
    }


CONDUCT = Conduct(
    crew=("dealer", "stickperson", "boxperson"),
    equipment={
        "table": "2.1",
        "layout": "2.2",
        "five dice": "2.3",
        "faces adding up to 7": "2.3.1",
        "faces of 19 mm": "2.3.2",
        "dice bowl": "2.4",
        "stick": "2.5",
        "puck": "2.6",
        "marker OFF": "2.7.1",
        "marker ON": "2.7.2",
        "marker Lay": "2.7.3",
        "marker Buy": "2.7.4",
        "number markers": "2.7.5",
        "marker D.P": "2.7.6",
    },
    inspects=inspections.INSPECTED,
    powers=_powers(PIT_BOSS),
    no_result={
        "not thrown together": NoResult("5.4.1(a)", must=False),
        "did not reach the end": NoResult("5.4.1(b)", must=False),
        "irregular throw": NoResult("5.4.1(c)", must=False),
        "off the table": NoResult("5.4.2(a)", must=True),
        "one die on the other": NoResult("5.4.2(b)", must=True),
        "on the float": NoResult("5.4.2(c)", must=True),
        "in the bowl": NoResult("5.4.2(d)", must=True),
        "on a rail": NoResult("5.4.2(e)", must=True),
        "on chips or an object": NoResult("5.4.2(f)", must=True),
        "fraud": NoResult("5.4.2(g)", must=True),
        "dice not approved": NoResult("5.4.2(h)", must=True),
    },
    shooting=Shooting(
        line=("win-line", "dont-win-line"),
        opening_offers=("5.1.1", "5.1.1(a)"),
        next_offers=("5.2.2(a)",),
        next_needs_line=False,
        eligible="5.1.1(b)",
        each_come_out="5.1.1(b)",
        shoots=True,
        pass_option="5.2.2",
        seven_out="5.2.2",
        throws="5.2.1",
        house_throws=NOT_IN_THE_BOOK,
        delegates="5.1.1(b)(i)",
        settled_first="5.3.1(e)",
    ),
    notices=Notices(
        raises="4.1",
        closes="9.7",
        personal="4.3",
        personal_above_only=False,
    ),
    invalidating=invalidated_by("9.3", refund="9.4", may_forfeit=False),
    dice=DiceRules(
        clause="2.3",
        faces="2.3.1",
        selects="5.1.2",
        lost="5.4.2(a)(i)",
        new_set="5.4.2(a)(iv)",
        corrects_faces=True,
    ),
    oral=OralRules(
        clause="3.3.1",
        changes=True,
        into_chips="3.3.2",
    ),
    stands_in=Power("1.2", ("boxperson", *PIT_BOSS)),
    disputes="9.9",
    tender=Tender(
        instruments={"chips": "3.1"},
    ),
)
MINI = replace(
    CONDUCT,
    crew=("dealer",),
    equipment={**CONDUCT.equipment, "table": "7.2.1", "layout": "7.2.2"},
    inspects=inspections.MINI,
    powers=_at_mini(PIT_BOSS),
    shooting=replace(CONDUCT.shooting, opening_offers=("7.3.2", "5.1.1(a)")),
    oral=replace(CONDUCT.oral, needs_stick="7.4.2"),
)
CITED = {
    Act.CORRECT: "5.3.1(b)",
    Act.CHANGE_LIMITS: "4.1",
    Act.FILL_FLOAT: "5.4.2(c)",
    Act.SELL_CHIPS: "3.1",
    Act.EMPTY_DROP_BOX: "3.1",
    Act.REPORT_FAULT: "9.7",
}
"""What was cited under rules 1 for what the book does not say."""
FIRST = replace(
    CONDUCT,
    rules=1,
    inspects={},
    shooting=replace(CONDUCT.shooting, each_come_out="", house_throws="5.2.2"),
    powers=cited(first_powers(_powers(FIRST_BOSS)), CITED),
    stands_in=Power("1.2", ("boxperson", *FIRST_BOSS)),
)
FIRST_MINI = replace(
    MINI,
    rules=1,
    inspects={},
    shooting=replace(MINI.shooting, each_come_out="", house_throws="5.2.2"),
    powers={
        **cited(first_powers(_at_mini(FIRST_BOSS)), CITED),
        Act.CHECK_DICE: Power("7.3.1(b)", ("dealer", "boxperson")),
        Act.CORRECT: Power("5.3.1(b)", ("boxperson", *FIRST_BOSS)),
    },
    stands_in=FIRST.stands_in,
)
"""Under rules 1."""


def conduct(run: Run) -> Conduct:
    """How a table is conducted, under the rules it was opened by: Craps, or Mini Craps."""
    if run.kind.variant == "mini":
        return FIRST_MINI if run.rules == 1 else MINI
    return FIRST if run.rules == 1 else CONDUCT
