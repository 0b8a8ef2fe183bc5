"""The games in JAX under pgx: its own test of the API, its wrapper that restarts games, its promises."""

import jax
import jax.numpy as jnp
import numpy as np
import pgx
import pytest
from pgx._src import api_test
from pgx.experimental import act_randomly, auto_reset

from stonefield.envs.encoding import rewards
from stonefield.envs.vectorised import JaxGames, JaxState

GAMES = (
    ("carnac", {"board": "5x4", "stock": 9, "swap": True}),
    ("caminos", {"board": "diamond", "neutral": True, "swap": True}),
)
each_game = pytest.mark.parametrize(("game", "options"), GAMES, ids=[game for game, _ in GAMES])


# JAX compiles each game anew, and the larger one takes as long as all the rest.
one_game_at_once = pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param(game, options, id=game, marks=pytest.mark.full if game == "caminos" else ())
        for game, options in GAMES
    ],
)


def act_along_the_last_axis(key, mask):
    return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1)


@each_game
def test_passes_the_api_test_of_pgx(game, options, monkeypatch):
    # Its list of names is closed.
    monkeypatch.setattr(api_test, "get_args", lambda _: (game,))
    # For one state pgx 2.6 chooses along an axis that is not there, which newer versions of JAX refuse for
    # the games of pgx as well.
    monkeypatch.setattr(api_test, "act_randomly", jax.jit(act_along_the_last_axis))
    pgx.api_test(JaxGames(game, **options), 2)


def test_has_all_that_pgx_has():
    """What is public in its classes, and what its step takes."""
    games = JaxGames("carnac", board="3x3")
    state = games.init(jax.random.key(0))
    public = {
        name for name in (*vars(pgx.State), *pgx.State.__dataclass_fields__) if not name.startswith("_")
    }
    assert {name for name in public if not hasattr(state, name)} == set()
    assert {name for name in vars(pgx.Env) if not name.startswith("_") and not hasattr(games, name)} == set()
    assert (games.num_players, games.num_actions, games.observation_shape) == (2, 42, (3, 3, 6))
    assert (games.id, state.env_id, games.version) == ("carnac", "carnac", "v0")


def test_a_state_is_replaced_and_never_changed():
    state = JaxGames("carnac", board="3x3").init(jax.random.key(0))
    other = state.replace(terminated=jnp.bool_(True))
    assert isinstance(other, JaxState)
    assert (bool(other.terminated), bool(state.terminated)) == (True, False)
    with pytest.raises(AttributeError):
        state.terminated = jnp.bool_(True)
    with pytest.raises(TypeError):
        state.replace(colour=1)


@one_game_at_once
def test_both_players_see_what_the_rules_show_them(game, options):
    games = JaxGames(game, **options)
    observe, step = jax.jit(games.observe), jax.jit(games.step)
    state, position = games.init(jax.random.key(0)), games.encoding.start
    rng = np.random.default_rng(2)
    while not position.is_over:
        for player in range(2):
            seen = games.encoding.observe(position, position.players[player])
            assert np.allclose(observe(state, player), seen, atol=1e-6), (position, player)
        assert np.array_equal(observe(state), state.observation)
        mask = games.encoding.mask(position)
        action = len(mask) - 1 if mask[-1] else int(rng.choice(np.flatnonzero(mask)))
        position, state = games.encoding.play(position, action), step(state, action)
        assert state.position == position
    assert state.legal_action_mask.all()


@pytest.mark.full
@one_game_at_once
def test_ended_games_restart_under_auto_reset(game, options):
    games = JaxGames(game, **options)
    count, encoding = 8, games.encoding
    step = jax.jit(jax.vmap(auto_reset(games.step, games.init)))
    states = jax.jit(jax.vmap(games.init))(jax.random.split(jax.random.key(0), count))
    positions, key, ended = [encoding.start] * count, jax.random.key(1), 0
    for _ in range(encoding.start.longest + 4):
        key, chance, other = jax.random.split(key, 3)
        actions = act_randomly(chance, states.legal_action_mask)
        states = step(states, actions, jax.random.split(other, count))
        for number, action in enumerate(actions.tolist()):
            after = encoding.play(positions[number], action)
            assert bool(states.terminated[number]) == after.is_over
            assert tuple(states.rewards[number].tolist()) == rewards(after)
            # The state is that of the new game, and says that the old one has ended.
            positions[number] = encoding.start if after.is_over else after
            ended += after.is_over
            mask = encoding.mask(positions[number])
            assert np.array_equal(states.legal_action_mask[number], mask)
            assert states.current_player[number] == positions[number].players.index(positions[number].player)
    assert ended >= count


def test_nothing_happens_to_a_game_that_has_ended():
    games = JaxGames("carnac", board="3x3", stock=1)
    step = jax.jit(games.step)
    state = jax.jit(games.init)(jax.random.key(0))
    while not state.terminated:
        state = step(state, jnp.argmax(state.legal_action_mask))
    assert state.rewards.tolist() in ([1, -1], [-1, 1], [0, 0])
    again = step(state, jnp.int32(0))
    assert again.rewards.tolist() == [0, 0]
    same = jax.tree.map(jnp.array_equal, state.replace(rewards=again.rewards), again)
    assert all(jax.tree.leaves(same))


def test_a_state_is_drawn_as_its_position_is(tmp_path):
    from stonefield import draw

    games = JaxGames("carnac", board="small")
    states = jax.jit(jax.vmap(games.init))(jax.random.split(jax.random.key(0), 3))
    states = jax.jit(jax.vmap(games.step))(states, jnp.array([71, 0, 100]))
    one = jax.tree.map(lambda leaf: leaf[0], states)
    assert one.to_svg() == draw.svg(games.encoding.start.play("b3ww"), last="b3ww", size=320)
    assert states.to_svg(color_theme="dark", scale=0.5).count("<svg ") == 4
    states.save_svg(tmp_path / "states.svg")
    assert (tmp_path / "states.svg").read_text("utf-8") == states.to_svg()
