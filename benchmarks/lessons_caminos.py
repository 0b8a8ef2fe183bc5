"""What the training's games and the engine's own show about Caminos: the figures that lessons.py prints."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import cast

from stonefield import records
from stonefield.games import caminos
from stonefield.games.caminos.board import BOARDS
from stonefield.games.game import Outcome

LAST = 40
"""Turns at the end of the training that count."""
QUARTERS = 4
"""Moments of the training that are looked at."""
BEST = 5
"""First placements of each board that are named."""
EVEN = 0.02
"""First placements that are worth so little more or less than half are even."""

Games = Sequence[records.Record]


def percent(share: float, digits: int = 0) -> str:
    """A share as the pages write it."""
    return f"{100 * share:.{digits}f} %"


def tell_training(path: Path) -> None:
    """How often the first player wins, and how often nobody does, near the end of the training."""
    with path.open(encoding="utf-8", newline="") as file:
        turns = list(csv.DictReader(file))
    games = int(turns[-1]["games"]) - int(turns[-LAST - 1]["games"])
    print(f"\nCaminos, the last {LAST} turns of its training: {games:,} games\n")
    print("| board | the first player's share | drawn | of the decided games the first player won |")
    print("|---|---|---|---|")
    for board in BOARDS:
        share, drawn = (
            mean(float(row[f"{of}_{board}"]) for row in turns[-LAST:]) for of in ("yellow", "drawn")
        )
        decided = (share - drawn / 2) / (1 - drawn)
        print(f"| {board} | {percent(share, 1)} | {percent(drawn, 1)} | {percent(decided, 1)} |")
    print(
        "\n| games so far | " + " | ".join(f"drawn, {board}" for board in BOARDS) + " | first player, all |"
    )
    print("|---|" + "---|" * (len(BOARDS) + 1))
    for end in range(len(turns) // QUARTERS, len(turns) + 1, len(turns) // QUARTERS):
        part = turns[end - LAST : end]
        drawn_by_board = [mean(float(row[f"drawn_{board}"]) for row in part) for board in BOARDS]
        first = mean(float(row[f"yellow_{board}"]) for row in part for board in BOARDS)
        shares = " | ".join(percent(share) for share in (*drawn_by_board, first))
        print(f"| {int(part[-1]['games']):,} | {shares} |")


def tell_openings(table: Mapping[str, Mapping[str, float]]) -> None:
    """The best first placements of each board, and what the pieces and their heights are worth."""
    print("\n| board | first placements | better than even | worse | the best | the worst |")
    print("|---|---|---|---|---|---|")
    for board, worth in table.items():
        ranked = sorted(worth, key=lambda move: -worth[move])
        best = ", ".join(f"`{move}` {percent(worth[move])}" for move in ranked[:BEST])
        worst = f"`{ranked[-1]}` {percent(worth[ranked[-1]])}"
        better = sum(rate > 0.5 + EVEN for rate in worth.values())
        worse = sum(rate < 0.5 - EVEN for rate in worth.values())
        print(f"| {board} | {len(worth)} | {better} | {worse} | {best} | {worst} |")
    print("\n| the best of its kind | " + " | ".join(table) + " |\n|---|" + "---|" * len(table))
    for name, is_one in KINDS.items():
        rates = [
            max((rate for move, rate in worth.items() if is_one(move)), default=0.0)
            for worth in table.values()
        ]
        print(f"| {name} | " + " | ".join(percent(rate, 1) for rate in rates) + " |")


def _height(move: str) -> int:
    """How high a first placement rises."""
    return max(int(column.partition("*")[2] or 1) for column in move.partition(":")[2].split(","))


KINDS: dict[str, Callable[[str], bool]] = {
    **{f"piece {letter}": lambda move, letter=letter: move[0] == letter for letter in "LTSO"},
    **{f"{high} high": lambda move, high=high: _height(move) == high for high in (1, 2, 3)},
}


def read_games(folder: Path) -> dict[str, Games]:
    """The games of a folder, by board."""
    return {board: records.read_all((folder / f"{board}.stones").read_text("utf-8")) for board in BOARDS}


def tell_games(plain: Mapping[str, Games], for_points: Mapping[str, Games]) -> None:
    """How the engine's own games went, plain ones and those for points."""
    for title, played in (("plain games", plain), ("games for points", for_points)):
        print(f"\n| {title} | " + " | ".join(played) + " |\n|---|" + "---|" * len(played))
        for name, figure in FIGURES.items():
            print(f"| {name} | " + " | ".join(figure(games) for games in played.values()) + " |")
    print(
        "\n| first placement of a plain game | games | the first player's share | drawn |\n|---|---|---|---|"
    )
    every = [game for games in plain.values() for game in games]
    for name, is_one in KINDS.items():
        of_kind = [game for game in every if is_one(game.moves[0])]
        print(f"| {name} | {len(of_kind)} | {_first_share(of_kind)} | {_drawn(of_kind)} |")


def _finals(games: Games) -> Iterable[caminos.Position]:
    return (cast(caminos.Position, game.final) for game in games)


def _reasons(games: Games, reason: str) -> str:
    return percent(mean(_outcome(end).reason == reason for end in _finals(games)))


def _outcome(end: caminos.Position) -> Outcome:
    assert end.outcome
    return end.outcome


def _first_share(games: Games) -> str:
    worth = {"yellow": 1.0, "green": 0.0, None: 0.5}
    return percent(mean(worth[_outcome(end).winner] for end in _finals(games))) if games else "–"


def _drawn(games: Games) -> str:
    return percent(mean(_outcome(end).winner is None for end in _finals(games))) if games else "–"


def _path_length(games: Games) -> str:
    lengths = [
        len(end.path(winner))
        for end in _finals(games)
        if (winner := _outcome(end).winner) and end.path(winner)
    ]
    return f"{mean(lengths):.1f}" if lengths else "–"


def _border(games: Games) -> str:
    counts = [end.border_pieces(colour) for end in _finals(games) for colour in ("yellow", "green")]
    return f"{mean(counts):.1f}"


def _full(games: Games) -> str:
    """How much of the room up to the third level was used."""
    used = [
        sum(len(piece.cubes) for piece in end.pieces) / (3 * len(end.board.squares)) for end in _finals(games)
    ]
    return percent(mean(used))


FIGURES: dict[str, Callable[[Games], str]] = {
    "games": lambda games: f"{len(games)}",
    "pieces placed": lambda games: f"{mean(len(game.moves) for game in games):.1f}",
    "room used": _full,
    "won by a path": lambda games: _reasons(games, "path"),
    "won at the border": lambda games: _reasons(games, "border"),
    "drawn": _drawn,
    "the first player's share": _first_share,
    "squares of the winning path": _path_length,
    "pieces of a side at the border": _border,
}
