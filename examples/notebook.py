"""Feltwork in a notebook: run cell by cell (any editor that knows ``# %%``), or as a plain script.

In a notebook the last line of a cell shows itself: a table as its felt, odds as a table, a session as its
distribution. As a script it prints only what the last cell prints.
"""

# %% A table shows as its felt, with chips, puck and dice
import feltwork

table = feltwork.open_table("star-craps", seats={1: "300.00"}, smallest_chip="1.00")
table.bet(1, "win-line", "10.00")
table.roll(4, 2)
table.bet(1, "behind-win-line", "20.00")
table.bet(1, "place-to-win", "12.00", on=8)
table

# %% Odds show as a table
odds = feltwork.odds_of("star-craps", "place-to-win")
odds

# %% What happens if I play this way? Exact sessions and simulations draw their distribution
from feltwork.lab.simulate.lab import prepare
from feltwork.lab.strategy import keep
from feltwork.lab.strategy import odds as behind

ready = prepare(keep("line", 10) + behind(2), "star-craps", bankroll=300)
session = ready.session(rolls=100)
session

# %% The same by simulation
simulated = ready.simulate(20_000, rolls=100, seed=1)
simulated

# %% A game as an environment for a learning agent; here one that plays any legal action
import gymnasium

import feltwork.lab.environments

env = gymnasium.make("Feltwork/StarCraps-v0", render_mode="ansi")
seen, info = env.reset(seed=1)
env.action_space.seed(1)
gained = actions = 0
while actions < 200:
    seen, reward, ruined, over, info = env.step(env.action_space.sample(info["action_mask"]))
    gained, actions = gained + reward, actions + 1
    if ruined or over:
        break
print(f"a player of any legal action is {gained / 100:+.2f} after {actions} actions")
print(env.render())
