"""The last rounds of a table: those that can still be taken back or set right, and what is known of each."""

from __future__ import annotations

from typing import Any

from feltwork.verifier.table.game import GameState
from feltwork.verifier.table.lines import SettledLine
from feltwork.verifier.table.settlement import sent_back

Settled = tuple[list[SettledLine], object]
"""What a round decided, and its dice or number."""
Past = tuple[GameState, list[SettledLine], dict[int, str]]
"""A round that is over: the game before it, its lines, who sat there."""
Doubt = dict[str, Any]


class History:
    """Rounds that are over, by the version of the record that settled them."""

    def __init__(self) -> None:
        self.reversed: Settled | None = None
        """The round that the last event took back."""
        self.just_reversed: Settled | None = None
        """The same, while the event after it is looked at."""
        self.opened()

    def opened(self) -> None:
        self.last: tuple[int, Settled] | None = None
        """The last round and its version, while it can still be taken back,"""
        self.before: GameState | None = None
        """and the game before it."""
        self.late = False
        """Had chips moved since the round that was just taken back?"""
        self.past: dict[int, Past] = {}
        """Rounds that two people could still set right."""
        self.far_back: dict[int, Past] = {}
        """Rounds in doubt that lie too far back to be set right otherwise."""
        self.doubts: dict[int, Doubt] = {}
        """Rounds in doubt, by the entry that put them so."""
        self.void_of: dict[int, set[int]] = {}
        """Rounds of which a part was made void afterwards, with the seats all of whose wagers were,"""
        self.done = 0
        """and the newest that was set right as a whole."""
        self.called: dict[int, tuple[str, ...]] = {}
        """Who called each of the last rounds,"""
        self.faced: frozenset[int] = frozenset()
        """and those whose faces were ruled on."""
        self.contested: dict[tuple[int, int], int] = {}
        """What each terminal out of play is due of rounds settled meanwhile if its wagers are void."""

    def forget(self, version: int) -> None:
        """A round that lies too far back to be set right; one in doubt is kept apart."""
        if self.in_doubt(version):
            self.far_back[version] = self.past[version]
        del self.past[version]
        self.void_of.pop(version, None)

    def in_doubt(self, version: int) -> bool:
        return any(doubt["version"] == version for doubt in self.doubts.values())

    def can_be_set_right(self, version: int) -> bool:
        return version in self.past or version in self.far_back

    def made_void(self, version: int, seat: int | None, wager: str = "") -> None:
        """Wagers of a paid round are void since: of a seat, or of this kind; they have been given back."""
        if version not in self.past:
            return
        before, lines, seats = self.past[version]
        found = []
        for line in lines:
            void = seat in (None, line.seat) and wager in ("", line.wager)
            found.append(sent_back(before.layout[line.key], "void", line.clause) if void else line)
        self.past[version] = (before, found, seats)
        self.void_of.setdefault(version, set())
        if seat is not None:
            self.void_of[version].add(seat)

    def uncontest(self, version: int) -> None:
        self.contested = {(seat, then): cents for (seat, then), cents in self.contested.items() if then != version}
