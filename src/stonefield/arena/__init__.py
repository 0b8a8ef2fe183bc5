"""Matches between engines, on one machine or a cluster, and what they say about strength."""

from stonefield.arena.play import Pairing, PlayedGame, PlayedPair, play_game, play_pair
from stonefield.arena.players import Spec, make_player, read_spec
from stonefield.arena.ratings import Rating, rate
from stonefield.arena.records_file import RecordsFile, records_of
from stonefield.arena.registry import Player
from stonefield.arena.results_file import ResultsFile
from stonefield.arena.tally import Games, Sprt, Tally, elo, expected
from stonefield.arena.tournament import Tournament, play_tournament, tally_of
from stonefield.arena.workers import Workers, dask_workers, default_count, local_workers

__all__ = [
    "Games",
    "Pairing",
    "PlayedGame",
    "PlayedPair",
    "Player",
    "Rating",
    "RecordsFile",
    "ResultsFile",
    "Spec",
    "Sprt",
    "Tally",
    "Tournament",
    "Workers",
    "dask_workers",
    "default_count",
    "elo",
    "expected",
    "local_workers",
    "make_player",
    "play_game",
    "play_pair",
    "play_tournament",
    "rate",
    "read_spec",
    "records_of",
    "tally_of",
]
