"""Train a small agent with Stable-Baselines3's MaskablePPO until it beats level 1 on a 5x4 board.

pip install 'stonefield[examples]', then: python docs/envs/train.py
"""

from __future__ import annotations

import argparse

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import stonefield.envs  # noqa: F401  (makes the games known to Gymnasium)


def play(agent: MaskablePPO, env: gymnasium.Env, games: int) -> float:
    """The share of some games that the agent wins."""
    won = 0
    for seed in range(games):
        observation, info = env.reset(seed=10_000 + seed)
        over, reward = False, 0.0
        while not over:
            action, _ = agent.predict(observation, action_masks=info["action_mask"], deterministic=True)
            observation, reward, over, _, info = env.step(action)
        won += reward > 0
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opponent", default="level:1", help="a player as `stonefield match` takes it")
    parser.add_argument("--steps", type=int, default=300_000, help="give up after so many steps")
    parser.add_argument("--share", type=float, default=0.5, help="stop when it wins more than this share")
    parser.add_argument("--games", type=int, default=100, help="games to measure it by")
    parser.add_argument("--save", help="where to save the agent")
    given = parser.parse_args()

    options = {"board": "5x4", "opponent": given.opponent}
    training = make_vec_env("stonefield/Carnac-v0", n_envs=8, seed=1, env_kwargs=options)
    agent = MaskablePPO(
        "MlpPolicy",
        training,
        learning_rate=1e-3,
        n_steps=256,
        batch_size=512,
        gamma=1.0,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
    )
    measuring = gymnasium.make("stonefield/Carnac-v0", **options)
    share = play(agent, measuring, given.games)
    print(f"untrained: wins {share:.0%} of {given.games} games against {given.opponent}")
    while share <= given.share and agent.num_timesteps < given.steps:
        agent.learn(10_240, reset_num_timesteps=False)
        share = play(agent, measuring, given.games)
        print(f"after {agent.num_timesteps:,} steps: wins {share:.0%}", flush=True)
    if given.save:
        agent.save(given.save)
    if share <= given.share:
        raise SystemExit(f"{given.opponent} still wins")


if __name__ == "__main__":
    main()
