"""The games as Gymnasium environments. Importing this registers them:

import gymnasium, feltwork.environments
env = gymnasium.make("Feltwork/StarCraps-v0")
"""

from __future__ import annotations

from feltwork.extras import need

need("gymnasium", "rl")
need("numpy", "rl")

import gymnasium  # noqa: E402  # after the line that says how to get it

from feltwork.environments.table import TableEnv  # noqa: E402  # the same

MOST_STEPS = 10_000
"""Actions an episode at most, so that one who never ends betting comes to an end."""
GAMES: dict[str, dict[str, str | bool]] = {
    "StarCraps": {"book": "star-craps"},
    "CrownCraps": {"book": "crown-craps"},
    "MiniCraps": {"book": "crown-craps", "variant": "mini"},
    "AruzeCraps": {"book": "aruze-craps"},
    "StarRoulette": {"book": "star-roulette"},
    "StarRouletteDoubleZero": {"book": "star-roulette", "wheel": "double"},
    "StarRouletteLuckyBall": {"book": "star-roulette", "lucky_ball": True},
    "DragonFire": {"book": "dragon-fire"},
}
IDS = tuple(f"Feltwork/{name}-v0" for name in GAMES)

for _name, _options in GAMES.items():
    gymnasium.register(
        f"Feltwork/{_name}-v0",
        entry_point="feltwork.environments.table:TableEnv",
        max_episode_steps=MOST_STEPS,
        kwargs=dict(_options),
    )

__all__ = ["GAMES", "IDS", "TableEnv"]
