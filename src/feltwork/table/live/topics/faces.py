"""Which face of a die is uppermost: ruled on by the one person the book names, and final.

Star Craps 4.4.3, Crown 5.3.1(b)(i), Dragon Fire 4.4.4 and reading G14. The ruling is made while the dice lie, and the
call follows it; or after the settlement, until the next throw, and then the round is settled again or upheld.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from feltwork.games.conduct import Act, Conduct
from feltwork.outcomes import throw_symbol
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asked, Asker, may
from feltwork.table.live.topic import BETTING, DICE_OUT, ENTERED, Guard, Topic, dice_in_words, tag
from feltwork.table.live.topics.no_result import RULES_ON, no_result
from feltwork.table.live.topics.rolls import Dice, alike
from feltwork.table.live.topics.rulings import is_final, no_correction, own_call, resettle
from feltwork.table.play.events import RoundInvalid, RoundSettled
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


class RuleOnFace(Asked, frozen=True, tag="rule-on-face"):
    """Which faces are uppermost, by the person whose decision is final: other than were called, or the same."""

    first: int
    second: int
    reason: str


class CorrectResult(Asked, frozen=True, tag="correct-result"):
    first: int
    second: int
    reason: str


class FaceRuled(Struct, frozen=True, tag="face-ruled"):
    """Which faces are uppermost: nobody reads these dice otherwise any more."""

    first: int
    second: int
    person: str
    reason: str
    clause: str
    version: int = 0
    """The round that it is about, where that had been settled."""


def ruled_wrongly(live: LiveTable, conduct: Conduct, dice: Dice, reason: str, by: Asker) -> Refusal | None:
    """Why these dice cannot be ruled on so, if they cannot."""
    refused = may(by, conduct, RULES_ON)
    if refused:
        return refused
    clause = conduct.clause_of(RULES_ON)
    if not all(1 <= die <= 6 for die in dice):
        return Refusal(conduct.dice.faces, "dice show 1 to 6")
    if not reason.strip():
        return Refusal(NOT_IN_THE_BOOK, "say why you rule so")
    if live.phase == BETTING and live.rounds.last is None:
        return Refusal(clause, "there are no dice to rule on, or the next throw has begun")
    if live.throw.face is not None or is_final(live):
        return Refusal(clause, "the ruling on these faces has been given, and it is final")
    return None


def rule_on_face(live: LiveTable, table: TableState, conduct: Conduct, command: RuleOnFace, by: Asker) -> Decision:
    """Which faces are uppermost, finally: the call follows, or what was settled otherwise is settled again."""
    dice = (command.first, command.second)
    refused = ruled_wrongly(live, conduct, dice, command.reason, by) or own_call(live, conduct, by)
    if refused:
        return refused
    clause = conduct.clause_of(RULES_ON)
    said = (command.first, command.second, by.person, command.reason, clause)
    if live.phase != BETTING or live.rounds.last is None:
        return no_result(live, conduct) or (FaceRuled(*said),)
    version, settled = live.rounds.last
    ruled, symbol = FaceRuled(*said, version), throw_symbol(*dice)
    if alike(settled.result, dice):
        return (ruled,)
    again = resettle(live, conduct, symbol, dice, command.reason, by, clause)
    return again if isinstance(again, Refusal) else (ruled, *again)


def correct_result(live: LiveTable, table: TableState, conduct: Conduct, command: CorrectResult, by: Asker) -> Decision:
    """The last result set right: its settlement is reversed, then the dice as they lay are settled.

    Where whoever rules on the faces corrects, that is a ruling on them (Star Craps 4.4.3, Crown 5.3.1(b)(i)).
    """
    clause = conduct.clause_of(Act.CORRECT)
    refused = may(by, conduct, Act.CORRECT)
    if refused:
        return refused
    if not all(1 <= die <= 6 for die in (command.first, command.second)) or not command.reason.strip():
        return Refusal(clause, "a correction needs two dice and a reason")
    dice, symbol = (command.first, command.second), throw_symbol(command.first, command.second)
    refused = no_correction(live, conduct, by)
    if refused:
        return refused
    if live.rounds.last and live.rounds.last[1].result == dice:
        return Refusal(clause, "that is the result that was paid")
    if conduct.dice.corrects_faces and conduct.rules > 1:
        return rule_on_face(live, table, conduct, RuleOnFace(*dice, command.reason), by)
    return resettle(live, conduct, symbol, dice, command.reason, by)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case FaceRuled():
            ruled = f"{shown(event.person)} rules that the faces are {dice_in_words(event.first, event.second)}"
            return [f"{ruled} ({event.clause}): {shown(event.reason)}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Which faces were ruled on; a round settled as it was ruled is final too."""
    match event:
        case FaceRuled():
            _ruled(live, event)
        case RoundSettled():
            kept = live.rounds.ruled & set(live.rounds.kept)
            live.rounds.ruled = kept | {live.version} if live.throw.face is not None else kept
            live.throw.face = None
        case RoundInvalid():
            live.throw.face = None


def _ruled(live: LiveTable, event: FaceRuled) -> None:
    """Before the settlement a call that differs falls; after it, the round is upheld, or its reversal follows."""
    dice = (event.first, event.second)
    settled = live.rounds.last[1].result if live.rounds.last and event.version else None
    if alike(settled, dice):
        live.rounds.ruled |= {event.version}
        return
    live.throw.face = dice
    if live.phase == ENTERED and not alike(live.throw.entered, dice):
        live.phase, live.throw.entered = DICE_OUT, None


TOPIC = Topic(
    commands={RuleOnFace: rule_on_face, CorrectResult: correct_result},
    guards={
        Guard.WITH_DICE: (RuleOnFace, CorrectResult),
        Guard.TO_THE_END: (RuleOnFace,),
        Guard.WHILE_STOPPED: (RuleOnFace, CorrectResult),
    },
    events=(FaceRuled,),
    follows=(RoundSettled, RoundInvalid),
    keeps_last_round=(FaceRuled,),
    happen=happen,
    tell=tell,
)
