"""What still needs a person's name, and a name that is erased together with the event which says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from feltwork.aggregate import Aggregate
from feltwork.engine.aggregates import AGGREGATES
from feltwork.engine.elsewhere import OtherStreams
from feltwork.engine.passed_over import passed_over
from feltwork.engine.refusing import NotAllowedError
from feltwork.engine.replay import apply_at
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.store.port import Store

if TYPE_CHECKING:
    from feltwork.engine.transaction import Transaction

States = Iterable[tuple[Aggregate[Any], str, Any]]
"""Aggregates with their streams and how they stand."""


def kept_by(store: Store, person: str) -> Iterator[str]:
    """What still needs the person's name by what is on disk: money, a measure, a dispute, a claim, a prize."""
    yield from _reasons(store.log.balances(), _on_disk(store), person, store.now())


def forget(transaction: Transaction, key: str, person: str) -> None:
    """Erase a name with what has just happened; ``NotAllowedError`` while something else keeps it."""
    others = OtherStreams(transaction)
    states = [
        (kind, kind.stream(name), others.state(kind.kind, name))
        for kind in AGGREGATES
        for name in ([""] if kind.single else others.names(kind.kind))
    ]
    reasons = list(_reasons(transaction.streams.store.log.balances(), states, person, transaction.at))
    if reasons:
        raise NotAllowedError(key, Refusal(NOT_IN_THE_BOOK, f"the name is still needed: {'; '.join(reasons)}"[:500]))
    transaction.names.forgotten += (person,)


def _on_disk(store: Store) -> States:
    passed = passed_over(store.log)
    for head in store.log.heads():
        kind = next((kind for kind in AGGREGATES if kind.has(head.stream)), None)
        if kind is None:
            continue
        state = kind.fresh(kind.name_of(head.stream))
        for record in store.log.read(head.stream):
            apply_at(kind, state, record, passed)
        yield kind, head.stream, state


def _reasons(balances: Mapping[str, int], states: States, person: str, now: int) -> Iterator[str]:
    for account, cents in sorted(balances.items()):
        if cents and person in account.split("/"):
            yield f"{format_money(cents)} stands in {account}"
    for kind, stream, state in states:
        yield from (why if kind.single else f"{stream}: {why}" for why in kind.privacy.keeps(state, person, now))
