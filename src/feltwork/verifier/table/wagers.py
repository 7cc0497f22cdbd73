"""What players do with their wagers, when, and what is drawn for a round."""

from __future__ import annotations

from feltwork.games.conduct import Conduct
from feltwork.verifier.table.betting import Betting
from feltwork.verifier.table.calls import Calls
from feltwork.verifier.table.drawing import Drawing
from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.facts import Body, Facts, Handlers, Round
from feltwork.verifier.table.lucky_ball import LuckyBall
from feltwork.verifier.table.outside_zero import OutsideZero
from feltwork.verifier.table.period import Period
from feltwork.verifier.table.players import Players


class Wagers:
    """The checkers of wagers, wagering periods and draws, and which event each of them takes."""

    def __init__(self, facts: Facts, round_: Round, draws: Draws, players: Players) -> None:
        self.calls = Calls(facts, round_)
        self.lucky = LuckyBall(facts, round_, draws)
        self.period = Period(facts, round_, self.calls, self.lucky)
        self.betting = Betting(
            facts,
            round_,
            draws,
            self.calls,
            players.tokens,
            players.colours,
            players.cards,
            players.money,
            self.period,
            self.lucky,
        )
        self.zero = OutsideZero(facts)
        self.drawing = Drawing(facts, round_, draws)

    def opened(self, body: Body, conduct: Conduct | None) -> None:
        self.lucky.screen_out = False
        self.period.opened(conduct)
        self.zero.opened(body)

    def handlers(self) -> Handlers:
        drawing, lucky, betting, calls = self.drawing, self.lucky, self.betting, self.calls
        return {
            "wager-placed": betting.placed,
            "wager-removed": betting.removed,
            "wager-refused": betting.refused,
            "wager-repositioned": betting.repositioned,
            "fairness-applied": betting.fairness,
            "call-asked": calls.call_asked,
            "call-declined": calls.call_gone,
            "call-withdrawn": calls.call_gone,
            "wager-called": calls.wager_called,
            "bets-opened": self.period.bets_opened,
            "bets-closed": self.period.no_more,
            "wagering-period-set": self.period.period_set,
            "close-relaxed": self.period.relaxed,
            "lucky-ball-drawn": lucky.drawn,
            "lucky-ball-boosted": lucky.boosted,
            "lucky-ball-voided": lucky.voided,
            "screen-failed": lucky.screen_failed,
            "screen-restored": lucky.screen_works,
            "zero-placed-outside": self.zero.placed,
            "zero-taken-outside": self.zero.taken,
            "zero-moved": self.zero.moved,
            "draw-committed": drawing.committed,
            "betting-opened": drawing.betting,
            "nonce-added": drawing.nonce,
            "outcome-drawn": drawing.outcome,
            "secret-revealed": drawing.revealed,
            "draw-given-up": drawing.given_up,
        }
