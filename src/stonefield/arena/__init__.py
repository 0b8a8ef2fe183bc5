"""Matches between engines, on one machine or a cluster, and what they say about strength."""

from stonefield.arena.openings import book_of
from stonefield.arena.play import PlayedPair
from stonefield.arena.player import Player
from stonefield.arena.players import make_player, read_spec
from stonefield.arena.records_file import RecordsFile
from stonefield.arena.results_file import ResultsFile
from stonefield.arena.tally import Sprt, Tally
from stonefield.arena.tournament import Tournament, play_tournament, tally_of
from stonefield.arena.workers import Workers, dask_workers, default_count, local_workers

__all__ = [
    "PlayedPair",
    "Player",
    "RecordsFile",
    "ResultsFile",
    "Sprt",
    "Tally",
    "Tournament",
    "Workers",
    "book_of",
    "dask_workers",
    "default_count",
    "local_workers",
    "make_player",
    "play_tournament",
    "read_spec",
    "tally_of",
]
