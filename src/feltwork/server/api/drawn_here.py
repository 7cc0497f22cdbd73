"""What only the server can put into a command of the office: secrets of draws, of prizes and of seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltwork.promotion.commands import AskRedraw, FreezeEntries
from feltwork.refusal import Refusal
from feltwork.server.api import prize_draws, seat_draws
from feltwork.server.api.prize_draws import Prepared
from feltwork.store.port import Answer, EventLog
from feltwork.tournament.live.topics.drafting import PublishTournament
from feltwork.tournament.live.topics.starting import StartSession

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

__all__ = ["answers", "is_made_here", "prepared"]
DONE_BY: dict[type, str] = {
    FreezeEntries: "entries-frozen",
    AskRedraw: "redraw-asked",
    PublishTournament: "tournament-published",
    StartSession: "session-started",
}
"""The event that each of them brings about."""
NOT_ASKED = frozenset(("type", "commitment", "sealed"))
"""What the server puts in."""


async def prepared(floor: ServerState, name: str, body: Any, names: dict[str, tuple[str, str]]) -> Prepared:
    """A command as it is sent, and the secret that goes beside it."""
    made = await prize_draws.prepared(floor, name, body, names)
    return made if isinstance(made, Refusal) or made[1] else await seat_draws.prepared(floor, name, made[0])


def is_made_here(body: object) -> bool:
    """Does the server put a fresh secret into it? Sent again it would be another command: its answer is looked up."""
    return isinstance(body, FreezeEntries | AskRedraw) or seat_draws.promises(body)


def answers(log: EventLog, known: Answer, stream: str, body: Any) -> bool:
    """Is this the answer to the same command, but for the secret that was put into it?

    What was done says in its record what it was asked; a refusal did nothing, whatever it was for.
    """
    if known.stream != stream or known.reason:
        return known.stream == stream
    record = next(log.read(stream, known.first - 1), None) if known.first else None
    if record is None or record.key != known.key or record.kind != DONE_BY[type(body)]:
        return False
    done: dict[str, Any] = msgspec.json.decode(record.body)
    asked: dict[str, Any] = msgspec.to_builtins(body)
    return all(asked[name] == done[name] for name in asked.keys() & done.keys() - NOT_ASKED)
