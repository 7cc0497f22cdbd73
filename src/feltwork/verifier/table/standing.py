"""When there may be play at all: a table that is open, not stopped and not past its closing time, whole terminals,
players who have not been told to go.
"""

from __future__ import annotations

from typing import Any

from feltwork.games.conduct import SHOWN_LIMITS, Conduct
from feltwork.verifier.table.causes import BEFORE_PLAY, PLAYER, SYSTEM
from feltwork.verifier.table.doubts import Doubts
from feltwork.verifier.table.facts import Body, Facts, Follows, Round
from feltwork.verifier.table.history import History
from feltwork.verifier.table.notices import Notices
from feltwork.verifier.table.terminals import Terminals

STOPPED = frozenset(
    (
        "seat-taken",
        "bought-in",
        "wager-placed",
        "call-asked",
        "wager-called",
        "wager-declared",
        "wager-announced",
        "tokens-issued",
        "voucher-changed",
        "colour-issued",
        "colour-asked",
        "chips-sold",
        "limits-changed",
        "personal-limit-set",
        "bets-opened",
        "dice-offered",
        "dice-accepted",
        "dice-rejected",
        "dice-selected",
        "thrower-authorised",
        "house-throws",
        "dice-handed",
        "dice-thrown",
        "shot-awaited",
        "ball-loaded",
        "button-offered",
        "ball-spun",
        "draw-committed",
        "betting-opened",
        "nonce-added",
        "wager-repositioned",
        "close-relaxed",
    )
)
"""What does not happen while play is stopped; a throw in the air is played to its end."""

ADDS = frozenset(
    (
        "wager-placed",
        "bought-in",
        "wager-declared",
        "colour-issued",
        "colour-asked",
        "tokens-issued",
        "chips-sold",
        "voucher-changed",
    )
)
"""What brings more to a table,"""

AT_A_TERMINAL = ADDS | {"wager-removed", "call-asked", "collected", "seat-left", "dice-thrown"}
"""and all that a player does at one."""

WATCHED = frozenset(
    (
        "table-opened",
        "play-opened",
        "table-closed",
        "table-suspended",
        "table-resumed",
        "closure-announced",
        "closure-withdrawn",
        "vacate-ordered",
        "player-sanctioned",
        "seat-left",
        "terminal-faulted",
        "terminal-restored",
        "bets-opened",
        "bets-closed",
        "round-settled",
        "round-invalid",
    )
)
"""Events after which more, or less, is to be looked at."""


def shows_limits(conduct: Conduct | None) -> bool:
    """Does the sign show a minimum and a maximum for every wager?"""
    return conduct is not None and conduct.rules >= SHOWN_LIMITS


class Standing:
    """Holds each event against whether there may be play: table open, not stopped, not closing, terminals whole."""

    def __init__(
        self, facts: Facts, round_: Round, history: History, notices: Notices, terminals: Terminals, doubts: Doubts
    ) -> None:
        self.facts = facts
        self.round = round_
        self.history = history
        self.notices = notices
        self.terminals = terminals
        self.doubts = doubts
        self.suspended = False
        self.watched = True
        """Is there anything to look at here? For most of what happens there is not."""

    def watch(self) -> None:
        unusual = self.facts.status != "open" or self.suspended or self.notices.closing is not None
        unusual = unusual or not self.facts.caches
        self.watched = bool(
            unusual or self.terminals.faulty or self.notices.vacating or self.round.closes_at is not None
        )

    def check(self, kind: str, body: Body) -> None:
        """Could this happen at the table as it stands?"""
        facts, round_ = self.facts, self.round
        if kind == "checks-redeemed":
            return  # while the table is closed, and only then
        if facts.status != "open" and kind not in BEFORE_PLAY and not self._is_set_up(kind):
            facts.wrong("order", f"the table was not open, and {kind!r} happened")
            return
        rebet = kind == "wager-placed" and facts.game().book.readings.is_set("auto_rebet")
        if rebet:
            return  # it goes up again with the result that won it
        if self.suspended and (kind in STOPPED or (kind == "bets-closed" and not round_.thrown)):
            facts.wrong("order", f"play was stopped, and {kind!r} happened")
        if self.notices.closing is not None:
            self._not_past_closing(kind)
        if (
            self.terminals.faulty
            and facts.role == PLAYER
            and kind in AT_A_TERMINAL
            and _seat_of(body) in self.terminals.faulty
        ):
            facts.wrong("order", f"terminal {_seat_of(body)} was out of play")
        if kind in ("wager-placed", "wager-declared") and _seat_of(body) in self.notices.vacating:
            facts.wrong("placing", f"the player of seat {_seat_of(body)} had been told to go")
        taken = kind == "wager-removed" and not self.suspended and facts.previous != "wager-refused"
        timed = kind in ("wager-placed", "wager-declared") or taken  # a supervisor refuses a wager at any time
        if timed and round_.closes_at is not None and facts.at >= round_.closes_at:
            facts.wrong("placing", "the wagering period was over")

    def _is_set_up(self, kind: str) -> bool:
        """Before play opens the sign is put up, and a table that will not do is closed again."""
        return (
            kind in ("limits-changed", "table-closed")
            and self.facts.status == "checking"
            and shows_limits(self.facts.conduct)
        )

    def _not_past_closing(self, kind: str) -> None:
        """Once closing is announced nobody sits down and no credits are bought; after its time nothing is added."""
        facts = self.facts
        credits_only = facts.conduct is not None and bool(facts.conduct.terminals.meters)
        if kind == "seat-taken" or (kind == "bought-in" and credits_only):
            facts.wrong("order", f"the table was about to close, and {kind!r} happened")
        elif self.notices.closing_stood() and (kind in ADDS or (kind == "bets-opened" and not facts.game().layout)):
            facts.wrong("order", f"the table's closing time had come, and {kind!r} happened")

    def stopped(self, body: Body) -> None:
        facts = self.facts
        self.suspended = True
        if self.doubts.doubtful:
            facts.wrong("order", f"nobody was told that event {self.doubts.doubtful}, which was paid, is in doubt")
        self.doubts.doubtful = 0
        people = ("supervisor-called", "inspector-notified")
        by_person = facts.role != SYSTEM and facts.previous not in ("unit-failed", "round-doubted", "wagers-voided")
        if facts.since_2() and by_person:
            facts.follows = Follows(people, "order", "the game was stopped, and nobody was told")

    def supervisor_called(self, body: Body) -> None:
        if self.facts.previous != "table-suspended":
            self.facts.wrong("order", "a supervisor was called, and the game was not stopped")

    def resumed(self, body: Body) -> None:
        facts = self.facts
        if not self.suspended:
            facts.wrong("order", "play went on that nobody had stopped")
        if facts.conduct and self.history.doubts:
            facts.wrong("order", "play went on, and a round was still in doubt")
        self.suspended = False


def _seat_of(body: dict[str, Any]) -> int | None:
    found: int | None = body["key"][0] if "key" in body else body.get("seat", body.get("by"))
    return found
