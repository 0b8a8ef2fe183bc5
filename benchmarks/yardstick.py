"""Games of Carnac against the yardstick, a plain UCT player in C; a run goes on where the last one ended.

python benchmarks/yardstick.py --yardstick PATH/limit.c --board medium --games 40 --no-network
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import tempfile
import threading
from pathlib import Path

from playouts import compile_yardstick

from stonefield.engine import Limits, Settings, thinker_for
from stonefield.games import carnac


class Yardstick:
    """The other player: a process that is told our moves and asked for its own."""

    def __init__(self, program: Path, board: carnac.Board, rollouts: int) -> None:
        command = [program, "uct", str(board.files), str(board.ranks), str(rollouts)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def begin(self) -> None:
        self._say("new")

    def hear(self, move: str) -> None:
        self._say(f"move {move.lower()}")

    def decide(self) -> str:
        self._say("go")
        move = self._process.stdout.readline().strip()
        return move.upper() if len(move) == 1 else move

    def close(self) -> None:
        self._say("quit")
        self._process.wait()

    def _say(self, line: str) -> None:
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()


def play(thinker, yardstick: Yardstick, given: argparse.Namespace, ours: str) -> dict:
    """One game from the start; we have the colour ``ours``."""
    position = carnac.start(given.board)
    limits = Limits(movetime=given.movetime) if given.nodes is None else Limits(nodes=given.nodes)
    settings = Settings(threads=given.threads, network=given.network)
    thinker.forget()
    yardstick.begin()
    moves = []
    while not position.is_over:
        if position.turn == ours:
            move = thinker.think(position, limits, settings, stop=threading.Event()).best
            yardstick.hear(move)
        else:
            move = yardstick.decide()
        moves.append(move)
        position = position.play(move)
    winner = position.outcome.winner
    points = 0.5 if winner is None else float(winner == ours)
    return {**conditions(given), "colour": ours, "points": points, "moves": " ".join(moves)}


def conditions(given: argparse.Namespace) -> dict:
    """What makes games comparable."""
    return {
        "board": given.board,
        "rollouts": given.rollouts,
        "movetime": None if given.nodes else given.movetime,
        "nodes": given.nodes,
        "threads": given.threads,
        "network": given.network,
    }


def wilson(points: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z, share = 1.96, points / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--yardstick", type=Path, required=True, help="path to limit.c")
    parser.add_argument("--board", choices=("small", "medium", "large"), default="medium")
    parser.add_argument("--games", type=int, default=40, help="games in all, those already played included")
    parser.add_argument(
        "--rollouts", type=int, default=100_000, help="the yardstick's random games a decision"
    )
    parser.add_argument("--movetime", type=float, default=1.0, help="our seconds a decision")
    parser.add_argument("--nodes", type=int, help="our simulations a decision instead of a time")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--network", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--results", type=Path, default=Path(".benchmarks/yardstick.jsonl"), help="all games")
    given = parser.parse_args()

    played = []
    if given.results.exists():
        games = [json.loads(line) for line in given.results.read_text().splitlines()]
        played = [game for game in games if conditions(given).items() <= game.items()]
    given.results.parent.mkdir(exist_ok=True)
    thinker = thinker_for("carnac")
    thinker.warm_up(carnac.start(given.board), Settings(network=given.network))
    with tempfile.TemporaryDirectory() as folder:
        program = compile_yardstick(given.yardstick, Path(folder))
        yardstick = Yardstick(program, carnac.start(given.board).board, given.rollouts)
        while len(played) < given.games:
            game = play(thinker, yardstick, given, ("red", "white")[len(played) % 2])
            played.append(game)
            with given.results.open("a") as file:
                file.write(json.dumps(game) + "\n")
            report(played, given)
        yardstick.close()
    report(played, given)


def report(played: list[dict], given: argparse.Namespace) -> None:
    points, games = sum(game["points"] for game in played), len(played)
    low, high = wilson(points, games)
    budget = f"{given.movetime} s" if given.nodes is None else f"{given.nodes} nodes"
    print(
        f"{given.board}, {budget} against uct {given.rollouts}: {points:g} of {games} = "
        f"{100 * points / games:.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f})",
        flush=True,
    )


if __name__ == "__main__":
    main()
