"""How Crown's Craps and Mini Craps tables are conducted."""

from __future__ import annotations

from dataclasses import replace

from feltwork.games.conduct import Conduct, NoResult, Power, cited, first_powers
from feltwork.games.crown_craps import inspections
from feltwork.games.game import Run
from feltwork.refusal import NOT_IN_THE_BOOK

PIT_BOSS = ("pit_boss", "gaming_manager")
"""A Pit Boss or above: whoever runs the gaming floor (reading C17). A Director of Casino Surveillance reviews."""
FIRST_BOSS = ("pit_boss", "director_of_casino_surveillance", "casino_supervisor")
"""The same under rules 1."""


def _powers(boss: tuple[str, ...]) -> dict[str, Power]:
    """Who may do what, with these as Pit Boss or above."""
    return {
        "offer dice": Power("5.1.1", ("stickperson",)),
        "call result": Power("5.3.1(a)", ("stickperson",)),
        "rule on a face": Power("5.3.1(b)(i)", ("boxperson",)),
        "call no roll": Power("5.4.1(c)", ("boxperson", "stickperson")),
        "confirm late": Power("3.2", ("dealer", "boxperson", "stickperson")),
        "confirm call": Power("3.5.1(a)", ("dealer", "boxperson")),
        "confirm off": Power("3.5.2(a)", ("dealer", "boxperson")),
        "change limits": Power(NOT_IN_THE_BOOK, ("boxperson", *boss)),
        "announce limits": Power("4.1", ("dealer", "boxperson", *boss)),
        "personal limit": Power("4.3", ("boxperson", *boss)),
        "invalidate": Power("9.3.1", boss),
        "close": Power("9.7", boss),
        "check dice": Power("5.4.2(a)(iii)", ("boxperson",)),
        "correct": Power("5.3.1(b)(i)", ("boxperson",)),
        "announce oral": Power("3.3.1", ("dealer", "stickperson")),
        "confirm oral": Power("3.3.1", ("boxperson",)),
        "fill float": Power(NOT_IN_THE_BOOK, ("boxperson", *boss)),
        "sell chips": Power(NOT_IN_THE_BOOK, ("dealer",)),
        "empty drop box": Power(NOT_IN_THE_BOOK, boss),
        "report fault": Power(NOT_IN_THE_BOOK, boss),
        "stop game": Power(NOT_IN_THE_BOOK, ("dealer", "stickperson", "boxperson", *boss)),
        "answer concern": Power("9.9", boss),
    }


def _at_mini(boss: tuple[str, ...]) -> dict[str, Power]:
    """The same at Mini Craps, where the dealer has the dice (7.3.1)."""
    return {
        **{name: power for name, power in _powers(boss).items() if name != "confirm late"},
        "offer dice": Power("7.3.2", ("dealer",)),
        "call result": Power("7.3.1(b)", ("dealer",)),
        "call no roll": Power("7.3.1(b)", ("dealer", "boxperson")),
        "confirm call": Power("3.5.1(a)", ("dealer",)),
        "confirm off": Power("3.5.2(a)", ("dealer",)),
        "close bets": Power("7.4.1", ("dealer",)),
        "act as stick": Power("7.3.3", boss),
        "announce oral": Power("3.3.1", ("dealer",)),
    }


CONDUCT = Conduct(
    crew=("dealer", "stickperson", "boxperson"),
    equipment={
        "table": "2.1", "layout": "2.2", "five dice": "2.3", "faces adding up to 7": "2.3.1", "faces of 19 mm": "2.3.2",
        "dice bowl": "2.4", "stick": "2.5", "puck": "2.6", "marker OFF": "2.7.1", "marker ON": "2.7.2",
        "marker Lay": "2.7.3", "marker Buy": "2.7.4", "number markers": "2.7.5", "marker D.P": "2.7.6",
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
    line=("win-line", "dont-win-line"),
    opening_offers=("5.1.1", "5.1.1(a)"), next_offers=("5.2.2(a)",), next_needs_line=False, eligible="5.1.1(b)",
    each_come_out="5.1.1(b)", shoots=True, pass_option="5.2.2",
    seven_out="5.2.2", throws="5.2.1", house_throws=NOT_IN_THE_BOOK, raise_notice="4.1", close_notice="9.7",
    personal="4.3",
    causes={
        "civil commotion": "9.3.1", "fire": "9.3.1", "riot": "9.3.1", "brawl": "9.3.1", "robbery": "9.3.1",
        "act of God": "9.3.1", "fraud": "9.3.2",
    },
    refund="9.4", may_forfeit=False, dice="2.3", faces="2.3.1", delegates="5.1.1(b)(i)",
    settled_first="5.3.1(e)", personal_above_only=False, selects="5.1.2", lost="5.4.2(a)(i)",
    new_set="5.4.2(a)(iv)", oral="3.3.1", oral_changes=True, oral_into_chips="3.3.2",
    stands_in=Power("1.2", ("boxperson", *PIT_BOSS)),
    disputes="9.9", corrects_faces=True,
    instruments={"chips": "3.1"},
)  # fmt: skip
MINI = replace(
    CONDUCT,
    crew=("dealer",),
    equipment={**CONDUCT.equipment, "table": "7.2.1", "layout": "7.2.2"},
    inspects=inspections.MINI,
    powers=_at_mini(PIT_BOSS),
    opening_offers=("7.3.2", "5.1.1(a)"),
    oral_needs_stick="7.4.2",
)
CITED = {
    "correct": "5.3.1(b)",
    "change limits": "4.1",
    "fill float": "5.4.2(c)",
    "sell chips": "3.1",
    "empty drop box": "3.1",
    "report fault": "9.7",
}
"""What was cited under rules 1 for what the book does not say."""
FIRST = replace(
    CONDUCT,
    rules=1,
    inspects={},
    each_come_out="",
    house_throws="5.2.2",
    powers=cited(first_powers(_powers(FIRST_BOSS)), CITED),
    stands_in=Power("1.2", ("boxperson", *FIRST_BOSS)),
)
FIRST_MINI = replace(
    MINI,
    rules=1,
    inspects={},
    each_come_out="",
    house_throws="5.2.2",
    powers={
        **cited(first_powers(_at_mini(FIRST_BOSS)), CITED),
        "check dice": Power("7.3.1(b)", ("dealer", "boxperson")),
        "correct": Power("5.3.1(b)", ("boxperson", *FIRST_BOSS)),
    },
    stands_in=FIRST.stands_in,
)
"""Under rules 1."""


def conduct(run: Run) -> Conduct:
    """How a table is conducted, under the rules it was opened by: Craps, or Mini Craps."""
    if run.kind.variant == "mini":
        return FIRST_MINI if run.rules == 1 else MINI
    return FIRST if run.rules == 1 else CONDUCT
