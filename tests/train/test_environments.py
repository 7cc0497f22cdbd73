"""The environments: Gymnasium's own checker, exact masks, exact money, refusals with their clause."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from feltwork.lab.environments import IDS, TableEnv
from feltwork.lab.environments.observing import SEAT
from feltwork.lab.environments.table import TableEnvError
from feltwork.table.play.commands import Bet, Remove
from feltwork.table.play.decide import decide


def made(name: str, **options: Any) -> TableEnv:
    env = gymnasium.make(name, **options).unwrapped
    assert isinstance(env, TableEnv)
    return env


@pytest.mark.parametrize("name", IDS)
def test_the_checker_finds_nothing_to_warn_of(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(name))
        check_env(made(name, render_mode="ansi"))


@pytest.mark.parametrize("name", IDS)
def test_masks_are_exact_and_money_is_conserved_through_random_play(name: str) -> None:
    env = made(name, rounds=40)
    env.reset(seed=3)
    env.action_space.seed(3)
    wealth, legal, refused = env.state.chips(), 0, 0
    for _ in range(220):
        mask = env.action_masks()
        action = env.action_space.sample(mask if env.np_random.random() < 0.8 else None)
        before = (dict(env.state.balances), dict(env.state.layout), env.played)
        seen, reward, ruined, over, info = env.step(action)
        wealth += reward
        assert env.observation_space.contains(seen)
        assert wealth == env.state.chips() == info["wealth"]
        assert int(seen["cash"][0]) + int(seen["stakes"].sum()) == wealth
        if mask[action]:
            legal += 1
            assert info["refused"] == {}
        else:
            refused += 1
            assert info["refused"]["clause"]
            assert reward == 0
            assert before == (env.state.balances, env.state.layout, env.played)
        if ruined or over:
            env.reset()
            wealth = env.state.chips()
    assert legal > 20
    assert refused > 5


@pytest.mark.parametrize("name", IDS)
def test_the_mask_is_what_decide_says(name: str) -> None:
    env = made(name)
    env.reset(seed=5)
    for _ in range(4):
        mask = env.action_masks()
        for n, (wager, on) in enumerate(env.spots):
            taken = isinstance(decide(env.state, Bet(SEAT, wager, env.stakes[n], on)), tuple)
            assert bool(mask[1 + n]) == taken
            off = isinstance(decide(env.state, Remove(SEAT, wager, on)), tuple)
            assert bool(mask[1 + len(env.spots) + n]) == off
        for action in np.flatnonzero(mask)[1:8]:
            env.step(int(action))
        env.step(0)


def test_every_wager_can_be_made_at_some_time() -> None:
    """Units are brought up to what chips, split stakes and commissions ask for."""
    env = made("Feltwork/StarCraps-v0", bankroll="10000.00")
    env.reset(seed=1)
    seen: set[str] = set()
    for _ in range(60):
        mask = env.action_masks()
        seen |= {env.spots[n][0] for n in np.flatnonzero(mask[1 : 1 + len(env.spots)])}
        for wager in ("win-line", "dont-win", "come", "dont-come"):
            env.step(1 + env.spots.index((wager, None)))
        env.step(0)
    assert seen == set(env.book.wagers)


def test_seeds_repeat_episodes_and_the_line_pays_even_money() -> None:
    def episode(seed: int) -> list[tuple[int, str]]:
        env = made("Feltwork/StarCraps-v0")
        env.reset(seed=seed)
        line = 1 + env.spots.index(("win-line", None))
        found = []
        for _ in range(30):
            env.step(line)
            _, reward, _, _, info = env.step(0)
            found.append((reward, str(info["settled"])))
        return found

    assert episode(7) == episode(7)
    assert episode(7) != episode(8)
    rewards = {reward for reward, settled in episode(7) if settled != "[]"}
    assert rewards <= {500, -500}


def test_an_illegal_action_is_told_with_its_clause() -> None:
    env = made("Feltwork/StarCraps-v0")
    env.reset(seed=1)
    _, reward, _, _, info = env.step(1 + env.spots.index(("behind-win-line", None)))
    assert reward == 0
    assert info["refused"] == {
        "clause": "6.1.5",
        "reason": "Behind the Win Line needs your own Win Line wager with its point set",
    }
    with pytest.raises(gymnasium.error.InvalidAction, match="actions are 0 to"):
        env.step(10_000)


def test_ruin_ends_and_rounds_truncate() -> None:
    env = made("Feltwork/DragonFire-v0", bankroll="5.00", rounds=3)
    env.reset(seed=1)
    ended = []
    for seed in range(8):
        env.reset(seed=seed)
        env.step(1 + env.spots.index(("total", 3)))
        _, reward, ruined, over, _ = env.step(0)
        ended.append((reward, ruined, over))
        assert ruined == (reward == -500)
    assert any(ruined for _, ruined, _ in ended)
    env.reset(seed=2)
    assert [env.step(0)[3] for _ in range(3)] == [False, False, True]


def test_names_pictures_and_bad_options() -> None:
    env = made("Feltwork/StarRoulette-v0", render_mode="svg")
    env.reset(seed=1)
    env.step(1 + env.spots.index(("straight", (17,))))
    picture = env.render()
    assert picture is not None
    assert picture.startswith("<svg")
    assert env.action_names()[1 + env.spots.index(("straight", (17,)))] == "put 5.00 on straight 17"
    for options in ({"unit": "5.50"}, {"bankroll": "0.00"}, {"rounds": 0}, {"render_mode": "human"}):
        with pytest.raises(TableEnvError):
            TableEnv("star-craps", **options)


def test_without_gymnasium_a_line_says_how_to_get_it() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import feltwork.lab.environments"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert found.stderr.rstrip().endswith("gymnasium is not installed: pip install 'feltwork[rl]'")
