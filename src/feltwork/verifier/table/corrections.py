"""Rounds set right afterwards: by two people, for one terminal, for the screen, the unit, or players who left."""

from __future__ import annotations

from feltwork.games.conduct import LEFT_SINCE, SCREEN_FAULT, UNIT_FAULT
from feltwork.verifier.table.differences import differences, invalid
from feltwork.verifier.table.doubts import Doubts, lucky_void
from feltwork.verifier.table.faces import Faces
from feltwork.verifier.table.facts import Body, Facts
from feltwork.verifier.table.game import LUCKY_BALL, GameState
from feltwork.verifier.table.history import History
from feltwork.verifier.table.lines import SettledLine
from feltwork.verifier.table.reopening import UNCONFIRMED, Reopening


class Corrections:
    """Holds each round set right against the proposal, the rulings, and the differences worked out again."""

    def __init__(self, facts: Facts, history: History, faces: Faces, doubts: Doubts, reopening: Reopening) -> None:
        self.facts = facts
        self.history = history
        self.faces = faces
        self.doubts = doubts
        self.reopening = reopening
        self.opened()

    def opened(self) -> None:
        self.proposal: Body | None = None
        """What one person has proposed, until another agrees."""
        self.waiting: set[int] = set()
        """Corrections, by the entry that made each, that the crew have not acknowledged."""

    def waits_for_crew(self, body: Body) -> None:
        """What was corrected at a table dealt by hand is taken and paid by hand."""
        by_hand = self.facts.conduct is not None and not self.facts.conduct.terminals.shot
        if by_hand and body.get("cause") != LEFT_SINCE:
            self.waiting.add(self.facts.version)

    def acknowledged(self, body: Body) -> None:
        if body["number"] not in self.waiting:
            self.facts.wrong("reversal", f"entry {body['number']} is no correction that waited for the crew")
        self.waiting.discard(body["number"])

    def proposed(self, body: Body) -> None:
        if body["version"] not in self.history.past:
            self.facts.wrong("reversal", f"event {body['version']} is no round that can be set right")
        self._not_for_good(body)
        self.proposal = body

    def _not_for_good(self, body: Body) -> None:
        """Faces that were ruled on are not read again, and nobody sets right what they called."""
        history = self.history
        if not body.get("cause") and body["version"] in history.faced:
            self.facts.wrong("reversal", f"the faces of event {body['version']} had been ruled on, and were read again")
        self.faces.not_by_caller(history.called.get(body["version"], ()))
        if any(doubt["version"] == body["version"] for doubt in history.doubts.values()):
            self.facts.wrong("reversal", f"event {body['version']} was in doubt, and no supervisor had ruled on it")

    def dropped(self, body: Body) -> None:
        self.proposal = None

    def adjusted(self, body: Body) -> None:
        facts = self.facts
        asked = self.proposal
        alone = {UNCONFIRMED: self._unconfirmed, LEFT_SINCE: self._left_since, SCREEN_FAULT: self._screen_void}
        alone[UNIT_FAULT] = self._unit_void
        if body.get("cause") in alone:
            alone[body["cause"]](body)
            return
        self._not_for_good(body)
        self.proposal = None
        ruling = ("version", "result", "clause", "cause", "forfeits")
        if asked is None or any(asked.get(part) != body.get(part) for part in ruling):
            facts.wrong("reversal", "a round was set right that nobody had proposed to")
        elif asked["person"] != body["proposed_by"] or body["proposed_by"] == body["agreed_by"]:
            facts.wrong("reversal", "a round is set right by two people")
        past = self._whole(body["version"])
        if past is None:
            return
        before, was, seats, void = past
        cause, forfeits = body.get("cause", ""), body.get("forfeits", [])
        if cause and facts.conduct and facts.conduct.invalidating.causes.get(cause) != body["clause"]:
            facts.wrong("result", f"{cause!r} is not by clause {body['clause']}")
        if forfeits and (cause != "fraud" or not (facts.conduct and facts.conduct.invalidating.may_forfeit)):
            facts.wrong("lines", "only whoever acted fraudulently forfeits a wager")
        due = invalid(before, was, forfeits) if cause else differences(before, was, body["result"], void)
        self._same_due(due, body)
        self._post(body, seats)

    def _whole(self, version: int) -> tuple[GameState, list[SettledLine], dict[int, str], set[int]] | None:
        """A round that is set right as a whole, as it stands, with the seats that were made void: once."""
        facts, history = self.facts, self.history
        past = history.past.pop(version, None)
        if past is None:
            facts.wrong("reversal", f"event {version} is no round that can be set right")
            return None
        waiting = {seat for seat, then in history.contested if then == version} & {line.seat for line in past[1]}
        if waiting and facts.since_2():
            facts.wrong("reversal", f"terminals {sorted(waiting)} of event {version} were still to be confirmed")
        if facts.since_2():
            history.uncontest(version)
            history.done = max(history.done, version)
        return (*past, history.void_of.pop(version, set()))

    def _left_since(self, body: Body) -> None:
        """Players who had left when the round was settled again get the differences, or owe them."""
        reopening = self.reopening
        if reopening.to_square is None or body["version"] != reopening.squares or body["result"] != reopening.squared:
            self.facts.wrong("reversal", "nobody had left of a round that was settled again")
            return
        seats = reopening.to_square[2]
        self._same_due(self._due_to_gone(), body)
        reopening.to_square = None
        self._post(body, seats)

    def _due_to_gone(self) -> dict[int, int]:
        reopening = self.reopening
        if reopening.to_square is None:
            return {}
        before, was, _, gone = reopening.to_square
        due = differences(before, was, reopening.squared) if reopening.squared is not None else invalid(before, was, [])
        return {seat: cents for seat, cents in due.items() if seat in gone}

    def _screen_void(self, body: Body) -> None:
        """Lucky Ball wagers of a round that a supervisor has just ruled void (Roulette 8.11)."""
        history = self.history
        past = history.far_back.pop(body["version"], None) or history.past.get(body["version"])
        ruled, self.doubts.void = self.doubts.void, None
        if past is None or ruled is None or (ruled["version"], ruled["fault"]) != (body["version"], SCREEN_FAULT):
            self.facts.wrong("reversal", "Lucky Ball wagers of a paid round went back, and nobody had ruled so")
            return
        before, was, seats = past
        self._same_due(lucky_void(before, was), body)
        self._post(body, seats)
        history.made_void(body["version"], None, LUCKY_BALL)

    def _unit_void(self, body: Body) -> None:
        """The rest of a spin that a supervisor has just ruled void, after part of it had been set right."""
        ruled, self.doubts.void = self.doubts.void, None
        if ruled is None or (ruled["version"], ruled["fault"]) != (body["version"], UNIT_FAULT):
            self.facts.wrong("reversal", "a paid spin was void for its unit, and nobody had ruled so")
            return
        past = self._whole(body["version"])
        if past is not None:
            before, was, seats, _ = past
            self._same_due(invalid(before, was, []), body)
            self._post(body, seats)

    def _same_due(self, due: dict[int, int], body: Body) -> None:
        stored = {seat: cents for seat, _, cents, _, _ in body["lines"]}
        if stored != due:
            self.facts.wrong("lines", f"differences of {stored} were posted, should be {due}")

    def _unconfirmed(self, body: Body) -> None:
        """Wagers of one terminal void of a round that was settled while it was out of play."""
        facts, history = self.facts, self.history
        due = {seat: cents for (seat, then), cents in history.contested.items() if then == body["version"]}
        stored = {seat: cents for seat, _, cents, _, _ in body["lines"]}
        if len(stored) != 1 or not stored.items() <= due.items():
            facts.wrong("lines", f"differences of {stored} were posted, should be {due}")
        for seat in stored:
            if facts.since_2():
                history.made_void(body["version"], seat)
                history.contested.pop((seat, body["version"]), None)
            else:
                history.past.pop(body["version"], None)
        self._post(body, facts.seats)

    def _post(self, body: Body, seats: dict[int, str]) -> None:
        facts = self.facts
        game = facts.game()
        for seat, player, cents, now, at_seat in body["lines"]:
            sits = next((s for s, who in facts.seats.items() if who == player), None)
            most = 0 if sits is None else max(cents, -game.held.rail[sits])
            if seats.get(seat) != player or now != sits or at_seat != most:
                facts.wrong(
                    "money", f"{at_seat} of {cents} cents were posted at seat {now}, should be {most} at {sits}"
                )
            if now is not None:
                game.held.rail[now] = game.held.rail.get(now, 0) + at_seat

    def check_case(self) -> None:
        """What is owed of a round that was taken back is squared with the command that settles it again."""
        self.reopening.check_owing()
        if self._due_to_gone():
            self.facts.wrong("reversal", "a round was settled again, and players who had left were not squared with")
        self.reopening.to_square = None
