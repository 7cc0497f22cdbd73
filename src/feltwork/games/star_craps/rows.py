"""Craps, The Star, 2016."""

from __future__ import annotations

from feltwork.games import craps_rows as craps
from feltwork.games.book import Book, HouseRules
from feltwork.games.game import Kind
from feltwork.outcomes import POINTS, total
from feltwork.readings import Readings
from feltwork.wagers.arms import Arm, Result, wins
from feltwork.wagers.automaton import PUCK
from feltwork.wagers.row import Cap, Of, Units, Wager, Window, on_each, rows
from feltwork.wagers.shapes import split

RIGHT_ODDS = {4: "2 to 1", 5: "3 to 2", 6: "6 to 5", 8: "6 to 5", 9: "3 to 2", 10: "2 to 1"}
WRONG_ODDS = {4: "1 to 2", 5: "2 to 3", 6: "5 to 6", 8: "5 to 6", 9: "2 to 3", 10: "1 to 2"}
PLACE_ODDS = {4: "9 to 5", 5: "7 to 5", 6: "7 to 6", 8: "7 to 6", 9: "7 to 5", 10: "9 to 5"}
PLACE_LOSE_ODDS = {4: "5 to 11", 5: "5 to 8", 6: "4 to 5", 8: "4 to 5", 9: "5 to 8", 10: "5 to 11"}
HARDWAY_ODDS = {4: "7.5 to 1", 6: "9.5 to 1", 8: "9.5 to 1", 10: "7.5 to 1"}
PAIRED = {4: "4/10", 5: "5/9", 6: "6/8", 8: "6/8", 9: "5/9", 10: "4/10"}
HORN_ODDS = {2: "33 to 1", 3: "16 to 1", 11: "16 to 1", 12: "33 to 1"}
HORN_TABLE = "8.1[Horn/Horn High]"
SLEEPS, CALLS = "6.6.1", "6.6.2"


def book(kind: Kind, readings: Readings) -> Book:
    """The book under these readings."""
    house = HouseRules(
        permissible="6.1", placing="6.2", removing="6.4", sign="7.1", paying="8.1", rounding="6.7",
        invalid="5.1", result="4.4.1", open_until="6.3", under_minimum="7.2", over_maximum="7.3",
        switch_similar=readings.chose("on_scope", "similar"),
        also=(
            '1.1["come point"]', '1.1["come out point"]', '1.1["come out roll"]', '1.1["7 Out"]',
            '1.1["total"]', '1.1["void"]', "4.4.1", "4.5", "8.1[Crap-Eleven half]", "7.4", "6.8",
        ),
    )  # fmt: skip
    return Book(
        id="star-craps", title="Craps (The Star)", wagers=_rows(readings), area=PUCK, house=house,
        readings=readings,
    )  # fmt: skip


