"""Signs on a table: limits for everybody and for one player, each such as could stand there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from feltwork.games.conduct import SHOWN_LIMITS
from feltwork.verifier.table.facts import Body, Facts


class Limits:
    """Holds the limits on a sign, and a player's own, against what the book lets stand there."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def changed(self, body: Body) -> None:
        facts = self.facts
        self.could_stand(body["limits"])
        self.is_shown(body["limits"])
        changed = {wager: (low, high, unit) for wager, (low, high, unit) in body["limits"].items()}
        game = facts.game()
        game.signs.sign |= changed
        if facts.conduct and facts.conduct.notices.personal_above_only:
            for (seat, wager), (_, own, _) in list(game.signs.personal.items()):
                stated = game.signs.sign[wager][1] if wager in game.signs.sign else None
                if stated is None or own is None or stated >= own:
                    self.no_longer_own(seat, [wager])

    def personal(self, body: Body) -> None:
        game, wagers = self.facts.game(), body.get("wagers") or list(self.facts.game().book.wagers)
        self._lawful(body["seat"], body["limit"], wagers)
        self.no_longer_own(body["seat"], wagers)
        if body["limit"] is not None:
            low, high, unit = body["limit"]
            game.signs.personal |= dict.fromkeys([(body["seat"], wager) for wager in wagers], (low, high, unit))

    def _lawful(self, seat: int, limit: list[Any] | None, wagers: list[str]) -> None:
        """A player's own sign names a minimum and a maximum. At Crown (4.3) that is all; in the other books it only
        lets the player go above a maximum that the table's sign states."""
        facts = self.facts
        game = facts.game()
        if seat not in facts.seats:
            facts.wrong("limits", f"nobody sits in seat {seat} to have limits of their own")
        if limit is None:
            if not any((seat, wager) in game.signs.personal for wager in wagers):
                facts.wrong("limits", f"seat {seat} had no limits of its own to lose")
            return
        if limit[1] is None:
            facts.wrong("limits", "a player's own limits name a maximum")
        self.could_stand(dict.fromkeys(wagers, limit))
        if facts.conduct and facts.conduct.notices.personal_above_only:
            for wager in wagers:
                stated = game.signs.sign[wager][1] if wager in game.signs.sign else None
                if stated is None or (limit[1] or 0) <= stated:
                    facts.wrong("limits", f"a maximum of {limit[1]} on {wager} does not go above the sign's {stated}")

    def could_stand(self, limits: Mapping[str, Iterable[Any]]) -> None:
        """Limits are for wagers of this table, none is negative, and no maximum lies under its minimum."""
        facts = self.facts
        book = facts.game().book
        for wager, (low, high, unit) in limits.items():
            if wager not in book.wagers:
                facts.wrong("limits", f"this table has no {wager!r}")
            if min(low, unit) < 0 or (high is not None and high < low):
                facts.wrong("limits", f"no sign can say {low} to {high} in units of {unit} for {wager}")

    def is_shown(self, limits: Mapping[str, Iterable[Any]]) -> None:
        """Once the sign shows a minimum and a maximum, no change takes one away."""
        facts = self.facts
        if facts.conduct is None or facts.conduct.rules < SHOWN_LIMITS:
            return
        for wager, (low, high, _) in limits.items():
            if not low or high is None:
                facts.wrong("limits", f"the sign would show no minimum and maximum for {wager}")

    def no_longer_own(self, seat: int, wagers: Iterable[str]) -> None:
        for wager in wagers:
            self.facts.game().signs.personal.pop((seat, wager), None)
