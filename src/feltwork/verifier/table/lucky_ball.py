"""Lucky Ball: four numbers shown, one of them boosted, and the screen that shows them."""

from __future__ import annotations

from feltwork.outcomes import COLOURS
from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.facts import Body, Facts, Round
from feltwork.verifier.table.game import pay_back
from feltwork.verifier.table.lines import SettledLine, in_order
from feltwork.verifier.table.settlement import sent_back
from feltwork.wagers.shapes import LUCKY


class LuckyBall:
    """Holds the numbers shown and the boost against their time in the round, the wheel and the draw."""

    def __init__(self, facts: Facts, round_: Round, draws: Draws) -> None:
        self.facts = facts
        self.round = round_
        self.draws = draws
        self.screen_out = False

    def drawn(self, body: Body) -> None:
        facts = self.facts
        game = facts.game()
        if not self.round.thrown or game.closed or game.lucky is not None or self.screen_out:
            facts.wrong("order", "Lucky Ball numbers were shown at another time than they may be")
        numbers = list(body["numbers"].values())
        if sorted(body["numbers"]) != sorted(COLOURS) or len({*numbers} & {*game.book.wheel}) != len(COLOURS):
            facts.wrong("draw", f"{numbers} are not four different numbers of this wheel")
        facts.all_wrong("draw", self.draws.shows("distinct", body))
        game.lucky = body["numbers"]

    def boosted(self, body: Body) -> None:
        facts = self.facts
        game = facts.game()
        if not game.closed or self.round.entered is not None or game.lucky is None or game.boost or self.screen_out:
            facts.wrong("order", "a Lucky Ball number was boosted at another time than it may be")
        if body["colour"] not in COLOURS or body["odds"] not in (game.book.lucky.value if game.book.lucky else ()):
            facts.wrong("draw", f"this table does not boost {body['colour']} to {body['odds']} odds")
        facts.all_wrong("draw", self.draws.shows("boost", body))
        game.boost = (body["colour"], body["odds"])

    def screen_failed(self, body: Body) -> None:
        self.screen_out = True

    def screen_works(self, body: Body) -> None:
        self.screen_out = False

    def voided(self, body: Body) -> None:
        """All Lucky Ball wagers, when their screen has failed."""
        facts = self.facts
        game, stored = facts.game(), facts.lines
        if not self.screen_out:
            facts.wrong("order", "wagers were declared void and the screen had not failed")
        due: list[SettledLine] = [
            sent_back(wager, "void", body["clause"]) for wager in game.layout.values() if wager.shape.alphabet == LUCKY
        ]
        facts.same_lines(in_order(due), stored)
        pay_back(facts.game(), stored)

    def before_close(self) -> None:
        """The numbers are shown before no more bets."""
        game = self.facts.game()
        if game.book.lucky is not None and game.lucky is None and not self.screen_out:
            self.facts.wrong("order", "no more bets was called before the Lucky Ball numbers were shown")
