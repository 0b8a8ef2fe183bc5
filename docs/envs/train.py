"""Train a small agent with Stable-Baselines3's MaskablePPO until it beats level 1 on a 5x4 board.

It practises against random moves, in many games at once, before it meets the level.

pip install 'stonefield[examples]', then: python docs/envs/train.py
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecEnv

import stonefield.envs  # noqa: F401  (makes the games known to Gymnasium)
from stonefield.envs.batch import BatchedGames

BOARD = "5x4"
PRACTICE_GAMES, LEVEL_GAMES = 256, 8
"""Games side by side."""
SETTINGS: dict[str, Any] = {
    "learning_rate": 1e-3,
    "batch_size": 1024,
    "n_epochs": 4,
    "gamma": 1.0,
    "ent_coef": 0.005,
    "policy_kwargs": {"net_arch": [128, 128]},
}


class Practice(VecEnv):
    """A batch of games as Stable-Baselines3 wants them; the opponent's moves are random."""

    def __init__(self, games: int, seed: int) -> None:
        self.batch = BatchedGames("carnac", games, board=BOARD)
        self.rng = np.random.default_rng(seed)
        self.numbers = np.arange(games)
        self.seats = self.numbers % 2
        self.actions = np.zeros(games, np.int32)
        encoding = self.batch.encoding
        seen = gymnasium.spaces.Box(0.0, 1.0, encoding.shape, np.float32)
        super().__init__(games, seen, gymnasium.spaces.Discrete(len(encoding.moves)))

    def reset(self) -> np.ndarray:
        self.batch.reset()
        self.answer()
        return self.batch.observe().copy()

    def step_async(self, actions: np.ndarray) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        rewards, over = self.batch.step(self.actions)
        gained, ended = rewards[self.numbers, self.seats], over.copy()
        later, ended_later = self.answer()
        return self.batch.observe().copy(), gained + later, ended | ended_later, [{}] * self.num_envs

    def answer(self) -> tuple[np.ndarray, np.ndarray]:
        """Let the opponent play until the agent decides everywhere; what it gets, and which games end."""
        gained, ended = np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, bool)
        while (theirs := self.batch.players != self.seats).any():
            rewards, over = self.batch.step(self.batch.random_actions(self.rng)[theirs], theirs)
            gained += rewards[self.numbers, self.seats]
            ended |= over
        return gained, ended

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        assert method_name == "action_masks"
        return list(self.batch.masks)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        known = {"render_mode": None, "action_masks": True}
        if attr_name not in known:
            raise AttributeError(attr_name)
        return [known[attr_name]] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.batch.close()


def play(agent: MaskablePPO, opponent: str, games: int, seed: int) -> float:
    """The share of some games that the agent wins."""
    env = gymnasium.make("stonefield/Carnac-v0", board=BOARD, opponent=opponent)
    won = 0
    for game in range(games):
        observation, info = env.reset(seed=seed + game)
        over, reward = False, 0.0
        while not over:
            action, _ = agent.predict(observation, action_masks=info["action_mask"], deterministic=True)
            observation, reward, over, _, info = env.step(action)
        won += reward > 0
    env.close()
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opponent", default="level:1", help="a player as `stonefield match` takes it")
    parser.add_argument("--practice", type=int, default=200_000, help="steps against random moves first")
    parser.add_argument(
        "--steps", type=int, default=100_000, help="give up after so many against the opponent"
    )
    parser.add_argument("--share", type=float, default=0.6, help="stop when it wins more than this share")
    parser.add_argument("--games", type=int, default=200, help="games to measure it by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="where to save the agent")
    given = parser.parse_args()
    torch.set_num_threads(1)  # the network is too small to share

    options = {"board": BOARD, "opponent": given.opponent}
    training = make_vec_env("stonefield/Carnac-v0", LEVEL_GAMES, given.seed, env_kwargs=options)
    agent = MaskablePPO("MlpPolicy", training, n_steps=256, seed=given.seed, **SETTINGS)
    share = play(agent, given.opponent, given.games, seed=10_000)
    print(f"untrained: wins {share:.1%} of {given.games} games against {given.opponent}", flush=True)

    practice = Practice(PRACTICE_GAMES, given.seed)
    pupil = MaskablePPO("MlpPolicy", practice, n_steps=32, seed=given.seed, **SETTINGS)
    pupil.learn(given.practice)
    agent.set_parameters(pupil.get_parameters())
    share = play(agent, given.opponent, given.games, seed=10_000)
    print(f"after {pupil.num_timesteps:,} steps against random moves: wins {share:.1%}", flush=True)

    while agent.num_timesteps < given.steps:
        agent.learn(min(10_240, given.steps - agent.num_timesteps), reset_num_timesteps=False)
        share = play(agent, given.opponent, given.games, seed=10_000)
        print(f"after {agent.num_timesteps:,} steps against {given.opponent}: wins {share:.1%}", flush=True)
        if share > given.share:
            break
    else:
        raise SystemExit(f"{given.opponent} still wins")
    # Games that had no say in when to stop.
    share = play(agent, given.opponent, given.games, seed=20_000)
    print(f"in {given.games} other games: wins {share:.1%}")
    if given.save:
        agent.save(given.save)


if __name__ == "__main__":
    main()
