"""The training's search of Carnac and the engine's, with the same network and as many simulations.

    python benchmarks/two_searches.py compare [--truth] [--positions 1000] [--simulations 32] [--jax]
    python benchmarks/two_searches.py play training engine [--pairs 100] [--openings policy]
    python benchmarks/two_searches.py play training training --older carnac.onnx

`compare` searches positions of the games in `docs/games/self-play`, or with `--truth` positions in which
every decision is proven, on rungs that lead from one search to the other, one difference at a time, and then
the engine's search with one thing changed. `play` lets two of them play pairs of games from the same opening;
with `--older` the second player has another network, and both evaluate in eight bits. Without simulations the
bare policies play. After `--seconds` nothing new is begun.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from rung_games import PLAYERS, play
from rung_selection import ENGINE, TRAINING
from search_rungs import Found, Judge, search

from stonefield import records
from stonefield.arena.truth.judged import shipped
from stonefield.engine import tree as trees
from stonefield.engine.arithmetic import EIGHT_BITS, FULL_PRECISION
from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.adapter import CarnacAdapter
from stonefield.engine.carnac.network import CarnacNetwork
from stonefield.engine.carnac.network_search import outputs_for
from stonefield.engine.carnac.simulators import NetworkSimulator
from stonefield.engine.lines import rank
from stonefield.engine.network_search import blank_cache
from stonefield.games.carnac import Position

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "docs/games/self-play"
CHECKPOINT = ROOT / "docs/training/carnac-deep.npz"
BOARDS = ("small", "medium", "large")
TOGETHER = 24
"""Positions that are searched side by side."""
ROUND = 64
OF_TRAINING, OF_ENGINE = "the training's own code", "the engine's own code"
BATCHES, EIGHT = "leaves in batches", "eight bits"

LADDER = {
    "the training's search": TRAINING,
    "all moves of a node": TRAINING._replace(kept=ENGINE.kept, mirrors=True),
    "proofs climb": TRAINING._replace(kept=ENGINE.kept, mirrors=True, proves=True),
    "the root from four sides": ENGINE._replace(halving=True, improved=True, batch=1),
    "PUCT below the root": ENGINE._replace(halving=True, batch=1),
    "PUCT at the root too": ENGINE._replace(batch=1),
    BATCHES: ENGINE,
    EIGHT: ENGINE,
}
CHANGES = {
    "halving at the root": ENGINE._replace(halving=True),
    "the improved policy below it": ENGINE._replace(improved=True),
    "exploration 0.7": ENGINE._replace(puct=ENGINE.puct._replace(exploration=0.7)),
    "exploration 2.8": ENGINE._replace(puct=ENGINE.puct._replace(exploration=2.8)),
    "no first-play reduction": ENGINE._replace(puct=ENGINE.puct._replace(fpu_reduction=0.0)),
    "no batches": ENGINE._replace(batch=1),
}


@dataclass(slots=True)
class Question:
    position: Position
    keeping: frozenset[int] | None = None
    """The moves that keep what the position is worth, where that is proven."""
    answers: dict[str, Found] = field(default_factory=dict)


def questions(board: str, wanted: argparse.Namespace) -> list[Question]:
    """Positions of one board, the same every time."""
    chance, most = random.Random(34), wanted.positions // len(BOARDS)
    if wanted.truth:
        proven = [one for one in shipped() if one.game == "carnac" and one.board == board]
        chosen = [(one.start(), one.keeping()) for one in chance.sample(proven, min(most, len(proven)))]
        return [
            Question(position, frozenset(at.move_number(position, move) for move in keeping))
            for position, keeping in chosen
        ]
    games = records.read_all((GAMES / f"{board}.stones").read_text("utf-8"))
    found = [
        position for game in games for position in game.positions[:-1] if len(position.legal_moves()) > 1
    ]
    return [Question(position) for position in chance.sample(found, min(most, len(found)))]


def of_engine(network: CarnacNetwork, position: Position, simulations: int) -> Found:
    """What the engine's own search comes to, without the solver."""
    game, squares = CarnacAdapter(position), position.board.size
    tree = trees.new_tree((simulations + 8) * 4 * squares * trees.NODE_BYTES / (1 << 20) + 1)
    cache = blank_cache(4, outputs_for(squares))
    simulator = NetworkSimulator(
        game.layout, tree, game.root, networks=[network], cache=cache, size=ENGINE.batch, balance=False
    )
    done = 0
    with ThreadPoolExecutor(1) as helpers:
        while done <= simulations and not tree.proven[0]:
            done += simulator.simulate(min(ROUND, simulations + 1 - done), helpers)
    mover, children = game.mover(game.root), trees.children_of(tree, 0)
    best = max(children, key=lambda child: rank(tree, child, mover, game.by_margin))
    shares = np.zeros(at.ANSWERS + 5)
    for child in children:
        shares[tree.moves[child]] = tree.visits[child]
    value = tree.values[0] / (tree.visits[0] * trees.SCALE)
    if tree.proven[0]:
        value = trees.DRAWN - tree.proven[0]
    return Found(int(tree.moves[best]), float((1 - 2 * mover) * value), shares / max(1, shares.sum()), None)


