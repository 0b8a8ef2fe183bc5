"""Games against plain UCT: in Carnac the yardstick, a program in C; in Caminos one on our compiled rules.

python benchmarks/yardstick.py --yardstick PATH/limit.c --board medium --games 40 --no-network
python benchmarks/yardstick.py --board square --rollouts 2000 --games 40

A run continues where the last one ended.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import tempfile
import threading
from contextlib import ExitStack
from pathlib import Path

from comparison import compile_yardstick
from plain_uct import PlainUct

from stonefield.engine import Limits, Settings, thinker_for
from stonefield.games import caminos, carnac
from stonefield.games.game import Position

CARNAC, CAMINOS = ("small", "medium", "large"), ("square", "diamond", "octagon", "torus")


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


def play(thinker, opponent: Yardstick | PlainUct, given: argparse.Namespace, number: int) -> dict:
    """One game; the colours alternate, and in Caminos two games share a random first move."""
    position, moves = start_of(given.board), []
    ours = position.game.colours[number % 2]
    limits = Limits(movetime=given.movetime) if given.nodes is None else Limits(nodes=given.nodes)
    settings = Settings(threads=given.threads, network=given.network)
    thinker.forget()
    opponent.begin()
    while not position.is_over:
        if not moves and given.board in CAMINOS:
            move = str(random.Random(number // 2).choice(position.legal_moves()))
            opponent.hear(move)
        elif position.turn == ours:
            move = thinker.think(position, limits, settings, stop=threading.Event()).best
            opponent.hear(move)
        else:
            move = opponent.decide()
        moves.append(move)
        position = position.play(move)
    winner = position.outcome.winner
    points = 0.5 if winner is None else float(winner == ours)
    return {**conditions(given), "colour": ours, "points": points, "moves": " ".join(moves)}


def start_of(board: str) -> Position:
    return (carnac if board in CARNAC else caminos).start(board)


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
    parser.add_argument("--yardstick", type=Path, help="path to limit.c, which plays Carnac")
    parser.add_argument("--board", choices=(*CARNAC, *CAMINOS), default="medium")
    parser.add_argument("--games", type=int, default=40, help="games in all, those already played included")
    parser.add_argument(
        "--rollouts", type=int, default=100_000, help="the opponent's random games per decision"
    )
    parser.add_argument("--movetime", type=float, default=1.0, help="our seconds per decision")
    parser.add_argument("--nodes", type=int, help="our simulations per decision instead of a time")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--network", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--results", type=Path, default=Path(".benchmarks/yardstick.jsonl"), help="all games")
    given = parser.parse_args()
    if given.board in CARNAC and not given.yardstick:
        parser.error("Carnac is played against limit.c: name it with --yardstick")

    played = []
    if given.results.exists():
        games = [json.loads(line) for line in given.results.read_text().splitlines()]
        played = [game for game in games if conditions(given).items() <= game.items()]
    given.results.parent.mkdir(exist_ok=True)
    start = start_of(given.board)
    thinker = thinker_for(start.game.name)
    thinker.warm_up(start, Settings(network=given.network))
    with ExitStack() as stack:
        if given.board in CAMINOS:
            opponent = PlainUct(start, given.rollouts)
        else:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            opponent = Yardstick(compile_yardstick(given.yardstick, folder), start.board, given.rollouts)
        while len(played) < given.games:
            game = play(thinker, opponent, given, len(played))
            played.append(game)
            with given.results.open("a") as file:
                file.write(json.dumps(game) + "\n")
            report(played, given)
        opponent.close()
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
