"""The registry of aggregates: every kind of stream with a state of its own beside the tables and the cage.

A room is added by one line in ``AGGREGATES``. Whatever goes over all streams asks here, and names no room.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Union

from msgspec import Struct

from feltwork.aggregate import Aggregate, Elsewhere
from feltwork.cage.events import CAGE
from feltwork.duties.aggregate import DUTIES
from feltwork.incidents.aggregate import INCIDENTS
from feltwork.promotion.aggregate import PRESCRIBED, PROMOTION
from feltwork.refusal import Refusal
from feltwork.table.live.asker import Asked
from feltwork.tournament.live.aggregate import AGGREGATE as TOURNAMENTS

AGGREGATES: tuple[Aggregate[Any], ...] = (INCIDENTS, PROMOTION, PRESCRIBED, DUTIES, TOURNAMENTS)
BY_KIND = {kind.kind: kind for kind in AGGREGATES}
BY_COMMAND: dict[type, Aggregate[Any]] = {command: kind for kind in AGGREGATES for command in kind.senders}
ACCOUNTS = {word: said for kind in AGGREGATES for word, said in kind.accounts.items()}
"""What the day's reconciliation calls their accounts."""
BESIDE: dict[type, str] = {command: command.beside for command in BY_COMMAND if hasattr(command, "beside")}
"""Commands with a secret that is kept in no log, and the field it comes in."""
WITHHELD = {tag: names for kind in AGGREGATES for tag, names in kind.privacy.withheld.items()}
"""Fields of events and commands that a search of the log does not show."""
Refuses = Callable[[Elsewhere, Any, str], Refusal | None]
GUARDS: dict[type[Struct], list[Refuses]] = {}
"""Who is asked before an event of this type happens."""


def _of_takers(kind: Aggregate[Any], keeps_out: Callable[[Elsewhere, str, str], Refusal | None]) -> Refuses:
    """Asks about everybody who takes part by an event of this kind."""

    def refuses(others: Elsewhere, event: Any, stream: str) -> Refusal | None:
        state = others.state(kind.kind, kind.name_of(stream))
        asked = (keeps_out(others, person, stream) for person in kind.taking_part.takers(state, event))
        return next((refusal for refusal in asked if refusal is not None), None)

    return refuses


for _guard in [guard for kind in AGGREGATES for guard in kind.guards]:
    for _event in _guard.events:
        GUARDS.setdefault(_event, []).append(_guard.refuses)
    if _guard.keeps_out is not None:
        for _kind in AGGREGATES:
            for _event in _kind.taking_part.events:
                GUARDS.setdefault(_event, []).append(_of_takers(_kind, _guard.keeps_out))

if TYPE_CHECKING:
    AtAggregate = Asked
else:
    AtAggregate = Union[tuple(BY_COMMAND)]  # noqa: UP007  # made of what the registry has
"""Every command of every aggregate."""


def is_decided_on(stream: str) -> bool:
    """Does a stream have a state that commands are decided on: a table's, the cage's, an aggregate's?"""
    return stream == CAGE or stream.startswith("table/") or aggregate_of(stream) is not None


def aggregate_of(stream: str) -> Aggregate[Any] | None:
    """The kind of a stream, by its name; nothing for a table's, the cage's and those that nobody decides on."""
    kind = BY_KIND.get(stream.partition("/")[0])
    return kind if kind is not None and kind.has(stream) else None
