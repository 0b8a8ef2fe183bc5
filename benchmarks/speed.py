"""How fast the rules and the engine are, both games in one run.

    python benchmarks/speed.py                                     everything
    python benchmarks/speed.py simulations --game carnac           one measurement of one game
    python benchmarks/speed.py playouts --yardstick limit.c        the native program next to ours
    python benchmarks/speed.py --against main                      another commit next to this tree

rules         random games by the plain rules
playouts      random games by the compiled rules
simulations   the whole search from the start, without and with the network
evaluations   the bare network, in batches as the search asks for them
protocol      an engine process: its start, and from a command to its answer
memory        what a long search adds to the process

Computing is measured in processor time on one thread, so a busy machine changes little; waiting is measured
by the clock. A commit and the yardstick take turns with this tree; the median ratio of the turns is printed,
with the lowest and the highest. A commit is measured by this file: a figure that its engine cannot give is
missing.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from math import inf
from pathlib import Path
from statistics import median
from typing import Any, Self

import numpy as np
from comparison import compile_yardstick, environment, sources
from engine_process import EngineProcess

from stonefield.games import caminos, carnac

GAMES = {"carnac": carnac, "caminos": caminos}
BOARDS = {"carnac": ("small", "medium", "large"), "caminos": ("square", "diamond", "octagon", "torus")}
YARDSTICK_SECONDS = 0.5

# The same work for both trees: about half a second each on a slow core.
RULES_GAMES = {"carnac": 1_000, "caminos": 25}
PLAYOUTS = {"carnac": 400_000, "caminos": 8_000}
SIMULATIONS = {"carnac": 40_000, "caminos": 5_000}
NETWORK_SIMULATIONS = 2_100
EVALUATED_BATCHES = 40

# Each measurement imports what it measures, since another commit may lack some of it.


def rules(game: str, board: str, _: dict[str, Any]) -> dict[str, float]:
    chance = random.Random(1)

    def play() -> None:
        for _ in range(RULES_GAMES[game]):
            position = GAMES[game].start(board)
            while moves := position.legal_moves():
                position = position.play(chance.choice(moves))

    return {"random games by the rules/s": RULES_GAMES[game] / timed(play)[1]}


def playouts(game: str, board: str, _given: dict[str, Any]) -> dict[str, float]:
    position, chance = GAMES[game].start(board), np.array([2026], dtype=np.uint64)
    if game == "carnac":
        from stonefield.engine.carnac import arrays, playout

        given = arrays.layout_of(position), arrays.state_of(position), chance
    else:
        from stonefield.engine.caminos import arrays, playout

        layout = arrays.layout_of(position)
        given = layout, arrays.state_of(position), chance, arrays.scratch_for(layout)
    playout.playouts(*given, 10)
    _, seconds = timed(partial(playout.playouts, *given, PLAYOUTS[game]))
    return {"random games, compiled/s": PLAYOUTS[game] / seconds}


def simulations(game: str, board: str, _: dict[str, Any]) -> dict[str, float]:
    from stonefield.engine import Limits, Settings, thinker_for

    position, found = GAMES[game].start(board), {}
    for name, network, nodes in (
        ("simulations without network/s", False, SIMULATIONS[game]),
        ("simulations with network/s", True, NETWORK_SIMULATIONS),
    ):
        thinker, settings, limits = (
            thinker_for(game),
            Settings(threads=1, seed=1, network=network),
            Limits(nodes=nodes),
        )
        thinker.warm_up(position, settings)
        think = partial(thinker.think, position, limits, settings, stop=threading.Event())
        thought, seconds = timed(think)
        found[name] = thought.nodes / seconds
    return found


def evaluations(game: str, board: str, _: dict[str, Any]) -> dict[str, float]:
    from stonefield.engine.network import batch_size

    if game == "carnac":
        from stonefield.engine.carnac.network import PLANES, outputs_for
        from stonefield.engine.carnac.network import CarnacNetwork as Network
    else:
        from stonefield.engine.caminos.network import PLANES, outputs_for
        from stonefield.engine.caminos.network import CaminosNetwork as Network
    field = GAMES[game].start(board).board
    squares = field.files * field.ranks
    batch = batch_size(squares, inf)
    planes = np.zeros((batch, PLANES, squares), dtype=np.float32)
    planes[:, 0] = 1.0
    outputs = np.empty((batch, outputs_for(squares)), dtype=np.float32)

    def rate(network: Any) -> float:
        def evaluate() -> None:
            for _ in range(EVALUATED_BATCHES):
                network.evaluate(planes, field.files, outputs)

        network.evaluate(planes, field.files, outputs)
        return EVALUATED_BATCHES * batch / timed(evaluate)[1]

    rates = {"evaluations/s": rate(Network())}
    with suppress(ImportError):  # Earlier commits have one arithmetic.
        from stonefield.engine.arithmetic import ARITHMETICS

        rates |= {f"{arithmetic}, /s": rate(Network(arithmetic)) for arithmetic in ARITHMETICS}
    return rates


def protocol(game: str, board: str, given: dict[str, Any]) -> dict[str, float]:
    """Searches are stopped in positions all over a game."""
    chance = random.Random(1)
    infos, stops, readies = [], [], []
    with EngineProcess() as engine:
        hello = engine.wait_for("ugi", "ugiok", since=engine.began)
        ready = engine.set_up(game, board, since=engine.began)
        for _ in range(given["searches"]):
            engine.send("uginewgame", "position startpos")
            for _ in range(chance.randrange(6)):
                engine.wait_for("go nodes 30", "bestmove")
            infos.append(engine.wait_for("go infinite", "info depth"))
            time.sleep(chance.random())
            readies.append(engine.wait_for("isready", "readyok"))
            stops.append(engine.wait_for("stop", "bestmove"))
            engine.send("go infinite")
            time.sleep(0.1 * chance.random())
            stops.append(engine.wait_for("stop", "bestmove"))
    waits = {"first info": median(infos), "isready": median(readies), "stop": median(stops)}
    waits |= {"longest stop": max(stops), "start to ugiok": hello, "start to readyok": ready}
    return {f"{name}, ms": 1000 * seconds for name, seconds in waits.items()}


def memory(game: str, board: str, given: dict[str, Any]) -> dict[str, float]:
    with EngineProcess() as engine:
        engine.set_up(game, board, Hash=given["hash"], Threads=2)
        before = most = engine.megabytes
        engine.send("go infinite")
        end = time.perf_counter() + 60 * given["minutes"]
        while time.perf_counter() < end:
            time.sleep(0.5)
            most = max(most, engine.megabytes)
        engine.wait_for("stop", "bestmove")
    return {"ready, MB": before, f"a search with Hash {given['hash']} adds, MB": most - before}


MEASUREMENTS: dict[str, Callable[[str, str, dict[str, Any]], dict[str, float]]] = {
    function.__name__: function for function in (rules, playouts, simulations, evaluations, protocol, memory)
}
ONCE = ("protocol", "memory")
"""Measurements that take their medians themselves."""


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What the work gives, and the processor time of this process, in which nothing else runs."""
    began = time.process_time()
    given = work()
    return given, time.process_time() - began


