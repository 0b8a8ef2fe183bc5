"""What is the same for everyone: catalogue, texts, rules, the showcase, the course, and positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stonefield import __version__
from stonefield.pocket.asking import SVG, Answer, Ask, Paths, encoded, whole
from stonefield.pocket.baked import baked
from stonefield.pocket.game_paths import drawn
from stonefield.pocket.reading import read
from stonefield.server.jobs.tasks import lessons, positions
from stonefield.server.jobs.tasks.records import draw_position
from stonefield.server.presenting.showcase import showcase
from stonefield.server.web.catalogue import TEXT_PARTS, page_texts, rules_page, texts_of
from stonefield.server.web.pictures import rules_example

if TYPE_CHECKING:
    from stonefield.server.protocol.requests import Addresses, Health

MOST_STEPS = 99


def add_reference(paths: Paths) -> None:
    """Answer the paths that need no row."""

    @paths.at("GET", "/api/health")
    def health(ask: Ask) -> Answer:
        up: Health = {"status": "ok", "version": __version__}
        return encoded(up)

    @paths.at("GET", "/api/catalogue")
    def catalogue(ask: Ask) -> Answer:
        return encoded(baked("catalogue"))

    @paths.at("GET", "/api/addresses")
    def addresses(ask: Ask) -> Answer:
        none: Addresses = {"addresses": []}
        return encoded(none)

    @paths.at("GET", "/api/locales/{language}")
    def locale(ask: Ask, language: str) -> Answer:
        return encoded(page_texts(language, ask.chosen("part", *TEXT_PARTS)))  # type: ignore[arg-type]

    @paths.at("GET", "/api/rules/{game}")
    def rules(ask: Ask, game: str) -> Answer:
        return encoded(rules_page(game, ask.one("lang", "en")))

    @paths.at("GET", "/api/rules/{game}/pictures/{name}.svg")
    def picture(ask: Ask, game: str, name: str) -> Answer:
        position, view = rules_example(game, name)
        theme = ask.chosen("theme", "light", "dark")
        return Answer(draw_position(position, None, view, theme, None), 200, SVG)

    @paths.at("GET", "/api/showcase/{game}")
    def show(ask: Ask, game: str) -> Answer:
        return encoded(showcase(game))

    _add_positions(paths)
    _add_course(paths)


def _add_positions(paths: Paths) -> None:
    @paths.at("POST", "/api/positions")
    def edit(ask: Ask) -> Answer:
        wanted = read("PositionEdit", ask.body)
        return encoded(positions.edit_position(wanted.source, wanted.edits))

    @paths.at("POST", "/api/lines")
    def line(ask: Ask) -> Answer:
        wanted = read("LineToPlay", ask.body)
        return encoded(positions.play_line(wanted.position, wanted.before, wanted.moves))

    @paths.at("POST", "/api/moments")
    def moment(ask: Ask) -> Answer:
        wanted = read("MomentToSee", ask.body)
        return encoded(positions.see_moment(wanted.position, wanted.moves))

    @paths.at("GET", "/api/picture.svg")
    def picture(ask: Ask) -> Answer:
        last = ask.one("last") or None
        return drawn(ask, ask.one("position"), last)


def _add_course(paths: Paths) -> None:
    def language(ask: Ask) -> str:
        wanted = ask.one("lang", "en")
        texts_of(wanted)  # or Refusal
        return wanted

    @paths.at("GET", "/api/lessons")
    def list_lessons(ask: Ask) -> Answer:
        return encoded(lessons.list_lessons(language(ask)))

    @paths.at("GET", "/api/lessons/{lesson}")
    def show_lesson(ask: Ask, lesson: str) -> Answer:
        return encoded(lessons.show_lesson(lesson, language(ask)))

    @paths.at("POST", "/api/lessons/{lesson}/steps/{step}/tries")
    def try_step(ask: Ask, lesson: str, step: str) -> Answer:
        moves = read("LessonTry", ask.body).moves
        return encoded(lessons.judge_try(lesson, whole(step, "step", 0, MOST_STEPS), moves))