def _rows(readings: Readings) -> dict[str, Wager]:
    void = (Result.VOID, readings["bar_effect"])
    win_line = craps.right_line(craps.LineClauses.dotted("6.1.1"), "8.1[Win Line]", travels=False)
    come = craps.right_line(craps.LineClauses.dotted("6.1.3"), "8.1[Come]", travels=True)
    dont_win = craps.wrong_line(
        craps.LineClauses.dotted("6.1.2"),
        "8.1[Don't Win]",
        total(3, 12),
        craps.barred(2, "6.1.2.3", *void),
        travels=False,
    )
    dont_come = craps.wrong_line(
        craps.LineClauses.dotted("6.1.4"),
        "8.1[Don't Come]",
        total(3, 12),
        craps.barred(2, "6.1.4.3", *void),
        travels=True,
    )
    return rows(
        Wager("win-line", "Win Line", "6.1.1", "line", win_line, Window.COME_OUT, contract="6.4"),
        Wager("dont-win", "Don't Win", "6.1.2", "dont-line", dont_win, Window.COME_OUT, dont_lock="6.5"),
        Wager("come", "Come", "6.1.3", "come", come, Window.POINT_ON, contract="6.4"),
        Wager("dont-come", "Don't Come", "6.1.4", "dont-come", dont_come, Window.POINT_ON, dont_lock="6.5"),
        Wager(
            "behind-win-line", "Behind the Win Line", "6.1.5", "line-odds",
            craps.rider(win_line, _behind("6.1.5.2", "Win Line", RIGHT_ODDS), "6.1.5.3"),
            Window.PARENT, parent="win-line", cap=Cap(2, Of.STAKE, "6.1.5.1"),
        ),
        Wager(
            "behind-dont-win", "Behind the Don't Win", "6.1.6", "dont-line-odds",
            craps.rider(dont_win, _behind("6.1.6.2", "Don't Win", WRONG_ODDS), "6.1.6.3"),
            Window.PARENT, parent="dont-win", cap=Cap(2, Of.WINNINGS, "6.1.6.1"),
        ),
        Wager(
            "behind-come", "Behind the Come", "6.1.7", "come-odds",
            craps.rider(come, _behind("6.1.7.2", "Come", RIGHT_ODDS), "6.1.7.3", each_point=True, off=SLEEPS,
                  called_off=CALLS),
            Window.PARENT, parent="come", cap=Cap(2, Of.STAKE, "6.1.7.1"), sleeps=SLEEPS, switchable=CALLS,
        ),
        Wager(
            "behind-dont-come", "Behind the Don't Come", "6.1.8", "dont-come-odds",
            craps.rider(dont_come, _behind("6.1.8.2", "Don't Come", WRONG_ODDS), "6.1.8.3", each_point=True),
            Window.PARENT, parent="dont-come", cap=Cap(2, Of.WINNINGS, "6.1.8.1"),
        ),
        Wager(
            "hardway", "Hardways", "6.1.9", "hardway",
            on_each(
                craps.HARDWAYS,
                lambda n: craps.hardway(n, wins("6.1.9", HARDWAY_ODDS[n], f"8.1[Hardway {n}]"), "6.1.9"),
            ),
            sleeps=SLEEPS, switchable=CALLS, rebets=True,
        ),
        Wager(
            "place-to-win", "Place Bet to Win", "6.1.10", "place",
            on_each(POINTS, lambda n: craps.number_before_seven(
                n, wins("6.1.10.1", PLACE_ODDS[n], f"8.1[Place to Win {n}]"), "6.1.10.2")),
            sleeps=SLEEPS, switchable=CALLS, rebets=True,
        ),
        Wager(
            "place-to-lose", "Place Bet to Lose", "6.1.11", "dont-place",
            on_each(POINTS, lambda n: craps.seven_before_number(
                n, wins("6.1.11.1", PLACE_LOSE_ODDS[n], f"8.1[Place to Lose {n}]"), "6.1.11.2")),
            rebets=True,
        ),
        Wager(
            "buy", "Buy", "6.1.24", "buy",
            on_each(POINTS, lambda n: craps.number_before_seven(
                n, wins("6.1.24", RIGHT_ODDS[n], f"8.1[Buy {n}]"), "6.1.24")),
            commission=craps.commission_on_stake("6.1.24"), sleeps=SLEEPS, switchable=CALLS, rebets=True,
        ),
        Wager(
            "lay", "Lay", "6.1.25", "lay",
            on_each(POINTS, lambda n: craps.seven_before_number(
                n, wins("6.1.25", WRONG_ODDS[n], f"8.1[Lay {n}]"), "6.1.25")),
            commission=craps.commission_on_win("6.1.25"), rebets=True,
        ),
        craps.next_roll("any-craps", "Any Craps", "6.1.12", "any-craps",
                  (total(2, 3, 12), wins("6.1.12", "7.5 to 1", "8.1[Any Craps]"))),
        craps.next_roll("craps-two", "Craps Two", "6.1.13", "two",
                  (total(2), wins("6.1.13", "33 to 1", "8.1[Craps Two]"))),
        craps.next_roll("craps-three", "Craps Three", "6.1.14", "three",
                  (total(3), wins("6.1.14", "16 to 1", "8.1[Craps Three]"))),
        craps.next_roll("craps-twelve", "Craps Twelve", "6.1.15", "twelve",
                  (total(12), wins("6.1.15", "33 to 1", "8.1[Craps Twelve]"))),
        craps.next_roll("eleven", "Eleven", "6.1.16", "eleven",
                  (total(11), wins("6.1.16", "16 to 1", "8.1[Eleven]"))),
        craps.next_roll("field", "Field", "6.1.17", "field",
                  (total(3, 4, 9, 10, 11), wins("6.1.17", "1 to 1", "8.1[Field 3,4,9,10,11]")),
                  (total(2, 12), wins("6.1.17", "2 to 1", "8.1[Field 2,12]"))),
        craps.next_roll("any-seven", "Any Seven", "6.1.18", "any-seven",
                  (total(7), wins("6.1.18", "4 to 1", "8.1[Any Seven]"))),
        Wager("big-6", "Big 6", "6.1.19", "big-6", {None: craps.number_before_seven(
            6, wins("6.1.19", "1 to 1", "8.1[Big 6]"), "6.1.19")}, rebets=True),
        Wager("big-8", "Big 8", "6.1.20", "big-8", {None: craps.number_before_seven(
            8, wins("6.1.20", "1 to 1", "8.1[Big 8]"), "6.1.20")}, rebets=True),
        Wager("horn", "Horn", "6.1.21", "horn", {None: split(
            {n: (1, HORN_ODDS[n], HORN_TABLE) for n in craps.HORN}, 4, "6.1.21", "6.1.21")},
            units=craps.split_units(readings, 4, "6.1.21")),
        Wager("horn-high", "Horn High", "6.1.22", "horn-high", on_each(craps.HORN, lambda high: split(
            {n: (1 + (n == high), HORN_ODDS[n], HORN_TABLE) for n in craps.HORN}, 5, "6.1.22.2", "6.1.22.3")),
            units=Units(5, "6.1.22.1")),
        Wager("crap-eleven", "Crap-Eleven", "6.1.23", "craps-and-eleven", {None: split(
            dict.fromkeys((2, 3, 12), (1, "7.5 to 1", "8.1[Crap-Eleven 2,3,12]"))
            | {11: (1, "16 to 1", "8.1[Crap-Eleven 11]")}, 2, "6.1.23", "6.1.23")},
            units=craps.split_units(readings, 2, "6.1.23")),
    )  # fmt: skip


def _behind(clause: str, parent: str, odds: dict[int, str]) -> dict[int, Arm]:
    return {p: wins(clause, odds[p], f"8.1[Behind the {parent} {PAIRED[p]}]") for p in POINTS}
