"""Carnac as training sees it."""

import jax
import jax.numpy as jnp

from stonefield.games import carnac
from stonefield.selfplay.carnac import rules
from stonefield.selfplay.carnac.notation import text_of
from stonefield.selfplay.carnac.planes import PLANES, action_source, planes_of, square_source
from stonefield.selfplay.carnac.scoring import score
from stonefield.selfplay.carnac.starts import SHARES, first_games, new_games
from stonefield.selfplay.game import Ending, Exploration, TrainingGame


def _endings(states: rules.State) -> Ending:
    # Only ended games are counted: the others would make the spreading of labels take longer.
    scores = jax.vmap(score)(jnp.where(states.over[:, None], states.cells, 0))
    final = jnp.where(states.cells == rules.OUTSIDE, 0, states.cells)
    return Ending(scores.winner, jnp.stack([scores.red, scores.white], axis=-1), final)


def _squares_taken(states: rules.State) -> jax.Array:
    return jnp.sum((states.cells != 0) & (states.cells != rules.OUTSIDE), axis=1)


def _board_of(states: rules.State) -> jax.Array:
    canvas = (states.cells != rules.OUTSIDE).reshape(-1, rules.RANKS, rules.FILES)
    size = jnp.stack([jnp.sum(canvas[:, 0], axis=1), jnp.sum(canvas[:, :, 0], axis=1)], axis=1)
    is_board = jnp.all(size[:, None] == jnp.array(list(rules.BOARDS.values())), axis=2)
    return jnp.where(jnp.any(is_board, axis=1), jnp.argmax(is_board, axis=1), len(rules.BOARDS))


GAME = TrainingGame(
    name="carnac",
    colours=carnac.GAME.colours,
    boards=tuple(rules.BOARDS),
    ranks=rules.RANKS,
    files=rules.FILES,
    longest=rules.LONGEST,
    planes=PLANES,
    placements=4,
    answers=rules.ANSWERS,
    answered=PLANES.index("pending megalith"),
    score_name="dolmens",
    score_unit=1.0,
    fills_rectangles=True,
    symmetries=4,
    exploration=Exploration(random_move=0.1, opening=8, full_noise=14, later_noise=0.4),
    start=lambda board: rules.start(*rules.BOARDS[board]),
    shares=SHARES,
    new_games=new_games,
    first_games=first_games,
    legal_actions=rules.legal_actions,
    play=rules.play,
    endings=_endings,
    progress=_squares_taken,
    board_of=_board_of,
    planes_of=planes_of,
    square_source=square_source,
    action_source=action_source,
    text_of=text_of,
)
