"""OpenSpiel's own tests, and golden playthroughs of both games."""

from pathlib import Path

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")
spiel = pytest.importorskip("stonefield.envs.openspiel")

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
LONGEST_LINE = 1000


@pytest.mark.parametrize(
    "text",
    [
        "python_carnac(board=small)",
        "python_carnac(board=5x4,stock=9,swap=True,final_tilt=True,first=white)",
        "python_caminos",
        "python_caminos(board=diamond,neutral=True,points=True,swap=True)",
        "python_caminos(board=octagon,players=4)",
    ],
)
def test_passes_the_random_simulation_test(text):
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.full
@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_golden_playthrough_is_played_as_it_was(path):
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS.mark_as_parsed()
    kept, played = generate_playthrough.replay(str(path))
    # The longest lines (all legal moves, all planes) would make the files of Caminos ten times as long.
    assert [line for line in played.splitlines() if len(line) <= LONGEST_LINE] == kept.splitlines()


def test_players_are_numbered_by_their_first_turns():
    state = pyspiel.load_game("python_carnac(board=small,first=white,swap=True)").new_initial_state()
    assert (state.current_player(), state.position.turn) == (0, "white")
    state.apply_action(state.string_to_action("c3rw"))
    state.apply_action(state.string_to_action("swap"))
    assert (state.current_player(), state.position.turn) == (0, "red")


def test_a_copy_of_a_state_goes_its_own_way():
    state = pyspiel.load_game("python_caminos").new_initial_state()
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) != str(copy)
    assert state.legal_actions() == pyspiel.load_game("python_caminos").new_initial_state().legal_actions()


def test_observations_are_the_planes_of_the_encoding():
    state = pyspiel.load_game("python_carnac(board=small)").new_initial_state()
    state.apply_action(state.string_to_action("c3rw"))
    encoding = state.get_game().encoding
    for player in range(2):
        seen = np.array(state.observation_tensor(player)).reshape(state.get_game().observation_tensor_shape())
        assert np.array_equal(seen, np.moveaxis(encoding.observe(state.position, player + 1), -1, 0))
    assert state.observation_string(0) == str(state.position)


def test_wrong_parameters_are_refused_with_the_rules_own_words():
    with pytest.raises(Exception, match="small, medium, large"):
        pyspiel.load_game("python_carnac(board=huge)")
