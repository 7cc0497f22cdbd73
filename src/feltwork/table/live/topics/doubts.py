"""A supervisor's ruling on a round that had been paid when a fault was reported (Roulette 8.11, 8.12, reading R28)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import SCREEN_FAULT, UNIT_FAULT, Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asked, Asker, may
from feltwork.table.live.topic import Guard, Topic, tag
from feltwork.table.live.topics.corrections import PastRound, RoundAdjusted, adjustment, credited, staked, undone
from feltwork.table.live.topics.last_round import end_again
from feltwork.table.live.topics.stops import is_lucky, spoilt
from feltwork.table.play.events import RoundInvalid
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


class RuleOnRound(Asked, frozen=True, tag="rule-on-round"):
    """Whether a round stands that was paid when a fault was reported."""

    number: int
    """The entry of the log that put it in doubt."""
    stands: bool
    reason: str


class RoundRuled(Struct, frozen=True, tag="round-ruled"):
    """A round in doubt stands, or is void so far as the fault spoilt it; what goes back follows."""

    number: int
    version: int
    stands: bool
    person: str
    reason: str
    clause: str


def rule(
    live: LiveTable, table: TableState, conduct: Conduct, command: RuleOnRound, by: Asker, past: PastRound | None
) -> Decision:
    """The round stands, or what the fault spoilt of it is void."""
    doubt = next((doubt for doubt in live.stops.doubts if doubt.number == command.number), None)
    clause = doubt.clause if doubt else conduct.clause_of(Act.RULE_ON_A_ROUND)
    refused = may(by, conduct, Act.RULE_ON_A_ROUND, clause)
    if refused:
        return refused
    if doubt is None or past is None or not command.reason.strip():
        return Refusal(NOT_IN_THE_BOOK, "choose a round that is in doubt, and say why it counts or is void")
    if by.person in past.settled.called_by:
        return Refusal(NOT_IN_THE_BOOK, f"{shown(by.person)} called that result, so another person rules on it")
    ruled = RoundRuled(doubt.number, doubt.version, command.stands, by.person, command.reason, clause)
    if command.stands:
        return (ruled,)
    if doubt.fault == SCREEN_FAULT:
        other = next((each for each in live.stops.doubts if each.version == doubt.version and each is not doubt), None)
        if other is not None:
            return Refusal(other.clause, f"first say whether it was a spin at all: {shown(other.what)}")
        return (ruled, *_lucky_void(live, table, past, doubt.version, clause, by))
    if live.rounds.last is None or live.rounds.last[0] != doubt.version:
        return Refusal(clause, "the next spin has begun: two people correct that round now")
    if doubt.version in live.rounds.parts:  # as the rest stands: what has gone back does not go back again
        owed = sorted(undone(past, []).items())
        lines = tuple(adjustment(live, table, past.seats[seat], seat, cents) for seat, cents in owed)
        return (ruled, RoundAdjusted(doubt.version, None, by.person, by.person, lines, clause, UNIT_FAULT))

    def void(laid: TableState) -> RoundInvalid:
        return RoundInvalid(UNIT_FAULT, spoilt(laid, clause), laid.area, clause)

    ended = end_again(live, UNIT_FAULT, clause, void, by.person, None, [])
    return (ruled, ended.reversed, ended.instead, *ended.rest)


def _lucky_void(
    live: LiveTable, table: TableState, past: PastRound, version: int, clause: str, by: Asker
) -> tuple[RoundAdjusted, ...]:
    """Of the Lucky Ball wagers of a paid round the stakes go back, and what they won goes."""
    owed: Counter[int] = Counter()
    for line in past.settled.lines:
        if is_lucky(line.wager) and not past.void(line.key):
            owed[line.seat] += staked(past.before, line.key) - credited(line)
    due = sorted((seat, cents) for seat, cents in owed.items() if cents)
    lines = tuple(adjustment(live, table, past.seats[seat], seat, cents) for seat, cents in due)
    return (RoundAdjusted(version, None, by.person, by.person, lines, clause, SCREEN_FAULT),) if lines else ()


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case RoundRuled():
            word = "stands" if event.stands else "is void"
            ruled = f"{shown(event.person)} rules that the round of event {event.version} {word}"
            return [f"{ruled} ({event.clause}): {shown(event.reason)}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """A round that was ruled on is in doubt no more."""
    match event:
        case RoundRuled():
            left = tuple(doubt for doubt in live.stops.doubts if doubt.number != event.number)
            live.stops = replace(live.stops, doubts=left)


TOPIC = Topic(
    about_the_past={RuleOnRound: rule},
    guards={Guard.WHILE_STOPPED: (RuleOnRound,)},
    events=(RoundRuled,),
    keeps_last_round=(RoundRuled,),
    happen=happen,
    tell=tell,
)
