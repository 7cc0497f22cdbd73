"""What the office did about a player at this table: wagers void, or the player told to go."""

from __future__ import annotations

from feltwork.games.discipline import VOID
from feltwork.verifier.table.facts import Body, Facts, Round
from feltwork.verifier.table.game import pay_back
from feltwork.verifier.table.layout import kept
from feltwork.verifier.table.lines import SettledLine, in_order
from feltwork.verifier.table.notices import Notices


class Sanctions:
    """Holds a measure against the seat and the layout; who took it and why is held against the incident."""

    def __init__(self, facts: Facts, round_: Round, notices: Notices) -> None:
        self.facts = facts
        self.round = round_
        self.notices = notices

    def applied(self, body: Body) -> None:
        facts, seat, void = self.facts, body["seat"], body["measure"] == VOID
        if facts.seats.get(seat) != body["player"]:
            facts.wrong("seat", f"{body['player']!r} does not sit in seat {seat}")
        if void and self.round.thrown:
            facts.wrong("order", "wagers were declared void in the middle of a round")
        due = [w for w in facts.game().layout.values() if void and w.seat == seat]
        lines = [
            SettledLine(*w.key, "void", w.stake, 0, w.stake, body["clause"], w.commission, kept(w, w.stake))
            for w in due
        ]
        facts.same_lines(in_order(lines), facts.lines)
        pay_back(facts.game(), facts.lines)
        if not void:
            self.notices.vacating.add(seat)
