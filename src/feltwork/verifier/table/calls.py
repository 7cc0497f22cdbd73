"""Wagers called on and off by their players, and staff who answer."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.verifier.table.facts import Body, Facts, Round
from feltwork.verifier.table.lines import Key, as_key


class Calls:
    """Holds each wager switched on or off against the calls of players that wait for an answer."""

    def __init__(self, facts: Facts, round_: Round) -> None:
        self.facts = facts
        self.round = round_
        self.asked: dict[Key, tuple[bool, bool]] = {}
        """Wagers that players have called on or off, waiting for staff in this order: so, and it alone?"""

    def call_asked(self, body: Body) -> None:
        key = as_key([body["seat"], body["wager"], body["on"]])
        self.asked.pop(key, None)
        self.asked[key] = (body["working"], body.get("alone", False))

    def call_gone(self, body: Body) -> None:
        """Declined by staff, or withdrawn by the player."""
        key = as_key([body["seat"], body["wager"], body["on"]])
        if self.asked.pop(key, (None,))[0] is not body["working"]:
            self.facts.wrong("calling", f"no such call of seat {key[0]} on {key[1]} waited for an answer")

    def wager_called(self, body: Body) -> None:
        """As the player called it, before the dice are thrown; a book may have it stand for all wagers alike."""
        facts = self.facts
        game, keys, working = facts.game(), [as_key(key) for key in body["keys"]], body["working"]
        if self.round.thrown or game.closed:
            facts.wrong("calling", "the dice had left the hand, or no more bets had been called")
        ordered = facts.conduct is not None and facts.conduct.rules > 1
        call = self._first_call(keys, working) if ordered else self._any_call(keys, working)
        group = game.book.house.switch_similar and not (call and self.asked[call][1])
        alike = [key for key in game.layout if key[:2] == keys[0][:2] and key not in game.locked] if keys else []
        if sorted(map(str, keys)) != sorted(map(str, alike)) if group else len(keys) != 1:
            facts.wrong("calling", f"{len(keys)} wagers were called, which are not what the call stands for")
        if body.get("similar", False) != (ordered and group):
            facts.wrong("calling", "the button stands for more wagers than were called, or for fewer")
        for key in keys:
            if key not in game.layout or not game.layout[key].row.switchable or key in game.locked:
                facts.wrong("calling", f"{key[1]} of seat {key[0]} could not be called on or off")
                continue
            game.layout[key] = replace(game.layout[key], working=working)
        for key in [call] if ordered and call else keys:
            self.asked.pop(key, None)
        if keys and body.get("similar"):
            game.buttons[keys[0][0], keys[0][1]] = working

    def _any_call(self, keys: list[Key], working: bool) -> Key | None:
        """Under the first rules: a call of one of these wagers, whichever."""
        found = next((key for key in keys if self.asked.get(key, (None,))[0] is working), None)
        if found is None:
            self.facts.wrong("calling", "the player had not called it so")
        return found

    def _first_call(self, keys: list[Key], working: bool) -> Key | None:
        """The player's first call of this kind of wager: calls are answered in their order."""
        found = next((key for key in self.asked if keys and key[:2] == keys[0][:2]), None)
        if found is None or found not in keys or self.asked[found][0] is not working:
            self.facts.wrong("calling", "the player had not called it so, or another call came first")
            return None
        return found

    def all_answered(self) -> None:
        """A call of on or off holds the throw until it is confirmed, declined or withdrawn."""
        facts = self.facts
        if self.asked and facts.conduct and facts.conduct.rules > 1:
            seat, name, _ = next(iter(self.asked))
            facts.wrong("calling", f"a call of seat {seat} on {name} had not been answered")

    def begin_next(self) -> None:
        """Calls wait on for wagers that still lie; under the first rules they end with the round."""
        facts = self.facts
        waits = facts.conduct is not None and facts.conduct.rules > 1
        self.asked = {key: call for key, call in self.asked.items() if waits and key in facts.game().layout}
