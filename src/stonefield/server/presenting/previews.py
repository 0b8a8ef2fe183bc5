"""What a link to a game, a study or a puzzle looks like elsewhere: a title, a sentence and a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stonefield.games.game import Position
from stonefield.locales import Catalogue
from stonefield.puzzles import Puzzle
from stonefield.server.domain.game.agreement import Seat
from stonefield.server.domain.game.table import Table
from stonefield.server.presenting.state import outcome_view
from stonefield.server.protocol.problems import Refusal
from stonefield.study.documents.chapter import Chapter
from stonefield.study.documents.study import Study

BETWEEN = " – "


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """All that a preview shows."""

    title: str
    description: str
    position: Position
    last: str | None = None
    """The move that led there."""
    heading: str
    """In the picture, above its rows."""
    rows: Sequence[tuple[str, str, bool]] = ()
    """A colour, what is written beside it, and whether it is marked."""


def game_preview(table: Table, words: Catalogue) -> Preview:
    """A game as it is now, with its players."""
    game = words.named(f"game.{table.agreement.rules}", table.agreement.rules)
    names = [_name(seat, number, words) for number, seat in enumerate(table.seats)]
    return Preview(
        title=f"{game}: {BETWEEN.join(names)}",
        description=_standing(table, names, words),
        position=table.position,
        last=table.moves[-1].text if table.moves else None,
        heading=game,
        rows=_rows(table, names),
    )


def _name(seat: Seat, number: int, words: Catalogue) -> str:
    if seat.kind == "engine" and seat.level is not None:
        return words.text("seat.engine", name=words.text(f"level.{int(seat.level)}"), level=f"{seat.level:g}")
    if seat.kind == "open":
        return words.text("seat.open")
    return seat.name or words.text("seat.person", number=number + 1)


def _standing(table: Table, names: Sequence[str], words: Catalogue) -> str:
    if table.status == "waiting":
        return words.text("preview.waiting")
    played = words.text("preview.played", count=len(table.moves))
    if table.ending is None:
        return played
    winners = outcome_view(table, table.ending)["seats"]
    if not winners:
        return f"{words.text('end.draw' if table.ending.reason != 'stopped' else 'end.stopped')}. {played}"
    who = BETWEEN.join(names[seat] for seat in winners)
    return words.text("preview.won", count=len(winners), name=who) + f" {played}"


def _rows(table: Table, names: Sequence[str]) -> list[tuple[str, str, bool]]:
    winners = outcome_view(table, table.ending)["seats"] if table.ending else ()
    marked = winners if table.ending else (table.decider,)
    return [
        (table.colour_of(seat), f"{name}{_points(table, seat, winners)}", seat in marked)
        for seat, name in enumerate(names)
    ]


def _points(table: Table, seat: int, winners: Sequence[int]) -> str:
    """What the game has brought a seat: nothing yet, 1, ½ or 0."""
    if table.ending is None or table.ending.reason == "stopped":
        return ""
    return "  ½" if not winners else "  1" if seat in winners else "  0"


def puzzle_preview(puzzle: Puzzle, position: Position, words: Catalogue) -> Preview:
    """A puzzle and what is to be done in it."""
    game, colour = words.named(f"game.{puzzle.game}", puzzle.game), position.turn
    return Preview(
        title=words.text("preview.puzzle", game=game),
        description=words.text(
            f"feed.{puzzle.result}", colour=words.named(f"side.{colour}", colour.capitalize())
        ),
        position=position,
        heading=game,
        rows=[(colour, "?", True)],
    )


def study_preview(study: Study, words: Catalogue) -> Preview:
    """A study by its first chapter: where its main line leads."""
    chapter = _first_chapter(study)
    end = chapter.main_line()[-1]
    game = words.named(f"game.{chapter.start.game.name}", chapter.start.game.name)
    return Preview(
        title=study.title or words.text("preview.study.untitled"),
        description=words.text("preview.study", game=game, count=len(study.chapters)),
        position=chapter.position(end),
        last=chapter.node(end).move or None,
        heading=study.title or game,
    )


def main_line(study: Study) -> list[Position]:
    """The positions of the main line of a study's first chapter."""
    chapter = _first_chapter(study)
    return [chapter.start, *(step.after for step in chapter.walk(chapter.main_line()[-1:]))]


def _first_chapter(study: Study) -> Chapter:
    if not study.chapters:
        raise Refusal("no_such_chapter", "the study is empty")
    return study.chapters[0]
