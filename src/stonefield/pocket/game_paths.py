"""Games by request: what `server/web/api.py` answers, for the games of the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stonefield import records
from stonefield.pocket.asking import SVG, Answer, Ask, Paths, encoded, whole
from stonefield.pocket.games import Games, Held
from stonefield.pocket.lines import Lines, act
from stonefield.pocket.questions import Questions
from stonefield.pocket.reading import read
from stonefield.server.jobs.tasks.pictures import draw_any
from stonefield.server.jobs.tasks.records import list_formats, write_record
from stonefield.server.presenting.showcase import replayed
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.messages import Accepted
    from stonefield.server.protocol.requests import RecordFormats, Seated

MOST_PLIES = 10_000


def add_games(paths: Paths, games: Games, lines: Lines, questions: Questions) -> None:
    """Answer the paths of games."""

    def seated(held: Held, token: str, now: int) -> Answer:
        answer: Seated = {
            "game": held.id,
            "token": token,
            "invite": None,
            "links": {"watch": f"/g/{held.id}", "join": None},
            "state": held.presenter.state(held.holder_of(token), lines.attendance(held), now),
        }
        return encoded(answer, 201)

    @paths.at("POST", "/api/games")
    def make(ask: Ask) -> Answer:
        return seated(*games.make(read("NewGame", ask.body), ask.now), ask.now)

    @paths.at("POST", "/api/imports")
    def read_in(ask: Ask) -> Answer:
        return seated(*games.read_in(read("NewImport", ask.body).text, ask.now), ask.now)

    @paths.at("GET", "/api/games/{game}")
    def show(ask: Ask, game: str) -> Answer:
        held = games.find(game, ask.now)
        holder = held.holder_of(ask.token)
        return encoded(held.presenter.state(holder, lines.attendance(held), ask.now))

    @paths.at("DELETE", "/api/games/{game}")
    def delete(ask: Ask, game: str) -> Answer:
        held = games.find(game, ask.now)
        games.delete(held, held.holder_of(ask.token))
        questions.forget(game)
        lines.gone(game)
        return Answer("", 204)

    @paths.at("POST", "/api/games/{game}/actions")
    def decide(ask: Ask, game: str) -> Answer:
        held = games.find(game, ask.now)
        holder = held.holder_of(ask.token)
        action = read("Action", ask.body)
        try:
            version = act(games, held, holder, action, ask.now)
        except Refusal as refusal:
            refusal.state = held.presenter.state(holder, lines.attendance(held), ask.now)
            raise
        accepted: Accepted = {"type": "accepted", "id": action.id, "version": version}
        return encoded(accepted)

    _add_looks(paths, games)


def _add_looks(paths: Paths, games: Games) -> None:
    """Answer the paths under which a game is looked at, and changed by nothing."""

    @paths.at("GET", "/api/games/{game}/scenes/{ply}")
    def scene(ask: Ask, game: str, ply: str) -> Answer:
        held = games.find(game, ask.now)
        return encoded(held.presenter.scene(whole(ply, "ply", 0, MOST_PLIES)))

    @paths.at("GET", "/api/games/{game}/record")
    def record(ask: Ask, game: str) -> Answer:
        known = records.formats()
        wanted = ask.chosen("format", *known)
        return Answer(
            write_record(games.find(game, ask.now).record_source, wanted), 200, known[wanted].media_type
        )

    @paths.at("GET", "/api/games/{game}/record/formats")
    def formats(ask: Ask, game: str) -> Answer:
        found: RecordFormats = {"formats": list_formats(games.find(game, ask.now).record_source)}
        return encoded(found)

    @paths.at("GET", "/api/games/{game}/replay")
    def replay(ask: Ask, game: str) -> Answer:
        return encoded(replayed(games.find(game, ask.now).table.positions))

    @paths.at("GET", "/api/games/{game}/picture.svg")
    def picture(ask: Ask, game: str) -> Answer:
        table = games.find(game, ask.now).table
        ply = ask.number("ply", 0, MOST_PLIES)
        shown = len(table.moves) if ply is None else ply
        position = table.position_after(shown)
        return drawn(ask, str(position), table.moves[shown - 1].text if shown else None)


def drawn(ask: Ask, position: str, last: str | None = None) -> Answer:
    """A position as the query wants to see it."""
    view, theme = ask.chosen("view", "above", "isometric"), ask.chosen("theme", "light", "dark")
    paint = ask.one("paint") or ask.one("stones") or None
    return Answer(draw_any(position, last, view, theme, paint), 200, SVG)
