"""Who called a result, and rulings on the uppermost face: once, by whoever may, and nobody reads the dice again.

Star Craps 4.4.3, Crown 5.3.1(b)(i), Dragon Fire 4.4.4; reading G14. Nobody sets right what they called themselves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from feltwork.verifier.table.rounds import Rounds
from feltwork.verifier.table.settlement import symbol_of

RULES_2 = 2


class Follows(NamedTuple):
    """What has to come next, and what is wrong where it does not."""

    kinds: tuple[str, ...]
    finding: str
    what: str


class Faces(Rounds):
    """The dice as they were called and ruled on."""

    caller = ""
    """Who entered the result that waits to be confirmed."""
    face: list[int] | None = None
    """The faces ruled on in the throw that lies."""
    ruling: list[int] | None = None
    """The faces ruled on after the settlement, which is then to be taken back."""
    called: dict[int, tuple[str, ...]]
    """Who called each of the last rounds,"""
    concerned: dict[int, tuple[str, ...]]
    """Who called the rounds that open concerns are about, by the concern's number."""
    faced: frozenset[int] = frozenset()
    """and those whose faces were ruled on."""
    follows: Follows | None = None
    """What has to come next, if something has."""

    def new_faces(self) -> None:
        self.called, self.faced, self.face, self.ruling, self.caller = {}, frozenset(), None, None, ""
        self.follows = None

    def check_follows(self, kind: str) -> None:
        """Has come what the event before made necessary? The lights of a table show a result before it is settled."""
        due = self.follows
        if due is None or kind == "areas-lit":
            return
        self.follows = None
        if kind not in due.kinds:
            self._wrong(due.finding, due.what)
            self.ruling = None

    def _since_2(self) -> bool:
        return self.conduct is not None and self.conduct.rules >= RULES_2

    def _threw(self, version: int, body: dict[str, Any]) -> None:
        super()._threw(version, body)
        self.face, self.caller = None, ""

    def _entered(self, version: int, body: dict[str, Any]) -> None:
        super()._entered(version, body)
        self._as_ruled([body["first"], body["second"]])
        self.caller = self.actor

    def _as_ruled(self, dice: object) -> None:
        if self.face is not None and not self._same(dice, self.face):
            self._wrong("result", f"{dice} was called, the faces had been ruled to be {self.face}")

    def _same(self, one: object, other: list[int]) -> bool:
        """The same two faces, whichever die shows which."""
        return isinstance(one, list) and sorted(map(str, one)) == sorted(map(str, other))

    def _face_ruled(self, version: int, body: dict[str, Any]) -> None:
        dice, about = [body["first"], body["second"]], body.get("version", 0)
        try:
            symbol_of(self._game(), dice)
        except ValueError:
            self._wrong("result", f"{dice} are not two dice")
            return
        if not about:
            self._ruled_in_time(dice)
            return
        if self.last is None or about != self.last[0] or self.thrown:
            self._wrong("order", f"event {about} is not the last round, or the next throw had begun")
            return
        if about in self.faced:
            self._wrong("result", "the faces of that round had been ruled on already")
        self._not_by_caller(self.called.get(about, ()))
        if self._same(self.last[1][1], dice):
            self.faced |= {about}
        else:
            self.ruling = dice
            unsettled = "the faces were ruled on, and the round was not settled so"
            self.follows = Follows(("round-reversed",), "result", unsettled)

    def _ruled_in_time(self, dice: list[int]) -> None:
        if not self.thrown:
            self._wrong("order", "faces were ruled on and no dice lay")
        if self.face is not None:
            self._wrong("result", "the faces had been ruled on already")
        if self.must:
            self._wrong("result", f"{self.must}: the throw had no result")
        self._not_by_caller((self.caller,))
        self.face = dice
        if self.entered is not None and not self._same(self.entered, dice):
            self.entered = None

    def _not_by_caller(self, callers: tuple[str, ...]) -> None:
        if self._since_2() and self.actor in callers:
            self._wrong("role", f"{self.actor!r} ruled on a result that they had called themselves")

    def _settled(self, version: int, body: dict[str, Any]) -> None:
        instead = self.just_reversed is not None
        if instead and self.ruling is not None and not self._same(body["result"], self.ruling):
            self._wrong("result", f"{body['result']} was settled, the faces had been ruled to be {self.ruling}")
        elif not instead:
            self._as_ruled(body["result"])
        electronic = self.conduct is not None and bool(self.conduct.shot)
        people = (self.actor,) if instead else tuple(dict.fromkeys(filter(None, (self.caller, self.actor))))
        if self._since_2() and list(body.get("called_by", ())) != ([] if electronic else list(people)):
            self._wrong("role", f"the result was called by {people}, not by {body.get('called_by')}")
        super()._settled(version, body)
        ruled = self.face is not None or (instead and self.ruling is not None)
        self.called = {then: who for then, who in self.called.items() if self._kept(then)} | {version: people}
        self.faced = (self.faced & self.past.keys()) | ({version} if ruled else set())
        self.face = self.ruling = None

    def _concern_raised(self, version: int, body: dict[str, Any]) -> None:
        self.concerned[body["number"]] = self.called.get(body["version"], ())

    def _concern_answered(self, version: int, body: dict[str, Any]) -> None:
        """By another than who called the round that it is about, as far as that round could still be set right."""
        if self._since_2() and self.actor in self.concerned.pop(body["number"], ()):
            self._wrong("role", f"{self.actor!r} answered a concern about a result that they had called themselves")

    def _kept(self, version: int) -> bool:
        """Can a round still be set right?"""
        return version in self.past

    def _corrected_wrongly(self, result: object) -> bool:
        """To what it was; under the first rules also a second time, unless by a ruling on the faces."""
        if self.just_reversed is None:
            return False
        return result == self.just_reversed[1] or (self.ruled and self.ruling is None and not self._since_2())

    def _reported(self, version: int, body: dict[str, Any]) -> None:
        super()._reported(version, body)
        self._can_be_read(body["what"])

    def _invalid(self, version: int, body: dict[str, Any]) -> None:
        self._can_be_read(body["reason"])
        super()._invalid(version, body)
        self.face = self.ruling = None

    def _can_be_read(self, reason: str) -> None:
        if self.face is not None and self.conduct and reason in self.conduct.unreadable:
            self._wrong("result", f"{reason!r}, and the faces had been ruled on")
