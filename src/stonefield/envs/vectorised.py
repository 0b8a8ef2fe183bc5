"""JAX: the games under the API of pgx, to be compiled and mapped over as one likes.

``env = JaxGames("carnac", board="small")``, then ``jax.jit(jax.vmap(env.init))(keys)`` and
``jax.jit(jax.vmap(env.step))(states, actions)``; ``pgx.experimental.auto_reset(env.step, env.init)`` restarts
ended games. Actions and planes are those of every other environment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from stonefield.envs.encoding import encode
from stonefield.envs.jax_pictures import WIDTH, picture, position_after
from stonefield.games.game import Position


@dataclass(frozen=True)
class JaxState:
    """A game, with what pgx says of one.

    As there, fields with an underscore are for the environment itself.
    """

    current_player: jax.Array
    """int32: who decides, 0 being the one who began."""
    observation: jax.Array
    """float32[ranks, files, planes]: what that player sees."""
    rewards: jax.Array
    """float32[2]: what the last step brought each player."""
    terminated: jax.Array
    """bool: whether the game has ended."""
    truncated: jax.Array
    """bool: never by itself."""
    legal_action_mask: jax.Array
    """bool[actions]; once the game has ended all are allowed, as in pgx, and none does anything."""
    _step_count: jax.Array
    """int32: actions played."""
    _swapped: jax.Array
    """bool: whether the players have swapped colours."""
    _actions: jax.Array
    """int32[plies]: the legal ones of them, then -1."""
    _rules: Any
    """The state of the rules."""
    _start: str
    """The position in which the game began; it is the same for all states of a compiled function."""

    @property
    def env_id(self) -> str:
        """The game's name."""
        return self._start.split()[0]

    @property
    def step_count(self) -> jax.Array:
        """int32: actions played."""
        return self._step_count

    def replace(self, **changes: Any) -> JaxState:
        """The same state with other values in some fields."""
        return replace(self, **changes)

    @property
    def position(self) -> Position:
        """The position of the rules, of one game that is not being compiled."""
        return position_after(self._start, np.asarray(self._actions))[0]

    def to_svg(self, *, color_theme: str | None = None, scale: float | None = None) -> str:
        """A picture; of many games all of them, side by side."""
        return picture(self._start, self._actions, color_theme or "light", round(WIDTH * (scale or 1.0)))

    def save_svg(
        self, filename: str | Path, *, color_theme: str | None = None, scale: float | None = None
    ) -> None:
        """Write the picture to a file."""
        Path(filename).write_text(self.to_svg(color_theme=color_theme, scale=scale), "utf-8")

    def _repr_html_(self) -> str:
        """How notebooks show it."""
        return self.to_svg()


jax.tree_util.register_dataclass(
    JaxState,
    data_fields=[name for name in JaxState.__dataclass_fields__ if name != "_start"],
    meta_fields=["_start"],
)


class JaxGames:
    """One game with its options. All functions are pure and take one state."""

    num_players = 2

    def __init__(self, game: str, **options: Any) -> None:
        self.encoding = encode(game, **options)
        self._rules = self.encoding.jax_rules()
        self._start = str(self.encoding.start)
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
            actions=jnp.full(self.encoding.start.longest, -1, jnp.int32),
            rewards=jnp.zeros(2, jnp.float32),
            terminated=jnp.asarray(False, bool),
            truncated=jnp.asarray(False, bool),
        )

    def step(self, state: JaxState, action: jax.Array, key: jax.Array | None = None) -> JaxState:
        """The game after an action. An illegal one loses; a game that has ended stays so without rewards."""
        rules = self._rules
        ended = state.terminated | state.truncated
        # An index beyond the end would be taken for the last one.
        legal = (action >= 0) & (action < self.num_actions) & state.legal_action_mask[action]
        is_swap = action == self.num_actions - 1
        number = rules.numbers(state._rules)[jnp.clip(action, 0, self.num_actions - 2)]
        played = rules.play(state._rules, number)
        keep = is_swap | ~legal | ended
        after = jax.tree.map(lambda old, new: jnp.where(keep, old, new), state._rules, played)
        swapped = state._swapped | (is_swap & legal & ~ended)
        # Player 0 owns the colour that began unless colours were swapped.
        sign = jnp.where(swapped ^ bool(rules.first), -1.0, 1.0)
        for_first = sign * rules.winner(after) * after.over
        by_rules = jnp.stack([for_first, -for_first])
        fault = jnp.where(jnp.arange(2) == state.current_player, -1.0, 1.0)
        rewards = jnp.where(ended, 0.0, jnp.where(legal, by_rules, fault))
        return self._shown(
            after,
            swapped=swapped,
            steps=state._step_count + ~ended,
            actions=jnp.where(
                legal & ~ended, state._actions.at[state._step_count].set(action), state._actions
            ),
            rewards=rewards.astype(jnp.float32),
            terminated=state.terminated | (~ended & (~legal | after.over)),
            truncated=state.truncated,
        )

    def observe(self, state: JaxState, player_id: jax.Array | int | None = None) -> jax.Array:
        """float32[ranks, files, planes]: what a player sees; by default the one who decides."""
        player = state.current_player if player_id is None else jnp.asarray(player_id)
        return self._rules.observe(state._rules, 1 + (player ^ self._rules.first ^ state._swapped))

    def _shown(
        self,
        after: Any,
        *,
        swapped: jax.Array,
        steps: jax.Array,
        actions: jax.Array,
        rewards: jax.Array,
        terminated: jax.Array,
        truncated: jax.Array,
    ) -> JaxState:
        rules = self._rules
        may_swap = (steps == rules.swap_ply) & ~swapped
        mask = jnp.append(rules.legal(after)[rules.numbers(after)], may_swap) | terminated
        return JaxState(
            current_player=((after.turn - 1) ^ rules.first ^ swapped).astype(jnp.int32),
            observation=rules.observe(after, after.turn),
            rewards=rewards,
            terminated=terminated,
            truncated=truncated,
            legal_action_mask=mask,
            _step_count=steps,
            _swapped=swapped,
            _actions=actions,
            _rules=after,
            _start=self._start,
        )
