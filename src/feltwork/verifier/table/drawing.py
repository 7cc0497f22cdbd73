"""Electronic rounds at a table: each step of a draw held against the round that it is for."""

from __future__ import annotations

from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.facts import Body, Facts, Round


class Drawing:
    """Holds each step of a draw against the draws of the table and the round in progress."""

    def __init__(self, facts: Facts, round_: Round, draws: Draws) -> None:
        self.facts = facts
        self.round = round_
        self.draws = draws
        self.remarks: list[str] = []
        """What is not wrong but for somebody to look at."""

    def committed(self, body: Body) -> None:
        self.facts.all_wrong("draw", self.draws.commits(body))

    def betting(self, body: Body) -> None:
        self.facts.all_wrong("draw", self.draws.betting(body, self.facts.at))

    def nonce(self, body: Body) -> None:
        facts = self.facts
        facts.all_wrong("draw", self.draws.late(facts.at, placing=True))
        facts.all_wrong("draw", self.draws.nonce(body, facts.game().closed))

    def outcome(self, body: Body) -> None:
        facts = self.facts
        facts.all_wrong("draw", self.draws.drew(body, facts.game().book, facts.game().closed, self.round.thrown))

    def revealed(self, body: Body) -> None:
        game = self.facts.game()
        self.facts.all_wrong("draw", self.draws.reveals(body, bool(game.layout) or game.closed or self.round.thrown))

    def given_up(self, body: Body) -> None:
        facts = self.facts
        game = facts.game()
        facts.all_wrong("draw", self.draws.gives_up(body, bool(game.layout) or game.closed or self.round.thrown))
        self.remarks.append(
            f"draw {body['round_id']} was given up by {facts.actor} at {facts.version}: {body['reason']}"
        )
