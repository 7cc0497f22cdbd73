"""Throws and spins that do not count, and outcomes made invalid: what goes back, and by which clause."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.games.conduct import LOADED_BY_ANOTHER, SECRET_LOST, TUMBLER_FAULT, UNIT_FAULT
from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.facts import Body, Facts, Round
from feltwork.verifier.table.game import pay_back
from feltwork.verifier.table.history import History
from feltwork.verifier.table.lines import SettledLine
from feltwork.verifier.table.results import Results
from feltwork.verifier.table.settlement import at_stake, spoilt, undone, voided
from feltwork.verifier.table.wheel import Wheel


class NoResult:
    """Holds each throw called off, and each outcome made invalid, against the book's reasons and what goes back."""

    def __init__(
        self, facts: Facts, round_: Round, history: History, draws: Draws, wheel: Wheel, results: Results
    ) -> None:
        self.facts = facts
        self.round = round_
        self.history = history
        self.draws = draws
        self.wheel = wheel
        self.results = results

    def reported(self, body: Body) -> None:
        """Hold a report about a throw against the book: its clause, and whether the throw may or must not count."""
        facts = self.facts
        reason = facts.conduct.no_result.get(body["what"]) if facts.conduct else None
        if reason is None or (reason.clause, reason.must) != (body["clause"], body["must"]):
            facts.wrong("result", f"{body['what']!r} is not by clause {body['clause']}")
        if not self._may_call_off(body["what"]):
            facts.wrong("order", "a throw was reported and no dice had been thrown")
        self.round.must = self.round.must or (body["what"] if body["must"] else "")

    def dismissed(self, body: Body) -> None:
        """Hold a decision that a throw counts after all against its report; a die off the table never counts."""
        facts, round_ = self.facts, self.round
        reason = facts.conduct.no_result.get(round_.must) if facts.conduct else None
        if reason is None or (round_.must, reason.clause) != (body["what"], body["clause"]) or round_.off_table:
            facts.wrong("result", f"the report dismissed is {body['what']!r}, should be {round_.must!r}")
        if facts.conduct and facts.conduct.rules < 2:
            facts.wrong("result", "a report stood for good under the first rules of conduct")
        round_.must = ""

    def _called_so(self, body: Body) -> None:
        """Hold the words that were called against those of this kind of table: no roll, no spin, or void at terminals.

        Nothing is called when an outcome is invalidated, a unit spoils a spin, or a draw is given up.
        """
        facts = self.facts
        conduct, book = facts.conduct, facts.game().book
        if conduct is None or conduct.rules < 2:
            return
        other = body["reason"] in (UNIT_FAULT, SECRET_LOST) or self._is_invalidated(body)
        due = "" if other else "void" if conduct.terminals.shot else "no spin" if book.spins else "no roll"
        if body.get("called", "") != due:
            facts.wrong("result", f"{body.get('called', '')!r} was called, it is {due!r}")

    def _clause(self, body: Body) -> str | None:
        """The clause by which a throw does not count; nothing for a reason the book does not have."""
        facts = self.facts
        house = facts.game().book.house
        if house.unclosed_is_no_roll and body["reason"] == "no more bets was not called":
            return house.needs_close
        if facts.conduct is None:
            return house.invalid
        if body["reason"] == UNIT_FAULT and facts.game().book.spins:
            return facts.conduct.faults.clause
        if body["reason"] == SECRET_LOST:
            return facts.conduct.lost_draw
        if self._is_invalidated(body):
            return facts.conduct.invalidating.causes.get(body["reason"])
        reason = facts.conduct.no_result.get(body["reason"])
        return reason.clause if reason else None

    def _is_invalidated(self, body: Body) -> bool:
        """By a supervisor for a cause: after its settlement was taken back, or with the dice still in the air."""
        named = (
            self.facts.conduct is not None
            and self.facts.conduct.invalidating.causes.get(body["reason"]) == body["clause"]
        )
        return self.history.just_reversed is not None or named

    def _may_call_off(self, reason: str) -> bool:
        """A throw in the air; a tumbler that fails after the close; a ball that another has loaded (Roulette 8.7)."""
        tumbler = reason == TUMBLER_FAULT and self.facts.game().closed
        return self.round.thrown or tumbler or (reason == LOADED_BY_ANOTHER and self.wheel.may_be_loaded())

    def invalid(self, body: Body) -> None:
        facts, game, stored = self.facts, self.facts.game(), self.facts.lines
        clause = self._clause(body)
        lines, area = self._sent_back(body)
        self._called_so(body)
        if body["clause"] != clause:
            facts.wrong("result", f"{body['reason']!r} is by clause {clause}, not {body['clause']}")
        facts.same_lines(lines, stored)
        if body["area"] != area:
            facts.wrong("area", f"the table went to {body['area']}, should have gone to {area}")
        pay_back(game, stored)
        game.area = body["area"]
        game.next_round()
        if game.book.lucky is None or game.book.readings.chose("lucky_on_no_spin", "return"):
            game.lucky = None
        self.results.begin_next()
        self.results.round_over()

    def _sent_back(self, body: Body) -> tuple[list[SettledLine], int]:
        """What goes back, and where the puck or the freeze then is."""
        facts, game, reason = self.facts, self.facts.game(), body["reason"]
        if reason == UNIT_FAULT and facts.conduct and game.book.spins:
            return spoilt(game, body["clause"]), game.area
        if reason == SECRET_LOST and self.draws.committed is not None:
            if game.layout:
                facts.wrong("result", "a draw was given up, and not every wager had gone back")
            return [], game.area
        if facts.conduct and self._is_invalidated(body):
            then = self.history.just_reversed[0] if self.history.just_reversed else at_stake(game)
            lines = undone(game, then, facts.conduct, reason, facts.lines)
            if not self.round.thrown:
                facts.wrong("order", "an outcome was invalidated and no dice had been thrown")
            return lines, game.area
        return self._no_roll(reason)

    def _no_roll(self, reason: str) -> tuple[list[SettledLine], int]:
        """A throw or spin that is called off: what the book voids goes back."""
        facts, game = self.facts, self.facts.game()
        house = game.book.house
        void = facts.conduct.void_clause(house.invalid, reason) if facts.conduct else house.invalid
        lines = [replace(line, clause=void) for line in voided(game)]
        if not self._may_call_off(reason) and facts.conduct:
            facts.wrong("order", "a throw was called off and no dice had been thrown")
        known = facts.conduct.no_result.get(reason) if facts.conduct else None
        if known and ((self.round.must and not known.must) or (known.clause == house.needs_close and game.closed)):
            facts.wrong("result", f"{reason!r} was not why this throw does not count")
        return lines, 0 if house.voiding.thaws_on_invalid else game.area
