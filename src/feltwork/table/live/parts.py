"""What has been set right of a paid round: the wagers of one terminal, the Lucky Ball wagers, or all of it.

A part that was set right is void and stays so; the rest of the round, or the whole, can still be ruled on, each wager
from how it stands since. All of it is set right once. Under rules 1 any part closed the round.
"""

from __future__ import annotations

from feltwork.games.conduct import LEFT_SINCE, SCREEN_FAULT
from feltwork.table.live.card_events import WagersFoundInvalid
from feltwork.table.live.doubts import LUCKY_BALL
from feltwork.table.live.floor_events import RoundAdjusted
from feltwork.table.live.malfunction import UNCONFIRMED
from feltwork.table.live.state import ALL, Life, Part


def happen(life: Life, event: RoundAdjusted | WagersFoundInvalid) -> None:
    """A round was set right, in part or as a whole."""
    version, parts = event.version, parts_of(life, event)
    left_since = isinstance(event, RoundAdjusted) and event.cause == LEFT_SINCE  # of a round that was taken back
    if version is not None and not left_since and life.conduct is not None and life.conduct.rules > 1:
        life.parts[version] = (*life.parts.get(version, ()), *parts)
    if ALL in parts:
        life.rounds = tuple(then for then in life.rounds if then != version)
        if life.proposed and life.proposed.version == version:
            life.proposed = None


def parts_of(life: Life, event: RoundAdjusted | WagersFoundInvalid) -> tuple[Part, ...]:
    """What of the round this sets right."""
    if life.conduct is None or life.conduct.rules == 1:
        return (ALL,)
    if isinstance(event, WagersFoundInvalid):
        return ((event.seat, ""),)
    if event.cause == UNCONFIRMED:
        return tuple((line.seat, "") for line in event.lines)
    return ((0, LUCKY_BALL),) if event.cause == SCREEN_FAULT else (ALL,)


def forget(life: Life) -> None:
    """Rounds that lie too far back are set right no more."""
    life.parts = {version: parts for version, parts in life.parts.items() if version in life.rounds}


def in_part(life: Life, version: int) -> tuple[Part, ...]:
    """What was set right of this round before it was as a whole, if it was."""
    return tuple(part for part in life.parts.get(version, ()) if part != ALL)


def last_game(life: Life) -> int:
    """The last completed game, while it can be set right; 0 where there is none, or all of it has been."""
    done = max((version for version, parts in life.parts.items() if ALL in parts), default=0)
    return life.rounds[-1] if life.rounds and life.rounds[-1] > done else 0
