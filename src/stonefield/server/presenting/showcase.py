"""Games to show to newcomers: a record beside a game's presenter, played through by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from stonefield import records
from stonefield.games.game import Position
from stonefield.server.presenting.presenter import presenter_for
from stonefield.server.presenting.state import board_view
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.requests import Showcase

FILE = "showcase.stones"


def showcase_record(game: str) -> str | None:
    """The record of a game's showcase, if its presenter brings one."""
    room = type(presenter_for(game)).__module__.rpartition(".")[0]
    file = files(room) / FILE
    return file.read_text("utf-8") if file.is_file() else None


@cache
def showcase(game: str) -> Showcase:
    """Every position of a game's showcase, ready to be drawn."""
    text = showcase_record(game)
    if text is None:
        raise Refusal("not_found", f"`{game[:20]}`: there is no game to show")
    return replayed(records.read(text).positions)


def replayed(positions: Sequence[Position]) -> Showcase:
    """A game, ready to be drawn position by position."""
    start = positions[0]
    presenter, before = presenter_for(start.game.name), (None, *positions)
    scenes = [presenter.scene(before[ply], position, ply) for ply, position in enumerate(positions)]
    return {"game": start.game.name, "board": board_view(start.board), "scenes": scenes}
