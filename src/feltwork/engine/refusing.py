"""Commands that were turned away, or that changed nothing: what is kept of them, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import astuple

from feltwork.cage.events import Deposited
from feltwork.engine.envelope import Body, Envelope, Unreadable, quotable
from feltwork.engine.refusal_counts import MARK, NONE_YET, Kind, RefusalCount, as_kept, mark_of
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.store.port import Answer, Postings
from feltwork.table.live.events import BoughtIn, ChipsSold, FloatFilled, TokensIssued, VoucherChanged
from feltwork.table.live.state import LiveTable
from feltwork.table.play.events import Placed

if TYPE_CHECKING:
    from feltwork.engine.transaction import Transaction

Counted = tuple[RefusalCount, str, Envelope]
RefusalCounts = dict[Kind, Counted]
"""By kind: how often it came, the stream of its records, and the command."""
Barred = Mapping[str, Refusal]
"""By key: why a command may not do what it would."""
SHORT_OF = {
    "player": "at the cage",
    "seat": "in the rail",
    "checks": "in colour checks",
    "checks-out": "in colour checks taken away",
    "tokens": "in tokens",
}


MAX_SUM = 2**53
"""Cents in one place: a screen shows them exactly up to here, and a state can be saved up to 2^63."""
LARGE = 10**9
"""Cents of a wager that is looked at: smaller ones would have to come nine million times."""
BRINGING_IN: Mapping[type[Struct], int] = {
    **dict.fromkeys((BoughtIn, ChipsSold, FloatFilled, TokensIssued, VoucherChanged, Deposited), 1),
    Placed: LARGE,
}
"""Events that are refused if a sum becomes too large by them, with the least that they are looked at for; what is paid
out or given back never is."""


class NotAllowedError(Exception):
    """An event would leave a player with less than nothing, or another stream forbids it; its command is refused."""

    def __init__(self, key: str, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.key, self.refusal = key, refusal


class Refused(Struct, frozen=True, tag="refused"):
    """A command that was turned away, kept in a log of its own."""

    command: Body | Unreadable
    clause: str
    reason: str
    times: int = 1
    """How many refusals of it this record stands for."""
    others: str | UnsetType = UNSET
    """Marks of the keys that it stands for besides its own; records of earlier programs have none."""


class NothingDone(Struct, frozen=True, tag="nothing-done"):
    """A command that was carried out and changed nothing, kept beside those that were turned away."""

    command: Body | Unreadable


def refuse(transaction: Transaction, sent: Envelope, digest: bytes, stream: str, refusal: Refusal) -> Answer:
    """Turn a command away; of many alike only some are recorded, and those count the others."""
    refusal = quotable(refusal)
    clause, reason = refusal.clause, refusal.reason
    kind = (digest, clause, reason)
    count = (transaction.refusal_counts.get(kind) or transaction.counts_before.get(kind) or (NONE_YET,))[0]
    marks = count.marks
    count, times = count.another(mark_of(sent.key))
    log = _refused_log(stream)
    if times:
        transaction.draft(log, sent, Refused(sent.body, clause, reason, times, as_kept(marks) if marks else UNSET))
    transaction.refusal_counts[kind] = (count, log, sent)
    return Answer(sent.key, digest, stream, 0, 0, clause, reason)


def record_counted(transaction: Transaction, kind: Kind, counted: Counted) -> None:
    """Record the refusals of a kind that no record stands for yet, under the key of the last of them."""
    count, log, sent = counted
    others = count.marks[:-MARK]
    times = count.times - count.recorded
    transaction.draft(log, sent, Refused(sent.body, *kind[1:], times, as_kept(others) if others else UNSET))
    transaction.refusal_counts[kind] = (RefusalCount(count.times, count.times), log, sent)


def nothing_done(transaction: Transaction, sent: Envelope, stream: str) -> None:
    """Record that a command was carried out and changed nothing: no answer is without a record."""
    transaction.draft(_refused_log(stream), sent, NothingDone(sent.body))


def _refused_log(stream: str) -> str:
    """Where a command to a stream is kept if it was refused."""
    return f"refused/{stream.removeprefix('table/')}"


def lacking(kind: str, whose: str, cents: int) -> Refusal:
    """Why a player's account would be below zero: what kind of account, whose, and by how much."""
    who = f"{'player' if kind in ('player', 'checks-out') else 'seat'} {whose.rpartition('/')[2]}"
    return Refusal(NOT_IN_THE_BOOK, f"{who} is {format_money(cents)} short {SHORT_OF[kind]}; nothing was done")


def too_large(moved: Postings, live: LiveTable | None, purse: Callable[[str], int]) -> Refusal | None:
    """Why an event that has just happened in a transaction may not stand: what it made larger is too large by now."""
    sums = [purse(posting.account[7:]) for posting in moved if posting.account.startswith("player/")]
    if any(abs(cents) > MAX_SUM for cents in (*sums, *(_at_the_table(live) if live is not None else ()))):
        return Refusal(
            NOT_IN_THE_BOOK, f"so much cannot be counted here: no sum is larger than {format_money(MAX_SUM)}"
        )
    return None


def _at_the_table(live: LiveTable) -> Iterator[int]:
    """What tray, drop box, seats and meters hold."""
    yield live.money.drop
    yield from live.colours.out.values()
    for meter in live.money.meters.values():
        yield from astuple(meter)
    if live.game is not None:
        yield live.game.tray
        for held in (live.game.balances, live.game.checks, live.game.tokens):
            yield from held.values()
