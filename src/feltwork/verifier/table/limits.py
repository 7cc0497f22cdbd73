"""Signs on a table: limits for everybody and for one player, each such as could stand there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from feltwork.games.conduct import SHOWN_LIMITS
from feltwork.verifier.table.rounds import Rounds


class Signs(Rounds):
    """What wagers at a table answer to."""

    def _announced(self, version: int, body: dict[str, Any]) -> None:
        self._could_stand(body["limits"])
        self._is_shown(body["limits"])

    def _limits(self, version: int, body: dict[str, Any]) -> None:
        self._could_stand(body["limits"])
        self._is_shown(body["limits"])
        changed = {wager: (low, high, unit) for wager, (low, high, unit) in body["limits"].items()}
        felt = self._game()
        felt.sign |= changed
        if self.conduct and self.conduct.personal_above_only:
            for (seat, wager), (_, own, _) in list(felt.personal.items()):
                stated = felt.sign[wager][1] if wager in felt.sign else None
                if stated is None or own is None or stated >= own:
                    self._no_longer_own(seat, [wager])

    def _personal(self, version: int, body: dict[str, Any]) -> None:
        felt, wagers = self._game(), body.get("wagers") or list(self._game().book.wagers)
        self._lawful(body["seat"], body["limit"], wagers)
        self._no_longer_own(body["seat"], wagers)
        if body["limit"] is not None:
            low, high, unit = body["limit"]
            felt.personal |= dict.fromkeys([(body["seat"], wager) for wager in wagers], (low, high, unit))

    def _lawful(self, seat: int, limit: list[Any] | None, wagers: list[str]) -> None:
        """A player's own sign names a minimum and a maximum. At Crown (4.3) that is all; in the other books it only
        lets the player go above a maximum that the table's sign states."""
        felt = self._game()
        if seat not in self.seats:
            self._wrong("limits", f"nobody sits in seat {seat} to have limits of their own")
        if limit is None:
            if not any((seat, wager) in felt.personal for wager in wagers):
                self._wrong("limits", f"seat {seat} had no limits of its own to lose")
            return
        if limit[1] is None:
            self._wrong("limits", "a player's own limits name a maximum")
        self._could_stand(dict.fromkeys(wagers, limit))
        if self.conduct and self.conduct.personal_above_only:
            for wager in wagers:
                stated = felt.sign[wager][1] if wager in felt.sign else None
                if stated is None or (limit[1] or 0) <= stated:
                    self._wrong("limits", f"a maximum of {limit[1]} on {wager} does not go above the sign's {stated}")

    def _could_stand(self, limits: Mapping[str, Iterable[Any]]) -> None:
        """Limits are for wagers of this table, none is negative, and no maximum lies under its minimum."""
        book = self._game().book
        for wager, (low, high, unit) in limits.items():
            if wager not in book.wagers:
                self._wrong("limits", f"this table has no {wager!r}")
            if min(low, unit) < 0 or (high is not None and high < low):
                self._wrong("limits", f"no sign can say {low} to {high} in units of {unit} for {wager}")

    def _is_shown(self, limits: Mapping[str, Iterable[Any]]) -> None:
        """Once the sign shows a minimum and a maximum, no change takes one away."""
        if self.conduct is None or self.conduct.rules < SHOWN_LIMITS:
            return
        for wager, (low, high, _) in limits.items():
            if not low or high is None:
                self._wrong("limits", f"the sign would show no minimum and maximum for {wager}")

    def _no_longer_own(self, seat: int, wagers: Iterable[str]) -> None:
        for wager in wagers:
            self._game().personal.pop((seat, wager), None)
