"""Find the positions of ``stonefield bench``, each with all the moves that are right.

python benchmarks/proven_positions.py src/stonefield/arena/proven.json

Carnac: the last megaliths of shipped self-play games, every move judged by the solver. Caminos: random games
up to a position in which somebody can win at once, or with the second own piece whatever the answer, every
move and answer tried; a slower win is not right there. Positions in which many moves are right are left out.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from stonefield.engine.caminos import arrays as caminos_arrays
from stonefield.engine.caminos import kernel
from stonefield.engine.carnac import arrays as carnac_arrays
from stonefield.engine.carnac.solver import Solver, Unsolved
from stonefield.engine.compiled import compiled
from stonefield.games import caminos
from stonefield.records import read_any

GAMES = Path(__file__).parents[1] / "docs/games/self-play"
RIGHT_AT_MOST = 0.2
"""The largest share of moves that may be right."""
EACH = 20
"""Positions of a kind."""
MEGALITHS = {"small": 4, "medium": 3, "large": 3}


def carnac_positions(board: str) -> Iterator[dict[str, object]]:
    for record in read_any((GAMES / f"{board}.stones").read_text("utf-8")):
        position = record.start
        for move in record.moves:
            position = position.play(move)
            if position.stock <= MEGALITHS[board]:
                break
        if position.is_over or position.stock < 2:
            continue
        solver = Solver(position, table_mb=64)
        solver.allow(3_000_000)
        try:
            scores = {}
            for move in position.legal_moves():
                after = position.play(move)
                result = solver.result(carnac_arrays.state_of(after))
                scores[str(move)] = result if after.turn == position.turn else -result
        except Unsolved:
            continue
        best = max(scores.values())
        right = [move for move, score in scores.items() if score == best]
        if best >= 0 and len(right) <= RIGHT_AT_MOST * len(scores):
            yield {
                "position": str(position),
                "kind": f"{board}, {position.stock} megaliths to go",
                "value": "win" if best else "draw",
                "right": right,
            }


@compiled
def winning(layout, state, moves, scratch, right):
    """Write the moves that win at once into ``right``; their number."""
    count, found = kernel.legal_moves(layout, state, moves, scratch), 0
    after = np.empty_like(state)
    team = 1 + (np.int64(state[caminos_arrays.SEAT]) & 1)
    for nth in range(count):
        kernel.copy_state(state, after)
        kernel.lay(layout, after, np.int64(moves[nth]), scratch)
        if after[caminos_arrays.WON] == team:
            right[found] = moves[nth]
            found += 1
    return found


@compiled
def can_win(layout, state, moves, scratch):
    """Whether whoever is on turn can win at once."""
    count = kernel.legal_moves(layout, state, moves, scratch)
    after = np.empty_like(state)
    team = 1 + (np.int64(state[caminos_arrays.SEAT]) & 1)
    for nth in range(count):
        kernel.copy_state(state, after)
        kernel.lay(layout, after, np.int64(moves[nth]), scratch)
        if after[caminos_arrays.WON] == team:
            return True
    return False


@compiled
def winning_in_two(layout, state, scratch, right):
    """Write the moves after which every answer still lets their team win at once; their number."""
    sites = layout.facts[caminos_arrays.SITES] + 1
    mine, theirs, again = np.empty(sites, np.int32), np.empty(sites, np.int32), np.empty(sites, np.int32)
    after, answered = np.empty_like(state), np.empty_like(state)
    seat, found = state[caminos_arrays.SEAT], 0
    for nth in range(kernel.legal_moves(layout, state, mine, scratch)):
        kernel.copy_state(state, after)
        kernel.play(layout, after, np.int64(mine[nth]), scratch)
        if kernel.is_over(layout, after) or after[caminos_arrays.SEAT] == seat:
            continue
        wins = True
        for answer in range(kernel.legal_moves(layout, after, theirs, scratch)):
            kernel.copy_state(after, answered)
            kernel.play(layout, answered, np.int64(theirs[answer]), scratch)
            over = kernel.is_over(layout, answered) or answered[caminos_arrays.SEAT] != seat
            if over or not can_win(layout, answered, again, scratch):
                wins = False
                break
        if wins:
            right[found] = mine[nth]
            found += 1
    return found


def caminos_positions(board: str, ahead: int) -> Iterator[dict[str, object]]:
    rng = random.Random(f"{board} {ahead}")
    start = caminos.start(board)
    layout = caminos_arrays.layout_of(start)
    scratch = caminos_arrays.scratch_for(layout)
    right = np.empty(int(layout.facts[caminos_arrays.SITES]) + 1, np.int32)
    while True:
        position = start
        while not position.is_over:
            state = caminos_arrays.state_of(position)
            found = winning(layout, state, np.empty_like(right), scratch, right)
            if ahead == 2 and not found and len(position.pieces) >= 6:
                found = winning_in_two(layout, state, scratch, right)
            elif ahead == 2 and found:
                break
            legal = len(position.legal_moves())
            if 0 < found <= RIGHT_AT_MOST * legal:
                texts = [caminos_arrays.move_text(start.setup, int(site)) for site in right[:found]]
                kind = f"{board}, win with the {'next' if ahead == 1 else 'second'} piece"
                yield {"position": str(position), "kind": kind, "value": "win", "right": sorted(set(texts))}
                break
            position = position.play(rng.choice(position.legal_moves()))


def main() -> None:
    found: list[dict[str, object]] = []
    sources = [carnac_positions(board) for board in MEGALITHS]
    sources += [caminos_positions(board, ahead) for ahead in (1, 2) for board in ("square", "octagon")]
    for source in sources:
        for _, entry in zip(range(EACH), source, strict=False):
            found.append(entry)
            print(len(found), entry["kind"], len(entry["right"]), flush=True)
    lines = ",\n".join(json.dumps(entry) for entry in found)
    Path(sys.argv[1]).write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
