"""Commands to an id that nobody has used: one that begins a stream goes on, any other is refused and kept nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltwork.aggregate import Aggregate
from feltwork.engine.aggregate_commands import would_be_refused
from feltwork.engine.envelope import Envelope, Unreadable, validated
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.server.auth.access import MAX_KEY
from feltwork.table.live.names import is_name

if TYPE_CHECKING:
    from feltwork.server.state import ServerState


def may_be_sent(key: str, name: str) -> bool:
    """Are this a key and an id of a stream, used or not?"""
    return 0 < len(key) <= MAX_KEY and is_name(name)


async def not_begun(floor: ServerState, kind: Aggregate[Any], sent: Envelope) -> Refusal | None:
    """Why a command begins no stream of an id that nobody has used; such a refusal is kept nowhere.

    Whoever made up ids could otherwise fill the log with streams that nothing else is ever in.
    """
    reader = floor.house.readers.aggregates
    if kind.single or await reader.look(kind, sent.table, lambda state: True) is not None:
        return None
    readable, now = validated(sent)[0], floor.house.now()
    if isinstance(readable.body, Unreadable):
        return Refusal(NOT_IN_THE_BOOK, "this cannot be read as a command")
    tables = {name: room.live for name, room in floor.house.rooms.items()}
    others = reader.beside(now, tables, floor.house.cage.standing)
    return await reader.run(lambda: would_be_refused(kind, kind.fresh(sent.table), readable, now, others))
