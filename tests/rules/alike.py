"""Duties that books lay down alike: one table of them, with the clause by which each book does.

A row is a book, a clause and a check. Each book's folder collects its own rows under its clauses' names
(``test_alike.py``); ``tests/rules/test_table_of_duties.py`` holds the table against the registry. Clauses and people
stand here as the texts name them, and are not read from the books that are tested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from feltwork.games.register import name_of_test
from tests.rules import conduct, crews, duties
from tests.rules import lost_dice as dice
from tests.rules.floors import DICE, FLOORS
from tests.rules.live import CROWN_ROLES, FLOOR, FLOOR_ROLES, MANAGERS, PIT_BOSS, ROLES, SUPERVISORS
from tests.rules.notices import closing_names_its_time, limits_name_their_time

STAR, CROWN, ARUZE, ROULETTE, DRAGON = "star-craps", "crown-craps", "aruze-craps", "star-roulette", "dragon-fire"
Check = Callable[..., object]


@dataclass(frozen=True)
class Row:
    """One test of one book."""

    book: str
    clause: str
    check: Check
    args: tuple[Any, ...]
    more: str = ""
    """What its name has after the clause."""

    @property
    def name(self) -> str:
        return name_of_test(self.clause) + (f"_{self.more}" if self.more else "")

    def test(self) -> Callable[[], None]:
        """The test as it is collected."""

        def run() -> None:
            self.check(*self.args)

        run.__name__ = run.__qualname__ = self.name
        run.__doc__ = self.check.__doc__
        return run


def of_floor(check: Callable[[duties.Pit, str], None], clauses: Mapping[str, str], more: str = "") -> Iterator[Row]:
    """A duty of whoever runs a floor."""
    for book, clause in clauses.items():
        yield Row(book, clause, check, (FLOORS[book], clause), more)


def of_supervisors(*rows: tuple[str, ...]) -> Iterator[Row]:
    """Who is a casino supervisor: book, and the clauses of four of their powers."""
    for book, *powers in rows:
        yield Row(book, '1.1["casino supervisor"]', crews.are_casino_supervisors, (FLOORS[book], *powers))


def of_dice(check: Callable[[dice.DiceTable, str], None], clauses: Mapping[str, str]) -> Iterator[Row]:
    """A duty with dice that are thrown by hand."""
    for book, clause in clauses.items():
        yield Row(book, clause, check, (DICE[book], clause))


def of_notice(check: Check, clauses: Mapping[str, tuple[str, str]]) -> Iterator[Row]:
    """A notice at the desk: the clause that it is named by, and the one by which too short a notice is refused."""
    for book, (clause, refused) in clauses.items():
        floor = FLOORS.get(book)
        for variant in (None, *(floor.variants if floor else ())):
            more = f"names_its_time_{variant}" if variant else "names_its_time"
            yield Row(book, clause, check, (book, refused, floor.wager if floor else "field", variant), more)


def of_item(items: Mapping[str, Mapping[str, str]]) -> Iterator[Row]:
    """Equipment of which only that it is there is checked."""
    for book, by_clause in items.items():
        for clause, item in by_clause.items():
            yield Row(book, clause, duties.looks_at, (FLOORS[book], item, clause))


def of_offence(check: Check, *rows: tuple[str, ...]) -> Iterator[Row]:
    """Something banned, or a power over it: book, clause, the offence, and the people that the check asks for."""
    for book, clause, offence, *people in rows:
        yield Row(book, clause, check, (book, offence, clause, *people))


def of_ladder(check: Check, *rows: tuple[Any, ...]) -> Iterator[Row]:
    """A step in a dispute: book, clause, and who takes it."""
    for book, clause, *people in rows:
        yield Row(book, clause, check, (book, clause, *people))


SUPERVISOR = "casino_supervisor"
HOST, MANAGER, BOX, GAMING = "gaming_service_host", "assistant_gaming_manager", "boxperson", "gaming_supervisor"
TABLE: tuple[Row, ...] = (
    *of_supervisors(
        (STAR, "7.5", "7.6", "9.8", "9.4.1"),
        (DRAGON, "7.5", "7.6", "11.8", "11.4.1"),
        (ROULETTE, "4.5", "4.6", "9.8", "9.4.1"),
    ),
    *of_floor(duties.raises_on_notice, {STAR: "7.5", DRAGON: "7.5", ROULETTE: "4.5"}),
    *of_floor(duties.allows_one_player_more, {STAR: "7.6", DRAGON: "7.6", ROULETTE: "4.6"}),
    *of_floor(duties.invalidates_what_was_disrupted, {STAR: "9.4.1", DRAGON: "11.4.1", ROULETTE: "9.4.1"}),
    *of_floor(duties.invalidates_what_was_a_fraud, {STAR: "9.4.2", DRAGON: "11.4.2", ROULETTE: "9.4.2"}),
    *of_floor(duties.refunds, {STAR: "9.5", DRAGON: "11.5", ROULETTE: "9.5"}),
    *of_floor(duties.closes_on_notice, {STAR: "9.8", DRAGON: "11.8", ROULETTE: "9.8", CROWN: "9.7"}),
    *of_notice(
        limits_name_their_time,
        {
            STAR: ("7.5", "7.5"),
            CROWN: ("4.1", "4.1"),
            ARUZE: ("3.1", "not in the book"),
            ROULETTE: ("4.5", "4.5"),
            DRAGON: ("7.5", "7.5"),
        },
    ),
    *of_notice(
        closing_names_its_time,
        {
            STAR: ("9.8", "9.8"),
            CROWN: ("9.7", "9.7"),
            ARUZE: ("7.2", "not in the book"),
            ROULETTE: ("9.8", "9.8"),
            DRAGON: ("11.8", "11.8"),
        },
    ),
    *of_dice(dice.two_are_selected, {STAR: "3.3", DRAGON: "3.3"}),
    *of_dice(dice.a_lost_die_is_reported, {STAR: "3.4.1", DRAGON: "3.4.1", CROWN: "5.4.2(a)(i)"}),
    *of_dice(dice.others_are_taken_meanwhile, {STAR: "3.4.2", DRAGON: "3.4.2", CROWN: "5.4.2(a)(ii)"}),
    *of_dice(dice.a_found_die_is_checked, {STAR: "3.5", DRAGON: "3.4.3"}),
    *of_dice(dice.who_asks_has_it_back, {STAR: "3.5.1", DRAGON: "3.4.3.1"}),
    *of_dice(dice.else_it_goes_into_the_bowl, {STAR: "3.5.2", DRAGON: "3.4.3.2"}),
    *of_dice(dice.all_of_a_found_die, {CROWN: "5.4.2(a)(iii)"}),
    *of_dice(dice.a_new_set_comes, {STAR: "3.6", DRAGON: "3.5", CROWN: "5.4.2(a)(iv)"}),
    *of_item(
        {
            STAR: {
                "2.4.2": "stick",
                "2.4.4": "float tray",
                "2.4.5.1": "marker Off",
                "2.4.5.2": "marker On",
                "2.4.5.3": "marker Lay",
                "2.4.5.4": "marker Buy",
                "2.4.5.5": "marker Don't place",
                "2.5": "drop box",
            },
            DRAGON: {"2.6.2": "stick", "2.6.3": "float tray", "2.7": "drop box"},
            ROULETTE: {"2.5.1": "marker buttons", "2.5.3": "float tray", "2.7": "drop box"},
        }
    ),
    *of_offence(
        conduct.banned,
        (STAR, "9.1", "device"),
        (DRAGON, "11.1", "device"),
        (ROULETTE, "9.1", "device"),
        (CROWN, "9.1", "device"),
        (CROWN, "9.6", "influence"),
        (CROWN, "9.10", "side bet"),
        (ARUZE, "7.3", "unreported malfunction"),
        (ARUZE, "7.4", "tampering"),
        (ARUZE, "7.5", "device"),
        (ARUZE, "7.10", "inducement"),
        (ARUZE, "7.11", "disturbance"),
    ),
    *of_offence(
        conduct.banned_without_a_power,
        (STAR, "9.7", "advice", "exclude", SUPERVISOR, "9.3.3"),
        (DRAGON, "11.7", "advice", "exclude", SUPERVISOR, "11.3.3"),
        (ROULETTE, "9.7", "advice", "exclude", SUPERVISOR, "9.3.3"),
        (STAR, "9.10", "side bet", "void", SUPERVISOR, "9.3.1"),
        (DRAGON, "11.10", "side bet", "void", SUPERVISOR, "11.3.1"),
        (ROULETTE, "9.10", "side bet", "void", SUPERVISOR, "9.3.1"),
        (ARUZE, "7.12", "side bet", "void", MANAGER, "7.7.1"),
    ),
    *of_offence(
        conduct.not_on_duty,
        (STAR, "9.2", "device"),
        (DRAGON, "11.2", "device"),
        (ROULETTE, "9.2", "device"),
        (ARUZE, "7.6", "device"),
    ),
    *of_offence(
        conduct.voids,
        (STAR, "9.3.1", "device", SUPERVISOR, HOST),
        (DRAGON, "11.3.1", "device", SUPERVISOR, GAMING),
        (ROULETTE, "9.3.1", "device", SUPERVISOR, BOX),
        (CROWN, "9.2.1", "side bet", "pit_boss", BOX),
        (ARUZE, "7.7.1", "tampering", MANAGER, HOST),
    ),
    *of_offence(
        conduct.bars,
        (STAR, "9.3.2", "device", SUPERVISOR, HOST),
        (DRAGON, "11.3.2", "device", SUPERVISOR, GAMING),
        (ROULETTE, "9.3.2", "device", SUPERVISOR, BOX),
        (CROWN, "9.2.2", "influence", "pit_boss", BOX),
        (ARUZE, "7.7.2", "inducement", MANAGER, HOST),
    ),
    *of_offence(
        conduct.excludes,
        (STAR, "9.3.3", "device", SUPERVISOR, HOST),
        (DRAGON, "11.3.3", "device", SUPERVISOR, GAMING),
        (ROULETTE, "9.3.3", "device", SUPERVISOR, BOX),
    ),
    *of_offence(
        conduct.detains,
        (STAR, "9.3.4", "device", SUPERVISOR, HOST),
        (DRAGON, "11.3.4", "device", SUPERVISOR, GAMING),
        (CROWN, "9.2.5", "device", "pit_boss", BOX),
    ),
    *of_ladder(
        crews.decides_and_answers,
        (STAR, "9.12", BOX, SUPERVISOR, "dealer", SUPERVISORS, ROLES),
        (DRAGON, "11.12", GAMING, SUPERVISOR, BOX, {GAMING, *MANAGERS}, FLOOR_ROLES),
        (ROULETTE, "9.12", GAMING, MANAGER, BOX, FLOOR, FLOOR_ROLES),
        (CROWN, "9.9", "pit_boss", "director_of_casino_surveillance", BOX, PIT_BOSS, CROWN_ROLES),
        (ARUZE, "7.14", HOST, MANAGER, "dealer", {HOST, MANAGER, "gaming_manager"}, (HOST, *FLOOR_ROLES)),
    ),
    *of_ladder(
        conduct.advises,
        (STAR, "9.13", BOX),
        (DRAGON, "11.13", GAMING),
        (ROULETTE, "9.13", GAMING),
        (CROWN, "9.8", "pit_boss"),
        (ARUZE, "7.15", HOST),
    ),
)


def collected(book: str) -> dict[str, Callable[[], None]]:
    """The tests of one book by name; two rows of the same name are a mistake."""
    rows = [row for row in TABLE if row.book == book]
    assert len({row.name for row in rows}) == len(rows), book
    return {row.name: row.test() for row in rows}
