"""What a round can show, as numbers that are all equally likely, and the commands that make it happen."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from feltwork.games.book import Book, Lucky
from feltwork.lab.strategy.strategy import StrategyError
from feltwork.lab.strategy.view import Round
from feltwork.outcomes import COLOURS, THROWS, Pocket
from feltwork.refusal import Refusal
from feltwork.table.play.commands import Boost, Command, DrawLuckyBall, NoMoreBets, Roll, Spin
from feltwork.table.play.decide import decide
from feltwork.table.play.events import RoundSettled, Settled
from feltwork.table.play.evolve import evolve
from feltwork.table.play.state import TableState

MAX_SHOWS = 1 << 24


@dataclass(frozen=True)
class Rounds:
    """The results of a book: ``count`` of them, each as likely as the others.

    With Lucky Ball a result is a pocket, the colour (if any) whose number it is, and what was boosted; as the four
    numbers are drawn without looking, each colour has the pocket's number equally often.
    """

    book: Book

    @cached_property
    def mega(self) -> Fraction:
        if self.book.lucky is not Lucky.MEGA:
            return Fraction(0)
        chance = self.book.readings.mega_probability()
        if chance is None:
            raise StrategyError("Mega Odds need a probability: --mega 1/1000")
        return chance

    @cached_property
    def count(self) -> int:
        pockets = len(self.book.wheel)
        if not self.book.lucky:
            return pockets or len(THROWS)
        found = pockets * pockets * len(COLOURS) * self.mega.denominator
        if found > MAX_SHOWS:
            raise StrategyError(f"Mega Odds of {self.mega} are too fine for a table of results")
        return found

    @cached_property
    def classes(self) -> tuple[range, ...]:
        """All results, those together that show the same and differ only in how Mega Odds were drawn or missed."""
        if not self.book.lucky:
            return tuple(range(number, number + 1) for number in range(self.count))
        shown = self.count // self.mega.denominator
        mega = shown * self.mega.numerator
        found = [range(first, mega, shown) for first in range(shown)] if mega else []
        return (*found, *(range(mega + first, self.count, shown) for first in range(shown)))

    def shows(self, number: int) -> tuple[int, str, str, str]:
        """Symbol of the dice or pocket, the colour that has it, the colour boosted, and to what."""
        if not self.book.lucky:
            return number, "", "", ""
        pockets = len(self.book.wheel)
        rest, symbol = divmod(number, pockets)
        rest, drawn = divmod(rest, pockets)
        rest, boosted = divmod(rest, len(COLOURS))
        colour = COLOURS[drawn] if drawn < len(COLOURS) else ""
        return symbol, colour, COLOURS[boosted], "mega" if rest < self.mega.numerator else "super"

    def commands(self, number: int) -> list[Command]:
        """What the table is told."""
        symbol, colour, boosted, odds = self.shows(number)
        house = self.book.house
        said: list[Command] = []
        if self.book.lucky:
            said.append(DrawLuckyBall(self._numbers(symbol, colour)))
        if house.needs_close or self.book.spins:
            said.append(NoMoreBets())
        if self.book.lucky:
            said.append(Boost(boosted, odds))
        said.append(Spin(self.book.wheel[symbol]) if self.book.spins else Roll(*THROWS[symbol]))
        return said

    def _numbers(self, symbol: int, colour: str) -> dict[str, Pocket]:
        """Four numbers of which the named colour, or none, has the pocket."""
        others = iter(pocket for at, pocket in enumerate(self.book.wheel) if at != symbol)
        return {c: self.book.wheel[symbol] if c == colour else next(others) for c in COLOURS}

    def play(self, table: TableState, number: int) -> Round:
        """Let the table see a result, and tell what it did."""
        had_point = isinstance(table.area_state, int)
        lines: tuple[Settled, ...] = ()
        for command in self.commands(number):
            decided = decide(table, command)
            if isinstance(decided, Refusal):
                raise StrategyError(f"the table does not take the result: {decided}")
            for event in decided:
                evolve(table, event)
                if isinstance(event, RoundSettled):
                    lines = event.lines
        symbol = self.shows(number)[0]
        out = had_point and not self.book.spins and sum(THROWS[symbol]) == 7
        return Round(self.book, lines, out)

    def alike(self, table: TableState) -> dict[tuple[object, ...], list[int]]:
        """Classes of results, by number, grouped by what they do to this table: one result need be played of each."""
        groups: dict[tuple[object, ...], list[int]] = {}
        lying = [
            (s.machine, s.machine.codes(table.area, s.state, s.is_working(table.come_out)), s.selection)
            for s in table.layout.values()
        ]
        moves = self.book.area.moves[table.area]
        for number, results in enumerate(self.classes):
            symbol, colour, boosted, odds = self.shows(results[0])
            done = tuple(
                codes[symbol] if not machine.reads_lucky else _tier(on == colour, on == boosted, odds)
                for machine, codes, on in lying
            )
            seven = not self.book.spins and sum(THROWS[symbol]) == 7
            groups.setdefault((moves[symbol], seven, *done), []).append(number)
        return groups


def _tier(drawn: bool, boosted: bool, odds: str) -> str:
    return "" if not drawn else odds if boosted else f"beside {odds}"
