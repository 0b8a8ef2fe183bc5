"""OpenSpiel: its own tree search plays Carnac, and its own Q-learner learns a very short game of it.

python docs/envs/search_openspiel.py
"""

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts, tabular_qlearner

import stonefield.envs.openspiel  # noqa: F401  (makes the games known to OpenSpiel)

# Monte Carlo tree search against random moves, on the small board.
game = pyspiel.load_game("python_carnac(board=small,stock=8)")
rng = np.random.RandomState(1)
searcher = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator(random_state=rng), random_state=rng)
state = game.new_initial_state()
while not state.is_terminal():
    if state.current_player() == 0:
        state.apply_action(searcher.step(state))
    else:
        state.apply_action(int(rng.choice(state.legal_actions())))
print(state)
print(f"MCTS gets {state.returns()[0]:+.0f}")

# Two Q-learners play each other, with three megaliths on a 3x3 board.
env = rl_environment.Environment(pyspiel.load_game("python_carnac(board=3x3,stock=3)"))
learners = [tabular_qlearner.QLearner(player, env.action_spec()["num_actions"]) for player in range(2)]
results = []
for _episode in range(200):
    step = env.reset()
    while not step.last():
        chosen = learners[step.observations["current_player"]].step(step)
        step = env.step([chosen.action])
    for learner in learners:
        learner.step(step)
    results.append(step.rewards[0])
print(f"Q-learning: the player who begins scores {np.mean(results):+.2f} a game over {len(results)} games")
