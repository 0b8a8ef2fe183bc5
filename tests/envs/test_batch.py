"""Batches of games: every mask, observation, turn and result is the one of the rules."""

import numpy as np
import pytest

from stonefield.envs import encode
from stonefield.envs.batch import BatchedGames
from stonefield.envs.encoding import rewards

from .games import NAMES, SETTINGS

GAMES = 12


@pytest.mark.parametrize(("game", "options"), SETTINGS, ids=NAMES)
def test_a_batch_follows_the_rules(game, options):
    encoding = encode(game, **options)
    batch = BatchedGames(game, GAMES, threads=2, **options)
    rng = np.random.default_rng(7)
    positions = [encoding.start] * GAMES
    ended = 0
    for _ in range(encoding.start.longest + 10):
        planes = batch.observe()
        for number, position in enumerate(positions):
            assert np.array_equal(batch.masks[number], encoding.mask(position)), position
            assert batch.counts[number] == batch.masks[number].sum()
            assert position.players[batch.players[number]] == position.player
            assert np.allclose(planes[number], encoding.observe(position, position.player)), position
        actions = batch.random_actions(rng)
        # Without a hint hardly anybody swaps.
        swaps = batch.masks[:, -1].astype(bool) & (rng.random(GAMES) < 0.5)
        actions[swaps] = len(encoding.moves) - 1
        won, over = batch.step(actions)
        for number, action in enumerate(actions):
            after = encoding.play(positions[number], int(action))
            assert over[number] == after.is_over
            assert tuple(won[number]) == rewards(after)
            positions[number] = encoding.start if after.is_over else after
            ended += after.is_over
    assert ended >= GAMES
    batch.close()


def test_who_plays_an_illegal_action_loses_and_the_game_begins_anew():
    batch = BatchedGames("carnac", 3, threads=1, board="small")
    batch.step(np.array([0, 1, 2]))
    won, over = batch.step(np.array([0, 161, 10_000]))
    assert over.tolist() == [True, False, True]
    assert won.tolist() == [[1, -1], [0, 0], [1, -1]]
    assert batch.players[0] == 0
    assert batch.counts[0] == 160


def test_random_actions_are_legal_and_reach_all_of_them():
    batch = BatchedGames("carnac", 2000, threads=2, board="3x3")
    rng = np.random.default_rng(0)
    actions = batch.random_actions(rng)
    assert batch.masks[np.arange(2000), actions].all()
    chosen, times = np.unique(actions, return_counts=True)
    assert set(chosen) == set(np.flatnonzero(batch.masks[0]))
    # Each of 36 is expected 56 times; 5.5 standard deviations are 41.
    assert 14 < times.min() <= times.max() < 98
    for _ in range(10):
        batch.step(actions)
        actions = batch.random_actions(rng)
        assert batch.masks[np.arange(2000), actions].all()


@pytest.mark.parametrize(
    ("game", "options"), [("carnac", {"board": "5x4", "swap": True}), ("caminos", {"neutral": True})]
)
def test_some_games_are_played_while_the_others_wait(game, options):
    encoding = encode(game, **options)
    batch = BatchedGames(game, GAMES, threads=2, **options)
    rng = np.random.default_rng(3)
    positions = [encoding.start] * GAMES
    for turn in range(30):
        some = rng.random(GAMES) < 0.4
        actions = batch.random_actions(rng)[some]
        # Games are named by a bool each or by their numbers.
        won, over = batch.step(actions, some if turn % 2 else np.flatnonzero(some))
        assert not over[~some].any()
        assert not won[~some].any()
        for number, action in zip(np.flatnonzero(some), actions, strict=True):
            after = encoding.play(positions[number], int(action))
            assert over[number] == after.is_over
            assert tuple(won[number]) == rewards(after)
            positions[number] = encoding.start if after.is_over else after
        planes = batch.observe()
        for number, position in enumerate(positions):
            assert np.array_equal(batch.masks[number], encoding.mask(position))
            assert position.players[batch.players[number]] == position.player
            assert np.allclose(planes[number], encoding.observe(position, position.player))
    batch.close()


def test_a_step_takes_one_action_for_each_game():
    with pytest.raises(ValueError, match="each of 2 games"):
        BatchedGames("carnac", 2).step(np.zeros(3, np.int32))
    with pytest.raises(ValueError, match="each of 1 games"):
        BatchedGames("carnac", 2).step(np.zeros(2, np.int32), np.array([True, False]))
