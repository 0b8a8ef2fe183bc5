"""PettingZoo: two random agents play Caminos, and the game is printed.

python docs/envs/play_pettingzoo.py
"""

from stonefield.envs import caminos_v0

env = caminos_v0.env(board="diamond", swap=True, render_mode="ansi")
env.reset(seed=1)
for agent in env.agents:
    env.action_space(agent).seed(1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        print(f"{agent} gets {reward:+.0f}")
        env.step(None)
    else:
        env.step(env.action_space(agent).sample(observation["action_mask"]))
print(env.render())
print(env.unwrapped.position.outcome)
