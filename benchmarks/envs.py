"""Steps a second of the environments with random actions, beside two that everybody knows, in one run.

python benchmarks/envs.py --seconds 3     (PettingZoo's connect_four_v3 also needs pygame-ce)
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

import numpy as np

from stonefield.envs import caminos_v0, carnac_v0
from stonefield.envs.batch import BatchedGames

GAMES = 4096
"""Games side by side in a batch."""


def pettingzoo_steps(env) -> Iterator[int]:
    rng = np.random.default_rng(1)
    while True:
        env.reset()
        for _ in env.agent_iter():
            observation, _, over, truncated, _ = env.last()
            if over or truncated:
                break
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            yield 1


def openspiel_steps(name: str) -> Iterator[int]:
    import pyspiel

    import stonefield.envs.openspiel  # noqa: F401

    game, rng = pyspiel.load_game(name), np.random.default_rng(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
            yield 1


def batched_steps(game: str, *, observe: bool = False, **options) -> Iterator[int]:
    games, rng = BatchedGames(game, GAMES, **options), np.random.default_rng(1)
    while True:
        games.step(games.random_actions(rng))
        if observe:
            games.observe()
        yield GAMES


def jax_steps(game: str, **options) -> Iterator[int]:
    import jax
    import jax.numpy as jnp

    from stonefield.envs.vectorised import JaxGames

    games, count = JaxGames(game, **options), GAMES // 16

    def step(state, key, fresh):
        chance = jax.random.uniform(key, state.legal_action_mask.shape)
        after = games.step(state, jnp.argmax(chance * state.legal_action_mask))
        return jax.tree.map(lambda old, new: jnp.where(after.terminated, old, new), fresh, after)

    keys = jax.random.split(jax.random.key(1), count)
    fresh = states = jax.vmap(games.init)(keys)
    all_at_once = jax.jit(jax.vmap(step))
    number = 0
    while True:
        number += 1
        states = all_at_once(states, jax.random.split(jax.random.key(number), count), fresh)
        jax.block_until_ready(states)
        yield count


def rate(steps: Iterator[int], seconds: float) -> tuple[float, float]:
    """Steps a second, by the clock on the wall and by that of the processor (both cores together)."""
    for _ in range(3):
        next(steps)
    done, began, worked = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - began < seconds:
        done += next(steps)
    return done / (time.perf_counter() - began), done / (time.process_time() - worked)


def rows() -> Iterator[tuple[str, Callable[[], Iterator[int]]]]:
    if find_spec("pygame"):
        from pettingzoo.classic import connect_four_v3

        yield "PettingZoo connect_four_v3", lambda: pettingzoo_steps(connect_four_v3.env())
    yield "PettingZoo carnac_v0, medium", lambda: pettingzoo_steps(carnac_v0.env())
    yield "PettingZoo caminos_v0, square", lambda: pettingzoo_steps(caminos_v0.env())
    if find_spec("pyspiel"):
        yield "OpenSpiel connect_four (C++)", lambda: openspiel_steps("connect_four")
        yield "OpenSpiel python_carnac, medium", lambda: openspiel_steps("python_carnac")
        yield "OpenSpiel python_caminos, square", lambda: openspiel_steps("python_caminos")
    yield "batch, carnac small", lambda: batched_steps("carnac", board="small")
    yield "batch, carnac medium", lambda: batched_steps("carnac")
    yield "batch with planes, carnac medium", lambda: batched_steps("carnac", observe=True)
    yield "batch, caminos square", lambda: batched_steps("caminos")
    if find_spec("jax"):
        yield "JAX on the processor, carnac medium", lambda: jax_steps("carnac")
        yield "JAX on the processor, caminos square", lambda: jax_steps("caminos")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each environment")
    parser.add_argument("--only", default="", help="only environments whose names contain this")
    given = parser.parse_args()
    print("| environment | steps/s | steps/s of processor time |")
    print("|---|---|---|")
    for name, make in rows():
        if given.only not in name:
            continue
        by_wall, by_processor = rate(make(), given.seconds)
        print(f"| {name} | {by_wall:,.0f} | {by_processor:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
