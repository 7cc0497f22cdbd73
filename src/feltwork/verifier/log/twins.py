"""Twins: what happens in two streams at once, such as a buy-in, is recorded in both, and each names the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from feltwork.verifier.aggregate import CheckedKind
from feltwork.verifier.aggregates import WHOLES, checked_kind
from feltwork.verifier.cage.checker import HALVES, PURSES
from feltwork.verifier.cage.checker import TWINS as AT_THE_CAGE
from feltwork.verifier.log.rows import Finding, Row

TWINS = {
    **{whole: {half} for whole, half in AT_THE_CAGE.items()},
    **{half: {whole for whole, other in AT_THE_CAGE.items() if other == half} for half in HALVES},
}
"""What each kind of record may be the twin of."""
HAS_TWIN = frozenset((*TWINS, *WHOLES))
"""Kinds of record that never stand alone."""
PAYS_IN = ("bought-in", "paid-to-table")
PURSE = "player/"
SAME = ("stream", "cents", "player", "person", "amount", "voucher", "ticket")
"""What an event of an aggregate and its half say in the same words, where both say it."""
SHARED = ("player", "amount", "card", "voucher", "book", "wagers", "serials")


class _Half(NamedTuple):
    """What the two must have in common, and what the one says of the other."""

    kind: str
    link: str
    seat: int
    """Where, if it says so: cash at a terminal stays in that terminal."""
    via: str | None
    """What the money came as, if it says so."""
    common: tuple[object, ...]


class Twins:
    """Halves waiting for their other half. Streams are read in step, so few ever wait."""

    def __init__(self) -> None:
        self.waiting: dict[str, _Half] = {}

    def take(self, row: Row, body: dict[str, Any]) -> list[Finding]:
        if (kind := checked_kind(row.stream)) is not None:
            return list(self._of_aggregate(row, body, kind))
        if row.kind == PURSES or row.kind in WHOLES or checked_kind(row.link.partition("@")[0]) is not None:
            return list(self._in_other_stream(row, body))
        if row.kind in TWINS and (row.stream == "cage" or row.stream.startswith("table/")):
            return list(self._joined(row, body))
        if row.link:
            return [Finding("link", row.stream, row.version, f"a {row.kind!r} has no twin, yet it names {row.link}")]
        return []

    def _joined(self, row: Row, body: dict[str, Any]) -> Iterator[Finding]:
        here = f"{row.stream}@{row.version}"
        if row.kind in HALVES and row.link.rpartition("@")[0] != f"table/{body.get('table')}":
            yield Finding("link", row.stream, row.version, f"it names {row.link}, not table {body.get('table')!r}")
        shared = tuple(body.get(part) or None for part in SHARED)
        common = (row.at, row.key, row.actor, row.role, shared)
        via = body.get("via", "" if row.kind == "paid-to-table" else None)
        half = _Half(row.kind, row.link, body.get("seat") or 0, via, common)
        other = self.waiting.pop(row.link, None)
        if other is None:
            self.waiting[here] = half
        elif other.link != here:
            yield Finding("link", row.stream, row.version, f"it names {row.link}, which names {other.link}")
        elif other.kind not in TWINS[row.kind] or other.common != common or 0 < other.seat != half.seat > 0:
            yield Finding("link", row.stream, row.version, f"{row.link} is not the same payment, card or equipment")
        elif row.kind in PAYS_IN and None not in (other.via, via) and other.via != via:
            came = other.via or "a deposit"
            yield Finding("link", row.stream, row.version, f"by {row.link} the money came as {came}")

    def _of_aggregate(self, row: Row, body: dict[str, Any], kind: CheckedKind) -> Iterator[Finding]:
        """An event of an aggregate: what moves a player's money has its twin at the cage, others where they say."""
        purses = {account[len(PURSE) :]: cents for account, cents in row.postings if account.startswith(PURSE)}
        if purses:
            yield from self._met(row, {"stream": row.stream, "cents": purses}, frozenset((PURSES,)))
        elif row.kind in kind.twins:
            yield from self._met(row, body, frozenset((kind.twins[row.kind],)))
        elif row.kind in kind.halves:
            yield from self._met(row, body, WHOLES.get(row.kind, frozenset()))
        elif row.link and row.kind not in kind.caused:
            yield Finding("link", row.stream, row.version, f"a {row.kind!r} has no twin, yet it names {row.link}")

    def _in_other_stream(self, row: Row, body: dict[str, Any]) -> Iterator[Finding]:
        """The half of an aggregate's event, at a table or at the cage."""
        if row.kind == PURSES:
            yield from self._met(row, body, None)
        elif row.kind in WHOLES:
            yield from self._met(row, body, WHOLES[row.kind])
        else:
            yield Finding("link", row.stream, row.version, f"a {row.kind!r} has no twin, yet it names {row.link}")

    def _met(self, row: Row, body: dict[str, Any], partners: frozenset[str] | None) -> Iterator[Finding]:
        """Hold one of two against the other: who did it, when, under which key, and what both say in the same words.

        Without ``partners`` the other may be of any kind, for what it moved tells.
        """
        here = f"{row.stream}@{row.version}"
        told = tuple((part, repr(body[part])) for part in SAME if part in body)
        half = _Half(row.kind, row.link, 0, None, (row.at, row.key, row.actor, row.role, told))
        other = self.waiting.pop(row.link, None)
        if other is None:
            self.waiting[here] = half
            return
        if other.link != here:
            yield Finding("link", row.stream, row.version, f"it names {row.link}, which names {other.link}")
            return
        theirs = dict(other.common[4]) if len(other.common) == 5 and isinstance(other.common[4], tuple) else {}
        differs = any(theirs[part] != said for part, said in told if part in theirs)
        wanted = partners is None or other.kind in partners
        if not wanted or other.common[:4] != half.common[:4] or differs:
            yield Finding("link", row.stream, row.version, f"{row.link} is not the other half of this")

    def left_over(self) -> Iterator[Finding]:
        """Halves whose other half never came."""
        for here, half in sorted(self.waiting.items()):
            stream, _, version = here.rpartition("@")
            yield Finding("link", stream, int(version), f"its twin {half.link or 'has no name'} is not there")
