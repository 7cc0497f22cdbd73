"""Who may have caused an event: by role, by seat, as crew of the table, or by the clock alone.

Roles come from the powers in the book's conduct; ``causes`` lists who may cause which event.
"""

from __future__ import annotations

from feltwork.games.conduct import LEFT_SINCE, PASSED, SCREEN_FAULT, SECRET_LOST, UNIT_FAULT, Act, Conduct
from feltwork.verifier.table.causes import (
    BEFORE_PLAY,
    CREW,
    DEPENDS,
    IN_WORDS,
    NAMED,
    NAMED_SINCE_2,
    NOBODY,
    NOT_AT_THE_TABLE,
    OWN_AT_FIRST,
    PLAYER,
    SYSTEM,
    Who,
)
from feltwork.verifier.table.dice import Hands
from feltwork.verifier.table.doubts import Doubts
from feltwork.verifier.table.facts import Body, Facts, Round
from feltwork.verifier.table.history import History
from feltwork.verifier.table.notices import Notices
from feltwork.verifier.table.reopening import Reopening


class Roles:
    """Holds who caused an event, in which role, against who may by the book and as the table stands."""

    def __init__(
        self,
        facts: Facts,
        round_: Round,
        history: History,
        notices: Notices,
        hands: Hands,
        reopening: Reopening,
        doubts: Doubts,
    ) -> None:
        self.facts = facts
        self.round = round_
        self.history = history
        self.notices = notices
        self.hands = hands
        self.reopening = reopening
        self.doubts = doubts
        self.again = False
        """Does a wager come up again that its player had taken up before the round was taken back?"""
        self.roles: dict[tuple[Act, ...], frozenset[str]] = {}
        """Who has any of these powers, by the conduct of the day."""

    def opened(self) -> None:
        self.roles = {}

    def check(self, kind: str, who: Who, body: Body) -> None:
        """Could this person, in this role, have caused this event, which these may cause?"""
        facts = self.facts
        conduct = facts.conduct
        if conduct is None:
            return
        plainly = kind == "wager-placed" and facts.role == PLAYER and not self.round.thrown
        if plainly and facts.seats.get(body["key"][0]) == facts.actor:
            return  # most of all events, and nothing below would object
        if facts.role not in NOT_AT_THE_TABLE and conduct.rules > 1 and facts.actor in facts.seats.values():
            facts.wrong("role", f"{facts.role} {facts.actor!r} sat at this table as a player")
        early = kind in BEFORE_PLAY and (facts.status != "open" or conduct.rules == 1)
        if facts.role in CREW and not early and facts.crew.get(facts.actor) != facts.role:
            facts.wrong("crew", f"{facts.actor!r} was not {facts.role} at this table")
        self.again = kind == "wager-removed" and bool(self.reopening.retaken) and self.reopening.comes_up_again(body)
        powers = self._powers(kind, body, who.powers, conduct) if kind in DEPENDS else who.powers
        if kind == "wager-placed" and self.round.thrown and not facts.game().book.spins:
            who, powers = NOBODY, (Act.CONFIRM_LATE, Act.CONFIRM_ORAL)  # with the dice in the air, staff confirm it
        if not self._may(who, powers, kind, body, conduct):
            facts.wrong("seat" if facts.role == PLAYER and who.seat else "role", self._said(kind))
        if kind in IN_WORDS and facts.role != PLAYER and conduct.rules > 1 and self._wants_words(kind, body):
            facts.wrong("role", f"{facts.actor!r} acted for a player, and no word of the player's is kept")
        names = NAMED.get(kind) or (NAMED_SINCE_2.get(kind) if conduct.rules > 1 else None)
        if names is not None and body.get(names) != facts.actor:
            facts.wrong("role", f"it names {body.get(names)!r}, and {facts.actor!r} caused it")

    def _wants_words(self, kind: str, body: Body) -> bool:
        """Was this a player's own will, and is the player's word for it missing?"""
        if kind == "dice-passed":
            own = body["reason"] == PASSED
        elif kind == "bought-in":
            own = not body.get("via")  # from the player's money at the cage
        elif kind == "ball-spun":
            own = body.get("pressed") is not None
        else:
            own = kind != "wager-removed" or (self.facts.previous != "wager-refused" and not self.again)
        return own and not str(body.get("asked", "")).strip()

    def _said(self, kind: str) -> str:
        return f"{self.facts.role} {self.facts.actor!r} could not cause {kind!r} here"

    def _may(self, who: Who, powers: tuple[Act, ...], kind: str, body: Body, conduct: Conduct) -> bool:
        facts = self.facts
        if facts.role in self._with(powers, conduct) or facts.role in who.also:
            return True
        if conduct.rules < 2 and kind in OWN_AT_FIRST:
            who = Who(seat=who.seat)
        if facts.role == PLAYER:
            return self._is_their_seat(who, kind, body)
        if facts.role == SYSTEM:
            return who.system or self._by_the_clock(kind, body)
        if kind == "concern-raised":
            return True  # staff write down what a player says
        stands_in = who.stand_in and conduct.stands_in is not None and facts.role in conduct.stands_in.roles
        return stands_in or (who.crew and facts.role in CREW)

    def _with(self, powers: tuple[Act, ...], conduct: Conduct) -> frozenset[str]:
        """The roles that have one of these powers; whoever stands in for a dealer has a dealer's."""
        found = self.roles.get(powers) if self.facts.caches else None
        if found is None:
            roles = {role for what in powers if what in conduct.powers for role in conduct.powers[what].roles}
            if roles & {"dealer", "stickperson"} and conduct.stands_in is not None:
                roles |= set(conduct.stands_in.roles)
            found = self.roles[powers] = frozenset(roles)
        return found

    def _powers(self, kind: str, body: Body, usual: tuple[Act, ...], conduct: Conduct) -> tuple[Act, ...]:
        """The powers behind an event, where they depend on what kind of round or notice it is."""
        if kind == "round-settled":
            return (
                usual
                if not self.history.just_reversed
                else (Act.CORRECT,)
                if self.round.ruling is None
                else (Act.RULE_ON_A_FACE,)
            )
        if kind == "round-reversed" and conduct.rules > 1:
            return self._reversing()
        if kind == "round-adjusted" and body.get("cause") in (LEFT_SINCE, SCREEN_FAULT, UNIT_FAULT):
            return (Act.CORRECT, Act.RULE_ON_A_FACE, Act.RULE_ON_A_ROUND)
        if kind == "round-invalid":
            return self._voiding(body, conduct)
        if kind == "wagers-voided" and body["reason"] == SECRET_LOST:
            return (Act.INVALIDATE,)
        if kind in ("limits-announced", "limits-withdrawn") and Act.ANNOUNCE_LIMITS not in conduct.powers:
            return (Act.CHANGE_LIMITS,)
        if kind == "dice-thrown" and body["by"] is None:
            return (Act.HOUSE_THROW,) if Act.HOUSE_THROW in conduct.powers else (Act.OFFER_DICE, Act.SHOOT)
        if kind == "collected" and self.notices.closing_stood():
            return (*usual, Act.CLOSE)  # what a player left behind is paid out
        if kind == "collected" and body["seat"] in self.notices.vacating:
            return (*usual, Act.VACATE)
        if kind == "wager-removed" and self.facts.previous == "wager-refused":
            return (Act.REFUSE_WAGER,)
        if kind == "wager-removed" and self.again:
            return (*usual, Act.CORRECT, Act.RULE_ON_A_FACE)
        if kind == "wager-placed" and self.facts.game().book.readings.is_set("auto_rebet"):
            return (*usual, Act.CALL_RESULT, Act.SHOOT)
        return usual

    def _reversing(self) -> tuple[Act, ...]:
        """Who takes a round back: whoever ruled on its faces, or on the doubt; else who corrects or invalidates."""
        if self.round.ruling is not None:
            return (Act.RULE_ON_A_FACE,)
        return (Act.RULE_ON_A_ROUND,) if self.doubts.void is not None else (Act.CORRECT, Act.INVALIDATE)

    def _voiding(self, body: Body, conduct: Conduct) -> tuple[Act, ...]:
        reason = body["reason"]
        if reason == UNIT_FAULT:
            return (Act.RULE_ON_A_ROUND,) if self.history.just_reversed and conduct.rules > 1 else (Act.REPORT_UNIT,)
        if reason == SECRET_LOST:
            return (Act.INVALIDATE,)
        if self.history.just_reversed:
            return (Act.INVALIDATE,)
        if reason == "no more bets was not called":
            return (Act.CALL_RESULT,)
        return (
            *((Act.CALL_NO_ROLL,) if reason in conduct.no_result else ()),
            *((Act.INVALIDATE,) if reason in conduct.invalidating.causes else ()),
        )

    def _is_their_seat(self, who: Who, kind: str, body: Body) -> bool:
        """Does the player sit where the event says? Others throw only for the shooter who lets them."""
        facts = self.facts
        if kind == "seat-taken":
            return bool(body["player"] == facts.actor)
        if kind == "dice-thrown" and body["by"] is not None and facts.actor == self.hands.thrower:
            return True
        if kind in ("wagers-voided", "table-suspended"):
            # The same error at a second terminal stops the table with the report of its player.
            return facts.previous in ("terminal-faulted", "wagers-voided") and facts.actor in facts.seats.values()
        seat = self.hands.shooter if kind == "dice-selected" else body.get(who.seat) if who.seat else None
        return facts.seats.get(seat[0] if isinstance(seat, (list, tuple)) else seat or 0) == facts.actor

    def _by_the_clock(self, kind: str, body: Body) -> bool:
        """A notice that has stood takes effect by itself."""
        if kind in ("table-closed", "seat-left", "equipment-returned"):
            return self.notices.closing_stood()
        if kind == "limits-changed":
            return bool(body["limits"]) and all(
                self.notices.stood(wager, sign) for wager, sign in body["limits"].items()
            )
        return False
