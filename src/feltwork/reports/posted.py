"""What the log has posted at the cage and in the office, against what each event moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from feltwork.aggregate import Aggregate, nothing_posted
from feltwork.cage import events as happened
from feltwork.cage.events import CAGE, CAGE_EVENTS
from feltwork.cage.postings import postings
from feltwork.cage.state import Cage, Form, Voucher
from feltwork.engine.aggregates import aggregate_of
from feltwork.engine.replay import apply_at, is_passed, read_event, unfollowed
from feltwork.ledger.account import Posting
from feltwork.reports.carried import Beginning, Way, followed
from feltwork.reports.period import Period
from feltwork.reports.terminal_meters import off_accounts
from feltwork.store.port import Record, Store


class Unended(Struct):
    """What of the cage an event's postings may depend on: payments by hand and vouchers that have not ended."""

    forms: dict[int, Form] = {}
    vouchers: dict[str, Voucher] = {}


SHAPE = sha256(msgspec.json.encode(msgspec.json.schema_components([Unended]))).hexdigest()


class CageFold:
    """Follows the cage as far as its postings depend on it."""

    def __init__(self, period: Period, passed: Container[bytes], unended: Unended | None = None) -> None:
        self.off: Counter[str] = Counter()
        self._period, self._passed = period, passed
        kept = unended or Unended()
        self._cage = Cage(forms=dict(kept.forms), vouchers=dict(kept.vouchers))

    def follow(self, record: Record) -> None:
        if is_passed(record, self._passed):
            return
        event = read_event(CAGE_EVENTS, record)
        if self._period.has(record.at):
            try:
                _compare(self.off, record, postings(self._cage, event))
            except KeyError as fault:
                raise unfollowed(record, fault) from fault
        forms, vouchers = self._cage.forms, self._cage.vouchers
        match event:
            case happened.HandPayPrepared():
                about = (event.requested, event.given, event.identified, event.pay_at)
                forms[event.form] = Form(event.player, event.amount, event.ticket, *about, record.actor)
            case happened.HandPaid() | happened.HandPayDropped():
                forms.pop(event.form, None)
            case happened.VoucherIssued() if event.expires:
                vouchers[event.voucher] = Voucher(event.player, event.amount, expires=event.expires)
            case happened.VoucherTaken() | happened.VoucherVoided() | happened.VoucherExpired():
                vouchers.pop(event.voucher, None)
            case _:
                pass

    def saved(self) -> bytes:
        return msgspec.msgpack.encode(self.value())

    def value(self) -> Unended:
        return Unended(dict(self._cage.forms), dict(self._cage.vouchers))


class AggregateFold:
    """Follows one stream of the office."""

    def __init__(self, kind: Aggregate[Any], period: Period, passed: Container[bytes], state: Any) -> None:
        self.off: Counter[str] = Counter()
        self.state = state
        self._kind, self._period, self._passed = kind, period, passed

    def follow(self, record: Record) -> None:
        if self._period.has(record.at) and not is_passed(record, self._passed):
            _compare(self.off, record, self._kind.postings(self.state, read_event(self._kind.events, record)))
        apply_at(self._kind, self.state, record, self._passed)

    def saved(self) -> bytes:
        return self._kind.save(self.state)

    def value(self) -> Any:
        return self.state


Fold = CageFold | AggregateFold


def off_by(store: Store, period: Period, passed: Container[bytes], begin: Beginning) -> list[str]:
    """Accounts that were posted otherwise than the events of the period say, each with by how much."""
    off: Counter[str] = Counter()
    for head in store.log.heads():
        if (way := way_of_postings(head.stream, period, passed)) is not None:
            off.update(followed(store, head.stream, way, begin, period.until).off)
    return off_accounts(off)


def way_of_postings(stream: str, period: Period, passed: Container[bytes]) -> Way[Fold] | None:
    """How the postings of a stream are followed; nothing for one that moves no money, and for tables."""
    if stream == CAGE:
        return _at_cage(period, passed)
    kind = aggregate_of(stream)
    return None if kind is None or kind.postings is nothing_posted else _in_office(kind, stream, period, passed)


def _at_cage(period: Period, passed: Container[bytes]) -> Way[Fold]:
    def load(raw: bytes) -> CageFold | None:
        try:
            return CageFold(period, passed, msgspec.msgpack.decode(raw, type=Unended))
        except msgspec.MsgspecError:
            return None

    return Way("posted", SHAPE, lambda: CageFold(period, passed), load)


def _in_office(kind: Aggregate[Any], stream: str, period: Period, passed: Container[bytes]) -> Way[Fold]:
    def load(raw: bytes) -> AggregateFold | None:
        state = kind.load(raw)
        return None if state is None else AggregateFold(kind, period, passed, state)

    def fresh() -> AggregateFold:
        return AggregateFold(kind, period, passed, kind.fresh(kind.name_of(stream)))

    return Way("posted", kind.form, fresh, load)


def _compare(off: Counter[str], record: Record, moved: Sequence[Posting]) -> None:
    for sign, some in ((1, record.postings), (-1, moved)):
        for posting in some:
            off[posting.account] += sign * posting.cents
