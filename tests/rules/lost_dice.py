"""The five dice at books that play with them by hand: selected, lost, found, checked, replaced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from feltwork.table.live.commands import (
    AcceptDice,
    BringDice,
    CallNoRoll,
    CheckDie,
    OfferDice,
    PassDice,
    ReportDie,
    SelectDice,
    ThrowDice,
)
from feltwork.table.live.events import (
    DiceAccepted,
    DiceBrought,
    DiceSelected,
    DiceThrown,
    DieChecked,
    DieFound,
    DieLost,
)
from tests.build import checks
from tests.rules.live import Live

UNSAID = "not in the book"


@dataclass(frozen=True)
class DiceTable:
    """How one book's dice are handled: who has them in charge, who checks them, and by which clauses."""

    table: Callable[..., Live]
    line: str
    """A wager that makes a player eligible,"""
    other: str
    """and one for the player beside."""
    stick: str
    """Who offers the dice and reports them,"""
    reporters: set[str]
    """all who may,"""
    charge: str
    """and by which clause; none where others besides may do whatever a dealer may."""
    checker: str
    boss: str
    bringers: set[str]
    selects: str
    checks: str
    offers: str
    equipment: tuple[tuple[str, str], ...]
    """What is checked of a new set, each with its clause."""
    again: bool = False
    """Is the line wager decided by each throw, and so put down again before the next?"""

    def shooting(self, players: int = 2) -> Live:
        """Seat 1 has the dice."""
        return self.table(players).with_shooter(1, self.line)

    def loses(self, live: Live, *dice: int) -> Live:
        """These dice are off the table and cannot be found."""
        for die in dice:
            live.ok(ReportDie(die, found=False), self.stick)
        return live

    def finds(self, live: Live, *dice: int) -> Live:
        for die in dice:
            live.ok(ReportDie(die, found=True), self.stick)
        return live

    def found(self, *dice: int) -> Live:
        """Seat 1 has the dice; these were lost and are found, and nobody has checked them."""
        return self.finds(self.loses(self.shooting(), *dice), *dice)

    def goes_on(self, live: Live) -> Live:
        """The shooter is as eligible as before."""
        return live.bets(1, self.line) if self.again else live


def two_are_selected(dice: DiceTable, clause: str) -> None:
    """Whoever first accepts is the shooter and keeps two dice of the five; three go back into the bowl."""
    live = dice.table(2).bets(1, dice.line).offered(1)
    assert live.no(SelectDice(1, [1, 2]), 1) == clause
    assert live.ok(AcceptDice(1), 1) == (DiceAccepted(1),)
    assert (live.life.shooter.seat, live.no(ThrowDice(), 1), live.no(SelectDice(1, [1, 2]), 2)) == (1, clause, clause)
    for wrong in ([], [1], [1, 1], [1, 2, 3], [1, 1, 2], [0, 1], [5, 6]):
        assert live.no(SelectDice(1, wrong), 1) == clause
    assert live.ok(SelectDice(1, [4, 2]), 1) == (DiceSelected((4, 2)),)
    for _ in range(2):
        assert (live.hand, live.bowl) == ([4, 2], {1, 3, 5})
        assert live.no(SelectDice(1, [1, 3]), 1) == clause, "the two are kept between throws too"
        assert live.thrown().no(SelectDice(1, [1, 3]), 1) == clause
        live.called(4, 5)
        dice.goes_on(live)
    live = dice.table(2).bets(1, dice.line).bets(2, dice.other)
    live.ok(OfferDice(), dice.stick)
    (first,) = {1, 2} & {live.life.shooter.offered}
    other = 3 - first
    assert live.no(AcceptDice(other), other) == dice.offers, "the dice are offered to another"


