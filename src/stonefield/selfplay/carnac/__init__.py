"""Carnac as training sees it."""

import jax
import jax.numpy as jnp

from stonefield.games import carnac
from stonefield.selfplay.carnac.notation import text_of
from stonefield.selfplay.carnac.planes import PLANES, action_source, planes_of, square_source
from stonefield.selfplay.carnac.rules import (
    ANSWERS,
    BOARDS,
    FILES,
    LONGEST,
    OUTSIDE,
    RANKS,
    State,
    legal_actions,
    play,
    start,
)
from stonefield.selfplay.carnac.scoring import score
from stonefield.selfplay.carnac.starts import SHARES, first_games, new_games
from stonefield.selfplay.game import Ending, Exploration, TrainingGame


def _endings(states: State) -> Ending:
    # Only ended games are counted: the others would make the spreading of labels take longer.
    scores = jax.vmap(score)(jnp.where(states.over[:, None], states.cells, 0))
    final = jnp.where(states.cells == OUTSIDE, 0, states.cells)
    return Ending(scores.winner, jnp.stack([scores.red, scores.white], axis=-1), final)


def _squares_taken(states: State) -> jax.Array:
    return jnp.sum((states.cells != 0) & (states.cells != OUTSIDE), axis=1)


def _board_of(states: State) -> jax.Array:
    canvas = (states.cells != OUTSIDE).reshape(-1, RANKS, FILES)
    size = jnp.stack([jnp.sum(canvas[:, 0], axis=1), jnp.sum(canvas[:, :, 0], axis=1)], axis=1)
    is_board = jnp.all(size[:, None] == jnp.array(list(BOARDS.values())), axis=2)
    return jnp.where(jnp.any(is_board, axis=1), jnp.argmax(is_board, axis=1), len(BOARDS))


GAME = TrainingGame(
    name="carnac",
    colours=carnac.GAME.colours,
    boards=tuple(BOARDS),
    ranks=RANKS,
    files=FILES,
    longest=LONGEST,
    planes=PLANES,
    placements=4,
    answers=ANSWERS,
    answered=PLANES.index("pending megalith"),
    score_name="dolmens",
    score_unit=1.0,
    fills_rectangles=True,
    symmetries=4,
    exploration=Exploration(random_move=0.1, opening=8, full_noise=14, later_noise=0.4),
    start=lambda board: start(*BOARDS[board]),
    shares=SHARES,
    new_games=new_games,
    first_games=first_games,
    legal_actions=legal_actions,
    play=play,
    endings=_endings,
    progress=_squares_taken,
    board_of=_board_of,
    planes_of=planes_of,
    square_source=square_source,
    action_source=action_source,
    text_of=text_of,
)
