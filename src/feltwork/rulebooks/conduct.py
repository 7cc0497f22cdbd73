"""How a table is conducted: who does what, what equipment there is, which throws do not count.

One value for each book, like its wagers: every part beside its clause.
"""

from __future__ import annotations

from dataclasses import replace

from feltwork.rulebooks.conduct_rows import BALL, LOADED_BY_ANOTHER, ColourChecks, Conduct, NoResult, Power
from feltwork.rulebooks.conduct_rows import TUMBLER_FAULT as TUMBLER

SUPERVISORS = ("casino_supervisor", "boxperson", "gaming_supervisor", "assistant_gaming_manager", "gaming_manager")
"""Star Craps 1.1: a casino supervisor is anybody in a managerial capacity, the boxperson included."""


STAR_CRAPS = Conduct(
    crew=("dealer", "stickperson", "boxperson"),
    equipment={
        "table": "2.1", "layout": "2.2", "five dice": "2.3", "dice bowl": "2.4.1", "stick": "2.4.2", "puck": "2.4.3",
        "float tray": "2.4.4", "marker Off": "2.4.5.1", "marker On": "2.4.5.2", "marker Lay": "2.4.5.3",
        "marker Buy": "2.4.5.4", "marker Don't place": "2.4.5.5", "drop box": "2.5",
    },
    powers={
        "offer dice": Power("3.1", ("stickperson",)),
        "call result": Power("4.4.1", ("stickperson",)),
        "rule on a face": Power("4.4.3", ("boxperson",)),
        "call no roll": Power("5.1", ("stickperson", *SUPERVISORS)),
        "confirm late": Power("6.3", ("dealer", "boxperson")),
        "confirm call": Power("6.6.1", ("dealer", "boxperson")),
        "order pass": Power("3.7.2", ("boxperson",)),
        "change limits": Power("7.5", SUPERVISORS),
        "personal limit": Power("7.6", SUPERVISORS),
        "invalidate": Power("9.4.1", SUPERVISORS),
        "close": Power("9.8", SUPERVISORS),
        "refuse wager": Power("9.11", SUPERVISORS),
        "check dice": Power("3.5", ("boxperson",)),
        "correct": Power("4.4.3", ("boxperson",)),
        "vacate": Power("9.9", SUPERVISORS),
        "exchange voucher": Power('1.1["casino promotional token"]', ("dealer",)),
        "fill float": Power("2.4.4", SUPERVISORS),
        "sell chips": Power("2.5", ("dealer",)),
        "empty drop box": Power("2.5", SUPERVISORS),
        "report fault": Power("9.8", SUPERVISORS),
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
        "thrown by another": NoResult("5.3.6", must=True),
        "fraud": NoResult("5.3.7", must=True),
        "dice not approved": NoResult("5.3.8", must=True),
    },
    line=("win-line", "dont-win"),
    opening_offers=("3.2",), next_offers=("3.8.1", "3.8.2"), eligible="4.1", must_remain="4.3", shoots=True,
    pass_option="3.7",
    seven_out="3.7.1", house_throws="3.9", raise_notice="7.5", close_notice="9.8", personal="7.6",
    causes={
        "civil commotion": "9.4.1", "fire": "9.4.1", "riot": "9.4.1", "brawl": "9.4.1", "robbery": "9.4.1",
        "act of God": "9.4.1", "fraud": "9.4.2",
    },
    refund="9.5", settled_first="4.5", dice="2.3", selects="3.3", lost="3.4.1", new_set="3.6",
    disputes="9.13",
    instruments={"chips": "6.2", "tokens": "6.2"},
)  # fmt: skip

