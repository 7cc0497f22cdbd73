"""Twins: money that passes between cage and table is recorded in both, and each record names the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from feltwork.verifier.cage.checker import HALVES
from feltwork.verifier.cage.checker import TWINS as AT_THE_CAGE
from feltwork.verifier.log.rows import Finding, Row

TWINS = {
    **{whole: {half} for whole, half in AT_THE_CAGE.items()},
    **{half: {whole for whole, other in AT_THE_CAGE.items() if other == half} for half in HALVES},
}
"""What each kind of record may be the twin of."""
PAYS_IN = ("bought-in", "paid-to-table")
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

    def left_over(self) -> Iterator[Finding]:
        """Halves whose other half never came."""
        for here, half in sorted(self.waiting.items()):
            stream, _, version = here.rpartition("@")
            yield Finding("link", stream, int(version), f"its twin {half.link or 'has no name'} is not there")
