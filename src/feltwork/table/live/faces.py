"""Which face of a die is uppermost: ruled on by the one person the book names, and final.

Star Craps 4.4.3, Crown 5.3.1(b)(i), Dragon Fire 4.4.4 and reading G14. The ruling is made while the dice lie, and the
call follows it; or after the settlement, until the next throw, and then the round is settled again or upheld.
"""

from __future__ import annotations

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.crew import Asker, in_words, may
from feltwork.table.live.floor_events import FaceRuled
from feltwork.table.live.state import BETTING, DICE_OUT, ENTERED, Life
from feltwork.table.play.events import RoundSettled

Dice = tuple[int, int]
RULES_ON = Act.RULE_ON_A_FACE


def ruled_wrongly(life: Life, conduct: Conduct, dice: Dice, reason: str, by: Asker) -> Refusal | None:
    """Why these dice cannot be ruled on so, if they cannot."""
    refused = may(by, conduct, RULES_ON)
    if refused:
        return refused
    clause = conduct.clause_of(RULES_ON)
    if not all(1 <= die <= 6 for die in dice):
        return Refusal(conduct.faces, "dice show 1 to 6")
    if not reason.strip():
        return Refusal(NOT_IN_THE_BOOK, "a ruling has a reason")
    if life.phase == BETTING and life.last_round is None:
        return Refusal(clause, "no dice lie to be ruled on, or the next throw has begun")
    if life.face is not None or is_final(life):
        return Refusal(clause, "the ruling on these faces has been given, and it is final")
    return None


def alike(one: object, other: Dice) -> bool:
    """The same two faces, whichever die shows which.

    >>> alike((3, 5), (5, 3)), alike((3, 5), (3, 4))
    (True, False)
    """
    return isinstance(one, tuple) and sorted(one) == sorted(other)


def is_final(life: Life) -> bool:
    """Have the faces of the last round been ruled on?"""
    return life.phase == BETTING and life.last_round is not None and life.last_round[0] in life.ruled


def not_as_ruled(life: Life, conduct: Conduct, dice: Dice) -> Refusal | None:
    """A call that is not the ruling."""
    if life.face is None or alike(dice, life.face):
        return None
    who = in_words(conduct.powers[RULES_ON].roles[0]).partition(" ")[2]
    first, second = life.face
    return Refusal(conduct.clause_of(RULES_ON), f"the {who} has ruled that the faces are {first} and {second}")


def out_of_question(life: Life, conduct: Conduct, reason: str) -> Refusal | None:
    """Dice whose faces have been ruled on can be read."""
    if life.face is None or reason not in conduct.unreadable:
        return None
    return Refusal(conduct.clause_of(RULES_ON), "the faces have been ruled on, so the dice can be read")


def happen(life: Life, event: FaceRuled) -> None:
    """Before the settlement a call that differs falls; after it, the round is upheld, or its reversal follows."""
    dice = (event.first, event.second)
    settled = life.last_round[1].result if life.last_round and event.version else None
    if alike(settled, dice):
        life.ruled |= {event.version}
        return
    life.face = dice
    if life.phase == ENTERED and not alike(life.entered, dice):
        life.phase, life.entered = DICE_OUT, None


def remember(life: Life, event: RoundSettled) -> None:
    """A round settled as it was ruled is final too."""
    kept = life.ruled & set(life.rounds)
    life.ruled = kept | {life.version} if life.face is not None else kept
    life.face = None
