"""Gymnasium: a random agent meets level 2 of the engine on a small board.

python docs/envs/play_gymnasium.py
"""

import gymnasium

import stonefield.envs  # noqa: F401  (makes the games known to Gymnasium)

env = gymnasium.make("stonefield/Carnac-v0", board="small", opponent="level:2")
observation, info = env.reset(seed=4)
env.action_space.seed(4)
over, reward = False, 0.0
while not over:
    observation, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
print(info["moves"])
print(f"the agent gets {reward:+.0f}")
