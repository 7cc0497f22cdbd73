"""What the log has posted at the cage and in the office, against what each event moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator

from feltwork.aggregate import nothing_posted
from feltwork.cage.events import CAGE, CAGE_EVENTS
from feltwork.cage.postings import postings
from feltwork.cage.state import Cage
from feltwork.engine.aggregates import aggregate_of
from feltwork.engine.replay import apply_at, apply_at_cage, is_passed, read_event
from feltwork.ledger.account import Posting
from feltwork.reports.period import Period
from feltwork.reports.terminal_meters import off_accounts
from feltwork.store.port import Record, Store


def off_by(store: Store, period: Period, passed: Container[bytes]) -> list[str]:
    """Accounts that were posted otherwise than the events of the period say, each with by how much."""
    off: Counter[str] = Counter()
    for head in store.log.heads():
        kind = aggregate_of(head.stream)
        if head.stream != CAGE and (kind is None or kind.postings is nothing_posted):
            continue
        for record, moved in _moved(store, head.stream, period, passed):
            for sign, some in ((1, record.postings), (-1, moved)):
                for posting in some:
                    off[posting.account] += sign * posting.cents
    return off_accounts(off)


def _moved(
    store: Store, stream: str, period: Period, passed: Container[bytes]
) -> Iterator[tuple[Record, list[Posting]]]:
    """Each record of the period, and what its event moves."""
    kind = aggregate_of(stream)
    state, cage = kind.fresh(kind.name_of(stream)) if kind is not None else None, Cage()
    for record in store.log.read(stream):
        if record.at >= period.until:
            return
        if period.has(record.at) and not is_passed(record, passed):
            if kind is None:
                yield record, list(postings(cage, read_event(CAGE_EVENTS, record)))
            else:
                yield record, list(kind.postings(state, read_event(kind.events, record)))
        if kind is None:
            apply_at_cage(cage, record, passed)
        else:
            apply_at(kind, state, record, passed)
