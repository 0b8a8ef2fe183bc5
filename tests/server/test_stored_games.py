"""Games that an earlier version has stored open as they were.

`stored/games.sql` is a database as version 0.1.0 wrote it (commit eeb29ea), `stored/states.json` what that
version showed of each game to whoever has the token.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

STORED = Path(__file__).parent / "stored"


def test_games_stored_by_an_earlier_version_open_as_they_were(server_here, tmp_path):
    with contextlib.closing(sqlite3.connect(tmp_path / "games.db")) as database:
        database.executescript((STORED / "games.sql").read_text("utf-8"))
    server = server_here(database=f"sqlite:///{tmp_path}/games.db")
    for one in json.loads((STORED / "states.json").read_text("utf-8")):
        before = _renamed(one["state"])
        state = server.state({"game": before["game"], "token": one["token"]})
        assert _shared(state, before) == before
        text = server.client().get(f"/api/games/{before['game']}/record").text
        assert all(move["text"] in text for move in before["moves"])


def _shared(now, before):
    """Of what is shown now, all that the earlier version showed too; later ones may say more."""
    if isinstance(before, list) and before and isinstance(before[0], dict):
        return [_shared(*both) for both in zip(now, before, strict=True)]
    if not isinstance(before, dict):
        return now
    return {name: _shared(now[name], value) for name, value in before.items()}


def _renamed(state):
    """What an earlier version showed, under today's names (docs/api.md, "Changed")."""
    for move in state["moves"]:
        move["piece"], axis = move.pop("stone"), move.pop("axis")
        move["detail"] = axis and {"game": "carnac", "axis": axis}
    if state["score"]:
        for name in ("pairs", "path"):
            assert state["score"].pop(name) == [], "these games ended before anything was counted"
    return state
