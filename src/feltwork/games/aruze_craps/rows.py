"""Aruze Craps electronic table game, The Star, 2024."""

from __future__ import annotations

from feltwork.games import craps_rows as craps
from feltwork.games.book import Book, HouseRules, Voiding
from feltwork.games.game import Kind
from feltwork.outcomes import POINTS, Outcomes, combination, total
from feltwork.readings import Readings
from feltwork.wagers.arms import Arm, Result, wins
from feltwork.wagers.automaton import PUCK
from feltwork.wagers.row import Cap, Of, Wager, Window, on_each, rows
from feltwork.wagers.shapes import one_roll, split

RIGHT_ODDS = {4: "2 to 1", 5: "3 to 2", 6: "6 to 5", 8: "6 to 5", 9: "3 to 2", 10: "2 to 1"}
WRONG_ODDS = {4: "1 to 2", 5: "2 to 3", 6: "5 to 6", 8: "5 to 6", 9: "2 to 3", 10: "1 to 2"}
PLACE_ODDS = {4: "9 to 5", 5: "7 to 5", 6: "7 to 6", 8: "7 to 6", 9: "7 to 5", 10: "9 to 5"}
PLACE_LOSE_ODDS = {4: "5 to 11", 5: "5 to 8", 6: "4 to 5", 8: "4 to 5", 9: "5 to 8", 10: "5 to 11"}
HARDWAY_ODDS = {4: "15 to 2", 6: "9 to 1", 8: "9 to 1", 10: "15 to 2"}
PAIRED = {4: "4/10", 5: "5/9", 6: "6/8", 8: "6/8", 9: "5/9", 10: "4/10"}
HORN_LEGS = {
    2: (1, "33 to 1", "3.10[Horn 2,12]"),
    3: (1, "16 to 1", "3.10[Horn 3,11]"),
    11: (1, "16 to 1", "3.10[Horn 3,11]"),
    12: (1, "33 to 1", "3.10[Horn 2,12]"),
}
HOPS = tuple((low, high) for low in range(1, 7) for high in range(low, 7))


def book(kind: Kind, readings: Readings) -> Book:
    """The book under these readings."""
    house = HouseRules(
        permissible="3.9", placing="3.3.4", removing="3.3.6", sign="3.1", paying="3.10", rounding="3.10",
        rounding_rule=readings["az_rounding"], invalid="6.4.1", result="3.12",
        voiding=Voiding(readings["cocked_scope"]),
        closing="3.3.6", closed="3.3.6", needs_close="3.3.7", cancels_later=readings.is_set("cancel_later"),
        also=(
            '1.1["Come Out Roll"]', '1.1["Draw"]', '1.1["Easy"]', '1.1["Hard"]', '1.1["Void"]',
            '1.1["Maximum Bet"]', '1.1["Minimum Bet"]', '1.1["Cocked Dice"]', "3.5.1.1", "3.5.1.2", "3.8.3",
            "3.12",
        ),
    )  # fmt: skip
    return Book(
        id="aruze-craps", title="Aruze Craps (The Star)", wagers=_rows(readings), area=PUCK, house=house,
        readings=readings, default_chip=1, unsaid=("rounding",),
    )  # fmt: skip


