"""Fast games of the engine with itself, to count things in: how much is left standing, how it ends.

python benchmarks/self_play.py docs/games/self-play --games 80 --nodes 16
python benchmarks/self_play.py docs/games/caminos --game caminos --games 60 --nodes 100
python benchmarks/self_play.py docs/games/caminos-points --game caminos --points --games 30 --nodes 100

So that the games differ, one decision in four in the opening (four megaliths, or one piece of each side) is
any legal one, and the others there are drawn as often as the search looked at each choice; after that the
engine plays what it thinks best. A game that has been there before does not count. So these games do not say
who wins from the start. Endings of Carnac are solved as far as the time allows, so another run gives other
games, of the same kind.
"""

from __future__ import annotations

import argparse
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import cast

from openings import BOARDS

from stonefield import records
from stonefield.engine.registry import thinker_for
from stonefield.engine.thinker import Limits, Settings, Thinker
from stonefield.games import caminos, carnac
from stonefield.games.game import Position, find_game

ANYTHING = 0.25
"""The share of decisions without thought in the opening."""
IN_OPENING: dict[str, Callable[[Position], bool]] = {
    "carnac": lambda position: len(cast(carnac.Position, position).stones) < 4,
    "caminos": lambda position: len(cast(caminos.Position, position).pieces) < 2,
}


def play(thinker: Thinker, start: Position, nodes: int, chance: random.Random) -> records.Record:
    """One game."""
    position, moves = start, list[str]()
    thinker.forget()
    while not position.is_over:
        moves.append(_decide(thinker, position, nodes, chance))
        position = position.play(moves[-1])
    return records.Record.of(start, moves, {"Event": f"Self-play, {nodes} nodes a decision"})


def _decide(thinker: Thinker, position: Position, nodes: int, chance: random.Random) -> str:
    opening = IN_OPENING[position.game.name](position)
    if opening and chance.random() < ANYTHING:
        return str(chance.choice(list(position.legal_moves())))
    return drawn(thinker, position, nodes, chance, among=nodes if opening else 1)


def drawn(thinker: Thinker, position: Position, nodes: int, chance: random.Random, *, among: int) -> str:
    """One of the best moves, as often as a search looked at each of them."""
    settings = Settings(threads=1, hash_mb=32, multipv=among)
    lines = thinker.think(position, Limits(nodes=nodes), settings, stop=threading.Event()).lines
    weights = [line.visits + 1e-6 for line in lines]
    return chance.choices(lines, weights)[0].moves[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the records go, one file a board")
    parser.add_argument("--game", choices=BOARDS, default="carnac")
    parser.add_argument("--points", action="store_true", help="Caminos: play for points")
    parser.add_argument("--board", action="append", help="all built-in ones unless given")
    parser.add_argument("--games", type=int, default=80, help="games on each board")
    parser.add_argument("--nodes", type=int, default=16, help="simulations a decision")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    variants = {"points": True} if given.points else {}
    for board in given.board or BOARDS[given.game]:
        thinker, chance = thinker_for(given.game), random.Random(board)
        start = find_game(given.game).start(board=board, **variants)
        games: list[records.Record] = []
        while len(games) < given.games:
            game = play(thinker, start, given.nodes, chance)
            if all(game.moves != known.moves for known in games):
                games.append(game)
            (given.folder / f"{board}.stones").write_text(records.write(games), "utf-8")
        print(f"{board}: {len(games)} games", flush=True)


if __name__ == "__main__":
    main()
