"""Matches between engines, on one machine or a cluster, and what they say about strength."""

from stonefield.arena.play import PlayedPair
from stonefield.arena.players import read_spec
from stonefield.arena.ratings import rate
from stonefield.arena.records_file import RecordsFile
from stonefield.arena.results_file import ResultsFile
from stonefield.arena.tally import GameCounts, Sprt, Tally, elo, expected
from stonefield.arena.tournament import Tournament, play_tournament, tally_of
from stonefield.arena.workers import Workers, dask_workers, default_count, local_workers

__all__ = [
    "GameCounts",
    "PlayedPair",
    "RecordsFile",
    "ResultsFile",
    "Sprt",
    "Tally",
    "Tournament",
    "Workers",
    "dask_workers",
    "default_count",
    "elo",
    "expected",
    "local_workers",
    "play_tournament",
    "rate",
    "read_spec",
    "tally_of",
]
