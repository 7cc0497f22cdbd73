"""Sessions for tests: a script with few words, played through the command's own way."""

from __future__ import annotations

import json
from typing import Any

from feltwork.tournament.play import Played, play_session
from feltwork.tournament.script import read_session

Steps = list[dict[str, Any]]


def conditions(**other: object) -> dict[str, Any]:
    """Three players with 100 chips each, wagers of 10 to 100, one advances."""
    return {
        "players": ["ann", "ben", "cat"],
        "fee": "100.00",
        "chips": 100,
        "minimum": 10,
        "maximum": 100,
        "advance": 1,
        "prizes": [100],
        "ties": "share",
    } | other


def on(player: str, wager: object, amount: object, on: object = None) -> dict[str, Any]:
    """One open wager."""
    return {"wagers": [player, [[wager, on, amount]]]}


def form(player: str, wager: object, amount: object, on: object = None) -> dict[str, Any]:
    """An undisclosed wager."""
    return {"undisclosed": [player, wager, on, amount]}


def spun(pocket: object, *steps: dict[str, Any], taken: tuple[str, ...] = (), **more: object) -> dict[str, Any]:
    """A round."""
    return {"steps": list(steps), "spin": pocket, "taken": list(taken)} | more


def script(*rounds: dict[str, Any], playoff: Steps | None = None, wheel: str = "single", **other: object) -> str:
    return json.dumps(
        {
            "tournament": "star-roulette",
            "wheel": wheel,
            "conditions": conditions(**other),
            "rounds": list(rounds),
            "playoff": playoff or [],
        }
    )


def played(*rounds: dict[str, Any], playoff: Steps | None = None, wheel: str = "single", **other: object) -> Played:
    return play_session(read_session(script(*rounds, playoff=playoff, wheel=wheel, **other)))


def report(*rounds: dict[str, Any], **other: Any) -> dict[str, Any]:
    return played(*rounds, **other).report()
