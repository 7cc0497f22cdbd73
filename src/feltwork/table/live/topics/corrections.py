"""A round set right after its chips have moved: by two people, in differences, each of which names the round.

The books end a dispute with the operator's decision (Star Craps 9.13, Crown 9.9, Aruze 7.15). What a player is due is
paid to the seat; what was paid too much is taken as far as the seat's chips go, and the rest stands as a debt under a
case. Nobody goes below zero.

A round can be set right in part: the wagers of one terminal, or the Lucky Ball wagers, become void and stay void. A
later decision on the rest of the round, or on the whole, starts from how each wager stands by then. The whole round is
set right once. Under rules 1 a part that was set right closed the round to further decisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, field

from feltwork.games.conduct import LEFT_SINCE, SCREEN_FAULT, Act, Conduct
from feltwork.money import format_money
from feltwork.outcomes import throw_symbol
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asked, Asker, may
from feltwork.table.live.topic import Guard, Topic, game_of, result_in_words, tag
from feltwork.table.live.topics.stops import LUCKY_BALL, waits
from feltwork.table.play.events import TOKENS, Key, RoundSettled, Settled
from feltwork.table.play.settle import all_handed_back, settle
from feltwork.table.play.state import TableState, in_kind
from feltwork.wagers.arms import Result

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


UNCONFIRMED = "terminal not confirmed"
"""Why a round is set right for one terminal alone."""
Part = tuple[int, str]
"""Part of a round: a seat, 0 for each of them, and a wager, or all that the seat had."""
ALL: Part = (0, "")
AnyResult = int | str | list[int]
"""A number, or two dice."""


class CorrectPaidRound(Asked, frozen=True, tag="correct-paid-round"):
    """One person asks to set right a round after chips have moved; a second person must agree."""

    version: int
    """The event that settled the round."""
    result: AnyResult | None
    """The result that should have been settled; nothing where the outcome is invalid."""
    reason: str
    cause: str = ""
    """The book's cause for which the outcome is invalid; empty where there is a result."""
    forfeits: list[int] = field(default_factory=list)
    """Seats that forfeit their wagers for fraud, where the outcome is invalid."""


class SecondCorrection(Asked, frozen=True, tag="second-correction"):
    """The second person agrees to the correction, or does not."""

    version: int
    agreed: bool = True


class CorrectionProposed(Struct, frozen=True, tag="correction-proposed"):
    """A round whose chips have moved on should have had another result; one person says so."""

    version: int
    result: int | str | list[int] | None
    reason: str
    person: str
    clause: str
    cause: str = ""
    """Why the outcome is to be invalid, if it is."""
    forfeits: list[int] = []


class CorrectionDropped(Struct, frozen=True, tag="correction-dropped"):
    version: int
    person: str


class Adjustment(NamedTuple):
    """What one player is due of a round, or owes of it."""

    seat: int
    """Where the player sat then."""
    player: str
    cents: int
    now: int | None
    """Where the player sits now."""
    at_seat: int
    """Paid there, or taken from there; the rest stands under the round's case."""


class RoundAdjusted(Struct, frozen=True, tag="round-adjusted"):
    """The differences between what a round paid and what it should have paid, agreed by two people.

    Without a result there is a cause. Either the outcome is invalid; or the round was settled while one terminal was
    out of play, a manager could not confirm that terminal's wagers, and they are void.
    """

    version: int
    result: int | str | list[int] | None
    proposed_by: str
    agreed_by: str
    lines: tuple[Adjustment, ...]
    clause: str
    cause: str = ""
    forfeits: list[int] = []


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
    live: LiveTable, table: TableState, conduct: Conduct, command: CorrectPaidRound, by: Asker, past: PastRound | None
) -> Decision:
    """The first person says which round, what lay there or why its outcome is invalid, and how that is known."""
    clause = _clause(conduct, command.cause)
    refused = may(by, conduct, Act.INVALIDATE if command.cause else Act.CLOSE, clause)
    if refused:
        return refused
    if past is None or command.version not in live.rounds.kept:
        return Refusal(clause, "only one of the last rounds of this table can be corrected, and as a whole only once")
    if live.rounds.proposed is not None:
        return Refusal(NOT_IN_THE_BOOK, "another correction still waits for its second person")
    if live.rounds.last and live.rounds.last[0] == command.version and not live.rounds.moved:
        return Refusal(clause, "no chip has moved since: the result itself can still be corrected or invalidated")
    if refused := waits(live, command.version):
        return refused
    if refused := _unconfirmed(live, command.version, clause):
        return refused
    if not command.reason.strip():
        return Refusal(NOT_IN_THE_BOOK, "say why it is corrected")
    refused = _unfounded(conduct, command) if command.cause else _same_result(table, past, command, clause)
    refused = refused or _settled_for_good(live, conduct, command.version, command.cause, past, by)
    if refused:
        return refused
    asked = (command.version, command.result, command.reason, by.person, clause, command.cause, command.forfeits)
    return (CorrectionProposed(*asked),)


