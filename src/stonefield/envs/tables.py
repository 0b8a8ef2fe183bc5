"""Played games as columns: Arrow tables, which pandas and Polars read as they are, and Parquet files.

`read_games` makes one row per game: ``read_games("games.parquet").to_pandas()`` with pandas,
``polars.from_arrow(read_games("games.stones"))`` with Polars. `decisions` makes one row per
decision of them, for supervised learning; `puzzles_table` has the puzzles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from stonefield import __version__
from stonefield.arena import PlayedPair
from stonefield.envs.encoding import encoding_of, rewards
from stonefield.games.game import Position, parse
from stonefield.puzzles.puzzle import Puzzle, shipped
from stonefield.records import Record, read_any

GAMES = pa.schema(
    [
        pa.field("game", pa.string(), metadata={"about": "the game's name"}),
        pa.field("board", pa.string(), metadata={"about": "the board's name"}),
        pa.field("start", pa.string(), metadata={"about": "the first position with all options, as text"}),
        pa.field(
            "first", pa.string(), metadata={"about": "who began: a player of `stonefield match`, or a name"}
        ),
        pa.field("second", pa.string(), metadata={"about": "the other one"}),
        pa.field("moves", pa.list_(pa.string()), metadata={"about": "all decisions, as text"}),
        pa.field("opening", pa.int32(), metadata={"about": "how many of them were random; unknown: null"}),
        pa.field(
            "result", pa.string(), metadata={"about": "1-0 if who began won, 0-1, 1/2-1/2, * unfinished"}
        ),
        pa.field("winner", pa.string(), metadata={"about": "the colour that won; null: neither"}),
        pa.field("reason", pa.string(), metadata={"about": "what decided it"}),
        pa.field("version", pa.string(), metadata={"about": "the Stonefield that wrote the row"}),
    ]
)
"""The columns of a table of games."""

DECISIONS = pa.schema(
    [
        pa.field("row", pa.int64(), metadata={"about": "the row of the game"}),
        pa.field("ply", pa.int32(), metadata={"about": "how many decisions came before"}),
        pa.field("position", pa.string(), metadata={"about": "the position, as text"}),
        pa.field("player", pa.int8(), metadata={"about": "who decides, from 0 in the order of first turns"}),
        pa.field("move", pa.string(), metadata={"about": "the decision, as text"}),
        pa.field("action", pa.int32(), metadata={"about": "the same as an action of the environments"}),
        pa.field("value", pa.float32(), metadata={"about": "what the player got in the end: 1, 0 or -1"}),
    ]
)
"""The columns of a table of decisions."""

PUZZLES = pa.schema(
    [
        pa.field("id", pa.string(), metadata={"about": "the puzzle's name"}),
        pa.field("game", pa.string(), metadata={"about": "the game's name"}),
        pa.field("board", pa.string(), metadata={"about": "the board's name"}),
        pa.field("position", pa.string(), metadata={"about": "the position to solve, as text"}),
        pa.field("result", pa.string(), metadata={"about": "what is asked for: win, draw or hold"}),
        pa.field("line", pa.list_(pa.string()), metadata={"about": "the solution with the defence"}),
        pa.field("themes", pa.list_(pa.string()), metadata={"about": "what it is about"}),
        pa.field("difficulty", pa.int32(), metadata={"about": "percentage of failed tries by levels"}),
        pa.field("rating", pa.int32(), metadata={"about": "where its Glicko-2 rating begins"}),
    ]
)
"""The columns of a table of puzzles."""


def read_games(*paths: str | Path) -> pa.Table:
    """The games of Parquet files that we wrote and of records in any format, one row each."""
    return pa.concat_tables(
        [
            pq.read_table(path, schema=GAMES)
            if Path(path).suffix == ".parquet"
            else games_table(read_any(Path(path).read_text("utf-8")))
            for path in paths
        ]
    )


def write_table(table: pa.Table, path: str | Path) -> None:
    """Write a table as a Parquet file."""
    pq.write_table(table, path, compression="zstd")


def games_table(records: Iterable[Record]) -> pa.Table:
    """Records as a table of games."""
    return pa.Table.from_pylist([_row_of(record) for record in records], schema=GAMES)


def played_table(pairs: Iterable[PlayedPair]) -> pa.Table:
    """What the arena played as a table of games."""
    rows = []
    for pair in sorted(pairs, key=lambda pair: pair.pairing.key):
        start = parse(pair.pairing.start)
        for game in pair.games:
            final = _final(start, game.moves)
            outcome = final.outcome
            # Who forfeits has lost whatever the board says.
            winner = outcome.winner if outcome else final.colour_of(final.players[int(game.points == 0.0)])
            rows.append(
                _common(start)
                | {
                    "first": game.players[0],
                    "second": game.players[1],
                    "moves": list(game.moves),
                    "opening": len(pair.pairing.opening),
                    "result": {1.0: "1-0", 0.0: "0-1"}.get(game.points, "1/2-1/2"),
                    "winner": winner,
                    "reason": game.reason,
                }
            )
    return pa.Table.from_pylist(rows, schema=GAMES)


def decisions(games: pa.Table) -> pa.Table:
    """One row for every decision of games that came to an end by the rules."""
    return pa.Table.from_pylist(list(_decisions(games)), schema=DECISIONS)


def puzzles_table(puzzles: Iterable[Puzzle] | None = None) -> pa.Table:
    """Puzzles as a table, by default those that come with Stonefield."""
    rows = [
        {
            "id": puzzle.name,
            "game": puzzle.game,
            "board": puzzle.board,
            "position": puzzle.position,
            "result": puzzle.result,
            "line": list(puzzle.line),
            "themes": list(puzzle.themes),
            "difficulty": puzzle.difficulty,
            "rating": puzzle.rating,
        }
        for puzzle in (shipped() if puzzles is None else puzzles)
    ]
    return pa.Table.from_pylist(rows, schema=PUZZLES)


def _decisions(games: pa.Table) -> Iterator[dict[str, Any]]:
    for row, game in enumerate(games.select(["start", "moves"]).to_pylist()):
        position = parse(game["start"])
        encoding = encoding_of(position)
        final = _final(position, game["moves"])
        if not final.is_over:
            continue
        values = rewards(final)
        for ply, move in enumerate(game["moves"]):
            player = position.players.index(position.player)
            yield {
                "row": row,
                "ply": ply,
                "position": str(position),
                "player": player,
                "move": move,
                "action": encoding.action_of(position, move),
                "value": values[player],
            }
            position = position.play(move)


def _row_of(record: Record) -> dict[str, Any]:
    outcome, tags = record.final.outcome, record.tags
    return _common(record.start) | {
        "first": tags.get("Player1") or tags.get("Seat0"),
        "second": tags.get("Player2") or tags.get("Seat1"),
        "moves": list(record.moves),
        "opening": None,
        "result": record.result,
        "winner": outcome.winner if outcome else None,
        "reason": outcome.reason if outcome else None,
    }


def _common(start: Position) -> dict[str, Any]:
    return {
        "game": start.game.name,
        "board": start.board.name,
        "start": str(start),
        "version": __version__,
    }


def _final(position: Position, moves: Iterable[str]) -> Position:
    for move in moves:
        position = position.play(move)
    return position
