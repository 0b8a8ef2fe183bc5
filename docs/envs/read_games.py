"""Data: the shipped self-play games and puzzles as Polars frames, and games as positions with actions.

python docs/envs/read_games.py
"""

from pathlib import Path

import polars

from stonefield.envs.tables import decisions, puzzles_table, read_games

shipped = Path(__file__).parents[1] / "games/self-play"
games = read_games(shipped / "small.stones")
frame = polars.from_arrow(games)
print(frame.group_by("winner").len().sort("winner", nulls_last=True))
print(polars.from_arrow(decisions(games.slice(0, 10))).select("ply", "move", "action", "value").head())
puzzles = polars.from_arrow(puzzles_table())
print(puzzles.group_by("game", "board").agg(polars.len(), polars.mean("difficulty")).sort("game", "board"))
