"""What only the server can put into a command of the office: secrets of draws, of prizes and of seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltwork.promotion.commands import AskRedraw, FreezeEntries
from feltwork.refusal import Refusal
from feltwork.server.api import prize_draws, seat_draws
from feltwork.server.api.prize_draws import Prepared

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

__all__ = ["is_made_here", "prepared"]


async def prepared(floor: ServerState, name: str, body: Any, names: dict[str, tuple[str, str]]) -> Prepared:
    """A command as it is sent, and the secret that goes beside it."""
    made = await prize_draws.prepared(floor, name, body, names)
    return made if isinstance(made, Refusal) or made[1] else await seat_draws.prepared(floor, name, made[0])


def is_made_here(body: object) -> bool:
    """Does the server put a fresh secret into it? Sent again it would be another command: its answer is looked up."""
    return isinstance(body, FreezeEntries | AskRedraw) or seat_draws.promises(body)
