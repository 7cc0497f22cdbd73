"""The shooter: dice offered in turn, taken, thrown, given on.

Star Craps 3 and 4, Crown 5.1 and 5.2, Dragon Fire 3 and 4; at an electronic table whose shot it is (Aruze 3.11).
"""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.games.conduct import LEFT, PASS_REASONS, PASSED, Act, Conduct
from feltwork.verifier.table.dice import MAX_LOST, Hands, Holding, dice_wrong
from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.facts import Body, Facts, Round
from feltwork.verifier.table.history import History
from feltwork.verifier.table.turns import Turns

SHOT = 10_000_000
"""What a shooter has to press the button, in microseconds."""

NO_LINE = "no line wager"


class Shooter:
    """Holds each offer, throw and pass of the dice against whose turn it is and what a shooter needs."""

    def __init__(self, facts: Facts, round_: Round, history: History, hands: Hands, turns: Turns, draws: Draws) -> None:
        self.facts = facts
        self.round = round_
        self.history = history
        self.hands = hands
        self.turns = turns
        self.draws = draws

    def _offers(self, seat: int | None) -> None:
        hands = self.hands
        if self.facts.conduct is None:
            return
        if hands.shooter is not None or hands.offered is not None or hands.house:
            dice_wrong(self.facts, "the dice were offered or taken already")
        if len(hands.dice.lost) >= MAX_LOST:
            dice_wrong(self.facts, "two dice were lost, and no new set had come")
        due = self.turns.next_in_turn(self.facts.conduct)
        if due != seat:
            dice_wrong(self.facts, f"the dice went to {_told(seat)}, {_told(due)} was next")

    def dice_offered(self, body: Body) -> None:
        hands = self.hands
        self._offers(body["seat"])
        if body["seat"] in hands.turned_down:
            hands.turned_down = set()
        hands.offered = body["seat"]

    def house_throws(self, body: Body) -> None:
        hands = self.hands
        self._offers(None)
        hands.house, hands.offered, hands.turned_down = True, None, set()

    def accepted(self, body: Body) -> None:
        hands = self.hands
        seat = body["seat"]
        if hands.offered != seat or not self.turns.has_line(seat):
            dice_wrong(self.facts, f"seat {seat} took dice that it was not offered, or without a wager to throw for")
        hands.shooter, hands.offered, hands.house, hands.new_shooter, hands.turned_down = seat, None, False, True, set()

    def rejected(self, body: Body) -> None:
        hands = self.hands
        if hands.offered != body["seat"]:
            dice_wrong(self.facts, f"seat {body['seat']} turned down dice that it was not offered")
        hands.turned_down.add(body["seat"])
        hands.offered = None

    def passed(self, body: Body) -> None:
        hands = self.hands
        seat, reason, conduct = body["seat"], body["reason"], self.facts.conduct
        if hands.shooter != seat:
            dice_wrong(self.facts, f"seat {seat} gave up dice that it did not have")
        by_choice = reason == PASSED or reason in PASS_REASONS
        if by_choice and self.round.thrown:
            dice_wrong(self.facts, "the dice were in the air")
        if (
            conduct
            and conduct.shooting.frozen_decides
            and reason == PASSED
            and self.facts.game().area_state == "frozen"
        ):
            dice_wrong(self.facts, "after a 7 the shooter rolls again")
        goes_on = conduct is not None and bool(conduct.shooting.must_remain or conduct.shooting.each_come_out)
        if reason == NO_LINE and not (conduct and goes_on and self.turns.lacks_line(seat, conduct)):
            dice_wrong(self.facts, f"seat {seat} had the wager that a shooter needs")
        if not by_choice and reason not in (NO_LINE, LEFT) and hands.owes != seat:
            dice_wrong(self.facts, f"no result took the dice from seat {seat}")
        hands.given_on |= (by_choice or reason == LEFT) and seat == hands.then.shooter
        hands.last_shooter, hands.shooter, hands.thrower, hands.owes = seat, None, None, None
        hands.dice, hands.handed = hands.dice.passed(), False
        if reason in PASS_REASONS:
            hands.turned_down.add(seat)

    def authorised(self, body: Body) -> None:
        """Anybody at the table but its crew; under the first rules somebody with a seat."""
        facts = self.facts
        may = facts.conduct is None or bool(facts.conduct.shooting.delegates)
        first = facts.conduct is None or facts.conduct.rules < 2
        there = body["person"] in facts.seats.values() if first else body["person"] not in facts.crew
        if not may or self.hands.shooter != body["seat"] or not there:
            dice_wrong(self.facts, f"seat {body['seat']} could not let {body['person']!r} throw")
        self.hands.thrower = body["person"]

    def handed_over(self, body: Body) -> None:
        hands = self.hands
        if (
            hands.shooter is None
            or body["seat"] != hands.shooter
            or not self.facts.game().closed
            or self.round.thrown
            or hands.handed
        ):
            dice_wrong(self.facts, "the dice are passed to the shooter once, when no more bets has been called")
        hands.handed = True

    def awaits(self, body: Body) -> None:
        """The shooter, or the next terminal clockwise with a line wager, has ten seconds; with nobody there, none."""
        hands = self.hands
        self.draws.shot()
        seat, until = body["seat"], body["until"]
        after = hands.shooter or hands.last_shooter or 0
        seats = sorted(self.facts.seats)
        turn = [s for s in seats if s > after] + [s for s in seats if s <= after]
        if hands.shooter is not None:
            turn.insert(0, hands.shooter)
        due = next((s for s in turn if self.turns.has_line(s)), None)
        if seat != due or hands.owes is not None:
            dice_wrong(self.facts, f"the shot was {_told(seat)}'s, should have been {_told(due)}'s")
        if until != self.facts.at + (SHOT if seat is not None else 0):
            dice_wrong(self.facts, f"the shot was awaited until {until}, not for ten seconds")
        hands.shooter, hands.awaited = seat, (seat, until)

    def _shot(self, by: int | None) -> None:
        facts = self.facts
        seat, until = self.hands.awaited or (None, 0)
        late = facts.at > until if by is not None else seat is not None and facts.at < until
        if (
            self.hands.awaited is None
            or by not in (None, seat)
            or late
            or (by is not None and not self.turns.has_line(by))
        ):
            dice_wrong(self.facts, f"the shot was {_told(seat)}'s until {until}, and {_told(by)} shot at {facts.at}")

    def _thrown_by_shooter(self, by: int | None, conduct: Conduct) -> None:
        hands = self.hands
        shooter = hands.shooter
        if by is None or by != shooter:
            dice_wrong(self.facts, f"{_told(by)} threw, {_told(shooter)} had the dice")
        elif self.turns.lacks_line(by, conduct):
            dice_wrong(self.facts, f"seat {by} threw without the wager that a shooter needs")
        if len(hands.dice.hand) != 2:
            dice_wrong(self.facts, "two dice had not been selected")
        if Act.HAND_DICE in conduct.powers and self.facts.game().closed and not hands.handed:
            dice_wrong(self.facts, "the dice had not been passed to the shooter")
        if hands.owes is not None:
            dice_wrong(self.facts, f"seat {hands.owes} had lost the dice")

    def _loses_dice(self, come_out: bool, frozen: bool, result: object) -> int | None:
        """A 7 Out; in Dragon Fire one's own wager lost on the roll after a 7; at a terminal the line decided."""
        facts = self.facts
        conduct, shooter = facts.conduct, self.hands.shooter
        if conduct is None or shooter is None:
            return None
        if not conduct.terminals.shot and not conduct.shooting.frozen_decides:
            return shooter if not come_out and isinstance(result, list) and sum(result) == 7 else None
        readings, line = facts.game().book.readings, conduct.shooting.line
        ended = {each.wager: each.result for each in facts.lines if each.seat == shooter and each.wager in line}
        if conduct.terminals.shot:
            literal = not (come_out and readings.chose("pass_rule", "seven_out"))
            gone = literal and (ended.get(line[0]) == "lose" or ended.get(line[1]) == "win")
        else:
            how = set(ended.values())
            gone = frozen and "lose" in how and ("win" not in how or readings.is_set("both_sides_pass"))
        return shooter if gone else None

    def threw(self, body: Body) -> None:
        """The dice leave the hand: the shooter's, or the house's."""
        conduct, by = self.facts.conduct, body["by"]
        if conduct and conduct.terminals.shot:
            self._shot(by)
        elif conduct and self.hands.house:
            if by is not None or len(self.hands.dice.lost) >= MAX_LOST:
                dice_wrong(self.facts, "the house was to throw, with a full set")
        elif conduct:
            self._thrown_by_shooter(by, conduct)

    def before_settlement(self) -> tuple[bool, int, bool]:
        """Remember who had the dice; do they stay given on, where was the puck, and was an area frozen?"""
        hands, game = self.hands, self.facts.game()
        stands = self.history.just_reversed is not None and hands.given_on
        hands.then = Holding(hands.shooter, hands.last_shooter, hands.dice, hands.house, hands.new_shooter)
        hands.new_shooter = False
        return stands, game.area, game.area_state == "frozen"

    def after_settlement(self, stands: bool, area: int, frozen: bool, body: Body) -> None:
        self.hands.owes = None if stands else self._loses_dice(area == 0, frozen, body["result"])
        if area and not body["area"]:
            self.hands.house = False

    def after_reversal(self) -> None:
        """Whoever had the dice before the round has them again, unless they were given on since."""
        hands, then = self.hands, self.hands.then
        hands.offered = hands.owes = None
        if self.history.reversed is not None and not hands.given_on:
            hands.shooter, hands.last_shooter, hands.house, hands.new_shooter = (
                then.shooter,
                then.last,
                then.house,
                then.new,
            )
            still = then.dice.hand & hands.dice.there
            hands.dice = replace(hands.dice, bowl=hands.dice.there - still, hand=still)


def _told(seat: int | None) -> str:
    return "the house" if seat is None else f"seat {seat}"
