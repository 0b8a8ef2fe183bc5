"""What was stored before square boards had quarter turns is found under the keys of today."""

from __future__ import annotations

import gzip
import json

from stonefield import carnac
from stonefield.explorer.explorer import Explorer
from stonefield.explorer.index import FORMAT, index, read_index, to_json
from stonefield.explorer.keys import locate
from stonefield.explorer.rekeying import rekey
from stonefield.explorer.rows import Noted, add_games, note_opinions

from .older import indexed_before
from .test_explorer import play

GAMES = [
    *(play(carnac.start("4x4", stock=6), seed) for seed in range(8)),
    *(play(carnac.start("5x4", stock=6), seed) for seed in range(3)),
]


def shown(explorer: Explorer) -> list[list[tuple]]:
    """The continuations of every position of the games."""
    return [
        [
            (one.games, sorted(one.wins.items()), one.draws, one.opinion)
            for one in explorer.look_up(position).continuations
        ]
        for game in GAMES
        for position in game.positions[:-1]
    ]


def opinion_of(game, ply) -> Noted:
    return Noted(game.keys[ply], game.turned[ply], 0.25 + ply / 100)


def test_an_older_file_shows_what_a_new_one_shows(tmp_path):
    before = [indexed_before(game) for game in GAMES]
    now = [index(game) for game in GAMES]
    assert any(old.keys != new.keys for old, new in zip(before, now, strict=True))
    old_file = tmp_path / "old.db"
    for ready, explorer in ((before, Explorer(old_file)), (now, Explorer(tmp_path / "new.db"))):
        with explorer, explorer._engine.begin() as connection:
            add_games(connection, "mine", ready)
            note_opinions(connection, [opinion_of(ready[0], ply) for ply in range(4)], 300)
            connection.exec_driver_sql("PRAGMA user_version = 0")
    with Explorer(old_file) as opened, Explorer(tmp_path / "new.db") as fresh:
        assert shown(opened) == shown(fresh)
        assert any(opinion for place in shown(opened) for *_, opinion in place)
        with opened._engine.begin() as connection:
            assert rekey(connection) == 0


def test_an_older_index_is_read_with_the_keys_of_today():
    content = {
        "format": FORMAT,
        "version": 1,
        "games": [to_json(indexed_before(game)) for game in GAMES],
    }
    found = read_index(gzip.compress(json.dumps(content).encode()), "older.explorer")
    assert [list(game.keys) for game in found] == [list(index(game).keys) for game in GAMES]
    assert found[0].keys[3] == locate(GAMES[0].positions[3]).key
