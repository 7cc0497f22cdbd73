"""Who plays and who only sits: rounds in a row without a wager at a full table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct, field


class Attendance(Struct, frozen=True):
    """Counted by seat; it starts again whenever a seat is empty, for only a full table needs the places."""

    missed: Mapping[int, int] = field(default_factory=dict)
    """Rounds in a row, each whole and at a full table, without a wager."""
    present: frozenset[int] = frozenset()
    """Seats that do not count as abstaining in the round that is running."""

    def wagers(self, seat: int) -> Attendance:
        if seat in self.present and self.missed.get(seat) == 0:
            return self
        return Attendance({**self.missed, seat: 0}, self.present | {seat})

    def disturbed(self, seats: Iterable[int], *, midway: bool) -> Attendance:
        """Somebody came or went: a round of which a part was played so does not count for anybody."""
        return Attendance({}, frozenset(seats) if midway else frozenset())

    def after_round(self, seats: Iterable[int], live: Iterable[int], *, full: bool) -> Attendance:
        """A round of play is over; whoever has a wager left is present in the next one already."""
        missed = {s: 0 if s in self.present else self.missed.get(s, 0) + 1 for s in seats} if full else {}
        return Attendance(missed, frozenset(live))
