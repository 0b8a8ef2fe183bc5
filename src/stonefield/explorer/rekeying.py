"""Stored games whose positions have got other keys since: they are found under the new ones."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import Connection, and_, bindparam, delete, select, update

from stonefield.explorer.index import index, record_of
from stonefield.explorer.keys import had_other_keys
from stonefield.explorer.rows import NOBODY, Noted, add_counts, note_opinions
from stonefield.explorer.tables import games, opinions, plies


def rekey(connection: Connection) -> int:
    """Give the plies of stored games the keys they have now, and what was thought of them; how many games."""
    query = select(games.c.id, games.c.source, games.c.start, games.c.moves, games.c.result, games.c.winner)
    query = query.where(games.c.start.like("% %x% %"))
    changed = 0
    opinions_of: dict[tuple[int, str], tuple[int, str]] = {}
    for game in connection.execute(query).all():
        if not had_other_keys(game.start):
            continue
        now = index(record_of(game.start, game.moves.split(), game.result, {}))
        before = connection.execute(
            select(plies.c.key, plies.c.move).where(plies.c.game == game.id).order_by(plies.c.ply)
        ).all()
        others = [
            (ply, (old.key, old.move), new)
            for ply, (old, new) in enumerate(zip(before, zip(now.keys, now.turned, strict=True), strict=True))
            if (old.key, old.move) != new
        ]
        if not others:
            continue
        winner = game.winner or NOBODY
        connection.execute(
            update(plies)
            .where(and_(plies.c.game == game.id, plies.c.ply == bindparam("at")))
            .values(key=bindparam("new_key"), move=bindparam("new_move")),
            [{"at": ply, "new_key": key, "new_move": move} for ply, _, (key, move) in others],
        )
        for sign, which in ((-1, 1), (1, 2)):
            counts = Counter((one[which][0], game.source, one[which][1], winner) for one in others)
            add_counts(connection, counts, sign)
        opinions_of.update({old: new for _, old, new in others})
        changed += 1
    _move_opinions(connection, opinions_of)
    return changed


def _move_opinions(connection: Connection, moved: dict[tuple[int, str], tuple[int, str]]) -> None:
    for (key, move), new in moved.items():
        here = (opinions.c.key == key) & (opinions.c.move == move)
        found = connection.execute(select(opinions.c.win_rate, opinions.c.simulations).where(here)).first()
        if found is not None:
            connection.execute(delete(opinions).where(here))
            note_opinions(connection, [Noted(*new, found.win_rate)], found.simulations)
