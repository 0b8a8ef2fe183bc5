"""Matches between engines, on one machine or a cluster, and what they say about strength."""

from stonefield.arena.archive import Archive, records_of
from stonefield.arena.event import Event, play_event, tally_of
from stonefield.arena.journal import Journal
from stonefield.arena.play import Pairing, PlayedGame, PlayedPair, play_game, play_pair
from stonefield.arena.players import Player, Spec, make_player, read_spec
from stonefield.arena.ratings import Rating, rate
from stonefield.arena.tally import Sprt, Tally, elo, expected
from stonefield.arena.workers import Hall, dask_hall, local_hall, tables_here

__all__ = [
    "Archive",
    "Event",
    "Hall",
    "Journal",
    "Pairing",
    "PlayedGame",
    "PlayedPair",
    "Player",
    "Rating",
    "Spec",
    "Sprt",
    "Tally",
    "dask_hall",
    "elo",
    "expected",
    "local_hall",
    "make_player",
    "play_event",
    "play_game",
    "play_pair",
    "rate",
    "read_spec",
    "records_of",
    "tables_here",
    "tally_of",
]
