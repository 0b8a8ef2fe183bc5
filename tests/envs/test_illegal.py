"""An illegal action loses the game, and pays the same in every environment."""

import jax
import numpy as np
import pytest

from quick import few
from stonefield import envs
from stonefield.envs.batch import BatchedGames
from stonefield.envs.vectorised import JaxGames
from stonefield.games.game import IllegalMove

SETTINGS = (
    ("carnac", {"board": "small", "swap": True}),
    ("caminos", {"swap": True}),
    ("caminos", {"board": "torus", "players": 4}),
)
each_setting = pytest.mark.parametrize(
    ("game", "options"), SETTINGS, ids=["carnac", "caminos", "caminos for four"]
)


def opening(game, options, plies):
    """Some legal actions (a swap where one is), the position after them, and an illegal action there."""
    encoding = envs.encode(game, **options)
    position, actions = encoding.start, []
    for _ in range(plies):
        actions.append(int(np.flatnonzero(encoding.mask(position))[-1]))
        position = encoding.play(position, actions[-1])
    illegal = int(np.flatnonzero(encoding.mask(position) == 0)[0])
    return actions, position, illegal


def in_pettingzoo(game, options, actions):
    env = getattr(envs, f"{game}_v0").env(**options)
    env.reset(seed=1)
    for action in actions:
        env.step(action)
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    paid = [env.rewards[agent] for agent in env.possible_agents]
    # What each agent is told when its turn to leave comes.
    told = {}
    for agent in env.agent_iter():
        observation, reward, over, truncated, _ = env.last()
        told[agent] = reward
        assert (over, truncated) == (True, False)
        assert not observation["action_mask"].any()
        env.step(None)
    assert [told[agent] for agent in env.possible_agents] == paid
    return paid


def in_openspiel(game, options, actions):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")
    import stonefield.envs.openspiel  # noqa: F401

    state = pyspiel.load_game(f"python_{game}", options).new_initial_state()
    for action in actions:
        assert not state.is_terminal()
        state.apply_action(action)
    assert state.is_terminal()
    assert state.legal_actions() == []
    copy = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))[1]
    assert copy.returns() == state.clone().returns() == state.returns()
    return state.returns()


def in_a_batch(game, options, actions):
    batch = BatchedGames(game, 1, threads=1, **options)
    for action in actions:
        assert not batch.over[0]
        batch.step(np.array([action]))
    assert batch.over[0]
    return batch.rewards[0].tolist()


def in_jax(game, options, actions):
    if options.get("players") == 4:
        pytest.skip("the rules in JAX are for two players")
    games = JaxGames(game, **options)
    state, step = games.init(jax.random.key(0)), jax.jit(games.step)
    for action in actions:
        assert not state.terminated
        state = step(state, action)
    assert state.terminated
    assert not state.truncated
    return state.rewards.tolist()


# JAX compiles each game anew.
PLACES = [
    *((place, plies) for place in (in_pettingzoo, in_openspiel, in_a_batch) for plies in range(4)),
    (in_jax, 1),
    *(pytest.param(in_jax, plies, marks=pytest.mark.full) for plies in (0, 2, 3)),
]


@pytest.mark.parametrize(("place", "plies"), few(PLACES, most=2))
@each_setting
def test_who_plays_an_illegal_action_has_lost_and_the_others_have_won(game, options, plies, place):
    actions, position, illegal = opening(game, options, plies)
    side = position.colour_of(position.player)
    wanted = [-1 if position.colour_of(player) == side else 1 for player in position.players]
    assert place(game, options, [*actions, illegal]) == wanted
    assert sum(wanted) == 0


@pytest.mark.parametrize("action", [-1, 10_000])
def test_a_number_that_is_no_action_loses_where_nothing_can_be_raised(action):
    assert in_a_batch("carnac", {"board": "small", "swap": True}, [0, action]) == [1, -1]
    assert in_jax("carnac", {"board": "small", "swap": True}, [0, action]) == [1, -1]


@pytest.mark.parametrize("action", [-1, 10_000])
def test_a_number_that_is_no_action_is_refused_elsewhere(action):
    import gymnasium

    env = envs.carnac_v0.env(board="small")
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action space"):
        env.step(action)
    single = gymnasium.make("stonefield/Carnac-v0", board="small", opponent="random", seat=0).unwrapped
    single.reset(seed=1)
    with pytest.raises(IllegalMove, match="the actions are 0 to 165"):
        single.step(action)
    with pytest.raises(IllegalMove, match="the actions are 0 to 165"):
        raw_step(action)


def raw_step(action):
    raw = envs.carnac_v0.raw_env(board="small")
    raw.reset()
    raw.step(action)


@each_setting
def test_the_agent_of_gymnasium_gets_the_same(game, options):
    import gymnasium

    name = f"stonefield/{game.capitalize()}-v0"
    env = gymnasium.make(name, opponent="random", seat=0, **options).unwrapped
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, truncated, info = env.step(illegal)
    assert (reward, over, truncated, info["illegal"]) == (-1, True, False, True)
    with pytest.raises(IllegalMove, match="the game is over"):
        env.step(int(np.flatnonzero(info["action_mask"])[0]))


def test_openspiels_own_check_and_the_raw_environment_refuse_it():
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")
    import stonefield.envs.openspiel  # noqa: F401

    state = pyspiel.load_game("python_carnac(board=small)").new_initial_state()
    with pytest.raises(pyspiel.SpielError):
        state.apply_action_with_legality_check(165)
    assert not state.is_terminal()
    raw = envs.carnac_v0.raw_env(board="small")
    raw.reset()
    with pytest.raises(IllegalMove):
        raw.step(165)
