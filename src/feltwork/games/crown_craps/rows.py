"""Craps, Crown, with the Mini Craps amendment."""

from __future__ import annotations

from dataclasses import replace

from feltwork.games import craps_rows as craps
from feltwork.games.book import Amendment, Book, HouseRules, amend
from feltwork.games.game import Kind
from feltwork.outcomes import POINTS, Outcomes, total
from feltwork.readings import Readings
from feltwork.wagers.arms import Arm, Result, wins
from feltwork.wagers.automaton import PUCK
from feltwork.wagers.row import Cap, Of, Units, Wager, Window, on_each, rows
from feltwork.wagers.shapes import split

RIGHT_ODDS = {4: "2 to 1", 5: "3 to 2", 6: "6 to 5", 8: "6 to 5", 9: "3 to 2", 10: "2 to 1"}
WRONG_ODDS = {4: "1 to 2", 5: "2 to 3", 6: "5 to 6", 8: "5 to 6", 9: "2 to 3", 10: "1 to 2"}
PLACE_ODDS = {4: "9 to 5", 5: "7 to 5", 6: "7 to 6", 8: "7 to 6", 9: "7 to 5", 10: "9 to 5"}
DONT_PLACE_ODDS = {4: "5 to 11", 5: "5 to 8", 6: "4 to 5", 8: "4 to 5", 9: "5 to 8", 10: "5 to 11"}
HARDWAY_ODDS = {4: "7.5 to 1", 6: "9.5 to 1", 8: "9.5 to 1", 10: "7.5 to 1"}
PAIRED = {4: "4/10", 5: "5/9", 6: "6/8", 8: "6/8", 9: "5/9", 10: "4/10"}
HORN_ODDS = {2: "33 to 1", 3: "16 to 1", 11: "16 to 1", 12: "33 to 1"}
SLEEPS, CALLS = "3.5.1", "3.5.2"

MINI = Amendment("mini", "7.1", ("3.2", "3.4"), "Mini Craps")


def book(kind: Kind, readings: Readings) -> Book:
    """The book under these readings, as Craps or as Mini Craps."""
    house = HouseRules(
        permissible="3.6", placing="3.1", removing="3.4", sign="4.4", paying="6.1", rounding="4.2.3",
        invalid="5.4.1(c)", result="5.3.1(a)", open_until="3.2", under_minimum="4.2.1", over_maximum="4.2.2",
        warns=True, switch_similar=True,
        also=(
            '1.1["Come Out Roll"]', '1.1["Point"]', '1.1["7-out"]', '1.1["Hardway"]', '1.1["Inactive"]',
            "1.4.1", "1.4.2", "3.3", "3.5", "3.5.1(b)", "3.5.2(b)", "5.3.1(d)",
        ),
    )  # fmt: skip
    craps = Book(
        id="crown-craps", title="Craps (Crown)", wagers=_rows(readings), area=PUCK, house=house,
        readings=readings,
    )  # fmt: skip
    if kind.variant is None:
        return craps
    closed = replace(
        house, closing="7.4.1", closed="7.4.1", needs_close="7.4.1",
        locks_until_decided=readings.chose("mini_lock", "until_decided"),
    )  # fmt: skip
    return amend(craps, MINI, house=closed)


