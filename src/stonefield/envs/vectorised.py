"""JAX: the games under an API like that of pgx, to be compiled and mapped over as one likes.

``env = JaxGames("carnac", board="small")``, then ``jax.jit(jax.vmap(env.init))(keys)`` and
``jax.jit(jax.vmap(env.step))(states, actions)``. Actions and planes are those of every other environment.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from stonefield.envs.encoding import encode


class JaxState(NamedTuple):
    """A game, with what pgx says of one."""

    current_player: jax.Array
    """int32: who decides, 0 being the one who began."""
    observation: jax.Array
    """float32[ranks, files, planes]: what that player sees."""
    rewards: jax.Array
    """float32[2]: what the last step brought each player."""
    terminated: jax.Array
    """bool: whether the game has ended."""
    truncated: jax.Array
    """bool: never."""
    legal_action_mask: jax.Array
    """bool[actions]; nothing once the game has ended."""
    step_count: jax.Array
    """int32: actions played."""
    swapped: jax.Array
    """bool: whether the players have swapped colours."""
    rules: Any
    """The state of the rules."""


class JaxGames:
    """One game with its options. All functions are pure and take one state."""

    num_players = 2

    def __init__(self, game: str, **options: Any) -> None:
        self.encoding = encode(game, **options)
        self._rules = self.encoding.jax_rules()
        self.id = game
        self.version = f"v{self.encoding.version}"
        self.num_actions = len(self.encoding.moves)
        self.observation_shape = self.encoding.shape

    def init(self, key: jax.Array) -> JaxState:
        """The start of a game; it is always the same, so the key changes nothing."""
        return self._shown(
            self._rules.start,
            swapped=jnp.asarray(False, bool),
            steps=jnp.int32(0),
            rewards=jnp.zeros(2, jnp.float32),
            terminated=jnp.asarray(False, bool),
        )

    def step(self, state: JaxState, action: jax.Array, key: jax.Array | None = None) -> JaxState:
        """The game after an action. An illegal one loses; a game that has ended stays so without rewards."""
        rules = self._rules
        legal = state.legal_action_mask[action]
        is_swap = action == self.num_actions - 1
        number = rules.numbers(state.rules)[jnp.minimum(action, self.num_actions - 2)]
        played = rules.play(state.rules, number)
        keep = is_swap | ~legal | state.terminated
        after = jax.tree.map(lambda old, new: jnp.where(keep, old, new), state.rules, played)
        swapped = state.swapped | (is_swap & legal)
        # Player 0 owns the colour that began unless colours were swapped.
        sign = jnp.where(swapped ^ bool(rules.first), -1.0, 1.0)
        for_first = sign * rules.winner(after) * after.over
        by_rules = jnp.stack([for_first, -for_first])
        fault = jnp.where(jnp.arange(2) == state.current_player, -1.0, 1.0)
        rewards = jnp.where(state.terminated, 0.0, jnp.where(legal, by_rules, fault))
        return self._shown(
            after,
            swapped=swapped,
            steps=state.step_count + ~state.terminated,
            rewards=rewards.astype(jnp.float32),
            terminated=state.terminated | ~legal | after.over,
        )

    def _shown(
        self, after: Any, *, swapped: jax.Array, steps: jax.Array, rewards: jax.Array, terminated: jax.Array
    ) -> JaxState:
        rules = self._rules
        may_swap = (steps == rules.swap_ply) & ~swapped
        mask = jnp.append(rules.legal(after)[rules.numbers(after)], may_swap) & ~terminated
        return JaxState(
            current_player=((after.turn - 1) ^ rules.first ^ swapped).astype(jnp.int32),
            observation=rules.observe(after),
            rewards=rewards,
            terminated=terminated,
            truncated=jnp.asarray(False, bool),
            legal_action_mask=mask,
            step_count=steps,
            swapped=swapped,
            rules=after,
        )
