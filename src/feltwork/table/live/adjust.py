"""A round set right after its chips have moved: by two people, in differences, each of which names the round.

The books end a dispute with the operator's decision (Star Craps 9.13, Crown 9.9, Aruze 7.15). What a player is due is
paid to the seat; what was paid too much is taken as far as the seat's chips go, and the rest stands as a debt under a
case. Nobody goes below zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from feltwork.games.conduct import Act, Conduct
from feltwork.outcomes import throw_symbol
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.crew import Asker, may
from feltwork.table.live.doubts import waits
from feltwork.table.live.floor_commands import CorrectPaidRound, SecondCorrection
from feltwork.table.live.floor_events import Adjustment, CorrectionDropped, CorrectionProposed, RoundAdjusted
from feltwork.table.live.state import Decision, Life, Part
from feltwork.table.play.events import Key, RoundSettled, Settled
from feltwork.table.play.instruments import TOKENS
from feltwork.table.play.settle import all_handed_back, settle
from feltwork.table.play.state import TableState, in_kind
from feltwork.wagers.arms import Result


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round as the log has it: the game before it, who sat there, how it was settled and set right."""

    before: TableState
    seats: dict[int, str]
    settled: RoundSettled
    parts: tuple[Part, ...] = ()
    """What of it has been set right since."""

    def void(self, key: Key) -> bool:
        """Was this wager part of what has been set right? Then it is void, and stays so."""
        seat, wager, _ = key
        return any(of in (0, seat) and name in ("", wager) for of, name in self.parts)


def propose(
    life: Life, table: TableState, conduct: Conduct, command: CorrectPaidRound, by: Asker, past: PastRound | None
) -> Decision:
    """The first person says which round, what lay there or why its outcome is invalid, and how that is known."""
    clause = _clause(conduct, command.cause)
    refused = may(by, conduct, Act.INVALIDATE if command.cause else Act.CLOSE, clause)
    if refused:
        return refused
    if past is None or command.version not in life.rounds:
        return Refusal(clause, "only one of the last rounds of this table can be set right, and as a whole only once")
    if life.proposed is not None:
        return Refusal(NOT_IN_THE_BOOK, "another correction still waits for its second person")
    if life.last_round and life.last_round[0] == command.version and not life.moved:
        return Refusal(clause, "no chip has moved since: the result itself can still be corrected or invalidated")
    if refused := waits(life, command.version):
        return refused
    if refused := _unconfirmed(life, command.version, clause):
        return refused
    if not command.reason.strip():
        return Refusal(NOT_IN_THE_BOOK, "a correction has a reason")
    refused = _unfounded(conduct, command) if command.cause else _same_result(table, past, command, clause)
    refused = refused or _settled_for_good(life, conduct, command.version, command.cause, past, by)
    if refused:
        return refused
    asked = (command.version, command.result, command.reason, by.person, clause, command.cause, command.forfeits)
    return (CorrectionProposed(*asked),)


def _unconfirmed(life: Life, version: int, clause: str) -> Refusal | None:
    if any(version in rounds for rounds in life.contested.values()):
        return Refusal(clause, "a terminal of that round is still to be confirmed")
    return None


def _same_result(table: TableState, past: PastRound, command: CorrectPaidRound, clause: str) -> Refusal | None:
    symbol = _symbol(table, command.result)
    if not command.forfeits and symbol is not None and _symbol(table, past.settled.result) != symbol:
        return None
    return Refusal(clause, "name the dice or the number that lay there, other than the one that was settled")


def _unfounded(conduct: Conduct, command: CorrectPaidRound) -> Refusal | None:
    if command.result is not None:
        return Refusal(conduct.clause_of(Act.INVALIDATE), "an invalid outcome has no other result")
    return no_cause(conduct, command.cause, command.forfeits)


def no_cause(conduct: Conduct, cause: str, forfeits: list[int]) -> Refusal | None:
    """Is this a cause by which the book invalidates an outcome, and may somebody forfeit for it?"""
    if cause not in conduct.causes:
        known = ", ".join(conduct.causes)
        return Refusal(conduct.clause_of(Act.INVALIDATE), f"an outcome is invalidated for {known} only")
    if forfeits and not conduct.may_forfeit:
        return Refusal(conduct.refund, "nobody forfeits a wager here: all of them go back")
    if forfeits and cause != "fraud":
        return Refusal(conduct.refund, "only whoever acted fraudulently forfeits a wager")
    return None


def _clause(conduct: Conduct, cause: str) -> str:
    return conduct.causes.get(cause, conduct.clause_of(Act.INVALIDATE)) if cause else conduct.disputes


