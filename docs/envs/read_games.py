"""Data: the shipped self-play games and puzzles as Arrow tables, and games as positions with actions.

`polars.from_arrow(table)` and `table.to_pandas()` make frames of them, where Polars or pandas is installed.

python docs/envs/read_games.py
"""

from pathlib import Path

from stonefield.envs.tables import decisions, puzzles_table, read_games

shipped = Path(__file__).parents[1] / "games/self-play"
games = read_games(shipped / "small.stones")
for row in games.group_by("winner").aggregate([([], "count_all")]).sort_by("winner").to_pylist():
    print(f"{row['winner'] or 'neither'}: {row['count_all']} games")
for row in decisions(games.slice(0, 10)).select(["ply", "move", "action", "value"]).slice(0, 5).to_pylist():
    print(row)
counted = puzzles_table().group_by(["game", "board"]).aggregate([([], "count_all"), ("difficulty", "mean")])
for row in counted.sort_by([("game", "ascending"), ("board", "ascending")]).to_pylist():
    difficulty = f"{row['difficulty_mean']:.0f}"
    print(f"{row['game']} {row['board']}: {row['count_all']} puzzles, difficulty {difficulty} on average")
