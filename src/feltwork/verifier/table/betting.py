"""Chips put down, taken off, called on and off: each held against what the book and the table allow."""

from __future__ import annotations

from typing import Any

from feltwork.games.conduct import Act, Conduct
from feltwork.verifier.log.bodies import Late
from feltwork.verifier.table.cards import Slots
from feltwork.verifier.table.equipment import Inspections
from feltwork.verifier.table.game import terms_of
from feltwork.verifier.table.limits import Signs
from feltwork.verifier.table.lines import Key, as_key
from feltwork.verifier.table.placements import locks_after, odds_sent_back, wrong_placement, wrong_removal
from feltwork.verifier.table.purses import Purses
from feltwork.verifier.table.standing import Standing


class Chips(Standing, Signs, Purses, Inspections, Slots):
    """What players do with their chips."""

    refusing: tuple[int, str] = (0, "")
    """The wager that a supervisor has just refused."""

    def _placed(self, version: int, body: dict[str, Any]) -> None:
        felt, conduct, draws = self.felt or self._game(), self.conduct, self.draws
        key, amount, commission = body["key"], body["amount"], body["commission"]
        seat, of = key[0], body.get("instrument", "chips")
        if seat not in self.seats:
            self._wrong("placing", f"nobody plays in seat {seat}")
        if conduct and conduct.card:
            self.needs_card(seat)
        terms, there = felt.terms.get(key[1:]) or terms_of(felt, key[1], key[2]), felt.lying.get(key)
        for what in wrong_placement(felt, terms, there, key, amount, commission, of):
            self._wrong("placing", what)
        if self.bought_by and self.bought_by == self.key and conduct and conduct.rules > 1:
            self._wrong("placing", "a wager was paid for from the cage with the same word, not with what came with it")
        if conduct and of not in conduct.instruments:
            self._wrong("placing", f"a wager was made in {of}")
        if of == "tokens" and self._barred(seat, key[1]):
            self._wrong("placing", f"the tokens of seat {seat} were not for {key[1]}")
        if of == "checks" and amount % self.values[seat]:
            self._wrong("placing", f"{amount} cents are not whole checks of {self.values[seat]}")
        if self.entered is not None or (felt.closed and seat not in self.relaxed):
            self._wrong("placing", "the dice had come to rest, or no more bets had been called")
        if conduct and conduct.rules > 1 and ("late" in body or (self.thrown and not felt.book.spins)):
            self._late(body.get("late"), conduct)
        if draws.open or draws.opens_rounds:
            self._drawing(draws.late(self.at, placing=not felt.book.readings.is_set("auto_rebet")))
        if self.screen_out or (self.opens_wagers and not self.bets_open):
            self._in_time(key)
        felt.put(terms, there, key, amount, commission, of)

    def _late(self, late: Late | None, conduct: Conduct) -> None:
        """Star Craps 6.3, Crown 3.2: a wager made with the dice in the air says so, in whose words and by whom."""
        clause = conduct.clause_of(Act.CONFIRM_LATE)
        if not self.thrown or self._game().book.spins:
            self._wrong("placing", "a wager made in time was marked late")
        elif late is None or not late["words"].strip():
            self._wrong("placing", "a late wager is not marked so, with the player's words")
        elif (late["confirmed_by"], late["clause"]) != (self.actor, clause):
            self._wrong("placing", f"{self.actor!r} confirmed a late wager by {clause}, and it says otherwise")

    def _removed(self, version: int, body: dict[str, Any]) -> None:
        felt, key, amount = self._game(), as_key(body["key"]), body["amount"]
        if key not in felt.lying:
            self._wrong("removing", f"no {key[1]} of seat {key[0]} lay there")
            return
        for what in wrong_removal(felt, key, amount):
            self._wrong("removing", what)
        until_called = felt.book.readings.chose("removal_cutoff", "result_called") and self.entered is None
        refused = self.previous == "wager-refused" and not felt.book.spins
        self._whole_refused(key, amount)
        in_time = not felt.closed or key[0] in self.relaxed or refused
        if not in_time or (self.thrown and not felt.book.spins and not until_called):
            self._wrong("removing", "the dice had left the hand, or no more bets had been called")
        self._drawing(self.draws.late(self.at, placing=False))
        row = felt.lying[key].row
        self._same_lines(odds_sent_back(felt, key, felt.lying[key].stake - amount), self.lines)
        tokens, checks = felt.lying[key].parts(amount)
        if (tokens, checks) != (body.get("tokens", 0), body.get("checks", 0)):
            self._wrong("money", f"{tokens} cents in tokens and {checks} in checks were due back")
        if checks and checks % self.values[key[0]]:
            self._wrong("removing", f"{checks} cents are not whole checks of {self.values[key[0]]}")
        felt.locks = locks_after(felt, felt.lying[key])
        share = felt.take(key, amount)
        if key not in felt.lying:
            self.asked.pop(key, None)
        refunds = row.commission is not None and felt.book.readings.is_set("commission_refund_on_removal")
        if body["commission_back"] != (share if refunds else 0):
            self._wrong("money", f"{body['commission_back']} cents of commission went back, {share} were due")
        felt.give("chips", key[0], amount - tokens - checks + body["commission_back"])
        felt.give("tokens", key[0], tokens)
        felt.give("checks", key[0], checks)
        self._pay_back(self.lines)

    def _refused(self, version: int, body: dict[str, Any]) -> None:
        self.refusing = (body["seat"], body["wager"])

    def _whole_refused(self, key: Key, amount: int) -> None:
        """A wager that is refused is the one that comes off, and all of it."""
        if self.previous == "wager-refused" and (self.refusing != key[:2] or amount != self._game().lying[key].stake):
            self._wrong("removing", f"{self.refusing[1]} of seat {self.refusing[0]} had been refused, all of it")

    def _call_asked(self, version: int, body: dict[str, Any]) -> None:
        key = as_key([body["seat"], body["wager"], body["on"]])
        self.asked.pop(key, None)
        self.asked[key] = (body["working"], body.get("alone", False))

    def _call_gone(self, version: int, body: dict[str, Any]) -> None:
        """Declined by staff, or withdrawn by the player."""
        key = as_key([body["seat"], body["wager"], body["on"]])
        if self.asked.pop(key, (None,))[0] is not body["working"]:
            self._wrong("calling", f"no such call of seat {key[0]} on {key[1]} waited for an answer")

    def _called(self, version: int, body: dict[str, Any]) -> None:
        """As the player called it, before the dice are thrown; a book may have it stand for all wagers alike."""
        felt, keys, working = self._game(), [as_key(key) for key in body["keys"]], body["working"]
        if self.thrown or felt.closed:
            self._wrong("calling", "the dice had left the hand, or no more bets had been called")
        ordered = self.conduct is not None and self.conduct.rules > 1
        call = self._first_call(keys, working) if ordered else self._any_call(keys, working)
        group = felt.book.house.switch_similar and not (call and self.asked[call][1])
        alike = [key for key in felt.lying if key[:2] == keys[0][:2] and key not in felt.held] if keys else []
        if sorted(map(str, keys)) != sorted(map(str, alike)) if group else len(keys) != 1:
            self._wrong("calling", f"{len(keys)} wagers were called, which are not what the call stands for")
        if body.get("similar", False) != (ordered and group):
            self._wrong("calling", "the button stands for more wagers than were called, or for fewer")
        for key in keys:
            if key not in felt.lying or not felt.lying[key].row.switchable or key in felt.held:
                self._wrong("calling", f"{key[1]} of seat {key[0]} could not be called on or off")
                continue
            felt.call(key, working)
        for key in [call] if ordered and call else keys:
            self.asked.pop(key, None)
        if keys and body.get("similar"):
            felt.buttons[keys[0][0], keys[0][1]] = working

    def _any_call(self, keys: list[Key], working: bool) -> Key | None:
        """Under the first rules: a call of one of these wagers, whichever."""
        found = next((key for key in keys if self.asked.get(key, (None,))[0] is working), None)
        if found is None:
            self._wrong("calling", "the player had not called it so")
        return found

    def _first_call(self, keys: list[Key], working: bool) -> Key | None:
        """The player's first call of this kind of wager: calls are answered in their order."""
        found = next((key for key in self.asked if keys and key[:2] == keys[0][:2]), None)
        if found is None or found not in keys or self.asked[found][0] is not working:
            self._wrong("calling", "the player had not called it so, or another call came first")
            return None
        return found
