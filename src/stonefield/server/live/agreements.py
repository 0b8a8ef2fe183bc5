"""What is agreed on before a game: from a setup page's wishes, or once more after a game."""

from __future__ import annotations

import unicodedata
from typing import Any

from stonefield.games.game import Position, StonefieldError, find_game
from stonefield.server.game.agreement import Charter, hash_token
from stonefield.server.game.table import Table
from stonefield.server.presenting import scenes
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.requests import EngineSeat, NewGame, OpenSeat, PersonSeat


def clean_name(name: str) -> str:
    """A name without anything invisible in it."""
    visible = "".join(sign for sign in name if unicodedata.category(sign)[0] != "C")
    return " ".join(visible.split())


def agreed(wishes: NewGame, invite: str) -> Charter:
    """What a new game is about; Refusal if it cannot be."""
    if wishes.game not in scenes.known_games():
        raise Refusal("invalid_option", f"`{wishes.game}`: the games are {', '.join(scenes.known_games())}")
    start = _start(wishes)
    if len(wishes.seats) != len(start.players):
        raise Refusal("wrong_seats", f"{len(start.players)} play this, not {len(wishes.seats)}")
    is_open = any(isinstance(seat, OpenSeat) for seat in wishes.seats)
    return Charter(
        rules=wishes.game,
        options=dict(start.options),
        seats=[_seat(seat) for seat in wishes.seats],
        clock_seconds=wishes.clock.seconds if wishes.clock else None,
        clock_increment=wishes.clock.increment if wishes.clock else None,
        invite_hash=hash_token(invite) if is_open else None,
    )


def _start(wishes: NewGame) -> Position:
    game = find_game(wishes.game)
    known = {option.name: option for option in game.options}
    for name, value in wishes.options.items():
        if name not in known:
            raise Refusal("invalid_option", f"`{name}`: {game.name} has the options {', '.join(known)}")
        try:
            known[name].check(value)
        except StonefieldError as error:
            raise Refusal("invalid_option", str(error)) from None
    try:
        return game.start(**wishes.options)
    except StonefieldError as error:
        raise Refusal("invalid_option", str(error)) from None


def _seat(seat: PersonSeat | EngineSeat | OpenSeat) -> dict[str, Any]:
    if isinstance(seat, EngineSeat):
        return {"kind": "engine", "name": "", "level": seat.level, "holder": None}
    if isinstance(seat, OpenSeat):
        return {"kind": "open", "name": "", "level": None, "holder": None}
    return {"kind": "person", "name": clean_name(seat.name), "level": None, "holder": 0}


def rematch_of(table: Table) -> Charter:
    """The same people once more, everybody one seat on: colours and the first move change sides."""
    charter = table.charter
    return Charter(
        rules=charter.rules,
        options=charter.options,
        seats=[
            {"kind": seat.kind, "name": seat.name, "level": seat.level, "holder": seat.holder}
            for seat in (*table.seats[1:], table.seats[0])
        ],
        clock_seconds=charter.clock_seconds,
        clock_increment=charter.clock_increment,
        start=charter.start,
    )
