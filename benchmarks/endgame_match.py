"""A match of two commits' engines over endgames: what a faster solver is worth in play.

python benchmarks/endgame_match.py fc4a940 fc4a940^ --stones 9 --pairs 40 --limits movetime=0.5,threads=1

The games begin where the shipped engine games had so many megaliths left; each position is played twice, with
sides exchanged. ``--limits nodes=200000,threads=1`` makes the result the same on a busy machine: half of the
nodes go to a proof. With ``--keep`` a match that was stopped goes on.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from stonefield.arena import ResultsFile, tally_of
from stonefield.arena.play import Pairing, play_pair
from stonefield.records import read_any

HERE = Path(__file__).resolve()
GAMES = HERE.parents[1] / "docs/games/self-play"


def openings(board: str, stones: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The start of each game, and its moves until so many megaliths are left and one is to be placed."""
    for record in read_any((GAMES / f"{board}.stones").read_text("utf-8")):
        position = record.start
        for nth, move in enumerate(record.moves, 1):
            position = position.play(move)
            if position.stock == stones and position.pending is None and not position.is_over:
                yield str(record.start), tuple(map(str, record.moves[:nth]))
                break


def unpack(ref: str, folder: Path) -> Path:
    """The sources of a commit; those of the working tree for ``.``"""
    if ref == ".":
        return HERE.parents[1] / "src"
    command = ["git", "archive", ref, "src"]
    archive = subprocess.run(command, cwd=HERE.parents[1], stdout=subprocess.PIPE, check=True)
    folder.mkdir(parents=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder / "src"


def player(source: Path, limits: str) -> str:
    engine = shlex.join(["env", f"PYTHONPATH={source}", sys.executable, "-m", "stonefield.engine"])
    return f"ugi:{limits};{engine}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commits", nargs=2, metavar="COMMIT", help="two commits; . for the working tree")
    parser.add_argument("--board", default="medium", help="small, medium or large")
    parser.add_argument("--stones", type=int, default=9, help="megaliths left when the match takes over")
    parser.add_argument("--pairs", type=int, default=40, help="positions, each played twice; at most 80")
    parser.add_argument("--limits", default="movetime=0.5,threads=1", help="of both engines, as in a match")
    parser.add_argument("--keep", type=Path, help="a file of results, to go on with later")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as spare:
        header = {name: value for name, value in vars(given).items() if name not in ("keep", "pairs")}
        results = ResultsFile(given.keep or Path(spare) / "results.jsonl", header)
        a, b = (
            player(unpack(ref, Path(spare) / str(nth)), given.limits) for nth, ref in enumerate(given.commits)
        )
        known = {pair.pairing.number for pair in results.played}
        for number, (start, opening) in enumerate(openings(given.board, given.stones)):
            if number in known or number >= given.pairs:
                continue
            results.write(play_pair(Pairing(number, a, b, start, opening, seed=1000 + 2 * number)))
            tally = tally_of(results.played)
            low, high = tally.elo_interval
            print(
                f"{tally.count:3} pairs: +{tally.won} ={tally.drawn} -{tally.lost} for {given.commits[0]}, "
                f"{tally.elo:+.0f} Elo ({low:+.0f} to {high:+.0f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
