"""The registry of checkers: every kind of stream beside the tables and the cage."""

from __future__ import annotations

from collections.abc import Iterable

from feltwork.verifier.aggregate import CheckedKind
from feltwork.verifier.duties import checker as duties
from feltwork.verifier.incidents import checker as incidents
from feltwork.verifier.promotion import checker as promotion
from feltwork.verifier.tournament import checker as tournament

CHECKED: dict[str, CheckedKind] = {
    "incidents": incidents.CHECKED,
    "promotion": promotion.CHECKED,
    "prescribed": promotion.LISTED,
    "duties": duties.CHECKED,
    "tournament": tournament.CHECKED,
}
"""By kind."""
MUST_NOT_OWE = tuple(account for kind in CHECKED.values() for account in kind.must_not_owe)
"""Accounts of aggregates that never go below zero."""
WHOLES: dict[str, frozenset[str]] = {
    half: frozenset(whole for kind in CHECKED.values() for whole, other in kind.twins.items() if other == half)
    for kind in CHECKED.values()
    for half in kind.twins.values()
}
"""By the kind of a half: the events of aggregates that it may be the half of."""


def checked_kind(stream: str) -> CheckedKind | None:
    """How a stream is checked, by its name; nothing where it is no aggregate's."""
    name, slash, _ = stream.partition("/")
    kind = CHECKED.get(name)
    return kind if kind is not None and kind.single != bool(slash) else None


def watched_at_tables(streams: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The kinds of event of tables that the checkers of these streams look at, with their fields."""
    found: dict[str, tuple[str, ...]] = {}
    for kind in filter(None, map(checked_kind, streams)):
        for event, fields in kind.watched_at_tables.items():
            found[event] = tuple(dict.fromkeys((*found.get(event, ()), *fields)))
    return found
