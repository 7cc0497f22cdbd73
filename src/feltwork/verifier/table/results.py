"""Results: thrown, entered, settled, each round settled again beside what is stored."""

from __future__ import annotations

from collections.abc import Sequence

from feltwork.games.conduct import DIRECTIONS, Act
from feltwork.games.lights import lit_areas
from feltwork.outcomes import Selection
from feltwork.verifier.table.calls import Calls
from feltwork.verifier.table.dice import Hands
from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.facts import Body, Facts, Round
from feltwork.verifier.table.game import GameState, travel
from feltwork.verifier.table.history import History
from feltwork.verifier.table.lines import Key, SettledLine
from feltwork.verifier.table.lucky_ball import LuckyBall
from feltwork.verifier.table.settlement import area_after, decided, symbol_of, warned_now
from feltwork.verifier.table.terminals import Terminals

MAX_ROUNDS = 10
"""How far back a round may be set right."""


class Results:
    """Holds every result and its settlement against the throw, the draw, and the round settled again from the rows."""

    def __init__(
        self,
        facts: Facts,
        round_: Round,
        history: History,
        hands: Hands,
        calls: Calls,
        draws: Draws,
        terminals: Terminals,
        lucky: LuckyBall,
    ) -> None:
        self.facts = facts
        self.round = round_
        self.history = history
        self.hands = hands
        self.calls = calls
        self.draws = draws
        self.terminals = terminals
        self.lucky = lucky

    def number(self, body: Body) -> None:
        facts, round_ = self.facts, self.round
        game = facts.game()
        if not round_.thrown or not game.closed:
            facts.wrong("order", "a number was entered, and no ball had been spun or no more bets not called")
        if game.lucky is not None and game.boost is None and not self.lucky.screen_out:
            facts.wrong("order", "a number was entered before one of the Lucky Ball numbers was boosted")
        self._valid_spin(body)
        round_.entered, round_.caller = body["pocket"], facts.actor

    def _valid_spin(self, body: Body) -> None:
        """Roulette 5.2: told with the number, against the wheel, and four times round."""
        facts = self.facts
        valid = facts.conduct.wheel.valid_spin if facts.conduct else None
        ball, wheel, times = body.get("ball", ""), body.get("wheel", ""), body.get("revolutions", 0)
        if valid is None:
            if ball or wheel or times:
                facts.wrong("result", "how the ball ran was told at a table that keeps no record of it")
        elif {ball, wheel} != set(DIRECTIONS) or type(times) is not int or times < valid.revolutions:
            facts.wrong(
                "result", f"ball {ball!r}, wheel {wheel!r}, {times} times round is no valid spin ({valid.clause})"
            )

    def dolly(self, body: Body) -> None:
        if body["pocket"] != self.round.entered:
            self.facts.wrong(
                "result", f"the dolly was placed on {body['pocket']}, {self.round.entered} had been entered"
            )

    def lit(self, body: Body) -> None:
        """The lights of a result that is about to be settled, or of its correction."""
        facts, round_ = self.facts, self.round
        game = facts.game() if round_.thrown else self.history.before
        if game is None or (round_.thrown and body["dice"] != round_.entered):
            facts.wrong("order", "areas were lit for no result")
            return
        states: dict[str, set[Selection]] = {}
        for wager in game.layout.values():
            states.setdefault(wager.row.name, set()).add(wager.state)
        first, second = body["dice"]
        lit = lit_areas(game.book, game.area_state, (first, second), states)
        # A book that was stored has its rows in another order.
        if sorted(map(str, map(list, lit))) != sorted(map(str, body["areas"])):
            facts.wrong("result", f"areas lit were {body['areas']}, should have been {lit}")

    def _end(self, stored: Sequence[SettledLine], moves: dict[Key, int], area: int) -> None:
        game = self.facts.game()
        layout, rail = game.layout, game.held.rail
        for line in stored:
            seat = line.seat
            if layout.pop((seat, line.wager, line.on), None) is None:
                continue
            if line.apart is None:
                rail[seat] = rail.get(seat, 0) + line.winnings + line.returned + line.commission
            else:
                game.held.credit(line)
        if moves:
            travel(game, moves)
        game.area = area
        if not area:
            game.locks = frozenset()
        game.next_round()
        self.begin_next()

    def round_over(self) -> None:
        """A round taken back was over before."""
        if not self.history.just_reversed:
            self.draws.ended()

    def threw(self, body: Body) -> None:
        round_ = self.round
        facts, house = self.facts, self.facts.game().book.house
        self.calls.all_answered()
        if round_.thrown:
            facts.wrong("order", "the dice were already out")
        if house.closing and not facts.game().closed and not house.unclosed_is_no_roll:
            facts.wrong("order", "the dice were thrown and no more bets had not been called")
        if body["by"] is not None and body["by"] not in facts.seats:
            facts.wrong("seat", f"nobody sits in seat {body['by']} to throw")
        round_.thrown, round_.entered, round_.relaxed, round_.ruled = True, None, frozenset(), False
        round_.face, round_.caller = None, ""

    def entered(self, body: Body) -> None:
        if not self.round.thrown:
            self.facts.wrong("order", "a result was entered and no dice had been thrown")
        self.round.entered = [body["first"], body["second"]]

    def settle(self, body: Body, corrected_wrongly: bool) -> None:
        """Settle a round again, and hold what is stored against it."""
        round_ = self.round
        facts, game, result = self.facts, self.facts.game(), body["result"]
        self._has_result(result)
        if corrected_wrongly:
            facts.wrong("result", "the round was corrected to the result it had, or a second time")
        round_.ruled = self.history.just_reversed is not None
        try:
            symbol = symbol_of(game, result)
        except ValueError:
            facts.wrong("result", f"{result!r} is not a result of this game")
            return
        if facts.conduct and facts.conduct.terminals.shot and not self.history.just_reversed:
            facts.all_wrong("draw", self.draws.shows("two-dice", body))
        stored, moves = self._as_decided(game, symbol, body)
        if round_.must and facts.conduct:
            facts.wrong("result", f"{round_.must}: the throw had no result")
        self._remember(game, stored, result)
        self._end(stored, moves, body["area"])
        game.results += 1
        for seat in body["warned"]:
            game.warned.setdefault(seat, game.results)
        game.lucky = None
        self.round_over()

    def _has_result(self, result: object) -> None:
        """A round is settled on what was entered, when no more bets was called."""
        round_ = self.round
        facts, game = self.facts, self.facts.game()
        if self.history.just_reversed:
            return
        if facts.conduct:
            sensed = Act.SHOOT in facts.conduct.powers
            if not round_.thrown or (result != round_.entered and not sensed):
                facts.wrong("result", f"{result} was settled, {round_.entered} had been entered")
        if game.book.house.needs_close and not game.closed:
            facts.wrong("order", "a round was settled and no more bets had not been called")

    def _as_decided(self, game: GameState, symbol: int, body: Body) -> tuple[list[SettledLine], dict[Key, int]]:
        """Hold lines, moves, area and warnings against the rows; the lines and moves that count."""
        facts, stored = self.facts, self.facts.lines
        lines, moved = decided(game, symbol)
        if facts.same_lines(lines, stored):
            stored = lines  # what they are made of has been looked up before, and is found sooner
        moves: dict[Key, int] = dict(body["moved"])
        if moves != moved or len(moves) != len(body["moved"]):
            facts.wrong("moved", f"wagers travelled as {sorted(map(str, moves))}, should as {sorted(map(str, moved))}")
        if body["area"] != area_after(game, symbol):
            facts.wrong("area", f"the table went to {body['area']}, should have gone to {area_after(game, symbol)}")
        if body["warned"] != warned_now(game, lines):
            facts.wrong("lines", f"seats {body['warned']} were warned, should be {warned_now(game, lines)}")
        return stored, moves

    def _remember(self, game: GameState, stored: list[SettledLine], result: object) -> None:
        """Keep the round, in case it is taken back or set right."""
        history, version = self.history, self.facts.version
        history.before, history.last = game.copy(), (version, (stored, result))
        self.hands.given_on = False
        history.past[version] = (history.before, stored, dict(self.facts.seats))  # until it is taken back
        for seat in self.terminals.faulty:
            mine = [(game.layout[line.key], line) for line in stored if line.seat == seat and line.key in game.layout]
            paid = sum(line.winnings + line.returned + line.commission for _, line in mine)
            history.contested[seat, version] = sum(lay.stake + lay.commission for lay, _ in mine) - paid
        if len(history.past) > MAX_ROUNDS:
            history.forget(next(iter(history.past)))

    def begin_next(self) -> None:
        """The next round begins."""
        self.round.begin_next()
        self.round.off_table = False
        self.calls.begin_next()
        self.hands.begin_next(bool(self.facts.game().layout))
