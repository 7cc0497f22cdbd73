"""Rounds: thrown, settled, called off, taken back; the checkers that look at each of these, in their order."""

from __future__ import annotations

from feltwork.verifier.table.corrections import Corrections
from feltwork.verifier.table.dice import DiceSet, Hands
from feltwork.verifier.table.doubts import Doubts
from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.faces import Faces
from feltwork.verifier.table.facts import Body, Facts, Handlers, Round
from feltwork.verifier.table.history import History
from feltwork.verifier.table.no_result import NoResult
from feltwork.verifier.table.players import Players
from feltwork.verifier.table.reopening import Reopening
from feltwork.verifier.table.results import Results
from feltwork.verifier.table.shooter import Shooter
from feltwork.verifier.table.turns import Turns
from feltwork.verifier.table.wagers import Wagers
from feltwork.verifier.table.wheel import Wheel


class Rounds:
    """The checkers of dice, wheel and results, and which event each of them takes."""

    def __init__(
        self,
        facts: Facts,
        round_: Round,
        history: History,
        hands: Hands,
        draws: Draws,
        wagers: Wagers,
        players: Players,
    ) -> None:
        self.round, self.history, self.zero = round_, history, wagers.zero
        self.turns = Turns(facts, hands)
        self.shooter = Shooter(facts, round_, history, hands, self.turns, draws)
        self.dice = DiceSet(facts, round_, hands)
        self.faces = Faces(facts, round_, history)
        self.doubts = Doubts(facts, round_, history, self.faces)
        self.reopening = Reopening(facts, round_, history, self.doubts)
        self.corrections = Corrections(facts, history, self.faces, self.doubts, self.reopening)
        self.wheel = Wheel(facts, round_, history, self.doubts, wagers.period)
        self.results = Results(facts, round_, history, hands, wagers.calls, draws, players.terminals, wagers.lucky)
        self.no_result = NoResult(facts, round_, history, draws, self.wheel, self.results)

    def opened(self, body: Body) -> None:
        self.round.opened()
        self.history.opened()
        self.doubts.opened()
        self.reopening.opened()
        self.shooter.hands.opened()
        self.wheel.opened(body)
        self.corrections.opened()

    def threw(self, body: Body) -> None:
        self.shooter.threw(body)
        self.results.threw(body)

    def entered(self, body: Body) -> None:
        self.results.entered(body)
        self.faces.as_ruled([body["first"], body["second"]])
        self.round.caller = self.results.facts.actor

    def settled(self, body: Body) -> None:
        stands, area, frozen = self.shooter.before_settlement()
        self.doubts.before_settlement()
        people = self.faces.before_settlement(body)
        self.results.settle(body, self.faces.corrected_wrongly(body["result"]))
        self.faces.after_settlement(people)
        self.reopening.moved, self.reopening.squared = False, body["result"]
        self.shooter.after_settlement(stands, area, frozen, body)

    def invalid(self, body: Body) -> None:
        self.doubts.before_invalid(body)
        self.faces.can_be_read(body["reason"])
        self.no_result.invalid(body)
        self.round.face = self.round.ruling = None
        self.reopening.squared = None
        self.wheel.after_invalid(body)

    def taken_back(self, body: Body) -> None:
        number = self.doubts.before_reversal()
        self.reopening.taken_back(body)
        self.doubts.after_reversal(number)
        self.corrections.waits_for_crew(body)
        self.zero.outside = {}
        self.shooter.after_reversal()

    def adjusted(self, body: Body) -> None:
        self.corrections.adjusted(body)
        self.corrections.waits_for_crew(body)

    def reported(self, body: Body) -> None:
        self.no_result.reported(body)
        self.faces.can_be_read(body["what"])
        self.wheel.after_report(body)

    def dismissed(self, body: Body) -> None:
        self.no_result.dismissed(body)
        self.wheel.ball_out = False

    def handlers(self) -> Handlers:
        shooter, dice, wheel, results = self.shooter, self.dice, self.wheel, self.results
        return {
            "dice-thrown": self.threw,
            "result-entered": self.entered,
            "round-settled": self.settled,
            "round-invalid": self.invalid,
            "round-reversed": self.taken_back,
            "throw-reported": self.reported,
            "report-dismissed": self.dismissed,
            "number-entered": results.number,
            "dolly-placed": results.dolly,
            "areas-lit": results.lit,
            "face-ruled": self.faces.face_ruled,
            "round-doubted": self.doubts.doubted,
            "round-ruled": self.doubts.round_ruled,
            "debt-repaid": self.reopening.debt_repaid,
            "correction-proposed": self.corrections.proposed,
            "correction-dropped": self.corrections.dropped,
            "round-adjusted": self.adjusted,
            "correction-acknowledged": self.corrections.acknowledged,
            "dice-offered": shooter.dice_offered,
            "dice-accepted": shooter.accepted,
            "dice-rejected": shooter.rejected,
            "dice-passed": shooter.passed,
            "dice-handed": shooter.handed_over,
            "house-throws": shooter.house_throws,
            "thrower-authorised": shooter.authorised,
            "shot-awaited": shooter.awaits,
            "dice-selected": dice.selected,
            "die-lost": dice.lost,
            "die-found": dice.found,
            "die-checked": dice.die_checked,
            "ball-spun": wheel.spun,
            "ball-loaded": wheel.ball_loaded,
            "ball-taken-out": wheel.ball_taken_out,
            "button-offered": wheel.button_offered,
            "unit-failed": wheel.unit_failed,
        }