def _unconfirmed(live: LiveTable, version: int, clause: str) -> Refusal | None:
    if any(version in rounds for rounds in live.terminals.contested.values()):
        return Refusal(clause, "a terminal of that round is still to be confirmed")
    return None


def _same_result(table: TableState, past: PastRound, command: CorrectPaidRound, clause: str) -> Refusal | None:
    symbol = _symbol(table, command.result)
    if not command.forfeits and symbol is not None and _symbol(table, past.settled.result) != symbol:
        return None
    return Refusal(clause, "enter the dice or the number that came, not the one that was paid")


def _unfounded(conduct: Conduct, command: CorrectPaidRound) -> Refusal | None:
    if command.result is not None:
        return Refusal(conduct.clause_of(Act.INVALIDATE), "an invalid outcome has no other result")
    return no_cause(conduct, command.cause, command.forfeits)


def no_cause(conduct: Conduct, cause: str, forfeits: list[int]) -> Refusal | None:
    """Is this a cause by which the book invalidates an outcome, and may somebody forfeit for it?"""
    if cause not in conduct.invalidating.causes:
        known = ", ".join(conduct.invalidating.causes)
        return Refusal(conduct.clause_of(Act.INVALIDATE), f"an outcome is invalidated for {known} only")
    if forfeits and not conduct.invalidating.may_forfeit:
        return Refusal(conduct.invalidating.refund, "nobody forfeits a wager here: all of them go back")
    if forfeits and cause != "fraud":
        return Refusal(conduct.invalidating.refund, "only whoever acted fraudulently forfeits a wager")
    return None


def _clause(conduct: Conduct, cause: str) -> str:
    return conduct.invalidating.causes.get(cause, conduct.clause_of(Act.INVALIDATE)) if cause else conduct.disputes


def second(
    live: LiveTable, table: TableState, conduct: Conduct, command: SecondCorrection, by: Asker, past: PastRound | None
) -> Decision:
    """Another person agrees, and the differences are posted; or does not, and nothing is."""
    asked = live.rounds.proposed
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
    refused = waits(live, asked.version) or _settled_for_good(live, conduct, asked.version, cause, past, by)
    refused = refused or _unconfirmed(live, asked.version, clause)
    if refused:
        return refused
    if asked.version not in live.rounds.kept:
        return Refusal(clause, "that round is too long ago by now, or has been taken back")
    symbol = _symbol(table, asked.result)
    if symbol is None and not cause:
        return Refusal(clause, "that is no result of this game")
    owed = differences(past, symbol) if symbol is not None else undone(past, asked.forfeits)
    lines = tuple(adjustment(live, table, past.seats[seat], seat, cents) for seat, cents in sorted(owed.items()))
    settled = (asked.version, asked.result, asked.person, by.person, lines, clause, cause, asked.forfeits)
    return (RoundAdjusted(*settled),)


def _settled_for_good(
    live: LiveTable, conduct: Conduct, version: int, cause: str, past: PastRound, by: Asker
) -> Refusal | None:
    """A ruling on the faces is final (reading G14), and nobody sets right what they called themselves."""
    if not cause and version in live.rounds.ruled:
        why = "the faces of that round have been ruled on: its outcome can be invalidated, but nobody reads them again"
        return Refusal(conduct.clause_of(Act.RULE_ON_A_FACE), why)
    if conduct.rules > 1 and by.person in past.settled.called_by:
        return Refusal(NOT_IN_THE_BOOK, "you called that result: somebody else corrects it")
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


def settled_as(past: PastRound, result: object) -> tuple[Settled, ...] | None:
    """The lines of the round if these dice or this number had been called; nothing where that is no result."""
    symbol = _symbol(past.before, result)
    return None if symbol is None else settle(past.before, symbol)[0]


def differences_of(past: PastRound, result: object) -> dict[int, int] | None:
    """What each seat should have had by the dice or the number that lay there, less what it had."""
    symbol = _symbol(past.before, result)
    return None if symbol is None else differences(past, symbol)


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
    """The money that a settled line gave to its seat; tokens that it gave back stay where they are."""
    tokens = line.apart.tokens_back if line.apart else 0
    return line.winnings + line.returned - tokens + line.commission_back


