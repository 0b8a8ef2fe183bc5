"""Batches: four thousand random games of Carnac side by side.

python docs/envs/many_games.py
"""

import numpy as np

from stonefield.envs.batch import BatchedGames

games = BatchedGames("carnac", 4096, board="small")
rng = np.random.default_rng(1)
ended = won = 0
for _ in range(100):
    rewards, over = games.step(games.random_actions(rng))
    ended += int(over.sum())
    won += int((rewards[over, 0] > 0).sum())
print(f"{ended} games ended; who began won {won / ended:.1%} of them")
print("what the first game looks like to who decides:", games.observe()[0].shape)
