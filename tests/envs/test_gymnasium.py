"""Gymnasium's own checks, and games against the engine's levels."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import stonefield.envs  # noqa: F401
from stonefield.games.game import InvalidOption


def play_randomly(env, seed):
    _, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    over, reward = False, 0.0
    while not over:
        assert reward == 0.0
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, truncated, info = env.step(action)
        assert not truncated
    return reward, info["moves"]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("stonefield/Carnac-v0", {"board": "small", "opponent": "level:1"}),
        ("stonefield/Carnac-v0", {"board": "5x4", "opponent": "random", "swap": True}),
        ("stonefield/Caminos-v0", {"opponent": "random", "seat": 1, "neutral": True}),
        ("stonefield/Caminos-v0", {"opponent": "random", "players": 4, "seat": 2}),
    ],
)
def test_passes_check_env(name, options):
    check_env(gymnasium.make(name, render_mode="ansi", **options).unwrapped)


def test_the_same_seed_plays_the_same_game():
    env = gymnasium.make("stonefield/Carnac-v0", board="5x4", opponent="level:2")
    assert play_randomly(env, 5) == play_randomly(env, 5)
    assert play_randomly(env, 5) != play_randomly(env, 6)


def test_without_a_seat_the_agent_begins_about_half_of_the_games():
    env = gymnasium.make("stonefield/Carnac-v0", board="3x3", opponent="random").unwrapped
    env.reset(seed=0)
    begun = 0
    for _ in range(40):
        env.reset()
        begun += env.player == 1
    assert 8 < begun < 32


def test_random_play_loses_to_a_level():
    env = gymnasium.make("stonefield/Carnac-v0", board="small", opponent="level:4")
    assert sum(play_randomly(env, seed)[0] for seed in range(4)) < 0


def test_an_illegal_action_loses_at_once():
    env = gymnasium.make("stonefield/Carnac-v0", board="small", seat=0, opponent="random")
    env.reset(seed=0)
    _, reward, over, _, info = env.step(env.action_space.n - 1)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


def test_a_seat_that_there_is_not_is_refused():
    with pytest.raises(InvalidOption, match="seats are 0 to 1"):
        gymnasium.make("stonefield/Carnac-v0", seat=2)
