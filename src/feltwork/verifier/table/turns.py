"""Whose turn the dice are: who may shoot, by the wagers that make a shooter, and who is asked next."""

from __future__ import annotations

from feltwork.games.conduct import Conduct
from feltwork.verifier.table.dice import Hands
from feltwork.verifier.table.facts import Facts


class Turns:
    """Holds against the layout whether a player has the wager that a shooter needs, and who is asked next."""

    def __init__(self, facts: Facts, hands: Hands) -> None:
        self.facts = facts
        self.hands = hands
        self.shooting: int | None = None
        """The dice shooting value that the table opened with, if it is not the minimum on the sign."""

    def has_line(self, seat: int) -> bool:
        """Has this player one of the two wagers that make a shooter, and enough on it? They are made on nothing."""
        facts = self.facts
        if facts.conduct is None or not facts.conduct.shooting.line:
            return False
        game = facts.game()
        for name in facts.conduct.shooting.line:
            there = game.layout.get((seat, name, None))
            if there is not None and there.stake >= self._shooting_value(name, facts.conduct):
                return True
        return False

    def _shooting_value(self, wager: str, conduct: Conduct) -> int:
        """Aruze 3.11.2: the least stake that makes a shooter, the minimum on the sign unless the table opened with
        another."""
        if not conduct.terminals.no_shooter or conduct.rules < 2:
            return 0
        sign = self.facts.game().signs.sign.get(wager)
        return self.shooting if self.shooting is not None else sign[0] if sign else 0

    def lacks_line(self, shooter: int, conduct: Conduct) -> bool:
        """Is the shooter without the wager that this throw needs: any throw, a new shooter's first, a come out roll?"""
        asked = (
            conduct.shooting.must_remain
            or self.hands.new_shooter
            or (conduct.shooting.each_come_out and self.facts.game().area == 0)
        )
        return bool(asked) and not self.has_line(shooter)

    def next_in_turn(self, conduct: Conduct) -> int | None:
        """Who is to be asked: after the last shooter, the way the book goes round; nobody if the house is to throw."""
        seats, last = sorted(self.facts.seats, reverse=not conduct.shooting.clockwise), self.hands.last_shooter
        if last is not None:
            after = [seat for seat in seats if seat != last and (seat > last) == conduct.shooting.clockwise]
            seats = after + [seat for seat in seats if seat not in after]
        anybody = (last is None and not conduct.shooting.opening_needs_line) or not conduct.shooting.next_needs_line
        turn = [seat for seat in seats if anybody or self.has_line(seat)]
        asked = next((seat for seat in turn if seat not in self.hands.turned_down), None)
        game = self.facts.game()
        if asked is None and not (game.layout and not game.book.readings.chose("house_throw", "false")):
            return turn[0] if turn else None  # all round again
        return asked
