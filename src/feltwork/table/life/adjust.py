"""A round set right after its chips have moved: by two people, in differences, each of which names the round.

The books end a dispute with the operator's decision (Star Craps 9.13, Crown 9.9, Aruze 7.15). What a player is due is
paid to the seat; what was paid too much is taken as far as the seat's chips go, and the rest stands as a debt under a
case. Nobody goes below zero.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from feltwork.outcomes import throw_symbol
from feltwork.refusal import Refusal
from feltwork.rulebooks.conduct_rows import Conduct
from feltwork.table.events import Key, RoundSettled, Settled
from feltwork.table.instruments import TOKENS
from feltwork.table.life.crew import Asker, may
from feltwork.table.life.floor_commands import CorrectPaidRound, SecondCorrection
from feltwork.table.life.floor_events import Adjustment, CorrectionDropped, CorrectionProposed, RoundAdjusted
from feltwork.table.life.state import Decision, Life
from feltwork.table.settle import settle
from feltwork.table.state import TableState, in_kind
from feltwork.wagers.arms import Result


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round as the log has it: the game before it, who sat there, and how it was settled."""

    before: TableState
    seats: dict[int, str]
    settled: RoundSettled


def propose(
    life: Life, table: TableState, conduct: Conduct, command: CorrectPaidRound, by: Asker, past: PastRound | None
) -> Decision:
    """The first person says which round, what lay there, and why."""
    clause = conduct.disputes
    refused = may(by, conduct, "close")
    if refused:
        return refused
    if past is None or command.version not in life.rounds:
        return Refusal(clause, "only one of the last rounds of this table, and that once, can be set right")
    if life.proposed is not None:
        return Refusal(clause, "another correction still waits for its second person")
    if life.last_round and life.last_round[0] == command.version:
        return Refusal(clause, "no chip has moved since: the result itself can still be corrected")
    if not command.reason.strip():
        return Refusal(clause, "a correction has a reason")
    symbol = _symbol(table, command.result)
    if symbol is None or _symbol(table, past.settled.result) == symbol:
        return Refusal(clause, "name the dice or the number that lay there, other than the one that was settled")
    return (CorrectionProposed(command.version, command.result, command.reason, by.person, clause),)


def second(
    life: Life, table: TableState, conduct: Conduct, command: SecondCorrection, by: Asker, past: PastRound | None
) -> Decision:
    """Another person agrees, and the differences are posted; or does not, and nothing is."""
    clause = conduct.disputes
    refused = may(by, conduct, "close")
    if refused:
        return refused
    asked = life.proposed
    if asked is None or past is None or command.version != asked.version:
        return Refusal(clause, "no correction of this round waits for a second person")
    if by.person == asked.person:
        return Refusal(clause, "a second person decides on a correction")
    if not command.agreed:
        return (CorrectionDropped(asked.version, by.person),)
    if asked.version not in life.rounds:
        return Refusal(clause, "that round lies too far back by now")
    symbol = _symbol(table, asked.result)
    if symbol is None:
        return Refusal(clause, "that is no result of this game")
    owed = differences(past, symbol)
    lines = tuple(_adjustment(life, table, past.seats[seat], seat, cents) for seat, cents in sorted(owed.items()))
    return (RoundAdjusted(asked.version, asked.result, asked.person, by.person, lines, clause),)


def _symbol(table: TableState, result: object) -> int | None:
    if table.book.spins:
        return table.book.wheel.index(result) if result in table.book.wheel else None
    dice = list(result) if isinstance(result, list | tuple) else []
    if len(dice) != 2 or any(die not in range(1, 7) for die in dice):
        return None
    return throw_symbol(*dice)


def differences(past: PastRound, symbol: int) -> dict[int, int]:
    """What each seat should have had of this round, less what it had.

    A wager that should have stayed up is undone: its stake, and its commission, go back. One that did stay up has been
    played on since; it is only paid what it should have won, and never charged a loss a second time.
    """
    was = {line.key: line for line in past.settled.lines}
    due = {line.key: line for line in settle(past.before, symbol)[0]}
    owed: Counter[int] = Counter()
    for key in {**was, **due}:
        owed[key[0]] += _difference(past.before, key, was.get(key), due.get(key))
    return {seat: cents for seat, cents in owed.items() if cents}


def _difference(before: TableState, key: Key, was: Settled | None, due: Settled | None) -> int:
    if was is None:
        return due.winnings if due and due.result is Result.WIN else 0
    if due is None:
        standing = before.layout[key]
        staked = standing.stake - in_kind(standing.lots, standing.stake, TOKENS)
        return staked + sum(lot.commission for lot in standing.lots) - _credited(was)
    return _credited(due) - _credited(was)


def _credited(line: Settled) -> int:
    """In money: a token that went its way in a round set right so late is left where it is."""
    tokens = line.apart.tokens_back if line.apart else 0
    return line.winnings + line.returned - tokens + line.commission_back


def _adjustment(life: Life, table: TableState, player: str, seat: int, cents: int) -> Adjustment:
    """At the seat where the player sits now, as far as its chips go; the rest under the case."""
    now = life.seat_of(player)
    at_seat = 0 if now is None else max(cents, -table.balances[now])
    return Adjustment(seat, player, cents, now, at_seat)
