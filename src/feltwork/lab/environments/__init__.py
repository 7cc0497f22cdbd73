"""The games as Gymnasium environments. Importing this registers them:

import gymnasium, feltwork.lab.environments
env = gymnasium.make("Feltwork/StarCraps-v0")
"""

from __future__ import annotations

from feltwork.extras import need

need("gymnasium", "rl")
need("numpy", "rl")

import gymnasium  # noqa: E402  # after the line that says how to get it

from feltwork.games.registry import games  # noqa: E402  # the same
from feltwork.lab.environments.table import TableEnv  # noqa: E402  # the same

MAX_STEPS = 10_000
"""Actions an episode at most, so that one who never ends betting comes to an end."""
GAMES: dict[str, dict[str, str | bool]] = {
    name: {
        "book": game.id,
        **({"variant": kind.variant} if kind.variant else {}),
        **({"wheel": kind.wheel} if kind.wheel != "single" else {}),
        **({"lucky_ball": kind.lucky_ball} if kind.lucky_ball else {}),
    }
    for game in games()
    for name, kind in game.environments.items()
}
IDS = tuple(f"Feltwork/{name}-v0" for name in GAMES)

for _name, _options in GAMES.items():
    gymnasium.register(
        f"Feltwork/{_name}-v0",
        entry_point="feltwork.lab.environments.table:TableEnv",
        max_episode_steps=MAX_STEPS,
        kwargs=dict(_options),
    )

__all__ = ["GAMES", "IDS", "TableEnv"]