def _rows(readings: Readings) -> dict[str, Wager]:
    draw = (Result.DRAW, readings["bar_effect"])
    sleeps = "3.10" if readings.is_set("come_out_off") else None
    come_window = Window.COME_OUT if readings.chose("come_window", "literal") else Window.POINT_ON
    pass_line = craps.right_line(craps.LineClauses.dotted("3.9.1"), "3.10[Pass Line]", travels=False)
    come = craps.right_line(craps.LineClauses.dotted("3.9.3"), "3.10[Come]", travels=True)
    dont_pass = craps.wrong_line(
        craps.LineClauses.dotted("3.9.10"), "3.10[Don't Pass Line]", total(2, 3), craps.barred(12, "3.9.10.3", *draw),
        travels=False,
    )  # fmt: skip
    dont_come = craps.wrong_line(
        craps.LineClauses.dotted("3.9.11"),
        "3.10[Don't Come]",
        total(2, 3),
        craps.barred(12, "3.9.11.3", *draw),
        travels=True,
    )
    return rows(
        Wager("pass-line", "Pass Line", "3.9.1", "line", pass_line, Window.COME_OUT, contract="3.9.1",
              adds_with_point=True),
        Wager(
            "odds", "Odds", "3.9.2", "line-odds",
            craps.rider(pass_line, _odds("3.9.2.2", "Odds", RIGHT_ODDS), "3.9.2.3"),
            Window.PARENT, parent="pass-line", cap=Cap(2, Of.STAKE, "3.9.2.1"),
        ),
        Wager("come", "Come", "3.9.3", "come", come, come_window, contract="3.9.3", adds_with_point=True),
        Wager(
            "come-odds", "Come Odds", "3.9.4", "come-odds",
            craps.rider(come, _odds("3.9.4.2", "Come Odds", RIGHT_ODDS), "3.9.4.3", each_point=True, off=sleeps),
            Window.PARENT, parent="come", cap=Cap(2, Of.STAKE, "3.9.4.1"), sleeps=sleeps,
        ),
        _big(6, "3.9.5"),
        _big(8, "3.9.6"),
        Wager(
            "place", "Place", "3.9.7", "place",
            on_each(POINTS, lambda n: craps.number_before_seven(
                n, wins("3.9.7.1", PLACE_ODDS[n], f"3.10[Place {PAIRED[n]}]"), "3.9.7.2")),
            sleeps=sleeps, rebets=True,
        ),
        Wager(
            "buy", "Buy", "3.9.8", "buy",
            on_each(POINTS, lambda n: craps.number_before_seven(
                n, wins("3.9.8", RIGHT_ODDS[n], f"3.10[Buy {PAIRED[n]}]"), "3.9.8")),
            commission=craps.commission_on_stake("3.9.8"), sleeps=sleeps, rebets=True,
        ),
        Wager(
            "hardway", "Hardways", "3.9.9", "hardway",
            on_each(craps.HARDWAYS, lambda n: craps.hardway(
                n, wins("3.9.9", HARDWAY_ODDS[n], f"3.10[Hardways {PAIRED[n]}]"), "3.9.9")),
            sleeps=sleeps, rebets=True,
        ),
        Wager("dont-pass", "Don't Pass Line", "3.9.10", "dont-line", dont_pass, Window.COME_OUT),
        Wager("dont-come", "Don't Come", "3.9.11", "dont-come", dont_come, Window.POINT_ON),
        Wager(
            "dont-odds", "Don't Odds", "3.9.12", "dont-line-odds",
            craps.rider(dont_pass, _odds("3.9.12.2", "Don't Odds", WRONG_ODDS), "3.9.12.3"),
            Window.PARENT, parent="dont-pass", cap=Cap(2, Of.WINNINGS, "3.9.12.1"),
        ),
        Wager(
            "dont-come-odds", "Don't Come Odds", "3.9.13", "dont-come-odds",
            craps.rider(dont_come, _odds("3.9.13.2", "Don't Come Odds", WRONG_ODDS), "3.9.13.3", each_point=True),
            Window.PARENT, parent="dont-come", cap=Cap(2, Of.WINNINGS, "3.9.13.1"),
        ),
        Wager(
            "place-to-lose", "Place to Lose", "3.9.14", "dont-place",
            on_each(POINTS, lambda n: craps.seven_before_number(
                n, wins("3.9.14.1", PLACE_LOSE_ODDS[n], f"3.10[Place to Lose {PAIRED[n]}]"), "3.9.14.2")),
            rebets=True,
        ),
        Wager(
            "lay", "Lay", "3.9.15", "lay",
            on_each(POINTS, lambda n: craps.seven_before_number(
                n, wins("3.9.15", WRONG_ODDS[n], f"3.10[Lay {PAIRED[n]}]"), "3.9.15")),
            commission=craps.commission_on_win("3.9.15"), rebets=True,
        ),
        craps.next_roll("field", "Field", "3.9.16", "field",
                  (total(3, 4, 9, 10, 11), wins("3.9.16", "1 to 1", "3.10[Field 3,4,9,10,11]")),
                  (total(2, 12), wins("3.9.16", "2 to 1", "3.10[Field 2,12]"))),
        _next("any-seven", "Any Seven", "3.9.17", "any-seven", total(7), "9 to 2"),
        _next("any-craps", "Any Craps", "3.9.18", "any-craps", total(2, 3, 12), "15 to 2"),
        _next("craps", "C (Craps)", "3.9.19", "craps", total(2, 3, 12), "15 to 2"),
        _next("eleven", "E (Eleven)", "3.9.20", "eleven", total(11), "16 to 1"),
        craps.next_roll("craps-and-eleven", "C&E (Craps & Eleven)", "3.9.21", "craps-and-eleven",
                  (total(2, 3, 12), wins("3.9.21", "13 to 4", "3.10[C&E 2,3,12]")),
                  (total(11), wins("3.9.21", "15 to 2", "3.10[C&E 11]"))),
        Wager("horn", "Horn Bet", "3.9.22", "horn",
              {None: split({n: HORN_LEGS[n] for n in craps.HORN}, 4, "3.9.22", "3.9.22")},
              units=craps.split_units(readings, 4, "3.9.22")),
        Wager("hop", "Hop Bets", "3.9.23", "hop",
              {pair: one_roll(_hop(*pair), losing="3.9.23") for pair in HOPS}),
    )  # fmt: skip


def _odds(clause: str, table: str, odds: dict[int, str]) -> dict[int, Arm]:
    return {p: wins(clause, odds[p], f"3.10[{table} {PAIRED[p]}]") for p in POINTS}


def _next(name: str, title: str, clause: str, concept: str, on: Outcomes, pays: str) -> Wager:
    return craps.next_roll(name, title, clause, concept, (on, wins(clause, pays, f"3.10[{title}]")))


def _big(number: int, clause: str) -> Wager:
    race = craps.number_before_seven(number, wins(clause, "1 to 1", f"3.10[Big {number}]"), clause)
    return Wager(f"big-{number}", f"Big {number}", clause, f"big-{number}", {None: race}, rebets=True)


def _hop(low: int, high: int) -> tuple[Outcomes, Arm]:
    if low == high:
        return combination(low, high), wins("3.9.23", "33 to 1", "3.10[Hop hard pair]")
    return combination(low, high), wins("3.9.23", "16 to 1", "3.10[Hop easy pair]")
