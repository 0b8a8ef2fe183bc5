"""JAX: random games of Carnac side by side, every step of all of them in one compiled call.

pip install 'stonefield[envs,train]', then: python docs/envs/play_jax.py
"""

import jax
import jax.numpy as jnp

from stonefield.envs.vectorised import JaxGames, JaxState

GAMES = 64
env = JaxGames("carnac", board="small")


@jax.jit
def play(states: JaxState, key: jax.Array) -> JaxState:
    """One random legal action in each game; games that are over stay as they are, without rewards."""
    actions = jax.random.categorical(key, jnp.log(states.legal_action_mask.astype(jnp.float32)))
    return jax.vmap(env.step)(states, actions)


key = jax.random.key(1)
states = jax.vmap(env.init)(jax.random.split(key, GAMES))
scores = jnp.zeros((GAMES, env.num_players))
while not states.terminated.all():
    key, now = jax.random.split(key)
    states = play(states, now)
    scores += states.rewards
print(f"{GAMES} games of {states.step_count.mean():.0f} steps; who began won {(scores[:, 0] > 0).mean():.0%}")
