"""PettingZoo: a game of any kind as an AEC environment, in which agents act one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from stonefield.envs.encoding import encode, rewards, rewards_after_illegal
from stonefield.envs.rendering import MODES, check_mode, render
from stonefield.games.game import Position


def wrapped(game: str, **options: Any) -> Any:
    """The environment with safeguards: a player who plays an illegal action has lost."""
    env = wrappers.AssertOutOfBoundsWrapper(IllegalLoses(GameEnv(game, **options)))
    return wrappers.OrderEnforcingWrapper(env)


class GameEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """A game as its rules know it. Options are those of the game's ``start``.

    ``player_0`` begins. Whose turn it is does not simply alternate, so ask `agent_selection`. At the end the
    winner (in teams: both winners) gets 1 and the loser -1; a draw is 0 for all.
    """

    def __init__(self, game: str, *, render_mode: str | None = None, **options: Any) -> None:
        EzPickle.__init__(self, game, render_mode=render_mode, **options)
        super().__init__()
        check_mode(render_mode)
        self.encoding = encode(game, **options)
        self.metadata = {
            "name": f"{game}_v{self.encoding.version}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.position: Position = self.encoding.start
        self.last_move: str | None = None
        self.possible_agents = [f"player_{number}" for number in range(len(self.position.players))]
        self._players = dict(zip(self.possible_agents, self.position.players, strict=True))
        self._agents = {player: agent for agent, player in self._players.items()}
        actions = len(self.encoding.moves)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, self.encoding.shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. Nothing in these games is random, so a seed changes nothing."""
        self.position = self.encoding.start
        self.last_move = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agents[self.position.player]

    def observe(self, agent: str) -> dict[str, Any]:
        """The planes as the agent sees them, and what it may do; nothing while others decide."""
        player = self._players[agent]
        deciding = player == self.position.player and not self.terminations.get(agent, True)
        actions = len(self.encoding.moves)
        return {
            "observation": self.encoding.observe(self.position, player),
            "action_mask": self.encoding.mask(self.position) if deciding else np.zeros(actions, np.int8),
        }

    def step(self, action: int | None) -> None:
        """Play the action of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.position = self.encoding.play(self.position, int(action))
        self.last_move = self.encoding.text_of(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self.position.is_over:
            self.rewards = dict(zip(self.possible_agents, rewards(self.position), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._agents[self.position.player]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def lose(self) -> None:
        """End the game: the agent that is selected has lost it, and with it its side."""
        self._cumulative_rewards[self.agent_selection] = 0.0
        won = rewards_after_illegal(self.position)
        self.rewards = dict(zip(self.possible_agents, won, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> Any:
        """The position in the render mode: an array of pixels, SVG, or text; ``human`` prints the text."""
        return render(self.position, self.render_mode, self.last_move)

    def close(self) -> None:
        """Nothing is held open."""


class IllegalLoses(wrappers.BaseWrapper):  # type: ignore[misc]
    """An illegal action loses the game, as in all other environments here.

    PettingZoo's own wrapper gives the opponent nothing and calls the game truncated.
    """

    def step(self, action: int | None) -> None:
        """Play the action, or lose by it."""
        game: GameEnv = self.unwrapped
        over = game.terminations[game.agent_selection]
        if over or action is None or game.encoding.mask(game.position)[action]:
            super().step(action)
        else:
            EnvLogger.warn_on_illegal_move()
            game.lose()

    def __str__(self) -> str:
        return str(self.env)
