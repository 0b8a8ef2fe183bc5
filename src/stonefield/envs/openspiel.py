"""OpenSpiel: every game with an encoding as a Python game, ``python_carnac`` and so on.

Importing this module registers them; parameters are the game's own options:
``pyspiel.load_game("python_carnac(board=small,swap=True)")``. Players are numbered in the order of their
first turns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from stonefield.envs.encoding import Encoding, encode, encoded_games, rewards, rewards_after_illegal
from stonefield.games.game import Position, find_game


def game_type(name: str) -> Any:
    """What OpenSpiel knows of a game before it is loaded."""
    game = find_game(name)
    return pyspiel.GameType(
        short_name=f"python_{name}",
        long_name=name.capitalize(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: option.default for option in game.options},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game and its options."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        self.encoding: Encoding = encode(name, **(params or {}))
        start = self.encoding.start
        information = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.moves),
            max_chance_outcomes=0,
            num_players=len(start.players),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=start.longest,
        )
        super().__init__(game_type(name), information, params or {})

    def new_initial_state(self, state: Any = None) -> SpielState:
        """The start of a game."""
        if state is not None:
            raise ValueError("a game can only be set up by its moves")
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What looks at states for a learner."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.encoding, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position: Position = game.encoding.start
        self.lost = False
        """Whether the player who decided has played an illegal action."""

    @property
    def _encoding(self) -> Encoding:
        encoding: Encoding = self.get_game().encoding
        return encoding

    def current_player(self) -> int:
        """Who decides, from 0."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.players.index(self.position.player)

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.current_player():
            return []
        legal: list[int] = np.flatnonzero(self._encoding.legal(self.position)).tolist()
        return legal

    def _apply_action(self, action: int) -> None:
        encoding = self._encoding
        if not 0 <= action < len(encoding.moves) or encoding.legal(self.position)[action]:
            # What is no action at all is refused there.
            self.position = encoding.play(self.position, action)
        else:
            self.lost = True

    def _action_to_string(self, player: int, action: int) -> str:
        return self._encoding.text_of(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.lost or self.position.is_over

    def returns(self) -> list[float]:
        """What each player has got so far."""
        return list(rewards_after_illegal(self.position) if self.lost else rewards(self.position))

    def __str__(self) -> str:
        return str(self.position)


class Observer:
    """A state as planes from 0 to 1, the planes first as OpenSpiel has it, or as the position's text."""

    def __init__(self, encoding: Encoding, params: Any) -> None:
        if params:
            raise ValueError(f"{params}: observations have no parameters")
        self._encoding = encoding
        self.tensor = np.zeros(int(np.prod(encoding.shape)), np.float32)
        ranks, files, planes = encoding.shape
        self.dict = {"observation": self.tensor.reshape(planes, ranks, files)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state as a player does."""
        position = state.position
        seen = self._encoding.observe(position, position.players[player])
        self.dict["observation"][:] = np.moveaxis(seen, -1, 0)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position's text."""
        return str(state.position)


def _register() -> None:
    for name in encoded_games():

        class Registered(SpielGame):
            """One of the games, with its name bound."""

            def __init__(self, params: dict[str, Any] | None = None, name: str = name) -> None:
                super().__init__(name, params)

        pyspiel.register_game(game_type(name), Registered)


_register()
