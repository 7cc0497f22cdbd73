"""Which role, power or seat may cause which event: a list that ``roles`` holds each event against."""

from __future__ import annotations

from typing import NamedTuple

from feltwork.games.conduct import Act
from feltwork.games.registry import games

PLAYER, SYSTEM = "player", "system"
CREW = ("dealer", "stickperson", "boxperson")
"""Who must be assigned to the table, and may pass on what its players do."""
NOT_AT_THE_TABLE = frozenset((PLAYER, SYSTEM, "acceptor", "cashier"))
"""Roles that are no power over a table; whoever plays there has none that is."""


SANCTIONING = tuple(
    sorted(
        {
            role
            for game in games()
            if game.discipline
            for each in game.discipline.measures.values()
            for role in each.roles
        }
    )
)
"""Who may do something about a breach in some book; which of it, is held against the incident."""


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
    "player-sanctioned": Who(also=SANCTIONING),
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
    "correction-acknowledged": Who(crew=True),
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
    "correction-acknowledged": "person",
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