def second(
    life: Life, table: TableState, conduct: Conduct, command: SecondCorrection, by: Asker, past: PastRound | None
) -> Decision:
    """Another person agrees, and the differences are posted; or does not, and nothing is."""
    asked = life.proposed
    cause = asked.cause if asked else ""
    clause = _clause(conduct, cause)
    refused = may(by, conduct, Act.INVALIDATE if cause else Act.CLOSE, clause)
    if refused:
        return refused
    if asked is None or past is None or command.version != asked.version:
        return Refusal(clause, "no correction of this round waits for a second person")
    if by.person == asked.person:
        return Refusal(clause, "a second person decides on a correction")
    if not command.agreed:
        return (CorrectionDropped(asked.version, by.person),)
    refused = waits(life, asked.version) or _settled_for_good(life, conduct, asked.version, cause, past, by)
    refused = refused or _unconfirmed(life, asked.version, clause)
    if refused:
        return refused
    if asked.version not in life.rounds:
        return Refusal(clause, "that round lies too far back by now, or has been taken back")
    symbol = _symbol(table, asked.result)
    if symbol is None and not cause:
        return Refusal(clause, "that is no result of this game")
    owed = differences(past, symbol) if symbol is not None else undone(past, asked.forfeits)
    lines = tuple(adjustment(life, table, past.seats[seat], seat, cents) for seat, cents in sorted(owed.items()))
    settled = (asked.version, asked.result, asked.person, by.person, lines, clause, cause, asked.forfeits)
    return (RoundAdjusted(*settled),)


def _settled_for_good(
    life: Life, conduct: Conduct, version: int, cause: str, past: PastRound, by: Asker
) -> Refusal | None:
    """A ruling on the faces is final (reading G14), and nobody sets right what they called themselves."""
    if not cause and version in life.ruled:
        why = "the faces of that round have been ruled on: its outcome can be invalidated, but nobody reads them again"
        return Refusal(conduct.clause_of(Act.RULE_ON_A_FACE), why)
    if conduct.rules > 1 and by.person in past.settled.called_by:
        return Refusal(NOT_IN_THE_BOOK, "whoever called that result does not set it right")
    return None


def _symbol(table: TableState, result: object) -> int | None:
    if table.book.spins:
        return table.book.wheel.index(result) if result in table.book.wheel else None
    dice = list(result) if isinstance(result, list | tuple) else []
    if len(dice) != 2 or any(die not in range(1, 7) for die in dice):
        return None
    return throw_symbol(*dice)


def differences(past: PastRound, symbol: int) -> dict[int, int]:
    """What each seat should have had of this round, less what it had."""
    owed: Counter[int] = Counter()
    for line in instead(past, symbol):
        owed[line.seat] += credited(line)
    for line in past.settled.lines:
        owed[line.seat] -= 0 if past.void(line.key) else credited(line)
    return {seat: cents for seat, cents in owed.items() if cents}


def instead(past: PastRound, symbol: int) -> tuple[Settled, ...]:
    """The lines of a round as it should have been, so far as they can still be paid.

    A wager that should have stayed up is undone: its stake, and its commission, go back. One that did stay up has been
    played on since; it is only paid what it should have won, and never charged a loss a second time. What has been set
    right on its own stays void.
    """
    was = {line.key: line for line in past.settled.lines if not past.void(line.key)}
    due = {line.key: line for line in settle(past.before, symbol)[0] if not past.void(line.key)}
    decided = [line for key, line in due.items() if key in was]
    left_up = [line for key, line in due.items() if key not in was and line.result is Result.WIN]
    undo = [all_handed_back(past.before.layout[k], Result.RETURNED, was[k].clause) for k in was if k not in due]
    return (*decided, *(line._replace(returned=0, commission_back=0, apart=None) for line in left_up), *undo)


def instead_of(past: PastRound, result: object) -> tuple[Settled, ...]:
    """The same by the dice or the number that lay there; none where the outcome was invalid."""
    symbol = _symbol(past.before, result)
    return () if symbol is None else instead(past, symbol)


def undone(past: PastRound, forfeits: list[int]) -> dict[int, int]:
    """An invalid outcome: of every wager it decided the stake comes back, or is forfeited, and what was paid goes.

    A wager that it left up has been played on since, and stays as it is (reading G15).
    """
    owed: Counter[int] = Counter()
    for line in past.settled.lines:
        stake = staked(past.before, line.key)
        had = stake if past.void(line.key) else credited(line)
        owed[line.seat] += (0 if line.seat in forfeits else stake) - had
    return {seat: cents for seat, cents in owed.items() if cents}


def staked(before: TableState, key: Key) -> int:
    """In money, its commission with it."""
    standing = before.layout[key]
    tokens = in_kind(standing.lots, standing.stake, TOKENS)
    return standing.stake - tokens + sum(lot.commission for lot in standing.lots)


def contested(before: TableState, settled: RoundSettled, seats: Collection[int]) -> dict[int, int]:
    """What each of these terminals is due of a round, or owes of it, should its wagers turn out void."""
    owed: Counter[int] = Counter()
    for line in settled.lines:
        if line.seat in seats:
            owed[line.seat] += staked(before, line.key) - credited(line)
    return dict(owed)


def credited(line: Settled) -> int:
    """In money: a token that went its way in a round set right so late is left where it is."""
    tokens = line.apart.tokens_back if line.apart else 0
    return line.winnings + line.returned - tokens + line.commission_back


def adjustment(life: Life, table: TableState, player: str, seat: int, cents: int) -> Adjustment:
    """At the seat where the player sits now, as far as its chips go; the rest under the case."""
    now = life.seat_of(player)
    at_seat = 0 if now is None else max(cents, -table.balances[now])
    return Adjustment(seat, player, cents, now, at_seat)
