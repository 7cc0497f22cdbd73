"""Dragon Fire, The Star, 2016."""

from __future__ import annotations

from feltwork.games.book import Book, HouseRules, Voiding
from feltwork.games.game import Kind
from feltwork.outcomes import Outcomes, Selection, pair, total
from feltwork.readings import Readings
from feltwork.wagers.arms import loses, wins
from feltwork.wagers.automaton import FREEZE
from feltwork.wagers.row import Frozen, Wager, on_each, rows
from feltwork.wagers.shapes import Freeze, Shape, Streak, one_roll

TOTAL_ODDS = {3: 15, 4: 10, 5: 7, 6: 6, 7: 4, 8: 6, 9: 7, 10: 10, 11: 15}
FACES = (1, 2, 3, 4, 5, 6)


def book(kind: Kind, readings: Readings) -> Book:
    """The book under these readings."""
    house = HouseRules(
        permissible="6.1", placing="6.3", removing="6.4", sign="7.1", paying="9.3", rounding="6.5",
        invalid="5.2", result="4.4.1", under_minimum="7.2", over_maximum="7.3",
        closing="8.2", closed="6.4", needs_close="10.5", unclosed_is_no_roll=True,
        voiding=Voiding("all_live", ("dragons-tail",), readings.chose("no_roll_frozen_df", "void")),
        also=(
            '1.1["frozen"]', '1.1["pair"]', '1.1["total"]', '1.1["void"]', '1.1["round of play"]', "6.8",
            '1.1["Dragon\'s Tail"]', "6.2.1", "6.2.2", "6.2.3", "6.2.5.2", "6.2.5.3", "6.2.6.3", "6.2.6.4", "6.2.7.3",
            "6.2.7.4", "7.4", "6.6",
        ),
    )  # fmt: skip
    return Book(
        id="dragon-fire", title="Dragon Fire (The Star)", wagers=_rows(), area=FREEZE, house=house,
        readings=readings,
    )  # fmt: skip


def _rows() -> dict[str, Wager]:
    return rows(
        Wager("dragon", "Dragon", "6.1.1.1", "dragon", _side(
            "6.1.1", "9.3", low=True, lose="6.1.1.3", thawed_win="6.2.6.2", thawed_lose="6.2.7.1"),
            frozen=Frozen(("frozen",), (), "6.2.4", "6.4.1")),
        Wager("fire", "Fire", "6.1.2.1", "fire", _side(
            "6.1.2", "9.4", low=False, lose="6.1.2.3", thawed_win="6.2.7.2", thawed_lose="6.2.6.1"),
            frozen=Frozen(("frozen",), (), "6.2.4", "6.4.1")),
        _pair("low-pair", "Low Pair", "6.1.3", pair(1, 2, 3), "9.2"),
        _pair("high-pair", "High Pair", "6.1.4", pair(4, 5, 6), "9.1"),
        Wager("specific-pair", "Specific Pair", "6.1.5", "specific-pair", on_each(FACES, lambda face: one_roll(
            (pair(face), wins("6.1.5.1", "33 to 1", "9.6")), losing="6.1.5.2"))),
        Wager("total", "Dice Total", "6.1.6", "total", on_each(tuple(TOTAL_ODDS), lambda n: one_roll(
            (total(n), wins("6.1.6.1", f"{TOTAL_ODDS[n]} to 1", f"9.5.{n - 2}")), losing="6.1.6.2"))),
        Wager("dragons-tail", "Dragon's Tail", "6.1.7", "dragons-tail", {None: Streak(
            total(8),
            (wins("6.1.7.1", "2 to 1", "9.7.1"), wins("6.1.7.2", "10 to 1", "9.7.2"),
             wins("6.1.7.3", "100 to 1", "9.7.3")),
            loses("6.1.7.4"), "6.1.7")},
            frozen=Frozen((), (1, 2), "6.4.1", "6.4.1")),
    )  # fmt: skip


def _side(clause: str, pays: str, *, low: bool, lose: str, thawed_win: str, thawed_lose: str) -> dict[Selection, Shape]:
    return {
        None: Freeze(
            low=low,
            winning=wins(f"{clause}.1", "1 to 1", pays),
            losing=loses(lose),
            frozen=f"{clause}.2",
            thawed_winning=wins(thawed_win, "1 to 1", pays),
            thawed_losing=loses(thawed_lose),
            second_seven=loses("6.2.5.1"),
        )
    }


def _pair(name: str, title: str, clause: str, on: Outcomes, pays: str) -> Wager:
    shape = one_roll((on, wins(f"{clause}.1", "10 to 1", pays)), losing=f"{clause}.2")
    return Wager(name, title, f"{clause}.1", name, {None: shape})
