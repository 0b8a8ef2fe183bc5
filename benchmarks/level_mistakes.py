"""What kinds of mistakes the levels make: in games that they play among themselves, and in proven positions.

``python benchmarks/level_mistakes.py --game carnac --games 20`` lets each level play itself and looks at each
decision by rule; ``--before`` does the same with the recipes that levels 1 to 4 had before, a search and a
share of random moves. It says of each level, in percent:

- missed wins: of the decisions with a win in one, those that did something else
- missed stops: decisions that let the opponent win with the next one although others did not
- given away: decisions after which the opponent's next one can win, or takes a dolmen more than it could
- nothing built: decisions that built nothing although others did
- proven: of ``--positions`` positions of play, those in which the decision gave the proven result away
"""

from __future__ import annotations

import argparse
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from stonefield.arena.openings import random_opening
from stonefield.arena.truth.judged import shipped
from stonefield.engine.careless import decide
from stonefield.engine.game_engine import engine_for, levelled_thinker_for, thinker_for
from stonefield.engine.sides import colour_of_side, result_for, side_to_decide
from stonefield.engine.thinker import Limits, Settings
from stonefield.games.game import Position, find_game
from stonefield.games.plugin import games_with
from stonefield.puzzles import prover_for

HASH_MB = 16
Choose = Callable[[Position, int], str]


def _now(game: str, level: int) -> Choose:
    thinker = levelled_thinker_for(game)

    def choose(position: Position, seed: int) -> str:
        settings = Settings(threads=1, hash_mb=HASH_MB, level=level, seed=seed)
        return thinker.think(position, Limits(), settings, stop=threading.Event()).best

    return choose


def _before(game: str, level: int) -> Choose:
    thinker, recipe = thinker_for(game), prover_for(game).solvers[level - 1]
    return lambda position, seed: decide(
        thinker, position, recipe, Settings(hash_mb=HASH_MB, seed=seed, network=False)
    )


def _game(start: Position, choose: Choose, seed: int) -> Iterator[tuple[Position, str]]:
    """Every decision of a game after four random ones."""
    position = start
    for move in random_opening(start, 4, f"mistakes {seed}"):
        position = position.play(move)
    while not position.is_over:
        move = choose(position, seed)
        yield position, move
        position = position.play(move)


def _after(position: Position) -> dict[str, Position]:
    return {str(move): position.play(move) for move in position.legal_moves()}


def _wins(after: dict[str, Position], side: int) -> set[str]:
    return {move for move, then in after.items() if then.is_over and result_for(then, side) == 1}


def _can_be_beaten(then: Position, side: int) -> bool:
    """Whether the opponent has won, or can with the next decision."""
    if then.is_over:
        return result_for(then, side) == 0
    other = side_to_decide(then)
    return other != side and bool(_wins(_after(then), other))


def _lead(position: Position, side: int) -> int:
    own, other = (position.score(colour_of_side(position, one)) for one in (side, 1 - side))
    return own - other


def _note(position: Position, move: str, found: Counter[str], chance: random.Random, near: float) -> None:
    """Count what kind of decision this is, and what mistakes it makes."""
    side, after = side_to_decide(position), _after(position)
    found["decisions"] += 1
    gains = dict(zip(after, engine_for(position.game.name).own_gains(position), strict=True))
    if max(gains.values()) > 0:
        found["could build"] += 1
        found["nothing built"] += gains[move] <= 0
    if wins := _wins(after, side):
        found["wins"] += 1
        found["missed wins"] += move not in wins
        return
    if chance.random() >= near:
        return
    found["looked at"] += 1
    beaten = _can_be_beaten(after[move], side)
    replies = () if after[move].is_over else _after(after[move]).values()
    worst = min((_lead(then, side) for then in replies), default=0)
    found["given away"] += beaten or worst < _lead(position, side) - 1
    if beaten and any(not _can_be_beaten(then, side) for then in after.values()):
        found["missed stops"] += 1


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:5.1f} %" if whole else "      –"


def _row(game: str, board: str, choose: Choose, options: argparse.Namespace) -> str:
    found: Counter[str] = Counter()
    chance = random.Random(f"mistakes {game}")
    start = find_game(game).start(board=board)
    for seed in range(options.games):
        for position, move in _game(start, choose, seed):
            _note(position, move, found, chance, options.replies)
    asked = [one for one in shipped() if one.game == game and one.board == board][:: options.every]
    lost = sum(choose(one.start(), nth) not in one.keeping() for nth, one in enumerate(asked))
    return "  ".join(
        (
            _share(found["missed wins"], found["wins"]),
            _share(found["missed stops"], found["looked at"]),
            _share(found["given away"], found["looked at"]),
            _share(found["nothing built"], found["could build"]),
            _share(lost, len(asked)),
        )
    )


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", choices=games_with("prover"), default="carnac")
    parser.add_argument("--board", help="its first board unless another is named")
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument(
        "--replies", type=float, default=0.1, help="the share of decisions whose replies are tried"
    )
    parser.add_argument("--every", type=int, default=10, help="every this-many-th position of play")
    parser.add_argument("--before", action="store_true", help="the recipes of before, levels 1 to 4")
    options: Any = parser.parse_args()
    board = options.board or find_game(options.game).first_board
    print(f"{options.game} {board}: level, missed wins, missed stops, given away, nothing built, proven")
    for level in options.levels:
        old = options.before and level <= 4
        choose = (_before if old else _now)(options.game, level)
        print(f"{level}{' before' if old else ''}  {_row(options.game, board, choose, options)}", flush=True)


if __name__ == "__main__":
    main()