def compare(wanted: argparse.Namespace) -> None:
    """Search positions on all rungs, and print how they differ."""
    end, asked = time.monotonic() + wanted.seconds, list[Question]()
    every = {board: questions(board, wanted) for board in BOARDS}
    exact = CarnacNetwork(FULL_PRECISION)
    judges = {board: Judge(exact, every[board][0].position.board.size) for board in BOARDS}
    rounded = {
        board: Judge(CarnacNetwork(EIGHT_BITS), every[board][0].position.board.size) for board in BOARDS
    }
    while time.monotonic() < end and any(every.values()):
        for board in BOARDS:
            some, every[board] = every[board][:TOGETHER], every[board][TOGETHER:]
            if not some or time.monotonic() >= end:
                continue
            positions = [one.position for one in some]
            for name, rung in {**LADDER, **CHANGES}.items():
                judge = (rounded if name == EIGHT else judges)[board]
                answer(some, name, search(judge, rung, positions, wanted.simulations))
            few = positions[: wanted.own]
            answer(some, OF_ENGINE, [of_engine(exact, one, wanted.simulations) for one in few])
            if wanted.jax:
                from training_search import decisions

                answer(some, OF_TRAINING, decisions(CHECKPOINT, few, wanted.simulations))
            asked += some
            if wanted.out:
                wanted.out.write_text(report(asked))
    print(report(asked))


def answer(asked: Sequence[Question], name: str, found: Sequence[Found]) -> None:
    for one, answered in zip(asked, found, strict=False):
        one.answers[name] = answered


def report(asked: Sequence[Question]) -> str:
    """How rungs differ from the one before, and changes of the engine's search from that."""
    boards = [one.position.board.name for one in asked]
    lines = [", ".join(f"{board} {boards.count(board)}" for board in BOARDS) + " positions"]
    lines.append(f"{'':32}{'move':>8}{'visits':>8}{'policy':>8}{'value':>8}{'kept':>8}  compared with")
    rungs = list(LADDER)
    pairs = [(OF_TRAINING, rungs[0]), *zip(rungs, [rungs[0], *rungs], strict=False)]
    pairs += [(name, BATCHES) for name in (rungs[0], OF_ENGINE, *CHANGES)]
    return "\n".join([*lines, *(told(asked, *pair) for pair in pairs)])


def told(asked: Sequence[Question], name: str, other: str) -> str:
    """How much two searches agree."""
    both = [
        (one, one.answers[name], one.answers[other])
        for one in asked
        if name in one.answers and other in one.answers
    ]
    if not both:
        return f"{name:32}{'-':>8}"
    same = np.mean([here.move == there.move for _, here, there in both])
    value = np.mean([abs(here.value - there.value) for _, here, there in both])
    variations = [
        [0.5 * np.abs(one - two).sum() for one, two in pairs if one is not None and two is not None]
        for pairs in (
            [(here.visits, there.visits) for _, here, there in both],
            [(here.policy, there.policy) for _, here, there in both],
        )
    ]
    text = f"{name:32}{same:8.1%}"
    text += "".join(f"{np.mean(one):8.3f}" if one else f"{'-':>8}" for one in variations) + f"{value:8.3f}"
    kept = [here.move in one.keeping for one, here, _ in both if one.keeping is not None]
    return text + (f"{np.mean(kept):8.1%}" if kept else f"{'-':>8}") + f"  {other} ({len(both)})"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    comparing = commands.add_parser("compare", help="search positions")
    comparing.add_argument("--truth", action="store_true", help="positions in which every decision is proven")
    comparing.add_argument("--positions", type=int, default=999)
    comparing.add_argument("--own", type=int, default=8, help="of two dozen, by the engine's own code too")
    comparing.add_argument("--jax", action="store_true", help="those by the training's own code as well")
    comparing.add_argument("--out", type=Path, metavar="FILE", help="the figures so far")
    playing = commands.add_parser("play", help="play pairs of games")
    playing.add_argument("first", choices=PLAYERS)
    playing.add_argument("second", choices=PLAYERS)
    playing.add_argument("--older", type=Path, metavar="ONNX", help="the second player's network")
    playing.add_argument("--openings", choices=("policy", "random"), default="policy")
    playing.add_argument("--boards", nargs="+", choices=BOARDS, default=BOARDS)
    playing.add_argument("--pairs", type=int, default=100, help="per board")
    for command in (comparing, playing):
        command.add_argument("--simulations", type=int, default=32)
        command.add_argument("--seconds", type=float, default=1e9)
    wanted = parser.parse_args()
    {"compare": compare, "play": play}[wanted.command](wanted)


if __name__ == "__main__":
    main()
