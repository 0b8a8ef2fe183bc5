"""PettingZoo's own tests, passed by both games on their boards and with their variants."""

import importlib.util
import subprocess
import sys
import warnings
from types import ModuleType

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test

from stonefield import envs
from stonefield.games import carnac
from stonefield.games.game import IllegalMove, InvalidOption

GAMES = (
    ("carnac_v0", {}),
    ("carnac_v0", {"board": "small", "swap": True, "final_tilt": True, "first": "white"}),
    ("carnac_v0", {"board": "5x4", "stock": 9}),
    ("caminos_v0", {}),
    ("caminos_v0", {"board": "diamond", "neutral": True, "points": True, "swap": True}),
    ("caminos_v0", {"board": "torus", "players": 4}),
)
each_game = pytest.mark.parametrize(
    ("name", "options"), GAMES, ids=lambda value: value if isinstance(value, str) else "-".join(value)
)


@each_game
def test_passes_the_api_test(name, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        # It knows PettingZoo's own games with masks by name and tells all others that dicts are unusual.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        # Who does not decide has nothing to choose from.
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        api_test(getattr(envs, name).env(**options), num_cycles=1000)


@each_game
def test_passes_the_seed_test(name, options):
    seed_test(lambda: getattr(envs, name).env(**options), num_cycles=50)


@each_game
def test_passes_the_render_test(name, options):
    shown = {"svg": lambda picture: picture.startswith("<svg")}
    render_test(lambda render_mode: getattr(envs, name).env(render_mode=render_mode, **options), shown)


@each_game
def test_passes_the_test_of_saved_observations(name, options, capsys):
    save_obs_test(getattr(envs, name).env(**options))
    # Planes and a mask are no image, which that test says instead of saving them.
    assert "did not save the observations" in capsys.readouterr().out


def test_agents_are_players_and_not_colours_when_colours_are_swapped():
    env = envs.carnac_v0.raw_env(board="small", swap=True)
    env.reset()
    for move in ("c3rw", "swap"):
        env.step(env.encoding.action_of(env.position, move))
    assert env.agent_selection == "player_0"
    assert env.position.turn == "white"
    top = env.encoding.planes.index("my colour on top")
    assert env.observe("player_1")["observation"][2, 2, top] == 1


def test_both_winners_of_a_team_get_the_reward():
    env = envs.caminos_v0.env(players=4)
    env.reset(seed=1)
    rng = np.random.default_rng(3)
    for _ in env.agent_iter():
        observation, _, over, _, _ = env.last()
        if over:
            break
        env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    won = env.unwrapped.rewards
    assert won["player_0"] == won["player_2"] == -won["player_1"] == -won["player_3"]


def test_who_plays_an_illegal_move_loses():
    env = envs.carnac_v0.env(board="small")
    env.reset()
    env.step(0)
    env.step(0)
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.truncations == {"player_0": False, "player_1": False}
    raw = envs.carnac_v0.raw_env(board="small")
    raw.reset()
    raw.step(0)
    with pytest.raises(IllegalMove):
        raw.step(0)


def test_an_action_that_needs_other_heights_is_illegal_though_its_text_is_not():
    env = envs.caminos_v0.raw_env()
    env.reset()
    mask = env.observe("player_0")["action_mask"]
    texts = [move.text for move in env.encoding.moves]
    twin = next(
        n for n, text in enumerate(texts) if not mask[n] and mask[texts.index(text)] and text != "swap"
    )
    with pytest.raises(IllegalMove, match="other heights"):
        env.step(twin)


@pytest.mark.parametrize("name", ["carnac_v0", "caminos_v0"])
def test_a_game_is_a_module_as_pettingzoo_has_them(name):
    module = importlib.import_module(f"stonefield.envs.{name}")
    assert isinstance(module, ModuleType)
    assert module is getattr(envs, name)
    assert importlib.util.find_spec(f"stonefield.envs.{name}") is module.__spec__
    for make in (module.env, module.raw_env):
        env = make(render_mode="ansi")
        env.reset(seed=1)
        assert str(env.unwrapped.metadata["name"]) == name
    with pytest.raises(AttributeError, match="no parallel_env"):
        _ = module.parallel_env


def test_a_module_is_imported_by_its_name_alone():
    for script in (
        "import stonefield.envs.carnac_v0 as game; game.env()",
        "from stonefield.envs.caminos_v0 import env; env()",
    ):
        subprocess.run([sys.executable, "-c", script], check=True)


def test_unknown_games_modes_and_options_are_refused():
    with pytest.raises(AttributeError):
        _ = envs.chess_v6
    with pytest.raises(AttributeError):
        _ = envs.carnac_v9
    with pytest.raises(InvalidOption, match="rgb_array"):
        envs.carnac_v0.env(render_mode="hologram")
    with pytest.raises(InvalidOption, match="there are environments for"):
        envs.encode("chess")


def test_pettingzoo_makes_the_games_by_their_ids():
    import pettingzoo

    env = pettingzoo.make("aec", "stonefield/carnac-v0", board="small")
    assert str(env.unwrapped.metadata["name"]) == "carnac_v0"


def test_an_environment_survives_pickling():
    import pickle

    env = pickle.loads(pickle.dumps(envs.carnac_v0.raw_env(board="small")))
    assert env.encoding.start == carnac.start("small")
