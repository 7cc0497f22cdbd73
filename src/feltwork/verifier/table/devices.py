"""Dice and wheels again: the alarms that a floor had to raise, worked out from the results of a table's log.

A round counts once the next one is settled, unless it was taken back by then. Two tests are made, each with half of one
chance in a thousand: a bet against fairness that is looked at every 25 results, and counts of the commonest side at
fixed numbers of results. Another device begins anew. ``docs/office.md`` says the same in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

from feltwork.games.conduct import Act, Conduct
from feltwork.games.equipment import BALL_KIND, BALL_PART, DICE_PART, DIE, TUMBLER, WHEEL, WHEEL_PART
from feltwork.verifier.table.facts import Body, Facts

DEVICE_EVENTS = frozenset(
    (
        "round-settled",
        "round-reversed",
        "round-adjusted",
        "equipment-brought",
        "item-replaced",
        "dice-brought",
        "ball-examined",
    )
)
"""Events that say something about a device."""
IN_ALL = Fraction(1, 1000)
"""The chance that a fair device ever raises an alarm."""
BETS = {
    Fraction(6, 5): Fraction(3, 10),
    Fraction(7, 5): Fraction(2, 5),
    Fraction(2): Fraction(1, 5),
    Fraction(4): Fraction(1, 10),
}
"""Shares of the bet, by how much oftener a loaded side comes up."""
MOST = Fraction(9, 10)
"""No side is taken to come up oftener than so."""
LOOK = 25
FIRST, TIMES = 625, 4
SHARES = (Fraction(1, 16), Fraction(1, 8), Fraction(1, 2), Fraction(1, 8))
"""Of the chance for counts: at 625 results, at 2,500, 10,000 and 40,000; then half as much each time."""
NEGLIGIBLE = 64
"""Bits by which a term of a sum is smaller than the sum and need not be added."""
ON_A_TABLE = (DIE, WHEEL, BALL_KIND, TUMBLER)
HOUSE_RULE = "not in the book"


def logarithm(value: Fraction) -> Decimal:
    return Decimal(value.numerator).ln() - Decimal(value.denominator).ln()


@cache
def bets(sides: int) -> list[tuple[Decimal, Decimal, Decimal]]:
    """The logarithms of each bet's share for one side, and of what it becomes when that side comes up or does not."""
    found = []
    for load, share in BETS.items():
        of_one = min(load, MOST * sides)
        of_others = (sides - of_one) / (sides - 1)
        found.append((logarithm(share / sides), logarithm(of_one), logarithm(of_others)))
    return found


class Sides:
    """How often each side came up, and whether that is too often."""

    def __init__(self, sides: int, chance: Fraction, throws: int = 1) -> None:
        self.came = [0] * sides
        self.results, self.alarmed = 0, False
        self._chance = chance / 2
        self._goal, self._at_most = -logarithm(self._chance), Decimal(sides * len(BETS)).ln()
        self._counts_at, self._counts = FIRST * throws, 0

    def add(self, side: int) -> bool:
        """Count a result; does it raise the alarm?"""
        self.came[side] += 1
        self.results += 1
        is_count = self.results == self._counts_at
        if self.alarmed or (self.results % LOOK and not is_count):
            return False
        self.alarmed = self._won_bet() or (is_count and self._counted())
        if is_count:
            self._counts_at, self._counts = self._counts_at * TIMES, self._counts + 1
        return self.alarmed

    def commonest(self) -> int:
        return self.came.index(max(self.came))

    def _won_bet(self) -> bool:
        """Has a unit staked on every side being loaded grown by the inverse of the chance?"""
        made = bets(len(self.came))
        top = max(self._wealth(bet, max(self.came)) for bet in made)
        if top + self._at_most < self._goal:
            return False  # all of them together are at most so many times the best one
        parts = [self._wealth(bet, times) - top for bet in made for times in self.came]
        return top + sum((part.exp() for part in parts), Decimal(0)).ln() >= self._goal

    def _wealth(self, bet: tuple[Decimal, Decimal, Decimal], times: int) -> Decimal:
        share, won, lost = bet
        return share + times * won + (self.results - times) * lost

    def _counted(self) -> bool:
        """Is it too unlikely that a fair device shows its commonest side so often?"""
        sides, beyond = len(self.came), self._counts - len(SHARES) + 1
        share = SHARES[self._counts] if beyond <= 0 else SHARES[-1] / 2**beyond
        return at_least(max(self.came), self.results, sides) <= self._chance * share / sides


def at_least(times: int, results: int, sides: int) -> Fraction:
    """How likely one of so many sides comes up so often or oftener in so many results.

    >>> at_least(8, 10, 2)  # 56 of 1024
    Fraction(7, 128)
    """
    ways, others = 1, sides - 1
    for n in range(times):  # how many ways there are to choose so many results
        ways = ways * (results - n) // (n + 1)
    part = whole = ways * others ** (results - times)
    for more in range(times, results):
        part = part * (results - more) // ((more + 1) * others)
        whole += part
        if part.bit_length() + NEGLIGIBLE < whole.bit_length():
            break
    return Fraction(whole, sides**results)


