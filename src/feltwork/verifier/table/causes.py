"""Who may have caused which event: by role, by seat, as crew of the table, or by the clock alone.

Roles come from the powers in the book's conduct. Everything else is folded here: who sits where, who is crew in which
role, what a sign has announced and for how long it has stood.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from feltwork.games.conduct import LEFT_SINCE, PASSED, SCREEN_FAULT, SECRET_LOST, UNIT_FAULT, Act, Conduct
from feltwork.verifier.table.shooter import Hands

PLAYER, SYSTEM = "player", "system"
CREW = ("dealer", "stickperson", "boxperson")
"""Who must be assigned to the table, and may pass on what its players do."""
NOT_AT_THE_TABLE = frozenset((PLAYER, SYSTEM, "acceptor", "cashier"))
"""Roles that are no power over a table; whoever plays there has none that is."""
MINUTE = 60_000_000


class Who(NamedTuple):
    """Any one of these is enough."""

    powers: tuple[Act, ...] = ()
    """Powers of the book."""
    seat: str = ""
    """The part of the event that names a seat: its player may."""
    crew: bool = False
    """Crew may for a player,"""
    stand_in: bool = False
    """and so may whoever stands in for a dealer."""
    system: bool = False
    also: tuple[str, ...] = ()
    """Roles that no book speaks of."""


def _may(*powers: Act, system: bool = False) -> Who:
    return Who(powers, system=system)


_own = Who(seat="seat")
_for_a_seat = Who(seat="seat", crew=True)
_at_a_seat = Who(seat="seat", crew=True, stand_in=True)
CAUSES: dict[str, Who] = {
    "table-opened": _may(Act.CHANGE_LIMITS),
    "equipment-checked": _may(Act.CLOSE),
    "crew-assigned": _may(Act.CLOSE),
    "crew-released": _may(Act.CLOSE),
    "equipment-brought": _may(Act.CLOSE),
    "equipment-returned": _may(Act.CLOSE, Act.RESTORE_UNIT),
    "item-replaced": _may(Act.CLOSE),
    "play-opened": _may(Act.CLOSE),
    "table-closed": _may(Act.CLOSE),
    "closure-announced": _may(Act.CLOSE),
    "limits-announced": _may(Act.ANNOUNCE_LIMITS),
    "limits-withdrawn": _may(Act.ANNOUNCE_LIMITS),
    "closure-withdrawn": _may(Act.CLOSE),
    "limits-changed": _may(Act.CHANGE_LIMITS),
    "personal-limit-set": _may(Act.PERSONAL_LIMIT),
    "seat-taken": _for_a_seat,
    "seat-left": _at_a_seat._replace(powers=(Act.CLOSE,)),
    "bought-in": _at_a_seat._replace(powers=(Act.CONFIRM_ORAL,), also=("acceptor",)),
    "acceptor-enrolled": _may(Act.CLOSE),
    "acceptor-removed": _may(Act.CLOSE),
    "note-reported": Who(also=("acceptor",)),
    "collected": _at_a_seat,
    "call-asked": _for_a_seat,
    "wager-called": _may(Act.CONFIRM_CALL, Act.CONFIRM_OFF),
    "call-declined": _may(Act.CONFIRM_CALL, Act.CONFIRM_OFF),
    "call-withdrawn": _for_a_seat,
    "wager-placed": Who((Act.CONFIRM_ORAL,), "key", crew=True, stand_in=True),
    "zero-placed-outside": _at_a_seat._replace(powers=(Act.CONFIRM_ORAL,)),
    "zero-taken-outside": _at_a_seat,
    "wager-removed": Who((), "key", crew=True, stand_in=True),
    "wager-refused": _may(Act.REFUSE_WAGER),
    "wager-declared": _at_a_seat,
    "wager-announced": _may(Act.ANNOUNCE_ORAL),
    "stick-taken": _may(Act.ACT_AS_STICK),
    "bets-opened": _may(Act.OPEN_BETS),
    "bets-closed": _may(Act.CLOSE_BETS),
    "wagering-period-set": _may(Act.SET_PERIOD),
    "dice-offered": _may(Act.OFFER_DICE),
    "house-throws": _may(Act.OFFER_DICE),
    "dice-accepted": _for_a_seat,
    "dice-rejected": _for_a_seat,
    "dice-selected": _for_a_seat,
    "thrower-authorised": _for_a_seat,
    "dice-passed": _at_a_seat._replace(
        powers=(Act.ORDER_PASS, Act.CALL_RESULT, Act.CORRECT, Act.SHOOT, Act.RULE_ON_A_FACE)
    ),
    "dice-handed": _may(Act.HAND_DICE),
    "dice-thrown": Who(seat="by", crew=True),
    "shot-awaited": _may(Act.CLOSE_BETS),
    "die-lost": _may(Act.OFFER_DICE),
    "die-found": _may(Act.OFFER_DICE),
    "die-checked": _may(Act.CHECK_DICE),
    "dice-brought": _may(Act.CLOSE, Act.CHECK_DICE),
    "throw-reported": Who((Act.CALL_RESULT, Act.CALL_NO_ROLL), crew=True),
    "report-dismissed": _may(Act.CALL_NO_ROLL),
    "result-entered": _may(Act.CALL_RESULT),
    "number-entered": _may(Act.CALL_RESULT),
    "dolly-placed": _may(Act.CALL_RESULT),
    "areas-lit": _may(Act.CALL_RESULT, Act.CORRECT, Act.RULE_ON_A_FACE),
    "display-read": _may(Act.READ_DISPLAY),
    "ball-loaded": _may(Act.LOAD_BALL),
    "button-offered": _may(Act.LOAD_BALL),
    "ball-spun": Who((Act.SPIN_BALL,), "pressed", crew=True),
    "ball-examined": _may(Act.EXAMINE_BALL),
    "ball-taken-out": _may(Act.SPIN_BALL),
    "lucky-ball-drawn": _may(Act.DRAW_NUMBERS),
    "lucky-ball-boosted": _may(Act.DRAW_NUMBERS),
    "round-settled": _may(Act.CALL_RESULT, Act.SHOOT),
    "round-invalid": _may(Act.CALL_NO_ROLL),
    "round-reversed": _may(Act.CORRECT, Act.INVALIDATE, Act.REPORT_UNIT),
    "face-ruled": _may(Act.RULE_ON_A_FACE),
    "debt-repaid": _may(Act.CORRECT, Act.RULE_ON_A_FACE, Act.RULE_ON_A_ROUND),
    "round-ruled": _may(Act.RULE_ON_A_ROUND),
    "round-doubted": _may(Act.REPORT_UNIT, Act.REPORT_SCREEN),
    "supervisor-called": _may(Act.STOP_GAME),
    "zero-moved": _may(Act.MOVE_ZERO, Act.CALL_RESULT),
    "fairness-applied": _may(Act.REPOSITION),
    "wager-repositioned": _may(Act.REPOSITION),
    "screen-failed": _may(Act.REPORT_SCREEN),
    "lucky-ball-voided": _may(Act.REPORT_SCREEN),
    "screen-restored": _may(Act.CLOSE),
    "unit-failed": _may(Act.REPORT_UNIT),
    "unit-restored": _may(Act.RESTORE_UNIT),
    "table-suspended": _may(Act.REPORT_FAULT, Act.REPORT_UNIT, Act.CONFIRM_TERMINAL, Act.STOP_GAME, system=True),
    "inspector-notified": _may(Act.REPORT_FAULT, Act.WITHHOLD, Act.INVALIDATE, system=True),
    "table-resumed": _may(Act.CLOSE, Act.RESTORE_UNIT),
    "vacate-ordered": _may(Act.VACATE),
    "correction-proposed": _may(Act.CLOSE),
    "correction-dropped": _may(Act.CLOSE),
    "round-adjusted": _may(Act.CLOSE),
    "close-relaxed": _may(Act.RELAX_CLOSE),
    "terminal-faulted": Who((Act.CONFIRM_TERMINAL,), "seat", system=True),
    "terminal-restored": _may(Act.CONFIRM_TERMINAL),
    "wagers-voided": _may(Act.CONFIRM_TERMINAL, system=True),
    "withheld": _may(Act.WITHHOLD),
    "withholding-ended": _may(Act.WITHHOLD),
    "concern-raised": _own,
    "concern-answered": _may(Act.ANSWER_CONCERN),
    "card-in": _own,
    "wagers-found-invalid": _may(Act.FIND_INVALID),
    "card-out": _at_a_seat._replace(powers=(Act.CLOSE, Act.FIND_INVALID), system=True, also=("cashier",)),
    "draw-committed": _may(system=True),
    "betting-opened": _may(system=True),
    "nonce-added": _own,
    "outcome-drawn": _may(Act.SHOOT, Act.DRAW_NUMBERS),
    "secret-revealed": _may(system=True),
    "draw-given-up": _may(Act.INVALIDATE),
    "tokens-issued": _may(Act.EXCHANGE_VOUCHER),
    "voucher-changed": _may(Act.CONFIRM_ORAL),
    "tokens-handed-in": _for_a_seat,
    "colour-issued": _may(Act.ISSUE_COLOURS, Act.SEVERAL_COLOURS),
    "colour-asked": _own,
    "colour-agreed": _for_a_seat,
    "colour-redeemed": _for_a_seat,
    "checks-left-out": _may(Act.CLOSE),
    "checks-brought-back": _for_a_seat,
    "checks-redeemed": Who(also=("cashier",)),
    "chips-sold": _may(Act.SELL_CHIPS),
    "float-filled": _may(Act.FILL_FLOAT),
    "float-credited": _may(Act.FILL_FLOAT),
    "drop-counted": _may(Act.EMPTY_DROP_BOX),
}
DEPENDS = frozenset(
    (
        "round-settled",
        "round-invalid",
        "wagers-voided",
        "limits-announced",
        "limits-withdrawn",
        "dice-thrown",
        "collected",
        "wager-removed",
        "wager-placed",
        "round-reversed",
        "round-adjusted",
    )
)
"""Events that ask for other powers in other rounds."""
NOBODY = Who()
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
"""Events that signs are asked about,"""
NOTED = NOTICED | {
    "crew-assigned",
    "crew-released",
    "stick-taken",
    "table-closed",
    "vacate-ordered",
}
"""and those that change crew or signs."""
BEFORE_PLAY = frozenset(
    (
        "table-opened",
        "equipment-checked",
        "equipment-brought",
        "equipment-returned",
        "crew-assigned",
        "crew-released",
        "play-opened",
        "float-filled",
        "float-credited",
        "drop-counted",
        "acceptor-enrolled",
        "acceptor-removed",
    )
)
"""What supervising crew do before they are assigned, as long as the table is not in play."""
NAMED = {
    "wager-announced": "person",
    "correction-proposed": "person",
    "correction-dropped": "person",
    "round-adjusted": "agreed_by",
    "face-ruled": "person",
    "round-doubted": "person",
    "round-ruled": "person",
    "supervisor-called": "person",
}
"""Events that name who caused them,"""
NAMED_SINCE_2 = {"result-entered": "person", "number-entered": "person"}
"""and those that do since rules 2."""


IN_WORDS = frozenset(
    (
        "wager-removed",
        "dice-accepted",
        "dice-rejected",
        "dice-selected",
        "dice-passed",
        "thrower-authorised",
        "ball-spun",
        "colour-redeemed",
        "colour-agreed",
        "checks-brought-back",
        "tokens-handed-in",
        "call-asked",
        "call-withdrawn",
        "wager-declared",
        "bought-in",
    )
)
"""What only the player does: entered by somebody else, it carries what the player asked, in words."""
OWN_AT_FIRST = frozenset(("call-asked", "colour-agreed", "wager-declared"))
"""What under the first rules of conduct nobody else entered at all."""


class Askers(Hands):
    """Who is at the table, in which role."""

    again = False
    """Does a wager come up again that its player had taken up before the round was taken back?"""

    def start_askers(self) -> None:
        self.new_day()

    def new_day(self) -> None:
        self.crew: dict[str, str] = {}
        self.stick: str | None = None
        """The boxperson who acts as stickperson, at a table without one."""
        self.new_hands()
        self.announced: dict[str, tuple[list[Any], int]] = {}
        self.closing: int | None = None
        self.vacating: set[int] = set()
        """Seats whose players have been told to give them up."""
        self.roles: dict[tuple[Act, ...], frozenset[str]] = {}
        """Who has any of these powers, by the conduct of the day."""

    def check_asker(self, kind: str, who: Who, body: dict[str, Any]) -> None:
        """Could this person, in this role, have caused this event, which these may cause?"""
        conduct = self.conduct
        if conduct is None:
            return
        plainly = kind == "wager-placed" and self.role == PLAYER and not self.thrown
        if plainly and self.seats.get(body["key"][0]) == self.actor:
            return  # most of all events, and nothing below would object
        if self.role not in NOT_AT_THE_TABLE and conduct.rules > 1 and self.actor in self.seats.values():
            self._wrong("role", f"{self.role} {self.actor!r} sat at this table as a player")
        early = kind in BEFORE_PLAY and (self.status != "open" or conduct.rules == 1)
        if self.role in CREW and not early and self.crew.get(self.actor) != self.role:
            self._wrong("crew", f"{self.actor!r} was not {self.role} at this table")
        self.again = kind == "wager-removed" and bool(self.retaken) and self.comes_up_again(body)
        powers = self._powers(kind, body, who.powers, conduct) if kind in DEPENDS else who.powers
        if kind == "wager-placed" and self.thrown and not self._game().book.spins:
            who, powers = NOBODY, (Act.CONFIRM_LATE, Act.CONFIRM_ORAL)  # with the dice in the air, staff confirm it
        if not self._may(who, powers, kind, body, conduct):
            self._wrong("seat" if self.role == PLAYER and who.seat else "role", self._said(kind))
        if kind in IN_WORDS and self.role != PLAYER and conduct.rules > 1 and self._wants_words(kind, body):
            self._wrong("role", f"{self.actor!r} acted for a player, and no word of the player's is kept")
        names = NAMED.get(kind) or (NAMED_SINCE_2.get(kind) if conduct.rules > 1 else None)
        if names is not None and body.get(names) != self.actor:
            self._wrong("role", f"it names {body.get(names)!r}, and {self.actor!r} caused it")

    def _wants_words(self, kind: str, body: dict[str, Any]) -> bool:
        """Was this a player's own will, and is the player's word for it missing?"""
        if kind == "dice-passed":
            own = body["reason"] == PASSED
        elif kind == "bought-in":
            own = not body.get("via")  # from the player's money at the cage
        elif kind == "ball-spun":
            own = body.get("pressed") is not None
        else:
            own = kind != "wager-removed" or (self.previous != "wager-refused" and not self.again)
        return own and not str(body.get("asked", "")).strip()

    def _said(self, kind: str) -> str:
        return f"{self.role} {self.actor!r} could not cause {kind!r} here"

    def _may(self, who: Who, powers: tuple[Act, ...], kind: str, body: dict[str, Any], conduct: Conduct) -> bool:
        if self.role in self._with(powers, conduct) or self.role in who.also:
            return True
        if conduct.rules < 2 and kind in OWN_AT_FIRST:
            who = Who(seat=who.seat)
        if self.role == PLAYER:
            return self._is_their_seat(who, kind, body)
        if self.role == SYSTEM:
            return who.system or self._by_the_clock(kind, body)
        if kind == "concern-raised":
            return True  # staff write down what a player says
        stands_in = who.stand_in and conduct.stands_in is not None and self.role in conduct.stands_in.roles
        return stands_in or (who.crew and self.role in CREW)

    def _with(self, powers: tuple[Act, ...], conduct: Conduct) -> frozenset[str]:
        """The roles that have one of these powers; whoever stands in for a dealer has a dealer's."""
        if powers not in self.roles:
            roles = {role for what in powers if what in conduct.powers for role in conduct.powers[what].roles}
            if roles & {"dealer", "stickperson"} and conduct.stands_in is not None:
                roles |= set(conduct.stands_in.roles)
            self.roles[powers] = frozenset(roles)
        return self.roles[powers]

    def _powers(self, kind: str, body: dict[str, Any], usual: tuple[Act, ...], conduct: Conduct) -> tuple[Act, ...]:
        """The powers behind an event, where they depend on what kind of round or notice it is."""
        if kind == "round-settled":
            return usual if not self.just_reversed else (Act.CORRECT,) if self.ruling is None else (Act.RULE_ON_A_FACE,)
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
        if kind == "collected" and self._closing_stood():
            return (*usual, Act.CLOSE)  # what a player left behind is paid out
        if kind == "collected" and body["seat"] in self.vacating:
            return (*usual, Act.VACATE)
        if kind == "wager-removed" and self.previous == "wager-refused":
            return (Act.REFUSE_WAGER,)
        if kind == "wager-removed" and self.again:
            return (*usual, Act.CORRECT, Act.RULE_ON_A_FACE)
        if kind == "wager-placed" and self._game().book.readings.is_set("auto_rebet"):
            return (*usual, Act.CALL_RESULT, Act.SHOOT)
        return usual

    def _reversing(self) -> tuple[Act, ...]:
        """Who takes a round back: whoever ruled on its faces, or on the doubt; else who corrects or invalidates."""
        if self.ruling is not None:
            return (Act.RULE_ON_A_FACE,)
        return (Act.RULE_ON_A_ROUND,) if self.void is not None else (Act.CORRECT, Act.INVALIDATE)

    def _voiding(self, body: dict[str, Any], conduct: Conduct) -> tuple[Act, ...]:
        reason = body["reason"]
        if reason == UNIT_FAULT:
            return (Act.RULE_ON_A_ROUND,) if self.just_reversed and conduct.rules > 1 else (Act.REPORT_UNIT,)
        if reason == SECRET_LOST:
            return (Act.INVALIDATE,)
        if self.just_reversed:
            return (Act.INVALIDATE,)
        if reason == "no more bets was not called":
            return (Act.CALL_RESULT,)
        return (
            *((Act.CALL_NO_ROLL,) if reason in conduct.no_result else ()),
            *((Act.INVALIDATE,) if reason in conduct.causes else ()),
        )

    def _is_their_seat(self, who: Who, kind: str, body: dict[str, Any]) -> bool:
        """Does the player sit where the event says? Others throw only for the shooter who lets them."""
        if kind == "seat-taken":
            return bool(body["player"] == self.actor)
        if kind == "dice-thrown" and body["by"] is not None and self.actor == self.thrower:
            return True
        if kind in ("wagers-voided", "table-suspended"):
            # The same error at a second terminal stops the table with the report of its player.
            return self.previous in ("terminal-faulted", "wagers-voided") and self.actor in self.seats.values()
        seat = self.shooter if kind == "dice-selected" else body.get(who.seat) if who.seat else None
        return self.seats.get(seat[0] if isinstance(seat, (list, tuple)) else seat or 0) == self.actor

    def _by_the_clock(self, kind: str, body: dict[str, Any]) -> bool:
        """A notice that has stood takes effect by itself."""
        if kind in ("table-closed", "seat-left", "equipment-returned"):
            return self._closing_stood()
        if kind == "limits-changed":
            return bool(body["limits"]) and all(self._stood(wager, sign) for wager, sign in body["limits"].items())
        return False

    def _closing_stood(self) -> bool:
        return self.closing is not None and self.closing <= self.at

    def _stood(self, wager: str, sign: list[Any]) -> bool:
        announced, since = self.announced.get(wager, ([], 0))
        return announced == sign and since <= self.at

    def check_notice(self, kind: str, body: dict[str, Any]) -> None:
        """Signs stand for their time before they count."""
        if self.conduct is None:
            return
        if kind in ("limits-announced", "closure-announced"):
            if body["effective"] < self.at + self.conduct.notice_minutes * MINUTE:
                self._wrong("notice", f"it takes effect less than {self.conduct.notice_minutes} minutes later")
        elif kind == "limits-withdrawn":
            if not body["wagers"] or any(self.announced.get(wager, ([], 0))[1] <= self.at for wager in body["wagers"]):
                self._wrong("notice", "a notice was taken down that was not up, or whose time had come")
        elif kind == "closure-withdrawn":
            if self.closing is None or self.closing <= self.at:
                self._wrong("notice", "a notice of closing was taken down that was not up, or whose time had come")
        elif kind == "limits-changed" and self.status != "checking":
            for wager, sign in body["limits"].items():
                shown, since = self.announced.get(wager, ([], 0))
                if self._is_raised(wager, sign) and (shown[::2] != sign[::2] or since > self.at):
                    self._wrong("notice", f"the minimum on {wager} went up without a sign that had stood its time")
        elif kind == "seat-left" and self.seats.get(body["seat"]) != self.actor and self.role not in CREW:
            stands_in = self.conduct.stands_in is not None and self.role in self.conduct.stands_in.roles
            if not stands_in and not self._closing_stood() and body["seat"] not in self.vacating:
                self._wrong("notice", "players were sent away before the sign of closing had stood its time")

    def _is_raised(self, wager: str, sign: list[Any]) -> bool:
        low, _, unit = self._game().sign.get(wager, (0, None, 0))
        units_too = not self._game().book.readings.chose("unit_change_notice", "false")
        return bool(sign[0] > low or (units_too and sign[2] > unit))

    def note_asker(self, kind: str, body: dict[str, Any]) -> None:
        """What the event makes of crew and signs."""
        match kind:
            case "crew-assigned":
                self.crew.pop(body.get("relieves", ""), None)
                self.crew[body["person"]] = body["role"]
                self._keeps_stick()
            case "crew-released":
                self.crew.pop(body["person"], None)
                self._keeps_stick()
            case "stick-taken":
                self.stick = body["person"]
            case "vacate-ordered":
                self.vacating.add(body["seat"])
            case "seat-left":
                self.vacating.discard(body["seat"])
                self._no_longer_there(body["seat"], body["player"])
            case "limits-announced":
                self.announced |= {wager: (sign, body["effective"]) for wager, sign in body["limits"].items()}
            case "limits-changed":
                self.announced = {w: sign for w, sign in self.announced.items() if w not in body["limits"]}
            case "closure-announced":
                self.closing = body["effective"]
            case "limits-withdrawn":
                self.announced = {w: sign for w, sign in self.announced.items() if w not in body["wagers"]}
            case "closure-withdrawn" | "table-closed":
                self.closing = None

    def _keeps_stick(self) -> None:
        """Only a boxperson of this table acts as its stickperson (Crown 7.4.2)."""
        first = self.conduct is not None and self.conduct.rules == 1
        if not first and self.stick is not None and self.crew.get(self.stick) != "boxperson":
            self.stick = None
