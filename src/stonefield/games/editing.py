"""Positions set up by hand: what is changed, one word after the other, and what is wrong with the result.

An edit is a verb and what it is about. A game's own are in its workbench (``put c4rw``, ``remove c4``);
these are the same for all games:

    option board=small    another setting of the game; what no longer fits is taken off the board
    decides 2             who decides now: a player's number
    swapped yes           whether the players have swapped colours
    symmetry half turn    the board turned or mirrored, or (``symmetry colours``) recoloured
    clear                 nothing on the board
"""

from __future__ import annotations

from typing import Any

from stonefield.games.game import (
    InvalidOption,
    InvalidPosition,
    Position,
    StonefieldError,
    find_game,
    game_names,
    parse,
)
from stonefield.games.workbench import Workbench

_YES = {"yes": True, "no": False}


def read_draft(text: str) -> Position:
    """What a text describes, whether or not play leads there; unreadable ones are refused."""
    name, _, _ = text.strip().partition(" ")
    if name not in game_names():
        return parse(text)
    bench = find_game(name).workbench
    return bench.read(text) if bench else parse(text)


def fault_of(position: Position) -> InvalidPosition | None:
    """Why play cannot lead to this position, or None."""
    try:
        parse(position.ordered_text)
    except InvalidPosition as fault:
        return fault
    return None


def edit(position: Position, text: str) -> Position:
    """The position after an edit; InvalidPosition if it cannot be done, InvalidOption if it is no edit."""
    verb, _, about = text.strip().partition(" ")
    bench = position.game.workbench
    if bench and verb in bench.verbs:
        changed: Position = bench.verbs[verb](position, about)
        return changed
    if verb == "clear":
        return position.game.start(**position.options)
    if verb == "option":
        return _with_option(position, bench, about)
    if verb == "symmetry":
        return _turned(position, about)
    if bench and verb == "decides":
        player = int(about) if about.isdecimal() and len(about) == 1 else -1
        if player not in position.players:
            raise InvalidOption(f"`{about}`: the players are {', '.join(map(str, position.players))}")
        return bench.give_turn(position, player)  # type: ignore[no-any-return]
    if bench and verb == "swapped" and about in _YES and len(position.players) == 2:
        return bench.swapped(position, _YES[about])  # type: ignore[no-any-return]
    raise InvalidOption(f"`{text[:60]}`: positions of {position.game.name} are not edited like this")


def _with_option(position: Position, bench: Workbench[Any] | None, about: str) -> Position:
    name, _, value = about.partition("=")
    game = position.game
    wanted = {**position.options, name: game.option(name).read(value)}
    if name == "players" and wanted.get("swap"):
        wanted["swap"] = False
    try:
        start = game.start(**wanted)
    except StonefieldError as error:
        raise InvalidPosition(str(error), "setup") from None
    return bench.again(start, position) if bench else start


def _turned(position: Position, name: str) -> Position:
    for symmetry in position.game.symmetries(position):
        if symmetry.name == name:
            turned: Position = symmetry.position(position)
            return turned
    raise InvalidOption(f"`{name[:40]}`: this board has no such symmetry")