def _rows(readings: Readings) -> dict[str, Wager]:
    bar = (Result.VOID, readings["bar_effect"])
    win_line = craps.right_line(craps.LineClauses.lettered("3.6.1"), "6.1[Win Line]", travels=False)
    come = craps.right_line(craps.LineClauses.lettered("3.6.5"), "6.1[Come]", travels=True)
    dont_win = craps.wrong_line(
        craps.LineClauses.lettered("3.6.3"), "6.1[Don't Win Line]", total(3, 12), craps.barred(2, "3.6.3(c)", *bar),
        travels=False,
    )  # fmt: skip
    dont_come = craps.wrong_line(
        craps.LineClauses.lettered("3.6.7"),
        "6.1[Don't Come]",
        total(3, 12),
        craps.barred(2, "3.6.7(c)", *bar),
        travels=True,
    )
    return rows(
        Wager("win-line", "Win Line", "3.6.1", "line", win_line, Window.COME_OUT, contract="3.4.1"),
        Wager(
            "win-line-odds", "Win Line Odds", "3.6.2", "line-odds",
            craps.rider(win_line, _odds("3.6.2(a)", "Odds Behind the Win Line", RIGHT_ODDS), "3.6.2(b)",
                  inactive="3.6.2(c)"),
            Window.PARENT, parent="win-line", cap=Cap(2, Of.STAKE, "3.6.2"),
        ),
        Wager("dont-win-line", "Don't Win Line", "3.6.3", "dont-line", dont_win, Window.COME_OUT,
              dont_lock="3.4.3"),
        Wager(
            "dont-win-line-odds", "Lay Odds behind the Don't Win Line", "3.6.4", "dont-line-odds",
            craps.rider(dont_win, _odds("3.6.4(a)", "Lay Odds Behind the Don't Win Line", WRONG_ODDS), "3.6.4(b)",
                  inactive="3.6.4(c)"),
            Window.PARENT, parent="dont-win-line", cap=Cap(2, Of.WINNINGS, "3.6.4"),
        ),
        Wager("come", "Come", "3.6.5", "come", come, Window.POINT_ON, contract="3.4.2"),
        Wager(
            "come-odds", "Come Odds", "3.6.6", "come-odds",
            craps.rider(come, _odds("3.6.6(a)", "Come Odds", RIGHT_ODDS), "3.6.6(b)", each_point=True, off=SLEEPS,
                  called_off=CALLS,                  inactive="3.6.6(c)"),
            Window.PARENT, parent="come", cap=Cap(2, Of.STAKE, "3.6.6"), sleeps=SLEEPS, switchable=CALLS,
        ),
        Wager("dont-come", "Don't Come", "3.6.7", "dont-come", dont_come, Window.POINT_ON, dont_lock="3.4.3"),
        Wager(
            "dont-come-odds", "Lay Odds on the Don't Come", "3.6.8", "dont-come-odds",
            craps.rider(dont_come, _odds("3.6.8(a)", "Lay Odds Behind the Don't Come", WRONG_ODDS), "3.6.8(b)",
                  each_point=True, inactive="3.6.8(c)"),
            Window.PARENT, parent="dont-come", cap=Cap(2, Of.WINNINGS, "3.6.8"),
        ),
        Wager(
            "place", "Place Bet", "3.6.9", "place",
            on_each(POINTS, lambda n: craps.number_before_seven(
                n, wins("3.6.9(a)", PLACE_ODDS[n], f"6.1[Place {PAIRED[n]}]"), "3.6.9(b)", "3.6.9(c)")),
            sleeps=SLEEPS, switchable=CALLS, rebets=True,
        ),
        Wager(
            "buy", "Buy Bet", "3.6.10", "buy",
            on_each(POINTS, lambda n: craps.number_before_seven(
                n, wins("3.6.10", RIGHT_ODDS[n], f"6.1[Buy {PAIRED[n]}]"), "3.6.10")),
            commission=craps.commission_on_stake("3.6.10"), sleeps=SLEEPS, switchable=CALLS, rebets=True,
        ),
        Wager(
            "dont-place", "Don't Place Bet", "3.6.11", "dont-place",
            on_each(POINTS, lambda n: craps.seven_before_number(
                n, wins("3.6.11(a)", DONT_PLACE_ODDS[n], f"6.1[Don't Place {PAIRED[n]}]"), "3.6.11(b)",
                "3.6.11(c)")),
            rebets=True,
        ),
        Wager(
            "lay", "Lay Bet", "3.6.12", "lay",
            on_each(POINTS, lambda n: craps.seven_before_number(
                n, wins("3.6.12", WRONG_ODDS[n], f"6.1[Lay {PAIRED[n]}]"), "3.6.12")),
            commission=craps.commission_on_win("3.6.12"), rebets=True,
        ),
        Wager(
            "hardway", "Hardways", "3.6.13", "hardway",
            on_each(craps.HARDWAYS, lambda n: craps.hardway(
                n, wins("3.6.13(a)", HARDWAY_ODDS[n], f"6.1[Hardway {n}]"), "3.6.13(b)", "3.6.13(c)")),
            sleeps=SLEEPS, switchable=CALLS, rebets=True,
        ),
        _next("any-craps", "Any Craps", "3.6.14", "any-craps", total(2, 3, 12), "7.5 to 1"),
        _next("two-crap", "Two Crap", "3.6.15", "two", total(2), "33 to 1"),
        _next("three-crap", "Three Crap", "3.6.16", "three", total(3), "16 to 1"),
        _next("twelve-crap", "Twelve Crap", "3.6.17", "twelve", total(12), "33 to 1"),
        _next("eleven", "Eleven", "3.6.18", "eleven", total(11), "16 to 1"),
        Wager("horn", "Horn Bet", "3.6.19", "horn", {None: split(
            {n: (1, HORN_ODDS[n], "6.1[Horn]") for n in craps.HORN}, 4, "3.6.19(a)", "3.6.19(b)")},
            units=craps.split_units(readings, 4, "3.6.19")),
        Wager("horn-high", "Horn High Bet", "3.6.20", "horn-high", on_each(craps.HORN, lambda high: split(
            {n: (1 + (n == high), HORN_ODDS[n], "6.1[Horn High]") for n in craps.HORN}, 5,
            "3.6.20(a)", "3.6.20(b)")), units=Units(5, "3.6.20")),
        craps.next_roll(
            "field", "Field", "3.6.21", "field",
            (total(3, 4, 9, 10, 11), wins("3.6.21(a)", "1 to 1", "6.1[Field 3,4,9,10,11]")),
            (total(2, 12), wins("3.6.21(a)", "2 to 1", "6.1[Field 2,12]")), losing="3.6.21(b)",
        ),
        _next("any-seven", "Any Seven", "3.6.22", "any-seven", total(7), "4 to 1"),
        _big(6, "3.6.23"),
        _big(8, "3.6.24"),
    )  # fmt: skip


def _odds(clause: str, table: str, odds: dict[int, str]) -> dict[int, Arm]:
    return {p: wins(clause, odds[p], f"6.1[{table} {PAIRED[p]}]") for p in POINTS}


def _next(name: str, title: str, clause: str, concept: str, on: Outcomes, pays: str) -> Wager:
    """A wager on the next roll: (a) says when it wins, (b) that it loses otherwise."""
    return craps.next_roll(
        name, title, clause, concept, (on, wins(f"{clause}(a)", pays, f"6.1[{title}]")), losing=f"{clause}(b)"
    )


def _big(number: int, clause: str) -> Wager:
    won = wins(f"{clause}(a)", "1 to 1", f"6.1[Big {number}]")
    race = craps.number_before_seven(number, won, f"{clause}(b)", f"{clause}(c)")
    return Wager(f"big-{number}", f"Big {number}", clause, f"big-{number}", {None: race}, rebets=True)
