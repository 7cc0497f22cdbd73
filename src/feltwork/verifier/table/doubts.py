"""Paid rounds in doubt because the unit or the screen failed, and the ruling of a supervisor on each."""

from __future__ import annotations

from collections.abc import Sequence

from feltwork.games.conduct import SCREEN_FAULT, UNIT_FAULT
from feltwork.verifier.table.differences import invalid
from feltwork.verifier.table.faces import Faces
from feltwork.verifier.table.facts import Body, Facts, Follows, Round
from feltwork.verifier.table.game import LUCKY_BALL, GameState
from feltwork.verifier.table.history import Doubt, History
from feltwork.verifier.table.lines import SettledLine


def lucky_void(before: GameState, was: Sequence[SettledLine]) -> dict[int, int]:
    """Of the Lucky Ball wagers of a round the stakes come back, and what they won goes."""
    return invalid(before, [line for line in was if line.wager == LUCKY_BALL], [])


class Doubts:
    """Holds rulings on paid rounds, and rounds taken back, against which rounds are in doubt and who called them."""

    def __init__(self, facts: Facts, round_: Round, history: History, faces: Faces) -> None:
        self.facts = facts
        self.round = round_
        self.history = history
        self.faces = faces
        self.doubtful = 0
        """The round that a failing unit puts in doubt, until somebody is told,"""
        self.void: Doubt | None = None
        """and the one that was just ruled void;"""
        self.spoilt = False
        """was it taken back for that?"""
        self.was: tuple[bool, tuple[str, ...]] = (False, ())
        """Of the round that was just taken back: had its faces been ruled on, and who had called it?"""

    def opened(self) -> None:
        self.doubtful, self.void = 0, None

    def doubted(self, body: Body) -> None:
        """The last round, paid already when a fault was reported."""
        history = self.history
        if (
            history.last is None
            or self.round.thrown
            or (body["number"], body["version"]) != (self.facts.version, history.last[0])
        ):
            self.facts.wrong("order", f"event {body['version']} is not the last round, and was put in doubt")
        self.doubtful = 0
        history.doubts[body["number"]] = body

    def round_ruled(self, body: Body) -> None:
        history = self.history
        doubt = history.doubts.pop(body["number"], None)
        if doubt is None or doubt["version"] != body["version"]:
            self.facts.wrong("order", f"event {body['version']} was ruled on, and was not in doubt")
            return
        self.faces.not_by_caller(history.called.get(body["version"], ()))
        if body["stands"]:
            history.far_back.pop(body["version"], None)
            return
        if doubt["fault"] == SCREEN_FAULT and not self._lucky_due(body["version"]):
            return
        self.void = doubt
        in_part = doubt["fault"] == SCREEN_FAULT or doubt["version"] in history.void_of
        kind = "round-adjusted" if in_part else "round-reversed"
        self.facts.follows = Follows((kind,), "reversal", "a paid round was ruled void, and nothing went back")

    def _lucky_due(self, version: int) -> dict[int, int]:
        past = self.history.past.get(version) or self.history.far_back.get(version)
        return lucky_void(*past[:2]) if past is not None else {}

    def _set_right(self) -> None:
        """A round settled on another result: by a ruling on its faces, or by who may correct an entry."""
        facts = self.facts
        faced, callers = self.was
        if self.spoilt:
            facts.wrong("reversal", "the round was ruled void, and it was settled again")
        if self.round.ruling is not None:
            return
        if faced:
            facts.wrong("reversal", "the faces of the round had been ruled on, and were read again")
        if facts.conduct is not None and facts.conduct.dice.corrects_faces:
            facts.wrong("result", "the result was set right, and nobody had ruled on the faces")
        self.faces.not_by_caller(callers)

    def nobody_waits(self, what: str) -> None:
        """Nothing goes on past a round in doubt."""
        if self.history.doubts:
            self.facts.wrong("order", f"{what}, and a round was still in doubt")

    def before_settlement(self) -> None:
        if self.history.just_reversed is not None and self.facts.since_2():
            self._set_right()

    def before_invalid(self, body: Body) -> None:
        """A round that was taken back ends as void: for its unit by a ruling, else by one person in time."""
        facts = self.facts
        if self.history.just_reversed is None or not facts.since_2():
            return
        if self.spoilt != (body["reason"] == UNIT_FAULT):
            facts.wrong("reversal", "a paid spin is void for its unit by the ruling of a supervisor, and only so")
        elif self.history.late and not self.spoilt:
            facts.wrong("reversal", "the outcome was made invalid by one person, and chips had moved since")
        if self.round.ruling is not None:
            facts.wrong("result", "the faces were ruled on, and the round was made invalid")

    def before_reversal(self) -> int:
        """Hold who takes back the last round against who called it; its version."""
        history = self.history
        number = history.last[0] if history.last is not None else 0
        self.faces.not_by_caller(history.called.get(number, ()))
        if history.in_doubt(number) and self.void is None:
            self.facts.wrong("reversal", "the round was in doubt, and no supervisor had ruled on it")
        self.spoilt = self.void is not None and (self.void["version"], self.void["fault"]) == (number, UNIT_FAULT)
        self.was = (number in history.faced, history.called.get(number, ()))
        return number

    def after_reversal(self, number: int) -> None:
        history = self.history
        history.doubts = {at: doubt for at, doubt in history.doubts.items() if doubt["version"] != number}
        self.void = None
