"""The ball and its unit: loaded, spun, examined, taken out, and the unit failing."""

from __future__ import annotations

from feltwork.games.conduct import LOADED_BY_ANOTHER, Act
from feltwork.verifier.table.doubts import Doubts
from feltwork.verifier.table.facts import Body, Facts, Round
from feltwork.verifier.table.history import History
from feltwork.verifier.table.period import Period


class Wheel:
    """Holds what is done with the ball and the uSpin unit against where the ball is and whether the unit works."""

    def __init__(self, facts: Facts, round_: Round, history: History, doubts: Doubts, period: Period) -> None:
        self.facts = facts
        self.round = round_
        self.history = history
        self.doubts = doubts
        self.period = period
        self.opened({})

    def opened(self, opening: Body) -> None:
        self.unit = "ready" if opening.get("uspin") else "none"
        self.button: int | None = None
        self.by_unit = False
        """Was the last ball spun by the unit?"""
        self.in_wheel = False
        """Was no spin called, and has nobody tried to take the ball out of the wheel?"""
        self.ball_out = self.new_ball = False
        """Has the ball left the wheel and not been examined, or another come that nobody has checked?"""

    def spun(self, body: Body) -> None:
        round_ = self.round
        if round_.thrown:
            self.facts.wrong("order", "the ball was already in the wheel")
        self._fit_to_spin()
        if body["by_unit"] != (self.unit == "loaded") or body.get("pressed") not in (None, self.button):
            self.facts.wrong("order", "the ball was not where it was spun from, or the button before another")
        self.period.was_opened("a ball was spun")
        round_.thrown, round_.entered, self.button, round_.ruled, round_.caller = True, None, None, False, ""
        self.unit, self.by_unit = "ready" if body["by_unit"] else self.unit, body["by_unit"]

    def ball_loaded(self, body: Body) -> None:
        if self.round.thrown or self.unit != "ready":
            self.facts.wrong("order", "the ball could not be loaded into a unit")
        self._fit_to_spin()
        self.unit = "loaded"

    def _fit_to_spin(self) -> None:
        facts = self.facts
        if self.ball_out or self.new_ball:
            facts.wrong("order", "the ball had left the wheel and was not examined, or a new one not checked")
        if self.in_wheel:
            facts.wrong("order", "nobody had tried to take the ball out of the wheel after no spin")
        if self.round.must:
            facts.wrong("order", f"{self.round.must}: no spin had to be called first")

    def button_offered(self, body: Body) -> None:
        if self.unit != "loaded":
            self.facts.wrong("order", "the button was offered without a ball in the unit")
        self.button = body["seat"]

    def unit_failed(self, body: Body) -> None:
        history = self.history
        self.unit, self.button = "out of use", None
        paid = history.last is not None and not self.round.thrown and self.by_unit and not body["spin_valid"]
        self.doubts.doubtful = history.last[0] if paid and history.last is not None and self.facts.since_2() else 0

    def unit_restored(self, body: Body) -> None:
        if self.unit != "out of use":
            self.facts.wrong("order", "the unit was not out of use")
        self.doubts.nobody_waits("the unit was used again")
        self.unit = "none" if body["how"] == "removed" else "ready"

    def _leaves_wheel(self, clause: str) -> bool:
        power = self.facts.conduct.powers.get(Act.EXAMINE_BALL) if self.facts.conduct else None
        return power is not None and power.clause == clause

    def ball_examined(self, body: Body) -> None:
        if not self.ball_out or self.round.thrown:
            self.facts.wrong("order", "a ball was examined that had not left the wheel, or before no spin was called")
        self.ball_out, self.new_ball = False, body["replaced"]

    def ball_taken_out(self, body: Body) -> None:
        if not self.in_wheel:
            self.facts.wrong("order", "the ball was taken out of the wheel, and no spin had been called for it")
        self.in_wheel = False

    def _has_unit(self, reason: str) -> None:
        if reason == LOADED_BY_ANOTHER and self.unit == "none":
            self.facts.wrong("result", "there was no unit that anybody could load")

    def may_be_loaded(self) -> bool:
        """Is there a unit that somebody could have loaded?"""
        return self.unit in ("ready", "loaded")

    def after_report(self, body: Body) -> None:
        self._has_unit(body["what"])
        self.ball_out = self.ball_out or self._leaves_wheel(body["clause"])

    def after_invalid(self, body: Body) -> None:
        self._has_unit(body["reason"])
        self.ball_out = self.ball_out or self._leaves_wheel(body["clause"])
        called = self.facts.conduct.no_result.get(body["reason"]) if self.facts.conduct else None
        self.in_wheel = called is not None and called.takes_ball and not self.ball_out
        if body["reason"] == LOADED_BY_ANOTHER and self.unit == "loaded":
            self.unit, self.button = "ready", None
