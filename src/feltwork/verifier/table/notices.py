"""Notices: limits and closing times that stand for their time before they count, and players told to go."""

from __future__ import annotations

from typing import Any

from feltwork.verifier.table.causes import CREW
from feltwork.verifier.table.facts import Body, Facts
from feltwork.verifier.table.limits import Limits

MINUTE = 60_000_000
NOTICED = frozenset(
    (
        "limits-announced",
        "limits-withdrawn",
        "closure-announced",
        "closure-withdrawn",
        "limits-changed",
        "seat-left",
    )
)
"""Events that notices are asked about."""


class Notices:
    """Holds what takes effect, or is taken down, against the notices that are up and since when."""

    def __init__(self, facts: Facts, limits: Limits) -> None:
        self.facts = facts
        self.limits = limits
        self.opened()

    def opened(self) -> None:
        self.announced: dict[str, tuple[list[Any], int]] = {}
        """Limits that were announced, by wager, and from when they count."""
        self.closing: int | None = None
        """When a notice says that the table closes."""
        self.vacating: set[int] = set()
        """Seats whose players have been told to give them up."""

    def check(self, kind: str, body: Body) -> None:
        """Signs stand for their time before they count."""
        facts = self.facts
        if facts.conduct is None:
            return
        if kind in ("limits-announced", "closure-announced"):
            if body["effective"] < facts.at + facts.conduct.notices.minutes * MINUTE:
                facts.wrong("notice", f"it takes effect less than {facts.conduct.notices.minutes} minutes later")
        elif kind == "limits-withdrawn":
            if not body["wagers"] or any(self.announced.get(wager, ([], 0))[1] <= facts.at for wager in body["wagers"]):
                facts.wrong("notice", "a notice was taken down that was not up, or whose time had come")
        elif kind == "closure-withdrawn":
            if self.closing is None or self.closing <= facts.at:
                facts.wrong("notice", "a notice of closing was taken down that was not up, or whose time had come")
        elif kind == "limits-changed" and facts.status != "checking":
            for wager, sign in body["limits"].items():
                shown, since = self.announced.get(wager, ([], 0))
                if self._is_raised(wager, sign) and (shown[::2] != sign[::2] or since > facts.at):
                    facts.wrong("notice", f"the minimum on {wager} went up without a sign that had stood its time")
        elif kind == "seat-left" and facts.seats.get(body["seat"]) != facts.actor and facts.role not in CREW:
            stands_in = facts.conduct.stands_in is not None and facts.role in facts.conduct.stands_in.roles
            if not stands_in and not self.closing_stood() and body["seat"] not in self.vacating:
                facts.wrong("notice", "players were sent away before the sign of closing had stood its time")

    def _is_raised(self, wager: str, sign: list[Any]) -> bool:
        low, _, unit = self.facts.game().signs.sign.get(wager, (0, None, 0))
        units_too = not self.facts.game().book.readings.chose("unit_change_notice", "false")
        return bool(sign[0] > low or (units_too and sign[2] > unit))

    def closing_stood(self) -> bool:
        return self.closing is not None and self.closing <= self.facts.at

    def stood(self, wager: str, sign: list[Any]) -> bool:
        announced, since = self.announced.get(wager, ([], 0))
        return announced == sign and since <= self.facts.at

    def limits_announced(self, body: Body) -> None:
        self.limits.could_stand(body["limits"])
        self.limits.is_shown(body["limits"])
        self.announced |= {wager: (sign, body["effective"]) for wager, sign in body["limits"].items()}

    def limits_changed(self, body: Body) -> None:
        self.limits.changed(body)
        self.announced = {w: sign for w, sign in self.announced.items() if w not in body["limits"]}

    def limits_withdrawn(self, body: Body) -> None:
        self.announced = {w: sign for w, sign in self.announced.items() if w not in body["wagers"]}

    def closure_announced(self, body: Body) -> None:
        self.closing = body["effective"]

    def closure_withdrawn(self, body: Body) -> None:
        self.closing = None

    def vacates(self, body: Body) -> None:
        """A player is told to go."""
        facts = self.facts
        seat = body["seat"]
        if facts.seats.get(seat) != body["player"] or any(w.seat == seat for w in facts.game().layout.values()):
            facts.wrong("seat", f"the player of seat {seat} could not be told to go")
        self.vacating.add(seat)