class Devices:
    """Follows the results of one table, and tells of each alarm as it is raised."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.told: list[str] = []
        """Every alarm, in words."""
        self._pieces: dict[str, set[str]] = {}
        self._standing: list[Body] = []
        """Alarms about what is at the table now."""
        self._waiting: tuple[int, Any] | None = None
        self._anew()

    def _anew(self) -> None:
        for one in self._standing:
            one["gone"] = self.facts.at
        self._standing = []
        self._dice: dict[str, Sides] = {}
        self._wheel: tuple[Sides, Sequence[Any]] | None = None
        self._waiting = None

    def take(self, kind: str, body: Body) -> list[Body]:
        """One event; the alarms that come of it."""
        found: list[Body] = []
        last = self._waiting
        if kind == "round-settled":
            found = list(self._counted())
            self._waiting = (self.facts.version, body["result"])
        elif kind == "round-reversed" and last and last[0] == body["version"]:
            self._waiting = None
        elif kind == "round-adjusted" and last and last[0] == body["version"] and body["result"] is not None:
            self._waiting = (last[0], body["result"])
        elif kind == "equipment-brought":
            self._brought(body["serials"])
        elif self._is_replaced(kind, body):
            self._anew()
        self.told += [one["words"] for one in found]
        self._standing += found
        return found

    def _is_replaced(self, kind: str, body: Body) -> bool:
        return (
            kind == "dice-brought"
            or (kind == "ball-examined" and body["replaced"])
            or (kind == "item-replaced" and self._is_device(body["item"]))
        )

    def _brought(self, serials: list[str]) -> None:
        """Other numbers than before are another device."""
        kinds: dict[str, set[str]] = {}
        for piece in serials:
            if (kind := piece.split(" ", 1)[0]) in ON_A_TABLE:
                kinds.setdefault(kind, set()).add(piece)
        if all(pieces <= self._pieces.get(kind, set()) for kind, pieces in kinds.items()):
            return
        if any(self._pieces.get(kind) for kind in kinds):
            self._anew()
        self._pieces |= kinds

    def _is_device(self, item: str) -> bool:
        how = self.facts.conduct.inspects.get(item) if self.facts.conduct else None
        if how is None:
            return False
        numbered = how.numbered.kind if how.numbered else ""
        return how.part in (DICE_PART, WHEEL_PART, BALL_PART) or numbered in ON_A_TABLE

    def _counted(self) -> Iterator[Body]:
        """The round before stands."""
        if self._waiting is None or self.facts.state is None:
            return
        version, result = self._waiting
        wheel = self.facts.state.book.wheel
        if isinstance(result, list | tuple):
            yield from self._thrown(version, result)
        elif result in wheel:
            if self._wheel is None or len(self._wheel[1]) != len(wheel):
                self._wheel = (Sides(len(wheel), IN_ALL), wheel)
            if self._wheel[0].add(wheel.index(result)):
                yield self._alarm(version, "wheel", self._wheel[0], wheel)

    def _thrown(self, version: int, faces: Sequence[int]) -> Iterator[Body]:
        third = IN_ALL / 3
        self._dice = self._dice or {
            "first die": Sides(6, third),
            "second die": Sides(6, third),
            "both dice": Sides(6, third, throws=2),
        }
        for device, shown in (("first die", faces[:1]), ("second die", faces[1:]), ("both dice", faces)):
            for face in shown:
                if self._dice[device].add(face - 1):
                    yield self._alarm(version, device, self._dice[device], range(1, 7))

    def _alarm(self, version: int, device: str, sides: Sides, named: Sequence[Any]) -> Body:
        at, table = sides.commonest(), self.facts.table
        expected = round(Fraction(sides.results, len(sides.came)))
        counted = f"{sides.came[at]} of {sides.results}, {expected} expected"
        item, clause, owner = checked(self.facts.conduct)
        words = f"{table}: {device} shows {named[at]} too often: {counted}"
        told = {"device": device, "item": item, "clause": clause, "owner": owner, "words": words}
        return told | {"duty": f"table/{table}/fairness/{item}", "version": version}


def checked(conduct: Conduct | None) -> tuple[str, str, str]:
    """What is checked after an alarm, by which clause, and by whom: what has a number first, then what is named so."""
    if conduct is not None:
        numbers = {item: how.numbered.kind for item, how in conduct.inspects.items() if how.numbered}
        whole = [item for item, kind in numbers.items() if kind in (DIE, WHEEL, TUMBLER)]
        whole += [item for item in conduct.equipment if any(word in item for word in ("dice", WHEEL, TUMBLER))]
        for item in whole:
            if item in conduct.equipment:
                return item, conduct.equipment[item], conduct.powers[Act.CLOSE].roles[0]
    return "dice or wheel", HOUSE_RULE, "casino_supervisor"