def adjustment(live: LiveTable, table: TableState, player: str, seat: int, cents: int) -> Adjustment:
    """At the seat where the player sits now, as far as its chips go; the rest under the case."""
    now = live.seats.of(player)
    at_seat = 0 if now is None else max(cents, -table.balances[now])
    return Adjustment(seat, player, cents, now, at_seat)


def left_since(
    live: LiveTable,
    past: PastRound,
    version: int,
    due: dict[int, int],
    result: AnyResult | tuple[int, int] | None,
    person: str,
    clause: str,
) -> RoundAdjusted:
    """What players who had left when their round was settled again are due of it, or owe."""
    lines = tuple(adjustment(live, game_of(live), past.seats[seat], seat, cents) for seat, cents in due.items())
    said = list(result) if isinstance(result, tuple) else result
    return RoundAdjusted(version, said, person, person, lines, clause, LEFT_SINCE)


def in_part(live: LiveTable, version: int) -> tuple[Part, ...]:
    """What was set right of this round before it was as a whole, if it was."""
    return tuple(part for part in live.rounds.parts.get(version, ()) if part != ALL)


def last_game(live: LiveTable) -> int:
    """The last completed game, while it can be set right; 0 where there is none, or all of it has been."""
    done = max((version for version, parts in live.rounds.parts.items() if ALL in parts), default=0)
    return live.rounds.kept[-1] if live.rounds.kept and live.rounds.kept[-1] > done else 0


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case CorrectionProposed():
            said = "should not count" if event.result is None else f"was {result_in_words(event.result)}"
            return [f"{shown(event.person)} says that event {event.version} {said}: {shown(event.reason)}"]
        case CorrectionDropped():
            return [f"{shown(event.person)} does not agree on event {event.version}"]
        case RoundAdjusted():
            what = "does not count" if event.result is None else f"set right to {result_in_words(event.result)}"
            people = dict.fromkeys((shown(event.proposed_by), shown(event.agreed_by)))
            lines = [
                f"  {shown(x.player)}: {format_money(x.cents)}, at the seat {format_money(x.at_seat)}"
                for x in event.lines
            ]
            return [f"round of event {event.version} {what}, by {' and '.join(people)} ({event.clause})", *lines]
        case _:
            return [tag(event)]


MAX_ROUNDS = 10
"""How many rounds back two people may set right."""


def set_right(live: LiveTable, version: int | None, parts: tuple[Part, ...], *, since: bool = False) -> None:
    """Note which parts of a round were set right.

    With ``since`` the round was taken back before, and only players who had left by then are paid or charged.
    """
    if version is not None and not since and live.conduct is not None and live.conduct.rules > 1:
        live.rounds.parts[version] = (*live.rounds.parts.get(version, ()), *parts)
    if ALL in parts:
        live.rounds.kept = tuple(then for then in live.rounds.kept if then != version)
        if live.rounds.proposed and live.rounds.proposed.version == version:
            live.rounds.proposed = None


def parts_of(live: LiveTable, event: RoundAdjusted) -> tuple[Part, ...]:
    """What of the round this sets right."""
    if live.conduct is None or live.conduct.rules == 1:
        return (ALL,)
    if event.cause == UNCONFIRMED:
        return tuple((line.seat, "") for line in event.lines)
    return ((0, LUCKY_BALL),) if event.cause == SCREEN_FAULT else (ALL,)


def part_of_seat(live: LiveTable, seat: int) -> tuple[Part, ...]:
    """What one seat had in a round; under rules 1 any part closed the round."""
    return (ALL,) if live.conduct is None or live.conduct.rules == 1 else ((seat, ""),)


def happen(live: LiveTable, event: object) -> None:
    """Which rounds can still be set right, and what of them has been."""
    match event:
        case RoundSettled():
            live.rounds.kept = (*live.rounds.kept, live.version)[-MAX_ROUNDS:]
            live.rounds.parts = {
                version: parts for version, parts in live.rounds.parts.items() if version in live.rounds.kept
            }
        case CorrectionProposed():
            live.rounds.proposed = event
        case CorrectionDropped():
            live.rounds.proposed = None
        case RoundAdjusted():
            set_right(live, event.version, parts_of(live, event), since=event.cause == LEFT_SINCE)
            table = game_of(live)
            for line in event.lines:
                table.tray -= line.cents
                if line.now is not None:
                    table.balances[line.now] += line.at_seat


TOPIC = Topic(
    about_the_past={CorrectPaidRound: propose, SecondCorrection: second},
    guards={Guard.WHILE_STOPPED: (CorrectPaidRound, SecondCorrection)},
    events=(CorrectionProposed, CorrectionDropped, RoundAdjusted),
    follows=(RoundSettled,),
    keeps_last_round=(CorrectionProposed, CorrectionDropped),
    happen=happen,
    tell=tell,
)
