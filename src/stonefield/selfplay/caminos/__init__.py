"""Caminos as training sees it: two seats on the built-in boards."""

import jax
import jax.numpy as jnp

from stonefield.games import caminos
from stonefield.games.caminos.board import BOARDS
from stonefield.selfplay.caminos import rules
from stonefield.selfplay.caminos.geometry import FILES, ORIENTATIONS, RANKS, SUPPLY, SYMMETRIES
from stonefield.selfplay.caminos.notation import text_of
from stonefield.selfplay.caminos.paths import path_points, tops
from stonefield.selfplay.caminos.planes import PLANES, action_source, planes_of, square_source
from stonefield.selfplay.caminos.starts import SHARES, first_games, new_games
from stonefield.selfplay.game import Ending, Exploration, TrainingGame


def _endings(states: rules.State) -> Ending:
    """The points of a path count whether the game is played for them or not."""
    winner = jnp.where(states.winner > 0, rules.YELLOW, rules.GREEN)
    has_won = states.over & (states.winner != 0)
    columns = jnp.where(has_won[:, None], states.columns, 0)
    by_path = jax.vmap(path_points)(columns, winner, states.board)
    by_border = jnp.take_along_axis(states.border, 2 - winner[:, None], axis=1)[:, 0]
    points = jnp.minimum(jnp.where(by_path > 0, by_path, by_border), 127) * has_won
    scores = jnp.where(jnp.arange(1, 3) == winner[:, None], points[:, None], 0)
    seen = jax.vmap(tops)(states.columns)
    return Ending(
        states.winner, scores.astype(jnp.int8), jnp.where(seen == rules.NEUTRAL, 0, seen).astype(jnp.int8)
    )


def _pieces_placed(states: rules.State) -> jax.Array:
    return 2 * int(SUPPLY.sum()) - jnp.sum(states.hands, axis=(1, 2))


GAME = TrainingGame(
    name="caminos",
    colours=caminos.GAME.colours,
    boards=BOARDS,
    ranks=RANKS,
    files=FILES,
    longest=rules.LONGEST,
    planes=PLANES,
    placements=ORIENTATIONS,
    score_name="points",
    score_unit=8.0,
    fills_rectangles=False,
    symmetries=SYMMETRIES,
    exploration=Exploration(random_move=0.3, opening=2, full_noise=8, later_noise=0.5),
    start=lambda board: rules.start(BOARDS.index(board)),
    shares=SHARES,
    new_games=new_games,
    first_games=first_games,
    legal_actions=rules.legal_actions,
    play=rules.play,
    endings=_endings,
    progress=_pieces_placed,
    board_of=lambda states: states.board,
    planes_of=planes_of,
    square_source=square_source,
    action_source=action_source,
    text_of=text_of,
)
