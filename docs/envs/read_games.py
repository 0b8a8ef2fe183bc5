"""Data: the shipped self-play games as a Polars frame, and as positions with actions and results.

python docs/envs/read_games.py
"""

from pathlib import Path

import polars

from stonefield.envs.tables import decisions, read_games

shipped = Path(__file__).parents[1] / "games/self-play"
games = read_games(shipped / "small.stones")
frame = polars.from_arrow(games)
print(frame.group_by("winner").len().sort("winner", nulls_last=True))
print(polars.from_arrow(decisions(games.slice(0, 10))).select("ply", "move", "action", "value").head())
