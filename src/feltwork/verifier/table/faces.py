"""Who called a result, and rulings on the uppermost face: once, by whoever may, and nobody reads the dice again.

Star Craps 4.4.3, Crown 5.3.1(b)(i), Dragon Fire 4.4.4; reading G14. Nobody sets right what they called themselves.
"""

from __future__ import annotations

from feltwork.verifier.table.facts import Body, Facts, Follows, Round
from feltwork.verifier.table.history import History
from feltwork.verifier.table.settlement import symbol_of


class Faces:
    """Holds each ruling on the faces, and each result after one, against what was called and ruled before."""

    def __init__(self, facts: Facts, round_: Round, history: History) -> None:
        self.facts = facts
        self.round = round_
        self.history = history

    def as_ruled(self, dice: object) -> None:
        round_ = self.round
        if round_.face is not None and not self._same(dice, round_.face):
            self.facts.wrong("result", f"{dice} was called, the faces had been ruled to be {round_.face}")

    def _same(self, one: object, other: list[int]) -> bool:
        """The same two faces, whichever die shows which."""
        return isinstance(one, list) and sorted(map(str, one)) == sorted(map(str, other))

    def face_ruled(self, body: Body) -> None:
        facts, history = self.facts, self.history
        dice, about = [body["first"], body["second"]], body.get("version", 0)
        try:
            symbol_of(facts.game(), dice)
        except ValueError:
            facts.wrong("result", f"{dice} are not two dice")
            return
        if not about:
            self._ruled_in_time(dice)
            return
        if history.last is None or about != history.last[0] or self.round.thrown:
            facts.wrong("order", f"event {about} is not the last round, or the next throw had begun")
            return
        if about in history.faced:
            facts.wrong("result", "the faces of that round had been ruled on already")
        self.not_by_caller(history.called.get(about, ()))
        if self._same(history.last[1][1], dice):
            history.faced |= {about}
        else:
            self.round.ruling = dice
            unsettled = "the faces were ruled on, and the round was not settled so"
            facts.follows = Follows(("round-reversed",), "result", unsettled)

    def _ruled_in_time(self, dice: list[int]) -> None:
        facts, round_ = self.facts, self.round
        if not round_.thrown:
            facts.wrong("order", "faces were ruled on and no dice lay")
        if round_.face is not None:
            facts.wrong("result", "the faces had been ruled on already")
        if round_.must:
            facts.wrong("result", f"{round_.must}: the throw had no result")
        self.not_by_caller((round_.caller,))
        round_.face = dice
        if round_.entered is not None and not self._same(round_.entered, dice):
            round_.entered = None

    def not_by_caller(self, callers: tuple[str, ...]) -> None:
        facts = self.facts
        if facts.since_2() and facts.actor in callers:
            facts.wrong("role", f"{facts.actor!r} ruled on a result that they had called themselves")

    def corrected_wrongly(self, result: object) -> bool:
        """To what it was; under the first rules also a second time, unless by a ruling on the faces."""
        if self.history.just_reversed is None:
            return False
        return result == self.history.just_reversed[1] or (
            self.round.ruled and self.round.ruling is None and not self.facts.since_2()
        )

    def can_be_read(self, reason: str) -> None:
        facts = self.facts
        if self.round.face is not None and facts.conduct and reason in facts.conduct.dice.unreadable:
            facts.wrong("result", f"{reason!r}, and the faces had been ruled on")

    def before_settlement(self, body: Body) -> tuple[str, ...]:
        """Hold a result against the faces ruled on; who called it."""
        facts, round_ = self.facts, self.round
        instead = self.history.just_reversed is not None
        if instead and round_.ruling is not None and not self._same(body["result"], round_.ruling):
            facts.wrong("result", f"{body['result']} was settled, the faces had been ruled to be {round_.ruling}")
        elif not instead:
            self.as_ruled(body["result"])
        electronic = facts.conduct is not None and bool(facts.conduct.terminals.shot)
        people = (facts.actor,) if instead else tuple(dict.fromkeys(filter(None, (round_.caller, facts.actor))))
        if facts.since_2() and list(body.get("called_by", ())) != ([] if electronic else list(people)):
            facts.wrong("role", f"the result was called by {people}, not by {body.get('called_by')}")
        return people

    def after_settlement(self, people: tuple[str, ...]) -> None:
        history, round_, version = self.history, self.round, self.facts.version
        instead = history.just_reversed is not None
        ruled = round_.face is not None or (instead and round_.ruling is not None)
        history.called = {then: who for then, who in history.called.items() if history.can_be_set_right(then)}
        history.called[version] = people
        history.faced = (history.faced & history.past.keys()) | ({version} if ruled else set())
        round_.face = round_.ruling = None