def a_lost_die_is_reported(dice: DiceTable, clause: str) -> None:
    """A die gone off the table is reported and looked for at once, and play does not go on without two."""
    live = dice.shooting()
    stick = dice.stick
    assert live.who_may(ReportDie(2, found=False), dice.charge) == dice.reporters
    assert live.ok(ReportDie(2, found=False), stick) == (DieLost(2),)
    assert (live.lost, live.hand, live.bowl) == ({2}, [1], {3, 4, 5})
    assert (live.no(ThrowDice(), 1), live.no(ReportDie(2, found=False), stick)) == (dice.selects, UNSAID)
    assert (live.no(ReportDie(3, found=True), stick), live.no(CheckDie(2), dice.checker)) == (UNSAID, dice.checks)
    assert live.ok(ReportDie(2, found=True), stick) == (DieFound(2),)
    assert live.no(ReportDie(2, found=True), stick) == UNSAID
    live = dice.shooting().thrown()
    assert live.conduct.no_result["off the table"].must
    assert live.ok(ReportDie(2, found=False), stick) == (DieLost(2),)
    live.ok(CallNoRoll("off the table"), stick)
    assert (live.lost, live.hand, live.bowl, live.conduct.dice.lost) == ({2}, [1], {3, 4, 5}, clause)


def others_are_taken_meanwhile(dice: DiceTable, clause: str) -> None:
    """Meanwhile the shooter takes new dice from those left, or has the same ones back, and throws on."""
    live = dice.shooting().thrown()
    dice.loses(live, 2).ok(CallNoRoll("off the table"), dice.stick)
    dice.goes_on(live)
    for wrong in ([1, 2], [2, 3], [3]):
        assert live.no(SelectDice(1, wrong), 1) == dice.selects
    assert live.no(SelectDice(1, [3, 5]), 2) == dice.selects, "the shooter selects, and nobody else"
    live.ok(SelectDice(1, [3, 5]), 1)
    assert (live.hand, live.bowl, live.rolled(1, 1).life.shooter.seat) == ([3, 5], {1, 4}, 1)
    kept = dice.loses(dice.shooting(), 2)
    kept.ok(SelectDice(1, [1, 4]), 1)
    assert kept.thrown().hand == [1, 4], "the one that is left, with another"
    live = dice.found(1, 2)
    for die in (1, 2):
        assert live.no(ThrowDice(), 1) == dice.selects
        live.ok(CheckDie(die, to_shooter=True), dice.checker)
    assert live.thrown().hand == [1, 2]
    live = dice.loses(dice.shooting(), 2)
    live.ok(SelectDice(1, [3, 5]), 1)
    assert live.no(SelectDice(1, [1, 4]), 1) == dice.selects, "the new dice are kept as the old ones were"
    dice.finds(live, 2).ok(CheckDie(2), dice.checker)
    live.ok(SelectDice(1, [1, 2]), 1)
    assert (live.hand, live.bowl) == ([1, 2], {3, 4, 5}), "the original dice again, after new ones"
    assert live.no(SelectDice(1, [3, 5]), 1) == dice.selects


def a_found_die_is_checked(dice: DiceTable, clause: str) -> None:
    """A die that was found is of no use until whoever checks dice, and nobody else, has checked it."""
    live = dice.found(2)
    assert (set(live.life.dice.unchecked), 2 in live.life.dice.usable()) == ({2}, False)
    assert (live.no(SelectDice(1, [1, 2]), 1), live.no(ThrowDice(), 1)) == (dice.selects, dice.selects)
    assert live.who_may(CheckDie(2), clause) == {dice.checker}
    assert live.no(CheckDie(3), dice.checker) == clause
    assert live.ok(CheckDie(2), dice.checker) == (DieChecked(2, to_shooter=False),)
    assert live.no(CheckDie(2), dice.checker) == clause
    live.ok(SelectDice(1, [1, 2]), 1)


def who_asks_has_it_back(dice: DiceTable, clause: str) -> None:
    """The player who asks for it gets the die back; one who has two already does not get a third."""
    live = dice.found(2)
    assert live.ok(CheckDie(2, to_shooter=True), dice.checker) == (DieChecked(2, to_shooter=True),)
    assert (live.hand, live.bowl, bool(live.life.dice.unchecked)) == ([1, 2], {3, 4, 5}, False)
    live = dice.loses(dice.shooting(), 2)
    live.ok(SelectDice(1, [1, 3]), 1)
    assert dice.finds(live, 2).no(CheckDie(2, to_shooter=True), dice.checker) == dice.checks
    assert live.hand == [1, 3]


