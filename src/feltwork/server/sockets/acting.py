"""As whom a screen with several people, or with one in several roles, sends a command."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from feltwork.engine.envelope import Envelope, own_key, validated
from feltwork.refusal import Refusal, RefusalKind
from feltwork.server.people import UnclearError, whose
from feltwork.server.runtime import Runtime
from feltwork.server.sockets.room import Room
from feltwork.store.port import Answer, Store
from feltwork.table.live.asker import Asker
from feltwork.table.live.commands import Command, Sit
from feltwork.table.live.decide import decide


async def by_name(house: Runtime, key: str, body: Sit) -> Sit | str:
    """Whoever is shown to a seat, by the id: staff type a name, and somebody new gets an id of their own.

    Where nobody or several are called so, why.
    """
    try:
        return replace(body, player=await whose(house, body.player, key, new=True))
    except UnclearError as unclear:
        return str(unclear)


def acting(room: Room, people: Sequence[tuple[str, str]], body: Command, now: int) -> tuple[str, str]:
    """Of several people, or of one in several roles: the one whom the table lets do it.

    Where it lets none, the first whose refusal is about the thing itself and not about who asks.
    """
    better = None
    with room.lock:
        for person, role in people:
            decided = decide(room.live, body, Asker(person, role, now))
            if not isinstance(decided, Refusal):
                return person, role
            if better is None and decided.kind is not RefusalKind.ROLE:
                better = (person, role)
    return better or people[0]


def sent_before(
    store: Store, key: str, table: str, people: Sequence[tuple[str, str]], body: Command
) -> tuple[tuple[str, str], Answer] | None:
    """As whom of several this very command was sent before, and what it was answered; nothing if it was not."""
    given = {person: store.log.answer(own_key(key, person)) for person, _ in people}
    for person, role in people:
        known = given[person]
        if known is not None and validated(Envelope(known.key, table, person, role, body))[1] == known.digest:
            return (person, role), known
    return None
