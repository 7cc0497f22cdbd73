"""When there may be play at all: a table that is open, not stopped and not past its closing time, whole terminals,
players who have not been told to go."""

from __future__ import annotations

from typing import Any

from feltwork.games.conduct import HELD_BY_ONE, SHOWN_LIMITS, Conduct
from feltwork.verifier.table.causes import BEFORE_PLAY, CREW, PLAYER, SYSTEM, Askers
from feltwork.verifier.table.faces import Follows

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


class Standing(Askers):
    """How a table stands, beside the game on it."""

    def start_standing(self) -> None:
        self.suspended = False
        self.capacity = 0
        self.checked: set[str] = set()
        self.watched = True
        """Is there anything to look at here? For most of what happens there is not."""

    def watch(self) -> None:
        unusual = self.status != "open" or self.suspended or self.closing is not None
        self.watched = bool(unusual or self.faulty or self.vacating or self.closes_at is not None)

    def check_standing(self, kind: str, body: dict[str, Any]) -> None:
        """Could this happen at the table as it stands?"""
        if kind == "checks-redeemed":
            return  # while the table is closed, and only then
        if self.status != "open" and kind not in BEFORE_PLAY and not self._is_set_up(kind):
            self._wrong("order", f"the table was not open, and {kind!r} happened")
            return
        rebet = kind == "wager-placed" and self._game().book.readings.is_set("auto_rebet")
        if rebet:
            return  # it goes up again with the result that won it
        if self.suspended and (kind in STOPPED or (kind == "bets-closed" and not self.thrown)):
            self._wrong("order", f"play was stopped, and {kind!r} happened")
        if self.closing is not None:
            self._not_past_closing(kind)
        if self.faulty and self.role == PLAYER and kind in AT_A_TERMINAL and _seat_of(body) in self.faulty:
            self._wrong("order", f"terminal {_seat_of(body)} was out of play")
        if kind in ("wager-placed", "wager-declared") and _seat_of(body) in self.vacating:
            self._wrong("placing", f"the player of seat {_seat_of(body)} had been told to go")
        taken = kind == "wager-removed" and not self.suspended and self.previous != "wager-refused"
        timed = kind in ("wager-placed", "wager-declared") or taken  # a supervisor refuses a wager at any time
        if timed and self.closes_at is not None and self.at >= self.closes_at:
            self._wrong("placing", "the wagering period was over")

    def _is_set_up(self, kind: str) -> bool:
        """Before play opens the sign is put up, and a table that will not do is closed again."""
        return kind in ("limits-changed", "table-closed") and self.status == "checking" and self._shows_limits()

    def _shows_limits(self) -> bool:
        return self.conduct is not None and self.conduct.rules >= SHOWN_LIMITS

    def _not_past_closing(self, kind: str) -> None:
        """Once closing is announced nobody sits down and no credits are bought; after its time nothing is added."""
        credits_only = self.conduct is not None and bool(self.conduct.meters)
        if kind == "seat-taken" or (kind == "bought-in" and credits_only):
            self._wrong("order", f"the table was about to close, and {kind!r} happened")
        elif self._closing_stood() and (kind in ADDS or (kind == "bets-opened" and not self._game().lying)):
            self._wrong("order", f"the table's closing time had come, and {kind!r} happened")

    def _suspended(self, version: int, body: dict[str, Any]) -> None:
        self.suspended = True
        if self.doubtful:
            self._wrong("order", f"nobody was told that event {self.doubtful}, which was paid, is in doubt")
        self.doubtful = 0
        people = ("supervisor-called", "inspector-notified")
        by_person = self.role != SYSTEM and self.previous not in ("unit-failed", "round-doubted", "wagers-voided")
        if self._since_2() and by_person:
            self.follows = Follows(people, "order", "the game was stopped, and nobody was told")

    def _supervisor_called(self, version: int, body: dict[str, Any]) -> None:
        if self.previous != "table-suspended":
            self._wrong("order", "a supervisor was called, and the game was not stopped")

    def _resumed(self, version: int, body: dict[str, Any]) -> None:
        if not self.suspended:
            self._wrong("order", "play went on that nobody had stopped")
        if self.conduct and self.doubts:
            self._wrong("order", "play went on, and a round was still in doubt")
        self.suspended = False

    def _fits(self, seat: int, player: str) -> None:
        if not 1 <= seat <= self.capacity or player in self.crew:
            self._wrong("seat", f"{player!r} could not sit in seat {seat}")

    def _assigned(self, version: int, body: dict[str, Any]) -> None:
        """A player is not crew, and a table in play keeps everybody it cannot play without."""
        if self.conduct is None:
            return
        person, role = body["person"], body["role"]
        gone = self._without({**self.crew, person: role}, self.conduct)
        if person in self.seats.values() or role not in self.conduct.staff.union(CREW) or gone:
            self._wrong("crew", f"{person!r} could not be made {role} here")
        alone = role in HELD_BY_ONE and self.conduct.rules > 1
        others = {other for other, place in self.crew.items() if place == role and other != person} if alone else set()
        if others != {body.get("relieves", "")} - {""}:
            self._wrong("crew", f"{person!r} was made {role}, and {sorted(others)} had that place")

    def _relieved(self, version: int, body: dict[str, Any]) -> None:
        """Whoever goes was there, and a table in play keeps everybody it cannot play without."""
        person, role = body["person"], body["role"]
        if self.crew.get(person) != role:
            self._wrong("crew", f"{person!r} was not {role} here, and was released")
        left = {other: place for other, place in self.crew.items() if other != person}
        if self.conduct and self._without(left, self.conduct):
            self._wrong("crew", f"the table was left without {role}")

    def _without(self, crew: dict[str, str], conduct: Conduct) -> list[str]:
        """What a table in play then lacks."""
        return [needed for needed in conduct.crew if needed not in crew.values() and self.status == "open"]

    def _oral(self, version: int, body: dict[str, Any]) -> None:
        """Mini Craps takes oral wagers only while a boxperson acts as stickperson (Crown 7.4.2)."""
        conduct = self.conduct
        if conduct and not conduct.oral:
            self._wrong("placing", "an oral wager was taken, and this book takes none")
        if conduct and conduct.rules > 1 and conduct.oral_needs_stick and self.stick is None:
            self._wrong("placing", "an oral wager was taken, and no boxperson acted as stickperson")

    def _stick_taken(self, version: int, body: dict[str, Any]) -> None:
        if self.conduct and body["person"] is not None and self.crew.get(body["person"]) != "boxperson":
            self._wrong("crew", f"{body['person']!r} is no boxperson here and was given the stick")

    def _complete(self) -> None:
        """Play opens with everything checked and everybody there."""
        conduct = self.conduct
        if conduct is None:
            return
        missing = [item for item in conduct.equipment if item not in self.checked]
        missing += [role for role in conduct.crew if role not in self.crew.values()]
        if missing:
            self._wrong("order", f"play was opened without {', '.join(missing)}")
        if self._shows_limits() and (open_ended := self._not_on_sign()):
            self._wrong("limits", f"play was opened with no minimum and maximum on the sign for {open_ended[0]}")

    def _not_on_sign(self) -> list[str]:
        """Wagers without a minimum and a maximum; by the other reading odds share that of their flat wager."""
        felt = self._game()
        shown = {wager for wager, (low, high, _) in felt.sign.items() if low and high is not None}
        if felt.book.readings.chose("odds_limits", "share_flat"):
            shown |= {row.name for row in felt.book.wagers.values() if row.parent in shown}
        return [wager for wager in felt.book.wagers if wager not in shown]

    def _asked_for(self, body: dict[str, Any]) -> None:
        """A player's chips and seat are the player's: staff pass on what was asked, or act on an order to go."""
        if self.role == PLAYER or body["seat"] in self.vacating or self._closing_stood() or self.conduct is None:
            return
        if self.conduct.shot or not body.get("asked", "").strip():
            self._wrong("role", f"the player of seat {body['seat']} had not asked for it")

    def _vacates(self, version: int, body: dict[str, Any]) -> None:
        seat = body["seat"]
        if self.seats.get(seat) != body["player"] or any(w.seat == seat for w in self._game().lying.values()):
            self._wrong("seat", f"the player of seat {seat} could not be told to go")


def _seat_of(body: dict[str, Any]) -> int | None:
    found: int | None = body["key"][0] if "key" in body else body.get("seat", body.get("by"))
    return found
