"""Make sets of judged positions; needs nothing that the engine does not.

``python -m stonefield.arena.truth make --part 3 --parts 16 --out part-3.txt`` plays the games with the seeds
3, 19, 35 … on every board and proves positions of them; ``merge`` makes one set of the files of all parts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from stonefield.arena.truth.judge import judge_for
from stonefield.arena.truth.judged import Judged, choose, read_judged
from stonefield.arena.truth.making import judged_of
from stonefield.games.game import find_game
from stonefield.games.plugin import games_with


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m stonefield.arena.truth", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="prove positions and write them, one per line")
    make.add_argument("--game", choices=games_with("judge"), help="only this game")
    make.add_argument("--board", help="only this board")
    make.add_argument("--part", type=int, default=0, help="which part this is, from 0")
    make.add_argument("--parts", type=int, default=1, help="how many parts there are")
    make.add_argument("--first", type=int, default=0, help="the first seed of part 0")
    make.add_argument("--each", type=int, default=500, help="positions per board, in this part")
    make.add_argument("--seconds", type=float, default=86400.0, help="begin no game after this many seconds")
    make.add_argument("--out", type=Path, required=True, help="the file to write")
    merge = commands.add_parser("merge", help="make one set of the files of all parts")
    merge.add_argument("files", type=Path, nargs="+", metavar="FILE")
    merge.add_argument("--each", type=int, default=500, help="positions per board")
    merge.add_argument("--out", type=Path, required=True, help="the folder of the sets, one file per game")
    return parser


def _boards(options: argparse.Namespace) -> list[tuple[str, str]]:
    """What to make, the most laborious last: it gets the time that the others leave."""
    return [
        (game, board)
        for game in reversed(games_with("judge"))
        if options.game in (None, game)
        for board in find_game(game).boards
        if options.board in (None, board)
    ]


def _make(options: argparse.Namespace) -> None:
    boards, end = _boards(options), time.monotonic() + options.seconds
    with options.out.open("w", encoding="utf-8", newline="\n") as out:
        for nth, (game, board) in enumerate(boards):
            share = (end - time.monotonic()) / (len(boards) - nth)
            began, used, found = time.monotonic(), time.process_time(), 0
            for judged in _found(game, board, options, began + share):
                out.write(judged.to_line() + "\n")
                out.flush()
                found += 1
            spent, used = time.monotonic() - began, time.process_time() - used
            print(f"{game} {board}: {found} positions in {spent:.0f} s, {used:.0f} s of a core", flush=True)


def _found(game: str, board: str, options: argparse.Namespace, end: float) -> Iterator[Judged]:
    judge, left = judge_for(game), options.each
    for seed in count(options.first + options.part, options.parts):
        if left <= 0 or time.monotonic() >= end:
            return
        for judged in judged_of(game, board, seed, judge):
            left -= 1
            yield judged


def _merge(options: argparse.Namespace) -> None:
    found = [judged for file in options.files for judged in read_judged(file.read_text("utf-8"), str(file))]
    chosen = choose(found, options.each)
    for game in sorted({judged.game for judged in chosen}):
        lines = [judged.to_line() for judged in chosen if judged.game == game]
        options.out.joinpath(f"{game}.txt").write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
    _tell(chosen)


def _tell(chosen: Sequence[Judged]) -> None:
    for board in dict.fromkeys((judged.game, judged.board) for judged in chosen):
        here = [judged for judged in chosen if (judged.game, judged.board) == board]
        kinds = {kind: sum(judged.kind == kind for judged in here) for kind in sorted({j.kind for j in here})}
        told = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
        print(f"{' '.join(board)}: {len(here)} positions ({told})")


def main() -> None:
    """Do what the command line says."""
    options = _parser().parse_args()
    {"make": _make, "merge": _merge}[options.command](options)


if __name__ == "__main__":
    main()