def else_it_goes_into_the_bowl(dice: DiceTable, clause: str) -> None:
    """Otherwise it goes into the bowl, as it must when no player is there to ask for it."""
    live = dice.found(2)
    live.ok(CheckDie(2), dice.checker)
    assert (live.hand, live.bowl, live.no(ThrowDice(), 1)) == ([1], {2, 3, 4, 5}, dice.selects)
    live = dice.finds(dice.loses(dice.table(2), 2), 2)
    assert live.no(CheckDie(2, to_shooter=True), dice.checker) == dice.checks
    live.ok(CheckDie(2), dice.checker)
    assert (live.hand, live.bowl) == ([], {1, 2, 3, 4, 5})


def all_of_a_found_die(dice: DiceTable, clause: str) -> None:
    """A die found is of no use until it is checked; it goes to the player who asks, else into the bowl."""
    a_found_die_is_checked(dice, clause)
    who_asks_has_it_back(dice, clause)
    else_it_goes_into_the_bowl(dice, clause)


def a_new_set_comes(dice: DiceTable, clause: str) -> None:
    """With two dice lost a new set comes and the old one goes, but for the shooter of the moment, who plays on."""
    live = dice.table(2).bets(2, dice.other).with_shooter(1, dice.line)
    assert dice.loses(live, 4).no(BringDice(), dice.boss) == clause
    live.rolled(2, 4)
    dice.goes_on(live)
    dice.loses(live, 2).ok(SelectDice(1, [3, 5]), 1)
    assert live.asks(ThrowDice(), 1) == (DiceThrown(1),), "at once, with the old dice"
    assert live.who_may(BringDice(), UNSAID) == dice.bringers
    assert live.ok(BringDice(), dice.boss) == (DiceBrought(6),)
    for wrong in ([6, 7], [3, 6]):
        assert live.no(SelectDice(1, wrong), 1) == dice.selects
    live.rolled(4, 4).ok(PassDice(1), 1)
    assert (live.bowl, live.hand, live.lost) == ({6, 7, 8, 9, 10}, [], set())
    _is_measured(dice, live)
    if (2, dice.other, None) not in live.lies:
        live.bets(2, dice.other)
    live.offered(2).ok(AcceptDice(2), 2)
    assert live.no(SelectDice(2, [3, 5]), 2) == dice.selects
    live.ok(SelectDice(2, [6, 10]), 2)
    late = dice.loses(dice.table(2).bets(2, dice.other).with_shooter(1, dice.line), 4, 5)
    late.ok(PassDice(1), 1)
    assert late.no(OfferDice(), dice.stick) == clause
    late.ok(BringDice(), dice.boss)
    assert late.bowl == {6, 7, 8, 9, 10}
    _is_measured(dice, late)
    late.offered(2).ok(AcceptDice(2), 2)
    assert late.asks(SelectDice(2, [6, 7]), 2) == (DiceSelected((6, 7)),)
    alone = dice.loses(dice.shooting(), 1, 2, 3, 4)
    alone.ok(BringDice(), dice.boss)
    assert alone.no(SelectDice(1, [6, 7]), 1) == dice.equipment[0][1]
    alone.ok(checks(alone.life, [item for item, _ in dice.equipment], batch=2), dice.boss)
    assert alone.asks(SelectDice(1, [6, 7]), 1) == (DiceSelected((6, 7)),), "the shooter has none to continue with"


def _is_measured(dice: DiceTable, live: Live) -> None:
    """No dice of the new set are offered until each thing about them has been checked, on the new ones."""
    first, *others = dice.equipment
    assert live.no(OfferDice(), dice.stick) == first[1], "nobody has measured the new set"
    assert live.no(checks(live.life, [first[0]]), dice.boss) == first[1], "it is the old one"
    live.ok(checks(live.life, [first[0]], batch=2), dice.boss)
    for item, clause in others:
        assert live.no(OfferDice(), dice.stick) == clause
        live.ok(checks(live.life, [item]), dice.boss)