class Tree:
    """A source tree, measured in a process of its own."""

    def __init__(self, ref: str | None) -> None:
        command, place = [sys.executable, __file__, "--answer"], environment(sources(ref))
        self._process = subprocess.Popen(
            command, env=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def measure(self, *wanted: object) -> dict[str, float]:
        print(json.dumps(wanted), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline() or sys.exit("a process that measures has ended"))


def answer() -> None:
    """Measure what is asked for, line by line."""
    for line in sys.stdin:
        name, *wanted = json.loads(line)
        try:
            found = MEASUREMENTS[name](*wanted)
        except (AttributeError, ImportError, TypeError) as error:
            print(f"{name} cannot be measured here: {error}", file=sys.stderr)
            found = {}
        print(json.dumps(found), flush=True)


def yardstick_games(program: Path, board: str) -> float:
    """Random games per second of processor time."""
    size = carnac.start(board).board
    command = [program, "playouts", str(size.files), str(size.ranks), str(YARDSTICK_SECONDS)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    told = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[0])
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return told * YARDSTICK_SECONDS / used


def ratio(ours: list[float], theirs: list[float]) -> str:
    each = sorted(a / b for a, b in zip(ours, theirs, strict=True))
    return f"{median(each):.3f} ({each[0]:.3f} to {each[-1]:.3f})"


def report(place: str, found: dict[str, list[dict[str, float]]]) -> None:
    """One line per figure: this tree's median, then those of the others with the ratio."""
    ours = found.pop("here")
    for name in ours[0]:
        mine = [turn[name] for turn in ours]
        cells = [f"{place:16}{name:32}{median(mine):>12,.0f}"]
        for other, turns in found.items():
            # The yardstick has one figure, by whatever name it is asked for.
            theirs = [turn.get(name) or turn.get("any") for turn in turns]
            if None not in theirs:
                cells.append(f"{other} {median(theirs):,.0f}, ratio {ratio(mine, theirs)}")
        print("   ".join(cells), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="*", metavar="MEASUREMENT", help="all unless named")
    parser.add_argument("--game", choices=GAMES, action="append", help="both unless given")
    parser.add_argument("--board", choices=sum(BOARDS.values(), ()), action="append", help="all unless given")
    parser.add_argument("--against", metavar="REF", help="a commit to compare with")
    parser.add_argument(
        "--yardstick", type=Path, help="path to limit.c, to compare random games of Carnac with"
    )
    parser.add_argument("--rounds", type=int, default=5, help="turns of each measurement of computing")
    parser.add_argument("--searches", type=int, default=10, help="protocol: searches that are stopped")
    parser.add_argument("--minutes", type=float, default=0.5, help="memory: length of the search")
    parser.add_argument("--hash", type=int, default=64, help="memory: megabytes for the search")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.answer:
        answer()
        return
    if unknown := set(given.what) - MEASUREMENTS.keys():
        parser.error(f"{', '.join(unknown)}: the measurements are {', '.join(MEASUREMENTS)}")
    with ExitStack() as stack:
        trees = {"here": stack.enter_context(Tree(None))}
        if given.against:
            trees[given.against] = stack.enter_context(Tree(given.against))
        program = None
        if given.yardstick:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            program = compile_yardstick(given.yardstick, folder)
        compare(trees, program, given)


def compare(trees: dict[str, Tree], program: Path | None, given: argparse.Namespace) -> None:
    options = {name: getattr(given, name) for name in ("searches", "minutes", "hash")}
    for what in given.what or MEASUREMENTS:
        for game in given.game or GAMES:
            boards = BOARDS[game][1:2] if what == "memory" else BOARDS[game]
            for board in boards:
                if given.board and board not in given.board:
                    continue
                found: dict[str, list[dict[str, float]]] = {name: [] for name in trees}
                for turn in range(1 if what in ONCE else given.rounds):
                    # Neither is always the second.
                    for name, tree in list(trees.items())[:: 1 if turn % 2 == 0 else -1]:
                        found[name].append(tree.measure(what, game, board, options))
                    if program and game == "carnac" and what in ("rules", "playouts"):
                        found.setdefault("yardstick", []).append({"any": yardstick_games(program, board)})
                report(f"{game} {board}", found)


if __name__ == "__main__":
    main()
