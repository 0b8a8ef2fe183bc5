"""The same random games, move by move, in the rules and in every environment."""

import jax
import numpy as np
import pytest

from stonefield import envs
from stonefield.envs.batch import BatchedGames
from stonefield.envs.encoding import rewards
from stonefield.envs.vectorised import JaxGames

from .games import NAMES, SETTINGS


class InPettingZoo:
    def __init__(self, game, options):
        self.env = getattr(envs, f"{game}_v0").env(**options)
        self.env.reset(seed=0)

    def check(self, position, mask, player):
        observation, _, over, _, _ = self.env.last()
        assert self.env.possible_agents.index(self.env.agent_selection) == player
        assert not over
        assert np.array_equal(observation["action_mask"], mask)
        assert str(self.env.unwrapped.position) == str(position)

    def play(self, action):
        self.env.step(action)

    def result(self):
        return tuple(self.env.rewards[agent] for agent in self.env.possible_agents)


class InOpenSpiel:
    def __init__(self, game, options):
        pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")
        import stonefield.envs.openspiel  # noqa: F401

        self.state = pyspiel.load_game(f"python_{game}", options).new_initial_state()

    def check(self, position, mask, player):
        assert self.state.current_player() == player
        assert self.state.legal_actions() == np.flatnonzero(mask).tolist()
        assert str(self.state) == str(position)

    def play(self, action):
        self.state.apply_action(action)

    def result(self):
        assert self.state.is_terminal()
        return tuple(self.state.returns())


class InBatch:
    def __init__(self, game, options):
        self.batch = BatchedGames(game, 1, **options)

    def check(self, position, mask, player):
        assert self.batch.players[0] == player
        assert np.array_equal(self.batch.masks[0], mask)
        seen = self.batch.encoding.observe(position, position.player)
        assert np.allclose(self.batch.observe()[0], seen)

    def play(self, action):
        self.batch.step(np.array([action]))

    def result(self):
        assert self.batch.over[0]
        return tuple(self.batch.rewards[0])


class InJax:
    def __init__(self, game, options):
        if options.get("players") == 4:
            pytest.skip("the rules in JAX are for two players")
        self.env = JaxGames(game, **options)
        self.step = jax.jit(self.env.step)
        self.state = jax.jit(self.env.init)(jax.random.key(0))

    def check(self, position, mask, player):
        assert self.state.current_player == player
        assert np.array_equal(self.state.legal_action_mask, mask)
        seen = self.env.encoding.observe(position, position.player)
        assert np.allclose(self.state.observation, seen, atol=1e-6)

    def play(self, action):
        self.state = self.step(self.state, action)

    def result(self):
        assert self.state.terminated
        # As in pgx: whatever is played then does nothing.
        assert self.state.legal_action_mask.all()
        return tuple(self.state.rewards.tolist())


IN_JAX_AT_ONCE = ("5x4", "diamond")
"""JAX compiles each board anew: the quick run has one of each game, with all options."""


def settings_and_places():
    for (game, options), name in zip(SETTINGS, NAMES, strict=True):
        for place in (InJax, InPettingZoo, InOpenSpiel, InBatch):
            long = place is InJax and options["board"] not in IN_JAX_AT_ONCE
            marks = pytest.mark.full if long else ()
            yield pytest.param(game, options, place, id=f"{name}-{place.__name__}", marks=marks)


@pytest.mark.parametrize(("game", "options", "place"), settings_and_places())
def test_a_random_game_is_the_same_everywhere(game, options, place):
    encoding = envs.encode(game, **options)
    rng = np.random.default_rng(1)
    played = place(game, options)
    position = encoding.start
    while not position.is_over:
        mask = encoding.mask(position)
        texts = [encoding.text_of(action) for action in np.flatnonzero(mask)]
        assert sorted(texts) == sorted(str(move) for move in position.legal_moves())
        played.check(position, mask, position.players.index(position.player))
        swaps = mask[-1] and rng.random() < 0.5
        action = len(mask) - 1 if swaps else int(rng.choice(np.flatnonzero(mask)))
        assert encoding.action_of(position, encoding.text_of(action)) == action
        position = position.play(encoding.text_of(action))
        played.play(action)
    assert played.result() == rewards(position)
