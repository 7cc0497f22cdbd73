"""One table of a session, recounted from what was put down and what came up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltwork.verifier.tournament import layouts
from feltwork.verifier.tournament.terms import Terms

Body = dict[str, Any]
Places = list[list[str]]
MINUTE = 60_000_000


class Clock:
    """How long a table has played, without what it stood still."""

    def __init__(self, started: int) -> None:
        self.started, self.paused, self.stood = started, 0, 0

    def pause(self, at: int) -> None:
        self.paused = self.paused or at

    def resume(self, at: int) -> None:
        if self.paused:
            self.stood += at - self.paused
            self.paused = 0

    def played(self, at: int) -> int:
        return (self.paused or at) - self.started - self.stood


class Closing:
    """How far a table is with its count and its end."""

    def __init__(self) -> None:
        self.counted = self.returned = self.counting = False
        self.agreed: set[str] = set()
        self.again: Body | None = None
        """What follows where somebody is disqualified at a table that was over; earlier logs have nothing there."""


class Heat:
    """A table: who sits there, with what; the round that is played; who is out, in which order."""

    def __init__(self, terms: Terms, seats: Sequence[str], at: int, stage: Body, final: bool) -> None:
        self.terms, self.seats, self.stage, self.final = terms, list(seats), stage, final
        self.chips = dict.fromkeys(seats, int(terms.said("chips.allotment")))
        cards = int(terms.said("play.pass_cards", 0))
        self.held = {name: {"cards": cards, "forms": terms.forms, "away": 0} for name in seats}
        """Pass cards and forms left, and rounds away."""
        self.inside = list(seats)
        self.gone: list[str] = []
        """The disqualified."""
        self.out: list[tuple[str, int]] = []
        """The eliminated with their round, first out first."""
        self.number, self.phase = 0, "waiting"
        self.round: Body = {}
        self.done: dict[str, Body] = {}
        self.ties: Body | None = None
        self.places: Places = []
        self.ordered: list[list[str]] = []
        """Those who shared a place, as the official put them in order."""
        chips = int(terms.said("chips.allotment"))
        self.game = None if terms.rules.session else layouts.opened(terms.book, len(self.seats), chips)
        """The layout, where the book leaves a session to the conditions."""
        self.clock = Clock(at)
        self.closing = Closing()
        self.tables, self.result = 1, ""
        """How many tables were brought together here, and what came up last."""

    def limits(self) -> tuple[int, int]:
        """Of the next round; a play-off keeps those of the last."""
        return self.terms.limits(max(self.number, 1) if self.ties else self.number + 1)

    def playing(self) -> list[str]:
        return [name for name in self.inside if self.ties is None or name in self.ties["tied"]]

    def worth(self, name: str) -> int:
        """Chips of a player, on the layout too."""
        if self.game is None or name in self.gone or name not in self.inside:
            return self.chips[name]
        seat = self.seats.index(name) + 1
        return (self.game.held.rail[seat] + layouts.lies(self.game, seat)) // layouts.LAYOUT

    def leave(self, name: str, gone: bool) -> None:
        """A player is disqualified, or retires; chips stay on record."""
        self.chips[name] = self.worth(name)
        if name in self.inside:
            self.inside.remove(name)
            if gone:
                self.gone.append(name)
            else:
                self.out.append((name, self.number))
        elif gone and name not in self.gone:
            self.gone.append(name)  # out already, and now without a place
        self.done.pop(name, None)
        if self.game is not None:
            seat = self.seats.index(name) + 1
            layouts.cleared(self.game, seat)
            self.game.held.rail[seat] = 0


def advance_from(heat: Heat) -> int:
    """How many go on from a table: from each of those that were brought together there."""
    return int(heat.stage["advance"]) * heat.tables


def take_in(heat: Heat, other: Heat, order: list[str]) -> None:
    """Another table's players come; everybody sits in this order, who is out after them."""
    if heat.game is not None:
        worth = {name: each.worth(name) * layouts.LAYOUT for each in (heat, other) for name in each.inside}
        heat.game.held.rail = {seat: worth[name] for seat, name in enumerate(order, 1)}
    heat.seats = [*order, *(name for each in (heat, other) for name in each.seats if name not in order)]
    heat.chips, heat.held = other.chips | heat.chips, other.held | heat.held
    heat.inside, heat.gone = list(order), [*heat.gone, *other.gone]
    heat.out = sorted([*heat.out, *other.out], key=lambda each: (each[1], heat.chips[each[0]]))
    heat.tables += other.tables
    heat.closing = Closing()


def time_is_up(heat: Heat, at: int) -> bool:
    """Is a session that goes by time over at a table, but for a play-off?"""
    minutes = 0 if heat.stage.get("rounds") else heat.stage.get("minutes", 0)
    return bool(minutes) and heat.ties is None and heat.clock.played(at) >= minutes * MINUTE


def is_last(heat: Heat, at: int) -> bool:
    """Is a round that is settled now the last?"""
    rounds = heat.stage.get("rounds", 0)
    return (heat.ties is None and bool(rounds) and heat.number >= rounds) or time_is_up(heat, at)
