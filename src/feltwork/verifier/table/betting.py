"""Chips put down, taken off and moved: each held against what the book and the table allow."""

from __future__ import annotations

from feltwork.games.conduct import Act, Conduct
from feltwork.verifier.log.bodies import Late
from feltwork.verifier.table.awards import most_won_as_laid
from feltwork.verifier.table.calls import Calls
from feltwork.verifier.table.cards import Cards
from feltwork.verifier.table.colours import Colours
from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.facts import Body, Facts, Round
from feltwork.verifier.table.game import LUCKY_BALL, pay_back, put_down, reposition, take_off, terms_of
from feltwork.verifier.table.lines import Key, as_key
from feltwork.verifier.table.lucky_ball import LuckyBall
from feltwork.verifier.table.money import Money
from feltwork.verifier.table.period import Period
from feltwork.verifier.table.placements import locks_after, odds_sent_back, wrong_placement, wrong_removal
from feltwork.verifier.table.tokens import Tokens


class Betting:
    """Holds each wager put down, taken off or moved against the book, the sign, the time and the chips there are."""

    def __init__(
        self,
        facts: Facts,
        round_: Round,
        draws: Draws,
        calls: Calls,
        tokens: Tokens,
        colours: Colours,
        cards: Cards,
        money: Money,
        period: Period,
        lucky: LuckyBall,
    ) -> None:
        self.facts = facts
        self.round = round_
        self.draws = draws
        self.calls = calls
        self.tokens = tokens
        self.colours = colours
        self.cards = cards
        self.money = money
        self.period = period
        self.lucky = lucky
        self.refusing: tuple[int, str] = (0, "")
        """The wager that a supervisor has just refused."""
        self.fair_to = 0
        """The seat that fairness was just applied to."""

    def placed(self, body: Body) -> None:
        facts, round_ = self.facts, self.round
        game, conduct, draws = facts.state or facts.game(), facts.conduct, self.draws
        key, amount, commission = body["key"], body["amount"], body["commission"]
        seat, of = key[0], body.get("instrument", "chips")
        if seat not in facts.seats:
            facts.wrong("placing", f"nobody plays in seat {seat}")
        if conduct and conduct.terminals.card:
            self.cards.needs_card(seat)
        terms, there = game.caches.terms.get(key[1:]) or terms_of(game, key[1], key[2]), game.layout.get(key)
        for what in wrong_placement(game, terms, there, key, amount, commission, of):
            facts.wrong("placing", what)
        if self.money.bought_by and self.money.bought_by == facts.key and conduct and conduct.rules > 1:
            facts.wrong("placing", "a wager was paid for from the cage with the same word, not with what came with it")
        if conduct and of not in conduct.tender.instruments:
            facts.wrong("placing", f"a wager was made in {of}")
        if of == "tokens" and self.tokens.barred(seat, key[1]):
            facts.wrong("placing", f"the tokens of seat {seat} were not for {key[1]}")
        if of == "checks" and amount % self.colours.values[seat]:
            facts.wrong("placing", f"{amount} cents are not whole checks of {self.colours.values[seat]}")
        if round_.entered is not None or (game.closed and seat not in round_.relaxed):
            facts.wrong("placing", "the dice had come to rest, or no more bets had been called")
        if conduct and conduct.rules > 1 and ("late" in body or (round_.thrown and not game.book.spins)):
            self._late(body.get("late"), conduct)
        if draws.open or draws.opens_rounds:
            facts.all_wrong("draw", draws.late(facts.at, placing=not game.book.readings.is_set("auto_rebet")))
        if self.lucky.screen_out or (self.period.opens_wagers and not round_.bets_open):
            self.period.in_time(key)
        put_down(game, terms, there, key, amount, commission, of)

    def _late(self, late: Late | None, conduct: Conduct) -> None:
        """Star Craps 6.3, Crown 3.2: a wager made with the dice in the air says so, in whose words and by whom."""
        facts = self.facts
        clause = conduct.clause_of(Act.CONFIRM_LATE)
        if not self.round.thrown or facts.game().book.spins:
            facts.wrong("placing", "a wager made in time was marked late")
        elif late is None or not late["words"].strip():
            facts.wrong("placing", "a late wager is not marked so, with the player's words")
        elif (late["confirmed_by"], late["clause"]) != (facts.actor, clause):
            facts.wrong("placing", f"{facts.actor!r} confirmed a late wager by {clause}, and it says otherwise")

    def removed(self, body: Body) -> None:
        facts, round_ = self.facts, self.round
        game, key, amount = facts.game(), as_key(body["key"]), body["amount"]
        if key not in game.layout:
            facts.wrong("removing", f"no {key[1]} of seat {key[0]} lay there")
            return
        for what in wrong_removal(game, key, amount):
            facts.wrong("removing", what)
        until_called = game.book.readings.chose("removal_cutoff", "result_called") and round_.entered is None
        refused = facts.previous == "wager-refused" and not game.book.spins
        self._whole_refused(key, amount)
        in_time = not game.closed or key[0] in round_.relaxed or refused
        if not in_time or (round_.thrown and not game.book.spins and not until_called):
            facts.wrong("removing", "the dice had left the hand, or no more bets had been called")
        facts.all_wrong("draw", self.draws.late(facts.at, placing=False))
        row = game.layout[key].row
        facts.same_lines(odds_sent_back(game, key, game.layout[key].stake - amount), facts.lines)
        tokens, checks = game.layout[key].parts(amount)
        if (tokens, checks) != (body.get("tokens", 0), body.get("checks", 0)):
            facts.wrong("money", f"{tokens} cents in tokens and {checks} in checks were due back")
        if checks and checks % self.colours.values[key[0]]:
            facts.wrong("removing", f"{checks} cents are not whole checks of {self.colours.values[key[0]]}")
        game.locks = locks_after(game, game.layout[key])
        share = take_off(game, key, amount)
        if key not in game.layout:
            self.calls.asked.pop(key, None)
        refunds = row.commission is not None and game.book.readings.is_set("commission_refund_on_removal")
        if body["commission_back"] != (share if refunds else 0):
            facts.wrong("money", f"{body['commission_back']} cents of commission went back, {share} were due")
        game.held.give("chips", key[0], amount - tokens - checks + body["commission_back"])
        game.held.give("tokens", key[0], tokens)
        game.held.give("checks", key[0], checks)
        pay_back(facts.game(), facts.lines)

    def refused(self, body: Body) -> None:
        self.refusing = (body["seat"], body["wager"])

    def _whole_refused(self, key: Key, amount: int) -> None:
        """A wager that is refused is the one that comes off, and all of it."""
        facts = self.facts
        if facts.previous == "wager-refused" and (self.refusing != key[:2] or amount != facts.game().layout[key].stake):
            facts.wrong("removing", f"{self.refusing[1]} of seat {self.refusing[0]} had been refused, all of it")

    def repositioned(self, body: Body) -> None:
        facts = self.facts
        game, key, to = facts.game(), as_key(body["key"]), as_key(body["to"])
        if key not in game.layout or to[0] != key[0] or not game.closed or not self.round.thrown:
            facts.wrong("placing", f"no {key[1]} of seat {key[0]} could be moved there and then")
            return
        row = game.book.wagers.get(to[1])
        if row is None or to[2] not in row.shapes:
            facts.wrong("placing", f"there is no {to[1]} on {to[2]!r}")
            return
        lucky = [name == LUCKY_BALL for _, name, _ in (key, to)]
        if key == to or lucky[0] != lucky[1] or facts.previous != "fairness-applied" or self.fair_to != key[0]:
            facts.wrong("placing", f"nothing had {key[1]} of seat {key[0]} count as {to[1]}")
        if game.layout[key].parts(game.layout[key].stake)[0] and self.tokens.barred(key[0], to[1]):
            facts.wrong("placing", f"the tokens of seat {key[0]} were not for {to[1]}")
        reposition(game, key, to)
        if game.rules > 1 and game.signs.award is not None and (worst := most_won_as_laid(game)) > game.signs.award:
            facts.wrong("placing", f"one result could then win {worst} cents, over the declared {game.signs.award}")

    def fairness(self, body: Body) -> None:
        self.fair_to = body["seat"]
