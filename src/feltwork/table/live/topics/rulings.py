"""Rulings on the last round: its number set right, or its outcome invalidated. All of it stays visible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import field

from feltwork.games.conduct import Act, Conduct
from feltwork.outcomes import throw_symbol
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asked, Asker, may
from feltwork.table.live.topic import BETTING, Guard, Topic
from feltwork.table.live.topics.corrections import no_cause
from feltwork.table.live.topics.last_round import RoundReversed, end_again
from feltwork.table.live.topics.no_result import RULES_ON
from feltwork.table.live.topics.rolls import lights
from feltwork.table.live.topics.shooter import must_pass
from feltwork.table.live.topics.stops import waits
from feltwork.table.play.events import Key, RoundInvalid, RoundSettled, Settled, report_order
from feltwork.table.play.settle import forfeited as forfeit
from feltwork.table.play.settle import settle, voided
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


FACES_ALONE_SINCE = 2
"""The rules of conduct from which on only a ruling on the faces is final; before, any correction was."""
NO_ROUND = "no round has been played"
MOVED = "chips have moved since the last round: two people correct it now"
STARTED = "the next round has started: two people correct the last one now"
IN_PART = "part of the last round has been corrected: two people correct the rest now"
DONE = "the last round has been corrected already, and as a whole that is done once"
NONE_LEFT = "there is no round that can still be corrected"


class InvalidateOutcome(Asked, frozen=True, tag="invalidate-outcome"):
    cause: str
    forfeits: list[int] = field(default_factory=list)
    """Seats whose wagers are forfeited, for fraud only."""


class CorrectNumber(Asked, frozen=True, tag="correct-number"):
    """The number settled was not the one the ball lay in."""

    pocket: int | str
    reason: str


def is_final(live: LiveTable) -> bool:
    """Have the faces of the last round been ruled on?"""
    return live.phase == BETTING and live.rounds.last is not None and live.rounds.last[0] in live.rounds.ruled


def no_correction(live: LiveTable, conduct: Conduct, by: Asker) -> Refusal | None:
    """Why the last result stands as it is: it is past, has been ruled on, or was called by who would correct it."""
    clause = conduct.clause_of(Act.CORRECT)
    if (
        live.phase != BETTING
        or live.before is None
        or live.rounds.last is None
        or live.rounds.last[0] in live.rounds.parts
    ):
        return Refusal(clause, _too_late(live, conduct))
    if refused := waits(live, live.rounds.last[0]):
        return refused
    if live.rounds.moved and not (conduct.rounds.begins_with_close or conduct.dice.corrects_faces):
        return Refusal(clause, MOVED)
    if is_final(live):
        return Refusal(conduct.clause_of(RULES_ON), "the ruling on these faces has been given, and it is final")
    if live.rounds.final and conduct.rules < FACES_ALONE_SINCE:
        return Refusal(clause, "the ruling on this result is final")
    return own_call(live, conduct, by)


def _too_late(live: LiveTable, conduct: Conduct) -> str:
    known = _last_stands(live)
    if known:
        return known
    return (
        MOVED
        if conduct.rules == 1 or not (conduct.rounds.begins_with_close or conduct.dice.corrects_faces)
        else STARTED
    )


def _last_stands(live: LiveTable) -> str:
    """How the last round stands, where that is more than that chips have moved or the next one has started."""
    last = live.rounds.kept[-1] if live.rounds.kept else 0
    if any(version > last for version in live.rounds.parts):
        return DONE
    if not last:
        return NONE_LEFT if live.game is not None and live.game.round else NO_ROUND
    return IN_PART if last in live.rounds.parts else ""


def own_call(live: LiveTable, conduct: Conduct, by: Asker) -> Refusal | None:
    """Nobody rules on what they called themselves."""
    called = (
        (live.throw.caller,) if live.phase != BETTING else live.rounds.last[1].called_by if live.rounds.last else ()
    )
    if conduct.rules == 1 or by.person not in called:
        return None
    return Refusal(NOT_IN_THE_BOOK, f"{shown(by.person)} called this result, so another person rules on it")


def resettle(
    live: LiveTable,
    conduct: Conduct,
    symbol: int,
    result: tuple[int, int] | int | str,
    reason: str,
    by: Asker,
    clause: str = "",
) -> Decision:
    """Take the last round back and settle it on this result; at a table with lights, they show it first."""
    clause = clause or conduct.clause_of(Act.CORRECT)
    if live.before is None or live.rounds.last is None or live.rounds.last[0] in live.rounds.parts:
        return Refusal(clause, _too_late(live, conduct))
    then = live.rounds.hands
    if live.rounds.last[1].result == result:
        return Refusal(clause, "that is the result that was paid")

    def settled(table: TableState) -> RoundSettled:
        lines, moved, warned = settle(table, symbol)
        area = table.book.area.moves[table.area][symbol]
        return RoundSettled(result, lines, moved, area, warned, (by.person,) if conduct.rules > 1 else ())

    lit = lights(live.before, conduct, settled(live.before))
    ended = end_again(live, reason, clause, settled, by.person, symbol, [])
    passing = must_pass(None if then.passed else then.shooter, live.before, conduct, settled(live.before))
    return (*lit, ended.reversed, ended.instead, *passing, *ended.rest)


def invalidate(live: LiveTable, table: TableState, conduct: Conduct, command: InvalidateOutcome, by: Asker) -> Decision:
    """Star Craps 9.4, 9.5: the roll is erased; what it decided is refunded, or forfeited by whoever cheated.

    Reading G15: wagers that the roll did not decide go back to where they were, the point with them; read the other
    way, every wager that lay there is refunded. A throw still in the air has decided nothing: refunded is what any
    result of it would decide.
    """
    cause = conduct.invalidating.causes.get(command.cause, conduct.clause_of(Act.INVALIDATE))
    refused = may(by, conduct, Act.INVALIDATE, cause) or no_cause(conduct, command.cause, command.forfeits)
    if refused:
        return refused
    if live.phase != BETTING:
        return (_invalid(table, _at_stake(table), command, conduct, cause),)
    if live.rounds.last and (refused := waits(live, live.rounds.last[0])):
        return refused
    if live.before is None or live.rounds.last is None or live.rounds.moved:
        return Refusal(cause, _last_stands(live) or MOVED)
    if conduct.rules > 1 and by.person in live.rounds.last[1].called_by:
        return Refusal(NOT_IN_THE_BOOK, "you called that result: somebody else invalidates it")
    keys = [line.key for line in live.rounds.last[1].lines]
    invalid = _invalid(live.before, keys, command, conduct, cause)
    return (RoundReversed(live.rounds.last[0], command.cause, cause), invalid)


def _invalid(
    before: TableState, keys: list[Key], command: InvalidateOutcome, conduct: Conduct, cause: str
) -> RoundInvalid:
    if before.book.readings.chose("invalidate_scope", "all_live"):
        keys = sorted(before.layout, key=report_order)
    lines = tuple(_undone(before, key, key[0] in command.forfeits, conduct.invalidating.refund) for key in keys)
    return RoundInvalid(command.cause, lines, before.area, cause)


def _at_stake(table: TableState) -> list[Key]:
    """The wagers that this throw or spin decides however it ends."""
    if table.book.spins:
        return sorted(table.layout, key=report_order)
    keys = set(table.layout)
    for first in range(1, 7):
        for second in range(first, 7):
            keys &= {line.key for line in settle(table, throw_symbol(first, second))[0]}
    return sorted(keys, key=report_order)


def _undone(before: TableState, key: Key, forfeited: bool, clause: str) -> Settled:
    """What a decided wager gets when its roll is erased."""
    standing = before.layout[key]
    return forfeit(standing, clause) if forfeited else voided((standing,), clause)[0]


def correct_number(live: LiveTable, table: TableState, conduct: Conduct, command: CorrectNumber, by: Asker) -> Decision:
    """The number the ball lay in, where another was confirmed: what was settled is reversed and settled again."""
    refused = may(by, conduct, Act.CORRECT)
    if refused:
        return refused
    if command.pocket not in table.book.wheel or not command.reason.strip():
        return Refusal(NOT_IN_THE_BOOK, "a correction needs a number of this wheel and a reason")
    symbol = table.book.wheel.index(command.pocket)
    return no_correction(live, conduct, by) or resettle(live, conduct, symbol, command.pocket, command.reason, by)


TOPIC = Topic(
    commands={InvalidateOutcome: invalidate, CorrectNumber: correct_number},
    guards={Guard.WITH_A_WHEEL: (CorrectNumber,), Guard.WHILE_STOPPED: (InvalidateOutcome, CorrectNumber)},
)
