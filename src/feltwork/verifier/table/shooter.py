"""Whose hands the dice are in, and which dice: offered in turn, taken, selected, thrown, given on.

Star Craps 3 and 4, Crown 5.1 and 5.2, Dragon Fire 3 and 4; at an electronic table whose shot it is (Aruze 3.11).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import LEFT, PASS_REASONS, PASSED, Act, Conduct
from feltwork.verifier.table.corrections import Rulings

SET = 5
MOST_LOST = 2
"""Dice of a set that may be lost before a new set must come."""
SHOT = 10_000_000
"""What a shooter has to press the button, in microseconds."""
NO_LINE = "no line wager"
NONE = frozenset[int]()


class Dice(Struct, frozen=True):
    """Where each die is: in the bowl, in hand, lost, found but not looked over, or of a new set that waits."""

    bowl: frozenset[int] = frozenset(range(1, SET + 1))
    hand: frozenset[int] = NONE
    lost: frozenset[int] = NONE
    unchecked: frozenset[int] = NONE
    waiting: frozenset[int] = NONE
    strayed: frozenset[int] = NONE
    """Dice that the shooter lost: back in the bowl, they may be asked for again."""

    @property
    def there(self) -> frozenset[int]:
        return self.bowl | self.hand

    def selected(self, dice: frozenset[int]) -> Dice:
        if not dice <= self.there:
            return Dice(bowl=self.waiting - dice, hand=dice)
        return replace(self, hand=dice, bowl=self.there - dice, strayed=self.strayed - self.there)

    def passed(self) -> Dice:
        if self.waiting:
            return Dice(bowl=self.waiting)
        return replace(self, bowl=self.there, hand=NONE, strayed=NONE)


class Holding(NamedTuple):
    """Who had the dice when the last round was settled, and which."""

    shooter: int | None = None
    last: int | None = None
    dice: Dice = Dice()
    house: bool = False
    new: bool = False


class Hands(Rulings):
    """The dice between one throw and the next."""

    crew: dict[str, str]

    shooting: int | None = None
    """The dice shooting value that the table opened with, if it is not the minimum on the sign."""

    def new_hands(self) -> None:
        self.shooter: int | None = None
        self.last_shooter: int | None = None
        self.offered: int | None = None
        self.thrower: str | None = None
        """Who throws for the shooter, where the book lets another."""
        self.turned_down: set[int] = set()
        """Seats that need not be asked: they would not have the dice, or were ordered to pass them."""
        self.house = self.new_shooter = self.handed = False
        """Does the house throw? Has the shooter had no result yet? Have the dice been handed over for the throw?"""
        self.awaited: tuple[int | None, int] | None = None
        self.owes: int | None = None
        """The shooter whom the last result took the dice from."""
        self.dice, self.then = Dice(), Holding()

    def _dice_wrong(self, what: str) -> None:
        if self.conduct is not None:
            self._wrong("dice", what)

    def _has_line(self, seat: int) -> bool:
        """Has this player one of the two wagers that make a shooter, and enough on it? They are made on nothing."""
        if self.conduct is None or not self.conduct.line:
            return False
        felt = self._game()
        for name in self.conduct.line:
            there = felt.lying.get((seat, name, None))
            if there is not None and there.stake >= self._shooting_value(name, self.conduct):
                return True
        return False

    def _shooting_value(self, wager: str, conduct: Conduct) -> int:
        """Aruze 3.11.2: the least stake that makes a shooter, the minimum on the sign unless the table opened with
        another."""
        if not conduct.no_shooter or conduct.rules < 2:
            return 0
        sign = self._game().sign.get(wager)
        return self.shooting if self.shooting is not None else sign[0] if sign else 0

    def _lacks_line(self, shooter: int, conduct: Conduct) -> bool:
        """Is the shooter without the wager that this throw needs: any throw, a new shooter's first, a come out roll?"""
        asked = conduct.must_remain or self.new_shooter or (conduct.each_come_out and self._game().area == 0)
        return bool(asked) and not self._has_line(shooter)

    def _next_in_turn(self, conduct: Conduct) -> int | None:
        """Who is to be asked: after the last shooter, the way the book goes round; nobody if the house is to throw."""
        seats, last = sorted(self.seats, reverse=not conduct.clockwise), self.last_shooter
        if last is not None:
            after = [seat for seat in seats if seat != last and (seat > last) == conduct.clockwise]
            seats = after + [seat for seat in seats if seat not in after]
        anybody = (last is None and not conduct.opening_needs_line) or not conduct.next_needs_line
        turn = [seat for seat in seats if anybody or self._has_line(seat)]
        asked = next((seat for seat in turn if seat not in self.turned_down), None)
        felt = self._game()
        if asked is None and not (felt.lying and not felt.book.readings.chose("house_throw", "false")):
            return turn[0] if turn else None  # all round again
        return asked

    def _offers(self, seat: int | None) -> None:
        if self.conduct is None:
            return
        if self.shooter is not None or self.offered is not None or self.house:
            self._dice_wrong("the dice were offered or taken already")
        if len(self.dice.lost) >= MOST_LOST:
            self._dice_wrong("two dice were lost, and no new set had come")
        due = self._next_in_turn(self.conduct)
        if due != seat:
            self._dice_wrong(f"the dice went to {_told(seat)}, {_told(due)} was next")

    def _offered(self, version: int, body: dict[str, Any]) -> None:
        self._offers(body["seat"])
        if body["seat"] in self.turned_down:
            self.turned_down = set()
        self.offered = body["seat"]

    def _house_throws(self, version: int, body: dict[str, Any]) -> None:
        self._offers(None)
        self.house, self.offered, self.turned_down = True, None, set()

    def _accepted(self, version: int, body: dict[str, Any]) -> None:
        seat = body["seat"]
        if self.offered != seat or not self._has_line(seat):
            self._dice_wrong(f"seat {seat} took dice that it was not offered, or without a wager to throw for")
        self.shooter, self.offered, self.house, self.new_shooter, self.turned_down = seat, None, False, True, set()

    def _rejected(self, version: int, body: dict[str, Any]) -> None:
        if self.offered != body["seat"]:
            self._dice_wrong(f"seat {body['seat']} turned down dice that it was not offered")
        self.turned_down.add(body["seat"])
        self.offered = None

    def _passed(self, version: int, body: dict[str, Any]) -> None:
        seat, reason, conduct = body["seat"], body["reason"], self.conduct
        if self.shooter != seat:
            self._dice_wrong(f"seat {seat} gave up dice that it did not have")
        by_choice = reason == PASSED or reason in PASS_REASONS
        if by_choice and self.thrown:
            self._dice_wrong("the dice were in the air")
        if conduct and conduct.frozen_decides and reason == PASSED and self._game().area_state == "frozen":
            self._dice_wrong("after a 7 the shooter rolls again")
        goes_on = conduct is not None and bool(conduct.must_remain or conduct.each_come_out)
        if reason == NO_LINE and not (conduct and goes_on and self._lacks_line(seat, conduct)):
            self._dice_wrong(f"seat {seat} had the wager that a shooter needs")
        if not by_choice and reason not in (NO_LINE, LEFT) and self.owes != seat:
            self._dice_wrong(f"no result took the dice from seat {seat}")
        self.given_on |= (by_choice or reason == LEFT) and seat == self.then.shooter
        self.last_shooter, self.shooter, self.thrower, self.owes = seat, None, None, None
        self.dice, self.handed = self.dice.passed(), False
        if reason in PASS_REASONS:
            self.turned_down.add(seat)

    def _authorised(self, version: int, body: dict[str, Any]) -> None:
        """Anybody at the table but its crew; under the first rules somebody with a seat."""
        may = self.conduct is None or bool(self.conduct.delegates)
        first = self.conduct is None or self.conduct.rules < 2
        there = body["person"] in self.seats.values() if first else body["person"] not in self.crew
        if not may or self.shooter != body["seat"] or not there:
            self._dice_wrong(f"seat {body['seat']} could not let {body['person']!r} throw")
        self.thrower = body["person"]

    def _selected(self, version: int, body: dict[str, Any]) -> None:
        dice, chosen = self.dice, frozenset(body["dice"])
        if self.shooter is None or self.thrown or not (len(dice.hand) < 2 or dice.strayed & dice.bowl):
            self._dice_wrong("the shooter keeps two dice until one goes off the table")
        choice = dice.there if len(dice.there) >= 2 else dice.there | dice.waiting
        if len(chosen) != 2 or not chosen <= choice:
            self._dice_wrong(f"dice {sorted(chosen)} were not there to be selected")
        self.dice = dice.selected(chosen)

    def _lost(self, version: int, body: dict[str, Any]) -> None:
        """A die that was thrown, and not one of the bowl; the house selects none, so of those it could be any."""
        die, dice = body["die"], self.dice
        if die not in dice.there:
            self._dice_wrong(f"die {die} was not on the table")
        if self.thrown and (not dice.hand or die in dice.hand):
            self.must, self.off_table = self.must or "off the table", True
        gone = frozenset((die,))
        strayed = dice.strayed | (gone & dice.hand)
        self.dice = replace(dice, bowl=dice.bowl - gone, hand=dice.hand - gone, lost=dice.lost | gone, strayed=strayed)

    def _found(self, version: int, body: dict[str, Any]) -> None:
        die = frozenset((body["die"],))
        if not die <= self.dice.lost:
            self._dice_wrong(f"die {body['die']} was not missing")
        self.dice = replace(self.dice, lost=self.dice.lost - die, unchecked=self.dice.unchecked | die)

    def _checked(self, version: int, body: dict[str, Any]) -> None:
        die, dice, to_shooter = frozenset((body["die"],)), self.dice, body["to_shooter"]
        short = self.shooter is not None and len(dice.hand) < 2
        if not die <= dice.unchecked or (to_shooter and not short):
            self._dice_wrong(f"die {body['die']} was not there to be checked, or nobody was short of it")
        back = replace(dice, unchecked=dice.unchecked - die)
        if to_shooter and len(dice.hand) < 2:
            self.dice = replace(back, hand=dice.hand | die, strayed=dice.strayed - die)
        else:
            self.dice = replace(back, bowl=dice.bowl | die)

    def _brought(self, version: int, body: dict[str, Any]) -> None:
        dice, first = self.dice, body["first"]
        if len(dice.lost) < MOST_LOST or first != max(dice.there | dice.lost | dice.unchecked) + 1:
            self._dice_wrong("a new set came, and not two dice were lost")
        new = frozenset(range(first, first + SET))
        self.dice = Dice(bowl=new) if self.shooter is None else replace(dice, waiting=new)

    def _handed_over(self, version: int, body: dict[str, Any]) -> None:
        if (
            self.shooter is None
            or body["seat"] != self.shooter
            or not self._game().closed
            or self.thrown
            or self.handed
        ):
            self._dice_wrong("the dice are passed to the shooter once, when no more bets has been called")
        self.handed = True

    def _awaits(self, version: int, body: dict[str, Any]) -> None:
        """The shooter, or the next terminal clockwise with a line wager, has ten seconds; with nobody there, none."""
        self.draws.shot()
        seat, until = body["seat"], body["until"]
        after = self.shooter or self.last_shooter or 0
        seats = sorted(self.seats)
        turn = [s for s in seats if s > after] + [s for s in seats if s <= after]
        if self.shooter is not None:
            turn.insert(0, self.shooter)
        due = next((s for s in turn if self._has_line(s)), None)
        if seat != due or self.owes is not None:
            self._dice_wrong(f"the shot was {_told(seat)}'s, should have been {_told(due)}'s")
        if until != self.at + (SHOT if seat is not None else 0):
            self._dice_wrong(f"the shot was awaited until {until}, not for ten seconds")
        self.shooter, self.awaited = seat, (seat, until)

    def _threw(self, version: int, body: dict[str, Any]) -> None:
        conduct, by = self.conduct, body["by"]
        if conduct and conduct.shot:
            self._shot(by)
        elif conduct and self.house:
            if by is not None or len(self.dice.lost) >= MOST_LOST:
                self._dice_wrong("the house was to throw, with a full set")
        elif conduct:
            self._thrown_by_shooter(by, conduct)
        super()._threw(version, body)

    def _shot(self, by: int | None) -> None:
        seat, until = self.awaited or (None, 0)
        late = self.at > until if by is not None else seat is not None and self.at < until
        if self.awaited is None or by not in (None, seat) or late or (by is not None and not self._has_line(by)):
            self._dice_wrong(f"the shot was {_told(seat)}'s until {until}, and {_told(by)} shot at {self.at}")

    def _thrown_by_shooter(self, by: int | None, conduct: Conduct) -> None:
        shooter = self.shooter
        if by is None or by != shooter:
            self._dice_wrong(f"{_told(by)} threw, {_told(shooter)} had the dice")
        elif self._lacks_line(by, conduct):
            self._dice_wrong(f"seat {by} threw without the wager that a shooter needs")
        if len(self.dice.hand) != 2:
            self._dice_wrong("two dice had not been selected")
        if Act.HAND_DICE in conduct.powers and self._game().closed and not self.handed:
            self._dice_wrong("the dice had not been passed to the shooter")
        if self.owes is not None:
            self._dice_wrong(f"seat {self.owes} had lost the dice")

    def _settled(self, version: int, body: dict[str, Any]) -> None:
        stands = self.just_reversed is not None and self.given_on
        felt = self.felt or self._game()
        area, state = felt.area, felt.area_state
        self.then = Holding(self.shooter, self.last_shooter, self.dice, self.house, self.new_shooter)
        self.new_shooter = False
        super()._settled(version, body)
        self.owes = None if stands else self._loses_dice(area == 0, state == "frozen", body["result"])
        if area and not body["area"]:
            self.house = False

    def _loses_dice(self, come_out: bool, frozen: bool, result: object) -> int | None:
        """A 7 Out; in Dragon Fire one's own wager lost on the roll after a 7; at a terminal the line decided."""
        conduct, shooter = self.conduct, self.shooter
        if conduct is None or shooter is None:
            return None
        if not conduct.shot and not conduct.frozen_decides:
            return shooter if not come_out and isinstance(result, list) and sum(result) == 7 else None
        readings, line = self._game().book.readings, conduct.line
        ended = {each.wager: each.result for each in self.lines if each.seat == shooter and each.wager in line}
        if conduct.shot:
            literal = not (come_out and readings.chose("pass_rule", "seven_out"))
            gone = literal and (ended.get(line[0]) == "lose" or ended.get(line[1]) == "win")
        else:
            how = set(ended.values())
            gone = frozen and "lose" in how and ("win" not in how or readings.is_set("both_sides_pass"))
        return shooter if gone else None

    def _reversed(self, version: int, body: dict[str, Any]) -> None:
        super()._reversed(version, body)
        then, self.offered, self.owes = self.then, None, None
        if self.reversed is not None and not self.given_on:
            self.shooter, self.last_shooter, self.house, self.new_shooter = (
                then.shooter,
                then.last,
                then.house,
                then.new,
            )
            still = then.dice.hand & self.dice.there
            self.dice = replace(self.dice, bowl=self.dice.there - still, hand=still)

    def _next(self) -> None:
        super()._next()
        self.awaited, self.handed = None, False
        self.house = self.house and bool(self._game().lying)

    def _no_longer_there(self, seat: int, player: str) -> None:
        """Whoever leaves the table is not asked and does not throw."""
        self.offered = None if self.offered == seat else self.offered
        self.turned_down.discard(seat)
        self.thrower = None if self.thrower == player else self.thrower


def _told(seat: int | None) -> str:
    return "the house" if seat is None else f"seat {seat}"
