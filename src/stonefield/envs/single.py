"""Gymnasium: one agent against a player of the arena, such as any of the engine's levels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from stonefield.arena import make_player, read_spec
from stonefield.arena.players import Spec
from stonefield.envs.encoding import Mask, Planes, encode, rewards, rewards_after_illegal
from stonefield.envs.rendering import MODES, check_mode, render
from stonefield.games.game import IllegalMove, InvalidOption, Position

WEAK_LEVELS = 5
"""Levels up to this one think about so few positions that little memory holds them all."""
LITTLE_MEMORY = 8


def _lean(spec: Spec) -> Spec:
    """The same player without the large tables that a weak level would clear before every move."""
    if spec.settings.level is None or spec.settings.level > WEAK_LEVELS:
        return spec
    return replace(spec, settings=replace(spec.settings, hash_mb=LITTLE_MEMORY))


class SinglePlayerEnv(gymnasium.Env):  # type: ignore[misc]
    """A game in which an opponent plays all other seats.

    ``opponent`` is a player as `stonefield match` takes it: ``level:1`` to ``level:10``, ``random``,
    ``greedy``, ``ugi:command``. ``seat`` is the agent's place in the order of first turns; None draws it
    again for each game. The reward comes with the last step: 1, 0 or -1. An illegal action loses at once.
    `action_masks` and ``info["action_mask"]`` say what is legal.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        opponent: str = "level:1",
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        self.encoding = encode(game, **options)
        self.position: Position = self.encoding.start
        if seat is not None and seat not in range(len(self.position.players)):
            raise InvalidOption(f"`{seat}`: the seats are 0 to {len(self.position.players) - 1}")
        self._seat, self.player = seat, self.position.players[seat or 0]
        self._opponent = make_player(_lean(read_spec(opponent)), game)
        self._moves: list[str] = []
        self._lost = False
        self.action_space = spaces.Discrete(len(self.encoding.moves))
        self.observation_space = spaces.Box(0.0, 1.0, self.encoding.shape, np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Begin a new game and let the opponent play until the agent decides."""
        super().reset(seed=seed)
        players = self.encoding.start.players
        seat = int(self.np_random.integers(len(players))) if self._seat is None else self._seat
        self.player = players[seat]
        self.position = self.encoding.start
        self._moves = []
        self._lost = False
        self._opponent.begin(self.position, int(self.np_random.integers(2**31)))
        self._let_opponent_play()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Play an action and let the opponent answer."""
        if self.position.is_over or self._lost:
            raise IllegalMove(f"`{action}`: the game is over; reset the environment")
        if not 0 <= action < len(self.encoding.moves):
            raise IllegalMove(f"`{action}`: the actions are 0 to {len(self.encoding.moves) - 1}")
        if not self.action_masks()[action]:
            self._lost = True
            reward = rewards_after_illegal(self.position)[self._index]
            return self._observation(), reward, True, False, self._info() | {"illegal": True}
        self._play(self.encoding.text_of(int(action)))
        self._let_opponent_play()
        if self.render_mode == "human":
            self.render()
        reward = rewards(self.position)[self._index]
        return self._observation(), reward, self.position.is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """bool[actions]: what the agent may play, under the name that sb3-contrib asks for."""
        return self._mask().view(np.bool_)

    def render(self) -> Any:
        """The position in the render mode: an array of pixels, SVG, or text; ``human`` prints the text."""
        return render(self.position, self.render_mode, self._moves[-1] if self._moves else None)

    def close(self) -> None:
        """End the opponent."""
        self._opponent.close()

    @property
    def _index(self) -> int:
        return self.position.players.index(self.player)

    def _mask(self) -> Mask:
        return self.encoding.mask(self.position)

    def _observation(self) -> Planes:
        return self.encoding.observe(self.position, self.player)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "moves": " ".join(self._moves)}

    def _play(self, move: str) -> None:
        self.position = self.position.play(move)
        self._moves.append(move)

    def _let_opponent_play(self) -> None:
        while not self.position.is_over and self.position.player != self.player:
            self._play(self._opponent.choose(self.encoding.start, self._moves, self.position, None))
