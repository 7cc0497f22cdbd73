"""Decide a command of an aggregate, and write its events and their halves into a transaction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from feltwork.aggregate import ANYBODY, Aggregate, Decision, Elsewhere, Stamp, Twin
from feltwork.cage.events import CAGE, PursesMoved
from feltwork.engine.aggregates import BY_COMMAND, aggregate_of
from feltwork.engine.cage_halves import HALVED
from feltwork.engine.elsewhere import GUARDS, RAISING, OtherStreams, ask_others, look, raise_duties
from feltwork.engine.envelope import Envelope
from feltwork.engine.kept_names import forget
from feltwork.engine.refusing import NotAllowedError, too_large
from feltwork.engine.transaction import Transaction
from feltwork.ledger.account import Posting
from feltwork.refusal import Refusal, RefusalKind
from feltwork.store.port import Postings
from feltwork.table.live.asker import Asker, in_words

PURSE = "player/"


def do_at_aggregate(transaction: Transaction, stream: str, sent: Envelope) -> Refusal | None:
    """Decide a command of an aggregate and let its events happen, or say why it is refused."""
    kind = BY_COMMAND[type(sent.body)]
    decided = _decided(kind, look(transaction, kind, stream), sent, transaction.at, OtherStreams(transaction))
    if isinstance(decided, Refusal):
        return decided
    for step in decided:
        happens(transaction, kind, stream, sent, step)
    transaction.names.noted += sent.people
    return None


def would_be_refused(kind: Aggregate[Any], state: Any, sent: Envelope, at: int, others: Elsewhere) -> Refusal | None:
    """Why a command would be refused as things stand; nothing happens by asking."""
    decided = _decided(kind, state, sent, at, others)
    return decided if isinstance(decided, Refusal) else None


def _decided(kind: Aggregate[Any], state: Any, sent: Envelope, at: int, others: Elsewhere) -> Decision:
    power = kind.senders[type(sent.body)]  # type: ignore[index]  # it came here by this table
    if ANYBODY not in power.roles and sent.role not in power.roles:
        who = " or ".join(map(in_words, power.roles[:3]))
        return Refusal(power.clause, f"that is for {who}, not for {in_words(sent.role)}", RefusalKind.ROLE)
    return kind.decide(state, sent.body, Asker(sent.actor, sent.role, at, sent.secret), others)


def look_at(transaction: Transaction, stream: str) -> bool:
    """Read an aggregate from the store if need be: only then are its heads known; was it one?"""
    kind = aggregate_of(stream)
    if kind is not None:
        look(transaction, kind, stream)
    return kind is not None


def happens(
    transaction: Transaction, kind: Aggregate[Any], stream: str, sent: Envelope, step: Struct | Twin, link: str = ""
) -> None:
    """Let an event of an aggregate happen, with its half elsewhere if it has one; a player's money has one at the cage.

    ``link`` names the event that this one is itself the half of.
    """
    event: Struct = step.event if isinstance(step, Twin) else step
    where, half = (step.stream, step.half) if isinstance(step, Twin) else ("", None)
    if type(event) in GUARDS:
        ask_others(transaction, sent.key, event, stream)
    if stream not in transaction.states:
        transaction.states[stream] = kind.copy(look(transaction, kind, stream))
    state = transaction.states[stream]
    moved = _in_order(kind.postings(state, event))
    if purses := {p.account.removeprefix(PURSE): p.cents for p in moved if p.account.startswith(PURSE)}:
        if half is not None or link:
            raise TypeError(f"{type(event).__name__} moves a player's money, so its half is at the cage alone")
        where, half = CAGE, PursesMoved(stream, purses)
    here = f"{stream}@{transaction.version(stream) + 1}"
    if half is not None:
        link = f"{where}@{transaction.version(where) + 1}"
    record = transaction.draft(stream, sent, event, moved, link)
    kind.evolve(state, event, Stamp(transaction.at, sent.actor, sent.role, record.version))
    if type(event) in RAISING:
        raise_duties(transaction, sent, record, event, state)
    if whose := kind.privacy.forgets.get(type(event)):
        forget(transaction, sent.key, getattr(event, whose))
    if half is not None:
        _half_elsewhere(transaction, where, sent, half, here)
    if purses:
        transaction.check_sums(sent, event, moved, None)
        if refusal := too_large(moved, None, lambda player: transaction.cage.purses.get(player, 0)):
            raise NotAllowedError(sent.key, refusal)


def _half_elsewhere(transaction: Transaction, where: str, sent: Envelope, half: Any, link: str) -> None:
    """The half of an aggregate's event happens in its own stream."""
    kind = aggregate_of(where)
    if kind is not None:
        happens(transaction, kind, where, sent, half, link)
    elif where == CAGE:
        transaction.at_cage(sent, half, link)
    elif type(half) in HALVED:
        raise TypeError(f"{type(half).__name__} has its half at the cage, and can be no half itself")
    else:
        transaction.live(where.removeprefix("table/"))
        transaction.at_table(where, sent, half, None, link)


def _in_order(moved: Iterable[Posting]) -> Postings:
    """Postings by account, each account once, and none of nothing."""
    sums: dict[str, int] = {}
    for posting in moved:
        sums[posting.account] = sums.get(posting.account, 0) + posting.cents
    if sum(sums.values()):
        raise ValueError(f"these postings do not sum to zero: {sums}")
    return tuple(Posting(account, cents) for account, cents in sorted(sums.items()) if cents)
