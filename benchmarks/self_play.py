"""Fast games of the engine with itself, to count things in: how much is left standing, how it ends.

python benchmarks/self_play.py docs/games/self-play --games 80 --nodes 16

So that the games differ, one decision in four about the first megaliths is any legal one, and the others
there are drawn as often as the search looked at each choice; after that the engine plays what it thinks best.
A game that has been there before does not count. So these games do not say who wins from the start. Endings
are solved as far as the time allows, so another run gives other games, of the same kind.
"""

from __future__ import annotations

import argparse
import random
import threading
from pathlib import Path

from stonefield import records
from stonefield.engine.carnac.thinker import CarnacThinker
from stonefield.engine.thinker import Limits, Settings
from stonefield.games import carnac

BOARDS = ("small", "medium", "large")
VARIED, ANYTHING = 4, 0.25
"""With so many megaliths the games are made to differ, by so large a share of decisions without thought."""


def play(thinker: CarnacThinker, board: str, nodes: int, chance: random.Random) -> records.Record:
    """One game."""
    start = carnac.start(board)
    position, moves = start, []
    thinker.forget()
    while not position.is_over:
        moves.append(_decide(thinker, position, nodes, chance, opening=start.stock - position.stock < VARIED))
        position = position.play(moves[-1])
    return records.Record.of(start, moves, {"Event": f"Self-play, {nodes} nodes a decision"})


def _decide(
    thinker: CarnacThinker, position: carnac.Position, nodes: int, chance: random.Random, *, opening: bool
) -> str:
    if opening and chance.random() < ANYTHING:
        return str(chance.choice(list(position.legal_moves())))
    settings = Settings(threads=1, hash_mb=32, multipv=nodes if opening else 1)
    lines = thinker.think(position, Limits(nodes=nodes), settings, stop=threading.Event()).lines
    weights = [line.visits + 1e-6 for line in lines]
    return chance.choices(lines, weights)[0].moves[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the records go, one file a board")
    parser.add_argument("--board", choices=BOARDS, action="append", help="all three unless given")
    parser.add_argument("--games", type=int, default=80, help="games on each board")
    parser.add_argument("--nodes", type=int, default=16, help="simulations a decision")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for board in given.board or BOARDS:
        thinker, chance = CarnacThinker(), random.Random(board)
        games: list[records.Record] = []
        while len(games) < given.games:
            game = play(thinker, board, given.nodes, chance)
            if all(game.moves != known.moves for known in games):
                games.append(game)
            (given.folder / f"{board}.stones").write_text(records.write(games), "utf-8")
        print(f"{board}: {len(games)} games", flush=True)


if __name__ == "__main__":
    main()