PIT_BOSS = ("pit_boss", "director_of_casino_surveillance", "casino_supervisor")
CROWN_CRAPS = Conduct(
    crew=("dealer", "stickperson", "boxperson"),
    equipment={
        "table": "2.1", "layout": "2.2", "five dice": "2.3", "faces adding up to 7": "2.3.1", "faces of 19 mm": "2.3.2",
        "dice bowl": "2.4", "stick": "2.5", "puck": "2.6", "marker OFF": "2.7.1", "marker ON": "2.7.2",
        "marker Lay": "2.7.3", "marker Buy": "2.7.4", "number markers": "2.7.5", "marker D.P": "2.7.6",
    },
    powers={
        "offer dice": Power("5.1.1", ("stickperson",)),
        "call result": Power("5.3.1(a)", ("stickperson",)),
        "rule on a face": Power("5.3.1(b)", ("boxperson",)),
        "call no roll": Power("5.4.1(c)", ("boxperson", "stickperson")),
        "confirm late": Power("3.2", ("dealer", "boxperson", "stickperson")),
        "confirm call": Power("3.5.1(a)", ("dealer", "boxperson")),
        "confirm off": Power("3.5.2(a)", ("dealer", "boxperson")),
        "change limits": Power("4.1", ("boxperson", *PIT_BOSS)),
        "announce limits": Power("4.1", ("dealer", "boxperson", *PIT_BOSS)),
        "personal limit": Power("4.3", ("boxperson", *PIT_BOSS)),
        "invalidate": Power("9.3.1", PIT_BOSS),
        "close": Power("9.7", PIT_BOSS),
        "check dice": Power("5.4.2(a)(iii)", ("boxperson",)),
        "correct": Power("5.3.1(b)", ("boxperson",)),
        "announce oral": Power("3.3.1", ("dealer", "stickperson")),
        "confirm oral": Power("3.3.1", ("boxperson",)),
        "fill float": Power("5.4.2(c)", ("boxperson", *PIT_BOSS)),
        "sell chips": Power("3.1", ("dealer",)),
        "empty drop box": Power("3.1", PIT_BOSS),
        "report fault": Power("9.7", PIT_BOSS),
    },
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
    shoots=True, pass_option="5.2.2",
    seven_out="5.2.2", house_throws="5.2.2", raise_notice="4.1", close_notice="9.7", personal="4.3",
    causes={
        "civil commotion": "9.3.1", "fire": "9.3.1", "riot": "9.3.1", "brawl": "9.3.1", "robbery": "9.3.1",
        "act of God": "9.3.1", "fraud": "9.3.2",
    },
    refund="9.4", may_forfeit=False, dice="2.3", delegates="5.1.1(b)(i)",
    settled_first="5.3.1(e)", personal_above_only=False, selects="5.1.2", lost="5.4.2(a)(i)",
    new_set="5.4.2(a)(iv)", oral="3.3.1", oral_changes=True, stands_in=Power("1.2", ("boxperson", *PIT_BOSS)),
    disputes="9.9",
    instruments={"chips": "3.1"},
)  # fmt: skip
MINI_CRAPS = replace(
    CROWN_CRAPS,
    crew=("dealer",),
    equipment={**CROWN_CRAPS.equipment, "table": "7.2.1", "layout": "7.2.2"},
    powers={
        **{name: power for name, power in CROWN_CRAPS.powers.items() if name != "confirm late"},
        "offer dice": Power("7.3.2", ("dealer",)),
        "call result": Power("7.3.1(b)", ("dealer",)),
        "call no roll": Power("7.3.1(b)", ("dealer", "boxperson")),
        "confirm call": Power("3.5.1(a)", ("dealer",)),
        "confirm off": Power("3.5.2(a)", ("dealer",)),
        "check dice": Power("7.3.1(b)", ("dealer", "boxperson")),
        "correct": Power("5.3.1(b)", ("boxperson", *PIT_BOSS)),
        "close bets": Power("7.4.1", ("dealer",)),
        "act as stick": Power("7.3.3", PIT_BOSS),
        "announce oral": Power("3.3.1", ("dealer",)),
    },
    opening_offers=("7.3.2", "5.1.1(a)"),
    oral_needs_stick="7.4.2",
)
FLOOR = ("casino_supervisor", "gaming_supervisor", "assistant_gaming_manager", "gaming_manager")
DRAGON_FIRE = Conduct(
    crew=("dealer",),
    equipment={
        "table": "2.1", "layout": "2.2", "lit areas": "2.3", "entry terminal": "2.4", "five dice": "2.5",
        "dice bowl": "2.6.1", "stick": "2.6.2", "float tray": "2.6.3", "drop box": "2.7",
    },
    powers={
        "offer dice": Power("3.1", ("dealer", *FLOOR)),
        "call result": Power("8.5", ("dealer", *FLOOR)),
        "call no roll": Power("5.1", ("dealer", *FLOOR)),
        "open bets": Power("8.1", ("dealer",)),
        "close bets": Power("8.2", ("dealer",)),
        "hand dice": Power("8.3", ("dealer", *FLOOR)),
        "read display": Power("10.4", ("dealer", "system", *FLOOR)),
        "order pass": Power("3.6.2", FLOOR),
        "change limits": Power("7.5", FLOOR),
        "personal limit": Power("7.6", FLOOR),
        "invalidate": Power("11.4.1", FLOOR),
        "close": Power("11.8", FLOOR),
        "refuse wager": Power("11.11", FLOOR),
        "vacate": Power("11.9", FLOOR),
        "confirm oral": Power("6.7", ("dealer",)),
        "check dice": Power("3.4.3", ("gaming_supervisor",)),
        "correct": Power("10.1", FLOOR),
        "house throw": Power("3.8", ("dealer",)),
        "report fault": Power("10.3", ("dealer", *FLOOR)),
        "exchange voucher": Power('1.1["casino promotional token"]', ("dealer",)),
        "fill float": Power("2.6.3", FLOOR),
        "sell chips": Power("2.7", ("dealer",)),
        "empty drop box": Power("2.7", FLOOR),
    },
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
        "thrown by another": NoResult("5.4.7", must=True),
        "fraud": NoResult("5.4.8", must=True),
        "dice not approved": NoResult("5.4.9", must=True),
        "no more bets was not called": NoResult("10.5", must=True),
    },
    line=("dragon", "fire"),
    opening_offers=("3.2", "3.2.1", "3.2.2"), next_offers=("3.7.1", "3.7.2"), eligible="4.1", must_remain="4.3",
    shoots=True, pass_option="3.6",
    seven_out="3.6.1", house_throws="3.8", raise_notice="7.5", close_notice="11.8", personal="7.6", clockwise=False,
    causes={
        "civil commotion": "11.4.1", "fire": "11.4.1", "riot": "11.4.1", "brawl": "11.4.1", "robbery": "11.4.1",
        "act of God": "11.4.1", "fraud": "11.4.2",
    },
    refund="11.5", settled_first="4.5", dice="2.5", selects="3.3", lost="3.4.1", new_set="3.5", opening_needs_line=True,
    frozen_decides=True, fault="10.3", disputes="11.13", told="10.3", lights="2.3", opens_wagers=False, oral="6.7",
    instruments={"chips": "6.3", "tokens": "6.3"},
)  # fmt: skip
STAR_ROULETTE = Conduct(
    crew=("dealer",),
    equipment={
        "table and wheel of 0.75 m": "2.1", "layout": "2.2", "compartments": "2.3.1", "number order": "2.3.2",
        BALL: "2.4",
        "marker buttons": "2.5.1", "dolly": "2.5.2", "float tray": "2.5.3", "limit sign": "2.5.4", "drop box": "2.7",
    },
    powers={
        "open bets": Power("5.1", ("dealer",)),
        "set period": Power('1.1["wagering period"]', FLOOR),
        "spin ball": Power("5.2", ("dealer",)),
        "load ball": Power("5.6", ("dealer",)),
        "move zero": Power("5.5", ("dealer",)),
        "examine ball": Power("8.5", FLOOR),
        "report screen": Power("8.11", ("dealer", *FLOOR)),
        "report unit": Power("8.12", ("dealer", *FLOOR)),
        "restore unit": Power("8.12", FLOOR),
        "reposition": Power("3.14", FLOOR),
        "correct": Power("5.4", FLOOR),
        "draw numbers": Power("7.4", ("system",)),
        "close bets": Power("5.3", ("dealer",)),
        "call result": Power("5.4", ("dealer",)),
        "call no roll": Power("8.8", ("dealer", *FLOOR)),
        "change limits": Power("4.5", FLOOR),
        "personal limit": Power("4.6", FLOOR),
        "invalidate": Power("9.4.1", FLOOR),
        "close": Power("9.8", FLOOR),
        "refuse wager": Power("9.11", FLOOR),
        "vacate": Power("9.9", FLOOR),
        "confirm oral": Power("3.11", ("dealer",)),
        "exchange voucher": Power('1.1["casino promotional token"]', ("dealer",)),
        "fill float": Power("2.5.3", FLOOR),
        "sell chips": Power("2.7", ("dealer",)),
        "empty drop box": Power("2.7", FLOOR),
        "issue colours": Power("3.8", ("dealer",)), "several colours": Power("3.9", FLOOR),
        "report fault": Power("9.8", FLOOR),
    },
    no_result={
        "same direction": NoResult("8.1", must=True),
        "under four revolutions": NoResult("8.2", must=True),
        "foreign object": NoResult("8.3", must=True),
        "no compartment": NoResult("8.4", must=True),
        "ball out of the wheel": NoResult("8.5", must=True),
        "interference": NoResult("8.6", must=True),
        LOADED_BY_ANOTHER: NoResult("8.7", must=True),
    },
    raise_notice="4.5", close_notice="9.8", personal="4.6",
    causes={
        "civil commotion": "9.4.1", "fire": "9.4.1", "riot": "9.4.1", "brawl": "9.4.1", "robbery": "9.4.1",
        "act of God": "9.4.1", "fraud": "9.4.2",
    },
    refund="9.5", dice="2.4", unit_spin="5.6", fault="8.12", disputes="9.13", left_outside="8.10", oral="3.11",
    instruments={"chips": "3.3", "tokens": "3.3", "checks": "3.3"},
    checks=ColourChecks(
        ("blue", "brown", "green", "lavender", "orange", "pink", "red", "white", "yellow"),
        emblem="3.4", here="3.5", redeem="3.6", identical="3.7", value="3.8", several="3.9",
    ),
)  # fmt: skip
DOUBLE_WHEEL = {"compartments": "2.3.3", "number order": "2.3.4"}
SCREEN, UNIT = {"Lucky Ball screen": "2.9"}, {"uSpin unit": "2.6.3"}
"""What a wheel with a double zero, with Lucky Ball, or with a uSpin unit has checked as well."""
ETG = ("assistant_gaming_manager", "gaming_manager")
CARDS_FROM = 1_729_256_400_000_000
"""The beginning of 19 October 2024 in Sydney, in microseconds (Aruze Craps 3.13, reading A11)."""
ARUZE_CRAPS = Conduct(
    crew=(),
    equipment={
        "terminals": "2.2.1", "note stackers": "2.2.2", "ticket printers": "2.2.3", "tumbler": "2.2.4",
        "game system": "2.2.5",
    },
    powers={
        "close bets": Power("3.3.6", ("system",)),
        "shoot": Power("3.11.1", ("system",)),
        "call no roll": Power("6.4.1", ETG),
        "change limits": Power("3.1", ETG),
        "invalidate": Power("7.8.1", ETG),
        "close": Power("7.2", ETG),
        "call result": Power("3.12", ("system",)),
        "relax close": Power("3.3.8", ETG),
        "confirm terminal": Power("6.1", ETG),
        "withhold": Power("6.5", ETG),
        "vacate": Power("7.13", ETG),
        "find invalid": Power("3.13", ETG),
        "report fault": Power("6.4.2", ETG),
    },
    no_result={"cocked": NoResult("6.4.1", must=True), TUMBLER: NoResult("6.4.2", must=True)},
    line=("pass-line", "dont-pass"),
    eligible="3.11", opening_offers=("3.11",), next_offers=("3.11",),
    raise_notice="3.1", close_notice="7.2", personal="3.1", dice="2.2.4",
    causes={
        "civil commotion": "7.8.1", "fire": "7.8.1", "riot": "7.8.1", "brawl": "7.8.1", "robbery": "7.8.1",
        "act of God": "7.8.1", "fraud": "7.8.2",
    },
    refund="7.9", shot="3.11.1", no_shooter="3.11.2", one_terminal="7.1", disputes="7.15", counts_missed=False,
    terminal_faults={
        "credits do not match": "6.2.1", "play interrupted or display faulty": "6.2.2", "other": "6.2.3",
        "system": "6.6.1.2",
    },
    same_error="6.6.1.1", terminal_void="6.3", system_void="6.6",
    instruments={"chips": "3.3.4"}, meters="6.2.1", card="3.13", card_from=CARDS_FROM, card_void="3.14.1",
)  # fmt: skip
CONDUCT: dict[str, Conduct] = {
    "star-craps": STAR_CRAPS,
    "crown-craps": CROWN_CRAPS,
    "dragon-fire": DRAGON_FIRE,
    "star-roulette": STAR_ROULETTE,
    "aruze-craps": ARUZE_CRAPS,
}
AT_THE_TABLES = tuple(sorted({role for conduct in CONDUCT.values() for role in conduct.staff}))
"""Every role of a person that has a power at some table."""


def conduct_of(
    book: str, variant: str | None = None, *, wheel: str = "single", lucky_ball: bool = False, uspin: bool = False
) -> Conduct | None:
    """How a table of this book is conducted, if that is built."""
    if book != "star-roulette":
        return MINI_CRAPS if variant == "mini" else CONDUCT.get(book)
    more = DOUBLE_WHEEL if wheel == "double" else {}
    more = {**more, **(SCREEN if lucky_ball else {}), **(UNIT if uspin else {})}
    return replace(STAR_ROULETTE, equipment={**STAR_ROULETTE.equipment, **more}) if more else STAR_ROULETTE
