"""A spin as the verifier folds it: the ball and its unit, Lucky Ball numbers and boost, chips on the outside 0."""

from __future__ import annotations

from typing import Any

from feltwork.games.conduct import BALL, DIRECTIONS, LOADED_BY_ANOTHER, Act
from feltwork.games.layouts import has_outside_zero
from feltwork.outcomes import COLOURS
from feltwork.verifier.table.gear import Gear

ZERO = ("straight", (0,))


class Wheel(Gear):
    """What must hold of a spin before its number is settled."""

    def new_wheel(self, opening: dict[str, Any]) -> None:
        self.has_outside = has_outside_zero(opening["book"], opening.get("layout", ""))
        self.outside: dict[int, int] = {}
        """Chips on the outside 0, by seat."""
        self.unit = "ready" if opening.get("uspin") else "none"
        self.button: int | None = None
        self.period, self.closes_at = None, None
        self.by_unit = False
        """Was the last ball spun by the unit?"""
        self.in_wheel = False
        """Was no spin called, and has nobody tried to take the ball out of the wheel?"""
        self.ball_out = self.new_ball = False
        """Has the ball left the wheel and not been examined, or another come that nobody has checked?"""

    def _spun(self, version: int, body: dict[str, Any]) -> None:
        if self.thrown:
            self._wrong("order", "the ball was already in the wheel")
        self._fit_to_spin()
        if body["by_unit"] != (self.unit == "loaded") or body.get("pressed") not in (None, self.button):
            self._wrong("order", "the ball was not where it was spun from, or the button before another")
        self._was_opened("a ball was spun")
        self.thrown, self.entered, self.button, self.ruled, self.caller = True, None, None, False, ""
        self.unit, self.by_unit = "ready" if body["by_unit"] else self.unit, body["by_unit"]

    def _ball_loaded(self, version: int, body: dict[str, Any]) -> None:
        if self.thrown or self.unit != "ready":
            self._wrong("order", "the ball could not be loaded into a unit")
        self._fit_to_spin()
        self.unit = "loaded"

    def _fit_to_spin(self) -> None:
        if self.ball_out or self.new_ball:
            self._wrong("order", "the ball had left the wheel and was not examined, or a new one not checked")
        if self.in_wheel:
            self._wrong("order", "nobody had tried to take the ball out of the wheel after no spin")
        if self.must:
            self._wrong("order", f"{self.must}: no spin had to be called first")

    def _button_offered(self, version: int, body: dict[str, Any]) -> None:
        if self.unit != "loaded":
            self._wrong("order", "the button was offered without a ball in the unit")
        self.button = body["seat"]

    def _unit_failed(self, version: int, body: dict[str, Any]) -> None:
        self.unit, self.button = "out of use", None
        paid = self.last is not None and not self.thrown and self.by_unit and not body["spin_valid"]
        self.doubtful = self.last[0] if paid and self.last is not None and self._since_2() else 0

    def _unit_restored(self, version: int, body: dict[str, Any]) -> None:
        if self.unit != "out of use":
            self._wrong("order", "the unit was not out of use")
        self._nobody_waits("the unit was used again")
        self.unit = "none" if body["how"] == "removed" else "ready"

    def _leaves_wheel(self, clause: str) -> bool:
        power = self.conduct.powers.get(Act.EXAMINE_BALL) if self.conduct else None
        return power is not None and power.clause == clause

    def _ball_examined(self, version: int, body: dict[str, Any]) -> None:
        if not self.ball_out or self.thrown:
            self._wrong("order", "a ball was examined that had not left the wheel, or before no spin was called")
        self.ball_out, self.new_ball = False, body["replaced"]

    def _ball_taken_out(self, version: int, body: dict[str, Any]) -> None:
        if not self.in_wheel:
            self._wrong("order", "the ball was taken out of the wheel, and no spin had been called for it")
        self.in_wheel = False

    def _equipment(self, version: int, body: dict[str, Any]) -> None:
        self.new_ball = self.new_ball and BALL not in body["items"]
        self.checked |= set(body["items"])

    def _may_call_off(self, reason: str) -> bool:
        """Roulette 8.7: there is no spin as soon as another has loaded the ball."""
        return super()._may_call_off(reason) or (reason == LOADED_BY_ANOTHER and self.unit in ("ready", "loaded"))

    def _reported(self, version: int, body: dict[str, Any]) -> None:
        super()._reported(version, body)
        self._has_unit(body["what"])
        self.ball_out = self.ball_out or self._leaves_wheel(body["clause"])

    def _dismissed(self, version: int, body: dict[str, Any]) -> None:
        super()._dismissed(version, body)
        self.ball_out = False

    def _invalid(self, version: int, body: dict[str, Any]) -> None:
        super()._invalid(version, body)
        self._has_unit(body["reason"])
        self.ball_out = self.ball_out or self._leaves_wheel(body["clause"])
        called = self.conduct.no_result.get(body["reason"]) if self.conduct else None
        self.in_wheel = called is not None and called.takes_ball and not self.ball_out
        if body["reason"] == LOADED_BY_ANOTHER and self.unit == "loaded":
            self.unit, self.button = "ready", None

    def _has_unit(self, reason: str) -> None:
        if reason == LOADED_BY_ANOTHER and self.unit == "none":
            self._wrong("result", "there was no unit that anybody could load")

    def _no_more(self, version: int, body: dict[str, Any]) -> None:
        felt = self._game()
        if felt.book.lucky is not None and felt.lucky is None and not self.screen_out:
            self._wrong("order", "no more bets was called before the Lucky Ball numbers were shown")
        super()._no_more(version, body)

    def _drawn(self, version: int, body: dict[str, Any]) -> None:
        felt = self._game()
        if not self.thrown or felt.closed or felt.lucky is not None or self.screen_out:
            self._wrong("order", "Lucky Ball numbers were shown at another time than they may be")
        numbers = list(body["numbers"].values())
        if sorted(body["numbers"]) != sorted(COLOURS) or len({*numbers} & {*felt.book.wheel}) != len(COLOURS):
            self._wrong("draw", f"{numbers} are not four different numbers of this wheel")
        self._drawing(self.draws.shows("distinct", body))
        felt.lucky = body["numbers"]

    def _boosted(self, version: int, body: dict[str, Any]) -> None:
        felt = self._game()
        if not felt.closed or self.entered is not None or felt.lucky is None or felt.boost or self.screen_out:
            self._wrong("order", "a Lucky Ball number was boosted at another time than it may be")
        if body["colour"] not in COLOURS or body["odds"] not in (felt.book.lucky.value if felt.book.lucky else ()):
            self._wrong("draw", f"this table does not boost {body['colour']} to {body['odds']} odds")
        self._drawing(self.draws.shows("boost", body))
        felt.boost = (body["colour"], body["odds"])

    def _number(self, version: int, body: dict[str, Any]) -> None:
        felt = self._game()
        if not self.thrown or not felt.closed:
            self._wrong("order", "a number was entered, and no ball had been spun or no more bets not called")
        if felt.lucky is not None and felt.boost is None and not self.screen_out:
            self._wrong("order", "a number was entered before one of the Lucky Ball numbers was boosted")
        self._valid_spin(body)
        self.entered, self.caller = body["pocket"], self.actor

    def _valid_spin(self, body: dict[str, Any]) -> None:
        """Roulette 5.2: told with the number, against the wheel, and four times round."""
        valid = self.conduct.valid_spin if self.conduct else None
        ball, wheel, times = body.get("ball", ""), body.get("wheel", ""), body.get("revolutions", 0)
        if valid is None:
            if ball or wheel or times:
                self._wrong("result", "how the ball ran was told at a table that keeps no record of it")
        elif {ball, wheel} != set(DIRECTIONS) or type(times) is not int or times < valid.revolutions:
            self._wrong(
                "result", f"ball {ball!r}, wheel {wheel!r}, {times} times round is no valid spin ({valid.clause})"
            )

    def _dolly(self, version: int, body: dict[str, Any]) -> None:
        if body["pocket"] != self.entered:
            self._wrong("result", f"the dolly was placed on {body['pocket']}, {self.entered} had been entered")

    def _placed_outside(self, version: int, body: dict[str, Any]) -> None:
        seat, there = body["seat"], self.outside.get(body["seat"], 0) + body["amount"]
        if not self.has_outside or there > self._on_zero(seat):
            self._wrong("placing", f"no such chips of seat {seat} lay on an outside 0")
        self.outside[seat] = there

    def _taken_outside(self, version: int, body: dict[str, Any]) -> None:
        left = self.outside.get(body["seat"], 0) - body["amount"]
        if left < 0:
            self._wrong("removing", f"seat {body['seat']} had not so much on the outside 0")
        self.outside[body["seat"]] = left

    def _zero_moved(self, version: int, body: dict[str, Any]) -> None:
        late = self.conduct is not None and body["clause"] == self.conduct.left_outside
        if body["seats"] != sorted(self.outside) or not self.outside or late != self._game().closed:
            self._wrong("placing", f"seats {body['seats']} had their outside 0 moved, {sorted(self.outside)} had one")
        self.outside = {}

    def _on_zero(self, seat: int) -> int:
        lying = self._game().lying.get((seat, *ZERO))
        return lying.stake if lying else 0

    def _reversed(self, version: int, body: dict[str, Any]) -> None:
        super()._reversed(version, body)
        self.outside = {}

    def keep_outside(self) -> None:
        """Chips come off the 0 inside first; none is outside that is not on the layout."""
        if self.outside:
            left = {seat: min(cents, self._on_zero(seat)) for seat, cents in self.outside.items()}
            self.outside = {seat: cents for seat, cents in left.items() if cents > 0}
