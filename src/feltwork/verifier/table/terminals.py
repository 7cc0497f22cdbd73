"""Terminals out of play, and wagers made void because a terminal or the whole system failed."""

from __future__ import annotations

from feltwork.games.conduct import SECRET_LOST
from feltwork.verifier.table.differences import invalid
from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.facts import Body, Facts, Round
from feltwork.verifier.table.game import pay_back
from feltwork.verifier.table.history import History
from feltwork.verifier.table.layout import kept
from feltwork.verifier.table.lines import SettledLine, in_order


class Terminals:
    """Holds faults of terminals, and what is void for them, against the book's faults and the last round."""

    def __init__(self, facts: Facts, round_: Round, history: History, draws: Draws) -> None:
        self.facts = facts
        self.round = round_
        self.history = history
        self.draws = draws
        self.faulty: dict[int, str] = {}
        """Terminals out of play with the error each shows."""
        self.failed = False
        """Has the terminal that was just reported shown that the whole system failed?"""

    def opened(self) -> None:
        self.faulty = {}

    def faulted(self, body: Body) -> None:
        facts, history = self.facts, self.history
        seat, conduct = body["seat"], facts.conduct
        if conduct and (conduct.terminals.faults.get(body["fault"]) != body["clause"] or seat not in facts.seats):
            facts.wrong("order", f"{body['fault']!r} is no fault of a terminal {seat} here")
        error = "" if body.get("told_by_player") else body["error"]
        others = [other for terminal, other in self.faulty.items() if terminal != seat]
        self.failed = bool(error) and (body["fault"] == "system" or error in others)
        self.faulty[seat] = error
        if facts.since_2() and history.last is not None and history.before is not None:
            number, (lines, _) = history.last
            mine = [line for line in lines if line.seat == seat]
            void = seat in history.void_of.get(number, ())
            if mine and not void and history.past[number][2].get(seat) == facts.seats.get(seat):
                history.contested[seat, number] = invalid(history.before, mine, []).get(seat, 0)

    def restored(self, body: Body) -> None:
        if body["seat"] not in self.faulty:
            self.facts.wrong("order", f"terminal {body['seat']} was not out of play")
        self.faulty.pop(body["seat"], None)
        self.history.contested = {key: cents for key, cents in self.history.contested.items() if key[0] != body["seat"]}

    def voided(self, body: Body) -> None:
        facts = self.facts
        game, stored = facts.game(), facts.lines
        seats = {line.seat for line in stored}
        everywhere = self._all_void(body)
        if not everywhere and (self.round.thrown or not self._unconfirmed_seats(body) >= seats or len(seats) > 1):
            facts.wrong("lines", f"nothing had made the wagers of seats {sorted(seats)} void")
        void = [w for w in game.layout.values() if everywhere or w.seat in seats]
        due = in_order(
            SettledLine(*w.key, "void", w.stake, 0, w.stake, body["clause"], w.commission, kept(w, w.stake))
            for w in void
        )
        facts.same_lines(due, stored)
        pay_back(facts.game(), stored)

    def _all_void(self, body: Body) -> bool:
        """A failed system, or a draw whose secret is lost: all that lies goes back."""
        facts = self.facts
        if facts.conduct is None:
            return False
        lost = body["reason"] == SECRET_LOST and self.draws.committed is not None
        clause = facts.conduct.lost_draw if lost else facts.conduct.terminals.system_void
        failed = facts.previous == "terminal-faulted" and self.failed
        return (lost or failed) and body["clause"] == clause

    def _unconfirmed_seats(self, body: Body) -> set[int]:
        """Terminals out of play: the wagers of one are void that cannot be confirmed."""
        void = self.facts.conduct.terminals.void if self.facts.conduct else ""
        return set(self.faulty) if void and body["clause"] == void else set()
