"""A tiny network trains, stops, goes on and is exported, all on the processor."""

from __future__ import annotations

import csv
import re
from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from stonefield import StonefieldError
from stonefield.selfplay import checkpoint
from stonefield.selfplay.carnac import GAME
from stonefield.selfplay.carnac.rules import ACTIONS, SQUARES, start
from stonefield.selfplay.checkpoint import Progress
from stonefield.selfplay.contest import elo_gain
from stonefield.selfplay.game import Ending, training_game
from stonefield.selfplay.network import NetworkOutput, Shape
from stonefield.selfplay.plan import Plan, read_shares
from stonefield.selfplay.playing import Rows, play_on
from stonefield.selfplay.replay import settle, settled, waiting_plies
from stonefield.selfplay.run import log_fields, train
from stonefield.selfplay.training import Targets, losses_of, new_train_state

KEY = jax.random.key(3)
TINY = Plan(
    GAME,
    shape=Shape(blocks=1, channels=4, head=4),
    games=8,
    plies=28,
    simulations=2,
    considered=2,
    ring_turns=2,
    batch=32,
    passes=0.3,
    contest_games=2,
    contest_every=0.0,
    rival_every=0.0,
    save_every=0.0,
    dtype="float32",
)


@pytest.mark.full
def test_a_run_stops_and_another_goes_on_where_it_was(tmp_path):
    first = train(TINY, tmp_path / "first", seconds=1e9, turns=4)
    assert first.games > 0
    with (tmp_path / "first" / "log.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == log_fields(GAME)
    assert float(rows[-1]["policy"]) >= 0
    assert 0 <= float(rows[-1]["score_medium"]) <= 1
    second = train(
        TINY, tmp_path / "second", seconds=1e9, turns=3, resume=tmp_path / "first" / "checkpoint.npz"
    )
    assert second.games > first.games
    assert second.seconds > first.seconds
    _, train_state, progress = checkpoint.load(tmp_path / "second" / "checkpoint.npz")
    assert progress == second
    assert int(train_state.steps) == 3 * TINY.steps


@pytest.mark.full
def test_a_run_that_finds_the_samples_of_the_last_one_learns_at_once(tmp_path):
    kept = tmp_path / "samples.npz"
    first = train(TINY, tmp_path / "first", seconds=1e9, turns=3, samples=kept)
    stopped = tmp_path / "first" / "checkpoint.npz"
    second = train(TINY, tmp_path / "second", seconds=1e9, turns=1, resume=stopped, samples=kept)
    assert second.positions - first.positions == TINY.games * TINY.plies
    assert int(checkpoint.load(tmp_path / "second" / "checkpoint.npz")[1].steps) == 2 * TINY.steps
    with pytest.raises(StonefieldError, match=r"samples\.npz.*another game or size"):
        train(replace(TINY, games=4), tmp_path / "third", seconds=1, samples=kept)
    kept.write_text("stones")
    with pytest.raises(StonefieldError, match=r"samples\.npz.*no samples"):
        train(TINY, tmp_path / "third", seconds=1, samples=kept)


@pytest.mark.full
def test_self_play_is_on_the_boards_that_the_plan_says(tmp_path):
    train(replace(TINY, shares=(0.0, 1.0, 0.0)), tmp_path, seconds=1e9, turns=2)
    with (tmp_path / "log.csv").open() as file:
        rows = list(csv.DictReader(file))
    ended = {
        board: sum(float(row[f"{what}_{board}"]) for row in rows for what in ("red", "drawn"))
        for board in GAME.boards
    }
    assert ended["medium"] > 0 == ended["small"] == ended["large"]


@pytest.mark.full
@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_starts_are_on_the_boards_in_the_shares_asked_for(game: str):
    trained = training_game(game)
    for number in range(len(trained.boards)):
        shares = tuple(float(other == number) for other in range(len(trained.boards)))
        for starts in (trained.new_games, trained.first_games):
            assert set(np.asarray(trained.board_of(starts(KEY, 16, shares))).tolist()) == {number}
    assert Plan(trained).board_shares == trained.shares
    assert replace(Plan(trained), shares=shares).board_shares == shares


def test_shares_are_read_from_text():
    assert read_shares(GAME, "0.16, 0.34,0.42") == (0.16, 0.34, 0.42)
    assert read_shares(GAME, "0.1,0.7,0.2") == (0.1, 0.7, 0.2)


@pytest.mark.parametrize(
    "text", ["", "0.5", "0.5,0.5", "0.5,0.5,0.1", "-0.1,0.5,0.5", "nan,0.5,0.5", "a,b,c"]
)
def test_what_are_no_shares_is_named(text: str):
    with pytest.raises(StonefieldError, match=rf"`{re.escape(text)}`.*small, medium, large"):
        read_shares(GAME, text)


@pytest.mark.full
def test_only_deep_decisions_teach_policy_and_value():
    """One of two samples counts; what the other one's search came to is never looked at."""
    output = NetworkOutput(
        placement=jnp.zeros((2, GAME.ranks, GAME.files, GAME.placements)),
        answer=jnp.zeros((2, GAME.answers)),
        outcome=jnp.array([[4.0, 0.0, 0.0], [0.0, 0.0, 4.0]]),
        score=jnp.zeros((2, 2)),
        colour=jnp.zeros((2, GAME.ranks, GAME.files, 3)),
    )
    first = jax.nn.one_hot(jnp.array([0, 1]), ACTIONS)

    def losses(counts, policy, value):
        targets = Targets(
            planes=jnp.ones((2, SQUARES, 1)),
            legal=jnp.ones((2, ACTIONS), bool),
            policy=policy,
            value=jnp.array(value),
            counts=jnp.array(counts),
            outcome=jnp.array([0, 0]),
            score=jnp.zeros((2, 2)),
            colour=jnp.zeros((2, SQUARES), jnp.int32),
        )
        return losses_of(output, targets)

    one = losses([True, False], first, [float(output.value[0]), 1.0])
    assert one.policy == pytest.approx(np.log(ACTIONS), rel=1e-4)
    assert one.value == pytest.approx(0, abs=1e-6)
    assert one == losses([True, False], first.at[1].set(1 / ACTIONS), [float(output.value[0]), -1.0])
    both = losses([True, True], first, [float(output.value[0]), 1.0])
    assert both.value == pytest.approx(float(1 - output.value[1]) ** 2 / 2, rel=1e-4)
    assert both.outcome == one.outcome
    assert losses([False, False], first, [0.0, 0.0]).policy == 0
    assert both.total(1.0, 0.5) == pytest.approx(float(both.total(1.0, 0.0)) + 0.5 * float(both.value))


@pytest.mark.full
def test_few_decisions_are_searched_deeply():
    """Four decisions of each game, one of them deep, for all games at the same time; without, all count."""
    network = TINY.network
    weights = jax.jit(new_train_state, static_argnums=0)(network, KEY).playing()
    games = GAME.first_games(KEY, 4)
    shallow = {"plies": 4, "simulations": 2, "considered": 2}
    _, rows = jax.jit(play_on(network, **shallow, deep=8, deep_plies=1))(weights, games, KEY)
    counts = np.asarray(rows.counts)
    assert counts.sum(axis=0).tolist() == [1] * 4
    assert set(counts.all(axis=1)) == {True, False}
    assert np.all(np.abs(np.asarray(rows.value)) <= 1)
    assert replace(TINY, deep=8).deep_plies == 7
    assert TINY.deep_plies == 0
    shapes = jax.eval_shape(play_on(network, **shallow), weights, games, KEY)[1]
    assert shapes.counts.shape == counts.shape


@pytest.mark.full
def test_caminos_is_trained_the_same_way(tmp_path):
    plan = replace(TINY, game=training_game("caminos"), plies=15, deep=4, trust=0.5)
    progress = train(plan, tmp_path, seconds=1e9, turns=4)
    assert progress.games > 0
    with (tmp_path / "log.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert all(
        np.isfinite(float(rows[-1][name])) for name in ("policy", "outcome", "score", "colour", "value")
    )
    network, _, _ = checkpoint.load(tmp_path / "checkpoint.npz")
    assert network == plan.network
    with pytest.raises(StonefieldError, match="a network for caminos of 1x4"):
        train(TINY, tmp_path / "other", seconds=1, resume=tmp_path / "checkpoint.npz")


@pytest.mark.full
def test_a_checkpoint_comes_back_as_it_was(tmp_path):
    train_state = jax.jit(new_train_state, static_argnums=0)(TINY.network, jax.random.key(3))
    progress = Progress(seconds=12.5, games=7, positions=300, elo=42.0)
    checkpoint.save(tmp_path / "c.npz", TINY.network, train_state, progress)
    shape, again, then = checkpoint.load(tmp_path / "c.npz")
    assert (shape, then) == (TINY.network, progress)
    for one, other in zip(jax.tree.leaves(train_state), jax.tree.leaves(again), strict=True):
        np.testing.assert_array_equal(one, other)


def test_what_is_no_checkpoint_is_named(tmp_path):
    (tmp_path / "x.npz").write_text("stones")
    with pytest.raises(StonefieldError, match=r"x\.npz"):
        checkpoint.load(tmp_path / "x.npz")


def test_every_decision_learns_how_its_own_game_ended():
    """Two games side by side; the first ends twice, the second once."""
    plies, games = 3, 2
    rows = plies * 3
    state = jax.tree.map(lambda x: jnp.broadcast_to(x, (rows, games, *x.shape)), start(8, 5))
    over = jnp.zeros((rows, games), bool).at[1, 0].set(True).at[4, 0].set(True).at[8, 1].set(True)
    winner = jnp.zeros((rows, games), jnp.int8).at[1, 0].set(1).at[4, 0].set(-1).at[8, 1].set(1)
    final = jnp.broadcast_to(jnp.arange(rows, dtype=jnp.int8)[:, None, None], (rows, games, SQUARES))
    policy = jnp.zeros((rows, games, ACTIONS), jnp.float16)
    ending = Ending(winner, jnp.zeros((rows, games, 2), jnp.int8), final)
    value, counts = jnp.zeros((rows, games), jnp.float16), jnp.ones((rows, games), bool)
    samples = settle(Rows(state, policy, value, counts, over, ending), plies).ending
    np.testing.assert_array_equal(samples.winner.reshape(plies, games), [[1, 1], [1, 1], [-1, 1]])
    np.testing.assert_array_equal(samples.final[:, 0].reshape(plies, games), [[1, 8], [1, 8], [4, 8]])


@pytest.mark.parametrize("plies", [7, 14, 28])
@pytest.mark.parametrize("longest", [30, 56])
def test_decisions_wait_until_the_longest_game_is_over(longest: int, plies: int):
    waiting = waiting_plies(longest, plies)
    assert waiting % plies == 0
    assert waiting - plies >= longest - 1
    turns = waiting // plies
    assert [settled(longest, plies, count) for count in (turns - 1, turns, turns + 2)] == [0, 1, 3]


def test_the_learning_rate_warms_up_and_comes_down():
    plan = Plan(GAME, planned_seconds=100.0)
    assert plan.rate_at(0, 0) < plan.rate_at(0, 1000) == plan.rate
    assert plan.rate_at(100, 1000) == pytest.approx(0.02 * plan.rate)
    assert plan.rate_at(900, 1000) == plan.rate_at(100, 1000)


def test_the_learning_rate_of_a_run_that_goes_on_begins_anew():
    plan = Plan(GAME, since_seconds=100.0, planned_seconds=200.0)
    assert plan.rate_at(100, 1000) == plan.rate
    assert plan.rate_at(150, 1000) == pytest.approx(plan.rate / 2)
    assert plan.rate_at(200, 1000) == pytest.approx(0.02 * plan.rate)


def test_a_clean_sweep_is_a_finite_gain():
    assert elo_gain(0.5) == 0
    assert elo_gain(1.0) == pytest.approx(-elo_gain(0.0))
    assert elo_gain(1.0) < 800
