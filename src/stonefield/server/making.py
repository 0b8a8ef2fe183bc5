"""Making games: from a setup page's wishes, and with the tokens that go with them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any

from stonefield.games.game import Position, StonefieldError, find_game
from stonefield.server import scenes
from stonefield.server.charter import Charter, hash_token, new_game_id, new_token, now_ms
from stonefield.server.messages import EngineSeat, NewGame, OpenSeat, PersonSeat
from stonefield.server.notation import imported
from stonefield.server.problems import Refusal
from stonefield.server.rooms import Room, Rooms
from stonefield.server.storage import Entry, Journal
from stonefield.server.table import Table


@dataclass(frozen=True, slots=True)
class Made:
    """A new game, and the tokens that nobody will see again."""

    room: Room
    token: str
    invite: str | None


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
        id=new_game_id(),
        rules=wishes.game,
        options=dict(start.options),
        start="",
        prelude=(),
        result=None,
        source=None,
        seats=[_seat(seat) for seat in wishes.seats],
        clock_seconds=wishes.clock.seconds if wishes.clock else None,
        clock_increment=wishes.clock.increment if wishes.clock else None,
        created=now_ms(),
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


class Maker:
    """Puts new games into the database and into memory."""

    def __init__(self, rooms: Rooms, journal: Journal) -> None:
        self._rooms, self._journal = rooms, journal

    async def make(self, wishes: NewGame) -> Made:
        """A new game as wished."""
        invite = new_token()
        charter = agreed(wishes, invite)
        return await self._open(charter, over=False, invite=invite if charter.invite_hash else None)

    async def bring(self, text: str) -> Made:
        """A game from a record."""
        charter, over = imported(text)
        return await self._open(charter, over=over, invite=None)

    async def _open(self, charter: Charter, *, over: bool, invite: str | None) -> Made:
        token = new_token()
        holder = {"game": charter.id, "number": 0, "token_hash": hash_token(token)}
        table = Table(charter)
        await self._journal.write(Entry([charter.row(over=over)], [holder]))
        return Made(self._rooms.add(table, {hash_token(token): 0}), token, invite)
